"""The 36 kinds of tile, and which of them may share a line (R1, R4.4).

Every kind is one bit of a 36-bit mask, in the order of the bag, so that a set of kinds is an
integer and "which kinds may still join this line" is an ``&`` of each tile's ``mates``. A line is
valid exactly when each two of its tiles are mates: three tiles that are mates by pairs share a
color or a shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""``(x, y)``; x grows to the right, y grows down. The table has no edge."""

COPIES: Final = 3
"""Tiles of each kind (R1.1)."""

LINE_LENGTH: Final = 6
"""The most tiles that a line can hold, since there are six colors and six shapes (R4.4)."""


class Color(StrEnum):
    """The six colors, in the order of the bag."""

    RED = "R"
    ORANGE = "O"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "P"


class Shape(StrEnum):
    """The six shapes, in the order of the bag."""

    CIRCLE = "C"
    SQUARE = "S"
    DIAMOND = "D"
    CLOVER = "L"
    CROSS = "X"
    STAR = "T"


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile. Tiles of the same kind are equal, so count them in lists, never in sets.

    ``bit`` is the mask of this kind alone; ``mates`` is the mask of the kinds that may lie in one
    line with it: those that share its color or its shape, but not both.
    """

    color: Color
    shape: Shape
    bit: int = field(init=False, repr=False, compare=False)
    mates: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        colors, shapes = list(Color), list(Shape)
        color, shape = colors.index(self.color), shapes.index(self.shape)
        row = sum(1 << (color * len(shapes) + column) for column in range(len(shapes)))
        column = sum(1 << (other * len(shapes) + shape) for other in range(len(colors)))
        object.__setattr__(self, "bit", row & column)
        object.__setattr__(self, "mates", row ^ column)

    def __str__(self) -> str:
        return f"{self.color}{self.shape}"

    @property
    def words(self) -> str:
        """The tile in English, such as ``"red circle"``."""
        return f"{self.color.name} {self.shape.name}".lower()


KINDS: Final = tuple(Tile(color, shape) for color in Color for shape in Shape)
"""All 36 kinds in the order of the bag: ``KINDS[i].bit == 1 << i``."""

EVERY_KIND: Final = (1 << len(KINDS)) - 1
"""The mask of all kinds: what may lie where nothing is near."""

TILES: Final[Mapping[str, Tile]] = {str(tile): tile for tile in KINDS}
"""Each kind by its code, such as ``"RC"`` (R1.2)."""

GROUPS: Final = tuple(
    sum(tile.bit for tile in KINDS if trait in (tile.color, tile.shape))
    for trait in (*Color, *Shape)
)
"""Twelve masks: the kinds of each color, then the kinds of each shape."""


def mask_of(tiles: Iterable[Tile]) -> int:
    """The set of kinds among ``tiles``, as a mask; identical tiles count once."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def kinds_in(mask: int) -> list[Tile]:
    """The kinds of a mask, in the order of the bag."""
    kinds = []
    while mask:
        lowest = mask & -mask
        kinds.append(KINDS[lowest.bit_length() - 1])
        mask ^= lowest
    return kinds


def set_size(hand: Iterable[Tile]) -> int:
    """The size of a hand's *set*: the most of its kinds that share a color or a shape (R3.1)."""
    mask = mask_of(hand)
    return max((mask & group).bit_count() for group in GROUPS)
