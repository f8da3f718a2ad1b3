from __future__ import annotations

import pytest

from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.pictures.window import Window

WHOLE = Window(-10, 0, 9, 4)


def test_window_holds_its_bounds() -> None:
    window = Window.around([(2, -1), (-1, 3)])

    assert window == Window(-1, -1, 2, 3)
    assert (2, 3) in window
    assert (3, 3) not in window
    assert (2, 4) not in window
    assert window.grown(1, 0) == Window(-2, -1, 3, 3)


def test_window_around_nothing_is_the_first_cell() -> None:
    assert Window.around([]) == Window(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("focus", "cut"),
    [
        ((0, 2), Window(-2, 1, 1, 3)),
        ((-10, 0), Window(-10, 0, -7, 2)),
        ((9, 4), Window(6, 2, 9, 4)),
    ],
    ids=["middle", "left and top", "right and bottom"],
)
def test_cut_is_around_its_focus_and_within_the_whole(focus: Cell, cut: Window) -> None:
    assert WHOLE.cut(Window.around([focus]), 4, 3) == cut


def test_cut_is_never_larger_than_the_whole() -> None:
    assert WHOLE.cut(Window(0, 0, 0, 0), 100, 100) == WHOLE
