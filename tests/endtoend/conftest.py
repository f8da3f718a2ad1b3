from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
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
