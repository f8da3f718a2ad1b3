"""What the tiles look like: plate, shape, and the letter of the color.

The entry points are :func:`tile_layers`, :func:`empty_layers` and :func:`label_layers`. A tile is
a dark plate with the shape in its color and, on the shape, the letter of the color that also
stands in the tile's code. The plate is dark on every theme, so a color looks the same everywhere.
The six colors go up in lightness from purple to yellow, so they stay apart where hue does not show.
Letters are white on the three darker ones and dark on the three lighter ones.

A tile that was just laid has a white plate. Among dark plates that shows at any size, and on a
white page too: a frame in a color of its own did neither, and could be taken for a seventh color.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from art.layers import Layer
from art.letters import letter
from art.outlines import circle, rounded, square, star, thickened
from art.raster import Outline, coverage
from qwirkle_bot.engine.tiles import Color, Shape, Tile
from qwirkle_bot.pictures.indexed import Rgba

WHITE: Final[Rgba] = (0xFF, 0xFF, 0xFF, 0xFF)
DARK: Final[Rgba] = (0x1B, 0x1C, 0x22, 0xFF)
RIM: Final[Rgba] = (0x7A, 0x7E, 0x8C, 0xFF)
"""Sets one dark plate apart from the next, and from a dark page."""

TABLE: Final[Rgba] = (0x2B, 0x2D, 0x33, 0xFF)
EMPTY: Final[Rgba] = (0x36, 0x39, 0x41, 0xFF)
LABEL: Final[Rgba] = (0xC4, 0xC8, 0xD2, 0xFF)
"""The ground of the board's picture, an empty cell, and the names of columns and rows."""

COLORS: Final[Mapping[Color, Rgba]] = {
    Color.RED: (0xFA, 0x30, 0x46, 0xFF),
    Color.ORANGE: (0xFF, 0x99, 0x1C, 0xFF),
    Color.YELLOW: (0xFF, 0xEF, 0x3D, 0xFF),
    Color.GREEN: (0x22, 0xDF, 0x91, 0xFF),
    Color.BLUE: (0x3B, 0x95, 0xFC, 0xFF),
    Color.PURPLE: (0x74, 0x40, 0xFC, 0xFF),
}
"""Near to what a search found to lie furthest apart, and from the plate, for eyes that see all
colors, for the three kinds of color blindness and in gray; ``tests/pictures`` measures it."""

INKS: Final[Mapping[Color, Rgba]] = {
    Color.RED: WHITE,
    Color.ORANGE: DARK,
    Color.YELLOW: DARK,
    Color.GREEN: DARK,
    Color.BLUE: WHITE,
    Color.PURPLE: WHITE,
}

_MIDDLE: Final = (0.5, 0.5)
_BARS: Final = (
    [(0.072, 0.3), (0.3, 0.072), (0.928, 0.7), (0.7, 0.928)],
    [(0.7, 0.072), (0.928, 0.3), (0.3, 0.928), (0.072, 0.7)],
)
_LEAVES: Final = ((0.5, 0.262), (0.738, 0.5), (0.5, 0.738), (0.262, 0.5))

SHAPES: Final[Mapping[Shape, Sequence[Outline]]] = {
    Shape.CIRCLE: [circle(_MIDDLE, 0.37)],
    Shape.SQUARE: [square(0.335, 0.07)],
    Shape.DIAMOND: [rounded([(0.5, 0.07), (0.93, 0.5), (0.5, 0.93), (0.07, 0.5)], 0.07)],
    Shape.CLOVER: [circle(_MIDDLE, 0.2), *(circle(leaf, 0.182) for leaf in _LEAVES)],
    Shape.CROSS: [rounded(bar, 0.05) for bar in _BARS],
    Shape.STAR: [star(5, 0.455, 0.262, 0.045, (0.5, 0.535))],
}
"""Each leaves room in its middle for a letter that can be read on a tile of 18 pixels."""

LETTER_HEIGHT: Final = 0.305
LETTER_THICKNESS: Final = 0.08
LABEL_HEIGHT: Final = 0.31
LABEL_THICKNESS: Final = 0.058
BORDER: Final = 0.03
"""Of a shape on a white plate, where yellow would be lost without it."""


def tile_layers(tile: Tile, size: int, *, new: bool) -> list[Layer]:
    """A tile on ``size`` by ``size`` pixels; a new one has a white plate."""
    plate = [Layer(_square(0.485, 0.2, size), RIM), Layer(_square(0.455, 0.17, size), DARK)]
    if new:
        plate = [
            Layer(_square(0.495, 0.2, size), DARK),
            Layer(_square(0.445, 0.15, size), WHITE),
            Layer(_bordered(tile.shape, size), DARK),
        ]
    shape = Layer(_shape(tile.shape, size), COLORS[tile.color])
    sign = Layer(_letter(tile.color, LETTER_HEIGHT, LETTER_THICKNESS, size), INKS[tile.color])
    return [*plate, shape, sign]


def empty_layers(size: int) -> list[Layer]:
    """A cell of the board's picture where no tile lies."""
    return [Layer(_square(0.455, 0.17, size), EMPTY)]


def label_layers(sign: str, size: int) -> list[Layer]:
    """A letter or digit for the edge of the board's picture."""
    return [Layer(_letter(sign, LABEL_HEIGHT, LABEL_THICKNESS, size), LABEL)]


@cache
def _square(half: float, radius: float, size: int) -> bytes:
    return coverage([square(half, radius)], size)


@cache
def _shape(shape: Shape, size: int) -> bytes:
    return coverage(SHAPES[shape], size)


@cache
def _bordered(shape: Shape, size: int) -> bytes:
    return coverage(thickened(SHAPES[shape], BORDER), size)


@cache
def _letter(sign: str, height: float, thickness: float, size: int) -> bytes:
    return coverage(letter(sign, _MIDDLE, height, thickness), size)
