"""Health and numbers over HTTP, for whoever watches the bot: `/healthz`, `/readyz`, `/metrics`.

`/healthz` answers while the event loop runs; `/readyz` while Discord and the store answer too. No
number tells anything of a game or a person.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from aiohttp import web

from qwirkle_bot.errors import OperatorError, StoreError

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

METRICS_TYPE: Final = "text/plain; version=0.0.4"
"""Prometheus's text format."""


class Health:
    """One small server; it runs from :meth:`start` to :meth:`stop`."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None)

    async def start(self, host: str, port: int) -> None:
        """Listen.

        Raises:
            OperatorError: the address cannot be had.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            raise OperatorError(f"QWIRKLE_HTTP: cannot listen on {host}:{port}: {error}") from error

    async def stop(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        port: int = self._runner.addresses[0][1]
        return port

    async def _healthz(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        faults = await self._faults()
        return web.Response(text=f"{', '.join(faults) or 'ok'}\n", status=503 if faults else 200)

    async def _metrics(self, _: web.Request) -> web.Response:
        latency = self.client.latency
        numbers = {
            "qwirkle_ready": ("gauge", int(not await self._faults())),
            "qwirkle_gateway_latency_seconds": ("gauge", latency if math.isfinite(latency) else -1),
            "qwirkle_guilds": ("gauge", len(self.client.guilds)),
            "qwirkle_interactions_total": ("counter", self.client.interactions_seen),
            "qwirkle_interactions_running": ("gauge", self.client.interactions_running),
        }
        lines = [
            f"# TYPE {name} {kind}\n{name} {value}\n" for name, (kind, value) in numbers.items()
        ]
        return web.Response(text="".join(lines), headers={"Content-Type": METRICS_TYPE})

    async def _faults(self) -> list[str]:
        faults = [] if self.client.is_ready() else ["not connected to Discord"]
        try:
            await self.client.store.ping()
        except StoreError:
            faults.append("the store does not answer")
        return faults
