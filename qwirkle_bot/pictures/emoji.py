"""Board and hand in emoji, for the text of a message.

The entry points are :func:`emoji_board`, :func:`emoji_preview` and :func:`emoji_hand`, and
:func:`application_emoji_files`, the pictures that Discord must hold first. Only emoji align with
emoji, so everything in the grid is one, also the column letters; what does not align, the row
numbers, stands behind the rows.

A tile costs about 25 characters and an empty cell one. Characters are counted as Discord might at
worst: in UTF-16, where a column letter is two.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from qwirkle_bot.engine.board import Board, Laid, open_cells
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.notation import column_name, row_name
from qwirkle_bot.pictures.sheet import TILES, art_file, piece_name
from qwirkle_bot.pictures.window import Window, window_near

PHONE_WIDTH: Final = 12
"""Emoji in a line that fit on a phone with a row number behind them; 14 is the edge (computed)."""

MOST_WIDTH: Final = 26
"""Emoji in a line of a desktop's message; also as many columns as have letters of their own."""

LEAST_CHARACTERS: Final = 300
"""Room that every board fits in, by showing very little of it."""

EMPTY: Final = "⬛"
"""Hardly seen on a dark page; on a white one it makes a dark table for the dark tiles."""

LEFT, RIGHT, UP, DOWN = "⏪", "⏩", "⏫", "⏬"
"""Emoji by themselves, where plain arrows need a second character to become one."""

_FIRST_LETTER: Final = "🇦"
_APART: Final = "\u200b"
"""Between two regional letters, which Discord would otherwise take for a flag."""

_LEAST_COLUMNS: Final = 3
"""One cell between two arrows."""


@dataclass(frozen=True, slots=True)
class EmojiBoard:
    """``is_whole`` tells whether all tiles are in ``window``, the cells that ``text`` shows."""

    text: str
    is_whole: bool
    window: Window


@dataclass(frozen=True, slots=True)
class EmojiFile:
    """A picture to upload as an emoji, and the SHA-256 of it in hex, by which a change is seen."""

    png: bytes
    sha256: str


def emoji_board(
    board: Board,
    *,
    new: Collection[Cell] = (),
    names: Mapping[str, str],
    width: int = PHONE_WIDTH,
    most_characters: int,
) -> EmojiBoard:
    """The board with one empty cell around it, at most ``width`` emoji wide.

    ``names`` holds the markup, such as ``<:RC:123>``, of each name in
    :func:`application_emoji_files`. A board that is too wide, or would take more than
    ``most_characters``, is cut to a part that holds the new tiles and as many cells as may be where
    a tile could be laid; arrows show where it goes on. Where no cell is new, the tile laid last
    counts as new.

    Raises:
        ValueError: if ``width`` is not from 3 to ``MOST_WIDTH``, or if ``most_characters`` is less
            than ``LEAST_CHARACTERS``.
    """
    if not _LEAST_COLUMNS <= width <= MOST_WIDTH:
        raise ValueError(f"a board is {_LEAST_COLUMNS} to {MOST_WIDTH} emoji wide")
    if most_characters < LEAST_CHARACTERS:
        raise ValueError(f"a board needs room for {LEAST_CHARACTERS} characters")
    cutter = _Cutter.of(board, new)
    for columns, rows in cutter.sizes(width, most_characters):
        window = cutter.window(columns, rows)
        text = _Drawing(board, new, names, window).text()
        if characters(text) <= most_characters:
            return EmojiBoard(text, all(cell in window for cell in board), window)
    raise AssertionError("one cell is longer than LEAST_CHARACTERS")


def emoji_preview(
    board: Board, placed: Sequence[Laid], *, names: Mapping[str, str], most_characters: int
) -> str:
    """What the board would look like around a placement, in at most ten by ten cells.

    Where even these take more than ``most_characters``, it is cut as :func:`emoji_board` cuts.
    """
    after, cells = board | dict(placed), [cell for cell, _ in placed]
    text = _Drawing(after, cells, names, window_near(cells)).text()
    if characters(text) <= most_characters:
        return text
    return emoji_board(after, new=cells, names=names, most_characters=most_characters).text


def emoji_hand(hand: Sequence[Tile], *, names: Mapping[str, str]) -> str:
    """A hand in one line, without blanks: six by themselves are large, and just fit a phone."""
    return "".join(names[piece_name(tile, new=False)] for tile in hand)


def characters(text: str) -> int:
    """The length of a text in UTF-16, which is never less than Python's."""
    return len(text.encode("utf-16-le")) // 2


@cache
def application_emoji_files() -> Mapping[str, EmojiFile]:
    """The pictures of all tiles, and of all tiles just laid, by the names of their emoji."""
    files = {name: art_file(f"{name}.png") for name in TILES}
    return MappingProxyType(
        {name: EmojiFile(png, sha256(png).hexdigest()) for name, png in files.items()}
    )


@dataclass(frozen=True, slots=True)
class _Cutter:
    """Chooses the part of the board to show.

    Attributes:
        tiles: the part where tiles lie.
        focus: the part where the new tiles lie.
        last: the last of the new tiles, for windows that cannot hold all of them.
        open: the cells where a tile might be laid.
    """

    tiles: Window
    focus: Window
    last: Window
    open: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, new: Collection[Cell]) -> _Cutter:
        shown = [*new] or [*board][-1:]
        return cls(
            Window.around(board),
            Window.around(shown),
            Window.around(shown[-1:]),
            frozenset(open_cells(board)),
        )

    def sizes(self, width: int, most_characters: int) -> Iterator[tuple[int, int]]:
        """How many columns, arrows among them, and rows to try, from the largest on.

        Those are left out that would take too many characters even if no tile lay there.
        """
        whole = self.tiles.grown(1, 1)
        columns, rows = min(width, len(whole.columns)), len(whole.rows)
        while rows:
            if rows * (columns + 1) <= most_characters:
                yield columns, rows
            if columns > max(rows, _LEAST_COLUMNS):
                columns -= 1
            else:
                rows -= 1

    def window(self, columns: int, rows: int) -> Window:
        """The window of a size with the new tiles, or the last of them, and most open cells."""
        whole = self.tiles.grown(1, 1)
        if columns < len(self.tiles.columns):
            columns -= 2  # The arrows.
        holds_new = len(self.focus.columns) <= columns and len(self.focus.rows) <= rows
        focus = self.focus if holds_new else self.last
        lefts = _starts(whole.columns, self.tiles.columns, focus.columns, columns)
        tops = _starts(whole.rows, self.tiles.rows, focus.rows, rows)
        cuts = (
            (held, -_off(focus.columns, left, columns) - _off(focus.rows, top, rows), left, top)
            for left in lefts
            for top, held in self._open_in(range(left, left + columns), tops, rows)
        )
        _, _, left, top = max(cuts)
        return Window(left, top, left + columns - 1, top + rows - 1)

    def _open_in(self, columns: range, tops: range, rows: int) -> Iterator[tuple[int, int]]:
        """Each of ``tops`` with the number of open cells in so many rows from there."""
        inside = sorted(y for x, y in self.open if x in columns)
        for top in tops:
            yield top, bisect_left(inside, top + rows) - bisect_left(inside, top)


def _off(focus: range, first: int, length: int) -> int:
    """How far the middle of a cut is from that of the focus, in half cells."""
    return abs(2 * first + length - focus.start - focus.stop)


def _starts(whole: range, tiles: range, focus: range, length: int) -> range:
    """Where a cut of a length may begin: it holds all tiles, or else the focus."""
    held = tiles if len(tiles) <= length else focus
    first = max(whole.start, held.stop - length)
    return range(first, min(held.start, whole.stop - length) + 1)


@dataclass(frozen=True, slots=True)
class _Drawing:
    board: Board
    new: Collection[Cell]
    names: Mapping[str, str]
    window: Window

    def text(self) -> str:
        """The lines: letters, and rows between the arrows that point to tiles outside."""
        lefts = self._beyond_rows(lambda x: x < self.window.left)
        rights = self._beyond_rows(lambda x: x > self.window.right)
        margin = EMPTY if lefts else ""
        lines = [margin + _APART.join(_letter(x) for x in self.window.columns)]
        lines += self._arrows(margin, UP, lambda y: y < self.window.top)
        for y in self.window.rows:
            before = LEFT if y in lefts else margin
            after = RIGHT if y in rights else EMPTY if rights else ""
            cells = "".join(self._cell((x, y)) for x in self.window.columns)
            lines.append(f"{before}{cells}{after} {row_name(y)}")
        lines += self._arrows(margin, DOWN, lambda y: y > self.window.bottom)
        return "\n".join(lines)

    def _beyond_rows(self, is_beyond: Callable[[int], bool]) -> set[int]:
        """The rows of the window that go on outside it."""
        return {y for x, y in self.board if is_beyond(x)} & {*self.window.rows}

    def _arrows(self, margin: str, arrow: str, is_beyond: Callable[[int], bool]) -> Iterator[str]:
        columns = {x for x, y in self.board if is_beyond(y)}
        if not columns.isdisjoint(self.window.columns):
            yield margin + "".join(arrow if x in columns else EMPTY for x in self.window.columns)

    def _cell(self, cell: Cell) -> str:
        tile = self.board.get(cell)
        return self.names[piece_name(tile, new=cell in self.new)] if tile else EMPTY


def _letter(x: int) -> str:
    return chr(ord(_FIRST_LETTER) + ord(column_name(x)) - ord("A"))
