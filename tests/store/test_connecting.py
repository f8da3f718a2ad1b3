"""Every form of address against real servers, and what is said when it leads astray."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from qwirkle_bot import redis_client
from qwirkle_bot.errors import OperatorError, StoreUnavailableError
from qwirkle_bot.keys import BUCKETS
from qwirkle_bot.store import Commit, Committed, Store
from tests.kit.lossy import LossyProxy
from tests.kit.valkey import (
    cluster_options,
    free_port,
    run_program,
    run_server,
    wait_for,
    wait_for_cluster,
)

pytestmark = pytest.mark.usefixtures("patient")


async def check(url: str) -> None:
    store = await Store.connect(url)
    assert await store.commit(Commit(7, "Ann", 0, "{}", None)) == Committed(1, repeated=False)
    await store.close()


@pytest.fixture
def guarded_port(tmp_path: Path) -> Iterator[int]:
    """The port of a server with a password."""
    port = free_port()
    with run_server(tmp_path, "--port", str(port), "--requirepass", "p@ss:/"):
        with redis.Redis(port=port, password="p@ss:/") as client:  # noqa: S106 - an example
            wait_for(client)
        yield port


async def test_server_with_a_password(guarded_port: int) -> None:
    await check(f"redis://:p%40ss%3A%2F@127.0.0.1:{guarded_port}")


@pytest.mark.parametrize("login", ["", ":hunter2@", "Ann:hunter2@"])
async def test_wrong_password_is_the_operators_to_mend(guarded_port: int, login: str) -> None:
    with pytest.raises(OperatorError, match="password") as caught:
        await Store.connect(f"redis://{login}127.0.0.1:{guarded_port}")

    assert "hunter2" not in str(caught.value)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")
async def test_server_behind_tls(
    tmp_path: Path, valkey_socket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = tmp_path / "crt", tmp_path / "key"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    made = await asyncio.create_subprocess_exec(
        *request, *names, *files, stderr=asyncio.subprocess.DEVNULL
    )
    assert await made.wait() == 0
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, key)

    async with LossyProxy(valkey_socket).listen_on_tcp(tls) as port:
        await check(f"rediss://localhost:{port}?ssl_ca_certs={certificate}")
        await check(f"rediss://127.0.0.1:{port}/1?ssl_cert_reqs=none")
        monkeypatch.setattr(redis_client, "CALL_SECONDS", 0.5)
        with pytest.raises(OperatorError, match="certificate") as caught:
            await Store.connect(f"rediss://:hunter2@localhost:{port}")
    assert "hunter2" not in str(caught.value)


async def test_bad_address_is_the_operators_to_mend() -> None:
    with pytest.raises(OperatorError, match="REDIS_URL must begin with"):
        await Store.connect("localhost:6379")


@pytest.mark.usefixtures("impatient")
async def test_nobody_there_is_nobodys_fault() -> None:
    with pytest.raises(StoreUnavailableError):
        await Store.connect(f"redis://:hunter2@127.0.0.1:{free_port()}")


async def test_cluster_is_found_by_any_of_its_hosts(cluster_port: int) -> None:
    await check(f"redis+cluster://127.0.0.1:{free_port()},127.0.0.1:{cluster_port}")


async def test_node_of_a_cluster_asks_for_the_right_address(cluster_port: int) -> None:
    with pytest.raises(OperatorError, match=r"redis\+cluster://"):
        await Store.connect(f"redis://127.0.0.1:{cluster_port}")


async def test_sentinel_finds_the_master(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port, sentinel_port = free_port(), free_port()
    config = tmp_path / "sentinel.conf"
    config.write_text(
        f"port {sentinel_port}\nbind 127.0.0.1\nsentinel monitor table 127.0.0.1 {port} 1\n"
    )
    with (
        run_server(tmp_path, "--port", str(port)),
        run_program(tmp_path, str(config), "--sentinel"),
        redis.Redis(port=port) as master,
        redis.Redis(port=sentinel_port) as sentinel,
    ):
        wait_for(master)
        wait_for(sentinel)
        await check(f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{sentinel_port}/table")
        with pytest.raises(OperatorError, match=r"redis\+sentinel://"):
            await Store.connect(f"redis://127.0.0.1:{sentinel_port}")
        monkeypatch.setattr(redis_client, "CALL_SECONDS", 0.5)
        with pytest.raises(StoreUnavailableError):
            await Store.connect(f"redis+sentinel://127.0.0.1:{sentinel_port}/chair")


async def test_games_of_all_buckets_live_on_three_nodes(
    tmp_path: Path,
) -> None:
    ports = [free_port() for _ in range(3)]
    with contextlib.ExitStack() as running:
        clients = []
        for number, port in enumerate(ports):
            folder = tmp_path / str(number)
            folder.mkdir()
            running.enter_context(run_server(folder, *cluster_options(port)))
            clients.append(running.enter_context(redis.Redis(port=port)))
        form_cluster(clients)
        store = await Store.connect(f"redis+cluster://127.0.0.1:{ports[0]}")
        channels = [bucket << 22 for bucket in range(BUCKETS)]

        for channel in channels:
            await store.commit(Commit(channel, "Ann", 0, "{}", 1000))
        leases = await store.claim_due(1000, 500, 1000)
        found = [game async for game in store.search.games_with("{}")]

        assert len(found) == len(channels)
        assert sorted(lease.channel_id for lease in leases) == channels
        assert all(client.dbsize() for client in clients)
        await store.close()


def form_cluster(clients: list[redis.Redis]) -> None:
    slots = [0, 5461, 10923, 16384]
    for client, (first, after) in zip(clients, itertools.pairwise(slots), strict=True):
        wait_for(client)
        client.cluster("ADDSLOTSRANGE", first, after - 1)
    for other in clients[1:]:
        settings = other.connection_pool.connection_kwargs
        bus = other.config_get("cluster-port")["cluster-port"]
        clients[0].cluster("MEET", "127.0.0.1", settings["port"], bus)
    for client in clients:
        wait_for_cluster(client)
