"""Where tiles may lie and what laying them scores (R4, R5).

The one entry point is :func:`score_placement`. It names the rule that a placement breaks, or
answers with the lines that score. It changes nothing: the game lays the tiles.

A board is a plain mapping of cells to tiles. There is no grid: Qwirkle's table has no edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import EVERY_KIND, Cell, Tile
from qwirkle_bot.errors import MoveError

Board: TypeAlias = dict[Cell, Tile] | MappingProxyType[Cell, Tile]
"""Tiles by their cells, the oldest first. A game shows its own read-only."""

Laid: TypeAlias = tuple[Cell, Tile]
"""One tile and the cell it is laid in."""

LINE_POINTS: Final = (0, 1, 2, 3, 4, 5, 12)
"""The points of a line by its length: one a tile, and six more for a line of six (R5.1, R5.2)."""


GOING_OUT_BONUS: Final = 6
"""Points for laying one's last tile with the bag empty (R8.2)."""


class Axis(StrEnum):
    """The two ways a line can run."""

    ROW = "row"
    COLUMN = "column"

    @property
    def step(self) -> Cell:
        """From a cell to the next one of the same line."""
        return (1, 0) if self is Axis.ROW else (0, 1)

    @property
    def other(self) -> Axis:
        return Axis.COLUMN if self is Axis.ROW else Axis.ROW


class Line(NamedTuple):
    """A line that scores: where it begins, which way it runs, and how many tiles it holds."""

    axis: Axis
    start: Cell
    length: int

    @property
    def points(self) -> int:
        return LINE_POINTS[self.length]


@dataclass(frozen=True, slots=True)
class Score:
    """What a placement scores: its lines, along the move first, and going out's bonus (R8.2)."""

    lines: tuple[Line, ...]
    bonus: int = 0

    @property
    def total(self) -> int:
        return sum([LINE_POINTS[line.length] for line in self.lines], self.bonus)


def score_placement(board: Board, placed: tuple[Laid, ...]) -> Score:
    """Judge a placement and count its points.

    ``placed`` must not be empty. What the hand holds and how many tiles an opening needs is for the
    game to say, not the board.

    Raises:
        MoveError: with the first rule that is broken.
    """
    new = _check_cells(board, placed)
    axis = _common_axis(placed)
    after = board | new
    along = _Run.through(after, placed[0][0], axis)
    if len(placed) > 1 and not (along.start <= min(new) and max(new) <= along.end):
        raise MoveError(Refusal.GAP, cells=[_first_gap(after, new, axis)])
    across = [_Run.through(after, cell, axis.other) for cell in new]
    lines = [run for run in (along, *across) if len(run.tiles) > 1]
    if board and len(along.tiles) == len(placed) and lines in ([], [along]):
        raise MoveError(Refusal.APART, cells=list(new))
    for run in lines:
        run.check()
    if not lines:
        lines = [along]  # The opening by a set of one scores 1 (R3.4).
    return Score(tuple(Line(run.axis, run.start, len(run.tiles)) for run in lines))


def check_lines(board: Board) -> None:
    """Return if every line of a board is valid, wherever the board came from (R4.4).

    Raises:
        MoveError: with the first two tiles that may not share a line.
    """
    for axis in Axis:
        dx, dy = axis.step
        for x, y in board:
            if (x - dx, y - dy) not in board:
                _Run.through(board, (x, y), axis).check()


def going_out_bonus(placed: int, hand: int, bag: int) -> int:
    """The points on top for laying ``placed`` of ``hand`` tiles with ``bag`` left (R8.2)."""
    return GOING_OUT_BONUS if placed == hand and not bag else 0


def fits_anywhere(board: Board, tiles: Sequence[Tile]) -> bool:
    """Whether any of ``tiles`` may be laid next to a tile of ``board``.

    Where several tiles can be laid in one move, the one that touches can also be laid alone, so
    this tells whether a hand can place at all (R9.1) and whether a layout is closed (R9.3).
    """
    for cell in open_cells(board):
        allowed = allowed_at(board, cell)
        if allowed:
            for tile in tiles:
                if tile.bit & allowed:
                    return True
    return False


def open_cells(board: Board) -> Iterator[Cell]:
    """Each empty cell beside a tile, the newest tile's first; one may come more than once."""
    for x, y in reversed(board):
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in board:
                yield cell


def allowed_at(board: Board, cell: Cell) -> int:
    """The mask of the kinds that may be laid alone in ``cell``, whoever holds them (R4.4)."""
    x, y = cell
    allowed = EVERY_KIND
    for dx, dy in ((1, 0), (0, 1)):
        ahead = EVERY_KIND
        at_x, at_y = x + dx, y + dy
        while tile := board.get((at_x, at_y)):
            ahead &= tile.mates
            at_x, at_y = at_x + dx, at_y + dy
        both = ahead
        at_x, at_y = x - dx, y - dy
        while tile := board.get((at_x, at_y)):
            if not tile.bit & ahead:
                return 0
            both &= tile.mates
            at_x, at_y = at_x - dx, at_y - dy
        allowed &= both
    return allowed


def _check_cells(board: Board, placed: tuple[Laid, ...]) -> dict[Cell, Tile]:
    new: dict[Cell, Tile] = {}
    for cell, tile in placed:
        if cell in new:
            raise MoveError(Refusal.CELL_TWICE, cells=[cell], tiles=[new[cell], tile])
        if cell in board:
            raise MoveError(Refusal.CELL_TAKEN, cells=[cell], tiles=[board[cell]])
        new[cell] = tile
    return new


def _common_axis(placed: tuple[Laid, ...]) -> Axis:
    if len({y for (_, y), _ in placed}) == 1:
        return Axis.ROW
    if len({x for (x, _), _ in placed}) == 1:
        return Axis.COLUMN
    raise MoveError(Refusal.NOT_ONE_LINE, cells=[cell for cell, _ in placed])


class _Run(NamedTuple):
    """Tiles that lie next to each other along an axis, and the cells of the first and the last."""

    axis: Axis
    start: Cell
    end: Cell
    tiles: list[Tile]

    @classmethod
    def through(cls, board: Board, cell: Cell, axis: Axis) -> _Run:
        """The longest run through a cell that holds a tile."""
        dx, dy = axis.step
        x, y = cell
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        start = x, y
        tiles = []
        while tile := board.get((x, y)):
            tiles.append(tile)
            x, y = x + dx, y + dy
        return cls(axis, start, (x - dx, y - dy), tiles)

    def check(self) -> None:
        """Return if the run is valid (R4.4); otherwise name the first two tiles that clash."""
        allowed = EVERY_KIND
        for place, tile in enumerate(self.tiles):
            if not allowed & tile.bit:
                clash = next(i for i, other in enumerate(self.tiles) if not other.mates & tile.bit)
                other = self.tiles[clash]
                refusal = Refusal.SAME_KIND if other == tile else Refusal.NO_MATCH
                cells = [self.cell(clash), self.cell(place)]
                raise MoveError(refusal, cells=cells, tiles=[other, tile])
            allowed &= tile.mates

    def cell(self, place: int) -> Cell:
        dx, dy = self.axis.step
        x, y = self.start
        return x + dx * place, y + dy * place


def _first_gap(board: Board, new: Board, axis: Axis) -> Cell:
    dx, dy = axis.step
    x, y = min(new)
    while (x, y) in board:
        x, y = x + dx, y + dy
    return x, y
