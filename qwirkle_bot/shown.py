"""What a channel was shown of its game, and what is noted of that.

The entry points are :func:`told_by`, which says what to note of a message that shows a game, and
:func:`addressed`, whom it calls. All of it is pure: the cogs send, edit and note.
"""

from __future__ import annotations

from qwirkle_bot.calendar import Moment
from qwirkle_bot.clocks import deadline
from qwirkle_bot.saved import Phase, Table, Told
from qwirkle_bot.tables import tied_seats
from qwirkle_bot.views import View, view_of
from qwirkle_bot.votes import undo_waits_for


def told_by(table: Table, message_id: int, now: Moment) -> Told:
    """What to note of a message; of what was noted, all that still holds."""
    clock, old = table.saved.clock, table.told
    turn_ms = clock.turn.began_ms if clock and table.phase is Phase.RUNNING else None
    told = Told(
        revision=table.revision,
        moves=table.move_count,
        message_id=message_id,
        since=moves_told(table),
        turn_ms=turn_ms,
        deadline_ms=deadline(table, now),
        closing_ms=old.closing_ms if old else None,
    )
    if old is None or turn_ms is None or old.turn_ms != turn_ms:
        return told
    kept = {"reminded", "looked"}
    if old.deadline_ms == told.deadline_ms:
        kept.add("reminder_id")  # Else it names a deadline that does not hold.
    if asked_to_undo(table):
        kept.add("question_id")
    return told.model_copy(update=old.model_dump(include=kept))


def shows_this_turn(table: Table) -> bool:
    """Whether the newest board shows this very turn, so that it need only be drawn again."""
    clock, told = table.saved.clock, table.told
    if clock is None or told is None or table.phase is not Phase.RUNNING:
        return False
    return told.turn_ms == clock.turn.began_ms and told.moves == table.move_count


def moves_told(table: Table) -> int:
    """How many moves the board's message does not tell, since others told them before."""
    if table.told is None:
        return 0
    return table.told.since if shows_this_turn(table) else table.told.moves


def asked_to_undo(table: Table) -> list[int]:
    """The user ids of those who have not agreed yet that the last move is taken back."""
    seats = undo_waits_for(table, table.game) if table.game is not None else None
    players = [player for seat in seats or () for player in table.saved.seats[seat]]
    return [player.id for player in players if player.id > 0]


def addressed(table: Table) -> list[int]:
    """The user ids of the player to move, of those invited or asked, and of the winners."""
    users: list[int]
    match table.phase:
        case Phase.LOBBY:
            users = list(table.saved.invited)
        case Phase.ASKING:
            seats = table.saved.seats
            users = [player.id for seat in tied_seats(table.saved) for player in seats[seat]]
        case Phase.RUNNING | Phase.OVER:
            users = _on_the_board(view_of(table, None))
        case Phase.CLOSED:
            users = []
    return [user for user in users if user > 0]


def _on_the_board(view: View) -> list[int]:
    if view.result is None:
        return [view.mover.id]
    return [player.id for seat in view.result.winners for player in view.seats[seat].players]
