"""The tiles as emoji of the application: uploaded once, renewed, and what is shown with them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pytest

from cogs import tiles as cog
from cogs._client import QwirkleClient
from cogs.tiles import Tiles
from playground.components import walk
from playground.person import Reply
from playground.rest_application import MOST_EMOJIS
from playground.things import Emoji
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.own_games import change_settings
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import EmojiFile, application_emoji_files
from qwirkle_bot.store import Store
from qwirkle_bot.views import view_of
from tests.kit.acts import slash
from tests.kit.bot import COGS, READY_SECONDS, Scene, scene_on
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

ALL: Final = 72
UPLOADS: Final = ("POST", "/emojis")
DELETIONS: Final = ("DELETE", "/emojis/")

NO_ROOM: Final = MOST_EMOJIS - 40
"""So many other emoji that not all tiles have room."""
TOO_MANY_EMOJIS: Final = 30008
"""Discord's code."""


class Ear(logging.Handler):
    """Hears that something is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - the name is logging's
        self.heard.set()


@contextmanager
def heard() -> Iterator[asyncio.Event]:
    """Whether the cog has logged anything."""
    ear, logger = Ear(), logging.getLogger(cog.__name__)
    logger.addHandler(ear)
    try:
        yield ear.heard
    finally:
        logger.removeHandler(ear)


@dataclass(slots=True)
class Studio:
    """A scene whose bots upload tiles."""

    scene: Scene

    async def start(self) -> QwirkleClient:
        """A bot, at once: its tiles may come later."""
        return await self.scene.start_bot(cogs=(*COGS, Tiles))

    async def start_with_tiles(self) -> QwirkleClient:
        with heard() as said:
            bot = await self.start()
            async with asyncio.timeout(READY_SECONDS):
                while bot.tile_names is None:
                    said.clear()
                    await said.wait()
        return bot

    async def start_without(self) -> QwirkleClient:
        """A bot that has said that not all tiles are there."""
        with heard() as said:
            bot = await self.start()
            async with asyncio.timeout(READY_SECONDS):
                while not self.warnings():
                    said.clear()
                    await said.wait()
        return bot

    def asked(self, method: str, path: str) -> int:
        """How often Discord was asked for something about emojis."""
        return sum(
            request.method == method and path in request.path
            for request in self.scene.standin.requests
        )

    def warnings(self) -> list[str]:
        return [
            record.getMessage()
            for record in self.scene.log.records
            if record.name == "cogs.tiles" and record.levelname == "WARNING"
        ]


@pytest.fixture
async def studio(store: Store) -> AsyncIterator[Studio]:
    async with scene_on(store, bots=0, by_spec=False) as scene:
        yield Studio(scene)


async def test_tiles_are_uploaded_once(studio: Studio) -> None:
    bot = await studio.start_with_tiles()

    emojis = studio.scene.standin.world.emojis.values()
    assert {e.name: e.data for e in emojis} == {
        name: file.png for name, file in application_emoji_files().items()
    }
    assert bot.tile_names == {e.name: f"<:{e.name}:{e.id}>" for e in emojis}

    await studio.scene.stop_bot(bot)
    again = await studio.start_with_tiles()

    assert again.tile_names == bot.tile_names
    assert studio.asked(*UPLOADS) == ALL
    assert studio.asked(*DELETIONS) == 0


async def test_a_tile_drawn_anew_is_renewed(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await studio.start_with_tiles()
    await studio.scene.stop_bot(bot)
    files = application_emoji_files()
    drawn: Mapping[str, EmojiFile] = {**files, "RC": EmojiFile(files["RS"].png, "a new hash")}
    monkeypatch.setattr(cog, "application_emoji_files", lambda: drawn)

    again = await studio.start_with_tiles()

    assert studio.asked(*UPLOADS) == ALL + 1
    assert studio.asked(*DELETIONS) == 1
    assert bot.tile_names is not None
    assert again.tile_names is not None
    changed = {name for name, markup in bot.tile_names.items() if again.tile_names[name] != markup}
    assert changed == {"RC"}
    [renewed] = [e for e in studio.scene.standin.world.emojis.values() if e.name == "RC"]
    assert renewed.data == files["RS"].png


async def test_a_tile_that_somebody_replaced_is_uploaded_again(studio: Studio) -> None:
    bot = await studio.start_with_tiles()
    await studio.scene.stop_bot(bot)
    emojis = studio.scene.standin.world.emojis
    del emojis[next(number for number, emoji in emojis.items() if emoji.name == "GXn")]

    await studio.start_with_tiles()

    assert studio.asked(*UPLOADS) == ALL + 1
    assert len(emojis) == ALL


async def test_two_bots_at_once_upload_once(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cog, "WAIT_SECONDS", 0.05)

    bots = await asyncio.gather(studio.start_with_tiles(), studio.start_with_tiles())

    assert bots[0].tile_names == bots[1].tile_names
    assert studio.asked(*UPLOADS) == ALL


async def test_where_some_fail_tiles_are_text_until_all_are_there(studio: Studio) -> None:
    scene = studio.scene
    emojis = scene.standin.world.emojis
    others = {number: Emoji(number, f"o{number}", "image/png", b"") for number in range(NO_ROOM)}
    emojis.update(others)
    scene.expected.add(TOO_MANY_EMOJIS)
    bot = await studio.start_without()
    people = scene.people(2)

    board = await open_game(scene, people)

    assert bot.tile_names is None
    assert "```ansi" in board.text
    assert "as text" in await slash(scene, people[0], "qwirkle board", style="emoji")
    assert len(emojis) == MOST_EMOJIS
    assert len(studio.warnings()) == 1
    for number in others:
        del emojis[number]
    await scene.stop_bot(bot)
    await studio.start_with_tiles()

    assert studio.asked(*UPLOADS) == ALL + 1
    assert len(emojis) == ALL


async def test_starting_and_commands_do_not_wait_for_tiles(studio: Studio) -> None:
    bot = await studio.start()
    assert bot.tile_names is None

    board = await open_game(studio.scene, studio.scene.people(2))

    assert "My hand" in [label for label, _, _ in board.buttons]


@pytest.mark.usefixtures("known_deal")
async def test_board_hand_and_preview_show_emoji(studio: Studio) -> None:
    scene = studio.scene
    bot = await studio.start_with_tiles()
    names = bot.tile_names
    assert names is not None
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=4)
    game = await scene.game()
    board = scene.board_message()

    assert "```" not in board.text
    newest = view_of(await scene.table(), None).newest_cells
    assert newest
    assert [cell for cell in newest if names[f"{game.board[cell]}n"] not in board.text] == []
    mover = people[game.turn]
    panel = (await mover.click(board, "My hand")).message
    hand = game.hands[game.turn]
    assert "".join(names[str(tile)] for tile in hand) in panel.text
    assert [option["emoji"]["name"] for option in panel.selects[0]["options"]] == [*map(str, hand)]
    tile = next(s.tiles[0][1] for s in legal_placements(game.board, hand) if len(s.tiles) == 1)
    await mover.choose(panel, str(hand.index(tile) + 1))
    await mover.choose(panel, panel.selects[0]["options"][0]["value"])
    assert names[f"{tile}n"] in panel.text


@pytest.mark.usefixtures("known_deal")
async def test_the_board_in_each_style(studio: Studio) -> None:
    scene = studio.scene
    await studio.start_with_tiles()
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=3)
    ann = people[0]

    async def board(**style: str) -> Reply:
        reply = await ann.slash("qwirkle board", channel=None, **style)
        await scene.settled()
        assert reply.ephemeral
        return reply

    assert "<:" in (await board(style="emoji")).text
    assert "<:" in (await board()).text
    assert "```ansi" in (await board(style="text")).text
    await change_settings(
        scene.store, ann.id, lambda own: own.model_copy(update={"tiles": TileStyle.TEXT})
    )
    assert "```ansi" in (await board()).text
    picture = (await board(style="picture")).message
    [file] = picture.attachments
    assert file.filename == "board.png"
    assert file.data.startswith(b"\x89PNG")
    [item] = next(part["items"] for _, part in walk(picture.components) if "items" in part)
    assert item["description"] == file.description
    assert item["description"].startswith("The board: ")
