"""Discord's ids: a time in milliseconds, shifted, and a counter.

The one entry point is :class:`Snowflakes`. Ids always grow, even where the clock stands still.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The first millisecond of 2015, UTC (Discord's reference, "Snowflakes")."""

TIMESTAMP_SHIFT: Final = 22


def snowflake_of(year: int) -> int:
    """Give the smallest id of a year: for things that are older than the stand-in."""
    moment_ms = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)
    return (moment_ms - DISCORD_EPOCH_MS) << TIMESTAMP_SHIFT


class Snowflakes:
    """A source of ids that are larger than every id before."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = snowflake_of(2025)

    def next(self) -> int:
        now_ms = int(self._clock() * 1000)
        self._last = max(self._last + 1, (now_ms - DISCORD_EPOCH_MS) << TIMESTAMP_SHIFT)
        return self._last


def iso_time(seconds: float) -> str:
    """Write Unix seconds as Discord writes times: ISO 8601 with microseconds and an offset."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
