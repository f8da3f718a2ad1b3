"""Seats that change hands, and games that begin again, judged without a Discord and a store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import HOUR_MS, MINUTE_MS, Moment
from qwirkle_bot.clocks import BANK_FACTOR, banks_left_ms, deadline, is_idle
from qwirkle_bot.errors import TableError
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import (
    Absence,
    Options,
    Phase,
    Player,
    SavedGame,
    Table,
    TimeLimit,
    read_table,
)
from qwirkle_bot.views import view_of
from tests.kit.timed import (
    ANN,
    BEGAN_MS,
    BO,
    CY,
    DI,
    ROBOT,
    begun,
    by,
    changed,
    lobby,
    moved,
    mover,
    people,
    skipped,
    the_game,
)

NOW = Moment(BEGAN_MS)


def at(minutes: int) -> Moment:
    return Moment(BEGAN_MS + minutes * MINUTE_MS)


def taken(table: Table, leaving: Player, newcomer: Player, now: Moment = NOW) -> Table:
    def judge(table: Table, _: int) -> SavedGame:
        return tables.take_over(
            table, game_id=table.saved.id, leaving=leaving.id, newcomer=newcomer
        )

    return by(table, now, newcomer, judge)


def other(table: Table) -> Player:
    return next(p for p in table.saved.players if p != mover(table) and not p.is_robot)


def test_the_seat_comes_with_hand_and_score_and_the_old_player_sees_nothing() -> None:
    table = moved(moved(begun(ANN, BO), NOW), NOW)
    old = mover(table)
    before = view_of(table, old.id)

    after = taken(table, old, CY)

    view = view_of(after, CY.id)
    assert view.hand == before.hand
    assert view.seats[view.turn].score == before.seats[before.turn].score
    assert mover(after) == CY
    assert view_of(after, old.id).hand is None
    assert view_of(after, old.id) == replace(view_of(after, None), viewer=old.id)
    with pytest.raises(TableError, match="no seat"):
        turns.resign(after, old.id)
    assert the_game(moved(after, NOW)).history[-1].move.seat == view.seat


def test_the_turn_is_fresh_and_the_bank_is_the_seats() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_HOUR)
    late, seat = mover(table), the_game(table).turn

    after = taken(table, late, CY, at(90))

    assert banks_left_ms(after, at(90))[seat] == BANK_FACTOR * HOUR_MS - 30 * MINUTE_MS
    assert deadline(after, at(90)) == at(90).ms + HOUR_MS + banks_left_ms(after, at(90))[seat]


def test_another_ones_turn_goes_on_as_it_was() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_HOUR)

    after = taken(table, other(table), CY, at(90))

    assert deadline(after, at(90)) == deadline(table, at(90))
    assert banks_left_ms(after, at(90)) == banks_left_ms(table, at(90))


def test_in_pairs_the_partners_turn_goes_on_as_it_was() -> None:
    table = begun(*people, time=TimeLimit.ONE_HOUR, pairs=True)
    partner = people[(people.index(mover(table)) + 2) % 4]
    eve = Player(id=5, name="Eve")

    after = taken(table, partner, eve, at(90))

    assert mover(after) == mover(table)
    assert deadline(after, at(90)) == deadline(table, at(90))
    assert after.seat_of(eve.id) == table.seat_of(partner.id)
    assert after.seat_of(partner.id) is None
    assert view_of(after, eve.id).hand == view_of(table, partner.id).hand


def test_an_idle_seat_wakes_and_has_its_time() -> None:
    table = begun(ANN, BO, CY, time=TimeLimit.ONE_HOUR)
    idle = mover(table)
    while not is_idle(table, seat := people.index(idle)) or mover(table) != idle:
        table = skipped(table, NOW) if mover(table) == idle else moved(table, NOW)
    assert deadline(table, NOW) is None

    after = taken(table, idle, DI, at(7))

    assert not is_idle(after, seat)
    assert mover(after) == DI
    assert deadline(after, at(7)) == at(7).ms + HOUR_MS + BANK_FACTOR * HOUR_MS


def test_the_old_players_absence_is_not_the_new_ones() -> None:
    table = begun(ANN, BO, time=TimeLimit.ONE_HOUR)
    old = mover(table)
    assert table.saved.clock is not None
    away = Absence(user_id=old.id, from_ms=BEGAN_MS, until_ms=at(6000).ms)
    clock = table.saved.clock.model_copy(update={"absences": (away,), "left": (old.id,)})
    table = changed(table, table.saved.model_copy(update={"clock": clock}), NOW, None)

    after = taken(table, old, CY, at(1))

    assert deadline(after, at(1)) == at(1).ms + 4 * HOUR_MS
    assert [seat.away for seat in view_of(after, None, at(1)).seats] == [False, False]
    assert [seat.left for seat in view_of(after, None, at(1)).seats] == [False, False]


def test_the_host_is_whoever_took_the_hosts_seat() -> None:
    assert taken(begun(ANN, BO), ANN, CY).saved.host == CY.id
    assert taken(begun(ANN, BO), BO, CY).saved.host == ANN.id


def test_no_seat_is_taken_that_is_not_to_be_had() -> None:
    table = begun(ANN, BO, CY)
    with pytest.raises(TableError, match="seat in this game already"):
        taken(table, ANN, BO)
    with pytest.raises(TableError, match="not to be had"):
        taken(table, DI, DI)
    gone = by(table, NOW, ANN, turns.resign)
    with pytest.raises(TableError, match="not to be had"):
        taken(gone, ANN, DI)
    with pytest.raises(TableError, match="not to be had"):
        taken(taken(table, ANN, DI), ANN, Player(id=5, name="Eve"))
    with pytest.raises(TableError, match="not running"):
        tables.take_over(table, game_id="2", leaving=ANN.id, newcomer=DI)
    over = by(by(table, NOW, ANN, turns.resign), NOW, BO, turns.resign)
    with pytest.raises(TableError, match="not running"):
        taken(over, CY, DI)
    with pytest.raises(TableError, match="not running"):
        tables.take_over(None, game_id="1", leaving=ANN.id, newcomer=DI)
    with pytest.raises(TableError, match="not to be had"):
        tables.take_over(begun(ANN, ROBOT), game_id="1", leaving=ROBOT.id, newcomer=DI)


def test_a_game_is_closed_once() -> None:
    table = begun(ANN, BO)
    closed = changed(table, tables.close(table, "1"), NOW, None)

    assert closed.phase is Phase.CLOSED
    for wrong, game_id in ((closed, "1"), (table, "2"), (None, "1")):
        with pytest.raises(TableError, match="no game here"):
            tables.close(wrong, game_id)
    over = by(table, NOW, ANN, turns.resign)
    with pytest.raises(TableError, match="no game here"):
        tables.close(over, "1")


def finished(*players: Player) -> SavedGame:
    table = begun(*players, time=TimeLimit.ONE_DAY)
    for player in players[:-1]:
        if not player.is_robot and the_game(table).result is None:
            table = by(table, NOW, player, turns.resign)
    return table.saved


def test_a_rematch_asks_all_the_others_and_seats_the_robots() -> None:
    saved = finished(ANN, BO, CY, ROBOT)

    opening = tables.rematch_of(saved, game_id="2", host=BO)

    assert opening.host == BO
    assert opening.invited == (ANN.id, CY.id)
    assert (opening.robots, opening.wanted) == (1, 4)
    assert opening.options == saved.options
    assert (opening.guild_id, opening.channel_id) == (saved.guild_id, saved.channel_id)
    begins = tables.open_lobby(None, opening, bytes(32))
    assert [player.level for player in begins.players] == [None, Level.MEDIUM]
    assert begins.record is None


def test_a_rematch_is_for_those_who_played() -> None:
    with pytest.raises(TableError, match="those who played"):
        tables.rematch_of(finished(ANN, BO), game_id="2", host=CY)


def test_a_rematch_asks_nobody_who_was_deleted() -> None:
    gone = Player(id=-1, name="deleted player")
    saved = finished(ANN, BO).model_copy(update={"players": (gone, BO, gone)})

    opening = tables.rematch_of(saved, game_id="2", host=BO)

    assert opening.invited == ()
    assert tables.open_lobby(None, opening, bytes(32)).wanted == 3


def test_a_rematch_against_robots_alone_begins_at_once() -> None:
    opening = tables.rematch_of(finished(ANN, ROBOT), game_id="2", host=ANN)

    saved = tables.open_lobby(None, opening, bytes(range(32)))

    assert read_table(saved.model_dump_json(), 1, None).phase is Phase.RUNNING


def test_no_rematch_where_a_game_is_on() -> None:
    opening = tables.rematch_of(finished(ANN, BO), game_id="2", host=ANN)
    for on in (begun(CY, DI), read_table(lobby(CY, DI).model_dump_json(), 1, None)):
        with pytest.raises(TableError, match="already on"):
            tables.open_lobby(on, opening, bytes(32))
    assert opening.options == Options(time=TimeLimit.ONE_DAY)
