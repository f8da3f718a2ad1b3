"""What time brings about in a game, and what a player does about it.

Each function judges: it answers with the game as it should become, or raises :class:`TableError`.
The clock's own doings go through :func:`do_duty`, which asks again whether they are still owed: a
move that came in the meantime wins.
"""

from __future__ import annotations

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.clocks import is_idle
from qwirkle_bot.duties import (
    Close,
    Duty,
    LookForMover,
    NoteAbsence,
    PassStuck,
    SkipTurn,
    duties,
)
from qwirkle_bot.engine.moves import Pass, Skip
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import UserSettings, note_absence
from qwirkle_bot.saved import SavedGame, Table


def do_duty(
    table: Table | None, duty: Duty, *, game_id: str, now: Moment, settings: UserSettings
) -> SavedGame:
    """The game after a duty that changes it.

    For :class:`LookForMover` that is one whose player to move was found to have left the server.
    """
    if table is None or table.saved.id != game_id or duty not in duties(table, now, settings):
        raise TableError("That is not owed any more.")
    game = table.game
    match duty:
        case Close():
            return tables.close(table, game_id)
        case SkipTurn() if game is not None:
            return turns.play(table, game, Skip(game.turn))
        case PassStuck() if game is not None:
            return turns.play(table, game, Pass(game.turn))
        case LookForMover(user_id):
            return _without_player(table.saved, user_id)
        case NoteAbsence(user_id):
            return note_absence(table.saved, user_id, settings.away_at(now.ms), now.ms)
        case _:
            raise ValueError(f"{duty} changes no game")


def come_back(table: Table | None, user_id: int) -> SavedGame:
    """Be no longer idle. That somebody asks is enough: any command has the same effect."""
    table, _, seat = turns.seated(table, user_id)
    if not is_idle(table, seat):
        raise TableError(gettext("You are not idle: nothing of yours is skipped at once."))
    return table.saved


def hush(table: Table | None, user_id: int, turn_ms: int) -> SavedGame:
    """Want no more reminders of the turn that began at ``turn_ms``, for the player to move."""
    table, game, _ = turns.seated(table, user_id)
    turns.check_mover(table, game, user_id)
    clock = table.saved.clock
    if clock is None or clock.turn.began_ms != turn_ms:
        raise TableError(gettext("That turn is over. You are reminded of later ones as before."))
    turn = clock.turn.model_copy(update={"hushed": True})
    return table.saved.model_copy(update={"clock": clock.model_copy(update={"turn": turn})})


def _without_player(saved: SavedGame, user_id: int) -> SavedGame:
    clock = saved.clock
    if clock is None:
        raise TableError(gettext(turns.NO_GAME))
    left = (*clock.left, user_id)
    return saved.model_copy(update={"clock": clock.model_copy(update={"left": left})})
