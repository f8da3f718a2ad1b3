"""Why a move is refused, as a sentence with the cells and the tiles.

The one entry point is :func:`refusal_sentence`. Only the tiles that a player named themselves, or
that lie on the board, appear in it.
"""

from __future__ import annotations

from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.errors import MoveError
from qwirkle_bot.notation import cell_name, column_name, row_name
from qwirkle_bot.words.names import listed


def refusal_sentence(error: MoveError) -> str:
    """What is wrong with a move, in one or two sentences for whoever made it."""
    match error.refusal:
        case Refusal.SAME_KIND | Refusal.NO_MATCH:
            return _line_sentence(error)
        case Refusal.EXCHANGE_AT_OPENING:
            return f"The opening must lay tiles, exactly {error.count}; it cannot exchange."
        case _:
            return _TEMPLATES[error.refusal].format(
                cells=listed([cell_name(cell) for cell in error.cells]) if error.cells else "",
                tiles=listed([named(tile) for tile in error.tiles]) if error.tiles else "",
                given=len(error.tiles),
                count=error.count,
            )


def rule_words(clause: str | None) -> str:
    """The rule that a clause is, small beneath a refusal; empty where no clause numbers it."""
    return f"\n-# Rule {clause}: {_RULES[clause]}." if clause else ""


def named(tile: Tile) -> str:
    """A tile with its code, such as ``red circle (RC)``."""
    return f"{tile.words} ({tile})"


def _line_sentence(error: MoveError) -> str:
    (_, first_y), (x, y) = error.cells
    line = f"Row {row_name(y)}" if first_y == y else f"Column {column_name(x)}"
    cells = listed([cell_name(cell) for cell in error.cells])
    first, second = error.tiles
    if error.refusal is Refusal.SAME_KIND:
        return f"{line} would hold two {_plural(first)} ({cells})."
    here, there = (cell_name(cell) for cell in error.cells)
    return (
        f"{line} would hold {_article(first)} ({here}) and {_article(second)} ({there}),"
        " which share neither color nor shape."
    )


def _plural(tile: Tile) -> str:
    return f"{tile.words}{'es' if tile.words.endswith('s') else 's'}"


def _article(tile: Tile) -> str:
    return f"{'an' if tile.words[0] in 'aeiou' else 'a'} {tile.words}"


_TEMPLATES = {
    Refusal.GAME_OVER: "The game is over.",
    Refusal.NOT_YOUR_TURN: "It is another seat's turn.",
    Refusal.NO_SUCH_SEAT: "There is no such seat in this game.",
    Refusal.HAS_RESIGNED: "This seat has resigned and moves no more.",
    Refusal.SEAT_COUNT: "A game has two to four seats, not {count}.",
    Refusal.PAIRS_SEATS: "Pairs play in two seats, not {count}.",
    Refusal.WRONG_OPENER: "Another seat holds a larger set and opens.",
    Refusal.OPENING_COUNT: (
        "The opening lays exactly {count}, the size of the largest set in the hand, not {given}."
    ),
    Refusal.TILE_COUNT: "A placement lays one to six tiles.",
    Refusal.NOT_IN_HAND: "The hand does not hold {tiles}, or not so often.",
    Refusal.CELL_TWICE: "{cells} is named twice, for {tiles}.",
    Refusal.CELL_TAKEN: "{cells} is taken: the {tiles} lies there.",
    Refusal.NOT_ONE_LINE: "The tiles of a move lie in one row or one column; {cells} do not.",
    Refusal.GAP: "There is a gap at {cells}: no cell between the new tiles may stay empty.",
    Refusal.APART: (
        "A new tile must touch, edge to edge, one that lay there before; {cells} would touch none."
    ),
    Refusal.EXCHANGE_COUNT: "An exchange sets aside one to six tiles.",
    Refusal.EXCHANGE_NOT_IN_HAND: "The hand does not hold {tiles}, or not so often.",
    Refusal.EXCHANGE_OVER_BAG: "The bag holds {count} now; exchange no more than that.",
    Refusal.EXCHANGE_BAG_EMPTY: "The bag is empty, so nothing can be exchanged.",
    Refusal.PASS_WITH_BAG: "The bag still holds {count}: a seat that cannot place exchanges.",
    Refusal.PASS_BUT_CAN_PLACE: "A seat that can place must place.",
    Refusal.NOTHING_TO_TAKE_BACK: "The move before this one cannot be taken back.",
    Refusal.NOT_YOURS_TO_TAKE_BACK: "The move before this one was another seat's.",
}

_RULES = {
    "R2.1": "two to four seats",
    "R3.2": "the seat with the largest set opens",
    "R3.3": "the opening lays exactly as many tiles as the largest set, in one row or column",
    "R4.1": "one to six tiles from the hand, into empty cells of one row or column",
    "R4.2": "no gap between the first and the last new tile",
    "R4.3": "a new tile touches one that lay there before",
    "R4.4": "a line is one color in different shapes, or one shape in different colors",
    "R7.1": "exchange one to six tiles, at most as many as the bag holds",
    "R7.2": "no exchange on the opening move, nor with an empty bag",
    "R8": "a game that is over takes no moves",
    "R9.1": "with the bag empty, whoever can place nothing passes, and nobody else does",
    "R10.1": "whoever has resigned moves no more",
    "R10.3": "a move is taken back before the next seat has moved",
    "R11.2": "pairs play in two seats",
}
"""Every clause that a refusal can name, in a few words."""
