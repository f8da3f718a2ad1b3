"""The store stops, dies, freezes, fills its disk and loses answers; games outlive all of it.

The server is the one that the embedded store runs, with its options, and calls take as long as they
do in earnest: what a player waits for is part of what is tested.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cogs.clock import Clock
from cogs.lobby import Lobby
from cogs.people import People
from cogs.play import Play
from playground.person import Person, Reply
from playground.things import Message
from qwirkle_bot.embedded import Embedded, start_embedded
from qwirkle_bot.errors import StoreUnavailableError
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene, scene_on
from tests.kit.faults import (
    OUTAGE,
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
from tests.kit.lossy import Loss, LossyProxy
from tests.kit.players import open_game
from tests.kit.waking import labels, let_pass

pytestmark = pytest.mark.usefixtures("known_deal")

ANSWER_SECONDS = 2
"""Within this time a player is answered, whatever the store does."""
TRIES = 3
SLOW_SECONDS = 0.7
"""A store that takes so long for each answer is slow, but not given up."""
CATCHES_UP_MS = 20 * 60_000
ENDED = "ended with status"


@pytest.fixture
async def proxy(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[LossyProxy, str]]:
    """What stands between the bot and the server, and its address."""
    proxy, path = LossyProxy(server.socket), tmp_path_factory.mktemp("p") / "s"
    async with proxy.listen(path):
        yield proxy, f"unix://{path}"


@pytest.fixture
async def scene(server: Server) -> AsyncIterator[Scene]:
    async with playing(f"unix://{server.socket}") as scene:
        yield scene


async def check_answers_in_time(*acts: Callable[[], Awaitable[Reply]]) -> None:
    """Each act is answered privately that nothing was changed, and that without long waiting.

    A busy machine may delay a try, but a fault delays the next one too.
    """
    for act in acts:
        waits = [await seconds_until_refused(act)]
        while waits[-1] >= ANSWER_SECONDS and len(waits) < TRIES:
            waits.append(await seconds_until_refused(act))
        assert waits[-1] < ANSWER_SECONDS, waits


async def seconds_until_refused(act: Callable[[], Awaitable[Reply]]) -> float:
    clock = asyncio.get_running_loop().time
    began = clock()
    reply = await act()
    waited = clock() - began
    assert reply.messages[-1].ephemeral_to is not None
    assert "Nothing was changed" in reply.text
    return waited


def acts_of(scene: Scene, person: Person) -> list[Callable[[], Awaitable[Reply]]]:
    board = boards(scene.standin)[-1]
    return [
        lambda: person.slash("exchange", tiles="1"),
        lambda: person.click(board, "My hand"),
        lambda: person.slash("start", seats=2, channel=scene.standin.channel("games")),
    ]


async def test_store_that_is_stopped_is_said_and_play_goes_on_when_it_is_back(
    scene: Scene, server: Server
) -> None:
    people = await begin(scene)
    before, person = await scene.table(), await mover(scene, people)
    shown = len(scene.public())
    server.signal(signal.SIGTERM)
    await server.ended()

    await check_answers_in_time(*acts_of(scene, person))

    assert len(scene.public()) == shown
    server.start()
    await until_store_answers(scene)
    assert await scene.table() == before
    await check_goes_on(scene, people)


async def test_store_that_is_frozen_for_ten_seconds_keeps_nobody_waiting(
    scene: Scene, server: Server
) -> None:
    people = await begin(scene)
    before, person = await scene.table(), await mover(scene, people)
    acts = acts_of(scene, person)
    server.signal(signal.SIGSTOP)

    await check_answers_in_time(*acts, *acts)

    server.signal(signal.SIGCONT)
    await until_store_answers(scene)
    assert await scene.table() == before
    await check_goes_on(scene, people)


async def test_store_that_is_killed_loses_nothing_that_was_said_to_count(
    scene: Scene, server: Server
) -> None:
    people = await begin(scene)
    for count in range(2, 5):
        await exchange(scene, people)
        server.signal(signal.SIGKILL)
        await server.ended()
        server.start()
        await until_store_answers(scene)

        table = await scene.table()
        assert table.move_count == count
        assert is_told(table)
    await check_goes_on(scene, people)


async def test_embedded_store_that_is_killed_is_back_before_anybody_notices(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    embedded = await start_embedded(tmp_path_factory.mktemp("e"))
    try:
        async with playing(embedded.url) as scene:
            people = await begin(scene)
            for _ in range(3):
                kill_server_of(embedded)
                await check_goes_on(scene, people)
            forgive(scene, ENDED)
    finally:
        await embedded.stop()


def kill_server_of(embedded: Embedded) -> None:
    assert embedded._process is not None
    embedded._process._process.kill()


@pytest.fixture
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on a disk of a megabyte."""
    folder = tmp_path_factory.mktemp("d")
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may make a small disk, where the system lets it")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_full_disk_is_said_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    embedded = await start_embedded(small_disk / "data")
    try:
        async with playing(embedded.url) as scene:
            people = await begin(scene)
            fill(small_disk / "filler")

            count, reply = 0, await exchange_or_fail(scene, people)
            while reply is not None and "Exchanged" in reply.text:
                count, reply = count + 1, await exchange_or_fail(scene, people)

            (small_disk / "filler").unlink()
            await until_store_answers(scene)
            table = await scene.table()
            assert table.move_count in {1 + count, 2 + count}
            await let_pass(scene, CATCHES_UP_MS)
            assert is_told(await scene.table())
            await check_goes_on(scene, people)
            assert any("The disk is full" in line for line in scene.log.errors)
            forgive(scene, ENDED)
    finally:
        await embedded.stop()


def fill(path: Path) -> None:
    with suppress(OSError), path.open("wb", buffering=0) as filler:
        while True:
            filler.write(b"x" * 512)


async def exchange_or_fail(scene: Scene, people: list[Person]) -> Reply | None:
    """An exchange; none where the store cannot even say whose turn it is."""
    try:
        return await exchange(scene, people)
    except StoreUnavailableError:
        return None


async def test_lost_answer_is_recognized_and_nobody_notices(proxy: tuple[LossyProxy, str]) -> None:
    lossy, url = proxy
    async with playing(url) as scene:
        people = await begin(scene)
        for loss in (Loss.ANSWER, Loss.REQUEST, Loss.SILENCE):
            lossy.losses.append(loss)
            await check_goes_on(scene, people)
            assert not lossy.losses


async def resigned(scene: Scene, people: list[Person]) -> Message:
    """The last message of a game that is over at once."""
    await open_game(scene, people)
    await people[0].click((await people[0].slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    return scene.board_message()


def callbacks(scene: Scene) -> int:
    """How often an interaction was answered first, or promised an answer."""
    return sum(request.path.endswith("/callback") for request in scene.standin.requests)


async def test_slow_store_leaves_no_new_game_without_an_answer(
    proxy: tuple[LossyProxy, str],
) -> None:
    slow, url = proxy
    async with playing(url) as scene:
        people = scene.people(2)
        over, games = await resigned(scene, people), scene.standin.channel("games")
        await resigned(scene, people)  # So that the first game is looked for in two places.
        slow.delay_seconds = SLOW_SECONDS

        # Discord waits for three seconds; whoever is not answered then raises here.
        acts = asyncio.gather(
            people[0].slash("start", seats=2, channel=games), people[1].click(over, "Rematch")
        )
        before = callbacks(scene)
        await scene.standin.until(lambda: callbacks(scene) == before + 2)
        slow.delay_seconds = 0
        started, again = await acts
        await scene.settled()

        assert "Join" in labels(started.message)
        assert again.messages[-1].ephemeral_to == people[1].id
        assert "Nothing was changed" in again.text
        assert (await scene.table()).phase is Phase.OVER
        await people[1].click(over, "Rematch")
        await scene.settled()
        assert (await scene.table()).phase is Phase.LOBBY


async def test_all_answers_lost_is_said_and_the_clock_tells_the_move_by_itself(
    proxy: tuple[LossyProxy, str],
) -> None:
    lossy, url = proxy
    store = await connect(url)
    async with scene_on(store, bots=0, by_spec=False) as scene:
        await scene.start_bot(cogs=(Lobby, Play, People, Clock))
        people = await begin(scene)
        person = await mover(scene, people)

        lossy.always = Loss.SILENCE
        reply = await person.slash("exchange", tiles="1")

        assert reply.ephemeral
        assert "may have counted or not" in reply.text
        lossy.always = Loss.NONE
        scene.time.passes(60)
        await scene.standin.until(lambda: len(boards(scene.standin)) == 3)
        await scene.settled()
        assert (await scene.table()).move_count == 2
        await check_goes_on(scene, people)
        forgive(scene, OUTAGE)
    await store.close()
