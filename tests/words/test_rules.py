from __future__ import annotations

from itertools import pairwise

import pytest

from qwirkle_bot.demonstration import after_taps
from qwirkle_bot.engine.board import check_lines
from qwirkle_bot.errors import MoveError
from qwirkle_bot.words.rules import PAGES, Example, demonstration_words, rules_page

PHONE_LINE = 36
"""Characters of running text that fit beside each other on a phone, at the least."""
LINE_PX, TILE_PX, GAP_PX = 22, 48, 8
"""The heights of a line, of a row of emoji by themselves, and between two parts."""
PHONE_PX = 640
"""What a phone shows of a channel."""

NUMBERS = range(1, PAGES + 1)


def fits(example: Example) -> bool:
    try:
        check_lines(example.board)
    except MoveError:
        return False
    return True


def lines_on_a_phone(text: str) -> int:
    return sum(1 + len(line) // PHONE_LINE for line in text.splitlines())


@pytest.mark.parametrize("number", NUMBERS)
def test_a_page_reads_well_and_fits_a_phone(number: int) -> None:
    page = rules_page(number)
    texts = [part for part in page if isinstance(part, str)]
    pictures = [part for part in page if not isinstance(part, str)]
    rows = sum(len({y for _, y in picture.board}) for picture in pictures)
    lines = sum(map(lines_on_a_phone, texts))

    assert texts[0].startswith("### ")
    assert texts[-1] == f"-# Page {number} of 6"
    assert pictures
    assert lines * LINE_PX + rows * TILE_PX + len(page) * GAP_PX <= PHONE_PX
    assert not any("  " in text or "{" in text or "\\" in text for text in texts)


def test_what_is_said_to_fit_fits_and_what_is_not_does_not() -> None:
    page = rules_page(3)
    told = {
        text[0]: fits(example)
        for text, example in pairwise(page)
        if isinstance(text, str) and isinstance(example, Example)
    }

    assert told == {"✅": True, "❌": False}


def test_the_points_of_the_examples_are_those_of_the_game() -> None:
    texts = "\n".join(part for part in rules_page(4) if isinstance(part, str))

    assert "2 in the row, 2 in the column: 4 points" in texts
    assert "12 in the row (six tiles, a Qwirkle!): 12 points" in texts


@pytest.mark.parametrize("number", [0, -1, 7])
def test_there_is_no_other_page(number: int) -> None:
    with pytest.raises(LookupError):
        rules_page(number)


@pytest.mark.parametrize(
    ("taps", "above", "below"),
    [
        pytest.param([], "**Try it.**", "Where does the blue circle (BC) go?", id="first"),
        pytest.param([(0, 1)], "**Yes!** 2 in the column: 2 points.", "blue square", id="right"),
        pytest.param(
            [(2, 0)],
            "**Not there.** Row 20 would hold a red square (O20) and a blue circle (P20),"
            " which share neither color nor shape.",
            "blue circle",
            id="refused",
        ),
        pytest.param([(0, 1), (1, -1)], "That fits: 2 in the column", "blue square", id="less"),
        pytest.param(
            [(0, 1), (1, 1)],
            "**Yes!** 2 in the row, 2 in the column: 4 points.",
            "Have fun!",
            id="done",
        ),
    ],
)
def test_each_tap_is_answered(taps: list[tuple[int, int]], above: str, below: str) -> None:
    said = demonstration_words(after_taps(taps))

    assert said[0].startswith(above)
    assert below in said[1]
