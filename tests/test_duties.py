"""What is owed to a game, and when. Times are counted from when everything began."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot import overdue
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, Gap, Moment, Outages
from qwirkle_bot.clocks import GRACE_MS, deadline
from qwirkle_bot.duties import (
    ABANDONED_MS,
    LOBBY_MS,
    NOTICE_MS,
    TELL_END_MS,
    TELL_GRACE_MS,
    Close,
    Duty,
    LookForMover,
    NoteAbsence,
    PassStuck,
    Redraw,
    Remind,
    RobotMove,
    SkipTurn,
    Tell,
    WarnAbandoned,
    duties,
    is_abandoned,
    more_at,
    wake_at,
)
from qwirkle_bot.errors import TableError
from qwirkle_bot.people import Away, QuietHours, Reminders, UserSettings
from qwirkle_bot.saved import Reminder, Table, TimeLimit, read_table
from tests.kit.timed import (
    ANN,
    BEGAN_MS,
    BO,
    CY,
    ROBOT,
    begun,
    by,
    changed,
    lobby,
    moved,
    mover,
    skipped,
    told,
)

NORMAL = UserSettings()
EIGHT = TimeLimit.EIGHT_HOURS
TURN_MS = 32 * HOUR_MS
"""All the time of the first turn at eight hours."""


def at(after_ms: int, *outages: Gap) -> Moment:
    return Moment(BEGAN_MS + after_ms, Outages(outages))


def owed(table: Table, after_ms: int) -> tuple[Duty, ...]:
    return duties(table, at(after_ms), NORMAL)


def shown(table: Table) -> Table:
    return told(table, at(0))


def open_lobby() -> Table:
    return read_table(lobby(ANN).model_dump_json(), 1, None)


def asleep() -> Table:
    table = begun(ANN, BO, time=EIGHT)
    for _ in range(4):
        table = skipped(table, at(0))
    return table


def closed(table: Table, after_ms: int) -> Table:
    saved = overdue.do_duty(table, Close(), game_id="1", now=at(after_ms), settings=NORMAL)
    return changed(table, saved, at(after_ms), None)


def test_channel_that_knows_all_is_owed_nothing() -> None:
    assert owed(shown(begun(ANN, BO, time=EIGHT)), 0) == ()


def test_whoever_changed_a_game_has_five_seconds_to_tell_it() -> None:
    table = begun(ANN, BO, time=EIGHT)

    assert owed(table, TELL_GRACE_MS - 1) == ()
    assert owed(table, TELL_GRACE_MS) == (Tell(),)
    assert wake_at(table, at(0), NORMAL) == BEGAN_MS + TELL_GRACE_MS


def test_no_turn_is_lost_of_which_nobody_was_told() -> None:
    assert owed(begun(ANN, BO, time=EIGHT), TURN_MS + GRACE_MS) == (Tell(),)


def test_turn_is_lost_three_seconds_after_the_deadline() -> None:
    table = told(begun(ANN, BO, time=EIGHT), at(0), reminded=Reminder.LAST_CALL)

    assert owed(table, TURN_MS + GRACE_MS - 1) == ()
    assert owed(table, TURN_MS + GRACE_MS) == (SkipTurn(),)


def test_reminders_come_one_after_the_other_and_only_the_latest() -> None:
    table = shown(begun(ANN, BO, time=EIGHT))

    assert owed(table, 4 * HOUR_MS - 1) == ()
    assert owed(table, 4 * HOUR_MS) == (Remind(Reminder.HALF),)
    assert owed(table, 9 * HOUR_MS) == (Remind(Reminder.BANK),)
    assert owed(table, TURN_MS - 1) == (Remind(Reminder.LAST_CALL),)
    assert owed(table, TURN_MS) == ()


def test_reminder_that_was_sent_is_not_owed_again() -> None:
    table = told(begun(ANN, BO, time=EIGHT), at(0), reminded=Reminder.BANK)

    assert owed(table, 9 * HOUR_MS) == ()
    assert owed(table, 31 * HOUR_MS) == (Remind(Reminder.LAST_CALL),)


def test_deadline_that_moved_is_shown_anew() -> None:
    table = shown(begun(ANN, BO, time=EIGHT))
    outage = Gap(BEGAN_MS + HOUR_MS, BEGAN_MS + 2 * HOUR_MS)

    now = at(2 * HOUR_MS, outage)

    assert duties(table, now, NORMAL) == (Redraw(),)
    assert duties(told(table, now), now, NORMAL) == ()
    assert deadline(table, now) == BEGAN_MS + TURN_MS + HOUR_MS


def test_player_is_looked_for_once_a_turn() -> None:
    table = begun(ANN, BO, time=EIGHT)

    assert owed(told(table, at(0), looked=False), 0) == (LookForMover(mover(table).id),)


def test_whoever_cannot_do_what_is_owed_looks_again_when_more_is() -> None:
    table = told(begun(ANN, BO, time=EIGHT), at(0), looked=False)

    assert more_at(table, at(0), NORMAL) == BEGAN_MS + 4 * HOUR_MS
    assert more_at(table, at(31 * HOUR_MS), NORMAL) == BEGAN_MS + TURN_MS + GRACE_MS


def test_player_who_left_is_skipped_at_once() -> None:
    table = told(begun(ANN, BO), at(0), looked=False)
    duty = LookForMover(mover(table).id)

    saved = overdue.do_duty(table, duty, game_id="1", now=at(0), settings=NORMAL)
    table = shown(changed(table, saved, at(0), None))

    assert owed(table, 0) == (SkipTurn(),)


def test_robot_moves_when_its_board_was_shown() -> None:
    table = begun(ANN, ROBOT)
    if not mover(table).is_robot:
        table = moved(table, at(0))

    assert owed(replace(table, told=None), 0) == ()
    assert owed(shown(table), 0) == (RobotMove(),)


def test_idle_seat_is_skipped_without_waiting_while_somebody_plays() -> None:
    table = begun(ANN, BO, CY, time=EIGHT)
    for _ in range(2):
        table = moved(moved(skipped(table, at(0)), at(0)), at(0))

    assert owed(shown(table), 0) == (SkipTurn(),)


def test_game_that_is_asleep_is_owed_nothing_until_its_notice() -> None:
    table = shown(asleep())

    assert owed(table, 20 * DAY_MS) == ()
    assert wake_at(table, at(0), NORMAL) == BEGAN_MS + ABANDONED_MS - NOTICE_MS


def test_stuck_seat_passes() -> None:
    table = shown(begun(ANN, BO))
    assert table.game is not None
    hand = table.game.hands[table.game.turn][:1]
    blocked = {(n, 0): tile for n, tile in enumerate(hand)}
    game = replace(
        table.game,
        board=type(table.game.board)(blocked),
        bag=replace(table.game.bag, tiles=()),
        hands=(hand, hand),
    )

    assert owed(replace(table, game=game), 0) == (PassStuck(),)


def test_lobby_closes_after_seven_days() -> None:
    table = replace(open_lobby(), told=shown(begun(ANN, BO)).told)
    table = replace(table, told=table.told and table.told.model_copy(update={"revision": 1}))

    assert owed(table, LOBBY_MS - 1) == ()
    assert owed(table, LOBBY_MS) == (Close(),)
    assert closed(table, LOBBY_MS).saved.closed


def test_abandoned_game_is_announced_and_then_closed() -> None:
    table = shown(asleep())
    closes_ms = BEGAN_MS + ABANDONED_MS
    assert owed(table, ABANDONED_MS - NOTICE_MS) == (WarnAbandoned(closes_ms),)
    assert table.told is not None
    warned = replace(table, told=table.told.model_copy(update={"closing_ms": closes_ms}))

    assert owed(warned, ABANDONED_MS - 1) == ()
    assert owed(warned, ABANDONED_MS) == (Close(),)
    end = closed(warned, ABANDONED_MS)
    assert is_abandoned(end)


def test_end_that_an_outage_has_moved_is_announced_anew() -> None:
    table = shown(asleep())
    assert table.told is not None
    closes_ms = BEGAN_MS + ABANDONED_MS
    warned = replace(table, told=table.told.model_copy(update={"closing_ms": closes_ms}))
    outage = Gap(closes_ms - DAY_MS, closes_ms - DAY_MS + HOUR_MS)

    owed = duties(warned, at(ABANDONED_MS, outage), NORMAL)

    assert owed == (WarnAbandoned(closes_ms + HOUR_MS),)


def test_any_persons_act_puts_the_end_off() -> None:
    table = asleep()
    table = shown(by(table, at(20 * DAY_MS), mover(table), overdue.come_back))

    assert Close() not in owed(table, ABANDONED_MS)
    assert Close() in owed(table, ABANDONED_MS + 20 * DAY_MS)


def test_game_whose_channel_is_gone_is_closed_in_the_end_and_then_left_alone() -> None:
    table = begun(ANN, BO)
    assert owed(table, ABANDONED_MS) == (Close(),)

    end = closed(table, ABANDONED_MS)

    assert owed(end, ABANDONED_MS + TELL_GRACE_MS) == (Tell(),)
    assert wake_at(end, at(ABANDONED_MS + TELL_END_MS), NORMAL) is None


@pytest.mark.parametrize("duty", [SkipTurn(), Close(), PassStuck()])
def test_duty_is_judged_again_when_it_is_done(duty: Duty) -> None:
    table = shown(begun(ANN, BO, time=EIGHT))

    with pytest.raises(TableError):
        overdue.do_duty(table, duty, game_id="1", now=at(0), settings=NORMAL)


def test_move_of_the_last_second_wins_over_the_skip() -> None:
    table = told(begun(ANN, BO, time=EIGHT), at(0), reminded=Reminder.LAST_CALL)
    late = at(TURN_MS + GRACE_MS)
    assert duties(table, late, NORMAL) == (SkipTurn(),)

    after = moved(table, at(TURN_MS + GRACE_MS - 1))

    with pytest.raises(TableError):
        overdue.do_duty(after, SkipTurn(), game_id="1", now=late, settings=NORMAL)


spans = st.one_of(st.integers(0, 40 * DAY_MS), st.sampled_from([0, HOUR_MS, TURN_MS, LOBBY_MS]))
outages = st.lists(
    st.builds(lambda start, length: Gap(BEGAN_MS + start, BEGAN_MS + start + length), spans, spans),
    max_size=2,
)
wishes = st.builds(
    UserSettings,
    reminders=st.sampled_from(Reminders),
    quiet=st.none() | st.just(QuietHours(start="22:00", end="07:00", zone="Europe/Berlin")),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A game after some turns and some time, told or not, hushed or not, or a lobby."""
    if draw(st.integers(0, 9)) == 0:
        return open_lobby()
    players = draw(st.sampled_from([(ANN, BO), (ANN, BO, CY), (ANN, ROBOT)]))
    table = begun(*players, time=draw(st.sampled_from(TimeLimit)))
    now = BEGAN_MS
    for act in draw(st.lists(st.sampled_from([moved, skipped]), max_size=8)):
        ends = deadline(table, Moment(now))
        now = min(now + draw(st.integers(0, DAY_MS)), ends or now + DAY_MS)
        robot_is_late = act is skipped and mover(table).is_robot
        table = (moved if robot_is_late else act)(table, Moment(now))
    if draw(st.booleans()):
        clock = table.saved.clock
        assert clock is not None
        turn = clock.turn.model_copy(update={"hushed": draw(st.booleans())})
        left = draw(st.sampled_from([(), (ANN.id,), (BO.id,)]))
        clock = clock.model_copy(update={"turn": turn, "left": left})
        saved = table.saved.model_copy(update={"clock": clock})
        table = changed(table, saved, Moment(now), None)
    if not draw(st.booleans()):
        return replace(table, told=None)
    reminded = draw(st.none() | st.sampled_from(Reminder))
    return told(table, Moment(now), reminded=reminded, looked=draw(st.booleans()))


@settings(max_examples=150, deadline=None)
@given(
    table=tables(),
    gaps=outages,
    wish=wishes,
    start=spans,
    shares=st.lists(st.floats(0, 1, exclude_max=True), min_size=12, max_size=12),
)
def test_nothing_is_owed_before_the_wake_up_and_something_at_it(
    table: Table, gaps: list[Gap], wish: UserSettings, start: int, shares: list[float]
) -> None:
    now = at(start, *gaps)
    wake = wake_at(table, now, wish)

    ends = now.ms + 400 * DAY_MS if wake is None else wake
    for moment in [now.ms + int(share * (ends - now.ms)) for share in shares] + [ends - 1]:
        if now.ms <= moment < ends:
            assert duties(table, replace(now, ms=moment), wish) == ()
    if wake is not None:
        assert wake >= now.ms
        assert duties(table, replace(now, ms=wake), wish) != ()


@settings(max_examples=150, deadline=None)
@given(table=tables(), gaps=outages, wish=wishes, start=spans)
def test_reminders_are_owed_before_the_deadline_and_the_skip_after_it(
    table: Table, gaps: list[Gap], wish: UserSettings, start: int
) -> None:
    now = at(start, *gaps)
    ends = deadline(table, now)

    for duty in duties(table, now, wish):
        if isinstance(duty, Remind):
            assert ends is None or now.ms < ends
            assert wish.reminders is not Reminders.OFF
        if isinstance(duty, SkipTurn):
            assert ends is None or now.ms >= ends + GRACE_MS


def test_no_game_is_closed_before_the_deadline_that_was_shown() -> None:
    fresh = begun(ANN, BO, time=TimeLimit.SEVEN_DAYS)
    table = told(skipped(fresh, at(28 * DAY_MS)), at(28 * DAY_MS))  # Seven days and a bank of 21.
    shown = deadline(table, at(28 * DAY_MS))
    assert shown is not None
    assert shown > fresh.saved.touched_ms + ABANDONED_MS

    assert Close() not in owed(table, ABANDONED_MS)
    assert Close() in owed(table, shown - BEGAN_MS + GRACE_MS)


def test_an_absence_that_the_game_does_not_know_is_noted_before_anything_is_done() -> None:
    table = shown(begun(ANN, BO, time=EIGHT))
    away = Away(from_ms=BEGAN_MS - DAY_MS, until_ms=BEGAN_MS + 3 * DAY_MS)
    absent = UserSettings(absences=(away,))
    note = NoteAbsence(mover(table).id)
    assert wake_at(table, at(HOUR_MS), absent) == BEGAN_MS + HOUR_MS
    assert duties(table, at(TURN_MS + GRACE_MS), absent)[0] == note
    assert note not in duties(table, at(3 * DAY_MS), absent)

    saved = overdue.do_duty(
        table, note, game_id=table.saved.id, now=at(TURN_MS + GRACE_MS), settings=absent
    )
    after = changed(table, saved, at(TURN_MS + GRACE_MS), None)

    assert deadline(after, at(TURN_MS)) == BEGAN_MS + 3 * DAY_MS + TURN_MS
    assert note not in duties(shown(after), at(TURN_MS + GRACE_MS), absent)
