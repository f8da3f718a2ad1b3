"""When a player is reminded of their turn.

The one entry point is :func:`reminders_of`. With a time limit there are at most three a turn: when
half of its time is over, when the bank begins to run, and a last call. Without one they come after
a day, three days and a week. The mention on the board itself is not a reminder: nothing delays it.

The last call comes an eighth of a turn's time before the deadline: an hour in a game of eight hours
a turn, most of a day in a game of a week. That is enough to sit down to it, and late enough that
nobody who plays in time ever hears it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qwirkle_bot.calendar import DAY_MS, MINUTE_MS, Moment, when
from qwirkle_bot.clocks import deadline, gaps_of_turn, is_waited_for, limit_ms
from qwirkle_bot.people import QuietHours, Reminders, UserSettings
from qwirkle_bot.quiet import quiet_stretch
from qwirkle_bot.saved import Clock, Phase, Reminder, Table

UNLIMITED: Final = (
    (Reminder.DAY, DAY_MS),
    (Reminder.THREE_DAYS, 3 * DAY_MS),
    (Reminder.WEEK, 7 * DAY_MS),
)
LAST_CALL_SHARE: Final = 8
ONLY_ONES: Final = frozenset({Reminder.DAY, Reminder.LAST_CALL})
"""Those that are left to people who want one reminder a turn: the first where nothing is lost by
being late, and the one that saves the turn where something is."""

BEFORE_QUIET_MS: Final = MINUTE_MS
"""How long before quiet hours a last call comes that would fall in them."""


@dataclass(frozen=True, slots=True)
class Due:
    """A reminder and when to send it, in Unix milliseconds."""

    reminder: Reminder
    at_ms: int


def reminders_of(table: Table, now: Moment, settings: UserSettings) -> tuple[Due, ...]:
    """The reminders of the present turn, in order; all before the deadline.

    ``settings`` are those of the player to move. What was sent already is among them too.
    """
    clock, game = table.saved.clock, table.game
    if clock is None or game is None or table.phase is not Phase.RUNNING:
        return ()
    if clock.turn.hushed or settings.reminders is Reminders.OFF:
        return ()
    if not is_waited_for(table, game):
        return ()
    gaps = gaps_of_turn(table, now)
    until_ms = deadline(table, now)
    wanted = [
        Due(reminder, when(clock.turn.began_ms, counted_ms, gaps))
        for reminder, counted_ms in _plan(limit_ms(table.saved), clock, game.turn)
        if settings.reminders is Reminders.NORMAL or reminder in ONLY_ONES
    ]
    if settings.quiet is not None:
        wanted = [_outside_quiet(due, settings.quiet, clock.turn.began_ms) for due in wanted]
    if until_ms is not None:
        wanted = [due for due in wanted if due.at_ms < until_ms]
    # One that others overtake would say nothing new: the bank's, where hardly any bank is left.
    return tuple(
        due
        for number, due in enumerate(wanted)
        if all(due.at_ms < later.at_ms for later in wanted[number + 1 :])
    )


def _plan(limit: int | None, clock: Clock, seat: int) -> Iterator[tuple[Reminder, int]]:
    """Which reminders there are, and how much of the turn is used by then."""
    if limit is None:
        yield from UNLIMITED
        return
    yield Reminder.HALF, limit // 2
    yield Reminder.BANK, limit
    yield Reminder.LAST_CALL, limit + clock.banks_ms[seat] - limit // LAST_CALL_SHARE


def _outside_quiet(due: Due, quiet: QuietHours, began_ms: int) -> Due:
    """The same reminder after the quiet hours; a last call before them, if the turn had begun."""
    stretch = quiet_stretch(quiet, due.at_ms)
    if stretch is None:
        return due
    early_ms = stretch.from_ms - BEFORE_QUIET_MS
    if due.reminder is Reminder.LAST_CALL and early_ms >= began_ms:
        return Due(due.reminder, early_ms)
    return Due(due.reminder, stretch.until_ms)
