"""A few tiles as an example, without coordinates: for the pages of the rules.

The one entry point is :func:`example`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from qwirkle_bot.engine.board import Board
from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.pictures.ansi import PLAIN, Piece, ink_of, paint
from qwirkle_bot.pictures.emoji import EMPTY
from qwirkle_bot.pictures.sheet import piece_name
from qwirkle_bot.pictures.text import fence
from qwirkle_bot.pictures.window import Window

_NOTHING = " ·"


def example(board: Board, new: Collection[Cell], names: Mapping[str, str] | None) -> str:
    """The tiles in emoji, whose markup ``names`` holds, or without names as a code block.

    Those that are new are marked, in text by brackets.
    """
    window = Window.around(board)
    if names is None:
        lines = [paint(_pieces(board, new, window, y)) for y in window.rows]
        return fence("\n".join(lines), ansi=True)
    return "\n".join(
        "".join(
            names[piece_name(board[x, y], new=(x, y) in new)] if (x, y) in board else EMPTY
            for x in window.columns
        )
        for y in window.rows
    )


def _pieces(board: Board, new: Collection[Cell], window: Window, y: int) -> list[Piece]:
    pieces = []
    for x in window.columns:
        tile = board.get((x, y))
        ink = ink_of(tile, new=(x, y) in new) if tile else PLAIN
        pieces += [Piece(_joint(new, x, y), PLAIN), Piece(str(tile or _NOTHING), ink)]
    return [*pieces, Piece(_joint(new, window.right + 1, y), PLAIN)]


def _joint(new: Collection[Cell], x: int, y: int) -> str:
    """What stands before a cell."""
    before, here = ((column, y) in new for column in (x - 1, x))
    return " " if before == here else "[" if here else "]"
