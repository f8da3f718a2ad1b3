"""`replay`: a record as its boards, one after each move, in the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from qwirkle_bot.commandline.answers import complain, explain, say
from qwirkle_bot.commandline.documents import read_documents
from qwirkle_bot.engine.game import Game, Result, Turn
from qwirkle_bot.engine.moves import Exchange, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.errors import RecordError
from qwirkle_bot.pictures.text import text_board
from qwirkle_bot.record import verified_moments
from qwirkle_bot.words.moves import laid_words, score_words
from qwirkle_bot.words.names import listed

MOST_CHARACTERS: Final = 100_000
"""More than any board needs: a terminal has room, and scrolls."""


def replay(name: str) -> bool:
    """Show each record of the file as far as it holds; whether all of them hold."""
    good = True
    try:
        for document in read_documents(name):
            good &= _replay_document(document)
    except RecordError as error:
        complain(explain(error))
        return False
    return good


def _replay_document(document: bytes) -> bool:
    try:
        for game in verified_moments(document):
            say(_moment(game))
    except RecordError as error:
        complain(f"{_where(error)}{explain(error)}")
        return False
    return True


def _where(error: RecordError) -> str:
    return f"Move {error.where}: " if isinstance(error.where, int) and error.where >= 0 else ""


def _moment(game: Game) -> str:
    """The last move and the board after it; before any move, how the game begins."""
    if not game.history:
        return f"{_count_of(len(game.hands), 'seat')}; seat {game.opener} opens.\n"
    index, turn = len(game.history) - 1, game.history[-1]
    new = [cell for cell, _ in turn.move.tiles] if isinstance(turn.move, Place) else []
    board = text_board(
        game.board,
        new=new,
        colors=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
        width=shutil.get_terminal_size().columns,
        most_characters=MOST_CHARACTERS,
    )
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(game.scores))
    bag = f"{_count_of(len(game.bag), 'tile')} in the bag"
    end = f"{_ending(game.result)}\n" if game.result else ""
    return f"{index}. Seat {turn.move.seat} {_deed(turn)}.\n{board}\n{scores}; {bag}\n{end}"


def _count_of(number: int, what: str) -> str:
    """A number with its noun, in English: ``1 seat``, ``4 seats``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _deed(turn: Turn) -> str:
    match turn.move:
        case Place(_, tiles):
            score = f", {score_words(turn.score)}" if turn.score else ""
            return f"lays {laid_words(tiles)}{score}"
        case Exchange(_, tiles):
            return f"exchanges {_count_of(len(tiles), 'tile')}"
        case Pass():
            return "passes"
        case Skip():
            return "is skipped"
        case Resign():
            return "resigns"
        case TakeBack():
            return "takes the last move back"


def _ending(result: Result) -> str:
    winners = listed([f"seat {seat}" for seat in result.winners])
    return f"The game is over ({result.reason}): {winners} won."
