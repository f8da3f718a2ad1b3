"""The lobby in words: who sits where, who is asked, what is played."""

from __future__ import annotations

from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.saved import Phase, SavedGame, Table
from qwirkle_bot.words.names import listed, mention, seat_name
from qwirkle_bot.words.options import options_words


def lobby_words(table: Table) -> str:
    """The lobby for everyone, as it stands."""
    saved = table.saved
    lines = [f"## Qwirkle\n{options_words(saved.options)}", _seats_words(saved)]
    if table.phase is Phase.CLOSED:
        closed = gettext("The lobby was closed.")
        return "\n".join([*lines, f"**{closed}** {gettext('Open another with `/start`.')}"])
    if table.phase is not Phase.LOBBY:
        return "\n".join([*lines, f"**{gettext('The game has begun.')}**"])
    if saved.invited:
        asked = listed([f"<@{user}>" for user in saved.invited])
        lines.append(
            gettext(
                "{who}: you are invited. Press **Join** to play, or **Leave** to decline.",
                who=asked,
            )
        )
    free = saved.wanted - len(saved.players) - len(saved.invited)
    if free:
        lines.append(
            ngettext(
                "{count} place free: press **Join** to play.",
                "{count} places free: press **Join** to play.",
                free,
            )
        )
    begins = gettext(
        "The game begins when the table is full, or when {host} presses **Begin**.",
        host=f"<@{saved.host}>",
    )
    return "\n".join([*lines, f"-# {begins}"])


def asking_words(saved: SavedGame, tied: list[int], sizes: tuple[int, ...]) -> str:
    """The question who is the oldest, to the players of the tied seats (R3.2)."""
    announced = listed(
        [f"{seat_name(seat)} {size}" for seat, size in zip(saved.seats, sizes, strict=True)]
    )
    asked = listed([mention(player) for seat in tied for player in saved.seats[seat]])
    question = gettext(
        "{who}: you are tied. Who of you is the oldest? The first to press opens; {host} may decide"
        " for you.",
        who=asked,
        host=f"<@{saved.host}>",
    )
    sets = gettext("Largest sets: {sizes}.", sizes=announced)
    return f"## {gettext('Who opens?')}\n{sets}\n{question}"


def _seats_words(saved: SavedGame) -> str:
    if saved.options.variant.pairs:
        pairs = [
            gettext("Pair {number}: {who}", number=number, who=seat_name(seat))
            for number, seat in enumerate(saved.seats, 1)
            if seat
        ]
        return "\n".join(pairs)
    return gettext(
        "At the table: {who}", who=listed([seat_name([player]) for player in saved.players])
    )
