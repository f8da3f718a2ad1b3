"""What people type and read: tiles, cells and placements.

The entry points are :func:`parse_tiles` and :func:`parse_cell` with their printers ``str(tile)``
and :func:`cell_name`; whatever a printer writes, its parser reads back as the same. Nothing here
knows the rules: a tile that the hand does not hold is read all the same, and the engine refuses it.

Column letters come again after 26 columns, so a name may fit two cells: :func:`parse_cell` answers
with a name, and :func:`cells_named` with the cells that it may mean on a given board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase
from typing import Final, TypeAlias
from unicodedata import category, combining, normalize

from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.tiles import KINDS, TILES, Cell, Color, Shape, Tile
from qwirkle_bot.errors import NotationError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.tile_names import tile_name

COLUMNS: Final = len(ascii_uppercase)
"""How many columns have names of their own."""

FIRST_COLUMN: Final = 13
"""The letter, counted from A as 0, of the column where ``x`` is 0."""

FIRST_ROW: Final = 20
"""The number of the row where ``y`` is 0."""

MOST_CHARACTERS: Final = 200
"""The longest text that is read as tiles; the six longest names with commas take 91."""

_QUOTED_CHARACTERS: Final = 20
_REACH: Final = 6
"""How far from the nearest tile a placement can begin, in columns: a line holds six (R4.4)."""

_Trait: TypeAlias = Color | Shape

_TRAITS: Final[Mapping[str, _Trait]] = {
    spelled: trait
    for trait in (*Color, *Shape)
    for word in (trait.name.lower(),)
    for spelled in (trait.lower(), word, f"{word}s", f"{word}es")
}
"""Each way to write one half of a tile: its letter, its name, and its name for more than one."""

_PART: Final = re.compile(r"[,;]|[^\s,;]+")
_PIECE: Final = re.compile(r"[a-zA-Z]+|[0-9]")
_READABLE: Final = re.compile(r"[a-zA-Z0-9]+")
_ROW: Final = r"-?[0-9]{1,3}"
_CELL: Final = re.compile(rf"\s*(?:([a-zA-Z])\s*({_ROW})|({_ROW})\s*([a-zA-Z]))\s*")

WHOLE_HAND: Final = "all"
"""What stands for the whole hand in an exchange."""

_TILES_EXAMPLE: Final = gettext_noop(
    "Type codes such as RC RS, places in your hand such as 1 3, or words such as red circle."
)
_CELL_EXAMPLE: Final = gettext_noop("Type a column letter and a row number, such as N20.")


class Direction(StrEnum):
    """The way onward from the first tile of a placement."""

    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"
    UP = "up"

    @property
    def step(self) -> Cell:
        """How far ``x`` and ``y`` move from one cell to the next."""
        return _DIRECTION_STEPS[self]


_DIRECTION_STEPS: Final[Mapping[Direction, Cell]] = {
    Direction.RIGHT: (1, 0),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (-1, 0),
    Direction.UP: (0, -1),
}


@dataclass(frozen=True, slots=True)
class CellName:
    """A cell as people name it. Where a layout is wide, two cells may have the same name.

    ``letter`` counts from A as 0; ``y`` is the row as the engine counts it.
    """

    letter: int
    y: int

    def __str__(self) -> str:
        return f"{ascii_uppercase[self.letter]}{row_name(self.y)}"


def column_name(x: int) -> str:
    """The letter of a column; the letters come again after Z."""
    return ascii_uppercase[(x + FIRST_COLUMN) % COLUMNS]


def row_name(y: int) -> str:
    """The number of a row, which is zero or less far above the first tile."""
    return str(y + FIRST_ROW)


def cell_name(cell: Cell) -> str:
    """A cell as players read and type it, such as ``N20`` for ``(0, 0)``."""
    x, y = cell
    return f"{column_name(x)}{row_name(y)}"


def parse_cell(text: str) -> CellName:
    """Read the name of a cell: ``N20``, ``n 20``, ``20N``, ``N-3``.

    Raises:
        NotationError: if the text is anything else.
    """
    match = _CELL.fullmatch(text)
    if not match:
        what = gettext("“{text}” names no cell.", text=_quote(text))
        raise NotationError(f"{what} {gettext(_CELL_EXAMPLE)}")
    letter, row = match[1] or match[4], match[2] or match[3]
    return CellName(ascii_uppercase.index(letter.upper()), int(row) - FIRST_ROW)


def cells_named(name: CellName, board: Board) -> list[Cell]:
    """The cells that a name may mean, from left to right; never none.

    These are the ones no more than six columns away from the board's tiles, where a placement can
    begin. A letter that comes nowhere so near means the column of that letter nearest to them.
    """
    columns = [x for x, _ in board]
    left = min(columns) - _REACH if columns else -FIRST_COLUMN
    right = max(columns) + _REACH if columns else COLUMNS - FIRST_COLUMN - 1
    missing = max(0, COLUMNS - (right - left + 1))
    left -= missing // 2
    right += missing - missing // 2
    first = left + (name.letter - FIRST_COLUMN - left) % COLUMNS
    return [(x, name.y) for x in range(first, right + 1, COLUMNS)]


def parse_tiles(text: str, hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """Read tiles in the order typed: codes, places in the hand counted from 1, or words.

    The words are English ones, or the names of tiles in the language that is spoken.

    Raises:
        NotationError: with the part that cannot be read. It says nothing of the hand but its size.
    """
    if len(text) > MOST_CHARACTERS:
        raise _no_tiles(gettext("That is too long for a list of tiles."))
    reader = _TileReader(hand)
    for part in _PART.findall(_with_codes(text)):
        reader.read(part)
    return reader.finish()


def _with_codes(text: str) -> str:
    """The text with codes in the place of whole names in the language that is spoken."""
    if tile_name(KINDS[0]) == KINDS[0].words:
        return text
    codes = {_plain(tile_name(tile)): str(tile) for tile in KINDS}
    names = "|".join(_as_typed(tile_name(tile)) for tile in KINDS)
    # "y" of "círculo rojo y cuadrado azul" is no tile, and no yellow either.
    joined = re.escape(gettext("{names} and {last}", names="", last="").strip())
    pattern = rf"(?:\b{joined}\s+)?\b({names})\b"
    composed = normalize("NFC", text)
    return re.sub(pattern, lambda found: codes[_plain(found[1])], composed, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    """The text without its accents, and in small letters."""
    return "".join(c for c in normalize("NFD", text) if not combining(c)).casefold()


def _as_typed(name: str) -> str:
    """A pattern for a name that may be typed without its accents."""
    return "".join(f"[{c}{_plain(c)}]" if normalize("NFD", c) != c else re.escape(c) for c in name)


def parse_exchange(text: str, hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """Read the tiles of an exchange: as :func:`parse_tiles` does, and ``all`` is the whole hand.

    Raises:
        NotationError: with the part that cannot be read.
    """
    if text.strip().lower() == WHOLE_HAND:
        return tuple(hand)
    return parse_tiles(text, hand)


def spread(
    board: Board, tiles: Iterable[Tile], start: Cell, direction: Direction
) -> tuple[Laid, ...]:
    """Lay tiles in order, the first in ``start``, stepping over the cells that are taken.

    ``start`` itself is kept even where a tile lies there, so that the rules refuse that cell
    instead of a placement that nobody asked for.
    """
    laid: list[Laid] = []
    cell = start
    for tile in tiles:
        while laid and cell in board:
            cell = _onward(cell, direction)
        laid.append((cell, tile))
        cell = _onward(cell, direction)
    return tuple(laid)


def describe_placement(laid: Sequence[Laid]) -> str:
    """A placement as people read it and can type it again: ``RC RS at N20 down``.

    ``laid`` must hold a tile and keep to one row or column. It is told from the left or from the
    top, whatever order it was laid in, so that the same placement always reads the same.
    """
    in_order = sorted(laid, key=lambda one: one[0])
    (start, _), *others = in_order
    tiles = " ".join(str(tile) for _, tile in in_order)
    cell = cell_name(start)
    if not others:
        return gettext("{tiles} at {cell}", tiles=tiles, cell=cell)
    if others[0][0][0] == start[0]:
        return gettext("{tiles} at {cell} down", tiles=tiles, cell=cell)
    return gettext("{tiles} at {cell} right", tiles=tiles, cell=cell)


def _onward(cell: Cell, direction: Direction) -> Cell:
    dx, dy = direction.step
    return cell[0] + dx, cell[1] + dy


class _TileReader:
    """Reads part after part. ``half`` is the color or the shape that waits for its other half."""

    def __init__(self, hand: Sequence[Tile]) -> None:
        self.hand = hand
        self.tiles: list[Tile] = []
        self.places: set[int] = set()
        self.half: _Trait | None = None

    def read(self, part: str) -> None:
        if part in {",", ";"}:
            self._end_tile()
        elif _CELL.fullmatch(part):
            raise NotationError(
                gettext("“{text}” is a cell, not a tile: it goes into `at`.", text=_quote(part))
            )
        elif not _READABLE.fullmatch(part):
            raise _unreadable(part)
        else:
            for piece in _PIECE.findall(part):
                self._read_piece(piece)

    def finish(self) -> tuple[Tile, ...]:
        self._end_tile()
        if not self.tiles:
            raise _no_tiles(gettext("That names no tile."))
        return tuple(self.tiles)

    def _read_piece(self, piece: str) -> None:
        trait = _TRAITS.get(piece.lower())
        if trait:
            self._read_trait(trait)
            return
        self._end_tile()
        if piece.isdecimal():
            self._read_place(int(piece))
        elif piece.lower() != "and":
            self._read_codes(piece)

    def _read_trait(self, trait: _Trait) -> None:
        match self.half, trait:
            case None, _:
                self.half = trait
            case (Color() as color, Shape() as shape) | (Shape() as shape, Color() as color):
                self.tiles.append(Tile(color, shape))
                self.half = None
            case _:
                self._end_tile()

    def _read_place(self, place: int) -> None:
        if not 1 <= place <= len(self.hand):
            raise NotationError(
                gettext(
                    "There is no place {place} in a hand of {tiles}.",
                    place=place,
                    tiles=len(self.hand),
                )
            )
        if place in self.places:
            raise NotationError(
                gettext("Place {place} is named twice, but it holds one tile.", place=place)
            )
        self.places.add(place)
        self.tiles.append(self.hand[place - 1])

    def _read_codes(self, piece: str) -> None:
        for start in range(0, len(piece), 2):
            code = piece[start : start + 2].upper()
            tile = TILES.get(code) or TILES.get(code[::-1])
            if not tile:
                raise _unreadable(piece)
            self.tiles.append(tile)

    def _end_tile(self) -> None:
        if self.half:
            word = self.half.name.lower()
            if isinstance(self.half, Shape):
                raise _no_tiles(gettext("“{word}” needs a color beside it.", word=word))
            raise _no_tiles(gettext("“{word}” needs a shape beside it.", word=word))


def _unreadable(part: str) -> NotationError:
    return _no_tiles(gettext("“{text}” names no tile.", text=_quote(part)))


def _no_tiles(what: str) -> NotationError:
    return NotationError(f"{what} {gettext(_TILES_EXAMPLE)}")


def _quote(text: str) -> str:
    """A short piece of what was typed that Discord shows as it stands: no markup, no mention.

    What cannot be shown so is a question mark, and so is what cannot be seen.
    """
    shown = "".join(map(_harmless, text[:_QUOTED_CHARACTERS])).strip() or "?"
    return f"{shown}…" if len(text) > _QUOTED_CHARACTERS else shown


def _harmless(character: str) -> str:
    shown = character.isalnum() or character in " -+.,;!?'=" or category(character) == "So"
    return character if shown else "?"
