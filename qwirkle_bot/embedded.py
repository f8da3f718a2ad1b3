"""The store that comes along: a real Valkey server, run as a child of the bot.

The one entry point is :func:`start_embedded`.

Bots may share a data directory. Whoever holds its lock runs the server, the others use that one,
and when it is gone, the first to get the lock starts it anew. The server inherits the lock, so that
no second one starts while it lives, whatever became of its bot: two servers on one directory lose
games without a word.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

from qwirkle_bot.errors import OperatorError
from qwirkle_bot.valkey_server import NO_SERVER, SOCKET_NAME, ServerProcess, find_server

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

_LOCK_NAME: Final = "lock"
_START_SECONDS: Final = 60
"""How long a server may take to read its file."""
_STOP_SECONDS: Final = 10
_LOOK_SECONDS: Final = 0.01
_FIRST_PAUSE_SECONDS: Final = 0.1
_LONGEST_PAUSE_SECONDS: Final = 10
_SETTLED_SECONDS: Final = 60
"""A server that ran for this long is not in a circle of starting and dying."""
_SOCKET_BYTES: Final = 100
"""The longest path of a socket: 107 on Linux, 103 on macOS, less a margin."""


async def start_embedded(data_dir: Path) -> Embedded:
    """Start the server on its directory, or join the one that runs there.

    Raises:
        OperatorError: there is no server for this system, the directory cannot be written, its disk
            is full, or its files are damaged.
    """
    if sys.platform == "win32":
        raise OperatorError(NO_SERVER)
    embedded = Embedded(_prepare(data_dir), find_server())
    await embedded.start()
    return embedded


def _prepare(data_dir: Path) -> Path:
    folder = data_dir.absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / _LOCK_NAME).touch(mode=0o600)
    except OSError as error:
        raise OperatorError(
            f"The data directory {folder} cannot be written: {error.strerror}. "
            "Set QWIRKLE_DATA_DIR to one that can, or REDIS_URL to a server."
        ) from error
    return folder


class _Line:
    """A connection that is only held: its end is the server's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def answers(self) -> bool:
        """Whether the server takes commands; while it reads its file, it answers otherwise."""
        self._writer.write(b"PING\r\n")
        return await self._reader.readline() == b"+PONG\r\n"

    async def ended(self) -> None:
        with contextlib.suppress(ConnectionError):
            await self._reader.read()

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


class Embedded:
    """The server on a data directory, ours or another bot's. Made by :func:`start_embedded`."""

    def __init__(self, folder: Path, program: str) -> None:
        self._folder = folder
        self._program = program
        self._lock: int | None = None
        self._process: ServerProcess | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._alias: tempfile.TemporaryDirectory[str] | None = None
        self._socket = folder / SOCKET_NAME
        if len(os.fsencode(self._socket)) > _SOCKET_BYTES:
            self._alias = tempfile.TemporaryDirectory(prefix="qwirkle-")
            shorter = Path(self._alias.name, "data")
            shorter.symlink_to(folder)
            self._socket = shorter / SOCKET_NAME

    @property
    def url(self) -> str:
        """The address for ``Store.connect``. It outlives the server's restarts."""
        return f"unix://{quote(str(self._socket))}"

    async def start(self) -> None:
        """Return once the server answers; it is kept running from then on."""
        try:
            line = await self._find_or_start()
        except BaseException:
            await self.stop()
            raise
        self._keeper = asyncio.create_task(self._keep(line), name="embedded store")

    async def stop(self) -> None:
        """End the server if it is ours. Another bot on the directory starts it anew."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._process is not None:
            self._process.ask_to_end()
            if not await self._process.ended_within(_STOP_SECONDS):
                self._process.kill()
                await self._process.ended_within(_STOP_SECONDS)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._alias is not None:
            self._alias.cleanup()

    async def _keep(self, line: _Line) -> None:
        """See to it that a server runs, for ever."""
        clock = asyncio.get_running_loop().time
        pause = 0.0
        while True:
            began = clock()
            try:
                await line.ended()
            finally:
                await line.close()
            if clock() - began > _SETTLED_SECONDS:
                pause = 0.0
            await self._bury()
            while True:
                await asyncio.sleep(pause)
                pause = min(max(2 * pause, _FIRST_PAUSE_SECONDS), _LONGEST_PAUSE_SECONDS)
                try:
                    line = await self._find_or_start()
                except (OperatorError, OSError) as error:
                    log.error("The store does not start: %s", error)  # noqa: TRY400 - the operator's to mend
                else:
                    log.warning("The store runs again.")
                    break

    async def _bury(self) -> None:
        if self._process is None:
            log.warning("The store was another bot's, which is gone.")
        elif await self._process.ended_within(_STOP_SECONDS):
            log.error(self._process.last_words())
            self._process = None

    async def _find_or_start(self) -> _Line:
        """A line to a server that answers."""
        try:
            async with asyncio.timeout(_START_SECONDS):
                while True:
                    if self._process is None and (lock := self._take_lock()) is not None:
                        self._process = ServerProcess(self._program, self._folder, lock)
                    line = await self._reach()
                    if line is not None:
                        return line
                    if self._process is not None and self._process.ended:
                        words = self._process.last_words()
                        self._process = None
                        raise OperatorError(words)
                    await asyncio.sleep(_LOOK_SECONDS)
        except TimeoutError:
            raise OperatorError(
                f"The store in {self._folder} does not answer. If no bot runs there, end the "
                f"process that holds {self._folder / _LOCK_NAME}."
            ) from None

    def _take_lock(self) -> int | None:
        """The lock's file descriptor, or ``None`` while another bot or its server has the lock."""
        if self._lock is None:
            lock = os.open(self._folder / _LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
            else:
                self._lock = lock
        return self._lock

    async def _reach(self) -> _Line | None:
        try:
            line = _Line(*await asyncio.open_unix_connection(str(self._socket)))
        except OSError:
            return None
        answers = False
        try:
            answers = await line.answers()
        except ConnectionError:
            pass
        finally:
            if not answers:
                await line.close()
        return line if answers else None
