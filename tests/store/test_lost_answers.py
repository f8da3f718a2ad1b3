"""What is said about a commit when connections break around it: never less, never more."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis

from qwirkle_bot import redis_client
from qwirkle_bot.errors import OutcomeUnknownError, StaleGameError, StoreUnavailableError
from qwirkle_bot.store import Commit, Committed, Store
from tests.kit.lossy import Loss, LossyProxy
from tests.kit.valkey import START_SECONDS, run_server, wait_for

ANSWERED_SECONDS = 2.0
"""How long a player waits at most to be told that the store is gone."""


def turn(number: int, *, name: str = "Ann") -> Commit:
    return Commit(7, f"{name}:{number}", number, f'{{"turn": {number}}}', None)


@pytest.fixture
async def proxy(valkey_socket: Path, tmp_path: Path) -> AsyncIterator[LossyProxy]:
    lossy = LossyProxy(valkey_socket)
    async with lossy.listen(tmp_path / "p"):
        yield lossy


@pytest.fixture
async def far(store_url: str, proxy: LossyProxy, tmp_path: Path) -> AsyncIterator[Store]:
    """The store as seen through the proxy."""
    assert store_url == f"unix://{proxy.server}"
    opened = await Store.connect(f"unix://{tmp_path / 'p'}")
    yield opened
    await opened.close()


async def test_lost_request_is_sent_again(far: Store, proxy: LossyProxy) -> None:
    proxy.losses.append(Loss.REQUEST)

    assert await far.commit(turn(0)) == Committed(1, repeated=False)


async def test_lost_answer_is_asked_for_again(far: Store, proxy: LossyProxy) -> None:
    proxy.losses.append(Loss.ANSWER)

    assert await far.commit(turn(0)) == Committed(1, repeated=True)


async def test_silent_server_is_asked_again(
    far: Store, proxy: LossyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_client, "_TRY_SECONDS", 0.3)
    proxy.losses.append(Loss.SILENCE)

    assert await far.commit(turn(0)) == Committed(1, repeated=True)


async def test_forty_turns_with_every_answer_lost_once_are_forty(
    far: Store, proxy: LossyProxy, store: Store
) -> None:
    for number in range(40):
        proxy.losses.append(Loss.REQUEST if number % 4 == 0 else Loss.ANSWER)
        assert (await far.commit(turn(number))).revision == number + 1

    stored = await store.load(7)
    assert stored is not None
    assert (stored.revision, stored.game) == (40, '{"turn": 39}')


async def test_somebody_elses_turn_is_stale_though_the_first_answer_was_lost(
    far: Store, proxy: LossyProxy, store: Store
) -> None:
    await store.commit(turn(0, name="Bo"))
    proxy.losses.append(Loss.ANSWER)

    with pytest.raises(StaleGameError):
        await far.commit(turn(0))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("loss", [Loss.ANSWER, Loss.SILENCE])
async def test_outcome_is_unknown_when_every_answer_is_lost(
    far: Store, proxy: LossyProxy, store: Store, loss: Loss
) -> None:
    proxy.always = loss
    with pytest.raises(OutcomeUnknownError):
        await far.commit(turn(0))

    # It was written, and can be asked for.
    assert await store.find_request(7, "Ann:0") == 1
    proxy.always = Loss.NONE
    assert await far.commit(turn(0)) == Committed(1, repeated=True)


async def test_lost_note_is_written_again(far: Store, proxy: LossyProxy) -> None:
    await far.commit(turn(0))
    proxy.losses.append(Loss.ANSWER)

    assert await far.note_told(7, 1, "shown", None)


async def test_lost_claim_is_due_again_after_its_lease(far: Store, proxy: LossyProxy) -> None:
    await far.commit(Commit(7, "Ann", 0, "{}", 1000))
    proxy.losses.append(Loss.ANSWER)

    assert await far.claim_due(1000, 500, 10) == []
    assert [lease.channel_id for lease in await far.claim_due(1501, 500, 10)] == [7]


async def test_nothing_was_written_where_the_server_is_gone(tmp_path: Path) -> None:
    clock = asyncio.get_running_loop().time
    path = tmp_path / "s"
    with run_server(tmp_path, "--port", "0", "--unixsocket", str(path)):
        wait_for(redis.Redis(unix_socket_path=str(path)))
        store = await Store.connect(f"unix://{path}")
        line, closing = await asyncio.open_unix_connection(path)
    with contextlib.suppress(ConnectionResetError):
        await line.read()  # Its end is the server's.
    began = clock()

    with pytest.raises(StoreUnavailableError):
        await store.commit(turn(0))

    assert clock() - began < ANSWERED_SECONDS
    closing.close()
    await store.close()


@pytest.mark.usefixtures("impatient")
async def test_nothing_was_written_where_nobody_takes_the_connection() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        # The kernel takes one connection more than the queue is long, and lets the next ones wait.
        with socket.create_connection(full.getsockname()):
            port = full.getsockname()[1]
            with pytest.raises(StoreUnavailableError):
                await Store.connect(f"redis://127.0.0.1:{port}")


@pytest.mark.usefixtures("impatient")
async def test_those_who_wait_behind_others_are_not_kept_longer(
    far: Store, proxy: LossyProxy
) -> None:
    clock = asyncio.get_running_loop().time
    proxy.always = Loss.SILENCE
    began = clock()

    results = await asyncio.gather(
        *(far.commit(turn(0, name=str(number))) for number in range(400)), return_exceptions=True
    )

    # One after another, with 64 connections, they would take seven times as long.
    assert clock() - began < 4 * redis_client.CALL_SECONDS
    assert {type(result) for result in results} <= {OutcomeUnknownError, StoreUnavailableError}


async def test_call_that_is_cancelled_ends(store: Store) -> None:
    async def play(name: str) -> None:
        for number in itertools.count():
            await store.commit(Commit(int(name), name, number, "x" * 6000, None))

    for _ in range(20):
        players = [asyncio.create_task(play(str(number))) for number in range(8)]
        await store.ping()
        for player in players:
            player.cancel()
        _, left = await asyncio.wait(players, timeout=START_SECONDS)
        assert not left


@pytest.mark.parametrize(
    ("setting", "value", "calm", "reason"),
    [
        ("maxmemory", "1", "0", "command not allowed when used memory > 'maxmemory'"),
        ("min-replicas-to-write", "1", "0", "Not enough good replicas"),
    ],
)
async def test_server_that_refuses_to_write_is_told_to_the_operator(
    store: Store, caplog: pytest.LogCaptureFixture, setting: str, value: str, calm: str, reason: str
) -> None:
    await store._client.read("CONFIG SET", setting, value)
    try:
        with pytest.raises(StoreUnavailableError):
            await store.commit(turn(0))
    finally:
        await store._client.read("CONFIG SET", setting, calm)

    (line,) = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert reason in line
    assert await store.commit(turn(0)) == Committed(1, repeated=False)


async def test_replica_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "s")
    with run_server(tmp_path, "--port", "0", "--unixsocket", path, "--replicaof", "127.0.0.1 1"):
        wait_for(redis.Redis(unix_socket_path=path))
        store = await Store.connect(f"unix://{path}")
        monkeypatch.setattr(redis_client, "CALL_SECONDS", 0.5)

        with pytest.raises(StoreUnavailableError):
            await store.commit(turn(0))
        await store.close()
