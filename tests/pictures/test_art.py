"""The tiles: drawn as committed, small enough for Discord, and told apart by everyone's eyes.

What the color-blind see is simulated after Machado, Oliveira and Fernandes, "A Physiologically-
based Model for Simulation of Color Vision Deficiency" (2009): their matrices for the severity 1.0,
on linear light. Distances are those of CIE 1976 L*a*b* under D65.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from statistics import mean
from typing import Final, TypeAlias

import pytest

from art.__main__ import EMOJI_PIXELS, FOLDER, pictures
from art.outlines import circle, square, thickened
from art.raster import LEVELS, coverage
from qwirkle_bot.engine.tiles import KINDS, Tile
from qwirkle_bot.pictures.indexed import Picture, Rgba, read_png
from qwirkle_bot.pictures.sheet import SIZES, art_file, piece_name, sheet_name

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

GRAY: Final[Triple] = (0.2126, 0.7152, 0.0722)
"""The share of red, green and blue in luminance (ITU-R BT.709)."""

EYES: Final[Mapping[str, Matrix]] = {
    "all colors": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "gray": (GRAY, GRAY, GRAY),
}

SMALL: Final = 18
"""Pixels of an emoji where Discord shows it smallest."""

NOTICEABLE: Final = 2.3
"""The smallest difference in L*a*b* that people see (Mahy, Van Eycken and Oosterlinck, 1994)."""

TOLD_APART: Final = 2 * NOTICEABLE
"""Asked of two tiles in the root mean square over all pixels. Half of them or more are plate, which
all tiles share, so where two tiles do differ they differ by far more."""

UNMISTAKABLE: Final = 10 * NOTICEABLE
"""Asked of a tile and the same tile just laid."""

DISCORD_DARK: Final[Triple] = (0x31 / 255, 0x33 / 255, 0x38 / 255)
MOST_BYTES: Final = 4096


def linear(channel: float) -> float:
    """A channel of sRGB, 0 to 1, as an amount of light."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def lab(light: Sequence[float]) -> Triple:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def seen(light: Triple, matrix: Matrix) -> Triple:
    return lab(
        [min(1.0, max(0.0, sum(map(float.__mul__, map(float, row), light)))) for row in matrix]
    )


def light_of(color: Rgba) -> Triple:
    """What a pixel sends out on Discord's dark page."""
    alpha = color[3] / 255
    red, green, blue = (
        alpha * linear(over / 255) + (1 - alpha) * linear(under)
        for over, under in zip(color[:3], DISCORD_DARK, strict=True)
    )
    return red, green, blue


@cache
def shrunk(tile: Tile, *, new: bool) -> list[Triple]:
    """A tile on 18 by 18 pixels, each the mean of the light of those that it stands for."""
    picture = read_png(art_file(f"{piece_name(tile, new=new)}.png"))
    lights = [light_of(color) for color in picture.palette]
    rows = [[lights[place] for place in picture.row(y)] for y in range(picture.height)]
    narrow = [list(_means(row)) for row in rows]
    columns = [list(_means(column)) for column in zip(*narrow, strict=True)]
    return [light for column in columns for light in column]


def _means(line: Sequence[Triple]) -> Iterator[Triple]:
    for left, right in pairwise(EMOJI_PIXELS * step / SMALL for step in range(SMALL + 1)):
        parts = [
            (min(right, at + 1) - max(left, at), line[at])
            for at in range(int(left), math.ceil(right))
        ]
        red, green, blue = (
            sum(share * light[channel] for share, light in parts) / (right - left)
            for channel in range(3)
        )
        yield red, green, blue


@cache
def looks(eyes: str, tile: Tile, *, new: bool) -> list[Triple]:
    return [seen(light, EYES[eyes]) for light in shrunk(tile, new=new)]


def distance(one: list[Triple], other: list[Triple]) -> float:
    return math.sqrt(mean(math.dist(a, b) ** 2 for a, b in zip(one, other, strict=True)))


@pytest.mark.parametrize("new", [False, True], ids=["lying", "just laid"])
@pytest.mark.parametrize("eyes", EYES)
def test_all_kinds_are_told_apart(eyes: str, new: bool) -> None:
    closest = min(
        (distance(looks(eyes, one, new=new), looks(eyes, other, new=new)), str(one), str(other))
        for one, other in combinations(KINDS, 2)
    )

    assert closest[0] >= TOLD_APART, closest


@pytest.mark.parametrize("eyes", EYES)
def test_a_tile_just_laid_stands_out(eyes: str) -> None:
    least = min(
        (distance(looks(eyes, tile, new=False), looks(eyes, tile, new=True)), str(tile))
        for tile in KINDS
    )

    assert least[0] >= UNMISTAKABLE, least


def test_the_committed_pictures_are_those_that_are_drawn() -> None:
    # By what they hold: not every zlib packs the same pixels into the same bytes.
    drawn = dict(pictures())

    assert {path.name for path in FOLDER.iterdir()} == drawn.keys()
    assert not [name for name, picture in drawn.items() if read_png(art_file(name)) != picture]


@pytest.mark.parametrize("new", [False, True], ids=["lying", "just laid"])
def test_an_emoji_is_as_discord_asks(new: bool) -> None:
    for tile in KINDS:
        data = art_file(f"{piece_name(tile, new=new)}.png")
        picture = read_png(data)

        assert (picture.width, picture.height) == (EMOJI_PIXELS, EMOJI_PIXELS)
        assert len(data) < MOST_BYTES
        assert picture.palette[picture.pixels[0]][3] == 0, "the corners let the page through"


@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_lets_nothing_through(size: int) -> None:
    palette = read_png(art_file(sheet_name(size))).palette

    assert {color[3] for color in palette} == {255}


def test_coverage_is_the_part_of_a_pixel_inside() -> None:
    quarter = [(0.0, 0.0), (0.625, 0.0), (0.625, 0.75), (0.0, 0.75)]

    assert list(coverage([quarter], 2)) == [8, 2, 4, 1]


def test_outlines_that_overlap_count_once_and_what_runs_out_of_the_picture_is_cut() -> None:
    bar = [(-1.0, 0.0), (2.0, 0.0), (2.0, 0.5), (-1.0, 0.5)]

    assert list(coverage([bar, bar], 2)) == [LEVELS, LEVELS, 0, 0]


def test_areas_are_those_of_the_outlines() -> None:
    def area(*outlines: Sequence[tuple[float, float]]) -> float:
        return sum(coverage(outlines, 128)) / LEVELS / 128**2

    assert area(circle((0.5, 0.5), 0.4)) == pytest.approx(math.pi * 0.16, rel=0.005)
    assert area(square(0.3, 0.0001)) == pytest.approx(0.36, rel=0.005)
    grown = thickened([square(0.3, 0.0001)], 0.1)
    assert area(*grown) == pytest.approx(0.36 + 4 * 0.06 + math.pi * 0.01, rel=0.005)


def test_a_picture_is_read_back_as_it_was_written() -> None:
    palette: tuple[Rgba, ...] = ((1, 2, 3, 255), (4, 5, 6, 0), (7, 8, 9, 128))
    picture = Picture(3, 2, palette, bytes([0, 1, 2, 2, 1, 0]))

    assert read_png(picture.to_png()) == picture


def test_another_file_is_no_picture() -> None:
    with pytest.raises(ValueError, match="not a PNG file"):
        read_png(b"GIF89a")


def test_a_picture_with_filtered_rows_is_refused() -> None:
    odd = Picture(2, 2, ((0, 0, 0, 255),), b"\0\0\0\0").to_png()
    whole = Picture(5, 1, ((0, 0, 0, 255),), b"\0\0\1\0\0").to_png()
    at, end = whole.index(b"IDAT") - 4, whole.index(b"IEND") - 4
    start, stop = odd.index(b"IDAT") - 4, odd.index(b"IEND") - 4

    with pytest.raises(ValueError, match="another way"):
        read_png(odd[:start] + whole[at:end] + odd[stop:])
