"""Sessions: drops, resumption, two at once, and who is turned away."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from playground import gateway
from playground.rest import Request
from playground.standin import StandIn
from playground.wire import JsonObject
from tests.kit.discord import running
from tests.playground.conftest import Clock
from tests.playground.raw import Raw
from tests.playground.sample_bot import SampleBot

IDENTIFY: JsonObject = {"op": 2, "d": {"token": "playground", "intents": 1, "properties": {}}}


async def test_a_dropped_bot_resumes_and_gets_what_it_missed(
    standin: StandIn, bot: SampleBot
) -> None:
    resumed = asyncio.create_task(bot.wait_for("resumed", timeout=10))
    await standin.gateway.drop_all()
    assert not standin.gateway.online

    reply = await standin.person("Ann").slash("hello", name="Bo")

    await resumed
    assert reply.text == "Hello Bo plain"
    assert standin.gateway.online


async def test_nothing_is_replayed_twice(standin: StandIn, bot: SampleBot) -> None:
    await standin.person("Ann").slash("hello", name="Bo")
    resumed = asyncio.create_task(bot.wait_for("resumed", timeout=10))
    await standin.gateway.drop_all()
    await resumed

    await standin.person("Ann").slash("hello", name="Cy")

    assert len(bot.seen) == 2


async def test_two_sessions_both_get_each_interaction(standin: StandIn, bot: SampleBot) -> None:
    second = SampleBot()
    async with running(second, standin):
        heard = [
            asyncio.create_task(one.wait_for("interaction", timeout=10)) for one in (bot, second)
        ]
        await standin.person("Ann").slash("hello", name="Bo")
        assert len({(await one).id for one in heard}) == 1
        await standin.until(lambda: len(_callbacks(standin)) == 2)

    codes = [request.error and request.error["code"] for request in _callbacks(standin)]
    assert codes == [None, 40060]
    assert len(standin.person("Ann").sees()) == 1


def _callbacks(standin: StandIn) -> list[Request]:
    return [request for request in standin.requests if request.path.endswith("/callback")]


async def test_a_second_delivery_is_the_same_interaction(standin: StandIn, bot: SampleBot) -> None:
    reply = await standin.person("Ann").slash("late")
    again = asyncio.create_task(bot.wait_for("interaction", timeout=10))

    await standin.gateway.redeliver(reply)

    assert (await again).id == reply.id
    assert bot.seen[0].token == bot.seen[1].token


async def test_commands_make_the_bot_ready(standin: StandIn, raw: Raw) -> None:
    standin.world.commands.clear()
    waiting = asyncio.create_task(standin.bot_ready())
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        await socket.receive_json()
        await socket.send_json(IDENTIFY)
        assert (await socket.receive_json())["t"] == "READY"
        await raw("PUT", f"/applications/{raw.app}/commands", [])
        assert not waiting.done()
        command = {"name": "start", "description": "Start"}
        await raw("PUT", f"/applications/{raw.app}/commands", [command])
        await waiting
        await socket.close()
    await standin.bot_gone()


async def test_a_heartbeat_is_answered_a_little_later_and_nothing_waits_for_it(
    standin: StandIn, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "ACK_DELAY_SECONDS", 3600)
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json(IDENTIFY)
        await socket.receive_json()
        await socket.receive_json()

        await raw.command()

        assert (await socket.receive_json())["t"] == "INTERACTION_CREATE"
        await socket.close()
    await standin.bot_gone()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        pytest.param([{"op": 99}], gateway.UNKNOWN_OPCODE, id="an unknown opcode"),
        pytest.param([{"op": 3, "d": {}}], gateway.NOT_AUTHENTICATED, id="a presence first"),
        pytest.param(
            [{"op": 2, "d": {"token": "wrong", "intents": 1}}],
            gateway.AUTHENTICATION_FAILED,
            id="a wrong token",
        ),
        pytest.param([IDENTIFY, IDENTIFY], gateway.ALREADY_AUTHENTICATED, id="identified twice"),
        pytest.param(
            [{"op": 2, "d": {"token": "playground", "intents": 1, "shard": [1, 1]}}],
            gateway.INVALID_SHARD,
            id="a shard beyond the last",
        ),
        pytest.param(
            [{"op": 2, "d": {"token": "playground", "intents": 1 << 15}}],
            gateway.DISALLOWED_INTENTS,
            id="a privileged intent",
        ),
    ],
)
async def test_who_is_turned_away(standin: StandIn, frames: list[JsonObject], code: int) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        for frame in frames:
            await socket.send_json(frame)
        async with asyncio.timeout(10):
            async for _ in socket:
                pass

    assert socket.close_code == code


async def test_an_unknown_session_cannot_be_resumed(standin: StandIn) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        assert (await socket.receive_json())["op"] == 10
        resume = {"token": "playground", "session_id": "none", "seq": 0}
        await socket.send_json({"op": 6, "d": resume})

        assert await socket.receive_json() == {"op": 9, "d": False}
        await socket.close()


async def test_only_the_guilds_shard_gets_its_events(standin: StandIn, raw: Raw) -> None:
    mine = (standin.world.guild_id >> 22) % 2
    async with aiohttp.ClientSession() as session:
        sockets = []
        for number in (mine, 1 - mine):
            socket = await session.ws_connect(f"{standin.base_url}/gateway")
            await socket.receive_json()
            identify = {"token": "playground", "intents": 1, "shard": [number, 2]}
            await socket.send_json({"op": 2, "d": identify})
            assert (await socket.receive_json())["t"] == "READY"
            sockets.append(socket)
        assert (await sockets[0].receive_json())["t"] == "GUILD_CREATE"
        await raw.command()
        assert (await sockets[0].receive_json())["t"] == "INTERACTION_CREATE"
        await sockets[1].send_json({"op": 1, "d": None})
        assert (await sockets[1].receive_json())["op"] == 11
        for socket in sockets:
            await socket.close()


@pytest.mark.parametrize(
    ("goodbye", "seconds", "answers"),
    [
        pytest.param(1000, 0, [9], id="a goodbye ends the session"),
        pytest.param(4000, gateway.RESUMABLE_SECONDS, [0, 0, 0], id="any other is resumed"),
        pytest.param(4000, gateway.RESUMABLE_SECONDS + 1, [9], id="who is gone too long is not"),
    ],
)
async def test_what_ends_a_session(
    standin: StandIn, clock: Clock, goodbye: int, seconds: int, answers: list[int]
) -> None:
    url = f"{standin.base_url}/gateway"
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(url)
        await socket.receive_json()
        await socket.send_json(IDENTIFY)
        ready = (await socket.receive_json())["d"]
        await socket.close(code=goodbye)
        await standin.bot_gone()
        clock.now += seconds

        socket = await session.ws_connect(url)
        await socket.receive_json()
        resume = {"token": "playground", "session_id": ready["session_id"], "seq": 0}
        await socket.send_json({"op": 6, "d": resume})
        assert [(await socket.receive_json())["op"] for _ in answers] == answers
        await socket.close()


async def test_a_killed_bots_session_takes_up_no_room_for_ever(
    standin: StandIn, raw: Raw, clock: Clock
) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        await socket.receive_json()
        await socket.send_json(IDENTIFY)
        await socket.receive_json()
        await standin.gateway.drop_all()
        await socket.close()
    await raw.command()
    [kept] = standin.gateway._sessions.values()
    assert "INTERACTION_CREATE" in kept.frames[-1]

    clock.now += gateway.RESUMABLE_SECONDS + 1
    await raw.command()

    assert not standin.gateway._sessions
