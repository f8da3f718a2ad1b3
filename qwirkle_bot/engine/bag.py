"""The bag and the random numbers that draw from it, exactly as `qwirkle-record/1` lays them down.

The one entry point of a game is :meth:`Bag.draw`. A bag is a value: drawing answers with another
bag. Nobody can tell what comes next without the seed, and anybody can check it with the seed.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from qwirkle_bot.engine.tiles import COPIES, KINDS, Tile

SEED_BYTES: Final = 32
_WORDS: Final = ">4Q"
"""How a block of the stream splits into words, as :mod:`struct` has it."""
_WORDS_A_BLOCK: Final = 4
_WORD_RANGE: Final = 1 << 64
_BLOCKS_KEPT: Final = 64
"""Blocks that are not hashed again; a whole game uses about 30."""


@dataclass(frozen=True, slots=True)
class Bag:
    """The tiles not yet drawn, in their order, and how many random words were used so far."""

    seed: bytes
    tiles: tuple[Tile, ...]
    words_used: int = 0

    @classmethod
    def full(cls, seed: bytes) -> Bag:
        """The bag before the deal: 108 tiles, each kind three times in a row."""
        return cls(seed, tuple(tile for tile in KINDS for _ in range(COPIES)))

    def __len__(self) -> int:
        return len(self.tiles)

    def draw(self, count: int) -> tuple[tuple[Tile, ...], Bag]:
        """Draw ``count`` tiles, or all that are left; answer with them and the bag without them."""
        tiles = list(self.tiles)
        used = self.words_used
        drawn = []
        for _ in range(min(count, len(tiles))):
            index, used = _below(self.seed, used, len(tiles))
            tiles[index], tiles[-1] = tiles[-1], tiles[index]
            drawn.append(tiles.pop())
        return tuple(drawn), Bag(self.seed, tuple(tiles), used)

    def put_back(self, tiles: tuple[Tile, ...]) -> Bag:
        """The bag with ``tiles`` at its end. Drawing is random, so this needs no shuffle."""
        return Bag(self.seed, self.tiles + tiles, self.words_used)

    def take_from_end(self, count: int) -> Bag:
        """The bag without the last ``count`` tiles, which an exchange had put there."""
        return Bag(self.seed, self.tiles[: len(self.tiles) - count], self.words_used)


def fairness_code(seed: bytes) -> str:
    """SHA-256 of the seed in hex: shown before the first move, so that the seed cannot change."""
    return sha256(seed).hexdigest()


def draw_lot(seed: bytes, count: int) -> int:
    """Which of ``count`` tied seats opens under ``tiebreak: random``; it uses no word to draw."""
    return int.from_bytes(sha256(seed + b"tiebreak").digest(), "big") % count


def _below(seed: bytes, used: int, limit: int) -> tuple[int, int]:
    """A number from 0 to ``limit - 1``, and how many words of the stream are used after it.

    Words beyond the last multiple of ``limit`` are dropped, so that no tile is likelier than
    another.
    """
    accepted = _WORD_RANGE - _WORD_RANGE % limit
    while True:
        block, place = divmod(used, _WORDS_A_BLOCK)
        word = _words(seed, block)[place]
        used += 1
        if word < accepted:
            return word % limit, used


@lru_cache(maxsize=_BLOCKS_KEPT)
def _words(seed: bytes, block: int) -> tuple[int, ...]:
    return struct.unpack(_WORDS, sha256(seed + block.to_bytes(8, "big")).digest())
