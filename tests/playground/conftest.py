from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.standin import StandIn
from tests.kit.discord import running
from tests.playground.raw import Raw
from tests.playground.sample_bot import SampleBot


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def standin(clock: Clock) -> AsyncIterator[StandIn]:
    spec = os.environ.get("DISCORD_OPENAPI")
    standin = StandIn(openapi=Path(spec) if spec else None, clock=clock)
    await standin.start()
    yield standin
    await standin.stop()
    assert standin.slips == []


@pytest.fixture
async def bot(standin: StandIn) -> AsyncIterator[SampleBot]:
    bot = SampleBot()
    async with running(bot, standin):
        yield bot


@pytest.fixture
async def raw(standin: StandIn) -> AsyncIterator[Raw]:
    async with Raw(standin) as raw:
        yield raw
