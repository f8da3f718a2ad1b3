from __future__ import annotations

import pytest

from qwirkle_bot.engine.moves import Exchange, Place
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.leaks import Witness
from tests.kit.players import chosen_move, type_move

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_a_sprint_against_bots(scene: Scene, level: str) -> None:
    [ann] = scene.people(1)
    witness, chance = Witness(), chance_from(1)
    scene.standin.world.listeners.append(witness)
    await ann.slash("start", bots=2, level=level, variant="sprint")
    await scene.settled()

    game = await scene.game()
    while not game.result:
        if game.turn == 0:
            await type_move(ann, game, chosen_move(game, chance), chance)
            await scene.settled()
        else:
            assert "to move" in (await ann.slash("place", tiles="1", at="N20")).text
            await scene.tick()
        before, game = game, await scene.game()
        assert len(game.history) > len(before.history)
        assert witness.judge([before, game], {ann.id: 0}) == []
        check_board(scene, ann.id, is_hers=game.turn == 0 and not game.result)

    table = await scene.table()
    assert table.phase is Phase.OVER
    assert game.turns_had == (6, 6, 6)
    assert {type(turn.move) for turn in game.history} <= {Place, Exchange}
    await scene.tick(3600)
    assert await scene.table() == table
    assert [m for m in scene.public()[:-1] if m.buttons] == []


def check_board(scene: Scene, ann_id: int, *, is_hers: bool) -> None:
    board = scene.board_message()
    assert board.buttons
    if is_hers:
        assert board.mentions == [ann_id]
    elif "thinking" in board.text:
        assert board.mentions == []
