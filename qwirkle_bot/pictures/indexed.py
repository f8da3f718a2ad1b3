"""Pictures of at most 256 colors, and their PNG files by zlib alone.

The entry points are :meth:`Picture.to_png` and :func:`read_png`. A pixel is one byte, its place in
the palette, so that rows of pixels are cut and joined as bytes. Only what :meth:`Picture.to_png`
writes is read back: the pictures are the project's own.

Chunks and their order: the PNG specification, third edition (W3C, 2025).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Rgba: TypeAlias = tuple[int, int, int, int]
"""Red, green, blue and alpha, each 0 to 255, in sRGB and not premultiplied."""

MOST_COLORS: Final = 256

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = struct.Struct(">IIBBBBB")
_BITS: Final = 8
_INDEXED: Final = 3
_NO_FILTER: Final = 0
"""The filter type of every row: indexed pixels compress best as they are (PNG, 12.7)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """``pixels`` are places in ``palette``, row by row from the top."""

    width: int
    height: int
    palette: tuple[Rgba, ...]
    pixels: bytes

    def row(self, y: int) -> bytes:
        return self.pixels[y * self.width : (y + 1) * self.width]

    def to_png(self, level: int = 9) -> bytes:
        """The file; ``level`` is zlib's, from 1 (fast) to 9 (small)."""
        header = _HEADER.pack(self.width, self.height, _BITS, _INDEXED, 0, 0, 0)
        rows = b"".join(bytes([_NO_FILTER]) + self.row(y) for y in range(self.height))
        colors = b"".join(bytes(color[:3]) for color in self.palette)
        alphas = bytes(color[3] for color in self.palette).rstrip(b"\xff")
        return b"".join(
            (
                _SIGNATURE,
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", colors),
                _chunk(b"tRNS", alphas) if alphas else b"",
                _chunk(b"IDAT", zlib.compress(rows, level)),
                _chunk(b"IEND", b""),
            )
        )


def read_png(data: bytes) -> Picture:
    """The picture in a file that :meth:`Picture.to_png` wrote.

    Raises:
        ValueError: if the file is any other.
    """
    chunks = dict(_chunks(data))
    width, height, *form = _HEADER.unpack(chunks[b"IHDR"])
    rows = zlib.decompress(chunks[b"IDAT"])
    if form != [_BITS, _INDEXED, 0, 0, 0] or any(rows[:: width + 1]):
        raise ValueError("not a picture of this project: its pixels are written in another way")
    colors, alphas = chunks[b"PLTE"], chunks.get(b"tRNS", b"")
    palette = tuple(
        (*colors[3 * place : 3 * place + 3], alphas[place] if place < len(alphas) else 255)
        for place in range(len(colors) // 3)
    )
    pixels = b"".join(
        rows[start + 1 : start + 1 + width] for start in range(0, len(rows), width + 1)
    )
    if len(pixels) != width * height:
        raise ValueError("not a picture of this project: pixels are missing")
    return Picture(width, height, palette, pixels)


def _chunk(kind: bytes, body: bytes) -> bytes:
    checksum = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(_SIGNATURE):
        raise ValueError("not a PNG file")
    at = len(_SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12
