"""Channels for which Discord hangs: no other channel's game is seen to later than it should."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from cogs.clock import Clock
from cogs.lobby import Lobby
from playground.rest import Fault
from playground.things import Channel
from qwirkle_bot.duties import TELL_GRACE_MS
from qwirkle_bot.keys import BUCKETS
from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
from tests.kit.stored_games import ANN, BO, open_lobby, opening

LATE_SECONDS = 5
"""Nothing that is owed comes later than this."""
HANGING = 60
FIRST = 1 << 50
"""An id of the first of all buckets, which are seen to in their order."""


@pytest.fixture
async def scene(store: Store) -> AsyncIterator[Scene]:
    """A bot whose clock runs by itself."""
    async with scene_on(store, bots=0, by_spec=False) as scene:
        yield scene


@pytest.fixture
def held(scene: Scene) -> Iterator[asyncio.Event]:
    """Holds back whatever is sent to a channel of the first bucket, until the test is over."""
    event = asyncio.Event()
    channels = "|".join(str(FIRST + number) for number in range(HANGING))
    send = rf"^/channels/({channels})/messages"
    scene.standin.faults.append(Fault("POST", send, 403, times=10_000, until=event))
    scene.expected.add(0)
    yield event
    event.set()


async def test_sixty_channels_that_hang_hold_up_no_other(scene: Scene, held: asyncio.Event) -> None:
    last = Channel(FIRST + (BUCKETS - 1 << 22), "last")
    scene.standin.world.add_channel(last)
    for number, place in enumerate([*range(FIRST, FIRST + HANGING), last.id]):
        await open_lobby(scene.store, opening(ANN, BO, channel_id=place, game_id=str(number + 1)))
    bot = await scene.start_bot(cogs=(Lobby, Clock))
    await bot.wait_until_ready()
    loop = asyncio.get_running_loop()
    owed = loop.time()

    scene.time.ms += TELL_GRACE_MS
    await scene.standin.until(lambda: bool(scene.public(last)))

    assert loop.time() - owed < LATE_SECONDS
    assert not held.is_set()
