"""The store comes back with fewer moves than were seen: that is noticed, said, and mended once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator

import pytest

from playground.person import Person
from playground.things import Message
from qwirkle_bot.keys import game_key
from tests.kit.bot import Scene, scene_on
from tests.kit.faults import (
    Server,
    begin,
    boards,
    check_goes_on,
    connect,
    exchange,
    forgive,
    is_told,
    mover,
    playing,
    until_store_answers,
)
from tests.kit.waking import clocks

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.fixture
async def scene(server: Server) -> AsyncIterator[Scene]:
    async with playing(f"unix://{server.socket}") as scene:
        yield scene


def shown_anew(scene: Scene) -> bool:
    """Whether a notice stands above a board that alone has buttons."""
    *_, notice, board = scene.public()
    return "broke down" in notice.text and [m for m in scene.public() if m.buttons] == [board]


async def rolled_back(scene: Scene, people: list[Person], moves: int = 2) -> Message:
    """Lose some moves as a failover does; the board that shows the last of them."""
    key = game_key(scene.channel.id)
    older = await scene.store._client.read("HGETALL", key)
    for _ in range(moves):
        await exchange(scene, people)
    await scene.store._client.read("DEL", key)
    fields = [text for field in older.items() for text in field]
    await scene.store._client.read("HSET", key, *fields)
    return boards(scene.standin)[-1]


@pytest.mark.parametrize("act", ["command", "refused command", "button after a restart"])
async def test_moves_that_a_failover_lost_are_noticed_and_said_once(
    server: Server, act: str
) -> None:
    store = await connect(f"unix://{server.socket}")
    async with scene_on(store, bots=0, by_spec=False) as scene:
        bot = await scene.start_bot()
        people = await begin(scene)
        before = await scene.table()
        lost = await rolled_back(scene, people)
        assert (await scene.table()).saved == before.saved
        person = await mover(scene, people)

        if act == "command":
            await asyncio.gather(*(person.slash("hand") for _ in range(3)))
        elif act == "refused command":
            other = next(one for one in people if one is not person)
            await asyncio.gather(*(other.slash("exchange", tiles="1") for _ in range(3)))
        else:
            await scene.stop_bot(bot)
            await scene.start_bot()
            await asyncio.gather(*(person.click(lost, "My hand") for _ in range(3)))
        await scene.standin.until(lambda: shown_anew(scene))
        await scene.settled()

        *_, notice, board = scene.public()
        assert notice.mentions == [person.id]
        assert sum("broke down" in message.text for message in scene.public()) == 1
        table = await scene.table()
        assert table.told is not None
        assert table.told.message_id == board.id
        assert table.move_count == before.move_count
        assert table.revision > before.revision + 2
        assert is_told(table)
        await check_goes_on(scene, people)
        forgive(scene, "the store lost moves")
    await store.close()


async def test_moves_that_a_failover_lost_are_said_once_the_store_is_back(
    scene: Scene, server: Server
) -> None:
    people = await begin(scene)
    before = await scene.table()
    (clock,) = clocks(scene)
    await clock.round()
    await rolled_back(scene, people)
    server.signal(signal.SIGTERM)
    await server.ended()
    await clock.round()
    server.start()
    await until_store_answers(scene)

    await clock.round()
    await scene.standin.until(lambda: shown_anew(scene))
    await scene.settled()

    table = await scene.table()
    assert table.move_count == before.move_count
    assert table.revision == before.revision + 3
    await check_goes_on(scene, people)
    forgive(scene, "the store lost moves")


async def test_a_lost_move_whose_number_another_one_took_is_said_too(server: Server) -> None:
    store = await connect(f"unix://{server.socket}")
    async with scene_on(store, bots=0, by_spec=False) as scene:
        await scene.start_bot()
        people = await begin(scene)
        before = await scene.table()
        lost = await rolled_back(scene, people, moves=1)
        scene.time.passes(1)

        await exchange(scene, people)
        await scene.standin.until(
            lambda: any("broke down" in message.text for message in scene.public())
        )
        await scene.settled()

        assert (await scene.table()).revision == before.revision + 1
        assert [message.id for message in scene.public() if message.buttons] != [lost.id]
        assert sum(bool(message.buttons) for message in scene.public()) == 1
        await check_goes_on(scene, people)
        forgive(scene, "the store lost moves")
    await store.close()
