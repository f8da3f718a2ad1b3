"""The embedded store keeps what it acknowledged, whoever dies, and tells what it cannot do."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qwirkle_bot import valkey_server
from qwirkle_bot.embedded import start_embedded
from qwirkle_bot.errors import OperatorError, StoreError
from qwirkle_bot.privacy import erase
from qwirkle_bot.store import Commit, Committed, Store, StoredGame
from tests.kit.stored_games import ANN, BO, NOW, open_game

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="no server comes along there"),
    pytest.mark.usefixtures("patient"),
]

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere a server outlives its bot, and the next one joins it"
)

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 20

BOT = """
import asyncio, pathlib, sys
from qwirkle_bot import valkey_server
from qwirkle_bot.embedded import start_embedded
from qwirkle_bot.store import Commit, Store

if "untied" in sys.argv:
    valkey_server.ending_with_parent = lambda *command: list(command)

async def main():
    embedded = await start_embedded(pathlib.Path(sys.argv[1]))
    store = await Store.connect(embedded.url)
    if await store.load(7) is None:
        await store.commit(Commit(7, "Ann", 0, "{}", None))
    print("ready", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""
"""A bot with a game, which runs until it is killed."""


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Store]:
    async with contextlib.AsyncExitStack() as closing:
        embedded = await start_embedded(folder)
        closing.push_async_callback(embedded.stop)
        store = await Store.connect(embedded.url)
        closing.push_async_callback(store.close)
        yield store


@contextlib.asynccontextmanager
async def running_bot(folder: Path, *options: str) -> AsyncIterator[asyncio.subprocess.Process]:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOT, str(folder), *options, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert bot.stdout is not None
        async with asyncio.timeout(WAIT_SECONDS):
            assert await bot.stdout.readline() == b"ready\n"
        yield bot
    finally:
        with contextlib.suppress(ProcessLookupError):
            bot.kill()
        await bot.wait()


async def server_pid(store: Store) -> int:
    return int((await store._client.read("INFO", "server"))["process_id"])


async def end_of(pid: int) -> None:
    """Return once a process that is not our child has ended."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        ended, _, _ = await asyncio.to_thread(select.select, [watch], [], [], WAIT_SECONDS)
    finally:
        os.close(watch)
    assert ended


async def test_games_are_there_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        await store.commit(Commit(7, "Ann", 0, "{}", None))

    async with running(tmp_path / "data") as store:
        assert await store.load(7) == StoredGame(1, "{}", told=None)


async def test_every_write_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        settings = await store._client.read("CONFIG GET", "append*")

    assert settings["appendonly"] == "yes"
    assert settings["appendfsync"] == "always"


async def test_server_listens_on_nothing_but_its_socket(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        assert (await store._client.read("CONFIG GET", "port")) == {"port": "0"}
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0


async def test_server_ends_with_its_bot(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        pid = await server_pid(store)

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    acknowledged = dict.fromkeys(range(8), 0)
    enough = asyncio.Event()

    async def play(channel: int) -> None:
        while True:
            revision = acknowledged[channel]
            turn = Commit(channel, f"{revision}", revision, "x" * 6000, None)
            with contextlib.suppress(StoreError):
                acknowledged[channel] = (await store.commit(turn)).revision
                enough.set()

    async with running(tmp_path / "data") as store:
        players = [asyncio.create_task(play(channel)) for channel in acknowledged]
        for _ in range(3):
            pid = await server_pid(store)
            enough.clear()
            async with asyncio.timeout(WAIT_SECONDS):
                await enough.wait()
            os.kill(pid, signal.SIGKILL)
            before = sum(acknowledged.values())
            async with asyncio.timeout(WAIT_SECONDS):
                while sum(acknowledged.values()) < before + 50:
                    enough.clear()
                    await enough.wait()
        for player in players:
            player.cancel()
        await asyncio.wait(players)

        for channel, revision in acknowledged.items():
            stored = await store.load(channel)
            assert stored is not None
            # The turn under way when its player was stopped may have been written.
            assert stored.revision in {revision, revision + 1}


@on_linux
async def test_killed_bot_leaves_no_server_and_its_game_is_there(tmp_path: Path) -> None:
    async with running_bot(tmp_path / "data") as bot:
        store = await Store.connect(f"unix://{tmp_path / 'data' / 'valkey.sock'}")
        pid = await server_pid(store)
        await store.close()
        bot.kill()
        await bot.wait()
        await end_of(pid)

    async with running(tmp_path / "data") as store:
        assert await store.load(7) == StoredGame(1, "{}", told=None)


async def test_server_that_outlived_its_bot_is_joined(tmp_path: Path) -> None:
    # As on macOS, where nothing ties it to the bot.
    async with running_bot(tmp_path / "data", "untied") as bot:
        async with running(tmp_path / "data") as store:
            pid = await server_pid(store)
        bot.kill()
        await bot.wait()
    try:
        async with running(tmp_path / "data") as store:
            assert await server_pid(store) == pid
            assert await store.load(7) == StoredGame(1, "{}", told=None)
    finally:
        os.kill(pid, signal.SIGKILL)


async def test_second_bot_uses_the_first_ones_server(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as ours, running(tmp_path / "data") as theirs:
        await ours.commit(Commit(7, "Ann", 0, "{}", None))

        assert await theirs.load(7) == StoredGame(1, "{}", told=None)
        assert await server_pid(ours) == await server_pid(theirs)


@on_linux
async def test_second_bot_goes_on_when_the_first_is_killed(tmp_path: Path) -> None:
    async with running_bot(tmp_path / "data") as bot, running(tmp_path / "data") as store:
        pid = await server_pid(store)
        bot.kill()
        await bot.wait()

        await end_of(pid)

        assert await store.commit(Commit(7, "Bo", 1, "{}", None)) == Committed(2, repeated=False)


async def test_second_bot_goes_on_when_the_first_stops(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as first:
        await first.enter_async_context(running(tmp_path / "data"))
        async with running(tmp_path / "data") as store:
            await first.aclose()

            assert await store.commit(Commit(7, "Bo", 0, "{}", None)) == Committed(
                1, repeated=False
            )


async def test_two_bots_at_once_start_one_server(tmp_path: Path) -> None:
    both = await asyncio.gather(*(start_embedded(tmp_path / "data") for _ in range(2)))
    stores = [await Store.connect(embedded.url) for embedded in both]

    pids = {await server_pid(store) for store in stores}

    assert len(pids) == 1
    for store, embedded in zip(stores, both, strict=True):
        await store.close()
        await embedded.stop()


@pytest.mark.parametrize("name", ["a b", "100%", "ü?#", "long" * 40])
async def test_any_name_of_a_directory_will_do(tmp_path: Path, name: str) -> None:
    async with running(tmp_path / name) as store:
        assert (await store.commit(Commit(7, "Ann", 0, "{}", None))).revision == 1


async def test_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(OperatorError, match=r"cannot be written: .* QWIRKLE_DATA_DIR"):
        await start_embedded(tmp_path / "file" / "data")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_read_only_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)

    with pytest.raises(OperatorError, match=r"cannot be written: .* QWIRKLE_DATA_DIR"):
        await start_embedded(tmp_path / "data")


async def test_half_a_write_at_the_end_is_cut_off(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        await store.commit(Commit(7, "Ann", 0, "{}", None))
        await store.commit(Commit(7, "Bo", 1, "{}", None))
    (file,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    os.truncate(file, file.stat().st_size - 3)

    async with running(tmp_path / "data") as store:
        assert await store.load(7) == StoredGame(1, "{}", told=None)


async def test_garbage_at_the_end_is_told_and_the_repair_works(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as store:
        await store.commit(Commit(7, "Ann", 0, "{}", None))
    (file,) = (tmp_path / "data" / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as damaged:
        damaged.write(b"garbage")

    with pytest.raises(OperatorError, match="damaged") as caught:
        await start_embedded(tmp_path / "data")

    (command,) = [line for line in str(caught.value).splitlines() if "cp -r" in line]
    repair = await asyncio.create_subprocess_exec(
        "bash", "-c", command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    await repair.communicate(b"y\n")
    assert (tmp_path / "data.copy").is_dir()
    async with running(tmp_path / "data") as store:
        assert await store.load(7) == StoredGame(1, "{}", told=None)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Short write while writing to the AOF file: (nwritten=1, expected=9)", "disk is full"),
        ("Can't open or create append-only dir: No space left on device", "disk is full"),
        ("Can't open the append-only file: Read-only file system", "read-only"),
    ],
)
async def test_last_words_of_a_server_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, meaning: str
) -> None:
    dying = tmp_path / "dying"
    dying.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "{said}"; exit 1\n')
    dying.chmod(0o700)
    monkeypatch.setattr(valkey_server, "_packaged_server", lambda: str(dying))

    with pytest.raises(OperatorError, match=meaning) as caught:
        await start_embedded(tmp_path / "data")

    assert said in str(caught.value)


async def test_system_without_a_server_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_server, "_packaged_server", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(OperatorError, match="Set REDIS_URL"):
        await start_embedded(tmp_path / "data")


async def test_server_in_the_path_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "redis-server").symlink_to(valkey_server.find_server())
    monkeypatch.setattr(valkey_server, "_packaged_server", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    async with running(tmp_path / "data") as store:
        await store.ping()


async def test_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "valkey.log").write_bytes(b"x" * (1 << 21))

    async with running(folder):
        assert (folder / "valkey.log").stat().st_size < 1 << 20


async def is_rewriting(store: Store) -> bool:
    persistence = await store._client.read("INFO", "persistence")
    return bool(persistence["aof_rewrite_in_progress"] or persistence["aof_rewrite_scheduled"])


async def written(store: Store) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while await is_rewriting(store):
            pass


def files_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in (folder / "appendonlydir").iterdir())


async def test_erasure_takes_the_person_out_of_the_files_of_a_server_of_our_own(
    tmp_path: Path,
) -> None:
    embedded = await start_embedded(tmp_path)
    store = await Store.connect(embedded.url, owns_server=True)
    await open_game(store, ANN, BO)

    await erase(store, ANN.id, request_id="6", now=NOW)

    await written(store)
    kept = files_of(tmp_path)
    assert str(BO.id).encode() in kept
    assert str(ANN.id).encode() not in kept
    await store.close()
    await embedded.stop()


async def test_erasure_waits_for_files_that_are_being_written_with_the_person_in_them(
    tmp_path: Path,
) -> None:
    embedded = await start_embedded(tmp_path)
    store = await Store.connect(embedded.url, owns_server=True)
    await open_game(store, ANN, BO)
    await store._client.write("CONFIG", "SET", "rdb-key-save-delay", "100000")
    await store._client.write("BGREWRITEAOF")
    await store._client.write("CONFIG", "SET", "rdb-key-save-delay", "0")
    assert await is_rewriting(store)

    await erase(store, ANN.id, request_id="6", now=NOW)

    await written(store)
    assert str(ANN.id).encode() not in files_of(tmp_path)
    await store.close()
    await embedded.stop()
