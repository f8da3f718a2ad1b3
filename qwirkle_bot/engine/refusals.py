"""Why a move can be refused, each reason with the clause that it breaks.

The engine names the reason; the sentences for people are made elsewhere, in their own language.
"""

from __future__ import annotations

from enum import Enum


class Refusal(Enum):
    """A reason and its clause; ``None`` where no clause of the rules numbers it."""

    GAME_OVER = ("the game is over", "R8")
    NOT_YOUR_TURN = ("it is another seat's turn", None)
    NO_SUCH_SEAT = ("there is no such seat", "R2.1")
    HAS_RESIGNED = ("the seat has resigned", "R10.1")

    SEAT_COUNT = ("a game has two to four seats", "R2.1")
    PAIRS_SEATS = ("pairs play in two seats", "R11.2")
    WRONG_OPENER = ("another seat holds a larger set", "R3.2")

    OPENING_COUNT = ("the opening lays exactly the tiles of a largest set", "R3.3")
    TILE_COUNT = ("a placement lays one to six tiles", "R4.1")
    NOT_IN_HAND = ("the hand does not hold these tiles", "R4.1")
    CELL_TWICE = ("one cell is named twice", "R4.1")
    CELL_TAKEN = ("a tile lies there", "R4.1")
    NOT_ONE_LINE = ("the tiles lie in no one row or column", "R4.1")
    GAP = ("there is a gap between the tiles", "R4.2")
    APART = ("no tile touches one that lay there before", "R4.3")
    SAME_KIND = ("a line would hold the same kind twice", "R4.4")
    NO_MATCH = ("a line would hold tiles that share neither color nor shape", "R4.4")

    EXCHANGE_COUNT = ("an exchange sets aside one to six tiles", "R7.1")
    EXCHANGE_NOT_IN_HAND = ("the hand does not hold these tiles", "R7.1")
    EXCHANGE_OVER_BAG = ("the bag holds fewer tiles than that", "R7.1")
    EXCHANGE_AT_OPENING = ("the opening move must lay tiles", "R7.2")
    EXCHANGE_BAG_EMPTY = ("the bag is empty", "R7.2")

    PASS_WITH_BAG = ("the bag still holds tiles, so a seat that cannot place exchanges", "R9.1")
    PASS_BUT_CAN_PLACE = ("a seat that can place must place", "R9.1")

    NOTHING_TO_TAKE_BACK = ("the move before this cannot be taken back", "R10.3")
    NOT_YOURS_TO_TAKE_BACK = ("the move before this was another seat's", "R10.3")

    def __init__(self, summary: str, clause: str | None) -> None:
        self.summary = summary
        self.clause = clause
