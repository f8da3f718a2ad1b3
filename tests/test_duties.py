from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot.duties import TELL_GRACE_MS, Duty, duties, wake_after_telling, wake_at
from qwirkle_bot.engine.game import EndReason, Result
from qwirkle_bot.robots.choice import Level
from qwirkle_bot.saved import Player, Table, Told
from tests.kit.games import SEED, dealt
from tests.kit.moments import PEOPLE, lobby, table_at

NOW = 1_000_000
ROBOT = Player(id=0, name="Bot 1", level=Level.EASY)
GAME = dealt(SEED, 2)


def told(table: Table, behind: int = 0) -> Table:
    note = Told(revision=table.revision - behind, moves=0, message_id=1)
    return replace(table, told=note)


PEOPLES = table_at(GAME, players=PEOPLE)
ROBOTS = table_at(GAME, players=[ROBOT, ROBOT])
OVER = table_at(replace(GAME, result=Result(EndReason.OUT, (1, 2), (1,))), players=[ROBOT, ROBOT])


@pytest.mark.parametrize(
    ("table", "owed", "wake"),
    [
        pytest.param(PEOPLES, (Duty.TELL,), NOW + TELL_GRACE_MS, id="never told"),
        pytest.param(told(PEOPLES, 1), (Duty.TELL,), NOW + TELL_GRACE_MS, id="told before"),
        pytest.param(told(PEOPLES), (), None, id="told"),
        pytest.param(ROBOTS, (Duty.TELL,), NOW + TELL_GRACE_MS, id="a robot waits to be told"),
        pytest.param(told(ROBOTS), (Duty.ROBOT_MOVE,), NOW, id="a robot moves at once"),
        pytest.param(told(OVER), (), None, id="nobody moves when it is over"),
        pytest.param(told(lobby(ROBOT, PEOPLE[0])), (), None, id="nor in a lobby"),
        pytest.param(lobby(PEOPLE[0]), (Duty.TELL,), NOW + TELL_GRACE_MS, id="a lobby"),
    ],
)
def test_what_is_owed_and_when(table: Table, owed: tuple[Duty, ...], wake: int | None) -> None:
    assert duties(table) == owed
    assert wake_at(table, NOW) == wake


def test_after_telling_only_a_robot_is_owed() -> None:
    assert wake_after_telling(PEOPLES, NOW) is None
    assert wake_after_telling(ROBOTS, NOW) == NOW
