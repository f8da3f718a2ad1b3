"""The rules of a house, in words for its moderators."""

from __future__ import annotations

from qwirkle_bot.house import HouseRules
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.text import columns_for
from qwirkle_bot.words.names import channels_named


def rules_words(rules: HouseRules) -> str:
    """The rules as a moderator reads them."""
    match bool(rules.channels), rules.threads:
        case True, True:
            words = gettext_noop(
                "Games are played in {channels}, and may open threads of their own."
            )
        case True, False:
            words = gettext_noop(
                "Games are played in {channels}, and may not open threads of their own."
            )
        case False, True:
            words = gettext_noop(
                "Games are played in every channel, and may open threads of their own."
            )
        case _:
            words = gettext_noop(
                "Games are played in every channel, and may not open threads of their own."
            )
    return f"{gettext(words, channels=channels_named(rules.channels))}\n{_board_words(rules)}"


def _board_words(rules: HouseRules) -> str:
    match rules.style:
        case TileStyle.EMOJI:
            return gettext(
                "Boards are shown in emoji, at most {width} beside each other; a wider board is"
                " shown in part, with a picture of all of it.",
                width=rules.width,
            )
        case TileStyle.TEXT:
            return gettext(
                "Boards are shown as text, at most {columns} characters beside each other; a wider"
                " board is shown in part, with a picture of all of it.",
                columns=columns_for(rules.width),
            )
        case TileStyle.PICTURE:
            return gettext("Boards are shown as pictures.")
