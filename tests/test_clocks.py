"""What a turn costs, when it ends, and who is waited for."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot import turns
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, MINUTE_MS, Gap, Moment, Outages, when
from qwirkle_bot.clocks import (
    BANK_FACTOR,
    GRACE_MS,
    LIMITS,
    banks_left_ms,
    deadline,
    gaps_of_turn,
    is_asleep,
    is_away,
    is_idle,
    is_skipped_at_once,
)
from qwirkle_bot.engine.moves import TakeBack
from qwirkle_bot.errors import TableError
from qwirkle_bot.overdue import come_back
from qwirkle_bot.saved import Absence, Clock, SavedGame, Table, TimeLimit
from qwirkle_bot.tables import take_over
from tests.kit.timed import (
    ANN,
    BEGAN_MS,
    BO,
    CY,
    DI,
    GUILD,
    ROBOT,
    begun,
    by,
    changed,
    moved,
    mover,
    skipped,
    the_game,
)

LIMIT = 8 * HOUR_MS
BANK = BANK_FACTOR * LIMIT
EIGHT = TimeLimit.EIGHT_HOURS

FEW = settings(max_examples=40, deadline=None)

times = st.integers(0, LIMIT + BANK)
gaps = st.lists(
    st.builds(
        lambda start, length: Gap(BEGAN_MS + start, BEGAN_MS + start + length),
        st.integers(-DAY_MS, 3 * DAY_MS),
        st.integers(0, DAY_MS),
    ),
    max_size=4,
)


def at(counted_ms: int) -> Moment:
    return Moment(BEGAN_MS + counted_ms)


def clock(table: Table) -> Clock:
    assert table.saved.clock is not None
    return table.saved.clock


def with_absences(table: Table, user_id: int, *gaps: Gap) -> SavedGame:
    absences = tuple(
        Absence(user_id=user_id, from_ms=gap.from_ms, until_ms=gap.until_ms) for gap in gaps
    )
    kept = clock(table).model_copy(update={"absences": absences})
    return table.saved.model_copy(update={"clock": kept})


@pytest.mark.parametrize("time", list(LIMITS))
def test_first_turn_has_its_time_and_three_times_as_much(time: TimeLimit) -> None:
    assert deadline(begun(ANN, BO, time=time), at(0)) == BEGAN_MS + 4 * LIMITS[time]


def test_game_without_a_limit_has_no_deadline_and_no_bank() -> None:
    table = begun(ANN, BO)

    assert deadline(table, at(0)) is None
    assert banks_left_ms(table, at(DAY_MS)) == ()


@pytest.mark.parametrize(
    ("used", "cost"),
    [
        pytest.param(0, 0, id="at once"),
        pytest.param(LIMIT, 0, id="all of its own time"),
        pytest.param(LIMIT + 1, 1, id="a millisecond more"),
        pytest.param(LIMIT + BANK, BANK, id="all that there was"),
        pytest.param(LIMIT + BANK + GRACE_MS - 1, BANK, id="given before the deadline, here after"),
    ],
)
def test_bank_pays_for_what_the_turn_took_beyond_its_time(used: int, cost: int) -> None:
    before = begun(ANN, BO, time=EIGHT)
    seat = the_game(before).turn

    after = moved(before, at(used))

    assert clock(after).banks_ms[seat] == BANK - cost
    assert clock(after).banks_ms[1 - seat] == BANK
    assert clock(after).turn.began_ms == BEGAN_MS + used


def test_move_after_the_deadline_is_refused() -> None:
    with pytest.raises(TableError):
        moved(begun(ANN, BO, time=EIGHT), at(LIMIT + BANK + GRACE_MS))


def test_running_turn_shows_what_it_costs_by_now() -> None:
    table = begun(ANN, BO, time=EIGHT)
    seat = the_game(table).turn

    assert banks_left_ms(table, at(LIMIT + 5))[seat] == BANK - 5


def test_deadline_is_so_many_hours_away_when_the_clocks_on_the_walls_change() -> None:
    eve = datetime(2027, 3, 27, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    table = begun(ANN, BO, time=TimeLimit.SEVEN_DAYS, now=Moment(int(eve.timestamp()) * 1000))
    until = deadline(table, at(0))
    assert until is not None

    there = datetime.fromtimestamp(until / 1000, UTC).astimezone(ZoneInfo("Europe/Berlin"))

    assert (there.day, there.hour) == (24, 13)


@FEW
@given(away=gaps, outages=gaps, used=times)
def test_deadline_leaves_just_what_is_left_whatever_does_not_count(
    away: list[Gap], outages: list[Gap], used: int
) -> None:
    table = begun(ANN, BO, time=EIGHT)
    table = changed(table, with_absences(table, mover(table).id, *away), at(0), None)
    now = Moment(BEGAN_MS, Outages(tuple(outages[:2]), {GUILD: tuple(outages[2:])}))

    until = deadline(table, now)

    assert until == when(BEGAN_MS, LIMIT + BANK, [*away, *outages])
    moment = Moment(when(BEGAN_MS, used, gaps_of_turn(table, now)), now.outages)
    seat = the_game(table).turn
    assert clock(moved(table, moment)).banks_ms[seat] == BANK - max(0, used - LIMIT)


def test_absence_of_another_player_is_no_gap() -> None:
    table = begun(ANN, BO, time=EIGHT)
    other = ANN if mover(table) == BO else BO
    away = with_absences(table, other.id, Gap(BEGAN_MS, BEGAN_MS + DAY_MS))

    assert deadline(changed(table, away, at(0), other.id), at(0)) == BEGAN_MS + LIMIT + BANK


@FEW
@given(turns_taken=st.lists(st.tuples(times, st.integers(0, LIMIT + BANK)), min_size=1, max_size=6))
def test_faster_play_never_leaves_less_time(turns_taken: list[tuple[int, int]]) -> None:
    slow, fast = begun(ANN, BO, time=EIGHT), begun(ANN, BO, time=EIGHT)
    for first, second in turns_taken:
        least, most = min(first, second), max(first, second)
        slow, fast = after_using(slow, most), after_using(fast, least)
        assert all(
            quick >= late
            for quick, late in zip(clock(fast).banks_ms, clock(slow).banks_ms, strict=True)
        )


def after_using(table: Table, used: int) -> Table:
    """After a move that took so long, or as long as there was time."""
    began = clock(table).turn.began_ms
    until = deadline(table, Moment(began))
    assert until is not None
    return moved(table, Moment(min(began + used, until)))


@FEW
@given(pauses=gaps, used=times)
def test_pausing_never_adds_time(pauses: list[Gap], used: int) -> None:
    plain = begun(ANN, BO, time=EIGHT)
    seat = the_game(plain).turn
    paused = changed(plain, with_absences(plain, mover(plain).id, *pauses), at(0), None)
    moment = Moment(when(BEGAN_MS, used, pauses))

    assert (
        clock(moved(paused, moment)).banks_ms[seat] == clock(moved(plain, at(used))).banks_ms[seat]
    )
    later, sooner = deadline(paused, at(0)), deadline(plain, at(0))
    assert later is not None
    assert sooner is not None
    assert later - sooner <= sum(pause.until_ms - pause.from_ms for pause in pauses)


def test_first_move_ends_an_absence() -> None:
    table = begun(ANN, BO, time=EIGHT)
    player = mover(table)
    table = changed(
        table, with_absences(table, player.id, Gap(BEGAN_MS, BEGAN_MS + DAY_MS)), at(0), player.id
    )
    seat = table.seat_of(player.id)
    assert seat is not None
    assert is_away(table, seat, at(1))

    after = moved(table, at(HOUR_MS))

    assert not is_away(after, seat, at(HOUR_MS))
    assert clock(after).absences[0].until_ms == BEGAN_MS + HOUR_MS


def test_resigning_on_the_turn_of_another_leaves_that_turn_as_it_is() -> None:
    table = begun(ANN, BO, CY, time=EIGHT)
    other = next(player for player in (ANN, BO, CY) if player != mover(table))

    after = by(table, at(LIMIT + 5), other, turns.resign)

    assert clock(after) == clock(table)


def test_taking_back_charges_the_turn_that_it_ends_and_begins_the_other_anew() -> None:
    table = moved(begun(ANN, BO, time=EIGHT), at(LIMIT + 7))
    second = the_game(table).turn
    back = turns.play(table, the_game(table), TakeBack(1 - second))

    after = changed(table, back, at(2 * LIMIT + 7 + 9), mover(table).id)

    assert the_game(after).turn == 1 - second
    assert clock(after).banks_ms[second] == BANK - 9
    assert clock(after).banks_ms[1 - second] == BANK - 7
    assert clock(after).turn.began_ms == BEGAN_MS + 2 * LIMIT + 16


def test_substitute_has_a_fresh_turn_and_the_bank_that_was_left() -> None:
    table = begun(ANN, BO, time=EIGHT)
    now = at(LIMIT + 3)
    leaving = mover(table).id

    saved = take_over(table, "1", leaving, CY)
    after = changed(table, saved, now, CY.id)

    assert clock(after).turn.began_ms == now.ms
    assert clock(after).banks_ms[the_game(after).turn] == BANK - 3


def test_votes_and_quiet_end_with_the_turn() -> None:
    table = begun(ANN, BO, time=EIGHT)
    turn = clock(table).turn.model_copy(update={"hushed": True, "undo_votes": (1,)})
    kept = clock(table).model_copy(update={"turn": turn})
    table = changed(table, table.saved.model_copy(update={"clock": kept}), at(1), 1)
    assert clock(table).turn.hushed

    assert not clock(moved(table, at(2))).turn.hushed
    assert clock(moved(table, at(2))).turn.undo_votes is None


def test_robots_have_no_clock() -> None:
    table = begun(ANN, ROBOT, time=EIGHT)
    if not mover(table).is_robot:
        table = moved(table, at(0))

    assert deadline(table, at(0)) is None
    assert not is_skipped_at_once(table)
    after = moved(table, at(10 * DAY_MS))
    assert clock(after).banks_ms == (BANK, BANK)


def twice_skipped() -> Table:
    """Three people, of whom the one to move was skipped twice; it is their turn again."""
    table = begun(ANN, BO, CY, time=EIGHT)
    for _ in range(2):
        table = skipped(table, at(0))
        table = moved(moved(table, at(0)), at(0))
    return table


def test_seat_skipped_twice_in_a_row_is_idle_and_not_waited_for() -> None:
    table = twice_skipped()

    assert is_idle(table, the_game(table).turn)
    assert deadline(table, at(0)) is None
    assert is_skipped_at_once(table)


def test_own_move_in_between_begins_the_count_anew() -> None:
    table = begun(ANN, BO, time=EIGHT)
    seat = the_game(table).turn
    for act in (skipped, moved, moved, moved, skipped, moved):
        table = act(table, at(0))

    assert the_game(table).turn == seat
    assert not is_idle(table, seat)


def test_whoever_comes_back_on_their_turn_has_all_of_its_time() -> None:
    table = twice_skipped()

    after = by(table, at(DAY_MS), mover(table), come_back)

    assert not is_idle(after, the_game(after).turn)
    assert clock(after).turn.began_ms == BEGAN_MS + DAY_MS
    assert deadline(after, at(DAY_MS)) == BEGAN_MS + DAY_MS + LIMIT + BANK


def test_coming_back_without_having_been_idle_adds_no_time() -> None:
    table = begun(ANN, BO, time=EIGHT)

    with pytest.raises(TableError):
        come_back(table, mover(table).id)
    after = changed(table, table.saved, at(5), mover(table).id)

    assert clock(after) == clock(table)


def test_game_in_which_all_are_idle_stands_still_until_one_is_back() -> None:
    table = begun(ANN, BO, time=EIGHT)
    for _ in range(4):
        assert not is_asleep(table)
        table = skipped(table, at(0))
    other = ANN if mover(table) == BO else BO

    assert is_asleep(table)
    assert deadline(table, at(0)) is None
    assert not is_skipped_at_once(table)
    assert is_skipped_at_once(by(table, at(1), other, come_back))


def test_robots_do_not_keep_a_game_awake() -> None:
    table = begun(ANN, ROBOT, time=EIGHT)
    for _ in range(4):
        table = moved(table, at(0)) if mover(table).is_robot else skipped(table, at(0))
    if mover(table).is_robot:
        table = moved(table, at(0))

    assert is_asleep(table)
    assert not is_skipped_at_once(table)


def test_partner_who_left_is_skipped_and_the_other_is_not() -> None:
    table = begun(ANN, BO, CY, DI, time=EIGHT, pairs=True)
    seat, gone = the_game(table).turn, mover(table)
    kept = clock(table).model_copy(update={"left": (gone.id,)})
    table = changed(table, table.saved.model_copy(update={"clock": kept}), at(0), None)

    assert is_skipped_at_once(table)
    assert not is_idle(table, seat)
    assert deadline(table, at(0)) is None

    table = moved(skipped(table, at(0)), at(0))
    assert the_game(table).turn == seat
    assert not is_skipped_at_once(table)
    assert clock(by(table, at(1), gone, lambda t, _: t.saved)).left == ()


def test_sign_of_life_is_noted_as_a_touch_and_the_clocks_doing_is_not() -> None:
    table = begun(ANN, BO, time=EIGHT)

    assert skipped(table, at(MINUTE_MS)).saved.touched_ms == BEGAN_MS
    assert moved(table, at(MINUTE_MS)).saved.touched_ms == BEGAN_MS + MINUTE_MS
    assert skipped(table, at(MINUTE_MS)).saved.changed_ms == BEGAN_MS + MINUTE_MS
