"""Which move a robot makes.

The one entry point is :func:`choose_move`. A robot has no memory: the same knowledge and the same
chance make the same move, so that a move that was chosen but not stored can be chosen again.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from qwirkle_bot.engine.moves import Exchange, Pass, Place
from qwirkle_bot.engine.placements import ScoredPlacement, legal_placements
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.robots.judgment import best_choice
from qwirkle_bot.robots.knowledge import SeatKnowledge
from qwirkle_bot.robots.level import Level


def choose_move(knowledge: SeatKnowledge, level: Level, rng: Random) -> Place | Exchange | Pass:
    """A legal move for the seat to move; ``rng`` decides where the robot does not care."""
    found = legal_placements(knowledge.board, knowledge.hand)
    # The search finds them in the order of a set, which must not decide anything.
    found.sort(key=lambda placement: [(cell, tile.bit) for cell, tile in placement.tiles])
    if not found:
        return _do_without(knowledge, rng)
    match level:
        case Level.EASY:
            return _place(knowledge, _lower_of_two(found, rng))
        case Level.MEDIUM:
            return _place(knowledge, _one_of_the_highest(found, rng))
        case Level.HARD:
            chosen = best_choice(knowledge, found, rng)
            if isinstance(chosen, ScoredPlacement):
                return _place(knowledge, chosen)
            return Exchange(knowledge.seat, chosen)


def _place(knowledge: SeatKnowledge, placement: ScoredPlacement) -> Place:
    return Place(knowledge.seat, placement.tiles)


def _lower_of_two(found: Sequence[ScoredPlacement], rng: Random) -> ScoredPlacement:
    return min(rng.choice(found), rng.choice(found), key=lambda placement: placement.points)


def _one_of_the_highest(found: Sequence[ScoredPlacement], rng: Random) -> ScoredPlacement:
    highest = max(placement.points for placement in found)
    return rng.choice([placement for placement in found if placement.points == highest])


def _do_without(knowledge: SeatKnowledge, rng: Random) -> Exchange | Pass:
    """Exchange as much as the bag allows; with an empty bag, pass (R9.1)."""
    count = min(knowledge.bag_count, len(knowledge.hand))
    if not count:
        return Pass(knowledge.seat)
    tiles: list[Tile] = rng.sample(knowledge.hand, count)
    return Exchange(knowledge.seat, tuple(tiles))
