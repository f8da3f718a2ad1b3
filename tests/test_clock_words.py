"""What the board and the clock say about time and about who is missing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from qwirkle_bot.calendar import DAY_MS, HOUR_MS, MINUTE_MS, Moment
from qwirkle_bot.saved import Absence, Reminder, SavedGame, Table, TimeLimit
from qwirkle_bot.views import view_of
from qwirkle_bot.words.clock import bank_words, reminder_words
from qwirkle_bot.words.moves import closed_words, prompt, score_table
from tests.kit.timed import ANN, BEGAN_MS, BO, ROBOT, begun, changed, moved, mover, skipped

NOW = Moment(BEGAN_MS)
BOARD = "https://discord.com/channels/1/2/3"


def with_clock(table: Table, changes: Mapping[str, object]) -> Table:
    assert table.saved.clock is not None
    clock = table.saved.clock.model_copy(update=changes)
    saved: SavedGame = table.saved.model_copy(update={"clock": clock})
    return changed(table, saved, NOW, None)


def line_of(table: Table, name: str, now: Moment = NOW) -> str:
    """A player's line of the score table."""
    lines = score_table(view_of(table, None, now)).splitlines()
    return next(line for line in lines if f"**{name}**" in line)


def test_prompt_says_when_the_turn_is_lost() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_HOUR)
    ends = (BEGAN_MS + 4 * HOUR_MS) // 1000

    assert f"<t:{ends}:R>" in prompt(view_of(table, None, NOW))
    assert f"<t:{ends}:R>" in prompt(view_of(moved(table, NOW), None, NOW))


def test_prompt_of_a_game_without_a_limit_names_no_time() -> None:
    assert "<t:" not in prompt(view_of(begun(ANN, BO), None, NOW))


def test_prompt_to_a_robot_names_no_time() -> None:
    table = begun(ANN, ROBOT, time=TimeLimit.ONE_HOUR)
    if not mover(table).is_robot:
        table = moved(table, NOW)

    assert "<t:" not in prompt(view_of(table, None, NOW))


def test_whoever_is_away_is_shown_as_away_until_then() -> None:
    away = Absence(user_id=ANN.id, from_ms=BEGAN_MS, until_ms=BEGAN_MS + DAY_MS)
    table = with_clock(begun(ANN, BO), {"absences": (away,)})

    assert "away" in line_of(table, "Ann")
    assert "away" not in line_of(table, "Bo")
    assert "away" not in line_of(table, "Ann", Moment(BEGAN_MS + DAY_MS))


def test_whoever_is_idle_or_left_is_shown_so() -> None:
    idle = with_clock(begun(ANN, BO), {"missed": (2, 1)})
    left = with_clock(begun(ANN, BO), {"left": (BO.id,)})

    assert "idle" in line_of(idle, "Ann")
    assert "idle" not in line_of(idle, "Bo")
    assert "left the server" in line_of(left, "Bo")


def test_game_that_is_asleep_says_how_to_wake_it() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_HOUR)
    for _ in range(4):
        table = skipped(table, NOW)

    assert "I'm back" in prompt(view_of(table, None, NOW))


@pytest.mark.parametrize("reminder", Reminder)
def test_reminder_mentions_its_player_and_the_time(reminder: Reminder) -> None:
    limited = reminder_words(ANN, reminder, BEGAN_MS, BEGAN_MS + HOUR_MS, BOARD)
    unlimited = reminder_words(ANN, reminder, BEGAN_MS, None, BOARD)

    assert limited.startswith(f"<@{ANN.id}>")
    assert f"<t:{(BEGAN_MS + HOUR_MS) // 1000}:R>" in limited
    assert f"<t:{BEGAN_MS // 1000}:R>" in unlimited
    assert BOARD in limited


def test_closed_game_keeps_its_seed() -> None:
    table = begun(ANN, BO)
    closed = changed(table, table.saved.model_copy(update={"closed": True}), NOW, None)
    assert closed.saved.record is not None

    words = closed_words(view_of(closed, None, NOW), abandoned=True)

    assert "30 days" in words
    assert closed.saved.record.seed not in words


def test_the_bank_is_shown_as_far_as_it_is_left() -> None:
    table = moved(begun(ANN, BO, time=TimeLimit.ONE_DAY), NOW)
    late = Moment(BEGAN_MS + DAY_MS + 90 * MINUTE_MS)
    names = {mover(table).name: "2 d 22 h", ({"Ann", "Bo"} - {mover(table).name}).pop(): "3 d 0 h"}

    words = bank_words(view_of(table, None, late))

    assert words == f"-# Time in the bank: Ann {names['Ann']} · Bo {names['Bo']}"
    assert bank_words(view_of(begun(ANN, BO), None, late)) == ""
    robots = begun(ANN, ROBOT, time=TimeLimit.TEN_MINUTES)
    assert bank_words(view_of(robots, None, NOW)) == "-# Time in the bank: Ann 30 min"
