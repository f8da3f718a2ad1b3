"""What a screen reader says of a picture."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.engine.tiles import COPIES, KINDS, TILES, Cell
from qwirkle_bot.words.pictures import ALT_CHARACTERS, board_alt, hand_alt, preview_alt
from tests.kit.boards import board, tiles

BAG: Final = KINDS * COPIES

SMALL: Final = board("""
    RC RS RD
    .. YS ..
""")


def test_words_tell_the_size_the_new_tiles_and_every_row() -> None:
    assert board_alt(SMALL, new=[(1, 0), (1, 1)]) == (
        "The board: 4 tiles, from N20 to P21. "
        "Just laid: red square at O20, yellow square at O21. "
        "Row 20: N red circle, O red square, P red diamond. Row 21: O yellow square."
    )


def test_words_for_one_tile_and_for_none() -> None:
    assert board_alt({(0, 0): TILES["RC"]}) == ("The board: 1 tile at N20. Row 20: N red circle.")
    assert board_alt({}) == "The board, still empty."


def test_words_become_codes_and_then_a_summary_where_room_is_short() -> None:
    block = {(place % 10, place // 10): tile for place, tile in enumerate(BAG)}
    column = {(0, place): tile for place, tile in enumerate(BAG)}

    assert "Row 20: N RC, O RS, P RD" in board_alt(block)
    assert board_alt(column, new=[(0, 5)]) == (
        "The board: 108 tiles, from N20 to N127. Just laid: red star at N25."
    )


@settings(deadline=None)
@given(
    cells=st.lists(
        st.tuples(st.integers(-60, 60), st.integers(-60, 60)), max_size=108, unique=True
    ),
)
def test_words_always_fit(cells: list[Cell]) -> None:
    lying = dict(zip(cells, reversed(BAG), strict=False))

    assert len(board_alt(lying, new=cells[-6:])) <= ALT_CHARACTERS
    if len(cells) > 6:
        placed = [(cell, lying.pop(cell)) for cell in cells[-6:]]
        assert len(preview_alt(lying, placed)) <= ALT_CHARACTERS


def test_words_for_a_preview_tell_the_move_and_what_lies_around_it() -> None:
    row = {(x, 0): tile for x, tile in enumerate(BAG[:60])}

    assert preview_alt(row, [((30, 1), TILES["YS"])]) == (
        "A preview with yellow square at R21. "
        f"Row 20: P {row[28, 0].words}, Q {row[29, 0].words}, R {row[30, 0].words},"
        f" S {row[31, 0].words}, T {row[32, 0].words}. Row 21: R yellow square."
    )


def test_words_for_a_hand_number_its_tiles() -> None:
    assert hand_alt(tiles("RC PT")) == "Your hand: 1 red circle, 2 purple star."
