"""Moments as Discord shows them: each reader sees them in their own language and time zone.

Times are Unix milliseconds; Discord wants seconds (its docs, "Message Formatting").
"""

from __future__ import annotations

from qwirkle_bot.calendar import SECOND_MS


def timestamp(ms: int) -> str:
    """A moment with its date and its time of day."""
    return f"<t:{ms // SECOND_MS}:f>"


def relative(ms: int) -> str:
    """How long it is until a moment, or how long ago it was."""
    return f"<t:{ms // SECOND_MS}:R>"
