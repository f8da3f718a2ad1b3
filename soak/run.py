"""One soak from beginning to end.

The one entry point is :func:`soak`: it sets everything up, lets people play and the killer kill,
waits until all has settled, judges, and leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from playground.rest import Request
from playground.standin import StandIn
from playground.things import Channel
from qwirkle_bot.store import Store
from soak.evidence import judge_log, judge_requests
from soak.killer import Killer, is_told, load_all
from soak.ledger import Ledger
from soak.scene import Scene
from soak.sight import Sight
from soak.stage import invite, open_channels
from soak.table import Table
from soak.truth import Truth
from soak.verdict import judge_games, newest_of, with_buttons
from soak.victim import Victim

ACTS_A_SECOND: Final = 12.0
"""How much people do in all games together: about as much as two cores bear in peace, with the
bot, the store, Discord and all people on them."""

PEOPLE_A_GAME: Final = 2
FEWEST_PEOPLE: Final = 4

SETTLE_SECONDS: Final = 60
OWED_SECONDS: Final = 60
"""Within this time of its start a bot posts the boards that it owes."""
LOOK_SECONDS: Final = 0.5
STILL_LOOKS: Final = 6
"""How many looks in a row must find everything settled."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a soak is to be."""

    games: int = 200
    minutes: float = 10
    seed: int = 1
    kills_a_minute: float = 4


@dataclass(slots=True)
class Outcome:
    """What came of a soak."""

    scene: Scene
    killer: Killer
    seconds: float
    settled: float
    """Seconds from the end of play until nothing was owed."""
    truths: dict[str, Truth]
    faults: list[str]


@dataclass(slots=True)
class _Refusals:
    """Takes what was refused out of the playground's list, which would grow for ever."""

    requests: list[Request]
    refused: list[Request] = field(default_factory=list)

    def take(self) -> None:
        self.refused += [request for request in self.requests if request.error is not None]
        self.requests.clear()


async def soak(plan: Plan) -> Outcome:
    """Play, kill, settle, judge."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        async with _scene_in(Path(folder), plan) as (scene, channels):
            killer = Killer(
                scene, [c.id for c in channels], _chance(plan, "kills"), plan.kills_a_minute
            )
            refusals = _Refusals(scene.standin.requests)
            seconds = await _play(scene, channels, killer, refusals, plan)
            settled = await _settle(scene, killer.channels)
            truths, faults = await judge_games(scene)
            faults += scene.ledger.faults
            faults += [
                f"A bot owed a board for {delay:.0f} s, from its start on."
                for delay in killer.delays()
                if delay > OWED_SECONDS
            ]
            faults += await _leave(scene)
            refusals.take()
            faults += judge_requests(refusals.refused, scene.ledger.redelivered)
            for log in scene.victim.logs:
                faults += judge_log(log, killer.times)
            return Outcome(scene, killer, seconds, settled, truths, faults)


@asynccontextmanager
async def _scene_in(folder: Path, plan: Plan) -> AsyncIterator[tuple[Scene, list[Channel]]]:
    """A Discord with its people and channels, and a bot that is there."""
    standin = StandIn()
    await standin.start()
    victim = Victim(standin, folder)
    try:
        sight = Sight(standin.world.bot.id)
        standin.world.listeners.append(sight)
        people = invite(standin, PEOPLE_A_GAME * plan.games + FEWEST_PEOPLE)
        channels = open_channels(standin, plan.games)
        await victim.spawn()
        await victim.ready()
        store = await Store.connect(victim.store_url)
        members = {person.id: person for person in people}
        try:
            yield Scene(standin, victim, store, sight, Ledger(), members), channels
        finally:
            await store.close()
    finally:
        await victim.stop()
        await standin.stop()


async def _play(
    scene: Scene, channels: Sequence[Channel], killer: Killer, refusals: _Refusals, plan: Plan
) -> float:
    """Let people play and the killer kill for the plan's time; how long it was in seconds."""
    began = time.monotonic()
    pause = plan.games / ACTS_A_SECOND
    async with asyncio.TaskGroup() as group:
        group.create_task(killer.run())
        for number, channel in enumerate(channels):
            table = Table(scene, channel, _chance(plan, str(number)), pause)
            group.create_task(table.play())
        while time.monotonic() < began + 60 * plan.minutes:
            await asyncio.sleep(LOOK_SECONDS)
            refusals.take()
        scene.over.set()
    return time.monotonic() - began


def _chance(plan: Plan, what: str) -> Random:
    return Random(f"{plan.seed} {what}")  # noqa: S311 - it is to be the same again


async def _settle(scene: Scene, channels: list[int]) -> float:
    """Wait until every channel has been shown its game, and old messages are tidy; how long.

    What has not settled within a minute is left for the verdict to find.
    """
    began = time.monotonic()
    last = began
    still = 0
    while still < STILL_LOOKS and time.monotonic() < began + SETTLE_SECONDS:
        stored = await load_all(scene.store, channels)
        newest = {newest_of(messages) for messages in scene.sight.messages_of.values()}
        untidy = {message.id for message in with_buttons(scene)} - newest
        if untidy or not all(game is None or is_told(game) for game in stored):
            still, last = 0, time.monotonic()
        else:
            still += 1
        await asyncio.sleep(LOOK_SECONDS)
    return last - began


async def _leave(scene: Scene) -> list[str]:
    """End the bot as an operator does; what it leaves behind or says badly."""
    process_id = await scene.victim.store_process()
    status = await scene.victim.stop()
    faults = [] if status == 0 else [f"The bot ended with status {status}."]
    if _is_alive(process_id):
        faults.append(f"The store runs on as process {process_id}.")
    return faults


def _is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True
