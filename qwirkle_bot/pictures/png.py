"""Boards and hands as pictures, whatever their size.

The entry points are :func:`board_png`, :func:`preview_png` and :func:`hand_png`. A picture is put
together from rows of ready-made pieces, so drawing one is joining bytes; nearly all the time goes
into packing them. The words that stand for a picture are in :mod:`qwirkle_bot.words.pictures`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.notation import column_name, row_name
from qwirkle_bot.pictures.indexed import Picture
from qwirkle_bot.pictures.sheet import EMPTY, SIZES, piece_name, pieces
from qwirkle_bot.pictures.window import Window, window_near

LARGE_PIXELS: Final = 1_700
"""The longest side of a picture that is drawn from the larger tiles."""

_PACKING: Final = 6
"""zlib's level."""

_GROUND: Final = b"\0"
"""The table, which is the first color of every sheet."""


def board_png(board: Board, *, new: Collection[Cell] = ()) -> bytes:
    """The board with one empty cell around it, new tiles marked, and labels on all four sides."""
    return _png_of(board, Window.around(board).grown(1, 1), new)


def preview_png(board: Board, placed: Sequence[Laid]) -> bytes:
    """What the board would look like around a placement, in at most ten by ten cells."""
    cells = [cell for cell, _ in placed]
    return _png_of(board | dict(placed), window_near(cells), cells)


def hand_png(hand: Sequence[Tile]) -> bytes:
    """A hand in one row, with the place of each tile beneath it."""
    size = SIZES[0]
    kit = pieces(size).rows
    tiles = [kit[piece_name(tile, new=False)] for tile in hand]
    places = [kit[str(place)] for place, _ in enumerate(hand, start=1)]
    lines = [b"".join(line) for line in zip(*tiles, strict=True)]
    lines += [b"".join(sign[line] for sign in places) for line in _strip(size)]
    return _packed(lines, size)


def _png_of(board: Board, window: Window, new: Collection[Cell]) -> bytes:
    longest = 2 + max(len(window.columns), len(window.rows))
    size = next((size for size in SIZES if size * longest <= LARGE_PIXELS), SIZES[-1])
    kit = pieces(size).rows
    side = _GROUND * size
    signs = [kit[column_name(x)] for x in window.columns]
    letters = [b"".join([side, *(sign[line] for sign in signs), side]) for line in _strip(size)]
    lines = [*letters]
    for y in window.rows:
        label = _row_label(row_name(y), size)
        cells = [kit[_piece(board, (x, y), new)] for x in window.columns]
        lines += (b"".join(line) for line in zip(label, *cells, label, strict=True))
    lines += letters
    return _packed(lines, size)


def _strip(size: int) -> Iterable[int]:
    """The rows of pixels of a sign, without the empty ones above and below it."""
    return range(size // 8, size - size // 8)


def _packed(lines: Sequence[bytes], size: int) -> bytes:
    picture = Picture(len(lines[0]), len(lines), pieces(size).palette, b"".join(lines))
    return picture.to_png(_PACKING)


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
