"""The six colors of Qwirkle in Discord's ``ansi`` code blocks.

The one entry point is :func:`paint`. Discord knows eight colors for letters and eight behind them,
and none of the letter colors is orange or purple. So red, yellow, green and blue are colored
letters, and orange and purple are white letters on Discord's orange (41) and indigo (45); pink
letters (35) would be hard to tell from red ones. Discord documents none of this: the numbers are
from https://gist.github.com/kkrypt0nn/a02506f3712ff2d1c8ca7c9e0aed7c06. Phones were last seen to
show no color at all, so color only ever adds to the codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from qwirkle_bot.engine.tiles import Color, Tile

PLAIN: Final = ""
"""The ink of what has no color."""

_INKS: Final[Mapping[Color, str]] = {
    Color.RED: "31",
    Color.ORANGE: "37;41",
    Color.YELLOW: "33",
    Color.GREEN: "32",
    Color.BLUE: "34",
    Color.PURPLE: "37;45",
}
_NEW: Final = "1;4;"
"""Bold and underlined."""

_RESET: Final = "\x1b[0m"


class Piece(NamedTuple):
    """Some text and its ink. With ``None`` for an ink it may take the color of either neighbor."""

    text: str
    ink: str | None


def ink_of(tile: Tile, *, new: bool = False) -> str:
    """The ink for a tile's code, as the numbers of an escape sequence."""
    return f"{_NEW if new else ''}{_INKS[tile.color]}"


def plain(pieces: Iterable[Piece]) -> str:
    """The text of the pieces, without color."""
    return "".join(piece.text for piece in pieces)


def paint(pieces: Iterable[Piece]) -> str:
    """The text of the pieces with an escape sequence where the ink changes, plain at the end.

    An ink that shows on blanks is never spread to a neighbor, so that a background covers the code
    alone.
    """
    painted: list[str] = []
    current = PLAIN
    for piece, following in pairwise([*pieces, Piece("", PLAIN)]):
        ink = _between(current, following.ink) if piece.ink is None else piece.ink
        painted += (_change(current, ink), piece.text)
        current = ink
    return "".join([*painted, _change(current, PLAIN)])


def _between(before: str, after: str | None) -> str:
    if after in {before, None} or not _shows_on_blanks(before):
        return before
    return after if after and not _shows_on_blanks(after) else PLAIN


def _change(before: str, after: str) -> str:
    if before == after:
        return ""
    if after == PLAIN:
        return _RESET
    start = f"\x1b[{after}m"
    return f"{_RESET}{start}" if _shows_on_blanks(before) else start


def _shows_on_blanks(ink: str) -> bool:
    """Whether an ink has a background or a line, which a mere change of letters does not end."""
    return ";" in ink
