from __future__ import annotations

from qwirkle_bot.views import view_of
from qwirkle_bot.words.hand import panel_heading
from tests.kit.games import moment
from tests.kit.moments import PEOPLE, table_at


def test_a_hand_of_which_nothing_fits_says_so() -> None:
    there = table_at(moment("RC", "GS", "PX PT", bag="OC OS"))
    assert "None of your tiles fits anywhere" in panel_heading(view_of(there, PEOPLE[0].id))
    fits = table_at(moment("RC", "GC", "PX PT", bag="OC OS"))
    assert "None of your tiles" not in panel_heading(view_of(fits, PEOPLE[0].id))
