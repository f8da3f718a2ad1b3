"""Placements judged and found the plain way, to hold the engine against.

It shares no code with the engine but :class:`Tile`. Slow and obvious on purpose: each placement is
judged as a whole, as the rules put it, and the search tries every first cell around the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations

from qwirkle_bot.engine.tiles import Tile

Cell = tuple[int, int]
Tiles = Mapping[Cell, Tile]
Placement = frozenset[tuple[Cell, Tile]]

RIGHT, DOWN = (1, 0), (0, 1)


def judge(board: Tiles, placed: Tiles) -> int | None:
    """The points of a placement by R4 and R5; ``None`` where it is not legal."""
    if not placed or set(placed) & set(board):
        return None
    columns, rows = {x for x, _ in placed}, {y for _, y in placed}
    if len(columns) > 1 and len(rows) > 1:
        return None
    after = {**board, **placed}
    if len(after.keys() & _box(columns, rows)) < len(_box(columns, rows)):
        return None
    if board and not any(neighbor in board for cell in placed for neighbor in _around(cell)):
        return None
    lines = {line for cell in placed for line in _lines(after, cell)}
    if not all(is_valid([after[cell] for cell in line]) for line in lines):
        return None
    return sum(12 if len(line) == 6 else len(line) for line in lines) or 1


def is_valid(line: list[Tile]) -> bool:
    """R4.4: one color and all shapes different, or one shape and all colors different."""
    colors, shapes = {tile.color for tile in line}, {tile.shape for tile in line}
    return sorted((len(colors), len(shapes))) == [1, len(line)]


def brute_force(board: Tiles, hand: Iterable[Tile]) -> dict[Placement, int]:
    """Every legal placement of a hand with its points; on an empty board, the openings (R3.3)."""
    hand = list(hand)
    if not board:
        return _openings(hand)
    beside = {cell for lying in board for cell in _around(lying)} - set(board)
    found: dict[Placement, int] = {}
    for step in (RIGHT, DOWN):
        # At most five tiles of a move can come before its first one that touches.
        starts = {(x - i * step[0], y - i * step[1]) for x, y in beside for i in range(6)}
        for start in starts - set(board):
            for placed in _laid_from(dict(board), {}, start, step, hand):
                if placed.keys() & beside:
                    points = judge(board, placed)
                    if points is not None:
                        found[frozenset(placed.items())] = points
    return found


def _laid_from(
    after: dict[Cell, Tile], placed: dict[Cell, Tile], cell: Cell, step: Cell, hand: list[Tile]
) -> Iterator[dict[Cell, Tile]]:
    """Every way to lay tiles in a cell and the empty ones after it, with no line broken yet.

    ``after`` is the board with ``placed`` on it. A broken line stays broken whatever is laid next,
    so there is no need to go on from one.
    """
    following = cell
    while following in after or following == cell:
        following = (following[0] + step[0], following[1] + step[1])
    for tile in dict.fromkeys(hand):
        after[cell] = placed[cell] = tile
        if all(is_valid([after[place] for place in line]) for line in _lines(after, cell)):
            yield dict(placed)
            rest = list(hand)
            rest.remove(tile)
            yield from _laid_from(after, placed, following, step, rest)
        del after[cell], placed[cell]


def _openings(hand: list[Tile]) -> dict[Placement, int]:
    kinds = list(dict.fromkeys(hand))
    for size in range(6, 0, -1):
        sets = [chosen for chosen in combinations(kinds, size) if is_valid(list(chosen))]
        if sets:
            points = 12 if size == 6 else size
            return {
                frozenset(((dx * i, dy * i), tile) for i, tile in enumerate(order)): points
                for chosen in sets
                for order in permutations(chosen)
                for dx, dy in (RIGHT, DOWN)
            }
    return {}


def _box(columns: set[int], rows: set[int]) -> set[Cell]:
    return {
        (x, y)
        for x in range(min(columns), max(columns) + 1)
        for y in range(min(rows), max(rows) + 1)
    }


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def _lines(board: Tiles, through: Cell) -> Iterator[tuple[Cell, ...]]:
    """The cells of the row and of the column through a cell, where they are longer than one."""
    for dx, dy in (RIGHT, DOWN):
        x, y = through
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        line = []
        while (x, y) in board:
            line.append((x, y))
            x, y = x + dx, y + dy
        if len(line) > 1:
            yield tuple(line)
