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
from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.errors import AmbiguousPlacementError, MoveError, NotationError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.notation import (
    Direction,
    cells_named,
    parse_cell,
    parse_exchange,
    parse_tiles,
    spread,
)
from qwirkle_bot.saved import SavedGame, Table
from qwirkle_bot.spots import FIRST_CELL, ONWARD
from qwirkle_bot.views import View, view_of

BACKWARD: Final = (Direction.LEFT, Direction.UP)

WHICH_ONE: Final = gettext_noop("That fits several ways. Which one do you mean?")


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
    errors: list[MoveError] = []
    for directions in ways:
        judged: dict[frozenset[Laid], tuple[tuple[Laid, ...], SavedGame]] = {}
        for placed in (spread(view.board, tiles, c, d) for d in directions for c in cells):
            try:
                judged[frozenset(placed)] = (placed, turns.place(table, user_id, placed))
            except MoveError as error:
                errors.append(error)
        if len(judged) > 1:
            raise AmbiguousPlacementError(
                gettext(WHICH_ONE), [placed for placed, _ in judged.values()]
            )
        if judged:
            ((_, saved),) = judged.values()
            return saved
    raise errors[0]


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


def _cells(view: View, at: str | None) -> list[Cell]:
    if view.opening_size is not None:
        return [FIRST_CELL]
    if not at:
        raise NotationError(
            gettext("Say where the first tile goes, with `at`: a cell such as N20.")
        )
    return cells_named(parse_cell(at), view.board)
