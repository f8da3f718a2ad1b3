"""The whole stand-in on one loopback port: REST, gateway, files and the page.

The one entry point is :class:`StandIn`.

    standin = StandIn()
    await standin.start()
    ...  # a bot with DISCORD_API_URL=standin.api_url and the token "playground"
    await standin.bot_ready()
    reply = await standin.person("Ann").slash("start")
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from aiohttp import web

from playground import rest_application, rest_channels, rest_interactions, rest_messages
from playground.gateway import Gateway
from playground.interactions import Interactions
from playground.page_socket import PageSocket
from playground.person import Person
from playground.rest import Rest
from playground.world import World

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playground.openapi import OpenApi
    from playground.things import Channel

TOKEN: Final = "playground"  # noqa: S105 - not a secret, and worth nothing elsewhere
HOST: Final = "127.0.0.1"
PATIENCE_SECONDS: Final = 20
BODY_BYTES: Final = 64 * 1024 * 1024
"""More than ten files of the largest size: the refusal is Discord's own, not the server's."""

ROUTES: Final = (
    *rest_messages.ROUTES,
    *rest_channels.ROUTES,
    *rest_interactions.ROUTES,
    *rest_application.ROUTES,
)


class StandIn:
    """A Discord of its own on a loopback port."""

    def __init__(
        self, *, openapi: Path | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.token = TOKEN
        self.world = World(clock)
        self.gateway = Gateway(self.world, TOKEN)
        self.interactions = Interactions(self.world, self.gateway.deliver)
        judge = None if openapi is None else _load(openapi)
        self._rest = Rest(self.world, self.gateway, self.interactions, TOKEN, judge, ROUTES)
        self.faults = self._rest.faults
        """Failures to come: the first that fits a request is used. Change the list in place."""
        self.requests: Final = self._rest.requests
        """Every REST request so far."""
        self.slips: Final = self._rest.slips
        """Where the stand-in answered unlike Discord's spec; empty where none was given."""
        self._page = PageSocket(self.world, self.gateway, self.interactions)
        self._stirred = self._rest.served
        self.world.listeners.append(lambda _: self._stirred.set())
        self._runner: web.AppRunner | None = None

    @property
    def base_url(self) -> str:
        """Where the page is, such as ``http://127.0.0.1:8333``. Empty before the start."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """What the bot takes as ``DISCORD_API_URL``."""
        return f"{self.base_url}/api/v10"

    async def start(self, port: int = 0) -> None:
        """Listen; port 0 takes a free one.

        Raises:
            OSError: where the port is taken.
        """
        app = web.Application(client_max_size=BODY_BYTES)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest.serve)
        self._page.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        try:
            site = web.TCPSite(self._runner, HOST, port)
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.world.base_url = f"http://{HOST}:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Close every socket and stop listening."""
        await self._page.close()
        await self.gateway.drop_all()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def person(self, name: str) -> Person:
        """Give Ann, Bo, Cy or Di.

        Raises:
            KeyError: there is nobody of that name.
        """
        for user in self.world.users.values():
            if user.name == name and not user.bot:
                return Person(self.world, self.interactions, user, self.channel())
        raise KeyError(name)

    def channel(self, name: str = "general") -> Channel:
        """Give a channel or a thread of the server by its name.

        Raises:
            KeyError: there is none of that name.
        """
        for channel in self.world.channels.values():
            if channel.name == name and channel.recipient_id is None:
                return channel
        raise KeyError(name)

    async def bot_ready(self) -> None:
        """Wait until a bot is connected and its commands are registered.

        Raises:
            TimeoutError: after 20 s.
        """
        await self.until(lambda: self.gateway.online and bool(self.world.all_commands()))

    async def bot_gone(self) -> None:
        """Wait until no bot is connected, as before a restart.

        Raises:
            TimeoutError: after 20 s.
        """
        await self.until(lambda: not self.gateway.online)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true of the world, the requests or the bot's connection.

        Raises:
            TimeoutError: after 20 s.
        """
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                self._stirred.clear()
                await self._stirred.wait()


def _load(path: Path) -> OpenApi:
    from playground.openapi import OpenApi  # noqa: PLC0415 - needs packages for development only

    return OpenApi.load(path)
