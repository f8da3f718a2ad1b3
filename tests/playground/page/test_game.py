"""A game on the page as somebody sees it who has never seen one, in each look.

The real bot plays, with its tiles; the page looks on. Where ``QWIRKLE_SCREENSHOTS`` names a folder,
pictures of all that is tested here are put there.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, Literal

import discord
import pytest
import pytest_asyncio
import redis
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from playground.person import Person
from playground.things import Channel, Emoji, Message
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.pictures.emoji import application_emoji_files
from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
from tests.kit.browser import page_at
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed, seeded
from tests.playground.page.seen import emoji_sizes, lines_of_emoji, pale_texts, scrolls_sideways

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST_EMOJI: Final = 1_300_000_000_000_000_000
EMOJI: Final = re.compile(r"<:\w+:\d+>|[⬛⏩⏪⏫⏬\U0001f1e6-\U0001f1ff]")

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 900}
TALL: Final[ViewportSize] = {"width": 1000, "height": 990}
PHONE: Final[ViewportSize] = {"width": 360, "height": 780}

MOST_EMOJI: Final = 14
"""In a line on a phone."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(_session_server: redis.Redis) -> AsyncIterator[Scene]:
    """A game in its middle in #general, a lobby in #games, and a game that is over in #club."""
    _session_server.flushall()
    path = _session_server.connection_pool.connection_kwargs["path"]
    store = await Store.connect(f"unix://{path}")
    with pytest.MonkeyPatch.context() as patch:
        seeded(patch)
        async with scene_on(store, by_spec=False) as scene:
            give_tiles(scene)
            await play_everywhere(scene)
            yield scene
    await store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(chromium: Browser, scene: Scene) -> AsyncIterator[Page]:
    """One page for all, since opening it takes longer than each test; it stays in #general."""
    async with page_at(chromium, scene.standin.base_url) as page:
        yield page


async def look(page: Page, size: ViewportSize, theme: Literal["dark", "light"]) -> None:
    """Sit as Ann before a window of this size, on a machine with this theme."""
    await page.locator('[data-seat="Ann"]').click()
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme=theme)
    await expect(page.locator("html")).to_have_attribute("data-theme", theme)


def give_tiles(scene: Scene) -> None:
    """The tiles as emoji, as they are once the bot has uploaded them."""
    names = {}
    for number, (name, file) in enumerate(application_emoji_files().items(), start=FIRST_EMOJI):
        scene.standin.world.emojis[number] = Emoji(number, name, "image/png", file.png)
        names[name] = f"<:{name}:{number}>"
    scene.bots[0].tile_names = names


async def play_everywhere(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    club = Channel(scene.standin.world.snowflakes.next(), "club")
    scene.standin.world.add_channel(club)
    await ann.slash("start", channel=scene.standin.channel("games"), opponent1=bo, seats=3)
    await open_game(scene, [ann, bo], channel=club, variant="sprint")
    await play_typed(scene, [ann, bo], chance_from(3), channel=club)
    await open_game(scene, [ann, bo, cy])
    await play_typed(scene, [ann, bo, cy], chance_from(2), turns=15)
    for message in [*scene.standin.world.messages.values()]:
        if message.ephemeral_to is not None:
            scene.standin.world.dismiss(message)


async def shot(page: Page, name: str) -> None:
    """Put a picture of the page where the environment wants one."""
    folder = os.environ.get("QWIRKLE_SCREENSHOTS")
    if folder:
        await page.screenshot(path=Path(folder) / f"{name}.png")


def shown(page: Page, message: Message) -> Locator:
    return page.locator(f'[data-message-id="{message.id}"]')


async def check_whole_lines(page: Page, message: Message) -> Locator:
    """No line of the board is wrapped; its emoji."""
    [source] = [part["content"] for part in message.components if "⬛" in str(part.get("content"))]
    lines = [len(EMOJI.findall(line)) for line in source.splitlines()]
    board = shown(page, message).locator(".text", has=page.locator(".sign-empty"))

    assert await lines_of_emoji(board) == [count for count in lines if count]
    return board.locator(".emoji")


async def test_a_desktop_shows_the_board_in_the_dark(scene: Scene, page: Page) -> None:
    await look(page, DESKTOP, "dark")
    board = scene.board_message()
    await expect(shown(page, board).get_by_role("button", name="My hand")).to_be_in_viewport()
    await shot(page, "board")

    assert await emoji_sizes(await check_whole_lines(page, board)) == {"22 22"}
    assert await pale_texts(page) == {}

    await page.get_by_role("button", name="games").click()
    await expect(page.get_by_role("button", name="Add bot")).to_be_in_viewport()
    await shot(page, "lobby")
    assert await pale_texts(page) == {}

    await page.get_by_role("button", name="club").click()
    await expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()
    await shot(page, "over")
    await check_whole_lines(page, scene.board_message(scene.standin.channel("club")))
    assert await pale_texts(page) == {}
    await page.get_by_role("button", name="general").click()


async def to_move(scene: Scene, page: Page) -> Person:
    """Whoever is to move, in whose seat the page then sits."""
    mover = scene.people(3)[(await scene.game()).turn]
    await page.locator(f'[data-seat="{mover.name}"]').click()
    return mover


async def preview(scene: Scene, mover: Person, panel: Message) -> None:
    """Let a hand panel show the best placement of one tile."""
    game = await scene.game()
    hand = game.hands[game.turn]
    spot = max(
        (s for s in legal_placements(game.board, hand) if len(s.tiles) == 1), key=lambda s: s.points
    )
    await mover.choose(panel, str(hand.index(spot.tiles[0][1]) + 1))
    await mover.choose(panel, panel.selects[0]["options"][0]["value"])


async def test_a_phone_shows_all_of_it_in_the_light(scene: Scene, page: Page) -> None:
    await look(page, PHONE, "light")
    board = scene.board_message()
    await expect(shown(page, board).get_by_role("button", name="My hand")).to_be_in_viewport()
    await shot(page, "phone")
    emoji = await check_whole_lines(page, board)
    assert await emoji_sizes(emoji) == {"20 20"}
    assert not await scrolls_sideways(page)
    assert await pale_texts(page) == {}

    mover = await to_move(scene, page)
    panel = (await mover.click(board, "My hand")).message
    await preview(scene, mover, panel)
    await expect(shown(page, panel).get_by_role("button", name="Confirm")).to_be_in_viewport()
    await shot(page, "phone-preview")
    await check_whole_lines(page, panel)
    assert not await scrolls_sideways(page)
    assert await pale_texts(page) == {}
    scene.standin.world.dismiss(panel)


async def test_a_desktop_can_be_as_narrow_as_a_phone(scene: Scene, page: Page) -> None:
    await look(page, DESKTOP, "light")
    switch = page.get_by_role("button", name="As wide as a phone")
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await switch.focus()
    await page.keyboard.press("Enter")
    await page.reload()
    await expect(switch).to_have_attribute("aria-pressed", "true")

    ann = scene.people()[0]
    message = await ann.say("⬛" * MOST_EMOJI + " a\n" + "⬛" * (MOST_EMOJI + 1) + " b")
    text = shown(page, message).locator(".text")
    await expect(text).to_be_in_viewport()
    assert await lines_of_emoji(text) == [MOST_EMOJI, MOST_EMOJI, 1]
    assert await page.locator(".pane").evaluate("pane => pane.clientWidth") == PHONE["width"]
    assert not await scrolls_sideways(page)
    scene.standin.world.delete(message)

    reply = await ann.slash("qwirkle rules")
    await ann.click(reply.message, "Try it")
    await expect(page.get_by_role("button", name="N21")).to_be_in_viewport()
    await shot(page, "rules")
    await check_whole_lines(page, reply.message)
    scene.standin.world.dismiss(reply.message)
    await switch.click()
    await expect(page.locator("html")).to_have_attribute("data-width", "desktop")


async def test_hand_preview_and_picture(scene: Scene, page: Page) -> None:
    await look(page, TALL, "dark")
    mover = await to_move(scene, page)
    panel = (await mover.click(scene.board_message(), "My hand")).message
    there = shown(page, panel)
    await expect(there.get_by_role("button", name="Refresh")).to_be_in_viewport()
    await shot(page, "hand")
    assert await emoji_sizes(there.locator(".jumbo .emoji")) == {"48 48"}
    assert await pale_texts(page) == {}

    await preview(scene, mover, panel)
    await expect(there.get_by_role("button", name="Confirm")).to_be_in_viewport()
    await shot(page, "preview")
    assert await emoji_sizes(await check_whole_lines(page, panel)) == {"22 22"}
    scene.standin.world.dismiss(panel)

    # It is an edit that brings the picture: the answer was promised before.
    board = (await mover.slash("qwirkle board", style="picture")).message
    picture = shown(page, board).get_by_role("img", name="The board: ")
    await expect(picture).to_be_in_viewport()
    await picture.evaluate("image => image.decode()")
    await expect(shown(page, board).get_by_text("Dismiss message")).to_be_in_viewport()
    await shot(page, "picture")
    scene.standin.world.dismiss(board)


def gallery(file: discord.File, words: str) -> discord.ui.LayoutView:
    items = discord.ui.MediaGallery[discord.ui.LayoutView](
        discord.MediaGalleryItem(f"attachment://{file.filename}", description=f"Tile {words}")
    )
    return discord.ui.LayoutView().add_item(discord.ui.TextDisplay(words)).add_item(items)


async def test_a_picture_outlives_an_edit_and_is_replaced_by_one(scene: Scene, page: Page) -> None:
    await look(page, DESKTOP, "dark")
    pictures = [
        discord.File(io.BytesIO(application_emoji_files()[name].png), f"{name}.png")
        for name in ("RC", "RS")
    ]
    channel = scene.bots[0].get_partial_messageable(scene.channel.id)
    sent = await channel.send(view=gallery(pictures[0], "one"), file=pictures[0])
    there = shown(page, scene.board_message())
    addresses = []
    for words in ("one", "two", "three"):
        if words == "two":
            await sent.edit(view=gallery(pictures[0], words))
        if words == "three":
            await sent.edit(view=gallery(pictures[1], words), attachments=[pictures[1]])
        image = there.get_by_role("img", name=f"Tile {words}")
        await expect(image).to_be_in_viewport()
        await image.evaluate("image => image.decode()")
        addresses.append(await image.get_attribute("src"))
    await sent.delete()

    assert addresses[0] == addresses[1] != addresses[2]
