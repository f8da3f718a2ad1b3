"""A real browser for tests of the playground's page.

The one entry point is :func:`browser`. There is one way to have no browser tests: to have no
Chromium. They are skipped then, and say so; where ``QWIRKLE_NEEDS_BROWSER=1`` is set they fail
instead, so that a CI run cannot lose them unnoticed.
"""

from __future__ import annotations

import os
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import pytest
from playwright.async_api import async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, Page

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_IT: Final = (
    "no Chromium was found; install one (on Debian or Ubuntu: apt-get install chromium) to run "
    "the browser tests"
)

# A browser in a test has nothing to look up: whatever it asks of the net is refused or is noise.
FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS: Final = 10_000
"""How long an expectation may take on a busy machine before the test fails."""


def chromium() -> str:
    """Give the path of the system's Chromium; skip the test, or fail it, where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        if os.environ.get("QWIRKLE_NEEDS_BROWSER") == "1":
            pytest.fail(HOW_TO_GET_IT)
        pytest.skip(HOW_TO_GET_IT)
    return found


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a headless Chromium and end it afterwards."""
    path = chromium()
    expect.set_options(timeout=PATIENCE_MS)
    # Chromium's own sandbox does not start for root, which is who runs tests in a container.
    sandbox = () if os.geteuid() else ("--no-sandbox",)
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=path, args=[*FLAGS, *sandbox])
        try:
            yield started
        finally:
            await started.close()


@asynccontextmanager
async def page_at(
    started: Browser, url: str, *, width: int = 1280, height: int = 860
) -> AsyncIterator[Page]:
    """Open the playground's page in a window of its own, and wait until it has its seats.

    An error in the page's scripts fails the test when the page is closed, and so does a request
    that leaves this machine.
    """
    context = await started.new_context(
        viewport={"width": width, "height": height}, locale="en-US", timezone_id="UTC"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.extend(_abroad(request.url, url)))
    try:
        await page.goto(url)
        await page.locator("[data-seat]").first.wait_for()
        yield page
    finally:
        await context.close()
    assert not faults


def _abroad(requested: str, home: str) -> list[str]:
    near = requested.startswith((home, "data:", "blob:"))
    return [] if near else [f"a request to {requested}"]
