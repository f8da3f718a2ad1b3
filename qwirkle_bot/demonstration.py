"""The demonstration of four tiles: two lie, and the reader finds the places of two more.

The one entry point is :func:`after_taps`. The cells that were tapped are all there is to know: what
lies, what is refused and what it scores follow by the engine. Only a place that scores most is
taken, so that a reader sees a tile make two lines at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qwirkle_bot.engine.board import Board, Score, open_cells, score_placement
from qwirkle_bot.engine.tiles import TILES, Cell, Tile
from qwirkle_bot.errors import MoveError

LYING: Final[Board] = {(0, 0): TILES["RC"], (1, 0): TILES["RS"]}
TO_LAY: Final = (TILES["BC"], TILES["BS"])
"""The tiles that the reader lays, in this order."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """How far a reader is.

    Attributes:
        board: what lies now.
        taken: the taps that were taken, in order: the cells of the first tiles of ``TO_LAY``.
        verdict: what came of the last tap, a score or why it is refused; ``None`` before any.
        is_taken: whether the last tap was taken.
    """

    board: Board
    taken: tuple[Cell, ...] = ()
    verdict: Score | MoveError | None = None
    is_taken: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile to lay next; ``None`` once all lie."""
        return TO_LAY[len(self.taken)] if len(self.taken) < len(TO_LAY) else None

    @property
    def spots(self) -> list[Cell]:
        """Each empty cell beside a tile, row by row: where the reader may tap."""
        return sorted(set(open_cells(self.board)), key=lambda cell: (cell[1], cell[0]))


def after_taps(taps: Sequence[Cell]) -> Demonstration:
    """The demonstration after these cells were tapped; all but the last must have been taken.

    Raises:
        ValueError: no reader who follows the demonstration taps like this.
    """
    now = Demonstration(LYING)
    for number, cell in enumerate(taps):
        tile = now.tile
        if tile is None or cell not in now.spots or now.is_taken != bool(number):
            raise ValueError("the demonstration does not offer that")
        now = _after_tap(now, cell, tile)
    return now


def _after_tap(before: Demonstration, cell: Cell, tile: Tile) -> Demonstration:
    verdict = _verdict(before.board, cell, tile)
    most = max(_points(_verdict(before.board, spot, tile)) for spot in before.spots)
    if _points(verdict) < most:
        return Demonstration(before.board, before.taken, verdict)
    board = {**before.board, cell: tile}
    return Demonstration(board, (*before.taken, cell), verdict, is_taken=True)


def _verdict(board: Board, cell: Cell, tile: Tile) -> Score | MoveError:
    try:
        return score_placement(board, ((cell, tile),))
    except MoveError as refusal:
        return refusal


def _points(verdict: Score | MoveError) -> int:
    return verdict.total if isinstance(verdict, Score) else 0
