"""The board in the channel: whole, or in part with a picture of all of it, as the server likes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from cogs import _drawing
from playground import permissions
from playground.components import walk
from playground.things import Message
from qwirkle_bot import turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.pictures.indexed import read_png
from qwirkle_bot.pictures.png import board_png
from qwirkle_bot.pictures.window import Window
from tests.kit.acts import slash
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

TOO_WIDE: Final = 17
"""Columns that fit neither 12 emoji nor 34 columns of text."""

MISSING_PERMISSIONS: Final = 50013

pytestmark = pytest.mark.usefixtures("known_deal")


async def spread_out(scene: Scene, columns: int) -> None:
    """Play on, unseen, until the board is so wide; the channel is shown none of it."""
    for number in range(60):
        table = await scene.table()
        game = await scene.game()
        if len(Window.around(game.board).columns) >= columns:
            return
        spots = legal_placements(game.board, game.hands[game.turn])
        wide = max(
            spots, key=lambda spot: len(Window.around(game.board | dict(spot.tiles)).columns)
        )
        judge = partial(turns.place, user_id=table.mover(game).id, tiles=wide.tiles)
        await change_game(
            scene.store,
            scene.channel.id,
            request_id=f"unseen {number}",
            judge=judge,
            now=Moment(scene.time.now_ms()),
            by=None,
        )
    raise AssertionError("the board did not become so wide")


def newest(game: Game) -> list[Cell]:
    move = game.history[-1].move
    assert isinstance(move, Place)
    return [cell for cell, _ in move.tiles]


def picture(message: Message) -> bytes:
    """The picture that a message shows; checked to be the only one, and described in words."""
    [items] = [part["items"] for _, part in walk(message.components) if "items" in part]
    [file] = message.attachments
    assert items[0]["description"] == file.description
    assert items[0]["media"]["url"].endswith(f"/{file.id}/board.png")
    return file.data


async def test_a_board_that_is_cut_comes_with_a_picture_of_all_of_it(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=1)
    small = scene.board_message()
    assert small.attachments == []

    await spread_out(scene, TOO_WIDE)
    await play_typed(scene, people, chance_from(1), turns=1)

    board, game = scene.board_message(), await scene.game()
    new = newest(game)
    assert "Outside: " in board.text
    assert picture(board) == board_png(game.board, new=new)
    assert board.attachments[0].description is not None
    assert "Just laid: " in board.attachments[0].description
    width = len(Window.around(game.board).columns)
    assert read_png(picture(board)).width == (width + 4) * 64
    # The next one takes its buttons, and leaves what it shows.
    await play_typed(scene, people, chance_from(1), turns=1)
    assert board.buttons == []
    assert picture(board) == board_png(game.board, new=new)
    assert picture(scene.board_message()) != picture(board)


async def test_a_board_drawn_again_keeps_one_picture(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await spread_out(scene, TOO_WIDE)
    await play_typed(scene, people, chance_from(1), turns=1)
    board = scene.board_message()
    first = board.attachments[0].id
    game = await scene.game()

    await slash(scene, people[1 - game.turn], "qwirkle undo")

    [file] = board.attachments
    assert scene.board_message() is not board, "the question comes beneath the board"
    assert file.id != first
    assert picture(board)
    asked = scene.board_message()
    await people[game.turn].click(asked, "Agree")
    await scene.settled()
    assert picture(scene.board_message())


async def test_where_no_file_may_be_attached_the_board_says_how_to_see_all_of_it(
    scene: Scene,
) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await spread_out(scene, TOO_WIDE)
    scene.channel.denied |= permissions.ATTACH_FILES
    scene.expected.add(MISSING_PERMISSIONS)

    await play_typed(scene, people, chance_from(1), turns=1)

    board = scene.board_message()
    assert board.attachments == []
    assert "`/qwirkle board style: picture` shows all of it" in board.text
    assert next(label for label, _, _ in board.buttons) == "My hand"


async def test_pictures_are_drawn_beside_the_loop_and_for_boards_that_are_cut_only(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_in: list[threading.Thread] = []

    def watched(draw: Callable[..., bytes], *arguments: object, **options: object) -> bytes:
        drawn_in.append(threading.current_thread())
        return draw(*arguments, **options)

    monkeypatch.setattr(_drawing, "board_png", partial(watched, board_png))
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=2)
    assert drawn_in == []

    await spread_out(scene, TOO_WIDE)
    await play_typed(scene, people, chance_from(1), turns=1)

    assert len(drawn_in) == 1
    assert drawn_in[0] is not threading.main_thread()


async def test_the_server_chooses_how_boards_look(scene: Scene) -> None:
    people = scene.people(2)
    owner = scene.people(1)[0]
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=1)

    told = await slash(scene, owner, "qwirkle-admin settings", style="picture")
    assert "Boards are shown as pictures." in told
    await play_typed(scene, people, chance_from(1), turns=1)
    board = scene.board_message()
    assert "```" not in board.text
    game = await scene.game()
    assert picture(board) == board_png(game.board, new=newest(game))

    told = await slash(scene, owner, "qwirkle-admin settings", style="text", width=26)
    assert "at most 76 characters" in told
    await spread_out(scene, TOO_WIDE)
    await play_typed(scene, people, chance_from(1), turns=1)
    board = scene.board_message()
    assert board.attachments == []
    assert "Outside: " not in board.text
    lines = board.text.split("```")[1].split("\n")
    assert max(map(len, lines)) > 34

    told = await slash(scene, owner, "qwirkle-admin settings", width=12)
    await slash(scene, owner, "qwirkle-admin repost")
    assert picture(scene.board_message())


async def test_two_moderators_at_once_lose_nothing(scene: Scene) -> None:
    owner = scene.people(1)[0]

    await asyncio.gather(
        slash(scene, owner, "qwirkle-admin settings", style="text"),
        slash(scene, owner, "qwirkle-admin settings", width=20),
        slash(scene, owner, "qwirkle-admin settings", threads=False),
    )

    told = await slash(scene, owner, "qwirkle-admin settings")
    assert "Boards are shown as text, at most 58 characters" in told
    assert "may not open threads" in told
