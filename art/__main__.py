"""``python -m art``: draw the pictures that the bot shows, into the bot's folder of pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from art.layers import Layer, painted
from art.tiles import TABLE, empty_layers, label_layers, tile_layers
from qwirkle_bot.engine.tiles import KINDS
from qwirkle_bot.pictures.indexed import MOST_COLORS, Picture, Rgba
from qwirkle_bot.pictures.sheet import SIGNS, SIZES, piece_name, sheet_name

FOLDER: Final = Path(__file__).parents[1] / "qwirkle_bot" / "pictures" / "art"
EMOJI_PIXELS: Final = 128
"""What Discord asks of an emoji."""


def main() -> None:
    drawn = {name: picture.to_png() for name, picture in pictures()}
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        if old.name not in drawn:
            old.unlink()
    for name, png in drawn.items():
        (FOLDER / name).write_bytes(png)
    sys.stdout.write(f"{len(drawn)} pictures, {sum(map(len, drawn.values()))} bytes\n")


def pictures() -> Iterator[tuple[str, Picture]]:
    """Every picture with the name of its file."""
    for new in (False, True):
        for tile in KINDS:
            layers = tile_layers(tile, EMOJI_PIXELS, new=new)
            yield f"{piece_name(tile, new=new)}.png", painted(layers, EMOJI_PIXELS)
    for size in SIZES:
        yield sheet_name(size), sheet(size)


def sheet(size: int) -> Picture:
    """All pieces of a board's picture below each other, with one palette."""
    drawings: list[list[Layer]] = [
        *(tile_layers(tile, size, new=new) for new in (False, True) for tile in KINDS),
        empty_layers(size),
        *(label_layers(sign, size) for sign in SIGNS),
    ]
    palette: dict[Rgba, int] = {TABLE: 0}
    pixels = []
    for layers in drawings:
        piece = painted(layers, size, TABLE)
        places = bytes(palette.setdefault(color, len(palette)) for color in piece.palette)
        pixels.append(piece.pixels.translate(places.ljust(MOST_COLORS, b"\0")))
    return Picture(size, size * len(drawings), tuple(palette), b"".join(pixels))


if __name__ == "__main__":
    main()
