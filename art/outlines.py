"""Outlines as data: circles, rounded polygons, and strokes along paths.

All of them run the same way round, so any of them may be put together (see :mod:`art.raster`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Final

from art.raster import Outline, Point

_CORNERS: Final = 64
"""Corners of a whole circle: on 128 pixels its edge is nowhere off by a tenth of a pixel."""

_STEPS: Final = 12
"""Straight pieces of a bend."""


def circle(middle: Point, radius: float) -> Outline:
    return _arc(middle, radius, 0.0, 2 * pi, _CORNERS)


def rounded(corners: Sequence[Point], radius: float) -> Outline:
    """A polygon, given clockwise, whose corners are bent from ``radius`` before to as far after."""
    around = [corners[-1], *corners, corners[0]]
    outline: list[Point] = []
    for before, corner, after in zip(around, around[1:], around[2:], strict=False):
        outline += _bend(_toward(corner, before, radius), corner, _toward(corner, after, radius))
    return outline


def square(half: float, radius: float) -> Outline:
    """An upright square around the middle of a tile."""
    low, high = 0.5 - half, 0.5 + half
    return rounded([(low, low), (high, low), (high, high), (low, high)], radius)


def star(count: int, outer: float, inner: float, radius: float, middle: Point) -> Outline:
    """A star with ``count`` points, one of them upward, between two circles."""
    corners = []
    for step in range(2 * count):
        angle, reach = pi * step / count - pi / 2, inner if step % 2 else outer
        corners.append((middle[0] + reach * cos(angle), middle[1] + reach * sin(angle)))
    return rounded(corners, radius)


def stroked(path: str, thickness: float) -> list[Outline]:
    """A line of even thickness with round ends, along a path.

    A path is written as in SVG, with ``M`` (begin), ``L`` (straight on) and ``Q`` (bend), each with
    its points.
    """
    return [
        _capsule(start, end, thickness / 2)
        for line in _lines(path.split())
        for start, end in pairwise(line)
    ]


def thickened(outlines: Sequence[Outline], reach: float) -> list[Outline]:
    """Outlines that go over the given ones by ``reach`` all around."""
    borders = [
        _capsule(start, end, reach)
        for outline in outlines
        for start, end in pairwise([*outline, outline[0]])
    ]
    return [*outlines, *borders]


def moved(outline: Outline, scale: float, to: Point) -> Outline:
    return [(to[0] + scale * x, to[1] + scale * y) for x, y in outline]


def _lines(words: Sequence[str]) -> Iterator[list[Point]]:
    line: list[Point] = []
    rest = iter(words)
    for word in rest:
        if word == "M":
            if line:
                yield line
            line = [_point(rest)]
        elif word == "L":
            line.append(_point(rest))
        else:
            line += _bend(line[-1], _point(rest), _point(rest))[1:]
    yield line


def _point(words: Iterator[str]) -> Point:
    return float(next(words)), float(next(words))


def _bend(start: Point, toward: Point, end: Point) -> list[Point]:
    """A quadratic Bézier curve."""
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(
            (
                a * start[0] + b * toward[0] + c * end[0],
                a * start[1] + b * toward[1] + c * end[1],
            )
        )
    return points


def _toward(start: Point, end: Point, length: float) -> Point:
    share = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _capsule(start: Point, end: Point, radius: float) -> Outline:
    heading = atan2(end[1] - start[1], end[0] - start[0])
    half = _CORNERS // 4
    return [
        *_arc(end, radius, heading - pi / 2, heading + pi / 2, half),
        *_arc(start, radius, heading + pi / 2, heading + 3 * pi / 2, half),
    ]


def _arc(middle: Point, radius: float, start: float, end: float, pieces: int) -> list[Point]:
    angles = (start + (end - start) * piece / pieces for piece in range(pieces + 1))
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]
