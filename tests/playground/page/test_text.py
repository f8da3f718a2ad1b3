"""What the page makes of the texts of messages."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from playground.standin import StandIn
from playground.things import Emoji, Message
from tests.kit.browser import page_at

pytestmark = pytest.mark.asyncio(loop_scope="module")

READ = {
    "**bold** and *slanted* and _slanted too_": (
        "<strong>bold</strong> and <em>slanted</em> and <em>slanted too</em>"
    ),
    "***both***": "<strong><em>both</em></strong>",
    "__under *it*__ ~~gone~~": "<u>under <em>it</em></u> <s>gone</s>",
    "snake_case_name and 2 * 3 * 4": "snake_case_name and 2 * 3 * 4",
    r"\*\*as written\*\* \_ \`": "**as written** _ `",
    "`a **b**`": '<code class="inline-code">a **b**</code>',
    "@everyone": '<span class="mention me">@everyone</span>',
    "\\> no quote": "&gt; no quote",
    "<@1> <#1>": (
        '<span class="mention">@unknown-user</span> <span class="mention">#unknown</span>'
    ),
}
"""Texts of one paragraph, and what stands on the page for them."""

BLOCKS = {
    "# One\n## Two\n### Three\n-# small": "h3.md-h1 h4.md-h2 h5.md-h3 small.md-subtext",
    "> a\n> b\nafter": "blockquote span.md-run",
    ">>> all\nof it": "blockquote",
    "- a\n  - b\n- c": "div.md-list",
    "before\n```\ncode\n```\nafter": "span.md-run pre span.md-run",
    "#no heading": "span.md-run",
}
"""Texts of several lines, and the blocks that they become."""


def show(standin: StandIn, text: str, *, author: str = "Ann") -> Message:
    """Put a message up as if it had been sent."""
    message = standin.world.new_message(standin.channel(), standin.person(author).id)
    message.content = text
    standin.world.show(message)
    return message


async def test_text_in_a_line(standin: StandIn, page: Page) -> None:
    for text in READ:
        show(standin, text)
    await expect(page.locator("[data-message-id]")).to_have_count(len(READ))

    shown = await page.locator(".message .md-run").evaluate_all("all => all.map(n => n.innerHTML)")

    assert dict(zip(READ, shown, strict=True)) == READ


async def test_blocks(standin: StandIn, page: Page) -> None:
    for text in BLOCKS:
        show(standin, text)
    await expect(page.locator("[data-message-id]")).to_have_count(len(BLOCKS))

    shown = await page.locator(".message .text").evaluate_all(
        "all => all.map(text => [...text.children].map(node => "
        "node.localName + (node.className ? '.' + node.className : '')).join(' '))"
    )

    assert dict(zip(BLOCKS, shown, strict=True)) == BLOCKS


async def test_colors_of_an_ansi_block(standin: StandIn, page: Page) -> None:
    show(standin, "```ansi\n\x1b[1;31mRC\x1b[0m . \x1b[4;45;37mPS\x1b[0m\n```")

    pieces = page.locator(".message pre span")
    await expect(pieces).to_have_text(["RC", "PS"])
    await expect(page.locator(".message pre")).to_have_text("RC . PS")
    assert await pieces.evaluate_all(
        "all => all.map(n => [getComputedStyle(n).color, getComputedStyle(n).backgroundColor])"
    ) == [["rgb(220, 50, 47)", "rgba(0, 0, 0, 0)"], ["rgb(255, 255, 255)", "rgb(108, 113, 196)"]]


async def test_an_escape_outside_of_an_ansi_block_has_no_color(
    standin: StandIn, page: Page
) -> None:
    show(standin, "```\n\x1b[31mRC\n```")

    await expect(page.locator(".message pre code")).to_contain_text("[31mRC")
    await expect(page.locator(".message pre span")).to_have_count(0)


async def test_a_relative_time_follows_the_clock(standin: StandIn, page: Page) -> None:
    await page.clock.install(time=1_799_999_000)
    await page.reload()
    await page.clock.pause_at(1_800_000_000)
    show(standin, "<t:1800000120:R> <t:1800000000:t>")
    times = page.locator(".message time.timestamp")
    await expect(times).to_have_text(["in 2 minutes", "8:00 AM"])

    await page.clock.fast_forward(90_000)

    await expect(times).to_have_text(["in 30 seconds", "8:00 AM"])


async def test_a_mention_is_bright_for_the_one_it_means(standin: StandIn, page: Page) -> None:
    bo = standin.person("Bo")
    message = show(standin, f"<@{bo.id}>, it is your turn.")
    message.mentions = [bo.id]
    standin.world.show(message)
    await expect(page.get_by_text("@Bo")).to_be_visible()
    await expect(page.locator(".message.mentioned")).to_have_count(0)

    await page.locator('[data-seat="Bo"]').click()

    await expect(page.locator(".message.mentioned .mention.me")).to_have_text("@Bo")


async def test_emoji_of_all_kinds_have_one_size(standin: StandIn, page: Page) -> None:
    dot = (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9c"
        b"c\xf8\xcf\xc0\xf0\x1f\0\5\0\1\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82"
    )
    standin.world.emojis[501] = Emoji(501, "RC", content_type="image/png", data=dot)
    show(standin, "⬛🔴<:RC:501>❤️ board")
    emoji = page.locator(".message .emoji")
    await expect(emoji).to_have_count(4)

    sizes = await emoji.evaluate_all(
        "all => all.map(n => n.getBoundingClientRect()).map(box => `${box.width} ${box.height}`)"
    )

    assert set(sizes) == {"22 22"}


HOSTILE = [
    "<img src=x onerror=\"document.title='taken'\">",
    "**<script>document.title='taken'</script>**",
    "[press](javascript:document.title='taken')",
    "<javascript:document.title='taken'>",
    "```ansi\n\x1b[31m<b onclick=1>\x1b[0m</code></pre><script>1</script>\n```",
    "`</code><iframe src=//example.com>`",
    "[a](https://example.com/\"onmouseover=\"document.title='taken')",
]


async def test_hostile_text_stays_text(standin: StandIn, page: Page) -> None:
    for text in HOSTILE:
        show(standin, text)
    bodies = page.locator(".message .text")
    await expect(bodies).to_have_count(len(HOSTILE))

    assert await bodies.locator("img, script, iframe, b, [onclick], [onmouseover]").count() == 0
    assert await bodies.locator("a").evaluate_all(
        "all => all.map(a => `${a.protocol} ${a.target} ${a.rel}`)"
    ) == ["https: _blank noopener noreferrer"]
    assert await page.title() == "The Table · Playground"


async def test_a_hostile_name_stays_text(standin: StandIn, chromium: Browser) -> None:
    name = "<img src=x onerror=\"document.title='taken'\">"
    di = standin.person("Di")
    standin.world.users[di.id] = type(standin.world.bot)(di.id, name)
    async with page_at(chromium, standin.base_url) as page:
        message = standin.world.new_message(standin.channel(), di.id)
        message.content = f"I am <@{di.id}>"
        standin.world.show(message)

        await expect(page.locator(".author-name")).to_have_text(name)
        await expect(page.locator(".message .mention")).to_have_text(f"@{name}")
        assert await page.locator("img").count() == 0
        assert await page.title() == "The Table · Playground"
