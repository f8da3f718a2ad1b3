"""Where tiles may lie (R4) and what they score (R5), on boards of a few tiles."""

from __future__ import annotations

import pytest

from qwirkle_bot.engine.board import (
    Axis,
    Line,
    allowed_at,
    check_lines,
    fits_anywhere,
    score_placement,
)
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import Cell, kinds_in
from qwirkle_bot.errors import MoveError
from tests.kit.boards import board, laid, tiles

LEGAL = [
    pytest.param("RC", ".. RS", 2, id="R4.1 one tile"),
    pytest.param("RC", ".. RS RD RL RX RT", 12, id="R4.1 five tiles, R5.2 a line of six"),
    pytest.param("RC .. RD", ".. RS", 3, id="R4.2 into a gap"),
    pytest.param(".. RS", "RC .. RD", 3, id="R4.2 on both ends of a line"),
    pytest.param("RC .. RD .. RX", ".. RS .. RL", 5, id="R4.2 into two gaps of a line"),
    pytest.param("RC RS\n.. ..", ".. ..\nOC OS", 6, id="R5.1 two across and one along"),
    pytest.param("RC RS RD", ".. .. ..\n.. OS", 2, id="R5.3 no line along, one across"),
    pytest.param("RC OC\nRS ..", ".. ..\n.. OS", 4, id="R5.1 one tile in two lines"),
    pytest.param("", "RC RS RD", 3, id="R3.4 an opening"),
    pytest.param("", "RC\nOC\nYC\nGC\nBC\nPC", 12, id="R3.4 an opening of six, downwards"),
    pytest.param("", "RC", 1, id="R3.4 a lone tile scores 1"),
    pytest.param(
        ".. .. .. .. .. OC\n.. .. .. .. .. YC\n.. .. .. .. .. GC\n"
        ".. .. .. .. .. BC\n.. .. .. .. .. PC\nRS RD RL RX RT",
        "..\n..\n..\n..\n..\n.. .. .. .. .. RC",
        24,
        id="R5.2 one tile completes two lines of six",
    ),
    pytest.param(
        "RC RS RD RL RX ..\nOC",
        ".. .. .. .. .. RT",
        12,
        id="R5.2 the sixth tile scores the six and six more",
    ),
]


@pytest.mark.parametrize(("lying", "new", "points"), LEGAL)
def test_a_placement_scores_its_lines(lying: str, new: str, points: int) -> None:
    assert score_placement(board(lying), laid(new)).total == points


def test_the_breakdown_names_each_line_once_the_longer_way_first() -> None:  # R5.1, R5.4
    score = score_placement(board("RC RS"), laid(".. ..\nOC OS"))

    assert score.lines == (
        Line(Axis.ROW, (0, 1), 2),
        Line(Axis.COLUMN, (0, 0), 2),
        Line(Axis.COLUMN, (1, 0), 2),
    )


def test_a_tile_alone_scores_the_row_and_the_column_through_it() -> None:  # R5.1
    score = score_placement(board("RC OC\nRS .."), laid(".. ..\n.. OS"))

    assert score.lines == (Line(Axis.ROW, (0, 1), 2), Line(Axis.COLUMN, (1, 0), 2))


REFUSED = [
    pytest.param("RC", "RS", Refusal.CELL_TAKEN, [(0, 0)], "RC", id="R4.1 a cell that is taken"),
    pytest.param(
        "RC RS",
        ".. .. RD\n.. .. .. RL",
        Refusal.NOT_ONE_LINE,
        [(2, 0), (3, 1)],
        "",
        id="R4.1 neither a row nor a column",
    ),
    pytest.param("RC", ".. RS .. RD", Refusal.GAP, [(2, 0)], "", id="R4.2 a gap"),
    pytest.param("", "RC .. RS", Refusal.GAP, [(1, 0)], "", id="R4.2 a gap in the opening"),
    pytest.param(
        ".. RS .. RD", "RC .. .. .. RL", Refusal.GAP, [(2, 0)], "", id="R4.2 a gap between old ones"
    ),
    pytest.param("RC", ".. .. RS", Refusal.APART, [(2, 0)], "", id="R4.3 apart"),
    pytest.param("RC", "..\n.. RS", Refusal.APART, [(1, 1)], "", id="R4.3 by a corner"),
    pytest.param(
        "RC", "..\n.. RS RD", Refusal.APART, [(1, 1), (2, 1)], "", id="R4.3 a line by a corner"
    ),
    pytest.param(
        "RC RS", ".. .. RC", Refusal.SAME_KIND, [(0, 0), (2, 0)], "RC RC", id="R4.4 a kind twice"
    ),
    pytest.param(
        "RC .. RC",
        ".. RS",
        Refusal.SAME_KIND,
        [(0, 0), (2, 0)],
        "RC RC",
        id="R4.4 a kind twice by joining",
    ),
    pytest.param(
        "RC", ".. OS", Refusal.NO_MATCH, [(0, 0), (1, 0)], "RC OS", id="R4.4 nothing shared"
    ),
    pytest.param(
        "RC RS",
        ".. .. OS",
        Refusal.NO_MATCH,
        [(0, 0), (2, 0)],
        "RC OS",
        id="R4.4 fits the neighbor, not the line",
    ),
    pytest.param(
        "RC\n..\nOS",
        "..\nRS",
        Refusal.NO_MATCH,
        [(0, 0), (0, 2)],
        "RC OS",
        id="R4.4 across joins what does not match",
    ),
    pytest.param(
        ".. RC\nOS",
        "..\n.. RS RD",
        Refusal.NO_MATCH,
        [(0, 1), (2, 1)],
        "OS RD",
        id="R4.4 the second tile breaks the line",
    ),
    pytest.param(
        "RC RS RD RL RX RT",
        ".. .. .. .. .. .. RC",
        Refusal.SAME_KIND,
        [(0, 0), (6, 0)],
        "RC RC",
        id="R4.4 no line is longer than six",
    ),
]


@pytest.mark.parametrize(("lying", "new", "refusal", "cells", "named"), REFUSED)
def test_a_refusal_names_reason_cells_and_tiles_and_nothing_has_changed(
    lying: str, new: str, refusal: Refusal, cells: list[Cell], named: str
) -> None:
    lies = board(lying)

    with pytest.raises(MoveError) as caught:
        score_placement(lies, laid(new))

    assert caught.value.refusal is refusal
    assert caught.value.cells == tuple(cells)
    assert caught.value.tiles == tiles(named)
    assert lies == board(lying)


def test_a_cell_cannot_take_two_tiles_of_one_move() -> None:  # R4.1
    first, second = tiles("RS RD")

    with pytest.raises(MoveError) as caught:
        score_placement(board("RC"), (((1, 0), first), ((1, 0), second)))

    assert caught.value.refusal is Refusal.CELL_TWICE
    assert caught.value.tiles == (first, second)


def test_a_gap_between_cells_a_long_way_apart_is_found_at_once() -> None:  # R4.2
    first, second = tiles("RS RD")

    with pytest.raises(MoveError) as caught:
        score_placement(board("RC"), (((1, 0), first), ((10**18, 0), second)))

    assert caught.value.cells == ((2, 0),)


@pytest.mark.parametrize(
    ("lying", "cell", "kinds"),
    [
        pytest.param("RC", (1, 0), "RS RD RL RX RT OC YC GC BC PC", id="beside one tile"),
        pytest.param("RC RS", (2, 0), "RD RL RX RT", id="beside a line of one color"),
        pytest.param("RC .. OS", (1, 0), "", id="between two that do not match"),
        pytest.param("RC .. RC", (1, 0), "", id="between two of a kind"),
        pytest.param("RC RS .. RD", (2, 0), "RL RX RT", id="between a line and a tile"),
        pytest.param(".. YS\nRC ..", (1, 1), "RS YC", id="in a row and in a column"),
        pytest.param("RC RS RD RL RX RT", (6, 0), "", id="beside a line of six"),
    ],
)
def test_the_kinds_that_a_cell_takes(lying: str, cell: Cell, kinds: str) -> None:  # R4.4
    assert kinds_in(allowed_at(board(lying), cell)) == list(tiles(kinds))


def test_a_tile_fits_or_it_does_not() -> None:  # R9.1
    assert fits_anywhere(board("RC RS"), tiles("GX RD"))
    assert not fits_anywhere(board("RC RS"), tiles("GX YX"))


def test_a_board_of_valid_lines_is_a_board() -> None:
    check_lines(board("RC RS RD\nOC .. .."))


@pytest.mark.parametrize("lying", ["RC RC", "RC\nOS", "RC RS OS"])
def test_a_board_with_a_wrong_line_is_none(lying: str) -> None:
    with pytest.raises(MoveError):
        check_lines(board(lying))
