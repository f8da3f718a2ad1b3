"""When a player is reminded: how often, how late, and never in the night."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from qwirkle_bot.calendar import DAY_MS, HOUR_MS, MINUTE_MS, Gap, Moment, Outages
from qwirkle_bot.clocks import BANK_FACTOR, LIMITS, deadline
from qwirkle_bot.people import QuietHours, Reminders, UserSettings
from qwirkle_bot.quiet import quiet_stretch
from qwirkle_bot.reminders import BEFORE_QUIET_MS, reminders_of
from qwirkle_bot.saved import Absence, Reminder, Table, TimeLimit
from tests.kit.timed import ANN, BEGAN_MS, BO, ROBOT, begun, changed, moved, mover, skipped

NORMAL = UserSettings()
BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(start="22:00", end="07:00", zone="Europe/Berlin")
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")

MANY = settings(max_examples=200, deadline=None)


def due(table: Table, settings: UserSettings = NORMAL, now: Moment | None = None) -> dict[str, int]:
    """The reminders by name, in milliseconds after everything began."""
    found = reminders_of(table, now or Moment(BEGAN_MS), settings)
    return {one.reminder: one.at_ms - BEGAN_MS for one in found}


def in_berlin(day: str, hour: int, minute: int = 0) -> int:
    local = datetime.fromisoformat(day).replace(hour=hour, minute=minute, tzinfo=BERLIN)
    return int(local.timestamp()) * 1000


def with_bank(table: Table, bank_ms: int) -> Table:
    clock = table.saved.clock
    assert clock is not None
    clock = clock.model_copy(update={"banks_ms": (bank_ms,) * len(clock.banks_ms)})
    saved = table.saved.model_copy(update={"clock": clock})
    return changed(table, saved, Moment(BEGAN_MS), None)


def test_a_turn_with_a_limit_has_three() -> None:
    table = begun(ANN, BO, time=TimeLimit.EIGHT_HOURS)

    assert due(table) == {
        Reminder.HALF: 4 * HOUR_MS,
        Reminder.BANK: 8 * HOUR_MS,
        Reminder.LAST_CALL: 31 * HOUR_MS,
    }


@pytest.mark.parametrize("bank_ms", [0, HOUR_MS // 2])
def test_with_hardly_any_bank_there_are_two(bank_ms: int) -> None:
    table = with_bank(begun(ANN, BO, time=TimeLimit.EIGHT_HOURS), bank_ms)

    assert due(table) == {Reminder.HALF: 4 * HOUR_MS, Reminder.LAST_CALL: 7 * HOUR_MS + bank_ms}


def test_a_turn_without_a_limit_has_three_in_a_week() -> None:
    assert due(begun(ANN, BO)) == {
        Reminder.DAY: DAY_MS,
        Reminder.THREE_DAYS: 3 * DAY_MS,
        Reminder.WEEK: 7 * DAY_MS,
    }


@pytest.mark.parametrize(
    ("time", "only"), [(TimeLimit.NONE, Reminder.DAY), (TimeLimit.ONE_DAY, Reminder.LAST_CALL)]
)
def test_once_is_the_one_that_matters(time: TimeLimit, only: Reminder) -> None:
    assert list(due(begun(ANN, BO, time=time), UserSettings(reminders=Reminders.ONCE))) == [only]


def test_off_is_none() -> None:
    assert due(begun(ANN, BO), UserSettings(reminders=Reminders.OFF)) == {}


def test_hushed_turn_has_none_and_is_lost_all_the_same() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_DAY)
    clock = table.saved.clock
    assert clock is not None
    turn = clock.turn.model_copy(update={"hushed": True})
    saved = table.saved.model_copy(update={"clock": clock.model_copy(update={"turn": turn})})

    hushed = changed(table, saved, Moment(BEGAN_MS), mover(table).id)

    assert due(hushed) == {}
    assert deadline(hushed, Moment(BEGAN_MS)) == deadline(table, Moment(BEGAN_MS))


def test_robots_and_idle_seats_are_not_reminded() -> None:
    table = begun(ANN, ROBOT)
    if not mover(table).is_robot:
        table = moved(table, Moment(BEGAN_MS))
    assert due(table) == {}

    idle = begun(ANN, BO, time=TimeLimit.ONE_DAY)
    for _ in range(4):
        idle = skipped(idle, Moment(BEGAN_MS))
    assert due(idle) == {}


def test_time_that_does_not_count_moves_them() -> None:
    table = begun(ANN, BO, time=TimeLimit.EIGHT_HOURS)
    outage = Outages((Gap(BEGAN_MS + HOUR_MS, BEGAN_MS + 2 * HOUR_MS),))

    later = due(table, now=Moment(BEGAN_MS, outage))

    assert later == {name: at + HOUR_MS for name, at in due(table).items()}


def test_away_player_is_reminded_when_back() -> None:
    table = begun(ANN, BO)
    clock = table.saved.clock
    assert clock is not None
    away = Absence(user_id=mover(table).id, from_ms=BEGAN_MS, until_ms=BEGAN_MS + 5 * DAY_MS)
    clock = clock.model_copy(update={"absences": (away,)})
    saved = table.saved.model_copy(update={"clock": clock})

    assert due(changed(table, saved, Moment(BEGAN_MS), None))[Reminder.DAY] == 6 * DAY_MS


def quiet_turn(day: str, hour: int, time: TimeLimit, bank_ms: int | None = None) -> dict[str, int]:
    """The reminders of a turn that began then, for Ann and Bo who sleep from 22 to 7."""
    table = begun(ANN, BO, time=time, now=Moment(in_berlin(day, hour)))
    table = table if bank_ms is None else with_bank(table, bank_ms)
    found = reminders_of(table, Moment(BEGAN_MS), UserSettings(quiet=NIGHT))
    return {one.reminder: one.at_ms for one in found}


def test_reminders_wait_for_the_morning() -> None:
    found = quiet_turn("2027-01-10", 20, TimeLimit.EIGHT_HOURS)

    # Half would be at midnight, the bank at four; the later one is enough.
    assert found[Reminder.BANK] == in_berlin("2027-01-11", 7)
    assert Reminder.HALF not in found


def test_last_call_comes_before_the_night() -> None:
    found = quiet_turn("2027-01-10", 20, TimeLimit.EIGHT_HOURS)

    # The turn ends at four in the second night.
    assert found[Reminder.LAST_CALL] == in_berlin("2027-01-11", 22) - BEFORE_QUIET_MS


def test_turn_that_begins_and_ends_in_one_night_has_none() -> None:
    assert quiet_turn("2027-01-10", 23, TimeLimit.ONE_HOUR) == {}


def test_last_call_of_a_turn_that_began_in_the_night_waits_if_it_can() -> None:
    found = quiet_turn("2027-01-10", 23, TimeLimit.EIGHT_HOURS, bank_ms=30 * MINUTE_MS)

    # It ends at half past seven; nothing could have come before the night.
    assert found == {Reminder.LAST_CALL: in_berlin("2027-01-11", 7)}


@pytest.mark.parametrize(
    ("day", "hours"),
    [
        pytest.param("2027-01-10", 9, id="a plain night"),
        pytest.param("2027-03-27", 8, id="an hour shorter in spring"),
        pytest.param("2027-10-30", 10, id="an hour longer in autumn"),
    ],
)
def test_night_is_by_the_clock_on_the_wall(day: str, hours: int) -> None:
    begins = in_berlin(day, 22)

    night = Gap(begins, begins + hours * HOUR_MS)

    assert quiet_stretch(NIGHT, begins) == night
    assert quiet_stretch(NIGHT, night.until_ms - 1) == night
    assert quiet_stretch(NIGHT, begins - 1) is None
    assert quiet_stretch(NIGHT, night.until_ms) is None


def minutes_until(day: str, hour: int, minute: int) -> int:
    return (in_berlin(day, hour, minute) - BEGAN_MS) // MINUTE_MS


minutes = st.integers(0, 24 * 60 - 1)


def by_wall(quiet: QuietHours, at_ms: int) -> bool:
    """Whether the clock on the wall says that it is quiet."""
    now = datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(ZoneInfo(quiet.zone))
    wall = f"{now:%H:%M}"
    if quiet.start < quiet.end:
        return quiet.start <= wall < quiet.end
    return wall >= quiet.start or wall < quiet.end


def is_even(zone: str, at_ms: int) -> bool:
    """Whether no clock is changed within two days."""
    offsets = {
        datetime.fromtimestamp((at_ms + days * DAY_MS) / 1000, ZoneInfo(zone)).utcoffset()
        for days in (-2, 0, 2)
    }
    return len(offsets) == 1


@MANY
@given(
    start=minutes,
    end=minutes,
    zone=st.sampled_from(ZONES),
    at=st.integers(0, 2 * 365 * 24 * 60),
)
@example(
    start=90,
    end=150,
    zone="Europe/Berlin",
    at=(in_berlin("2027-03-28", 1, 45) - BEGAN_MS) // MINUTE_MS,
)
@example(
    start=90,
    end=150,
    zone="Europe/Berlin",
    at=(in_berlin("2027-10-31", 1, 59) - BEGAN_MS) // MINUTE_MS + 45,
)
def test_stretch_is_what_the_wall_says(start: int, end: int, zone: str, at: int) -> None:
    at_ms = BEGAN_MS + at * MINUTE_MS
    if start == end:
        end = (start + 1) % (24 * 60)
    clock = (f"{m // 60:02}:{m % 60:02}" for m in (start, end))
    quiet = QuietHours(start=next(clock), end=next(clock), zone=zone)

    stretch = quiet_stretch(quiet, at_ms)

    if by_wall(quiet, at_ms) or is_even(zone, at_ms):
        assert (stretch is not None) == by_wall(quiet, at_ms)
    if stretch is not None:
        assert stretch.from_ms <= at_ms < stretch.until_ms
        assert not by_wall(quiet, stretch.from_ms - 1) or not is_even(zone, at_ms)
        assert not by_wall(quiet, stretch.until_ms)


@MANY
@given(
    time=st.sampled_from(list(LIMITS)),
    began=st.integers(0, 365 * 24 * 60),
    bank_share=st.floats(0, BANK_FACTOR),
    start=minutes,
    length=st.integers(1, 24 * 60 - 1),
    zone=st.sampled_from(ZONES),
)
def test_no_reminder_in_quiet_hours_nor_after_the_deadline(
    time: TimeLimit, began: int, bank_share: float, start: int, length: int, zone: str
) -> None:
    end = (start + length) % (24 * 60)
    clock = (f"{m // 60:02}:{m % 60:02}" for m in (start, end))
    quiet = QuietHours(start=next(clock), end=next(clock), zone=zone)
    now = Moment(BEGAN_MS + began * MINUTE_MS)
    table = begun(ANN, BO, time=time, now=now)
    table = with_bank(table, int(bank_share * LIMITS[time]))
    until = deadline(table, now)
    assert until is not None

    found = reminders_of(table, now, UserSettings(quiet=quiet))

    moments = [one.at_ms for one in found]
    assert len(found) <= 3
    assert moments == sorted(set(moments))
    assert all(now.ms <= moment < until for moment in moments)
    assert not any(quiet_stretch(quiet, moment) for moment in moments)
