"""Boards as small pictures: a row a line, a cell a code, ``..`` for an empty cell.

All pictures share one upper left corner, so what lies and what is laid can be drawn one under the
other.
"""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.tiles import TILES, Cell, Tile

EMPTY = ".."


def board(picture: str) -> dict[Cell, Tile]:
    """The tiles of a picture by their cells; its upper left corner is ``(0, 0)``."""
    rows = [line.split() for line in picture.strip().splitlines()]
    return {
        (x, y): TILES[code]
        for y, row in enumerate(rows)
        for x, code in enumerate(row)
        if code != EMPTY
    }


def laid(picture: str) -> tuple[Laid, ...]:
    """The tiles of a picture as a placement, row by row."""
    return tuple(board(picture).items())


def tiles(codes: str) -> tuple[Tile, ...]:
    """``"RC RS"`` as tiles."""
    return tuple(TILES[code] for code in codes.split())


def picture_of(placed: Sequence[Laid]) -> str:
    """A placement in one line, for messages of failed tests."""
    return " ".join(f"{tile}@{x},{y}" for (x, y), tile in placed)
