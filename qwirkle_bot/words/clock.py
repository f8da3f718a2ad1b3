"""What the clock says: reminders, and the notice before a game is closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.calendar import DAY_MS, HOUR_MS, MINUTE_MS
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.saved import Player, Reminder
from qwirkle_bot.timestamps import relative
from qwirkle_bot.views import View
from qwirkle_bot.words.names import mention, seat_name

_REMINDERS: Final[Mapping[Reminder, str]] = {
    Reminder.HALF: gettext_noop("{who}, half of the time for your turn is over."),
    Reminder.BANK: gettext_noop("{who}, the time for your turn is over, and your bank runs."),
    Reminder.LAST_CALL: gettext_noop("{who}, last call!"),
    Reminder.DAY: gettext_noop("{who}, the others wait for your move."),
    Reminder.THREE_DAYS: gettext_noop(
        "{who}, the others still wait for your move, and may vote to skip it now."
    ),
    Reminder.WEEK: gettext_noop("{who}, the others have waited a week for your move."),
}


def reminder_words(
    player: Player, reminder: Reminder, began_ms: int, deadline_ms: int | None, board: str
) -> str:
    """A reminder that mentions its player; ``board`` is the address of the board."""
    call = gettext(_REMINDERS[reminder], who=mention(player))
    times = (
        gettext("It has been your turn since {time}.", time=relative(began_ms))
        if deadline_ms is None
        else gettext("Your turn is lost {time}.", time=relative(deadline_ms))
    )
    return f"{call} {times} {board_link(board)}"


def board_link(address: str) -> str:
    """A link to the board."""
    return gettext("[To the board]({address})", address=address)


def closing_notice(closes_ms: int) -> str:
    """The notice that a game will be closed."""
    return gettext(
        "Nobody has played here for long. This game is closed {time}, without a result, unless"
        " somebody plays on.",
        time=relative(closes_ms),
    )


def bank_words(view: View) -> str:
    """What is left to each player on top of their turns, in a game with a time limit."""
    parts = [
        gettext("{who} {time}", who=seat_name(seat.players), time=_duration(bank_ms))
        for seat, bank_ms in zip(view.seats, view.banks_ms, strict=False)
        if seat.playing and not all(player.is_robot for player in seat.players)
    ]
    return gettext("-# Time in the bank: {banks}", banks=" · ".join(parts)) if parts else ""


def _duration(ms: int) -> str:
    """A length of time by its two largest units, rounded down."""
    days, hours, minutes = ms // DAY_MS, ms % DAY_MS // HOUR_MS, ms % HOUR_MS // MINUTE_MS
    if days:
        return gettext("{days} d {hours} h", days=days, hours=hours)
    if hours:
        return gettext("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return gettext("{minutes} min", minutes=minutes)
