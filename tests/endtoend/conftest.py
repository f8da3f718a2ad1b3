from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
from tests.kit.faults import Server
from tests.kit.players import seeded


@pytest.fixture
async def scene(store: Store) -> AsyncIterator[Scene]:
    """The bot, its Discord and an empty store; the time is the test's to tell."""
    async with scene_on(store) as scene:
        yield scene


@pytest.fixture
async def long_scene(store: Store) -> AsyncIterator[Scene]:
    """The same for whole games of many turns, without Discord's spec."""
    async with scene_on(store, by_spec=False) as scene:
        yield scene


@pytest.fixture
def known_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is dealt from the same seed."""
    seeded(monkeypatch)


@pytest.fixture
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server of its own, which the test may stop."""
    server = Server(tmp_path_factory.mktemp("s"))
    server.start()
    yield server
    server.close()
