"""Where tiles may lie and what laying them scores (R4, R5).

The one entry point is :func:`score_placement`. It names the rule that a placement breaks, or
answers with the lines that score. It changes nothing: the game lays the tiles.

A board is a plain mapping of cells to tiles. There is no grid: Qwirkle's table has no edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import EVERY_KIND, LINE_LENGTH, Cell, Tile
from qwirkle_bot.errors import MoveError

Board: TypeAlias = dict[Cell, Tile] | MappingProxyType[Cell, Tile]
"""Tiles by their cells, the oldest first. A game shows its own read-only."""

Laid: TypeAlias = tuple[Cell, Tile]
"""One tile and the cell it is laid in."""

Run: TypeAlias = list[Laid]
"""Tiles that lie next to each other in one direction, in order."""

FULL_LINE_BONUS: Final = 6
"""Points that a line of six scores on top of its six (R5.2)."""


class Axis(StrEnum):
    """The two ways a line can run."""

    ROW = "row"
    COLUMN = "column"


STEPS: Final[Mapping[Axis, Cell]] = {Axis.ROW: (1, 0), Axis.COLUMN: (0, 1)}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that scores: where it begins, which way it runs, and how many tiles it holds."""

    axis: Axis
    start: Cell
    length: int

    @property
    def points(self) -> int:
        return line_points(self.length)


@dataclass(frozen=True, slots=True)
class Score:
    """What a placement scores: its lines, along the move first, and going out's bonus (R8.2)."""

    lines: tuple[Line, ...]
    bonus: int = 0

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines) + self.bonus


def line_points(length: int) -> int:
    """The points of a line of ``length`` tiles (R5.1, R5.2)."""
    return length + FULL_LINE_BONUS if length == LINE_LENGTH else length


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
    along = _run(after, placed[0][0], axis)
    if len(placed) > 1 and sum(cell in new for cell, _ in along) < len(placed):
        raise MoveError(Refusal.GAP, cells=[_first_gap(after, new, axis)])
    other = Axis.COLUMN if axis is Axis.ROW else Axis.ROW
    runs = [(axis, along), *((other, _run(after, cell, other)) for cell, _ in placed)]
    lines = [(axis, run) for axis, run in runs if len(run) > 1]
    if board and len(along) == len(placed) and all(run is along for _, run in lines):
        raise MoveError(Refusal.APART, cells=[cell for cell, _ in placed])
    for _, run in lines:
        _check_line(run)
    if not lines:
        lines = [(Axis.ROW, along)]  # The opening by a set of one scores 1 (R3.4).
    return Score(tuple(Line(axis, run[0][0], len(run)) for axis, run in lines))


def check_lines(board: Board) -> None:
    """Return if every line of a board is valid, wherever the board came from (R4.4).

    Raises:
        MoveError: with the first two tiles that may not share a line.
    """
    for axis, (dx, dy) in STEPS.items():
        for x, y in board:
            if (x - dx, y - dy) not in board:
                _check_line(_run(board, (x, y), axis))


def fits_anywhere(board: Board, tiles: Sequence[Tile]) -> bool:
    """Whether any of ``tiles`` may be laid next to a tile of ``board``.

    Where several tiles can be laid in one move, the one that touches can also be laid alone, so
    this tells whether a hand can place at all (R9.1) and whether a layout is closed (R9.3).
    """
    for cell in open_cells(board):
        allowed = allowed_at(board, cell)
        if allowed and any(tile.bit & allowed for tile in tiles):
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
    allowed = EVERY_KIND
    for dx, dy in STEPS.values():
        kinds_before, mates_before = _arm(board, cell, -dx, -dy)
        kinds_after, mates_after = _arm(board, cell, dx, dy)
        if kinds_before & ~mates_after or kinds_after & ~mates_before:
            return 0
        allowed &= mates_before & mates_after
    return allowed


def _arm(board: Board, cell: Cell, dx: int, dy: int) -> tuple[int, int]:
    """The kinds in the run that begins next to ``cell``, and the kinds that may join it."""
    kinds, mates = 0, EVERY_KIND
    x, y = cell
    while tile := board.get((x := x + dx, y := y + dy)):
        kinds |= tile.bit
        mates &= tile.mates
    return kinds, mates


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
    (first_x, first_y), _ = placed[0]
    if all(y == first_y for (_, y), _ in placed):
        return Axis.ROW
    if all(x == first_x for (x, _), _ in placed):
        return Axis.COLUMN
    raise MoveError(Refusal.NOT_ONE_LINE, cells=[cell for cell, _ in placed])


def _run(board: Board, through: Cell, axis: Axis) -> Run:
    """The tiles that lie in one piece through a cell."""
    dx, dy = STEPS[axis]
    x, y = through
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    run = []
    while tile := board.get((x, y)):
        run.append(((x, y), tile))
        x, y = x + dx, y + dy
    return run


def _first_gap(board: Board, new: Board, axis: Axis) -> Cell:
    dx, dy = STEPS[axis]
    x, y = min(new)
    while (x, y) in board:
        x, y = x + dx, y + dy
    return x, y


def _check_line(run: Run) -> None:
    allowed = EVERY_KIND
    for place, (cell, tile) in enumerate(run):
        if not allowed & tile.bit:
            clash, other = next(laid for laid in run[:place] if not laid[1].mates & tile.bit)
            refusal = Refusal.SAME_KIND if other == tile else Refusal.NO_MATCH
            raise MoveError(refusal, cells=[clash, cell], tiles=[other, tile])
        allowed &= tile.mates
