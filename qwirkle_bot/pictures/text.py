"""Board and hand in letters, for a code block: readable without color and on a phone.

The entry points are :func:`text_board`, which shows all it can, and :func:`narrow_text_board`,
which keeps to a width; :func:`text_preview` and :func:`hand_text`.
:func:`fence` makes a code block of what they answer.

A cell is written in three columns, ``RC`` with a blank before it, and the blanks around new tiles
are brackets: ``[RC RS]``. Where that is too wide the blank goes, and new tiles are in small
letters instead. Brackets and small letters, not color, tell the new tiles, since phones show no
color.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.languages import gettext
from qwirkle_bot.notation import column_name, row_name
from qwirkle_bot.pictures.ansi import PLAIN, Piece, ink_of, paint, plain
from qwirkle_bot.pictures.emoji import PHONE_WIDTH
from qwirkle_bot.pictures.window import Window, window_near

PHONE_COLUMNS: Final = 34
"""What fits beside each other on a phone 360 points wide; a longer line is wrapped (computed)."""

LEAST_CHARACTERS: Final = 250
"""Room that every board fits in, by showing one row of it."""

FENCE_CHARACTERS: Final = len("```ansi\n\n```")
"""What :func:`fence` adds at most."""

_CELL_COLUMNS: Final = 3
_EMPTY: Final = " ·"
_CROP_ROWS: Final = 20


def columns_for(emoji: int) -> int:
    """How wide a text may be where so many emoji fit beside each other, from ``PHONE_WIDTH`` on."""
    return PHONE_COLUMNS + _CELL_COLUMNS * (emoji - PHONE_WIDTH)


@dataclass(frozen=True, slots=True)
class TextBoard:
    """``is_whole`` tells whether ``text`` shows all tiles."""

    text: str
    is_whole: bool


def text_board(
    board: Board,
    *,
    new: Collection[Cell] = (),
    colors: bool,
    width: int = PHONE_COLUMNS,
    most_characters: int,
) -> str:
    """The board with its coordinates and one empty cell around it, never over ``most_characters``.

    A board that needs more than ``width`` columns goes without blanks between the tiles, and where
    that is not enough it is wider. One that needs too many characters goes without colors, then
    without the empty cells around it, and is then cut to the part where the new tiles lie; arrows
    show where it goes on. Where no cell is new, that is the part where the last tile was laid.

    Raises:
        ValueError: if ``most_characters`` is less than ``LEAST_CHARACTERS``.
    """
    if most_characters < LEAST_CHARACTERS:
        raise ValueError(f"a board needs room for {LEAST_CHARACTERS} characters")
    whole = _whole(board, new, width, most_characters, colors=colors)
    return whole or _crop(board, new, PHONE_COLUMNS, most_characters, colors=colors)


def narrow_text_board(
    board: Board, *, new: Collection[Cell] = (), width: int = PHONE_COLUMNS, most_characters: int
) -> TextBoard:
    """The board for a message, in color and in lines of at most ``width`` columns.

    What does not fit, even without blanks between the tiles, is cut to the part where the new tiles
    lie.

    Raises:
        ValueError: if ``width`` is less than ``PHONE_COLUMNS``, or ``most_characters`` less than
            ``LEAST_CHARACTERS``.
    """
    if width < PHONE_COLUMNS or most_characters < LEAST_CHARACTERS:
        raise ValueError(f"a board needs {PHONE_COLUMNS} columns and {LEAST_CHARACTERS} characters")
    whole = None
    if _columns(Window.around(board), tight=True) <= width:
        whole = _whole(board, new, width, most_characters, colors=True)
    if whole is not None:
        return TextBoard(whole, is_whole=True)
    return TextBoard(_crop(board, new, width, most_characters, colors=True), is_whole=False)


def text_preview(board: Board, placed: Sequence[Laid], *, colors: bool) -> str:
    """What the board would look like around a placement, in at most ten by ten cells."""
    after = board | dict(placed)
    cells = [cell for cell, _ in placed]
    return _Drawing(after, cells, window_near(cells), tight=False, colored=colors).text()


def hand_text(hand: Sequence[Tile], *, colors: bool) -> str:
    """A hand in one row, each tile after its place: ``1 RC  2 GS``."""
    pieces: list[Piece] = []
    for place, tile in enumerate(hand, start=1):
        blanks = "  " if pieces else ""
        pieces += (Piece(f"{blanks}{place} ", PLAIN), Piece(str(tile), ink_of(tile)))
    return paint(pieces) if colors else plain(pieces)


def fence(text: str, *, ansi: bool) -> str:
    """``text`` as a code block. Backticks in it become apostrophes, so nothing can end it."""
    language = "ansi" if ansi else ""
    inside = text.replace("`", "'")
    return f"```{language}\n{inside}\n```"


def _whole(
    board: Board, new: Collection[Cell], width: int, most_characters: int, *, colors: bool
) -> str | None:
    """All of the board; ``None`` where it takes too many characters in every way."""
    tiles = Window.around(board)
    sides, tight = _fit(tiles, width)
    for border, colored in ((1, colors), (1, False), (0, False)):
        window = tiles.grown(min(border, sides), border)
        drawn = _Drawing(board, new, window, tight=tight, colored=colored).text()
        if len(drawn) <= most_characters:
            return drawn
    return None


def _fit(tiles: Window, width: int) -> tuple[int, bool]:
    """How many empty columns go on each side, and whether the tiles go without blanks between."""
    for tight in (False, True):
        for sides in (1, 0):
            if _columns(tiles.grown(sides, 1), tight=tight) <= width:
                return sides, tight
    return 0, True


def _columns(window: Window, *, tight: bool) -> int:
    cells = len(window.columns)
    return _label_columns(window) + (2 * cells + 1 if tight else 3 * cells + 1)


def _label_columns(window: Window) -> int:
    return max(len(row_name(y)) for y in (window.top, window.bottom))


def _crop(
    board: Board, new: Collection[Cell], width: int, most_characters: int, *, colors: bool
) -> str:
    """As many rows as have room around the new tiles, as wide as wished or else as on a phone."""
    tiles = Window.around(board).grown(1, 1)
    focus = Window.around(new or list(board)[-1:])
    for columns, rows in product(_crop_columns(tiles, width), range(_CROP_ROWS, 0, -1)):
        window = tiles.cut(focus, columns, rows)
        outside = sum(cell not in window for cell in board)
        note = gettext("Outside: {outside} of {all} tiles.", outside=outside, all=len(board))
        for colored in (True, False) if colors else (False,):
            picture = _Drawing(board, new, window, tight=False, colored=colored).text()
            drawn = f"{picture}\n{note}"
            if len(drawn) <= most_characters:
                return drawn
    raise AssertionError("one row of ten cells is longer than LEAST_CHARACTERS")


def _crop_columns(tiles: Window, width: int) -> list[int]:
    """How many columns of three characters fit beside the label and before the last joint."""
    return [(wide - 1 - _label_columns(tiles)) // 3 for wide in (width, PHONE_COLUMNS)]


@dataclass(frozen=True, slots=True)
class _Drawing:
    board: Board
    new: Collection[Cell]
    window: Window
    tight: bool
    colored: bool

    def text(self) -> str:
        lines = [self._line("", [f" {column_name(x)}" for x in self.window.columns])]
        above = {x for x, y in self.board if y < self.window.top}
        below = {x for x, y in self.board if y > self.window.bottom}
        lines += self._arrows(above, " ↑")
        lines += map(self._row, self.window.rows)
        lines += self._arrows(below, " ↓")
        if self.tight and any(cell in self.board for cell in self.new):
            lines.append(gettext("New tiles are in small letters."))
        return "\n".join(lines)

    def _arrows(self, columns: set[int], arrow: str) -> list[str]:
        if columns.isdisjoint(self.window.columns):
            return []
        return [self._line("", [arrow if x in columns else "  " for x in self.window.columns])]

    def _line(self, label: str, cells: list[str]) -> str:
        start = label.rjust(_label_columns(self.window))
        joint = "" if self.tight else " "
        return f"{start} {joint.join(cells)}".rstrip()

    def _row(self, y: int) -> str:
        pieces = list(self._pieces(y))
        return paint(pieces) if self.colored else plain(pieces)

    def _pieces(self, y: int) -> Iterator[Piece]:
        yield Piece(row_name(y).rjust(_label_columns(self.window)), PLAIN)
        for x in self.window.columns:
            yield Piece(self._joint(x, y), None)
            yield self._cell((x, y))
        yield Piece(self._joint(self.window.right + 1, y).rstrip(), None)

    def _cell(self, cell: Cell) -> Piece:
        tile = self.board.get(cell)
        if not tile:
            return Piece(_EMPTY, PLAIN)
        new = cell in self.new
        code = str(tile)
        return Piece(code.lower() if new and self.tight else code, ink_of(tile, new=new))

    def _joint(self, x: int, y: int) -> str:
        """What stands before the cell: a bracket, an arrow at a cut edge, or a blank."""
        if not self.tight and (bracket := self._bracket(x, y)):
            return bracket
        if x == self.window.left:
            return "←" if any(row == y and column < x for column, row in self.board) else " "
        if x > self.window.right:
            return "→" if any(row == y and column >= x for column, row in self.board) else " "
        return "" if self.tight else " "

    def _bracket(self, x: int, y: int) -> str:
        before, here = ((column, y) in self.new for column in (x - 1, x))
        before, here = before and x > self.window.left, here and x <= self.window.right
        if before == here:
            return ""
        return "[" if here else "]"
