"""Filled outlines as coverage: how much of each pixel lies inside.

The one entry point is :func:`coverage`. Outlines overlap as a union (the nonzero rule), so a shape
may be put together from pieces that all run the same way round. Along a row the coverage is exact;
down the column it is the mean of ``SLICES`` slices.

The answer is the same on every machine: corners are first put on a fine grid, which swallows the
last digits in which libraries for sine and cosine differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import ceil
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
"""``(x, y)`` in the unit square of a tile; y grows down."""

Outline: TypeAlias = Sequence[Point]
"""The corners of a closed polygon."""

LEVELS: Final = 8
"""The coverage of a pixel that lies wholly inside. Few levels make few colors, and small files."""

SLICES: Final = 8
"""How many slices of a pixel row are measured."""

_GRID: Final = 1 << 12
"""Places a pixel has along a row, and a slice down the column, for a corner."""


def coverage(outlines: Iterable[Outline], size: int) -> bytes:
    """A byte from 0 to ``LEVELS`` for each of ``size`` by ``size`` pixels, row by row."""
    slices = _crossings(outlines, size)
    rows = []
    for y in range(size):
        inside = [0.0] * (size + 1)
        steps = [0.0] * (size + 2)
        for line in range(y * SLICES, (y + 1) * SLICES):
            for left, right in _spans(slices.get(line, [])):
                _fill(inside, steps, max(left, 0.0), min(right, float(size)))
        whole = accumulate(steps)
        rows.append(
            bytes(
                round((a + b) * LEVELS / SLICES) for a, b in zip(inside[:size], whole, strict=False)
            )
        )
    return b"".join(rows)


def _crossings(outlines: Iterable[Outline], size: int) -> dict[int, list[tuple[float, int]]]:
    """Where each slice's middle crosses an edge, and whether the edge runs down or up there."""
    found: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for outline in outlines:
        corners = [(_snap(x * size), _snap(y * size * SLICES)) for x, y in outline]
        for start, end in pairwise([*corners, corners[0]]):
            way = 1 if start[1] < end[1] else -1
            (x, top), (last, bottom) = (start, end)[::way]
            for line in range(ceil(top - 0.5), ceil(bottom - 0.5)):
                share = (line + 0.5 - top) / (bottom - top)
                found[line].append((x + (last - x) * share, way))
    return found


def _snap(length: float) -> float:
    return round(length * _GRID) / _GRID


def _spans(crossings: list[tuple[float, int]]) -> Iterable[tuple[float, float]]:
    turns, start = 0, 0.0
    for x, way in sorted(crossings):
        if not turns:
            start = x
        turns += way
        if not turns:
            yield start, x


def _fill(inside: list[float], steps: list[float], left: float, right: float) -> None:
    if left >= right:
        return
    first, last = int(left), int(right)
    if first == last:
        inside[first] += right - left
        return
    inside[first] += first + 1 - left
    inside[last] += right - last
    steps[first + 1] += 1
    steps[last] -= 1
