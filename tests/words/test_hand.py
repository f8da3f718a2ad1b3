from __future__ import annotations

import pytest

from qwirkle_bot.views import view_of
from qwirkle_bot.words.hand import hand_list, nowhere, panel_heading
from tests.kit.boards import tiles
from tests.kit.games import moment
from tests.kit.moments import PEOPLE, table_at


def test_a_hand_of_which_nothing_fits_says_so() -> None:
    there = table_at(moment("RC", "GS", "PX PT", bag="OC OS"))
    assert "None of your tiles fits anywhere" in panel_heading(view_of(there, PEOPLE[0].id))
    fits = table_at(moment("RC", "GC", "PX PT", bag="OC OS"))
    assert "None of your tiles" not in panel_heading(view_of(fits, PEOPLE[0].id))


def test_a_hand_is_listed_with_places_codes_and_names() -> None:
    assert hand_list(tiles("RC GS OX")) == "1 RC red circle\n2 GS green square\n3 OX orange cross"
    assert hand_list(()) == ""


@pytest.mark.parametrize(
    ("lying", "picked", "words"),
    [
        pytest.param("", "RC", "You picked 1. You open: lay exactly 3 tiles", id="too few"),
        pytest.param("", "RC GS BT", "share neither one color nor one shape", id="no set"),
        pytest.param("RC", "GS GS", "no line holds the same kind twice", id="twice"),
        pytest.param("RC", "GS", "**GS** fits nowhere just now", id="one"),
        pytest.param("RC", "RS RD", "**RS RD** fits nowhere together just now", id="two"),
        pytest.param("RC", "GS BT", "share neither one color nor one shape", id="never"),
    ],
)
def test_what_has_no_spot_is_told_why(lying: str, picked: str, words: str) -> None:
    there = table_at(moment(lying, "RC RS RD GS GS BT", "PX PT", bag="OC OS"))
    assert words in nowhere(view_of(there, PEOPLE[0].id), tiles(picked))
