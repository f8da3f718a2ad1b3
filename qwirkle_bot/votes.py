"""Whose word counts when a table decides together; a vote is a seat's, and robots have none."""

from __future__ import annotations

from qwirkle_bot.engine.game import Game
from qwirkle_bot.saved import Table


def people_seats(table: Table, game: Game) -> frozenset[int]:
    """The seats still playing in which somebody sits who could answer."""
    seats = table.saved.seats
    return frozenset(
        seat for seat in game.playing if not all(player.is_robot for player in seats[seat])
    )


def undo_waits_for(table: Table, game: Game) -> tuple[int, ...] | None:
    """The seats that have not agreed yet to take the last move back; ``None`` if nobody asks."""
    clock = table.saved.clock
    if clock is None or clock.turn.undo_votes is None:
        return None
    return not_agreed(table, game, clock.turn.undo_votes)


def not_agreed(table: Table, game: Game, votes: tuple[int, ...]) -> tuple[int, ...]:
    """The seats other than the last mover's that are not among ``votes``."""
    asked = people_seats(table, game) - {game.history[-1].move.seat}
    return tuple(seat for seat in sorted(asked) if not table.voted(votes, seat))
