"""What tests of failures share: waits that pass at once, and a look at whether a game is whole.

The entry points are :func:`quick_retries` and :func:`check_goes_on`.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from playground.person import Person, Reply
from playground.rest import Fault
from playground.standin import StandIn
from playground.things import PUBLIC_THREAD, Channel, Message
from qwirkle_bot.errors import StoreUnavailableError
from qwirkle_bot.record import replay
from qwirkle_bot.saved import Table
from qwirkle_bot.store import Store
from qwirkle_bot.valkey_server import SOCKET_NAME, ServerProcess, find_server
from tests.kit.bot import Scene, scene_on
from tests.kit.games import chance_from
from tests.kit.players import mover_of, open_game, play_typed

PATIENCE_SECONDS: Final = 20
OUTAGE: Final = "The store does not answer"
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS

SEND: Final = r"^/channels/\d+/messages$"
EDIT: Final = r"^/channels/\d+/messages/\d+$"
CALLBACK: Final = r"^/interactions/\d+/.*/callback$"
ANSWER: Final = r"^/webhooks/.*/messages/@original$"

NO_CODE: Final = 0
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
THREAD_ARCHIVED: Final = 50083
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
TOO_MANY_EDITS: Final = 30046

CATCHES_UP_MS: Final = 20 * MINUTE_MS
"""Within this time after the last failure a channel is shown what it is owed."""


class _QuickAsyncio:
    """The module asyncio for somebody whose sleep lets a test's time pass instead."""

    def __init__(self, passes: Callable[[float], None]) -> None:
        self._passes = passes

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module has
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self._passes(seconds)
        await asyncio.sleep(0)


def quick_retries(scene: Scene, patch: pytest.MonkeyPatch) -> None:
    """Let discord.py wait in the test's time before it sends a request again."""
    quick = _QuickAsyncio(scene.time.passes)
    patch.setattr(discord.http, "asyncio", quick)
    patch.setattr(discord.webhook.async_, "asyncio", quick)


class Server:
    """A server in a folder, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        self._run: ServerProcess | None = None

    @property
    def socket(self) -> Path:
        return self._folder / SOCKET_NAME

    def start(self) -> None:
        self._run = ServerProcess(find_server(), self._folder, self._lock)

    def signal(self, number: int) -> None:
        assert self._run is not None
        os.kill(self._run._process.pid, number)

    async def ended(self) -> None:
        assert self._run is not None
        assert await self._run.ended_within(PATIENCE_SECONDS)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        assert self._run is not None
        self._run._process.wait()
        os.close(self._lock)


async def connect(url: str) -> Store:
    """A store whose server may be starting yet."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await Store.connect(url)
            except StoreUnavailableError:
                continue


def forgive(scene: Scene, words: str) -> None:
    """Let errors be logged that say so, since the test provoked them."""
    kept = [r for r in scene.log.records if words not in r.getMessage()]
    scene.log.records[:] = kept


def fail(scene: Scene, method: str, path: str, status: int, code: int = 0, **more: Any) -> Fault:  # noqa: ANN401 - any field of a fault
    """Let requests fail as the test means them to."""
    scene.expected.add(code)
    fault = Fault(method, path, status, code, **more)
    scene.standin.faults.append(fault)
    return fault


async def check_shown_once(scene: Scene, moves: int) -> None:
    """The game as it stands was shown, each move once, and only the newest board has buttons."""
    table = await scene.table()
    assert table.move_count == moves
    assert is_told(table)
    told = boards(scene.standin)
    assert len(told) == moves + 1
    assert [message.id for message in scene.public() if message.buttons] == [told[-1].id]


def thread_in(scene: Scene) -> Channel:
    world = scene.standin.world
    thread = Channel(
        world.snowflakes.next(),
        "Qwirkle",
        type=PUBLIC_THREAD,
        parent_id=scene.channel.id,
        owner_id=world.bot.id,
    )
    world.add_channel(thread)
    return thread


def boards(standin: StandIn, channel: Channel | None = None) -> list[Message]:
    """The public messages that show a board, in order."""
    place = (channel or standin.channel()).id
    return [
        message
        for _, message in sorted(standin.world.messages.items())
        if message.channel_id == place
        and message.ephemeral_to is None
        and not message.deleted
        and "Bag:" in message.text
    ]


def sends_to(standin: StandIn, channel: Channel) -> int:
    """How often a message was sent to a channel, whatever became of it."""
    path = f"/channels/{channel.id}/messages"
    return sum(r.method == "POST" and r.path == path for r in standin.requests)


async def begin(
    scene: Scene, *, players: int = 2, channel: Channel | None = None, **options: str
) -> list[Person]:
    """A game in which the opening has been laid, and anything can be exchanged."""
    people = scene.people(players)
    await open_game(scene, people, channel=channel, **options)
    await play_typed(scene, people, chance_from(1), turns=1, channel=channel)
    return people


async def mover(scene: Scene, people: list[Person], channel: Channel | None = None) -> Person:
    return mover_of(await scene.game(channel), people, pairs=False)


async def exchange(scene: Scene, people: list[Person], channel: Channel | None = None) -> Reply:
    """Let the player to move exchange a tile."""
    person = await mover(scene, people, channel)
    reply = await person.slash("exchange", channel=channel, tiles="1")
    await scene.settled()
    return reply


def is_told(table: Table) -> bool:
    return table.told is not None and table.told.revision == table.revision


async def check_whole(scene: Scene, people: list[Person], channel: Channel | None = None) -> None:
    """The record replays to the game, and each hand is as the engine says."""
    table, game = await scene.table(channel), await scene.game(channel)
    assert table.saved.record is not None
    assert replay(table.saved.record) == game
    for person in people:
        seat = table.seat_of(person.id)
        assert seat is not None
        shown = (await person.slash("hand", channel=channel)).text
        for place, tile in enumerate(game.hands[seat], 1):
            assert f"{place} {tile} " in shown.replace("`", "").replace("*", "")


async def check_goes_on(scene: Scene, people: list[Person], channel: Channel | None = None) -> None:
    """The game is whole, the next move counts once, and the channel is shown it once."""
    await check_whole(scene, people, channel)
    before, shown = await scene.table(channel), len(boards(scene.standin, channel))
    reply = await exchange(scene, people, channel)
    assert "Exchanged" in reply.text
    after = await scene.table(channel)
    assert after.move_count == before.move_count + 1
    assert is_told(after)
    assert len(boards(scene.standin, channel)) == shown + 1
    newest = boards(scene.standin, channel)[-1]
    assert after.told is not None
    assert after.told.message_id == newest.id
    assert newest.buttons
    assert "exchanged 1 tile" in newest.text
    # An edit, such as one that ends an absence, pings nobody any more.
    assert newest.edited or newest.mentions == [(await mover(scene, people, channel)).id]


@asynccontextmanager
async def playing(url: str) -> AsyncIterator[Scene]:
    """A scene on a store in which faults are to be expected."""
    store = await connect(url)
    try:
        async with scene_on(store, by_spec=False) as scene:
            yield scene
            forgive(scene, OUTAGE)
    finally:
        await store.close()


async def until_store_answers(scene: Scene) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(StoreUnavailableError):
                return await scene.store.ping()
