"""The real discord.py, pointed at a stand-in, in the test's own event loop.

The entry points are :func:`pointed_at` and :func:`running`. Both undo what they do.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from playground.standin import StandIn


@contextmanager
def pointed_at(standin: StandIn) -> Iterator[None]:
    """Let discord.py take the stand-in for Discord."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = standin.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        standin.base_url.replace("http", "ws", 1) + "/gateway"
    )
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@asynccontextmanager
async def running(client: discord.Client, standin: StandIn) -> AsyncIterator[None]:
    """Run a client from login to close; it is ready for interactions inside."""
    with pointed_at(standin):
        await client.login(standin.token)
        connection = asyncio.create_task(client.connect())
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait({connection, ready}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
            assert client.is_ready()
            yield
        finally:
            ready.cancel()
            await client.close()
            await connection
