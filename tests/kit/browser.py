"""A real browser for tests of the playground's page.

The entry points are :func:`browser` and :func:`page_at`. There is one way to have no browser tests:
to have no Chromium. They are skipped then, and say so; where ``QWIRKLE_NEEDS_BROWSER=1`` is set
they fail instead, so that a CI run cannot lose them unnoticed.
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

    from playwright.async_api import Browser, Error, Page, Request

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
async def window(started: Browser, *, width: int = 1280, height: int = 860) -> AsyncIterator[Page]:
    """Open a window of its own, with nothing in it yet."""
    context = await started.new_context(
        viewport={"width": width, "height": height}, locale="en-US", timezone_id="UTC"
    )
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield await context.new_page()
    finally:
        await context.close()


@asynccontextmanager
async def visiting(page: Page, url: str) -> AsyncIterator[None]:
    """Show the playground's page in a window, and wait until it has its seats.

    An error in the page's scripts fails the test at the end of the visit, and so does a request
    that leaves this machine.
    """
    faults: list[str] = []

    def note_error(error: Error) -> None:
        faults.append(str(error))

    def note_request(request: Request) -> None:
        faults.extend(_abroad(request.url, url))

    page.on("pageerror", note_error)
    page.on("request", note_request)
    try:
        await page.goto(url)
        await page.locator("[data-seat]").first.wait_for()
        yield
        await page.goto("about:blank")
    finally:
        page.remove_listener("pageerror", note_error)
        page.remove_listener("request", note_request)
    assert not faults


@asynccontextmanager
async def page_at(
    started: Browser, url: str, *, width: int = 1280, height: int = 860
) -> AsyncIterator[Page]:
    """Visit the playground's page in a window of its own."""
    async with window(started, width=width, height=height) as page, visiting(page, url):
        yield page


def _abroad(requested: str, home: str) -> list[str]:
    near = requested.startswith((home, "about:", "data:", "blob:"))
    return [] if near else [f"a request to {requested}"]
