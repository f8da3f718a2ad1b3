"""Letters and digits as strokes, four wide and six high, for the tiles and for the labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from art.outlines import moved, stroked
from art.raster import Outline, Point

WIDTH: Final = 4
HEIGHT: Final = 6

_O: Final = "M 2 0 Q 4 0 4 3 Q 4 6 2 6 Q 0 6 0 3 Q 0 0 2 0"
_P: Final = "M 0 6 L 0 0 L 2.2 0 Q 4 0 4 1.7 Q 4 3.4 2.2 3.4 L 0 3.4"

PATHS: Final[Mapping[str, str]] = {
    "A": "M 0 6 L 2 0 L 4 6 M 0.7 4 L 3.3 4",
    "B": "M 2.2 2.9 Q 3.8 2.9 3.8 1.45 Q 3.8 0 2.2 0 L 0 0 L 0 6 L 2.2 6 Q 4 6 4 4.45 "
    "Q 4 2.9 2.2 2.9 L 0 2.9",
    "C": "M 4 1.3 Q 3.5 0 2.1 0 Q 0 0 0 3 Q 0 6 2.1 6 Q 3.5 6 4 4.7",
    "D": "M 0 0 L 1.8 0 Q 4 0 4 3 Q 4 6 1.8 6 L 0 6 L 0 0",
    "E": "M 3.8 0 L 0 0 L 0 6 L 3.8 6 M 0 3 L 3.2 3",
    "F": "M 3.8 0 L 0 0 L 0 6 M 0 3 L 3.2 3",
    "G": "M 3.9 1.2 Q 3.4 0 2.1 0 Q 0 0 0 3 Q 0 6 2.1 6 Q 4 6 4 4.2 L 4 3.3 L 2.3 3.3",
    "H": "M 0 0 L 0 6 M 4 0 L 4 6 M 0 3 L 4 3",
    "I": "M 2 0 L 2 6 M 0.8 0 L 3.2 0 M 0.8 6 L 3.2 6",
    "J": "M 3.6 0 L 3.6 4 Q 3.6 6 1.9 6 Q 0.3 6 0.2 4.4",
    "K": "M 0 0 L 0 6 M 3.8 0 L 0 3.8 M 1.4 2.4 L 4 6",
    "L": "M 0 0 L 0 6 L 3.8 6",
    "M": "M 0 6 L 0 0 L 2 3.4 L 4 0 L 4 6",
    "N": "M 0 6 L 0 0 L 4 6 L 4 0",
    "O": _O,
    "P": _P,
    "Q": f"{_O} M 2.6 4.4 L 4.1 6.3",
    "R": f"{_P} M 2 3.4 L 4 6",
    "S": "M 3.8 1.3 Q 3.4 0 2 0 Q 0.2 0 0.2 1.5 Q 0.2 2.7 2 3 Q 3.9 3.3 3.9 4.5 Q 3.9 6 2 6 "
    "Q 0.5 6 0 4.7",
    "T": "M 0 0 L 4 0 M 2 0 L 2 6",
    "U": "M 0 0 L 0 4 Q 0 6 2 6 Q 4 6 4 4 L 4 0",
    "V": "M 0 0 L 2 6 L 4 0",
    "W": "M 0 0 L 0.9 6 L 2 2 L 3.1 6 L 4 0",
    "X": "M 0 0 L 4 6 M 4 0 L 0 6",
    "Y": "M 0 0 L 2 3 L 4 0 M 2 3 L 2 6",
    "Z": "M 0 0 L 4 0 L 0 6 L 4 6",
    "0": "M 2 0 Q 3.8 0 3.8 3 Q 3.8 6 2 6 Q 0.2 6 0.2 3 Q 0.2 0 2 0",
    "1": "M 0.6 1.4 L 2.3 0 L 2.3 6",
    "2": "M 0.2 1.5 Q 0.4 0 2 0 Q 3.8 0 3.8 1.6 Q 3.8 2.8 2.6 3.8 L 0.1 6 L 4 6",
    "3": "M 0.3 1 Q 0.8 0 2 0 Q 3.7 0 3.7 1.5 Q 3.7 2.9 1.7 2.9 Q 3.9 2.9 3.9 4.5 Q 3.9 6 2 6 "
    "Q 0.5 6 0.1 4.9",
    "4": "M 3 6 L 3 0 L 0 4.3 L 4.1 4.3",
    "5": "M 3.6 0 L 0.6 0 L 0.4 2.7 Q 1 2.2 2 2.2 Q 3.9 2.2 3.9 4.1 Q 3.9 6 2 6 Q 0.6 6 0.1 5",
    "6": "M 3.5 0.7 Q 3 0 2.2 0 Q 0.2 0 0.2 3.7 Q 0.2 6 2.1 6 Q 3.9 6 3.9 4.2 Q 3.9 2.4 2.1 2.4 "
    "Q 0.6 2.4 0.2 3.8",
    "7": "M 0.1 0 L 3.9 0 L 1.5 6",
    "8": "M 2 2.8 Q 0.4 2.8 0.4 1.4 Q 0.4 0 2 0 Q 3.6 0 3.6 1.4 Q 3.6 2.8 2 2.8 "
    "Q 0.1 2.8 0.1 4.4 Q 0.1 6 2 6 Q 3.9 6 3.9 4.4 Q 3.9 2.8 2 2.8",
    "9": "M 0.5 5.3 Q 1 6 1.8 6 Q 3.8 6 3.8 2.3 Q 3.8 0 1.9 0 Q 0.1 0 0.1 1.8 Q 0.1 3.6 1.9 3.6 "
    "Q 3.4 3.6 3.8 2.2",
    "-": "M 0.7 3.2 L 3.3 3.2",
}


def letter(name: str, middle: Point, height: float, thickness: float) -> list[Outline]:
    """A letter of a height around a point; its strokes go over the height by their thickness."""
    scale = height / HEIGHT
    corner = middle[0] - scale * WIDTH / 2, middle[1] - height / 2
    return [moved(outline, scale, corner) for outline in stroked(PATHS[name], thickness / scale)]
