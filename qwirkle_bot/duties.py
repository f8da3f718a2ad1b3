"""What is owed to a game now: a pure answer from the game and the time.

The entry points are :func:`duties` and :func:`wake_at`. Whoever changes a game also tells it; what
is owed here is what that process did not get done, because it died or Discord did not answer. So
recovering from a crash is no code of its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from qwirkle_bot.saved import Phase, Table

TELL_GRACE_MS: Final = 5_000
"""How long the process that changed a game has for telling it before another one does."""


class Duty(StrEnum):
    """Something to do for a game."""

    TELL = "tell"
    """The channel has not seen the game's last change."""
    ROBOT_MOVE = "robot move"
    """It is a robot's turn."""


def duties(table: Table) -> tuple[Duty, ...]:
    """What is owed now, in the order to do it.

    A robot waits until its board has been shown, so that people can follow.
    """
    if is_untold(table):
        return (Duty.TELL,)
    if is_robots_turn(table):
        return (Duty.ROBOT_MOVE,)
    return ()


def wake_at(table: Table, now_ms: int) -> int | None:
    """When to look again at a game that was changed now, in Unix milliseconds."""
    if is_untold(table):
        return now_ms + TELL_GRACE_MS
    return wake_after_telling(table, now_ms)


def wake_after_telling(table: Table, now_ms: int) -> int | None:
    """When to look again at a game that has just been shown; ``None`` for never."""
    return now_ms if is_robots_turn(table) else None


def is_untold(table: Table) -> bool:
    """Whether the channel has not been shown the game as it stands."""
    return table.told is None or table.told.revision != table.revision


def is_robots_turn(table: Table) -> bool:
    """Whether a robot is to move."""
    game = table.game
    return table.phase is Phase.RUNNING and game is not None and table.mover(game).is_robot
