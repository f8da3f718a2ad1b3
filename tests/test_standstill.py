"""When the game waits for somebody to come back, instead of skipping round and round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot.clocks import is_asleep, is_skipped_at_once
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Clock, Player, Table, TurnState
from tests.kit.games import moment
from tests.kit.moments import PEOPLE, table_at

ROBOT = Player(id=0, name="Bot 1 (easy)", level=Level.EASY)


def idle_mover(other_hand: str, bag: str, other: Player = PEOPLE[1]) -> Table:
    """Ann is to move, can place, and is idle; somebody else holds ``other_hand``."""
    table = table_at(moment("RC", "RS", other_hand, bag=bag), players=[PEOPLE[0], other])
    clock = Clock(turn=TurnState(began_ms=0), missed=(2, 0))
    return replace(table, saved=table.saved.model_copy(update={"clock": clock}))


@pytest.mark.parametrize(
    ("table", "skipped"),
    [
        pytest.param(idle_mover("GX", bag=""), False, id="the other can only pass"),
        pytest.param(idle_mover("RD", bag=""), True, id="the other can place"),
        pytest.param(idle_mover("GX", bag="OT"), True, id="the other can exchange"),
        pytest.param(idle_mover("RD", bag="", other=ROBOT), False, id="only a robot is awake"),
    ],
)
def test_an_idle_seat_is_skipped_only_where_that_leads_on(table: Table, skipped: bool) -> None:
    assert is_skipped_at_once(table) is skipped
    assert is_asleep(table) is not skipped
