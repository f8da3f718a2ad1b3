"""What the bot answers over HTTP about itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from cogs._client import QwirkleClient
from cogs.health import Health
from qwirkle_bot.embedded import start_embedded
from qwirkle_bot.errors import OperatorError
from qwirkle_bot.store import Store
from tests.kit.bot import Scene


async def ask(health: Health, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{health.port}{path}") as response,
    ):
        return response.status, await response.text()


@asynccontextmanager
async def health_of(bot: QwirkleClient) -> AsyncIterator[Health]:
    await bot.wait_until_ready()
    health = Health(bot)
    await health.start("127.0.0.1", 0)
    try:
        yield health
    finally:
        await health.stop()


async def test_ready_bot_says_so_and_counts_what_it_answered(scene: Scene) -> None:
    async with health_of(scene.bots[0]) as health:
        await scene.people()[0].slash("qwirkle rules")

        assert await ask(health, "/healthz") == (200, "ok\n")
        assert await ask(health, "/readyz") == (200, "ok\n")
        status, numbers = await ask(health, "/metrics")
        assert status == 200
        assert "qwirkle_ready 1\n" in numbers
        assert "qwirkle_interactions_total 1\n" in numbers


@pytest.mark.usefixtures("impatient")
async def test_bot_without_its_store_is_alive_but_not_ready(scene: Scene, tmp_path: Path) -> None:
    embedded = await start_embedded(tmp_path)
    lost = await Store.connect(embedded.url)
    await embedded.stop()
    bot = scene.bots[0]
    bot.store = lost
    try:
        async with health_of(bot) as health:
            assert await ask(health, "/healthz") == (200, "ok\n")
            assert await ask(health, "/readyz") == (503, "the store does not answer\n")
        assert all("The store" in line for line in scene.log.errors)
        scene.log.records.clear()
    finally:
        bot.store = scene.store
        await lost.close()


async def test_address_that_is_taken_is_told_to_the_operator(scene: Scene) -> None:
    async with health_of(scene.bots[0]) as health:
        with pytest.raises(OperatorError, match=r"QWIRKLE_HTTP: cannot listen on 127\.0\.0\.1"):
            await Health(scene.bots[0]).start("127.0.0.1", health.port)
