"""The best placements of a hand, in words."""

from __future__ import annotations

from typing import Final

from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.notation import describe_placement
from qwirkle_bot.spots import best_spots
from qwirkle_bot.views import View
from qwirkle_bot.words.moves import points

HINTS_TOLD: Final = 3


def hint_words(view: View) -> str:
    """What the viewer may be told of their best placements (R11.1).

    Raises:
        TableError: the game is played without hints, or the viewer is not to move.
    """
    if not view.allows_hints:
        raise TableError(gettext("This game is played without hints."))
    if not view.is_my_turn:
        raise TableError(gettext("Hints are for the player to move."))
    lines = [
        gettext(
            "{points}: {placement}",
            points=points(view.score_of(spot).total),
            placement=describe_placement(spot),
        )
        for spot in best_spots(view, HINTS_TOLD)
    ]
    return "\n".join(lines) or gettext("Nothing fits; exchange some tiles.")
