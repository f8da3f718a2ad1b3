"""Every legal placement of a hand, with its points (R3.3, R4, R5).

The one entry point is :func:`legal_placements`. It first finds, for each empty cell beside a tile,
which kinds may lie there and how long the lines through it would be. Then it lays tiles outward
from each such cell. Every step of that walk is itself a legal placement, because a part of a valid
line is valid, so nothing is tried in vain.

Cells are plain integers in here: a step right is +1 and a step down is +``stride``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Final, NamedTuple

from qwirkle_bot.engine.board import LINE_POINTS, Board, Laid
from qwirkle_bot.engine.tiles import EVERY_KIND, GROUPS, Tile, kinds_in, mask_of, set_size

_MARGIN: Final = 8
"""Free columns on each side, so that a move of six tiles never runs into the next row."""


_ALONE: Final = (EVERY_KIND, 0)
"""A cell with nothing beside it on an axis: any kind may lie there, and it joins no tile."""


class ScoredPlacement(NamedTuple):
    """The tiles of a placement with their cells, and its points without a bonus for going out."""

    tiles: tuple[Laid, ...]
    points: int


class _Run(NamedTuple):
    """A run of tiles seen from the empty cell at one end of it."""

    length: int
    kinds: int
    allowed: int
    beyond: int
    """The empty cell at the other end."""


class _Lines(NamedTuple):
    """The runs of one axis: ``ahead`` of an empty cell, ``behind`` it, and both ``through`` it.

    ``through`` gives the kinds that may lie in the cell and the number of tiles it would join.
    """

    step: int
    ahead: dict[int, _Run]
    behind: dict[int, _Run]
    through: dict[int, tuple[int, int]]


def legal_placements(board: Board, hand: Iterable[Tile]) -> list[ScoredPlacement]:
    """Every legal placement once, as a set of tiles in cells, in no particular order.

    On an empty board these are the openings (R3.3), the leftmost or topmost tile in ``(0, 0)``.
    """
    if not board:
        return _openings(hand)
    return _Search(board, mask_of(hand)).run()


def _openings(hand: Iterable[Tile]) -> list[ScoredPlacement]:
    hand = list(hand)
    size = set_size(hand) if hand else 0
    held = mask_of(hand)
    sets = {chosen for group in GROUPS for chosen in combinations(kinds_in(held & group), size)}
    axes = ((1, 0), (0, 1)) if size > 1 else ((1, 0),)
    return [
        ScoredPlacement(
            tuple(((dx * i, dy * i), tile) for i, tile in enumerate(order)), LINE_POINTS[size]
        )
        for chosen in sorted(sets, key=mask_of)
        if chosen
        for order in permutations(chosen)
        for dx, dy in axes
    ]


class _Search:
    """One search: the board as lines, the hand as a mask, and what was found so far."""

    def __init__(self, board: Board, hand: int) -> None:
        self.hand = hand
        self.left = min(x for x, _ in board) - _MARGIN
        self.top = min(y for _, y in board)
        self.stride = max(x for x, _ in board) + _MARGIN - self.left
        grid = {
            x - self.left + (y - self.top) * self.stride: tile for (x, y), tile in board.items()
        }
        self.rows = _find_lines(grid, 1)
        self.columns = _find_lines(grid, self.stride)
        self.found: list[ScoredPlacement] = []

    def run(self) -> list[ScoredPlacement]:
        rows, columns = self.rows.through, self.columns.through
        for anchor in rows.keys() | columns.keys():
            in_row, in_column = rows.get(anchor, _ALONE), columns.get(anchor, _ALONE)
            for tile in kinds_in(in_row[0] & in_column[0] & self.hand):
                self._lay_anchor(anchor, tile, in_row, in_column)
        return self.found

    def _lay_anchor(
        self, anchor: int, tile: Tile, in_row: tuple[int, int], in_column: tuple[int, int]
    ) -> None:
        """Lay the move's first tile that touches the board, alone, then grow it along each axis."""
        row_points = _joined_points(in_row[1])
        column_points = _joined_points(in_column[1])
        laid = ((self.cell(anchor), tile),)
        self.found.append(ScoredPlacement(laid, row_points + column_points))
        for lines, across, (fitting, joined), points in (
            (self.rows, self.columns, in_row, column_points),
            (self.columns, self.rows, in_column, row_points),
        ):
            allowed = fitting & tile.mates
            if allowed & self.hand:
                run = lines.ahead.get(anchor)
                ahead = run.beyond if run else anchor + lines.step
                growth = _Growth(self, lines, across, ahead)
                growth.grow_ahead(laid, ahead, allowed, joined + 1, points)
                if anchor not in lines.behind:
                    growth.grow_back(laid, anchor - lines.step, allowed, joined + 1, points)

    def cell(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, self.stride)
        return column + self.left, row + self.top


class _Growth(NamedTuple):
    """How the tiles of one anchor grow along the axis of ``lines``.

    In both methods ``laid`` are the tiles so far, ``allowed`` the kinds that may still join their
    line, ``length`` the tiles in it, and ``points`` what the lines across score so far.
    """

    search: _Search
    lines: _Lines
    across: _Lines
    ahead: int
    """The first empty cell ahead of the anchor."""

    def grow_back(
        self, laid: tuple[Laid, ...], back: int, allowed: int, length: int, points: int
    ) -> None:
        """Lay one more tile behind, in the cell ``back``, and grow from there both ways.

        A cell that touches the board is left to its own turn as the anchor, so that no placement
        is found twice.
        """
        if back in self.lines.through or back in self.across.through:
            return
        hand, found = self.search.hand, self.search.found
        cell = self.search.cell(back)
        for tile in kinds_in(allowed & hand):
            more = ((cell, tile), *laid)
            rest = allowed & tile.mates
            found.append(ScoredPlacement(more, LINE_POINTS[length + 1] + points))
            if rest & hand:
                self.grow_ahead(more, self.ahead, rest, length + 1, points)
                self.grow_back(more, back - self.lines.step, rest, length + 1, points)

    def grow_ahead(
        self, laid: tuple[Laid, ...], ahead: int, allowed: int, length: int, points: int
    ) -> None:
        """Lay one more tile in the cell ``ahead``, joining the run that may lie beyond it."""
        beyond = ahead + self.lines.step
        run = self.lines.ahead.get(ahead)
        if run:
            if run.kinds & ~allowed:
                return
            allowed &= run.allowed
            length += run.length
            beyond = run.beyond
        hand, found = self.search.hand, self.search.found
        allowed_across, joined_across = self.across.through.get(ahead, _ALONE)
        fitting = allowed & allowed_across & hand
        if not fitting:
            return
        length += 1
        points += _joined_points(joined_across)
        cell = self.search.cell(ahead)
        for tile in kinds_in(fitting):
            more = (*laid, (cell, tile))
            rest = allowed & tile.mates
            found.append(ScoredPlacement(more, LINE_POINTS[length] + points))
            if rest & hand:
                self.grow_ahead(more, beyond, rest, length, points)


def _joined_points(joined: int) -> int:
    """The points of the line that a tile makes with ``joined`` tiles, if there are any (R5.3)."""
    return LINE_POINTS[joined + 1] if joined else 0


def _find_lines(grid: dict[int, Tile], step: int) -> _Lines:
    """The runs of one axis, by the empty cells at both ends of each."""
    ahead: dict[int, _Run] = {}
    behind: dict[int, _Run] = {}
    for start in grid:
        if start - step in grid:
            continue
        length, kinds, allowed, place = 0, 0, EVERY_KIND, start
        while tile := grid.get(place):
            length += 1
            kinds |= tile.bit
            allowed &= tile.mates
            place += step
        ahead[start - step] = _Run(length, kinds, allowed, place)
        behind[place] = _Run(length, kinds, allowed, start - step)
    through = {cell: (run.allowed, run.length) for cell, run in ahead.items()}
    for cell, run in behind.items():
        other = ahead.get(cell)
        if not other:
            through[cell] = (run.allowed, run.length)
        elif run.kinds & ~other.allowed:
            through[cell] = (0, 0)
        else:
            through[cell] = (run.allowed & other.allowed, run.length + other.length)
    return _Lines(step, ahead, behind, through)
