"""Hand panels that are open while something happens that is no move: they still act."""

from __future__ import annotations

import pytest

from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.notation import describe_placement
from tests.kit.acts import after_moves, boards, click, slash, to_move
from tests.kit.bot import Scene, as_it_was, custom_id, press

pytestmark = pytest.mark.usefixtures("known_deal")


async def test_a_preview_is_confirmed_after_a_question_and_an_absence(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    mover, [other] = await to_move(scene, people)
    game = await scene.game()
    hand = game.hands[game.turn]
    spot = next(s for s in legal_placements(game.board, hand) if len(s.tiles) == 1)
    panel = (await mover.click(boards(scene)[0], "My hand")).message
    await mover.choose(panel, str(hand.index(spot.tiles[0][1]) + 1))
    before = await scene.table()
    await slash(scene, other, "qwirkle undo")
    await mover.choose(panel, describe_placement(spot.tiles))
    await other.slash("qwirkle away", days=1)
    await scene.settled()
    assert (await scene.table()).revision == before.revision + 2
    seen = as_it_was(panel)

    await click(scene, mover, panel, "Confirm")

    after = await scene.table()
    assert after.move_count == before.move_count + 1
    reply = await press(scene, mover, seen, custom_id(seen, "Confirm"))
    await scene.settled()
    assert "moved on" in reply.text
    assert await scene.table() == after
