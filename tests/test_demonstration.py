"""The demonstration of four tiles: N20 is the red circle, O20 the red square."""

from __future__ import annotations

import pytest

from qwirkle_bot.demonstration import LYING, after_taps
from qwirkle_bot.engine.board import Axis, Score
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import TILES, Cell
from qwirkle_bot.errors import MoveError

BELOW_THE_CIRCLE = (0, 1)
ABOVE_THE_CIRCLE = (0, -1)
BELOW_THE_SQUARE = (1, 1)
ABOVE_THE_SQUARE = (1, -1)


def points(*taps: Cell) -> int:
    verdict = after_taps(taps).verdict
    assert isinstance(verdict, Score)
    return verdict.total


def test_it_begins_with_two_tiles_and_all_cells_beside_them() -> None:
    now = after_taps([])

    assert now.board == LYING == {(0, 0): TILES["RC"], (1, 0): TILES["RS"]}
    assert now.tile == TILES["BC"]
    assert now.spots == [(0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("first", "second"),
    [(BELOW_THE_CIRCLE, BELOW_THE_SQUARE), (ABOVE_THE_CIRCLE, ABOVE_THE_SQUARE)],
)
def test_the_circle_scores_two_and_the_square_four(first: Cell, second: Cell) -> None:
    assert points(first) == 2
    assert points(first, second) == 4

    end = after_taps([first, second])
    assert isinstance(end.verdict, Score)
    assert [(line.axis, line.points) for line in end.verdict.lines] == [
        (Axis.ROW, 2),
        (Axis.COLUMN, 2),
    ]
    assert end.tile is None
    assert end.board == {**LYING, first: TILES["BC"], second: TILES["BS"]}


@pytest.mark.parametrize("tap", [BELOW_THE_SQUARE, ABOVE_THE_SQUARE, (-1, 0), (2, 0)])
def test_where_the_circle_does_not_fit_nothing_is_laid(tap: Cell) -> None:
    now = after_taps([tap])

    assert isinstance(now.verdict, MoveError)
    assert now.verdict.refusal is Refusal.NO_MATCH
    assert (now.board, now.tile, now.is_taken) == (LYING, TILES["BC"], False)


def test_a_spot_that_scores_less_is_told_and_not_taken() -> None:
    now = after_taps([BELOW_THE_CIRCLE, ABOVE_THE_SQUARE])

    assert points(BELOW_THE_CIRCLE, ABOVE_THE_SQUARE) == 2
    assert (now.tile, now.is_taken) == (TILES["BS"], False)
    assert now.taken == (BELOW_THE_CIRCLE,)


@pytest.mark.parametrize(
    "taps",
    [
        pytest.param([(5, 5)], id="far from all tiles"),
        pytest.param([(0, 0)], id="on a tile"),
        pytest.param([BELOW_THE_SQUARE, BELOW_THE_CIRCLE], id="after one that was not taken"),
        pytest.param([BELOW_THE_CIRCLE, BELOW_THE_SQUARE, (2, 1)], id="after the end"),
    ],
)
def test_what_is_not_offered_is_no_tap(taps: list[Cell]) -> None:
    with pytest.raises(ValueError, match="does not offer"):
        after_taps(taps)
