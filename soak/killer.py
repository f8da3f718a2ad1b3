"""Who kills the bot and its store at random moments, and sees to it that both come back.

The one entry point is :meth:`Killer.run`. After each death of the bot the store tells, before the
next bot is connected, which channels have not been shown their game: those boards are owed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from qwirkle_bot.errors import StoreError
from qwirkle_bot.store import Store, StoredGame
from soak.scene import Scene
from soak.victim import BACK_SECONDS, answers

KINDS: Final = ("bot", "store", "bot", "store", "both")
AIMED: Final = 0.5
"""How many of the kills come while a move is under way; the others come whenever."""
LONGEST_AIM_SECONDS: Final = 2
MOVE_SECONDS: Final = 0.05
"""How long the bot takes from the player's command to the board."""
LONGEST_ABSENCE_SECONDS: Final = 3.0
"""How long the bot stays away at most before the next one is started."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A channel that had not been shown its game when its bot died."""

    game_id: str
    revision: int
    started: float
    """When the next bot was started, by the monotonic clock."""


@dataclass(slots=True)
class Killer:
    """The deaths of one soak.

    Attributes:
        kills: how many of each kind.
        times: when each was, in Unix seconds, for whoever reads logs.
        deaths: when a bot was killed, by the monotonic clock.
    """

    scene: Scene
    channels: list[int]
    chance: Random
    kills_a_minute: float
    kills: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    deaths: list[float] = field(default_factory=list)
    owed: list[Owed] = field(default_factory=list)

    async def run(self) -> None:
        """Kill until the scene is over; whatever was killed is back when this returns."""
        deck: list[str] = []
        while True:
            await self.scene.pause(self.chance.expovariate(self.kills_a_minute / 60))
            if self.scene.over.is_set():
                return
            if not deck:
                deck = self.chance.sample(KINDS, len(KINDS))
            if self.chance.random() < AIMED:
                await self._wait_for_a_move()
            await self._kill(deck.pop())

    async def _wait_for_a_move(self) -> None:
        """Let a move begin, and get some way."""
        stirred = self.scene.ledger.stirred
        stirred.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_AIM_SECONDS):
                await stirred.wait()
        await asyncio.sleep(self.chance.uniform(0, MOVE_SECONDS))

    async def _kill(self, kind: str) -> None:
        victim = self.scene.victim
        absence = self.chance.uniform(0, LONGEST_ABSENCE_SECONDS)
        self.kills[kind] += 1
        self.times.append(time.time())
        if kind != "bot":
            await victim.kill_store()
        if kind == "store":
            await answers(self.scene.store)
            victim.note_store_back()
            return
        self.deaths.append(time.monotonic())
        await victim.kill()
        await asyncio.sleep(absence)
        await victim.spawn()
        try:
            self.owed += await self._find_owed()
            await victim.ready()
        except TimeoutError:
            raise RuntimeError(f"The bot does not come back: {victim.last_words()}") from None

    def delays(self) -> list[float]:
        """As :func:`delays_of` what this soak's bots owed."""
        return delays_of(self.owed, self.scene.sight.shown, self.deaths)

    async def _find_owed(self) -> list[Owed]:
        started, shown = self.scene.victim.started, self.scene.sight.shown
        owed = []
        for stored in await load_all(self.scene.store, self.channels):
            if stored is None or is_told(stored):
                continue
            game_id = json.loads(stored.game)["id"]
            if stored.revision not in shown[game_id]:  # Else the bot died before noting it.
                owed.append(Owed(game_id, stored.revision, started))
        return owed


def delays_of(
    owed: Sequence[Owed],
    shown: Mapping[str, Mapping[int, float]],
    deaths: Sequence[float],
) -> list[float]:
    """Seconds that each bot lived while it owed a board: until it was shown, or the bot died.

    The next bot owes such a board anew. One that was never shown by a bot that lives is no delay,
    but a fault of its own. ``shown`` says when each revision of a game was shown first.
    """
    delays = []
    for board in owed:
        times = shown.get(board.game_id, {}).items()
        ends = [at for revision, at in times if revision >= board.revision]
        ends += [death for death in deaths if death > board.started]
        if ends:
            delays.append(min(ends) - board.started)
    return delays


async def load_all(store: Store, channels: list[int]) -> list[StoredGame | None]:
    """What lies in the store for each channel, as soon as it answers.

    Raises:
        TimeoutError: it does not within a minute.
    """
    async with asyncio.timeout(BACK_SECONDS):
        while True:
            with contextlib.suppress(StoreError):
                return await asyncio.gather(*map(store.load, channels))


def is_told(stored: StoredGame) -> bool:
    """Whether the channel is noted to have been shown the game as it stands."""
    if stored.told is None:
        return False
    return int(json.loads(stored.told)["revision"]) >= stored.revision
