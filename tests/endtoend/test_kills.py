"""The bot as a process that is killed at every point between a move and its board."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from playground.person import Person
from playground.rest import Fault
from playground.standin import StandIn
from qwirkle_bot.change import load_table
from qwirkle_bot.engine.moves import Exchange
from qwirkle_bot.saved import Table
from qwirkle_bot.store import Store
from tests.kit.bot import BotChild
from tests.kit.games import chance_from

OWED_SECONDS = 60
"""Within this time of its start a bot posts the board that it owes."""


class Trap(Fault):
    """No failure of Discord's: something that happens when a request comes, before it counts."""

    def __init__(self, method: str, path_regex: str, then: Callable[[], None]) -> None:
        super().__init__(method, path_regex, 0)
        self.then = then

    def fits(self, method: str, path: str) -> bool:
        if super().fits(method, path):
            self.times -= 1
            self.then()
        return False


@asynccontextmanager
async def table_of_two(folder: Path) -> AsyncIterator[tuple[StandIn, BotChild]]:
    """A bot as a process, with a game of Ann and Bo in which the opening has been laid."""
    standin = StandIn()
    await standin.start()
    bot = BotChild(standin, folder)
    try:
        await bot.start()
        ann, bo = standin.person("Ann"), standin.person("Bo")
        lobby = (await ann.slash("start", seats=2)).message
        await bo.click(lobby, "Join")
        await standin.until(lambda: len(boards(standin)) == 1)
        await tap_an_opening(ann, bo)
        await standin.until(lambda: [bool(m.buttons) for m in boards(standin)] == [False, True])
        yield standin, bot
    finally:
        bot.signal(signal.SIGKILL)
        await bot.ended()
        await standin.stop()


async def tap_an_opening(*people: Person) -> None:
    """Lay any opening, by what the panel says of its size."""
    for person in people:
        panel = (await person.slash("hand")).message
        if not panel.selects:
            continue
        hand = [option["label"].split()[1] for option in panel.selects[0]["options"]]
        size = int(panel.text.partition("lay exactly ")[2].split()[0])
        for at in (0, 1):
            for mark in {code[at] for code in hand}:
                like = {code: place for place, code in enumerate(hand, 1) if code[at] == mark}
                if len(like) >= size:
                    places = [str(place) for place in like.values()][:size]
                    await person.choose(panel, *places)
                    await person.choose(panel, panel.selects[0]["options"][0]["label"])
                    await person.click(panel, "Confirm")
                    return
    raise LookupError("nobody could open")


def boards(standin: StandIn) -> list[Any]:
    """The public messages of the game, in order; the lobby is not among them."""
    place = standin.channel().id
    return [
        message
        for _, message in sorted(standin.world.messages.items())
        if message.channel_id == place and message.ephemeral_to is None and "Bag:" in message.text
    ]


async def stored(standin: StandIn, bot: BotChild) -> Table:
    """The game as the bot's own store has it."""
    store = await Store.connect(f"unix://{bot.socket}")
    try:
        table = await load_table(store, standin.channel().id)
    finally:
        await store.close()
    assert table is not None
    return table


def mover(standin: StandIn) -> Person:
    newest = boards(standin)[-1]
    return next(p for p in map(standin.person, ("Ann", "Bo")) if p.id in newest.mentions)


async def try_to_exchange(person: Person) -> None:
    """Exchange a tile, whether or not the bot lives to answer."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(3):
            await person.slash("exchange", tiles="1")


KILLS = {
    "before the first answer": ("POST", r"/interactions/\d+/.*/callback"),
    "after the commit": ("PATCH", r"/webhooks/.*/messages/@original"),
    "before the board": ("POST", r"/channels/\d+/messages$"),
    "after the board": ("GET", r"/channels/\d+/messages/\d+$"),
    "before the old board is stripped": ("PATCH", r"/channels/\d+/messages/\d+$"),
}


async def test_nothing_is_lost_or_doubled_wherever_the_bot_dies(tmp_path: Path) -> None:
    async with asyncio.TaskGroup() as group:
        for number, when in enumerate(KILLS):
            folder = tmp_path / str(number)  # A short name: a socket lies below it.
            folder.mkdir()
            group.create_task(die_and_come_back(folder, when), name=when)
        group.create_task(die_at_random(tmp_path), name="at random")


async def die_and_come_back(folder: Path, when: str) -> None:
    method, path = KILLS[when]
    async with table_of_two(folder) as (standin, bot):
        before, person = await stored(standin, bot), mover(standin)
        standin.faults.append(Trap(method, path, lambda: bot.signal(signal.SIGKILL)))
        trying = asyncio.create_task(try_to_exchange(person))
        assert await bot.ended() == -signal.SIGKILL
        trying.cancel()
        await asyncio.wait([trying])

        await bot.start()
        after = await stored(standin, bot)
        if when == "before the first answer":
            assert after.saved == before.saved
            await try_to_exchange(mover(standin))
        else:
            assert after.move_count == before.move_count + 1, when
        await check_shown_once(standin, bot)
        assert (await stored(standin, bot)).move_count == before.move_count + 1, when


async def noted(standin: StandIn, bot: BotChild) -> Table:
    """The game once the bot has noted that it was shown; the store tells nobody of that."""
    for _ in range(200):
        table = await stored(standin, bot)
        if table.told is not None and table.told.revision == table.revision:
            return table
        await asyncio.sleep(0.05)
    raise TimeoutError("the board was never noted")


async def requested(standin: StandIn, count: int) -> None:
    await standin.until(lambda: len(standin.requests) >= count)


async def check_shown_once(standin: StandIn, bot: BotChild) -> None:
    """The board as it stands was posted once, soon; each move was told once."""
    moves = (await stored(standin, bot)).move_count
    async with asyncio.timeout(OWED_SECONDS):
        await standin.until(lambda: len(boards(standin)) > moves)
    table = await noted(standin, bot)
    assert [bool(message.buttons) for message in boards(standin)] == [False] * moves + [True]
    told = "\n".join(message.text for message in boards(standin))
    assert table.game is not None
    exchanges = sum(isinstance(turn.move, Exchange) for turn in table.game.history)
    assert told.count("exchanged 1 tile") == exchanges


async def die_at_random(folder: Path) -> None:
    chance = chance_from(7)
    async with table_of_two(folder) as (standin, bot):
        for _ in range(2):
            before, person = await stored(standin, bot), mover(standin)
            dies_after = len(standin.requests) + chance.randint(1, 4)
            trying = asyncio.create_task(try_to_exchange(person))
            await requested(standin, dies_after)
            bot.signal(signal.SIGKILL)
            await bot.ended()
            trying.cancel()
            await asyncio.wait([trying])
            await bot.start()
            after = await stored(standin, bot)
            assert after.move_count - before.move_count in {0, 1}
            await check_shown_once(standin, bot)


async def test_a_stop_answers_what_has_begun_and_leaves_nothing_running(tmp_path: Path) -> None:
    async with table_of_two(tmp_path) as (standin, bot):
        person = mover(standin)
        server = await server_pid(bot)
        standin.faults.append(
            Trap("POST", r"/interactions/\d+/.*/callback", lambda: bot.signal(signal.SIGTERM))
        )

        reply = await person.slash("exchange", tiles="1")

        assert "Exchanged" in reply.text
        assert await bot.ended() == 0
        assert len(boards(standin)) == 3
        assert boards(standin)[-1].buttons
        assert "ERROR" not in bot.logged()
        assert "Traceback" not in bot.logged()
        with pytest.raises(ProcessLookupError):
            os.kill(server, 0)
        await bot.start()
        assert "exchanged 1 tile" in boards(standin)[-1].text
        assert "Your hand" in (await mover(standin).slash("hand")).text


async def server_pid(bot: BotChild) -> int:
    reader, writer = await asyncio.open_unix_connection(str(bot.socket))
    writer.write(b"INFO server\r\n")
    text = b""
    while b"process_id:" not in text or not text.endswith(b"\r\n"):
        text += await reader.read(4096)
    writer.close()
    await writer.wait_closed()
    return int(text.partition(b"process_id:")[2].split()[0])
