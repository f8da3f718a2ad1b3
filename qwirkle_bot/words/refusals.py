"""Why a move is refused, as a sentence with the cells and the tiles.

The one entry point is :func:`refusal_sentence`. Only the tiles that a player named themselves, or
that lie on the board, appear in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.errors import MoveError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.notation import cell_name, column_name, row_name
from qwirkle_bot.tile_names import a_tile, tile_name, two_tiles
from qwirkle_bot.words.names import listed


def refusal_sentence(error: MoveError) -> str:
    """What is wrong with a move, in one or two sentences for whoever made it."""
    if error.refusal in {Refusal.SAME_KIND, Refusal.NO_MATCH}:
        return _line_sentence(error)
    return gettext(
        _SENTENCES[error.refusal],
        cells=listed([cell_name(cell) for cell in error.cells]) if error.cells else "",
        tiles=listed([named(tile) for tile in error.tiles]) if error.tiles else "",
        given=len(error.tiles),
        number=error.count or 0,
    )


def rule_words(clause: str | None) -> str:
    """The rule that a clause is, small beneath a refusal; empty where no clause numbers it."""
    if not clause:
        return ""
    words = gettext("Rule {clause}: {rule}.", clause=clause, rule=gettext(_RULES[clause]))
    return f"\n-# {words}"


def named(tile: Tile) -> str:
    """A tile with its code, such as ``red circle (RC)``."""
    return f"{tile_name(tile)} ({tile})"


def _line_sentence(error: MoveError) -> str:
    (_, first_y), (x, y) = error.cells
    is_row = first_y == y
    first, second = error.tiles
    here, there = (cell_name(cell) for cell in error.cells)
    if error.refusal is Refusal.SAME_KIND:
        kind, cells = two_tiles(first), listed([here, there])
        if is_row:
            return gettext(
                "Row {row} would hold {two_tiles} ({cells}).",
                row=row_name(y),
                two_tiles=kind,
                cells=cells,
            )
        return gettext(
            "Column {column} would hold {two_tiles} ({cells}).",
            column=column_name(x),
            two_tiles=kind,
            cells=cells,
        )
    pair = {
        "one": f"{a_tile(first)} ({here})",
        "other": f"{a_tile(second)} ({there})",
    }
    if is_row:
        return gettext(
            "Row {row} would hold {one} and {other}, which share neither color nor shape.",
            row=row_name(y),
            **pair,
        )
    return gettext(
        "Column {column} would hold {one} and {other}, which share neither color nor shape.",
        column=column_name(x),
        **pair,
    )


_SENTENCES: Final[Mapping[Refusal, str]] = {
    Refusal.GAME_OVER: gettext_noop("The game is over."),
    Refusal.NOT_YOUR_TURN: gettext_noop("It is another seat's turn."),
    Refusal.NO_SUCH_SEAT: gettext_noop("There is no such seat in this game."),
    Refusal.HAS_RESIGNED: gettext_noop("This seat has resigned and moves no more."),
    Refusal.SEAT_COUNT: gettext_noop("A game has two to four seats, not {number}."),
    Refusal.PAIRS_SEATS: gettext_noop("Pairs play in two seats, not {number}."),
    Refusal.WRONG_OPENER: gettext_noop("Another seat holds a larger set and opens."),
    Refusal.OPENING_COUNT: gettext_noop(
        "The opening lays exactly {number}, the size of the largest set in the hand, not {given}."
    ),
    Refusal.TILE_COUNT: gettext_noop("A placement lays one to six tiles."),
    Refusal.NOT_IN_HAND: gettext_noop("The hand does not hold {tiles}, or not so often."),
    Refusal.CELL_TWICE: gettext_noop("{cells} is named twice, for {tiles}."),
    Refusal.CELL_TAKEN: gettext_noop("{cells} is taken: the {tiles} lies there."),
    Refusal.NOT_ONE_LINE: gettext_noop(
        "The tiles of a move lie in one row or one column; {cells} do not."
    ),
    Refusal.GAP: gettext_noop(
        "There is a gap at {cells}: no cell between the new tiles may stay empty."
    ),
    Refusal.APART: gettext_noop(
        "A new tile must touch, edge to edge, one that lay there before; {cells} would touch none."
    ),
    Refusal.EXCHANGE_COUNT: gettext_noop("An exchange sets aside one to six tiles."),
    Refusal.EXCHANGE_NOT_IN_HAND: gettext_noop("The hand does not hold {tiles}, or not so often."),
    Refusal.EXCHANGE_OVER_BAG: gettext_noop(
        "The bag holds {number} now; exchange no more than that."
    ),
    Refusal.EXCHANGE_BAG_EMPTY: gettext_noop("The bag is empty, so nothing can be exchanged."),
    Refusal.PASS_WITH_BAG: gettext_noop(
        "The bag still holds {number}: a seat that cannot place exchanges."
    ),
    Refusal.PASS_BUT_CAN_PLACE: gettext_noop("A seat that can place must place."),
    Refusal.NOTHING_TO_TAKE_BACK: gettext_noop("The move before this one cannot be taken back."),
    Refusal.NOT_YOURS_TO_TAKE_BACK: gettext_noop("The move before this one was another seat's."),
    Refusal.EXCHANGE_AT_OPENING: gettext_noop(
        "The opening must lay tiles, exactly {number}; it cannot exchange."
    ),
}

_RULES: Final[Mapping[str, str]] = {
    "R2.1": gettext_noop("two to four seats"),
    "R3.2": gettext_noop("the seat with the largest set opens"),
    "R3.3": gettext_noop(
        "the opening lays exactly as many tiles as the largest set, in one row or column"
    ),
    "R4.1": gettext_noop("one to six tiles from the hand, into empty cells of one row or column"),
    "R4.2": gettext_noop("no gap between the first and the last new tile"),
    "R4.3": gettext_noop("a new tile touches one that lay there before"),
    "R4.4": gettext_noop(
        "a line is one color in different shapes, or one shape in different colors"
    ),
    "R7.1": gettext_noop("exchange one to six tiles, at most as many as the bag holds"),
    "R7.2": gettext_noop("no exchange on the opening move, nor with an empty bag"),
    "R8": gettext_noop("a game that is over takes no moves"),
    "R9.1": gettext_noop(
        "with the bag empty, whoever can place nothing passes, and nobody else does"
    ),
    "R10.1": gettext_noop("whoever has resigned moves no more"),
    "R10.3": gettext_noop("a move is taken back before the next seat has moved"),
    "R11.2": gettext_noop("pairs play in two seats"),
}
"""Every clause that a refusal can name, in a few words."""
