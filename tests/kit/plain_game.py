"""Bag and hands kept the plain way, straight from the record's format, to hold the engine against.

It believes every move: whether one is allowed is not its business. It shares no code with the
engine but the codes of tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from qwirkle_bot.engine.moves import Exchange, Move, Place, TakeBack


def words(seed: bytes) -> Iterator[int]:
    """The stream of 64-bit words."""
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(8, "big")).digest()
        for start in (0, 8, 16, 24):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


class PlainGame:
    """Who holds what, as lists of codes that change with each move."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self.words = words(seed)
        self.bag = [color + shape for color in "ROYGBP" for shape in "CSDLXT" for _ in range(3)]
        self.hands = [self.draw(6) for _ in range(seats)]
        self.last: tuple[Move, list[str]] | None = None

    def below(self, limit: int) -> int:
        for word in self.words:
            if word < 2**64 - 2**64 % limit:
                return word % limit
        raise AssertionError("the stream has no end")

    def draw(self, count: int) -> list[str]:
        drawn: list[str] = []
        while self.bag and len(drawn) < count:
            i = self.below(len(self.bag))
            self.bag[i], self.bag[-1] = self.bag[-1], self.bag[i]
            drawn.append(self.bag.pop())
        return drawn

    def follow(self, move: Move) -> None:
        """Move the tiles that a move moves, in the order that the format lays down."""
        hand = self.hands[move.seat]
        drawn: list[str] = []
        if isinstance(move, Place):
            for _, tile in move.tiles:
                hand.remove(str(tile))
            drawn = self.draw(6 - len(hand))
            hand += drawn
        elif isinstance(move, Exchange):
            for tile in move.tiles:
                hand.remove(str(tile))
            drawn = self.draw(len(move.tiles))
            hand += drawn
            self.bag += [str(tile) for tile in move.tiles]
        elif isinstance(move, TakeBack):
            self.take_back()
        self.last = (move, drawn)

    def take_back(self) -> None:
        assert self.last is not None
        move, drawn = self.last
        hand = self.hands[move.seat]
        if isinstance(move, Place):
            del hand[len(hand) - len(drawn) :]
            self.bag += drawn
            hand += [str(tile) for _, tile in move.tiles]
        elif isinstance(move, Exchange):
            del self.bag[len(self.bag) - len(move.tiles) :]
            del hand[len(hand) - len(drawn) :]
            self.bag += drawn
            hand += [str(tile) for tile in move.tiles]
