"""The whole board as a picture, whatever its size, and the words that stand for it.

The entry points are :func:`board_png` and :func:`alt_text`. A picture is put together from rows of
ready-made pieces, so drawing one is joining bytes; nearly all the time goes into packing them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final

from qwirkle_bot.engine.board import Board
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.notation import cell_name, column_name, row_name
from qwirkle_bot.pictures.indexed import Picture
from qwirkle_bot.pictures.sheet import EMPTY, SIZES, piece_name, pieces
from qwirkle_bot.pictures.window import Window
from qwirkle_bot.tile_names import tile_name

LARGE_PIXELS: Final = 1_700
"""The longest side of a picture that is drawn from the larger tiles."""

ALT_CHARACTERS: Final = 1_024
"""The longest description of a picture that Discord takes."""

_PACKING: Final = 6
"""zlib's level."""

_GROUND: Final = b"\0"
"""The table, which is the first color of every sheet."""


def board_png(board: Board, *, new: Collection[Cell] = ()) -> bytes:
    """The board with one empty cell around it, new tiles marked, and labels on all four sides."""
    window = Window.around(board).grown(1, 1)
    longest = 2 + max(len(window.columns), len(window.rows))
    size = next((size for size in SIZES if size * longest <= LARGE_PIXELS), SIZES[-1])
    kit = pieces(size).rows
    side = _GROUND * size
    signs = [kit[column_name(x)] for x in window.columns]
    letters = [
        b"".join([side, *(sign[line] for sign in signs), side])
        for line in range(size // 8, size - size // 8)
    ]
    lines = [*letters]
    for y in window.rows:
        label = _row_label(row_name(y), size)
        cells = [kit[_piece(board, (x, y), new)] for x in window.columns]
        lines += (b"".join(line) for line in zip(label, *cells, label, strict=True))
    lines += letters
    picture = Picture(len(letters[0]), len(lines), pieces(size).palette, b"".join(lines))
    return picture.to_png(_PACKING)


def alt_text(board: Board, *, new: Collection[Cell] = ()) -> str:
    """What a picture of the board shows, for who cannot see it, in at most ``ALT_CHARACTERS``.

    It names every tile row by row, in words where there is room and in codes where there is less;
    of a board too large for either it tells the size and the new tiles.
    """
    summary = _summary(board, new)
    for name in (tile_name, str):
        whole = " ".join([summary, *_tiles_by_row(board, name)])
        if len(whole) <= ALT_CHARACTERS:
            return whole
    return summary


def _row_label(name: str, size: int) -> list[bytes]:
    """The number of a row in the middle of a piece; a sign takes five parts of sixteen."""
    kit = pieces(size).rows
    part = size * 5 // 32
    middle = slice(size // 2 - part, size // 2 + part)
    space = size - 2 * part * len(name)
    before, after = _GROUND * (space // 2), _GROUND * (space - space // 2)
    return [
        b"".join([before, *(kit[sign][line][middle] for sign in name), after])
        for line in range(size)
    ]


def _piece(board: Board, cell: Cell, new: Collection[Cell]) -> str:
    tile = board.get(cell)
    return piece_name(tile, new=cell in new) if tile else EMPTY


def _summary(board: Board, new: Collection[Cell]) -> str:
    if not board:
        return gettext("The board, still empty.")
    window = Window.around(board)
    size = ngettext(
        "The board: {count} tile in {columns} and {rows}.",
        "The board: {count} tiles in {columns} and {rows}.",
        len(board),
        columns=_columns(column_name(window.left), column_name(window.right)),
        rows=_rows(row_name(window.top), row_name(window.bottom)),
    )
    laid = [
        gettext("{tile} at {cell}", tile=tile_name(board[cell]), cell=cell_name(cell))
        for cell in new
        if cell in board
    ]
    return f"{size} {gettext('Just laid: {tiles}.', tiles=', '.join(laid))}" if laid else size


def _columns(first: str, last: str) -> str:
    if first == last:
        return gettext("column {name}", name=first)
    return gettext("columns {first} to {last}", first=first, last=last)


def _rows(first: str, last: str) -> str:
    if first == last:
        return gettext("row {name}", name=first)
    return gettext("rows {first} to {last}", first=first, last=last)


def _tiles_by_row(board: Board, name: Callable[[Tile], str]) -> list[str]:
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for (x, y), tile in sorted(board.items(), key=lambda laid: laid[0]):
        rows[y].append(f"{column_name(x)} {name(tile)}")
    return [
        gettext("Row {row}: {tiles}.", row=row_name(y), tiles=", ".join(rows[y]))
        for y in sorted(rows)
    ]
