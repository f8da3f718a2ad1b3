"""A proxy before a Valkey server that loses what a test tells it to."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import ssl
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path


class Loss(enum.Enum):
    NONE = enum.auto()
    REQUEST = enum.auto()
    """The connection ends before the server gets the script."""
    ANSWER = enum.auto()
    """The script runs, and the connection ends with the answer on its way."""
    SILENCE = enum.auto()
    """The script runs, and the answer never comes; the connection stays open."""


class LossyProxy:
    """Passes everything on but scripts; what becomes of those is ``losses``, in turn."""

    def __init__(self, server: Path) -> None:
        self.losses: deque[Loss] = deque()
        """One for each script to come; none for those after."""
        self.always = Loss.NONE
        """What becomes of scripts when ``losses`` is used up."""
        self.delay_seconds = 0.0
        """How long every answer takes."""
        self.server = server

    @contextlib.asynccontextmanager
    async def listen(self, path: Path) -> AsyncIterator[None]:
        listener = await asyncio.start_unix_server(self._serve, path)
        try:
            yield
        finally:
            listener.close()

    @contextlib.asynccontextmanager
    async def listen_on_tcp(self, tls: ssl.SSLContext) -> AsyncIterator[int]:
        """Listen on a port of this machine, which is what you get."""
        listener = await asyncio.start_server(self._serve, "127.0.0.1", ssl=tls)
        try:
            yield listener.sockets[0].getsockname()[1]
        finally:
            listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_unix_connection(self.server)
        passing = _Passing(self)
        ways = [
            asyncio.create_task(passing.pass_requests(reader, requests)),
            asyncio.create_task(passing.pass_answers(answers, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            requests.close()
            writer.close()


class _Passing:
    """One connection. Each way ends when the connection is to be lost."""

    def __init__(self, proxy: LossyProxy) -> None:
        self._proxy = proxy
        self._losing = Loss.NONE

    async def pass_requests(
        self, client: asyncio.StreamReader, server: asyncio.StreamWriter
    ) -> None:
        losses = self._proxy.losses
        while request := await client.read(1 << 16):
            if b"EVAL" in request:
                self._losing = losses.popleft() if losses else self._proxy.always
            if self._losing is Loss.REQUEST:
                return
            server.write(request)

    async def pass_answers(
        self, server: asyncio.StreamReader, client: asyncio.StreamWriter
    ) -> None:
        while answer := await server.read(1 << 16):
            if answer.startswith(b"-NOSCRIPT"):
                # Nothing ran yet: the loss is for the script's text, which comes next.
                self._proxy.losses.appendleft(self._losing)
                self._losing = Loss.NONE
            if self._losing is Loss.ANSWER:
                return
            if self._losing is Loss.NONE:
                await asyncio.sleep(self._proxy.delay_seconds)
                client.write(answer)
