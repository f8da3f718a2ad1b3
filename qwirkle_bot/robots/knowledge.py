"""What a robot knows: what any player in its seat could see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from qwirkle_bot.engine.board import Board
from qwirkle_bot.engine.game import Game, Hand
from qwirkle_bot.engine.tiles import COPIES, KINDS, Tile

_FULL_SET: Final = Counter(dict.fromkeys(KINDS, COPIES))


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """A moment of a game as the seat to move knows it.

    Attributes:
        opening_size: how many tiles the opening must lay; ``None`` once tiles lie on the board.
        hand_sizes: of every seat in turn; 0 for one that has resigned.
    """

    seat: int
    board: Board
    hand: Hand
    bag_count: int
    scores: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    opening_size: int | None

    @property
    def unseen(self) -> list[Tile]:
        """The tiles in the bag and in other hands, those of seats that have resigned among them."""
        seen = Counter([*self.board.values(), *self.hand])
        return list((_FULL_SET - seen).elements())

    @property
    def opponents(self) -> list[int]:
        """The other seats that still play, the next to move first."""
        seats = len(self.hand_sizes)
        others = [(self.seat + step) % seats for step in range(1, seats)]
        return [seat for seat in others if self.hand_sizes[seat]]


def knowledge_of(game: Game) -> SeatKnowledge:
    """What the seat to move knows."""
    return SeatKnowledge(
        seat=game.turn,
        board=game.board,
        hand=game.hands[game.turn],
        bag_count=len(game.bag),
        scores=game.scores,
        hand_sizes=tuple(
            len(hand) if seat in game.playing else 0 for seat, hand in enumerate(game.hands)
        ),
        opening_size=game.opening_size,
    )
