"""One browser and window for a module, a stand-in and a visit to its page for each test.

All of them live in the module's event loop: starting a browser anew for each test takes longer than
most of the tests.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest_asyncio
from playwright.async_api import Browser, Page

from playground.standin import StandIn
from tests.kit.browser import browser, visiting, window
from tests.kit.discord import running
from tests.playground.sample_bot import SampleBot


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with browser() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def standin(clock: Callable[[], float]) -> AsyncIterator[StandIn]:
    standin = StandIn(clock=clock)
    await standin.start()
    yield standin
    await standin.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def bot(standin: StandIn) -> AsyncIterator[SampleBot]:
    bot = SampleBot()
    async with running(bot, standin):
        yield bot


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_window(chromium: Browser) -> AsyncIterator[Page]:
    async with window(chromium) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="module")
async def page(shared_window: Page, standin: StandIn) -> AsyncIterator[Page]:
    """The page of the stand-in. Each has an address of its own, and so the page no memory."""
    await shared_window.mouse.move(0, 0)
    async with visiting(shared_window, standin.base_url):
        yield shared_window
    await shared_window.emulate_media(color_scheme="null")
