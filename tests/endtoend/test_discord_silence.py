"""Channels, servers and a Discord that fail for hours: they are asked seldom, and caught up with.

Discord bans who makes 10,000 invalid requests in ten minutes (its docs, "Rate Limits").
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from playground import permissions, shapes
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.faults import (
    CATCHES_UP_MS,
    HOUR_MS,
    MISSING_ACCESS,
    SEND,
    THREAD_ARCHIVED,
    UNKNOWN_CHANNEL,
    begin,
    check_goes_on,
    fail,
    is_told,
    quick_retries,
    thread_in,
)
from tests.kit.waking import let_pass

FIRST_HOUR = 8
HOURLY = 5
"""How many refused requests to a dead channel are borne: in the first hour, in each one after."""

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.fixture
def quick(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_retries(scene, monkeypatch)


def refusals(scene: Scene) -> int:
    return sum(request.error is not None for request in scene.standin.requests)


async def test_channel_that_is_gone_is_not_asked_for_ever(scene: Scene) -> None:
    await begin(scene, time="1h")
    scene.expected.add(UNKNOWN_CHANNEL)
    channel = scene.standin.world.channels.pop(scene.channel.id)

    asked = []
    for _ in range(24):
        await let_pass(scene, HOUR_MS)
        asked.append(len([r for r in scene.standin.requests if f"/{channel.id}/" in r.path]))

    each_hour = [now - before for before, now in pairwise(asked)]
    assert asked[-1] > 0
    assert max(each_hour) <= FIRST_HOUR
    assert max(each_hour[3:]) <= HOURLY
    for _ in range(3):  # It is closed as abandoned, and at last nobody needs to be told.
        scene.time.passes(31 * 24 * 60 * 60)
        await let_pass(scene, HOUR_MS)
    requests = len(scene.standin.requests)
    await let_pass(scene, 10 * HOUR_MS)
    assert len(scene.standin.requests) == requests
    scene.standin.world.channels[channel.id] = channel
    table = await scene.table()
    assert table.phase is Phase.CLOSED
    assert table.saved.record is not None


async def test_locked_thread_is_caught_up_with_when_it_is_opened(scene: Scene) -> None:
    thread = thread_in(scene)
    people = await begin(scene, channel=thread, time="1h")
    scene.expected.add(THREAD_ARCHIVED)
    thread.archived = thread.locked = True
    before = refusals(scene)

    await let_pass(scene, 24 * HOUR_MS)

    table = await scene.table(thread)
    assert table.game is not None
    assert isinstance(table.game.history[-1].move, Skip)
    assert table.move_count == 2  # Nobody is skipped twice without having been told.
    assert refusals(scene) - before <= 24 * HOURLY
    thread.archived = thread.locked = False
    await let_pass(scene, CATCHES_UP_MS)
    assert is_told(await scene.table(thread))
    await check_goes_on(scene, people, thread)


async def test_server_that_the_bot_left_is_caught_up_with(scene: Scene) -> None:
    people = await begin(scene, time="1h")
    scene.expected.add(MISSING_ACCESS)
    [bot] = scene.bots
    scene.channel.denied = permissions.VIEW_CHANNEL
    left = bot.wait_for("guild_remove", timeout=20)
    guild_id = str(scene.standin.world.guild_id)
    await scene.standin.gateway.dispatch_guild("GUILD_DELETE", {"id": guild_id})
    await left
    before = refusals(scene)

    await let_pass(scene, 24 * HOUR_MS)

    assert refusals(scene) - before <= 24 * HOURLY
    scene.channel.denied = 0
    back = bot.wait_for("guild_join", timeout=20)
    guild = shapes.guild(scene.standin.world)
    del guild["unavailable"]  # Which tells one that came back from one that was joined.
    await scene.standin.gateway.dispatch_guild("GUILD_CREATE", guild)
    await back
    await let_pass(scene, CATCHES_UP_MS)
    assert is_told(await scene.table())
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("status", "code"),
    [(429, 0), (401, 0), (403, MISSING_ACCESS), (404, UNKNOWN_CHANNEL), (500, 0), (503, 0)],
    ids=str,
)
async def test_discord_that_fails_for_hours_is_asked_seldom(
    scene: Scene, status: int, code: int
) -> None:
    threads = [thread_in(scene) for _ in range(3)]
    people = scene.people(2)
    for thread in threads:
        await begin(scene, channel=thread, time="1h")
    headers = {"Via": ""} if status == 429 else {}
    fault = fail(scene, "POST", SEND, status, code, times=10_000, headers=headers)
    before = fault.times

    await let_pass(scene, HOUR_MS)
    first = before - fault.times
    await let_pass(scene, 9 * HOUR_MS)
    rest = before - fault.times - first

    tries = 5 if status == 500 else 1  # discord.py's own.
    assert first / len(threads) <= FIRST_HOUR * tries
    assert rest / len(threads) <= 9 * HOURLY * tries
    fault.times = 0
    await let_pass(scene, CATCHES_UP_MS)
    for thread in threads:
        assert is_told(await scene.table(thread))
        await check_goes_on(scene, people, thread)
