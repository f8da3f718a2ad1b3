"""What pictures show, for who cannot see them: the descriptions that a screen reader reads.

The entry points are :func:`board_alt`, :func:`preview_alt` and :func:`hand_alt`. Each keeps within
``ALT_CHARACTERS``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Final

from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.notation import cell_name, column_name, row_name
from qwirkle_bot.pictures.window import Window, window_near
from qwirkle_bot.tile_names import tile_name

ALT_CHARACTERS: Final = 1_024
"""The longest description of a picture that Discord takes."""


def board_alt(board: Board, *, new: Collection[Cell] = ()) -> str:
    """All of a board.

    It names every tile row by row, in words where there is room and in codes where there is less;
    of a board too large for either it tells the size and the new tiles.
    """
    if not board:
        return gettext("The board, still empty.")
    parts = [_size(board)]
    laid = [cell for cell in new if cell in board]
    if laid:
        parts.append(gettext("Just laid: {tiles}.", tiles=_tiles_at(board, laid)))
    return _with_rows(" ".join(parts), board)


def preview_alt(board: Board, placed: Sequence[Laid]) -> str:
    """The part of the board around a placement that is not made yet."""
    cells = [cell for cell, _ in placed]
    after = board | dict(placed)
    window = window_near(cells)
    near = {cell: tile for cell, tile in after.items() if cell in window}
    move = gettext("A preview with {tiles}.", tiles=_tiles_at(after, cells))
    return _with_rows(move, near)


def hand_alt(hand: Sequence[Tile]) -> str:
    """A hand, each tile with its place: the same as is written beside the picture."""
    tiles = ", ".join(f"{place} {tile_name(tile)}" for place, tile in enumerate(hand, start=1))
    return gettext("Your hand: {tiles}.", tiles=tiles)


def _with_rows(summary: str, board: Board) -> str:
    for name in (tile_name, str):
        whole = " ".join([summary, *_rows(board, name)])
        if len(whole) <= ALT_CHARACTERS:
            return whole
    return summary


def _size(board: Board) -> str:
    window = Window.around(board)
    return ngettext(
        "The board: {count} tile at {first}.",
        "The board: {count} tiles, from {first} to {last}.",
        len(board),
        first=cell_name((window.left, window.top)),
        last=cell_name((window.right, window.bottom)),
    )


def _tiles_at(board: Board, cells: Collection[Cell]) -> str:
    return ", ".join(
        gettext("{tile} at {cell}", tile=tile_name(board[cell]), cell=cell_name(cell))
        for cell in cells
    )


def _rows(board: Board, name: Callable[[Tile], str]) -> list[str]:
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for (x, y), tile in sorted(board.items(), key=lambda laid: laid[0]):
        rows[y].append(f"{column_name(x)} {name(tile)}")
    return [
        gettext("Row {row}: {tiles}.", row=row_name(y), tiles=", ".join(rows[y]))
        for y in sorted(rows)
    ]
