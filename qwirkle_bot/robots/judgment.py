"""How the hard robot weighs its moves.

The one entry point is :func:`best_choice`. A move is worth what it scores, less what the next seat
can make of the board after it, plus what the robot itself can make of it then. To guess the two, it
deals the unseen tiles a few times, and plays both moves out, each for the most points. So it sets
up no lines of five, keeps tiles that go together, and sees the end coming. Every move is tried with
the same deals, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from qwirkle_bot.engine.board import Board, going_out_bonus
from qwirkle_bot.engine.game import HAND_SIZE, Hand
from qwirkle_bot.engine.placements import ScoredPlacement, legal_placements
from qwirkle_bot.engine.tiles import GROUPS, Tile, kinds_in, mask_of, set_size
from qwirkle_bot.robots.knowledge import SeatKnowledge

# The weights below were found by self-play: `python -m qwirkle_bot selfplay --games 240 --players
# hard,medium` gives 159 wins to 84, shared wins counted for both.

MOVES_WEIGHED: Final = 6
"""Moves that are played on: those that look best without."""

MOST_DEALS: Final = 8
"""How often the unseen tiles are dealt, if that is not too much work."""

MOST_WORK: Final = 15_000
"""Placements looked at before no further deal is begun; it bounds the time without a clock."""

SEARCH_WORK: Final = 300
"""What a search costs beside its placements, in placements."""

ANSWER_SHARE: Final = 0.8
"""What a point of the next seat's answer counts against a point now, with one opponent."""

FOLLOWING_SHARE: Final = 0.5
"""What a point of the robot's own next move counts: it may come to nothing."""

MATE_POINTS: Final = 0.35
"""What each tile of the largest set that stays in the hand counts, before moves are weighed."""

COPY_POINTS: Final = 0.8
"""What each further copy of a kind in the hand costs, before moves are weighed."""

EXCHANGE_BELOW: Final = 3
"""Who can score this much never exchanges instead."""


@dataclass(frozen=True, slots=True)
class _Option:
    """A move that may be made, what it scores at once, and what stays in the hand."""

    move: ScoredPlacement | Hand
    points: int
    kept: Hand

    @property
    def looks(self) -> float:
        """The points, and a guess at what the tiles kept are good for."""
        copies = len(self.kept) - mask_of(self.kept).bit_count()
        return self.points + MATE_POINTS * set_size(self.kept) - COPY_POINTS * copies


def best_choice(
    knowledge: SeatKnowledge, found: Sequence[ScoredPlacement], rng: Random
) -> ScoredPlacement | Hand:
    """The best of the placements, or the tiles to exchange where that is better.

    ``found`` must hold at least one placement, and somebody else must still play.
    """
    options = [_placing(knowledge, placement) for placement in found]
    if _may_exchange(knowledge, found):
        options.append(_exchanging(knowledge))
    options.sort(key=lambda option: -option.looks)
    weighed = options[:MOVES_WEIGHED]
    outlooks = _outlooks(knowledge, weighed, rng)
    values = [option.points + outlook for option, outlook in zip(weighed, outlooks, strict=True)]
    return weighed[values.index(max(values))].move


def _placing(knowledge: SeatKnowledge, placement: ScoredPlacement) -> _Option:
    kept = _without(knowledge.hand, [tile for _, tile in placement.tiles])
    bonus = going_out_bonus(len(placement.tiles), len(knowledge.hand), knowledge.bag_count)
    return _Option(placement, placement.points + bonus, kept)


def _may_exchange(knowledge: SeatKnowledge, found: Sequence[ScoredPlacement]) -> bool:
    return (
        knowledge.opening_size is None
        and knowledge.bag_count >= len(knowledge.hand)
        and all(placement.points < EXCHANGE_BELOW for placement in found)
    )


def _exchanging(knowledge: SeatKnowledge) -> _Option:
    """Keep one tile of each kind in the largest set, and exchange all others."""
    held = mask_of(knowledge.hand)
    kept = tuple(kinds_in(max((held & group for group in GROUPS), key=int.bit_count)))
    return _Option(_without(knowledge.hand, kept), 0, kept)


def _outlooks(knowledge: SeatKnowledge, options: Sequence[_Option], rng: Random) -> list[float]:
    """What each move leads to, on average over some deals of the unseen tiles."""
    totals = [0.0] * len(options)
    unseen, size = knowledge.unseen, knowledge.hand_sizes[knowledge.opponents[0]]
    deals = work = 0
    while deals < MOST_DEALS and work < MOST_WORK:
        deals += 1
        rng.shuffle(unseen)
        theirs, bag = unseen[:size], unseen[size : size + knowledge.bag_count]
        for place, option in enumerate(options):
            outlook, cost = _outlook(knowledge, option, theirs, bag)
            totals[place] += outlook
            work += cost
    return [total / deals for total in totals]


def _outlook(
    knowledge: SeatKnowledge, option: _Option, theirs: Sequence[Tile], bag: Sequence[Tile]
) -> tuple[float, int]:
    """What a move leads to if the next seat holds ``theirs``, and how much work it was to see."""
    if not option.kept and not bag:
        return 0.0, 0
    placed = option.move.tiles if isinstance(option.move, ScoredPlacement) else ()
    board = knowledge.board | dict(placed)
    drawn, bag = bag[: HAND_SIZE - len(option.kept)], bag[HAND_SIZE - len(option.kept) :]
    answer, answers = _most_points(board, theirs, bag)
    following, followings = _most_points(
        board | dict(answer.tiles), [*option.kept, *drawn], bag[len(answer.tiles) :]
    )
    outlook = FOLLOWING_SHARE * following.points - ANSWER_SHARE * answer.points / len(
        knowledge.opponents
    )
    return outlook, answers + followings + 2 * SEARCH_WORK


def _most_points(
    board: Board, hand: Sequence[Tile], bag: Sequence[Tile]
) -> tuple[ScoredPlacement, int]:
    """The placement that scores most, and how many were looked at."""
    best = ScoredPlacement((), 0)
    found = legal_placements(board, hand)
    for placement in found:
        points = placement.points + going_out_bonus(len(placement.tiles), len(hand), len(bag))
        if points > best.points:
            best = ScoredPlacement(placement.tiles, points)
    return best, len(found)


def _without(hand: Hand, tiles: Sequence[Tile]) -> Hand:
    left = list(hand)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)
