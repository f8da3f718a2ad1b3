"""Areas of one color laid over each other, as a picture of few colors.

The one entry point is :func:`painted`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from art.raster import LEVELS
from qwirkle_bot.pictures.indexed import Picture, Rgba

CLEAR: Final[Rgba] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Layer:
    """How much of each pixel is covered, from 0 to ``LEVELS``, by an opaque color."""

    covered: bytes
    color: Rgba


def painted(layers: Sequence[Layer], size: int, ground: Rgba = CLEAR) -> Picture:
    """The layers, the lowest first, on a ground of ``size`` by ``size`` pixels."""
    palette: dict[Rgba, int] = {}
    mixed: dict[tuple[int, ...], int] = {}
    pixels = bytearray()
    for shares in zip(*(layer.covered for layer in layers), strict=True):
        if shares not in mixed:
            color = ground
            for share, layer in zip(shares, layers, strict=True):
                color = _over(color, layer.color, share)
            mixed[shares] = palette.setdefault(color, len(palette))
        pixels.append(mixed[shares])
    return Picture(size, size, tuple(palette), bytes(pixels))


def _over(below: Rgba, above: Rgba, share: int) -> Rgba:
    """An opaque color laid over another on a share of a pixel, in whole numbers throughout."""
    if share == 0:
        return below
    front, back = 255 * share, below[3] * (LEVELS - share)
    whole = front + back
    red, green, blue = (
        (front * a + back * b + whole // 2) // whole
        for a, b in zip(above[:3], below[:3], strict=True)
    )
    return red, green, blue, whole // LEVELS
