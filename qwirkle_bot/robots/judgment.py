"""How the hard robot weighs its moves.

The one entry point is :func:`best_choice`. The robot asks three things of a move: what it scores,
what the tiles that stay in the hand are good for, and what the next seat could make of the board.
For the last it deals the next seat a few hands from the tiles that nobody has shown, and looks for
the best answer of each. Every move is tried against the same hands, so that luck does not decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from qwirkle_bot.engine.board import Board
from qwirkle_bot.engine.game import GOING_OUT_BONUS, Hand
from qwirkle_bot.engine.placements import ScoredPlacement, legal_placements
from qwirkle_bot.engine.tiles import GROUPS, Tile, kinds_in, mask_of, set_size
from qwirkle_bot.robots.knowledge import SeatKnowledge

MOVES_WEIGHED: Final = 8
"""Moves that are tried against dealt hands: those that look best without."""

FOLLOW=0.5
WORK=60000
DEALS: Final = 8
"""Hands of the next seat that each of these moves is tried against."""

MATE_POINTS: Final = 0.35
"""What each tile of a hand's best set is worth, in points of a later move."""

COPY_POINTS: Final = 0.8
"""What each further copy of a kind costs, in points of a later move."""

THREAT_SHARE: Final = 0.8
"""How much a point of the next seat counts against a point of one's own, with two at the table."""

EXCHANGE_BELOW: Final = 3
"""A move that scores this much is never given up for an exchange."""

LATE_TILE_POINTS: Final = 1.0
"""What each tile kept costs once the bag is empty: it delays going out."""


@dataclass(frozen=True, slots=True)
class _Option:
    """A move that may be made, what it scores at once, and what stays in the hand."""

    move: ScoredPlacement | Hand
    points: int
    kept: Hand


def best_choice(
    knowledge: SeatKnowledge, found: Sequence[ScoredPlacement], rng: Random
) -> ScoredPlacement | Hand:
    """The best of the placements, or the tiles to exchange where that is better.

    ``found`` must hold at least one placement.
    """
    options = [_placing(knowledge, placement) for placement in found]
    if _may_exchange(knowledge, found):
        options.append(_exchanging(knowledge))
    options.sort(key=lambda option: -_worth(knowledge, option))
    weighed = options[:MOVES_WEIGHED]
    outlooks = _outlooks(knowledge, weighed, rng)
    values = [option.points + outlook for option, outlook in zip(weighed, outlooks, strict=True)]
    return weighed[values.index(max(values))].move


def _outlooks(knowledge: SeatKnowledge, options: Sequence[_Option], rng: Random) -> list[float]:
    """What each move leads to: the seat's own next move, less the next seat's answer."""
    totals = [0.0] * len(options)
    unseen = knowledge.unseen
    their_size = knowledge.hand_sizes[knowledge.opponents[0]]
    deals = work = 0
    while deals < DEALS and work < WORK:
        deals += 1
        rng.shuffle(unseen)
        theirs, bag = unseen[:their_size], unseen[their_size : their_size + knowledge.bag_count]
        for place, option in enumerate(options):
            if not option.kept and not knowledge.bag_count:
                continue
            laid = option.move.tiles if isinstance(option.move, ScoredPlacement) else ()
            board = dict(knowledge.board) | dict(laid)
            answer, n = _best_answer(board, theirs, knowledge.bag_count)
            work += n
            totals[place] -= THREAT_SHARE * answer.points / len(knowledge.opponents)
            drawn = bag[: len(knowledge.hand) - len(option.kept)]
            mine = [*option.kept, *drawn]
            if FOLLOW:
                follow, n = _best_answer(board | dict(answer.tiles), mine, knowledge.bag_count - len(drawn))
                work += n
                totals[place] += FOLLOW * follow.points
    return [total / deals for total in totals]


def _best_answer(board: Board, hand: Sequence[Tile], bag_count: int) -> tuple[ScoredPlacement, int]:
    best = ScoredPlacement((), 0)
    found = legal_placements(board, hand)
    for tiles, points in found:
        if not bag_count and len(tiles) == len(hand):
            points += GOING_OUT_BONUS
        if points > best.points:
            best = ScoredPlacement(tiles, points)
    return best, len(found) + 300


def _placing(knowledge: SeatKnowledge, placement: ScoredPlacement) -> _Option:
    kept = _without(knowledge.hand, [tile for _, tile in placement.tiles])
    out = not kept and not knowledge.bag_count
    points = placement.points + GOING_OUT_BONUS * out
    return _Option(placement, points, kept)


def _may_exchange(knowledge: SeatKnowledge, found: Sequence[ScoredPlacement]) -> bool:
    return (
        knowledge.opening_size is None
        and knowledge.bag_count >= len(knowledge.hand)
        and all(placement.points < EXCHANGE_BELOW for placement in found)
    )


def _exchanging(knowledge: SeatKnowledge) -> _Option:
    """Keep one tile of each kind in the largest set, and exchange all others."""
    held = mask_of(knowledge.hand)
    best = max((held & group for group in GROUPS), key=int.bit_count)
    kept = tuple(kinds_in(best))
    return _Option(_without(knowledge.hand, kept), 0, kept)


def _worth(knowledge: SeatKnowledge, option: _Option) -> float:
    """What a move scores, and what the tiles kept are good for later."""
    kept = option.kept
    if not knowledge.bag_count:
        return option.points - LATE_TILE_POINTS * len(kept)
    copies = len(kept) - mask_of(kept).bit_count()
    mates = set_size(kept) if kept else 0
    return option.points + MATE_POINTS * mates - COPY_POINTS * copies


def _without(hand: Hand, tiles: Sequence[Tile]) -> Hand:
    left = list(hand)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)
