"""The tiles, the empty cell and the signs of labels, ready to be put together as a picture.

The one entry point is :func:`pieces`. All pieces of one size lie below each other in one PNG, as
squares that share a palette, so that a row of the board is rows of theirs joined as bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import ascii_uppercase, digits
from typing import Final

from qwirkle_bot.engine.tiles import KINDS, Tile
from qwirkle_bot.pictures.indexed import Rgba, read_png

SIZES: Final = (64, 32)
"""The pixels of a piece's side, for boards that are small and for the others."""

EMPTY: Final = "empty"
SIGNS: Final = f"{ascii_uppercase}{digits}-"


def piece_name(tile: Tile, *, new: bool) -> str:
    """The name of a tile's picture: its code, with a mark when it was just laid (``RCn``)."""
    return f"{tile}n" if new else str(tile)


TILES: Final = tuple(piece_name(tile, new=new) for new in (False, True) for tile in KINDS)
NAMES: Final = (*TILES, EMPTY, *SIGNS)
"""All pieces, from the top of the sheet."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The rows of pixels of each piece, by its name, and the palette of them all."""

    palette: tuple[Rgba, ...]
    rows: Mapping[str, tuple[bytes, ...]]


def sheet_name(size: int) -> str:
    return f"board{size}.png"


def art_file(name: str) -> bytes:
    """A committed picture, as it is."""
    return files("qwirkle_bot.pictures").joinpath("art", name).read_bytes()


@cache
def pieces(size: int) -> Pieces:
    """The pieces of one of ``SIZES``, read once."""
    sheet = read_png(art_file(sheet_name(size)))
    rows = {
        name: tuple(sheet.row(place * size + y) for y in range(size))
        for place, name in enumerate(NAMES)
    }
    return Pieces(sheet.palette, rows)
