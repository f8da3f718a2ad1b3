from __future__ import annotations

import pytest

from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.errors import MoveError
from qwirkle_bot.words.refusals import refusal_sentence, rule_words
from tests.kit.boards import tiles


def sentence(refusal: Refusal, *cells: Cell, named: str = "", count: int | None = None) -> str:
    return refusal_sentence(MoveError(refusal, cells=cells, tiles=tiles(named), count=count))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        pytest.param(
            sentence(Refusal.SAME_KIND, (0, 0), (4, 0), named="RC RC"),
            "Row 20 would hold two red circles (N20 and R20).",
            id="the same kind in a row",
        ),
        pytest.param(
            sentence(Refusal.SAME_KIND, (0, 0), (0, 2), named="RX RX"),
            "Column N would hold two red crosses (N20 and N22).",
            id="the same kind in a column",
        ),
        pytest.param(
            sentence(Refusal.NO_MATCH, (0, 0), (1, 0), named="OC GS"),
            "Row 20 would hold an orange circle (N20) and a green square (O20),"
            " which share neither color nor shape.",
            id="no match",
        ),
        pytest.param(
            sentence(Refusal.CELL_TAKEN, (0, 0), named="OC"),
            "N20 is taken: the orange circle (OC) lies there.",
            id="taken",
        ),
        pytest.param(
            sentence(Refusal.NOT_IN_HAND, named="OC GS"),
            "The hand does not hold orange circle (OC) and green square (GS), or not so often.",
            id="not in hand",
        ),
        pytest.param(
            sentence(Refusal.OPENING_COUNT, named="OC GS", count=3),
            "The opening lays exactly 3, the size of the largest set in the hand, not 2.",
            id="opening",
        ),
        pytest.param(
            sentence(Refusal.EXCHANGE_AT_OPENING, named="OC", count=3),
            "The opening must lay tiles, exactly 3; it cannot exchange.",
            id="exchange at the opening",
        ),
    ],
)
def test_a_refusal_names_cells_and_tiles(told: str, words: str) -> None:
    assert told == words


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_is_a_sentence(refusal: Refusal) -> None:
    told = sentence(refusal, (0, 0), (1, 0), named="RC GS", count=2)
    assert told.endswith(".")
    assert told[0].isupper() or told[0].isdigit()
    assert "{" not in told
    assert "None" not in told


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name)
def test_every_rule_that_is_named_is_told(refusal: Refusal) -> None:
    words = rule_words(refusal.clause)
    assert words.startswith(f"\n-# Rule {refusal.clause}: ") if refusal.clause else not words
