"""What the clock says: reminders, and the notice before a game is closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.saved import Player, Reminder
from qwirkle_bot.words.names import mention

REMINDERS: Final[Mapping[Reminder, str]] = {
    Reminder.HALF: "half of the time for your turn is over.",
    Reminder.BANK: "the time for your turn is over, and your bank runs.",
    Reminder.LAST_CALL: "last call!",
    Reminder.DAY: "the others wait for your move.",
    Reminder.THREE_DAYS: "the others still wait for your move, and may vote to skip it now.",
    Reminder.WEEK: "the others have waited a week for your move.",
}


def reminder_words(
    player: Player, reminder: Reminder, began_ms: int, deadline_ms: int | None, board: str
) -> str:
    """A reminder that mentions its player; ``board`` is the address of the board."""
    times = (
        f"It has been your turn since <t:{began_ms // 1000}:R>."
        if deadline_ms is None
        else f"Your turn is lost <t:{deadline_ms // 1000}:R>."
    )
    return f"{mention(player)}, {REMINDERS[reminder]} {times} [To the board]({board})"


def closing_notice(closes_ms: int) -> str:
    """The notice that a game will be closed."""
    return (
        f"Nobody has played here for long. This game is closed <t:{closes_ms // 1000}:R>, without a"
        " result, unless somebody plays on."
    )
