"""A board is owed from the commit on: whoever dies right there, it is posted, soon and once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.person import Person
from playground.standin import StandIn
from qwirkle_bot.change import load_table
from qwirkle_bot.keys import game_key
from qwirkle_bot.saved import Table
from qwirkle_bot.store import _COMMIT, Store
from tests.kit.bot import BotChild, Scene
from tests.kit.faults import (
    MINUTE_MS,
    Server,
    begin,
    boards,
    check_goes_on,
    connect,
    exchange,
    is_told,
)
from tests.kit.games import chance_from
from tests.kit.players import chosen_move, type_move
from tests.kit.waking import let_pass

OWED_SECONDS = 60
"""Within this time of its start a bot posts the board that it owes."""


class Reaper:
    """A proxy before a server. Once it is to, it lets a commit be done and kills who asked."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self.kill: Callable[[], None] | None = None

    @asynccontextmanager
    async def listen(self, path: Path) -> AsyncIterator[None]:
        listener = await asyncio.start_unix_server(self._serve, path)
        try:
            yield
        finally:
            listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_unix_connection(self._server)
        is_commit = False

        async def pass_requests() -> None:
            nonlocal is_commit
            while request := await reader.read(1 << 16):
                is_commit = _COMMIT.digest.encode() in request
                requests.write(request)

        async def pass_answers() -> None:
            while answer := await answers.read(1 << 16):
                if is_commit and self.kill is not None:
                    self.kill()
                    return
                writer.write(answer)

        ways = [asyncio.create_task(pass_requests()), asyncio.create_task(pass_answers())]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        requests.close()
        writer.close()


@asynccontextmanager
async def standing() -> AsyncIterator[StandIn]:
    standin = StandIn()
    await standin.start()
    try:
        yield standin
    finally:
        await standin.stop()


@asynccontextmanager
async def process(standin: StandIn, folder: Path, url: str) -> AsyncIterator[BotChild]:
    """A bot on a store that is not its own; it is not started yet."""
    bot = BotChild(standin, folder)
    bot._environment["REDIS_URL"] = url
    try:
        yield bot
    finally:
        bot.signal(signal.SIGKILL)
        if bot._process is not None:
            await bot._process.wait()


async def read(store: Store, standin: StandIn) -> Table:
    table = await load_table(store, standin.channel().id)
    assert table is not None
    return table


async def move(store: Store, standin: StandIn) -> None:
    """Let the player to move make a move; the bot may die of it."""
    table = await read(store, standin)
    assert table.game is not None
    chance, person = chance_from(1), mover(standin, table)
    await type_move(person, table.game, chosen_move(table.game, chance), chance)


def mover(standin: StandIn, table: Table) -> Person:
    assert table.game is not None
    return standin.person(table.mover(table.game).name)


async def until_shown(standin: StandIn, store: Store, count: int) -> None:
    """Wait until so many boards were posted and the last one was noted."""
    await standin.until(lambda: len(boards(standin)) >= count)
    while not is_told(await read(store, standin)):
        pass  # The note comes right after the board.


@pytest.fixture
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    server = Server(tmp_path_factory.mktemp("s"))
    server.start()
    yield server
    server.close()


@pytest.fixture
async def shared(server: Server) -> AsyncIterator[Store]:
    """The store that bots share, as the test sees it."""
    store = await connect(f"unix://{server.socket}")
    yield store
    await store.close()


async def die_at_the_commit(standin: StandIn, shared: Store, bot: BotChild, reaper: Reaper) -> None:
    """Let a bot run a game of two, lay the opening, and store one more move as its last act."""
    await bot.start()
    lobby = (await standin.person("Ann").slash("start", seats=2)).message
    await standin.person("Bo").click(lobby, "Join")
    await until_shown(standin, shared, 1)
    await move(shared, standin)
    await until_shown(standin, shared, 2)
    reaper.kill = lambda: bot.signal(signal.SIGKILL)
    trying = asyncio.create_task(move(shared, standin))
    assert await bot.ended() == -signal.SIGKILL
    trying.cancel()
    await asyncio.wait([trying])


async def test_bot_killed_at_the_commit_leaves_a_board_that_two_others_post_once(
    server: Server, shared: Store, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reaper, path = Reaper(server.socket), tmp_path_factory.mktemp("p") / "s"
    one, two, three = (tmp_path_factory.mktemp(name) for name in "abc")
    async with (
        standing() as standin,
        reaper.listen(path),
        process(standin, one, f"unix://{path}") as first,
        process(standin, two, f"unix://{server.socket}") as second,
        process(standin, three, f"unix://{server.socket}") as third,
    ):
        await die_at_the_commit(standin, shared, first, reaper)
        owed = await read(shared, standin)
        assert owed.move_count == 2
        assert not is_told(owed)
        assert len(boards(standin)) == 2

        await asyncio.gather(second.start(), third.start())
        async with asyncio.timeout(OWED_SECONDS):
            await until_shown(standin, shared, 3)
        # Whoever of the two came late has nothing left to tell when the next move is made.
        await move(shared, standin)
        await until_shown(standin, shared, 4)
        assert (await read(shared, standin)).move_count == 3
        buttons = [False, False, False, True]
        await standin.until(lambda: [bool(b.buttons) for b in boards(standin)] == buttons)
        assert len({board.text for board in boards(standin)}) == 4


@pytest.mark.usefixtures("known_deal")
async def test_board_that_was_posted_but_not_noted_is_found_and_not_posted_again(
    scene: Scene,
) -> None:
    """Its nonce is long forgotten when the next bot comes."""
    people = await begin(scene)
    key = game_key(scene.channel.id)
    fields = ("told", "told_revision")
    before = await scene.store._client.read("HMGET", key, *fields)
    await exchange(scene, people)
    noted = await scene.table()
    pairs = [text for pair in zip(fields, before, strict=True) for text in pair]
    await scene.store._client.read("HSET", key, *pairs)
    await scene.store.wake_all(scene.time.ms)
    assert not is_told(await scene.table())

    await scene.stop_bot()
    scene.time.passes(10 * 60)
    await scene.start_bot()
    await let_pass(scene, MINUTE_MS)

    table = await scene.table()
    assert is_told(table)
    assert table.told is not None
    assert noted.told is not None
    assert table.told.message_id == noted.told.message_id
    assert len(boards(scene.standin)) == 3
    await check_goes_on(scene, people)
