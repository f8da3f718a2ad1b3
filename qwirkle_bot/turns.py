"""Moves of a running game: who may make them, and what they append to its record.

Each function judges: it answers with the game as it should become, or raises :class:`PlayerError`
with a sentence for the player. Passes that are forced by a move belong to it, in one step (R9.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.record import entry_of
from qwirkle_bot.saved import Judge, Phase, SavedGame, Table
from qwirkle_bot.words.names import shown

NO_GAME: Final = gettext_noop("There is no game in this channel. Open one with `/start`.")


def place(table: Table | None, user_id: int, tiles: tuple[Laid, ...]) -> SavedGame:
    """Lay tiles, for the player to move."""
    table, game, seat = seated(table, user_id)
    check_mover(table, game, user_id)
    return play(table, game, Place(seat, tiles))


def exchange(table: Table | None, user_id: int, tiles: tuple[Tile, ...]) -> SavedGame:
    """Swap tiles for as many from the bag, for the player to move."""
    table, game, seat = seated(table, user_id)
    check_mover(table, game, user_id)
    return play(table, game, Exchange(seat, tiles))


def resign(table: Table | None, user_id: int) -> SavedGame:
    """Leave the game, on anyone's turn (R10.1)."""
    table, game, seat = seated(table, user_id)
    return play(table, game, Resign(seat))


def resign_all(table: Table, game: Game, seats: Sequence[int]) -> SavedGame:
    """Let several seats leave in one step, until the game is over."""
    after = game
    for seat in seats:
        if after.result is None:
            after = after.play(Resign(seat))
    return _recorded(table, game, after)


def play_robot(table: Table | None, revision: int, move: Place | Exchange | Pass) -> SavedGame:
    """Make the move that a robot chose when the game was at ``revision``."""
    if table is None or table.game is None or table.revision != revision:
        raise TableError("The game has moved on.")
    return play(table, table.game, move)


def unchanged_since(game_id: str, revision: int, judge: Judge) -> Judge:
    """The same judge, who refuses if the game is not the one that the player was looking at."""

    def judge_if_unchanged(table: Table | None) -> SavedGame:
        if table is None or table.saved.id != game_id or not table.still_shows(revision):
            raise TableError(
                gettext("The game has moved on since this was shown; nothing was done.")
            )
        return judge(table)

    return judge_if_unchanged


def in_game(game_id: str, judge: Judge) -> Judge:
    """The same judge, who refuses if the channel's game is not the one that was meant."""

    def judge_if_there(table: Table | None) -> SavedGame:
        if table is not None and table.saved.id != game_id:
            raise TableError(gettext("That game is over."))
        return judge(table)

    return judge_if_there


def seated(table: Table | None, user_id: int) -> tuple[Table, Game, int]:
    """A running game and the seat that a user has in it.

    Raises:
        TableError: there is no running game, or the user has no seat.
    """
    if table is None or table.phase is Phase.CLOSED:
        raise TableError(gettext(NO_GAME))
    if table.phase is Phase.LOBBY:
        raise TableError(
            gettext("The game has not begun. The host begins it, or it begins when it is full.")
        )
    if table.game is None:
        raise TableError(gettext("The game waits for the tied players to say who is the oldest."))
    if table.phase is Phase.OVER:
        raise TableError(gettext("This game is over. Open another with `/start`."))
    seat = table.seat_of(user_id)
    if seat is None:
        raise TableError(
            gettext("You have no seat in this game. Watch it here, or open your own elsewhere.")
        )
    return table, table.game, seat


def check_mover(table: Table, game: Game, user_id: int) -> None:
    """Raise :class:`TableError` unless it is this user who moves next."""
    mover = table.mover(game)
    if mover.id != user_id or mover.is_robot:
        raise TableError(gettext("It is not your turn: {who} is to move.", who=shown(mover.name)))


def play(table: Table, game: Game, move: Move) -> SavedGame:
    """The game after a move, with the passes that it forces on the seats after it."""
    after = game.play(move)
    while after.must_pass:
        after = after.play(Pass(after.turn))
    return _recorded(table, game, after)


def _recorded(table: Table, before: Game, after: Game) -> SavedGame:
    record = table.saved.record
    if record is None:
        raise TableError(gettext(NO_GAME))
    entries = tuple(entry_of(turn) for turn in after.history[len(before.history) :])
    record = record.model_copy(update={"moves": (*record.moves, *entries)})
    return table.saved.model_copy(update={"record": record})
