"""What a game is played with, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.saved import Options, Tiebreak, TimeLimit

_VARIANTS: Final[Mapping[tuple[bool, bool, bool], str]] = {
    (False, False, False): gettext_noop("Classic rules"),
    (True, False, False): gettext_noop("Open hands"),
    (False, True, False): gettext_noop("Pairs"),
    (False, False, True): gettext_noop("Sprint of six turns"),
    (True, True, False): gettext_noop("Open hands and pairs"),
    (True, False, True): gettext_noop("Open hands and sprint of six turns"),
    (False, True, True): gettext_noop("Pairs and sprint of six turns"),
    (True, True, True): gettext_noop("Open hands and pairs and sprint of six turns"),
}
"""By whether hands are open, partners play, and it is a sprint."""

_TIEBREAKS: Final[Mapping[Tiebreak, str]] = {
    Tiebreak.ACCOUNT: gettext_noop("where largest sets tie, the oldest account opens"),
    Tiebreak.YOUNGEST: gettext_noop("where largest sets tie, the youngest account opens"),
    Tiebreak.ASK: gettext_noop("where largest sets tie, the players say who is the oldest"),
    Tiebreak.RANDOM: gettext_noop("where largest sets tie, who opens is drawn by lot"),
}

_TIMES: Final[Mapping[TimeLimit, str]] = {
    TimeLimit.NONE: gettext_noop("no time limit"),
    TimeLimit.TEN_MINUTES: gettext_noop("10 minutes a turn and a bank of 30"),
    TimeLimit.ONE_HOUR: gettext_noop("1 hour a turn and a bank of 3"),
    TimeLimit.EIGHT_HOURS: gettext_noop("8 hours a turn and a bank of 24"),
    TimeLimit.ONE_DAY: gettext_noop("1 day a turn and a bank of 3"),
    TimeLimit.THREE_DAYS: gettext_noop("3 days a turn and a bank of 9"),
    TimeLimit.SEVEN_DAYS: gettext_noop("7 days a turn and a bank of 21"),
}


def options_words(options: Options) -> str:
    """What is played: ``Classic rules · no time limit · in a tie the oldest account opens``."""
    variant = options.variant
    parts = [
        _VARIANTS[variant.open, variant.pairs, variant.sprint],
        _TIMES[options.time],
        _TIEBREAKS[options.tiebreak],
    ]
    if options.hints:
        parts.append(gettext_noop("hints allowed"))
    return " · ".join(map(gettext, parts))
