"""``python -m playground`` as a person runs it: the real bot comes, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from playground.bot_process import PROJECT

SECONDS = 30
HAS_PROC = Path("/proc").is_dir()


async def test_an_interrupt_ends_all_of_it(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--port", "0", "--no-browser"),
        *("--data-dir", str(tmp_path)),
        cwd=PROJECT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            found = re.search(rb"http://127\.0\.0\.1:\d+", await process.stdout.readline())
            assert found is not None
            await _bot_online(found[0].decode())
            assert not HAS_PROC or _processes_with(found[0])
            process.send_signal(signal.SIGINT)
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()

    assert _processes_with(found[0]) == []


async def _bot_online(base_url: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{base_url}/page/socket") as socket,
    ):
        while True:
            frame = await socket.receive_json()
            if frame.get("bot_online") or frame.get("online"):
                return


def _processes_with(base_url: bytes) -> list[str]:
    """The processes that were started with the playground's address in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = entry.read_bytes()
        except OSError:
            continue
        if b"DISCORD_API_URL=" + base_url in environment:
            found.append(entry.parent.name)
    return found


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")
async def test_a_bot_that_is_there_passes_the_smoke_test(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--port", "0", "--smoke", str(SECONDS)),
        *("--data-dir", str(tmp_path)),
        cwd=PROJECT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    told, _ = await process.communicate()

    assert process.returncode == 0
    assert told.decode().endswith("The bot is there.\n")
