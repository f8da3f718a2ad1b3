"""A thousand commands a minute from one user: a polite slow-down, and the others unaffected."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import pytest

from qwirkle_bot.own_games import settings_of
from qwirkle_bot.pace import BURST, Pace
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.fixture
async def game(scene: Scene) -> Scene:
    """A game of Ann and Bo after some turns."""
    await open_game(scene, scene.people(2))
    await play_typed(scene, scene.people(2), chance_from(1), turns=2)
    return scene


THOUSAND: Final = 1000
PATIENCE_SECONDS: Final = 1.0
OTHERS_PACE: Final = 25
"""After how many of those the other one gives a command."""
SLOWED: Final = "a lot at once"


class Seconds:
    """A clock that the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_one_who_floods_is_slowed_down_and_nobody_else(game: Scene) -> None:
    scene, clock = game, Seconds()
    ann, bo = scene.people(2)
    scene.bots[0].pace = pace = Pace(clock, 120)
    told: list[str] = []
    waits: list[float] = []

    beats: asyncio.Queue[str] = asyncio.Queue()

    async def flood() -> None:
        for number in range(THOUSAND):
            clock.now = number * 60 / THOUSAND
            if number % OTHERS_PACE == 0:
                beats.put_nowait("next")
            reply = await ann.slash("hand")
            assert reply.ephemeral
            told.append(reply.text)
        beats.put_nowait("")

    async with asyncio.TaskGroup() as both:
        both.create_task(flood())
        while await beats.get():
            began = time.perf_counter()
            reply = await bo.slash("qwirkle scores" if len(waits) % 2 else "hand")
            waits.append(time.perf_counter() - began)
            assert SLOWED not in reply.text

    assert THOUSAND - sum(SLOWED in text for text in told) in range(BURST + 115, BURST + 121)
    assert len(waits) == THOUSAND // OTHERS_PACE
    assert max(waits) < PATIENCE_SECONDS
    assert len(pace) == 2
    clock.now += 1
    assert SLOWED not in (await ann.slash("hand")).text


async def test_presses_and_completions_are_slowed_down_too(game: Scene) -> None:
    scene = game
    ann, _ = scene.people(2)
    scene.bots[0].pace = Pace(Seconds(), 120)
    for _ in range(BURST):
        await ann.slash("hand")
    before = await settings_of(scene.store, ann.id)

    reply = await ann.click(scene.board_message(), "My hand")
    assert reply.ephemeral
    assert SLOWED in reply.text
    assert await ann.complete("place", "at", "N", tiles="1") == []
    reply = await ann.slash("qwirkle settings", reminders="off")
    assert SLOWED in reply.text
    assert await settings_of(scene.store, ann.id) == before


async def test_many_at_once_are_slowed_down_as_well(game: Scene) -> None:
    scene = game
    ann, bo = scene.people(2)
    scene.bots[0].pace = Pace(Seconds(), 120)

    replies = await asyncio.gather(*(ann.slash("hand") for _ in range(100)), bo.slash("hand"))

    assert sum(SLOWED in reply.text for reply in replies) == 100 - BURST
    assert SLOWED not in replies[-1].text
