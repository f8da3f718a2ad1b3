"""Results of games, written as a line each.

The entry point is :func:`ended`.
"""

from __future__ import annotations

from qwirkle_bot.record import VariantEntry
from qwirkle_bot.results import GameResult, SeatResult
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Player

GUILD = 5
PEOPLE = {
    name: Player(id=number, name=name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1)
}
ROBOT = Player(id=0, name="Bot 1 (easy)", level=Level.EASY)


def ended(number: int, *seats: str, sprint: bool = False) -> GameResult:
    """The result of a game, the ``number``-th to end.

    A seat is its players and its total, such as ``"Ann 120"`` or ``"Ann & Cy 120"``, with a ``-``
    behind it if it resigned; ``Robot`` is one.
    """
    return GameResult(
        game_id=str(1000 + number),
        guild_id=GUILD,
        ended_ms=number,
        variant=VariantEntry(sprint=sprint),
        seats=tuple(map(_seat, seats)),
    )


def _seat(text: str) -> SeatResult:
    names, _, total = text.removesuffix("-").rpartition(" ")
    return SeatResult(
        players=tuple(PEOPLE.get(name, ROBOT) for name in names.split(" & ")),
        score=int(total),
        resigned=text.endswith("-"),
        best_move=int(total) // 10,
        qwirkles=int(total) // 100,
    )
