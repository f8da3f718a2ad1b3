"""What a game is played with, in words."""

from __future__ import annotations

from qwirkle_bot.saved import Options, Tiebreak, TimeLimit

_TIEBREAK_WORDS = {
    Tiebreak.ACCOUNT: "in a tie the oldest account opens",
    Tiebreak.YOUNGEST: "in a tie the youngest account opens",
    Tiebreak.ASK: "in a tie the players say who is the oldest",
    Tiebreak.RANDOM: "who opens in a tie is drawn by lot",
}

_TIME_WORDS = {
    TimeLimit.NONE: "no time limit",
    TimeLimit.TEN_MINUTES: "10 minutes a turn and a bank of 30",
    TimeLimit.ONE_HOUR: "1 hour a turn and a bank of 3",
    TimeLimit.EIGHT_HOURS: "8 hours a turn and a bank of 24",
    TimeLimit.ONE_DAY: "1 day a turn and a bank of 3",
    TimeLimit.THREE_DAYS: "3 days a turn and a bank of 9",
    TimeLimit.SEVEN_DAYS: "7 days a turn and a bank of 21",
}


def options_words(options: Options) -> str:
    """What is played: ``Classic rules · no time limit · ties go to the oldest account``."""
    variant = options.variant
    names = [
        name
        for name, chosen in (
            ("open hands", variant.open),
            ("pairs", variant.pairs),
            ("sprint of six turns", variant.sprint),
        )
        if chosen
    ]
    parts = [" and ".join(names).capitalize() if names else "Classic rules"]
    parts.append(_TIME_WORDS[options.time])
    parts.append(_TIEBREAK_WORDS[options.tiebreak])
    if options.hints:
        parts.append("hints allowed")
    return " · ".join(parts)
