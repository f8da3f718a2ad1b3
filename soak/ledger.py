"""What people meant to do, what they were told of it, and how long they waited.

The one entry point is :class:`Ledger`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeAlias

from qwirkle_bot.engine.moves import Exchange, Place

Content: TypeAlias = Hashable
"""What a move does, whatever order its tiles are in."""


def content_of(move: Place | Exchange) -> Content:
    """The same for every way to give the same move."""
    if isinstance(move, Place):
        return ("place", frozenset((cell, str(tile)) for cell, tile in move.tiles))
    return ("exchange", tuple(sorted(map(str, move.tiles))))


@dataclass(slots=True, eq=False)
class Intent:
    """A move that somebody gave, once: whether it came through is not always known to them."""

    game_id: str
    seat: int
    content: Content
    confirmed: bool = False
    """The player was told that it counts."""


@dataclass(slots=True)
class Ledger:
    """Everything that people did."""

    intents: list[Intent] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds until each answer was complete, of those given while bot and store were up."""
    given: int = 0
    """Commands, presses and choices."""
    unheard: int = 0
    """Those of them that a dead bot did not answer."""
    redelivered: int = 0
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a move is about to be given."""
    faults: list[str] = field(default_factory=list)
    """What was wrong as soon as it was seen."""

    def intend(self, game_id: str, seat: int, move: Place | Exchange) -> Intent:
        """Note a move that is about to be given."""
        intent = Intent(game_id, seat, content_of(move))
        self.intents.append(intent)
        self.stirred.set()
        return intent
