"""The lobby in words: who sits where, who is asked, what is played."""

from __future__ import annotations

from qwirkle_bot.saved import Phase, SavedGame, Table
from qwirkle_bot.words.moves import count_of
from qwirkle_bot.words.names import listed, mention, seat_name
from qwirkle_bot.words.options import options_words


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
