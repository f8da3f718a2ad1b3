"""The bot as a process with its embedded store, both of which can be killed.

The one entry point is :class:`Victim`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Final

from playground.standin import StandIn
from qwirkle_bot.errors import StoreError
from qwirkle_bot.store import Store

PROJECT: Final = Path(__file__).parent.parent
LOG_CHARACTERS: Final = 2_000
END_SECONDS: Final = 20
BACK_SECONDS: Final = 60
"""A store that was killed is back within this time."""


class Victim:
    """One bot at a time.

    Attributes:
        life: grows whenever the bot dies or is there again, so that one number tells whether it
            lived all the while.
        is_up: whether it takes interactions.
        calm: grows whenever the store dies or is back.
        store_is_up: whether the store is there as far as we know.
        started: when the present process was started, by the monotonic clock.
        logs: what each process wrote, a file each.
    """

    def __init__(self, standin: StandIn, folder: Path) -> None:
        self.life = 0
        self.is_up = False
        self.calm = 0
        self.store_is_up = False
        self.started = 0.0
        self.logs: list[Path] = []
        self._standin = standin
        self._folder = folder
        self._socket = folder / "data" / "valkey.sock"
        self._process: asyncio.subprocess.Process | None = None
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("REDIS_", "QWIRKLE_"))},
            "DISCORD_API_URL": standin.api_url,
            "DISCORD_TOKEN": standin.token,
            "QWIRKLE_DATA_DIR": str(folder / "data"),
            "QWIRKLE_COMMANDS_A_MINUTE": "0",  # Simulated people are in many games at once.
            "LOG_FORMAT": "json",
        }

    @property
    def store_url(self) -> str:
        """Where the games are, for whoever judges from outside."""
        return f"unix://{self._socket}"

    async def spawn(self) -> None:
        """Start the process; it is not there yet."""
        log_path = self._folder / f"log-{len(self.logs)}"
        self.logs.append(log_path)
        self.started = time.monotonic()
        with log_path.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "bot.py", cwd=PROJECT, env=self._environment, stderr=log, stdout=log
            )

    async def ready(self) -> None:
        """Return once it takes interactions.

        Raises:
            TimeoutError: it does not come.
        """
        await self._standin.bot_ready()
        self.life += 1
        self.is_up = True
        self.calm += 1
        self.store_is_up = True

    async def kill(self) -> None:
        """End it with SIGKILL, and return once it is gone."""
        self.life += 1
        self.is_up = False
        self.note_store_gone()
        await self._end(signal.SIGKILL)
        await self._standin.bot_gone()

    async def stop(self) -> int:
        """End it as an operator does; its exit status."""
        self.is_up = False
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)
        async with asyncio.timeout(END_SECONDS):
            return await self._process.wait()

    def last_words(self) -> str:
        """Whether the present process lives, and the end of its log."""
        status = None if self._process is None else self._process.returncode
        said = self.logs[-1].read_text(encoding="utf-8", errors="replace")
        return f"status {status}, and its log ends with\n{said[-LOG_CHARACTERS:]}"

    async def kill_store(self) -> None:
        """End the store with SIGKILL; the bot is to start it again."""
        process_id = await self.store_process()
        self.note_store_gone()
        os.kill(process_id, signal.SIGKILL)

    def note_store_gone(self) -> None:
        self.calm += 1
        self.store_is_up = False

    def note_store_back(self) -> None:
        self.calm += 1
        self.store_is_up = True

    async def store_process(self) -> int:
        """The process id of the store, as itself says.

        Raises:
            OSError: it does not answer.
        """
        async with asyncio.timeout(END_SECONDS):
            reader, writer = await asyncio.open_unix_connection(str(self._socket))
            try:
                writer.write(b"INFO server\r\n")
                text = b""
                while b"process_id:" not in text or not text.endswith(b"\r\n"):
                    part = await reader.read(4096)
                    if not part:
                        raise ConnectionResetError("the store ended")
                    text += part
            finally:
                writer.close()
        return int(text.partition(b"process_id:")[2].split()[0])


async def answers(store: Store) -> None:
    """Return once the store answers.

    Raises:
        TimeoutError: it does not within a minute.
    """
    async with asyncio.timeout(BACK_SECONDS):
        while True:
            with contextlib.suppress(StoreError):
                await store.ping()
                return
