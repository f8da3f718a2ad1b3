"""Threads for games: one for each offer, and none that stays empty."""

from __future__ import annotations

import asyncio

import pytest

from cogs import lobby
from qwirkle_bot.errors import StoreUnavailableError
from qwirkle_bot.saved import SavedGame
from tests.kit.bot import Scene


async def test_an_offered_thread_is_opened_once_however_often_it_is_tapped(scene: Scene) -> None:
    ann, bo = scene.people(2)
    await ann.slash("start")
    offer = (await bo.slash("start")).message
    label = "Play in a new thread"

    taps = await asyncio.gather(bo.click(offer, label), bo.click(offer, label))

    threads = [c for c in scene.standin.world.channels.values() if c.is_thread]
    assert len(threads) == 1
    assert sum("A thread was opened already" in tap.text for tap in taps) == 1
    await scene.standin.until(lambda: bool(bo.sees(threads[0])))
    assert "At the table: Bo" in bo.sees(threads[0])[-1].text


async def test_a_thread_whose_game_could_not_be_stored_is_put_away(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: object, **__: object) -> SavedGame:
        raise StoreUnavailableError("the store is gone")

    [ann] = scene.people(1)
    monkeypatch.setattr(lobby, "change", gone)

    reply = await ann.slash("start", thread=True)

    [thread] = [c for c in scene.standin.world.channels.values() if c.is_thread]
    assert thread.archived
    await scene.standin.until(lambda: bool(reply.messages))  # After the promise was taken back.
    assert reply.ephemeral
    assert "Nothing was changed" in reply.text
