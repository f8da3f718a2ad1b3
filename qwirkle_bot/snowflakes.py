"""What Discord's ids tell: when each was made (Discord's docs, "Snowflakes").

The low bits of an id count and name machines; the time above them is even.
"""

from __future__ import annotations

from typing import Final

TIME_SHIFT: Final = 22
"""Where the milliseconds stand in an id."""

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""From when they count, in Unix milliseconds: the start of 2015."""


def made_ms(snowflake: int) -> int:
    """When an id was made, in Unix milliseconds."""
    return (snowflake >> TIME_SHIFT) + DISCORD_EPOCH_MS


def first_at(ms: int) -> int:
    """The lowest id that is made at a time in Unix milliseconds; 0 for what was before Discord."""
    return max(0, ms - DISCORD_EPOCH_MS) << TIME_SHIFT
