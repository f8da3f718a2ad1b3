"""The lobby in words: who sits where, who is asked, what is played."""

from __future__ import annotations

from qwirkle_bot.saved import Options, Phase, SavedGame, Table, Tiebreak, TimeLimit
from qwirkle_bot.words.moves import count_of
from qwirkle_bot.words.names import listed, mention, seat_name

_TIEBREAK_WORDS = {
    Tiebreak.ACCOUNT: "ties go to the oldest account",
    Tiebreak.YOUNGEST: "ties go to the youngest account",
    Tiebreak.ASK: "in a tie the players say who is the oldest",
    Tiebreak.RANDOM: "ties are drawn by lot",
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


def lobby_words(table: Table) -> str:
    """The lobby for everyone, as it stands."""
    saved = table.saved
    lines = [f"## Qwirkle\n{options_words(saved.options)}", _seats_words(saved)]
    if table.phase is Phase.CLOSED:
        return "\n".join([*lines, "**The lobby was closed.** Open another with `/start`."])
    if table.phase is not Phase.LOBBY:
        return "\n".join([*lines, "**The game has begun.**"])
    if saved.invited:
        asked = listed([f"<@{user}>" for user in saved.invited])
        lines.append(f"{asked}: you are invited. Press **Join** to play, or **Leave** to decline.")
    free = saved.wanted - len(saved.players) - len(saved.invited)
    if free:
        lines.append(f"{count_of(free, 'place')} free: press **Join** to play.")
    full = "The game begins when the table is full"
    host = f"or when <@{saved.host}> presses **Begin**"
    return "\n".join([*lines, f"-# {full}, {host}."])


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


def asking_words(saved: SavedGame, tied: list[int], sizes: tuple[int, ...]) -> str:
    """The question who is the oldest, to the players of the tied seats (R3.2)."""
    announced = listed(
        [f"{seat_name(seat)} {size}" for seat, size in zip(saved.seats, sizes, strict=True)]
    )
    asked = listed([mention(player) for seat in tied for player in saved.seats[seat]])
    return (
        f"## Who opens?\nLargest sets: {announced}.\n{asked}: you are tied. Who of you is the"
        f" oldest? The first to press opens; <@{saved.host}> may decide for you."
    )


def _seats_words(saved: SavedGame) -> str:
    if saved.options.variant.pairs:
        pairs = [f"Pair {n}: {seat_name(seat)}" for n, seat in enumerate(saved.seats, 1) if seat]
        return "\n".join(pairs)
    return f"At the table: {listed([seat_name([player]) for player in saved.players])}"
