"""Where chosen tiles can go: for the hand panel, for completing a command, and for hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Cell, Tile, mask_of
from qwirkle_bot.notation import Direction, spread
from qwirkle_bot.views import View

FIRST_CELL: Final[Cell] = (0, 0)
"""Where the first tile of an opening lies, whatever cell was typed."""

ONWARD: Final = (Direction.RIGHT, Direction.DOWN)
"""The ways in which people read, tried before the others."""


def spots_for(view: View, tiles: tuple[Tile, ...]) -> list[tuple[Laid, ...]]:
    """Every legal placement of just these tiles, from left to right and top to bottom.

    On the opening move, where any order is legal anywhere, only the order given, along a row and
    down a column.
    """
    if view.opening_size is not None:
        if len(tiles) != view.opening_size or len(set(tiles)) < len(tiles):
            return []
        ways = {frozenset(spread(view.board, tiles, FIRST_CELL, way)): way for way in ONWARD}
        found = {frozenset(spot.tiles) for spot in legal_placements(view.board, tiles)}
        return [
            spread(view.board, tiles, FIRST_CELL, way)
            for laid, way in ways.items()
            if laid in found
        ]
    mask = mask_of(tiles)
    spots = [
        _in_order(spot.tiles)
        for spot in legal_placements(view.board, tiles)
        if len(spot.tiles) == len(tiles) and mask_of(tile for _, tile in spot.tiles) == mask
    ]
    return sorted(spots, key=_reading_order)


def starts_for(view: View, tiles: tuple[Tile, ...]) -> list[tuple[Laid, ...]]:
    """The legal placements of these tiles in the order typed, in whatever direction."""
    legal = {frozenset(spot) for spot in spots_for(view, tiles)}
    starts: dict[tuple[Cell, frozenset[Laid]], tuple[Laid, ...]] = {}
    for spot in sorted(legal, key=_reading_order):
        for start in sorted(cell for cell, tile in spot if tile == tiles[0]):
            for direction in Direction:
                placed = spread(view.board, tiles, start, direction)
                if frozenset(placed) == spot:
                    starts.setdefault((start, spot), placed)
    return list(starts.values())


def best_spots(view: View, count: int) -> list[tuple[Laid, ...]]:
    """The placements of the viewer's hand that score most, going out included, best first."""
    found = [_in_order(spot.tiles) for spot in legal_placements(view.board, view.hand or ())]
    found.sort(key=lambda spot: (-view.score_of(spot).total, _reading_order(spot), str(spot)))
    return found[:count]


def _in_order(placed: tuple[Laid, ...]) -> tuple[Laid, ...]:
    return tuple(sorted(placed, key=lambda laid: laid[0]))


def _reading_order(placed: Iterable[Laid]) -> list[tuple[int, int]]:
    """Top to bottom, then left to right."""
    return sorted((y, x) for (x, y), _ in placed)
