"""The page around its messages: seats, channels, looks, and the line to the server."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from playground.standin import StandIn
from playground.things import Message
from tests.kit.browser import page_at

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOADING = 1 << 7
PHONE = {"width": 390, "height": 800}


def say(
    standin: StandIn, text: str, *, channel: str = "general", mention: str | None = None
) -> Message:
    """Let Ann say something, as seen by everybody."""
    message = standin.world.new_message(standin.channel(channel), standin.person("Ann").id)
    message.content = text
    if mention is not None:
        message.mentions = [standin.person(mention).id]
    standin.world.show(message)
    return message


async def test_a_newcomer_is_told_what_to_do(page: Page) -> None:
    await expect(page.get_by_role("heading", name="Welcome to #general")).to_be_visible()
    await expect(page.locator(".step h3")).to_have_text(
        ["Open a game", "Let others join", "Begin, then play"]
    )
    await expect(page.locator(".step").last).to_contain_text("The button My hand shows your tiles")
    await expect(page.get_by_placeholder("Type /start to open a game")).to_be_visible()
    await expect(page.get_by_role("status")).to_contain_text("The bot is starting, or offline")

    await page.get_by_role("button", name="Sit as Bo now").click()
    await expect(page.locator('[data-seat="Bo"]')).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Type it for me").click()
    await expect(page.locator("#composer")).to_be_focused()
    await expect(page.locator("#composer")).to_have_value("/start ")


async def test_one_speaks_as_the_chosen_seat(page: Page) -> None:
    await page.keyboard.press("Alt+3")
    await page.keyboard.type("Hello from *me*")
    await expect(page.locator("#composer")).to_have_value("Hello from *me*")
    await page.keyboard.press("Enter")

    await expect(page.locator(".author-name")).to_have_text("Cy")
    await expect(page.locator(".message em")).to_have_text("me")
    await expect(page.locator("#composer")).to_have_value("")


async def test_a_seat_wears_a_badge_until_its_person_looks(standin: StandIn, page: Page) -> None:
    badge = page.locator('[data-seat="Bo"] [data-badge]')
    say(standin, "your turn", mention="Bo")
    say(standin, "and in another channel", channel="games", mention="Bo")
    await expect(badge).to_have_text("2")

    await page.keyboard.press("Alt+2")
    games = page.get_by_label("Channels").get_by_role("button", name="games, unread")
    await games.click()
    await page.keyboard.press("Alt+1")

    await expect(page.locator('[data-seat="Ann"]')).to_have_attribute("aria-pressed", "true")
    await expect(badge).to_have_count(0)


async def test_messages_stand_in_order_and_change_in_place(standin: StandIn, page: Page) -> None:
    first = say(standin, "one")
    second = say(standin, "two")
    texts = page.locator("[data-message-id] .text")
    await expect(texts).to_have_text(["one", "two"])

    first.content, first.edited = "one, mended", standin.world.clock()
    standin.world.show(first)
    await expect(texts).to_have_text(["one, mended (edited)", "two"])

    standin.world.delete(second)
    await expect(texts).to_have_text(["one, mended (edited)"])


async def test_what_grows_at_the_end_stays_in_sight(standin: StandIn, page: Page) -> None:
    for number in range(40):
        say(standin, f"line {number}")
    await expect(page.get_by_text("line 39")).to_be_in_viewport()

    # As when a picture arrives just after the list has moved to its end.
    await page.locator(".messages").evaluate(
        """list => {
          list.scrollTop -= 1;
          list.scrollTop += 1;
          list.querySelector(".message:last-child").style.paddingBottom = "2000px";
        }"""
    )

    await expect(page.get_by_text("line 39")).not_to_be_in_viewport()
    await page.wait_for_function(
        "list => list.scrollHeight - list.scrollTop - list.clientHeight < 1",
        arg=await page.locator(".messages").element_handle(),
    )


async def test_a_bot_that_thinks(standin: StandIn, page: Page) -> None:
    message = standin.world.new_message(
        standin.channel(),
        standin.world.bot.id,
        flags=LOADING,
        ephemeral_to=standin.person("Ann").id,
    )
    standin.world.show(message)
    await expect(page.get_by_text("Qwirkle is thinking…")).to_be_visible()
    await expect(page.get_by_text("Only you can see this")).to_be_visible()

    await page.keyboard.press("Alt+4")

    await expect(page.get_by_text("Qwirkle is thinking…")).to_have_count(0)


async def test_two_seats_side_by_side(standin: StandIn, page: Page) -> None:
    message = standin.world.new_message(
        standin.channel(), standin.world.bot.id, ephemeral_to=standin.person("Bo").id
    )
    message.content = "Your hand, Bo"
    standin.world.show(message)

    await page.get_by_role("button", name="Two seats side by side").click()

    await expect(page.get_by_label("Ann in general")).not_to_contain_text("Your hand, Bo")
    await expect(page.get_by_label("Bo in general")).to_contain_text("Your hand, Bo")
    for name in ("Ann", "Bo"):
        title = page.get_by_label(f"{name} in general").locator(".pane-title span")
        assert await title.evaluate("node => node.scrollWidth <= node.clientWidth")


async def test_the_theme_follows_the_system_until_it_is_chosen(page: Page) -> None:
    root = page.locator("html")
    await page.emulate_media(color_scheme="light")
    await expect(root).to_have_attribute("data-theme", "light")
    await page.emulate_media(color_scheme="dark")
    await expect(root).to_have_attribute("data-theme", "dark")

    await page.get_by_role("button", name="Light or dark").click()
    await page.reload()

    await expect(root).to_have_attribute("data-theme", "light")


async def test_a_phone_shows_all_of_it(chromium: Browser, standin: StandIn) -> None:
    say(standin, "```\n" + "0123456789" * 9 + "\n```")
    say(standin, "unbroken" * 30)
    say(standin, "over there", channel="games")
    async with page_at(chromium, standin.base_url, **PHONE) as page:
        await expect(page.locator('[data-seat="Di"]')).to_be_in_viewport(ratio=1)
        await expect(page.locator("#composer")).to_be_in_viewport(ratio=1)
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert await page.locator(".messages").evaluate("n => n.scrollWidth <= n.clientWidth")

        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="games").click()

        await expect(page.get_by_text("over there")).to_be_in_viewport()
        await expect(page.locator("#rail")).not_to_be_in_viewport()


async def test_the_page_comes_back_by_itself(page: Page, standin: StandIn) -> None:
    say(standin, "before")
    await expect(page.get_by_text("before")).to_be_visible()
    port = int(standin.base_url.rpartition(":")[2])
    await standin.stop()
    banner = page.get_by_role("status")
    await expect(banner).to_contain_text("The playground is not running")
    await page.locator("#composer").fill("lost?")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was sent")
    await expect(page.locator("#composer")).to_have_value("lost?")

    again = StandIn()
    await again.start(port)
    try:
        say(again, "after")
        await expect(page.get_by_text("after", exact=True)).to_be_visible()
        await expect(page.get_by_text("before")).to_have_count(0)
        await expect(banner).not_to_contain_text("The playground is not running")
    finally:
        await again.stop()
