"""What a seat can do, as values. Whether it may is for the game to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Lay tiles on the board, in the order named (R4)."""

    seat: int
    tiles: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Swap tiles for as many from the bag (R7)."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing because nothing can be placed and the bag is empty (R9.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skip:
    """Lose the turn because the time ran out (R10.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game; the one move that may come on anyone's turn (R10.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo one's move before the next seat has moved (R10.3)."""

    seat: int


Move: TypeAlias = Place | Exchange | Pass | Skip | Resign | TakeBack
