"""What is owed to a game now: a pure answer from the game and the time.

The entry points are :func:`duties` and :func:`wake_at`, which says when something will be owed. So
the clock knows no timers: it looks at a game when it is due, does what is owed, and asks again.

Whoever changes a game also tells it; that it is told is owed here only because that process may
have died, or Discord may not have answered. So recovering from a crash is no code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from qwirkle_bot.calendar import DAY_MS, SECOND_MS, Moment, when
from qwirkle_bot.clocks import GRACE_MS, deadline, is_skipped_at_once, is_waited_for
from qwirkle_bot.engine.game import Game
from qwirkle_bot.people import UserSettings, knows_absence
from qwirkle_bot.reminders import reminders_of
from qwirkle_bot.saved import Phase, Reminder, Table, Told

TELL_GRACE_MS: Final = 5 * SECOND_MS
"""How long the process that changed a game has for telling it before another one does."""
LOBBY_MS: Final = 7 * DAY_MS
"""How long a lobby stays open that nobody joins or leaves."""
ABANDONED_MS: Final = 30 * DAY_MS
"""After how long a game is closed that no person has touched."""
NOTICE_MS: Final = 3 * DAY_MS
"""How long before that it is announced."""
TELL_END_MS: Final = 30 * DAY_MS
"""How long a channel that cannot be reached is tried, to be told that its game has ended."""

_ORDER: Final = tuple(Reminder)
"""A reminder that was sent makes those before it needless."""

ALWAYS_MS: Final = 0
NEVER_MS: Final = 2**63


@dataclass(frozen=True, slots=True)
class Tell:
    """The channel has not seen the game's last change."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """The deadline that the channel was shown is no longer the one that holds."""


@dataclass(frozen=True, slots=True)
class LookForMover:
    """It is to be looked up whether the player to move is still on the server."""

    user_id: int


@dataclass(frozen=True, slots=True)
class NoteAbsence:
    """The player to move is away, and the game does not know: it began, or they came, since."""

    user_id: int


@dataclass(frozen=True, slots=True)
class RobotMove:
    """It is a robot's turn."""


@dataclass(frozen=True, slots=True)
class PassStuck:
    """The seat to move can do nothing else (R9.1)."""


@dataclass(frozen=True, slots=True)
class SkipTurn:
    """The turn is lost: its time is over, or nobody answers for the seat (R10.2)."""


@dataclass(frozen=True, slots=True)
class Remind:
    """The player to move is to be reminded."""

    reminder: Reminder


@dataclass(frozen=True, slots=True)
class WarnAbandoned:
    """It is to be announced that the game will be closed at ``closes_ms`` if nobody plays."""

    closes_ms: int


@dataclass(frozen=True, slots=True)
class Close:
    """A lobby that did not fill, or a game that nobody has touched for long, is to be closed."""


Duty: TypeAlias = (
    Tell
    | Redraw
    | LookForMover
    | NoteAbsence
    | RobotMove
    | PassStuck
    | SkipTurn
    | Remind
    | WarnAbandoned
    | Close
)


@dataclass(frozen=True, slots=True)
class _Owed:
    """A duty and the time in which it is one."""

    duty: Duty
    from_ms: int = ALWAYS_MS
    until_ms: int = NEVER_MS


def duties(table: Table, now: Moment, settings: UserSettings) -> tuple[Duty, ...]:
    """What is owed now, in the order to do it. ``settings`` are those of the player to move."""
    agenda = _agenda(table, now, settings)
    return tuple(owed.duty for owed in agenda if owed.from_ms <= now.ms < owed.until_ms)


def wake_at(table: Table, now: Moment, settings: UserSettings) -> int | None:
    """From when on something is owed, in Unix milliseconds, not before now; ``None`` for never."""
    agenda = _agenda(table, now, settings)
    times = [max(owed.from_ms, now.ms) for owed in agenda if owed.until_ms > now.ms]
    return min(times, default=None)


def more_at(table: Table, now: Moment, settings: UserSettings) -> int | None:
    """When something will be owed that is not owed yet, for whoever cannot do what is owed now."""
    later = [owed.from_ms for owed in _agenda(table, now, settings) if owed.from_ms > now.ms]
    return min(later, default=None)


def is_untold(table: Table) -> bool:
    """Whether the channel has not been shown the game as it stands."""
    return table.told is None or table.told.revision != table.revision


def is_abandoned(table: Table) -> bool:
    """Whether a game without a result was closed because nobody played any more."""
    return table.saved.closed and table.saved.changed_ms - table.saved.touched_ms >= ABANDONED_MS


def _agenda(table: Table, now: Moment, settings: UserSettings) -> Iterator[_Owed]:
    """Everything that is or will be owed if nothing happens. It asks not what time it is."""
    saved = table.saved
    tell = _Owed(Tell(), saved.changed_ms + TELL_GRACE_MS)
    ongoing: Iterator[_Owed] = iter(())
    if table.phase in {Phase.OVER, Phase.CLOSED}:
        closes_ms = saved.changed_ms + TELL_END_MS
    else:
        open_ms = LOBBY_MS if table.phase is Phase.LOBBY else ABANDONED_MS
        closes_ms = when(saved.touched_ms, open_ms, now.gaps(saved.guild_id))
        until_ms = deadline(table, now)
        if until_ms is not None:  # Whoever was shown a deadline has until then.
            closes_ms = max(closes_ms, until_ms + GRACE_MS)
        ongoing = _ongoing(table, now, settings, closes_ms)
        yield _Owed(Close(), closes_ms)
    for owed in [tell] if is_untold(table) else ongoing:
        if owed.from_ms < closes_ms:
            yield _Owed(owed.duty, owed.from_ms, min(owed.until_ms, closes_ms))


def _ongoing(table: Table, now: Moment, settings: UserSettings, closes_ms: int) -> Iterator[_Owed]:
    """What is owed to a game whose channel knows how it stands."""
    game, told = table.game, table.told
    if table.phase is Phase.LOBBY or told is None:
        return
    if game is not None:
        at_once = _at_once(table, game)
        if at_once is not None:
            yield at_once
            return
        yield from _turn(table, game, told, now, settings)
    if told.closing_ms != closes_ms:
        yield _Owed(WarnAbandoned(closes_ms), closes_ms - NOTICE_MS)


def _at_once(table: Table, game: Game) -> _Owed | None:
    """What ends the turn of a seat that nobody waits for."""
    if table.mover(game).is_robot:
        return _Owed(RobotMove())
    if game.must_pass:
        return _Owed(PassStuck())
    return _Owed(SkipTurn()) if is_skipped_at_once(table) else None


def _turn(
    table: Table, game: Game, told: Told, now: Moment, settings: UserSettings
) -> Iterator[_Owed]:
    """What is owed while a person is to move."""
    user_id = table.mover(game).id
    if is_waited_for(table, game):
        for away in settings.absences:
            if not knows_absence(table.saved, user_id, away):
                yield _Owed(NoteAbsence(user_id), away.from_ms, away.until_ms)
    until_ms = deadline(table, now)
    skip_ms = NEVER_MS if until_ms is None else until_ms + GRACE_MS
    if told.deadline_ms != until_ms:
        yield _Owed(Redraw(), ALWAYS_MS, skip_ms)
    due = reminders_of(table, now, settings)
    ends = [*(later.at_ms for later in due[1:]), NEVER_MS if until_ms is None else until_ms]
    for one, ends_ms in zip(due, ends, strict=False):
        if told.reminded is None or _ORDER.index(one.reminder) > _ORDER.index(told.reminded):
            yield _Owed(Remind(one.reminder), one.at_ms, ends_ms)
    if not told.looked and is_waited_for(table, game):
        yield _Owed(LookForMover(user_id), ALWAYS_MS, skip_ms)
    if until_ms is not None:
        yield _Owed(SkipTurn(), skip_ms)
