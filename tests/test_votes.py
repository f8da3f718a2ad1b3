"""Votes to skip a late player, and wins that are claimed, judged without Discord and store."""

from __future__ import annotations

from functools import partial

import pytest

from qwirkle_bot import consent, tables, turns
from qwirkle_bot.calendar import HOUR_MS, Moment
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.errors import TableError
from qwirkle_bot.saved import Player, SavedGame, Table, TimeLimit
from tests.kit.timed import (
    ANN,
    BEGAN_MS,
    BO,
    CY,
    DI,
    ROBOT,
    begun,
    by,
    moved,
    mover,
    people,
    skipped,
    the_game,
)

NOW = Moment(BEGAN_MS)
LATER = Moment(BEGAN_MS + HOUR_MS)


def votes_of(table: Table) -> tuple[int, ...]:
    """Who voted to skip."""
    assert table.saved.clock is not None
    return table.saved.clock.turn.skip_votes


def others(table: Table, player: Player) -> list[Player]:
    return [p for p in table.saved.players if p.id != player.id and not p.is_robot]


def voted(table: Table, player: Player, *, is_late: bool = True) -> Table:
    return by(table, LATER, player, partial(consent.vote_skip, is_late=is_late))


def claimed(table: Table, player: Player, moves: int | None = None) -> Table:
    count = table.move_count if moves is None else moves
    return by(table, LATER, player, partial(consent.claim_win, moves=count))


def resigned(table: Table, player: Player) -> Table:
    return by(table, LATER, player, turns.resign)


def test_a_late_player_is_skipped_by_more_than_half_of_the_others() -> None:
    table = begun(*people)
    late = mover(table)
    one, two, _ = others(table, late)

    table = voted(table, one)
    assert votes_of(table) == (one.id,)
    assert table.move_count == 0
    with pytest.raises(TableError, match="counted already"):
        voted(table, one)
    table = voted(table, two)

    assert the_game(table).history[-1].move == Skip(people.index(late))
    assert votes_of(table) == ()


@pytest.mark.parametrize(("players", "needed"), [(2, 1), (3, 2), (4, 2)])
def test_how_many_votes_skip(players: int, needed: int) -> None:
    table = begun(*people[:players])

    for vote, voter in enumerate(others(table, mover(table))[:needed], start=1):
        table = voted(table, voter)
        assert table.move_count == (vote == needed)


def test_robots_and_the_resigned_count_for_no_majority() -> None:
    table = begun(ANN, BO, CY, ROBOT)
    while mover(table).is_robot:
        table = moved(table, NOW)
    late = mover(table)
    gone, stays = others(table, late)
    moves = table.move_count

    table = voted(table, stays)
    assert table.move_count == moves
    table = voted(resigned(table, gone), stays)

    assert isinstance(the_game(table).history[-1].move, Skip)


def test_any_move_of_the_late_player_cancels_the_vote() -> None:
    table = begun(ANN, BO, CY)
    late = mover(table)
    one, other = others(table, late)
    table = moved(voted(table, one), LATER)

    assert votes_of(table) == ()
    with pytest.raises(TableError):
        voted(table, one, is_late=False)
    assert not any(isinstance(turn.move, Skip) for turn in the_game(table).history)
    while mover(table) != late:
        table = moved(table, LATER)
    assert voted(table, other).move_count == table.move_count


def test_who_is_not_late_or_votes_on_oneself_is_not_skipped() -> None:
    table = begun(ANN, BO)
    with pytest.raises(TableError, match="has time left"):
        voted(table, others(table, mover(table))[0], is_late=False)
    with pytest.raises(TableError, match="your own turn"):
        voted(table, mover(table))


def asleep_but(player: Player, *players: Player) -> Table:
    """A game in which everyone but one player was skipped twice in a row."""
    table = begun(*players, time=TimeLimit.ONE_HOUR)
    for _ in range(3 * len(players)):
        there = mover(table) == player or mover(table).is_robot
        table = moved(table, NOW) if there else skipped(table, NOW)
    return table


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_only_one_awake_may_claim_the_win(count: int) -> None:
    players = people[:count]
    table = asleep_but(ANN, *players)

    table = claimed(table, ANN)

    result = the_game(table).result
    assert result is not None
    assert result.winners == (0,)


def test_no_win_for_the_idle_or_against_anyone_awake() -> None:
    table = asleep_but(ANN, ANN, BO, CY)
    with pytest.raises(TableError, match="every other seat"):
        claimed(table, BO)
    back = by(table, LATER, BO, lambda table, _: table.saved)
    with pytest.raises(TableError, match="every other seat"):
        claimed(back, ANN)
    with pytest.raises(TableError, match="moved on"):
        claimed(table, ANN, table.move_count - 1)
    with pytest.raises(TableError, match="every other seat"):
        claimed(asleep_but(ANN, ANN, BO, ROBOT), ANN)


def replaced(table: Table, leaving: Player, newcomer: Player, now: Moment = LATER) -> Table:
    def judge(table: Table, _: int) -> SavedGame:
        return tables.take_over(
            table, game_id=table.saved.id, leaving=leaving.id, newcomer=newcomer
        )

    return by(table, now, newcomer, judge)


def test_a_vote_leaves_with_whoever_gave_it() -> None:
    table = begun(ANN, BO, CY)
    late = mover(table)
    one, two = others(table, late)
    table = replaced(voted(table, one), one, DI)

    table = voted(table, two)

    assert table.move_count == 0
    assert isinstance(the_game(voted(table, DI)).history[-1].move, Skip)
