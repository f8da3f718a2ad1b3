"""The clock of a game: how long a turn may take, and what is left (product: play across days).

The entry points are :func:`keep_time`, through which every change of a game goes, and
:func:`deadline`. Judges know no time: what a move costs is worked out here, from what was before it
and what is after it. A clock is never stopped: what does not count is a gap of the calendar.

A seat whose turns were skipped twice in a row is idle. It has no deadline: its turn is skipped at
once while somebody else is awake, and otherwise the game stands still until somebody comes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from qwirkle_bot.calendar import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    SECOND_MS,
    Gap,
    Moment,
    elapsed_ms,
    when,
)
from qwirkle_bot.engine.game import Game
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.record import Entry
from qwirkle_bot.saved import Clock, Phase, SavedGame, Table, TimeLimit, TurnState
from qwirkle_bot.timestamps import relative
from qwirkle_bot.votes import people_seats

LIMITS: Final[Mapping[TimeLimit, int]] = {
    TimeLimit.TEN_MINUTES: 10 * MINUTE_MS,
    TimeLimit.ONE_HOUR: HOUR_MS,
    TimeLimit.EIGHT_HOURS: 8 * HOUR_MS,
    TimeLimit.ONE_DAY: DAY_MS,
    TimeLimit.THREE_DAYS: 3 * DAY_MS,
    TimeLimit.SEVEN_DAYS: 7 * DAY_MS,
}
"""Milliseconds of a turn."""

BANK_FACTOR: Final = 3
"""How many turns' time a seat has on top, once for the whole game."""

GRACE_MS: Final = 3 * SECOND_MS
"""A move that was given before the deadline arrives within the time that Discord leaves the bot to
answer it. Until then none is refused, and no turn is skipped."""

IDLE_AFTER: Final = 2
"""Skips in a row after which a seat is idle."""


def keep_time(before: Table | None, after: SavedGame, now: Moment, by: int | None) -> SavedGame:
    """A changed game with its clock set right.

    A turn that is over is charged to the seat that had it, and the next one begins. ``by`` is the
    user id of the person whose doing the change is, which is a sign of life of their seat; ``None``
    for the clock's and the robots' own doing.

    Raises:
        TableError: the change is a move that comes after the deadline.
    """
    times = {"changed_ms": now.ms} if by is None else {"changed_ms": now.ms, "touched_ms": now.ms}
    after = after.model_copy(update=times)
    if after.record is None:
        return after
    game = before.game if before and before.saved.id == after.id else None
    if before is None or game is None or before.saved.clock is None or after.clock is None:
        return after.model_copy(update={"clock": _first_clock(after, now)})
    clock = after.clock
    entries = after.record.moves[before.move_count :]
    if by is not None and entries and entries[0].type in {"place", "exchange"}:
        _refuse_late(before, now)
        clock = _ended_absence(clock, by, now)
    clock = _after_turn(before, game, after, entries, clock, now)
    if by is not None:
        clock = _after_sign_of_life(before, game, after, clock, now, by)
    return after.model_copy(update={"clock": clock})


def mark_turn(saved: SavedGame, revision: int, *, anew: bool = False) -> SavedGame:
    """A changed game whose turn knows that it began at this revision, if it is a new one.

    ``anew``: whatever was shown of the turn before does not hold any more.
    """
    clock = saved.clock
    if clock is None or (clock.turn.revision is not None and not anew):
        return saved
    turn = clock.turn.model_copy(update={"revision": revision})
    return saved.model_copy(update={"clock": clock.model_copy(update={"turn": turn})})


def limit_ms(saved: SavedGame) -> int | None:
    """How long a turn of a game may take before it costs bank; ``None`` for any time."""
    return LIMITS.get(saved.options.time)


def deadline(table: Table, now: Moment) -> int | None:
    """When the present turn will be over, in Unix milliseconds: the one shown and enforced.

    ``None`` where nothing ends it: no limit, a robot's turn, an idle seat's, or no turn at all.
    """
    limit, clock, game = limit_ms(table.saved), table.saved.clock, table.game
    if limit is None or clock is None or game is None or table.phase is not Phase.RUNNING:
        return None
    if not is_waited_for(table, game):
        return None
    return when(clock.turn.began_ms, limit + clock.banks_ms[game.turn], gaps_of_turn(table, now))


def used_ms(table: Table, now: Moment) -> int:
    """How much of the present turn has counted; 0 when nobody is to move."""
    clock = table.saved.clock
    if clock is None or table.phase is not Phase.RUNNING:
        return 0
    return elapsed_ms(clock.turn.began_ms, now.ms, gaps_of_turn(table, now))


def banks_left_ms(table: Table, now: Moment) -> tuple[int, ...]:
    """What each seat has left on top of its turns, by now; empty without a limit."""
    clock, game = table.saved.clock, table.game
    if clock is None or game is None:
        return ()
    return _charged(table, game, clock.banks_ms, now)


def gaps_of_turn(table: Table, now: Moment) -> tuple[Gap, ...]:
    """The stretches that do not count for the turn of the player to move."""
    clock, game = table.saved.clock, table.game
    outages = now.gaps(table.saved.guild_id)
    if clock is None or game is None:
        return outages
    mover = table.mover(game).id
    away = [Gap(a.from_ms, a.until_ms) for a in clock.absences if a.user_id == mover]
    return (*outages, *away)


def is_idle(table: Table, seat: int) -> bool:
    """Whether nobody answers for a seat: skipped twice in a row, or all its players have left."""
    clock = table.saved.clock
    if clock is None:
        return False
    players = table.saved.seats[seat]
    return clock.missed[seat] >= IDLE_AFTER or all(player.id in clock.left for player in players)


def is_away(table: Table, seat: int, now: Moment) -> bool:
    """Whether all players of a seat said that they are away now."""
    clock = table.saved.clock
    if clock is None:
        return False
    away = {a.user_id for a in clock.absences if a.from_ms <= now.ms < a.until_ms}
    return all(player.id in away for player in table.saved.seats[seat])


def is_asleep(table: Table) -> bool:
    """Whether the game stands still until somebody comes back.

    It does when every seat that a person still plays is idle, and when the bag is empty and every
    seat that is not idle can only pass: else the same skips and passes would come round for ever.
    """
    game = table.game
    if game is None:
        return False
    awake = [seat for seat in game.playing if not is_idle(table, seat)]
    if not any(seat in people_seats(table, game) for seat in awake):
        return True
    return not any(game.can_move(seat) for seat in awake)


def claimant(table: Table) -> int | None:
    """The seat that may claim the win: a person's, while all others still playing are idle."""
    game = table.game
    if game is None or table.phase is not Phase.RUNNING or len(game.playing) == 1:
        return None
    awake = [seat for seat in game.playing if not is_idle(table, seat)]
    return awake[0] if len(awake) == 1 and awake[0] in people_seats(table, game) else None


def is_late(table: Table, now: Moment, late_ms: int) -> bool:
    """Whether the player to move has used so much of a turn that has no time limit."""
    return limit_ms(table.saved) is None and used_ms(table, now) >= late_ms


def is_skipped_at_once(table: Table) -> bool:
    """Whether the seat to move loses its turn without being waited for."""
    game = table.game
    if game is None or table.phase is not Phase.RUNNING or table.mover(game).is_robot:
        return False
    return not is_waited_for(table, game) and not is_asleep(table)


def is_waited_for(table: Table, game: Game) -> bool:
    """Whether the player to move is a person who is believed to be there."""
    clock, mover = table.saved.clock, table.mover(game)
    if clock is None or mover.is_robot:
        return False
    return mover.id not in clock.left and not is_idle(table, game.turn)


def _first_clock(saved: SavedGame, now: Moment) -> Clock:
    limit = limit_ms(saved)
    seats = len(saved.seats)
    return Clock(
        turn=TurnState(began_ms=now.ms),
        banks_ms=() if limit is None else (BANK_FACTOR * limit,) * seats,
        missed=(0,) * seats,
    )


def _refuse_late(before: Table, now: Moment) -> None:
    until_ms = deadline(before, now)
    if now.is_sure and until_ms is not None and now.ms >= until_ms + GRACE_MS:
        raise TableError(
            gettext(
                "Your time ran out {time}, so the turn is lost.",
                time=relative(until_ms),
            )
        )


def _ended_absence(clock: Clock, user_id: int, now: Moment) -> Clock:
    """Whoever makes a move is back; what was the absence until then stays."""
    absences = tuple(
        away.model_copy(update={"until_ms": now.ms})
        if away.user_id == user_id and away.from_ms <= now.ms < away.until_ms
        else away
        for away in clock.absences
    )
    return clock.model_copy(update={"absences": absences})


def _after_turn(
    before: Table,
    game: Game,
    after: SavedGame,
    entries: Sequence[Entry],
    clock: Clock,
    now: Moment,
) -> Clock:
    """The clock after the moves of a change; a turn that goes on keeps its time."""
    missed = list(clock.missed)
    for entry in entries:
        if entry.type == "skip":
            missed[entry.seat] += 1
        elif entry.type in {"place", "exchange"}:
            missed[entry.seat] = 0  # A robot may be the partner of someone who is late.
    clock = clock.model_copy(update={"missed": tuple(missed)})
    others_resigned = all(e.type == "resign" and e.seat != game.turn for e in entries)
    if others_resigned and replace(before, saved=after).mover(game) == before.mover(game):
        if not entries:
            return clock
        turn = clock.turn.model_copy(update={"undo_votes": None})
        return clock.model_copy(update={"turn": turn})
    banks = _charged(before, game, clock.banks_ms, now)
    turn = TurnState(began_ms=now.ms)
    return clock.model_copy(update={"banks_ms": banks, "turn": turn})


def _charged(table: Table, game: Game, banks_ms: tuple[int, ...], now: Moment) -> tuple[int, ...]:
    """The banks, less what the present turn has used beyond its own time."""
    limit = limit_ms(table.saved)
    seat = game.turn
    if limit is None or not is_waited_for(table, game):
        return banks_ms
    left = max(0, banks_ms[seat] - max(0, used_ms(table, now) - limit))
    return (*banks_ms[:seat], left, *banks_ms[seat + 1 :])


def _after_sign_of_life(
    before: Table, game: Game, after: SavedGame, clock: Clock, now: Moment, user_id: int
) -> Clock:
    """Whoever does something is not idle; and if they are to move, their turn begins only now."""
    seat = replace(before, saved=after).seat_of(user_id)
    if seat is None:
        return clock
    missed = (*clock.missed[:seat], 0, *clock.missed[seat + 1 :])
    left = tuple(user for user in clock.left if user != user_id)
    clock = clock.model_copy(update={"missed": missed, "left": left})
    if seat == game.turn and is_idle(before, seat):
        turn = TurnState(began_ms=now.ms, revision=clock.turn.revision)
        clock = clock.model_copy(update={"turn": turn})
    return clock
