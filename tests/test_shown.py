"""What is noted of a message that shows a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot.calendar import HOUR_MS, Gap, Moment, Outages
from qwirkle_bot.saved import Reminder, Table, TimeLimit
from qwirkle_bot.shown import addressed, told_by
from tests.kit.timed import ANN, BEGAN_MS, BO, begun, moved, mover

NOW = Moment(BEGAN_MS)
DOWN = Moment(BEGAN_MS, Outages(bot=(Gap(BEGAN_MS, BEGAN_MS + HOUR_MS),)))


def reminded(table: Table) -> Table:
    told = told_by(table, 1, NOW)
    note = {"reminded": Reminder.HALF, "reminder_id": 2, "looked": True}
    return replace(table, told=told.model_copy(update=note))


@pytest.mark.parametrize(("now", "reminder_id"), [(NOW, 2), (DOWN, None)])
def test_a_reminder_is_kept_while_the_deadline_that_it_names_holds(
    now: Moment, reminder_id: int | None
) -> None:
    told = told_by(reminded(begun(ANN, BO, time=TimeLimit.ONE_DAY)), 3, now)

    assert (told.message_id, told.reminded, told.looked) == (3, Reminder.HALF, True)
    assert told.reminder_id == reminder_id


def test_the_next_turn_begins_with_nothing_noted() -> None:
    table = reminded(begun(ANN, BO, time=TimeLimit.ONE_DAY))

    told = told_by(moved(table, Moment(BEGAN_MS + 1)), 3, NOW)

    assert (told.reminded, told.reminder_id, told.looked) == (None, None, False)


def test_a_board_calls_whoever_is_to_move() -> None:
    table = begun(ANN, BO)

    assert addressed(table) == [mover(table).id]
    assert addressed(moved(table, NOW)) == [(BO if mover(table) == ANN else ANN).id]
