"""What a table does only together: take a move back, skip a late player, claim a win.

Each function judges: it answers with the game as it should become, or raises :class:`TableError`. A
vote is a seat's, not a player's, and robots are never waited for.
"""

from __future__ import annotations

from typing import Final

from qwirkle_bot import turns
from qwirkle_bot.clocks import claimant
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Pass, Place, Skip, TakeBack
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import SavedGame, Table, TurnState
from qwirkle_bot.votes import not_agreed, people_seats
from qwirkle_bot.words.names import shown

SKIP_VOTE_HOURS: Final = 72
"""How late a player must be, in a game without a time limit, before the others may vote."""


def ask_undo(table: Table | None, user_id: int) -> SavedGame:
    """Ask the others to let one's last move be taken back (R10.3); where all are robots, do it."""
    table, game, seat = _voter(table, user_id)
    last = game.history[-1].move if game.history else None
    if isinstance(last, Pass):
        raise TableError(
            gettext("A seat had to pass since your move, so it cannot be taken back any more.")
        )
    if not isinstance(last, Place | Exchange) or last.seat != seat:
        raise TableError(
            gettext(
                "There is no move of yours to take back: the next seat has moved, or you have not."
            )
        )
    if _state(table).undo_votes is not None:
        raise TableError(gettext("The others have been asked already."))
    if _state(table).undo_refused:
        raise TableError(gettext("You have asked for this move already, so it stands."))
    return _count_undo(table, game, ())


def agree_undo(table: Table | None, user_id: int, moves: int) -> SavedGame:
    """Agree that the last move is taken back; the last one to agree makes it happen.

    ``moves`` is how many there were when the question was asked, here and in what follows.
    """
    table, game, seat = _voter(table, user_id)
    votes = _open_undo(table, moves)
    if seat == game.history[-1].move.seat:
        raise TableError(gettext("The others have to agree to it, not you."))
    return _count_undo(table, game, (*votes, user_id))


def decline_undo(table: Table | None, user_id: int, moves: int) -> SavedGame:
    """Let the last move stand, for any of the others, or withdraw the question oneself."""
    table, _, _ = _voter(table, user_id)
    _open_undo(table, moves)
    return _with_state(table, undo_votes=None, undo_refused=True)


def vote_skip(table: Table | None, user_id: int, *, is_late: bool) -> SavedGame:
    """Vote to skip the player to move; the majority of the other seats makes it happen."""
    table, game, seat = _voter(table, user_id)
    late = table.mover(game)
    if seat == game.turn:
        raise TableError(gettext("It is your own turn. Exchange a tile if nothing fits."))
    if late.is_robot or not is_late:
        raise TableError(
            gettext(
                "{who} has time left. Without a time limit the others may vote {hours} hours after"
                " the turn began.",
                who=shown(late.name),
                hours=SKIP_VOTE_HOURS,
            )
        )
    before = _state(table).skip_votes
    votes = (*before, user_id)
    others = people_seats(table, game) - {game.turn}
    if 2 * sum(table.voted(votes, other) for other in others) > len(others):
        return turns.play(table, game, Skip(game.turn))
    if table.voted(before, seat):
        raise TableError(gettext("Your vote is counted already."))
    return _with_state(table, skip_votes=votes)


def claim_win(table: Table | None, user_id: int, moves: int) -> SavedGame:
    """Let every idle seat resign, for the one player who still plays."""
    table, game, seat = _voter(table, user_id)
    if table.move_count != moves:
        raise TableError(gettext("The game has moved on since this was shown; nothing was done."))
    others = sorted(game.playing - {seat})
    if claimant(table) != seat:
        raise TableError(gettext("A win can be claimed only when every other seat is idle."))
    return turns.resign_all(table, game, others)


def _count_undo(table: Table, game: Game, votes: tuple[int, ...]) -> SavedGame:
    if not not_agreed(table, game, votes):
        return turns.play(table, game, TakeBack(game.history[-1].move.seat))
    return _with_state(table, undo_votes=votes)


def _voter(table: Table | None, user_id: int) -> tuple[Table, Game, int]:
    """As :func:`qwirkle_bot.turns.seated`; but whoever has resigned has no say any more."""
    table, game, seat = turns.seated(table, user_id)
    if seat not in game.playing:
        raise TableError(gettext("You have resigned from this game, so the others decide."))
    return table, game, seat


def _open_undo(table: Table, moves: int) -> tuple[int, ...]:
    votes = _state(table).undo_votes
    if votes is None or table.move_count != moves:
        raise TableError(gettext("Nobody asks to take a move back any more."))
    return votes


def _state(table: Table) -> TurnState:
    if table.saved.clock is None:
        raise TableError(gettext(turns.NO_GAME))
    return table.saved.clock.turn


def _with_state(table: Table, **changes: object) -> SavedGame:
    clock = table.saved.clock
    if clock is None:
        raise TableError(gettext(turns.NO_GAME))
    turn = clock.turn.model_copy(update=changes)
    return table.saved.model_copy(update={"clock": clock.model_copy(update={"turn": turn})})
