"""Real Valkey servers: the one that the embedded store runs, with what a test needs of it.

``store`` is what most tests want: empty, on a server that all tests of a session share.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import redis

from qwirkle_bot import redis_client
from qwirkle_bot.store import Store
from qwirkle_bot.valkey_server import ending_with_parent, find_server

START_SECONDS = 20

ALONE = "alone"
CLUSTER = "cluster"
on_each_kind = pytest.mark.parametrize("store_url", [ALONE, CLUSTER], indirect=True)
"""Marks what must hold on a server alone and on a cluster."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextlib.contextmanager
def run_program(folder: Path, *arguments: str) -> Iterator[None]:
    """Run the server's program in a folder for as long as the context lasts."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            ending_with_parent(find_server(), *arguments), cwd=folder, stdout=log, stderr=log
        )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def run_server(folder: Path, *options: str) -> contextlib.AbstractContextManager[None]:
    """Run a server that keeps nothing on disk for as long as the context lasts."""
    return run_program(folder, "--save", "", "--bind", "127.0.0.1", *options)


def cluster_options(port: int) -> tuple[str, ...]:
    bus = str(free_port())
    return ("--port", str(port), "--cluster-enabled", "yes", "--cluster-port", bus)


def wait_for(client: redis.Redis) -> None:
    """Return once a server answers."""
    _wait_until(client, lambda: bool(client.ping()))


def wait_for_cluster(client: redis.Redis) -> None:
    """Return once a node of a cluster says that all slots are served."""
    _wait_until(client, lambda: client.cluster("INFO")["cluster_state"] == "ok")


def _wait_until(client: redis.Redis, done: Callable[[], bool]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(redis.ConnectionError):
            if done():
                return
        time.sleep(0.01)
    raise TimeoutError(f"{client} is not ready after {START_SECONDS} seconds.")


@pytest.fixture(scope="session")
def _session_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    folder = tmp_path_factory.mktemp("valkey")
    path = str(folder / "s")
    with (
        run_server(folder, "--port", "0", "--unixsocket", path),
        redis.Redis(unix_socket_path=path) as client,
    ):
        wait_for(client)
        yield client


@pytest.fixture(scope="session")
def _session_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    port = free_port()
    with (
        run_server(tmp_path_factory.mktemp("cluster"), *cluster_options(port)),
        redis.Redis(port=port) as client,
    ):
        wait_for(client)
        client.cluster("ADDSLOTSRANGE", 0, 16383)
        wait_for_cluster(client)
        yield client


@pytest.fixture
def valkey_socket(_session_server: redis.Redis) -> Path:
    """The socket of an empty server."""
    _session_server.flushall()
    return Path(_session_server.connection_pool.connection_kwargs["path"])


@pytest.fixture
def cluster_port(_session_cluster: redis.Redis) -> int:
    """The port of an empty cluster of one node."""
    _session_cluster.flushall()
    port: int = _session_cluster.connection_pool.connection_kwargs["port"]
    return port


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls may take long, as they do on a busy machine: a test is no player who waits."""
    monkeypatch.setattr(redis_client, "CALL_SECONDS", START_SECONDS)
    monkeypatch.setattr(redis_client, "_TRY_SECONDS", START_SECONDS)


@pytest.fixture
def impatient(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - goes before
    """Calls are given up soon, for a test that waits for just that."""
    monkeypatch.setattr(redis_client, "CALL_SECONDS", 0.8)
    monkeypatch.setattr(redis_client, "_TRY_SECONDS", 0.3)
    monkeypatch.setattr(redis_client, "_CONNECT_SECONDS", 0.2)


@pytest.fixture
def store_url(request: pytest.FixtureRequest, patient: None) -> str:  # noqa: ARG001 - for all who use it
    """The address of an empty store, on a server alone or as the test's parameter says."""
    if getattr(request, "param", ALONE) == CLUSTER:
        return f"redis+cluster://127.0.0.1:{request.getfixturevalue('cluster_port')}"
    return f"unix://{request.getfixturevalue('valkey_socket')}"


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await Store.connect(store_url)
    yield opened
    await opened.close()
