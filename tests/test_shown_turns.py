"""What was shown of a turn, and for how long it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot import turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.errors import TableError
from qwirkle_bot.saved import SavedGame, Table
from tests.kit.timed import ANN, BEGAN_MS, BO, CY, begun, changed, moved

NOW = Moment(BEGAN_MS)


def as_it_is(table: Table | None) -> SavedGame:
    assert table is not None
    return table.saved


def test_what_was_shown_of_a_turn_holds_while_the_turn_goes_on() -> None:
    table = moved(begun(ANN, BO, CY), NOW)
    shown = table.revision
    judge = turns.unchanged_since("1", shown, as_it_is)
    assert not table.still_shows(shown - 1)

    table = changed(table, table.saved, NOW, None)
    assert table.revision == shown + 1
    assert judge(table) == table.saved

    table = moved(table, NOW)
    with pytest.raises(TableError, match="moved on"):
        judge(table)
    assert not table.still_shows(table.revision + 1)


def test_a_turn_that_was_stored_without_its_revision_holds_for_the_last_one_alone() -> None:
    table = moved(begun(ANN, BO), NOW)
    clock = table.saved.clock
    assert clock is not None
    turn = clock.turn.model_copy(update={"revision": None})
    saved = table.saved.model_copy(update={"clock": clock.model_copy(update={"turn": turn})})
    old = replace(table, saved=saved)

    assert old.still_shows(old.revision)
    assert not old.still_shows(old.revision - 1)
