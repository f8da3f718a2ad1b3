"""What a person alone sees is drawn as they like it, else as their server does."""

from __future__ import annotations

import pytest

from playground.components import walk
from playground.person import Person
from playground.things import Message
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.png import board_png, hand_png, preview_png
from tests.kit.acts import after_moves, slash, to_move
from tests.kit.bot import Scene
from tests.kit.players import open_game

pytestmark = pytest.mark.usefixtures("known_deal")


async def choose_style(scene: Scene, person: Person, name: str) -> None:
    panel = (await person.slash("qwirkle settings")).message
    await person.choose(panel, f"Tiles: {name}", custom_id="s:tilestyle:0:0:")
    await scene.settled()
    assert f"Tiles: **{name}**" in panel.text


def pictures(message: Message) -> dict[str, bytes]:
    """The pictures that a private message shows, all of them with words for who cannot see."""
    assert message.ephemeral_to is not None
    shown = [item for _, part in walk(message.components) for item in part.get("items") or ()]
    assert all(item["description"] for item in shown)
    files = {file.filename: file for file in message.attachments}
    assert [item["media"]["url"].rpartition("/")[2] for item in shown] == list(files)
    return {name: file.data for name, file in files.items()}


async def test_a_turn_in_pictures(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people, 4)
    mover, _ = await to_move(scene, people)
    await choose_style(scene, mover, "picture")
    game = await scene.game()
    hand = game.hands[game.turn]

    panel = (await mover.click(scene.board_message(), "My hand")).message
    assert pictures(panel) == {"hand.png": hand_png(hand)}
    assert "```" not in panel.text
    tile = next(s.tiles[0][1] for s in legal_placements(game.board, hand) if len(s.tiles) == 1)
    await mover.choose(panel, str(hand.index(tile) + 1))
    assert pictures(panel) == {"hand.png": hand_png(hand)}
    await mover.choose(panel, panel.selects[0]["options"][-1]["value"])
    [preview] = pictures(panel).values()
    await scene.restart_bot()
    await mover.click(panel, "Confirm")
    await scene.settled()

    after = await scene.game()
    move = after.history[-1].move
    assert isinstance(move, Place)
    assert preview == preview_png(game.board, move.tiles)
    assert pictures(panel) == {"hand.png": hand_png(after.hands[move.seat])}
    assert "```ansi" in scene.board_message().text, "the channel sees what the server likes"
    board = (await mover.slash("qwirkle board")).message
    new = [cell for cell, _ in move.tiles]
    assert pictures(board) == {"board.png": board_png(after.board, new=new)}


async def test_who_chose_nothing_sees_what_the_server_likes(scene: Scene) -> None:
    ann, bo = scene.people(2)
    await open_game(scene, [ann, bo])
    await slash(scene, ann, "qwirkle-admin settings", style="picture")

    assert pictures((await bo.slash("hand")).message)
    await choose_style(scene, bo, "text")
    assert not pictures((await bo.slash("hand")).message)
    await choose_style(scene, bo, "as the server")
    assert pictures((await bo.slash("hand")).message)
    assert (await settings_of(scene.store, bo.id)).tiles is None
    await choose_style(scene, bo, "emoji")
    assert (await settings_of(scene.store, bo.id)).tiles is TileStyle.EMOJI


async def test_spots_are_told_apart_with_points_where_hints_are_on(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, hints=True)
    mover, _ = await to_move(scene, people)
    game = await scene.game()
    hand = game.hands[game.turn]
    best = max(legal_placements({}, hand), key=lambda spot: len(spot.tiles))
    chosen = [str(hand.index(tile) + 1) for _, tile in best.tiles]

    panel = (await mover.slash("hand")).message
    await mover.choose(panel, *chosen)

    options = panel.selects[0]["options"]
    size = game.opening_size
    assert [option["label"].split(" at ")[1] for option in options] == ["N20 right", "N20 down"]
    assert {option["description"] for option in options} == {f"{size} points"}
    assert (
        ", ".join(tile.words for tile in hand if str(hand.index(tile) + 1) in chosen) in panel.text
    )
    await mover.choose(panel, options[0]["value"])
    first = hand[min(map(int, chosen)) - 1]
    assert f"{first.words} ({first}) at N20" in panel.text
    assert f"{size} points" in panel.text
