"""What was typed after `/place` or `/exchange`, and the one move that it means.

The entry point is :func:`place_typed`. Where the direction is left out, it is the legal one of
right and down, else of left and up; where a column's name fits two cells, it is the legal one of
these. Where several are legal, the player is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qwirkle_bot import turns
from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Cell, Tile, mask_of
from qwirkle_bot.errors import AmbiguousPlacementError, MoveError, NotationError
from qwirkle_bot.notation import (
    Direction,
    cells_named,
    parse_cell,
    parse_exchange,
    parse_tiles,
    spread,
)
from qwirkle_bot.saved import SavedGame, Table
from qwirkle_bot.views import View, view_of

FIRST_CELL: Final[Cell] = (0, 0)
"""Where the first tile of an opening lies, whatever cell was typed."""

ONWARD: Final = (Direction.RIGHT, Direction.DOWN)
BACKWARD: Final = (Direction.LEFT, Direction.UP)


@dataclass(frozen=True, slots=True)
class Typed:
    """The options of ``/place`` as they were typed."""

    tiles: str
    at: str | None
    direction: Direction | None


def place_typed(table: Table | None, user_id: int, typed: Typed) -> SavedGame:
    """Lay what was typed, if it can be read and is legal in one way only.

    Raises:
        NotationError: a part cannot be read.
        MoveError: it is legal in no way; the reason is that of the first way.
        AmbiguousPlacementError: it is legal in several.
        TableError: there is no running game, no seat, or it is not this player's turn.
    """
    table, game, _ = turns.seated(table, user_id)
    turns.check_mover(table, game, user_id)
    view = view_of(table, user_id)
    tiles = parse_tiles(typed.tiles, view.hand or ())
    cells = _cells(view, typed.at)
    ways = [(typed.direction,)] if typed.direction else [ONWARD, BACKWARD]
    first_error: MoveError | None = None
    for directions in ways:
        judged: dict[frozenset[Laid], tuple[tuple[Laid, ...], SavedGame]] = {}
        for placed in (spread(view.board, tiles, c, d) for d in directions for c in cells):
            try:
                judged[frozenset(placed)] = (placed, turns.place(table, user_id, placed))
            except MoveError as error:
                first_error = first_error or error
        if len(judged) > 1:
            raise AmbiguousPlacementError([placed for placed, _ in judged.values()])
        if judged:
            ((_, saved),) = judged.values()
            return saved
    if first_error is None:
        raise NotationError("That names no cell. Type a column letter and a row, such as N20.")
    raise first_error


def exchange_typed(table: Table | None, user_id: int, text: str) -> SavedGame:
    """Exchange what was typed.

    Raises:
        NotationError: a part cannot be read.
        MoveError: the rules forbid it.
        TableError: there is no running game, no seat, or it is not this player's turn.
    """
    table, game, _ = turns.seated(table, user_id)
    turns.check_mover(table, game, user_id)
    tiles = parse_exchange(text, view_of(table, user_id).hand or ())
    return turns.exchange(table, user_id, tiles)


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
        tuple(sorted(spot.tiles, key=lambda laid: laid[0]))
        for spot in legal_placements(view.board, tiles)
        if len(spot.tiles) == len(tiles) and mask_of(tile for _, tile in spot.tiles) == mask
    ]
    return sorted(spots, key=lambda spot: [(y, x) for (x, y), _ in spot])


def starts_for(view: View, tiles: tuple[Tile, ...]) -> list[tuple[Laid, ...]]:
    """The legal placements of these tiles in the order typed, in whatever direction."""
    legal = {frozenset(spot) for spot in spots_for(view, tiles)}
    starts: dict[tuple[Cell, frozenset[Laid]], tuple[Laid, ...]] = {}
    for spot in sorted(legal, key=lambda laid: sorted((y, x) for (x, y), _ in laid)):
        for start in sorted(cell for cell, tile in spot if tile == tiles[0]):
            for direction in Direction:
                placed = spread(view.board, tiles, start, direction)
                if frozenset(placed) == spot:
                    starts.setdefault((start, spot), placed)
    return list(starts.values())


def _cells(view: View, at: str | None) -> list[Cell]:
    if view.opening_size is not None:
        return [FIRST_CELL]
    if not at:
        raise NotationError("Say where the first tile goes, with `at`: a cell such as N20.")
    return cells_named(parse_cell(at), view.board)
