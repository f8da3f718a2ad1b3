"""What a bot does when it starts, and while its store is gone."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from playground.person import Person, Reply
from playground.rest import Fault
from qwirkle_bot.store import Store
from tests.kit.bot import COGS, Scene, scene_on
from tests.kit.games import chance_from
from tests.kit.players import mover_of, open_game, play_typed
from tests.kit.valkey import run_server, wait_for

pytestmark = pytest.mark.usefixtures("known_deal")

ANSWER_SECONDS = 2
"""A player is told within this time that the store is gone."""
SLOW_MACHINE_SECONDS = 1
MISSING_PERMISSIONS = 50013


def registrations(scene: Scene) -> int:
    return sum(r.method == "PUT" and r.path.endswith("/commands") for r in scene.standin.requests)


async def test_commands_are_registered_only_when_they_changed(scene: Scene) -> None:
    assert registrations(scene) == 1
    await scene.restart_bot()
    await scene.restart_bot()
    assert registrations(scene) == 1

    await scene.stop_bot()
    await scene.start_bot(cogs=COGS[1:])
    assert registrations(scene) == 2
    assert "start" not in {c["name"] for c in scene.standin.world.all_commands()}

    await scene.restart_bot()
    assert registrations(scene) == 3
    assert "start" in {c["name"] for c in scene.standin.world.all_commands()}


async def test_a_discord_without_the_commands_gets_them(scene: Scene) -> None:
    scene.standin.world.commands.clear()

    await scene.restart_bot()

    assert registrations(scene) == 2
    assert {c["name"] for c in scene.standin.world.all_commands()} >= {"start", "place", "hand"}


async def test_two_bots_that_start_at_once_register_the_same(store: Store) -> None:
    async with scene_on(store, bots=0) as scene:
        await asyncio.gather(scene.start_bot(), scene.start_bot())
        names = [command["name"] for command in scene.standin.world.all_commands()]
        assert len(names) == len(set(names))
        await scene.stop_bot()
        await scene.stop_bot()
        before = registrations(scene)
        await scene.start_bot()
        assert registrations(scene) == before


async def test_a_board_that_is_owed_is_posted_once_it_can_be(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=1)
    scene.expected.add(MISSING_PERMISSIONS)
    refuse = Fault("POST", r"/channels/\d+/messages$", 403, MISSING_PERMISSIONS, times=2)
    scene.standin.faults.append(refuse)
    before, mover = len(scene.public()), mover_of(await scene.game(), people, pairs=False)

    await mover.slash("exchange", tiles="1")
    await scene.settled()
    await scene.restart_bot()
    await scene.tick(10)  # Refused once more.
    assert len(scene.public()) == before
    await scene.tick(61)
    await scene.tick(61)

    assert len(scene.public()) == before + 1
    assert "exchanged 1 tile" in scene.board_message().text
    table = await scene.table()
    assert table.told is not None
    assert table.told.revision == table.revision
    assert [m for m in scene.public()[:-1] if m.buttons] == []


class Server:
    """A server of the test's own, that keeps its data while it is away."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path = folder / "s"
        self._running = self._run()

    @contextmanager
    def _run(self) -> Iterator[None]:
        options = ("--port", "0", "--unixsocket", str(self.path), "--appendonly", "yes")
        with (
            run_server(self._folder, *options),
            redis.Redis(unix_socket_path=str(self.path)) as client,
        ):
            wait_for(client)
            self.pid = int(client.info("server")["process_id"])
            yield

    def start(self) -> None:
        self._running = self._run()
        self._running.__enter__()

    def stop(self) -> None:
        self._running.__exit__(None, None, None)
        self.path.unlink(missing_ok=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def own_scene(server: Server) -> AsyncIterator[Scene]:
    store = await Store.connect(f"unix://{server.path}")
    async with scene_on(store) as scene:
        yield scene
        scene.log.records.clear()  # The store complains when it is gone; that is tested here.
    await store.close()


async def check_told_at_once(scene: Scene, act: asyncio.Task[Reply]) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    reply = await act
    assert loop.time() - began < ANSWER_SECONDS + SLOW_MACHINE_SECONDS
    assert reply.messages[-1].ephemeral_to is not None
    assert "Nothing was changed" in reply.messages[-1].text
    await scene.settled()


async def check_all_ways(scene: Scene, mover: Person) -> None:
    """Whatever is done while the store is gone is answered privately, in time."""
    board, panel = scene.board_message(), (await mover.slash("qwirkle rules")).message
    assert panel.text
    await asyncio.gather(
        *(
            check_told_at_once(scene, asyncio.create_task(act))
            for act in (
                mover.slash("place", tiles="1"),
                mover.slash("exchange", tiles="1"),
                mover.slash("hand"),
                mover.slash("start"),
                mover.slash("qwirkle board"),
                mover.click(board, "My hand"),
            )
        )
    )
    assert await mover.complete("place", "at", "", tiles="1") == []


async def test_a_store_that_is_gone_is_told_privately_and_comes_back(
    own_scene: Scene, server: Server
) -> None:
    scene, people = own_scene, own_scene.people(2)
    await open_game(scene, people)
    game = await scene.game()
    mover = mover_of(game, people, pairs=False)
    shown = len(scene.public())

    server.stop()
    await check_all_ways(scene, mover)
    assert len(scene.public()) == shown
    server.start()

    assert await scene.game() == game
    reply = await mover.slash("hand")
    assert all(tile.words in reply.text for tile in game.hands[game.turn])


async def test_a_store_that_hangs_is_told_privately_and_comes_back(
    own_scene: Scene, server: Server
) -> None:
    scene, people = own_scene, own_scene.people(2)
    await open_game(scene, people)
    game = await scene.game()
    mover = mover_of(game, people, pairs=False)

    os.kill(server.pid, signal.SIGSTOP)
    try:
        await check_all_ways(scene, mover)
    finally:
        os.kill(server.pid, signal.SIGCONT)

    assert await scene.game() == game
    assert "Your hand" in (await mover.slash("hand")).text


async def test_a_stop_answers_whoever_comes_meanwhile(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    mover = mover_of(await scene.game(), people, pairs=False)
    late = next(person for person in people if person is not mover)
    [bot] = scene.bots
    waiting: list[asyncio.Task[Reply]] = []

    async def stop_while_asked() -> None:
        waiting.append(asyncio.create_task(late.slash("hand")))
        await scene.stop_bot(bot)

    reply = asyncio.create_task(mover.slash("hand"))
    await scene.standin.until(lambda: bool(bot._answering))
    stopping = asyncio.create_task(stop_while_asked())

    assert "Your hand" in (await reply).text
    await stopping
    told = (await waiting[0]).text
    assert "restarting" in told or "Your hand" in told
