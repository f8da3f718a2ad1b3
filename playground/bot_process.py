"""The real bot as a child process, started again whenever it dies.

The one entry point is :class:`BotProcess`. The child gets a session of its own, so that a Ctrl-C in
the terminal reaches only the playground, which then ends the bot as an operator would: by SIGTERM.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT: Final = Path(__file__).parent.parent
BOT: Final = PROJECT / "bot.py"

OPERATORS_OWN: Final = ("DISCORD_", "REDIS_", "QWIRKLE_", "SHARD_")
"""How the names begin of settings that are for a real server and must not reach this bot."""

END_SECONDS: Final = 10
"""How long the bot may take to end after SIGTERM."""

FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 30.0
HEALTHY_SECONDS: Final = 60.0
"""A bot that lived this long is started again at once when it dies."""


class BotProcess:
    """One bot at a time, from :meth:`keep_running` to its cancellation."""

    def __init__(
        self, api_url: str, token: str, data_dir: Path, say: Callable[[str], None]
    ) -> None:
        # The bot reads the .env of the folder in which it runs, too; in this one there is none.
        self._folder = data_dir.absolute()
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(OPERATORS_OWN)
        }
        self._environment = inherited | {
            "DISCORD_TOKEN": token,
            "DISCORD_API_URL": api_url,
            "QWIRKLE_DATA_DIR": str(self._folder),
        }
        self._say = say

    async def keep_running(self) -> None:
        """Run the bot, again and again, until this is cancelled; then end it and wait for it."""
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE_SECONDS
        while True:
            started = loop.time()
            status = await self._run()
            if loop.time() - started > HEALTHY_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            self._say(f"The bot has ended ({_how(status)}). It starts again in {pause:g} s.")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _run(self) -> int:
        self._folder.mkdir(parents=True, exist_ok=True)
        process = await asyncio.create_subprocess_exec(
            sys.executable, BOT, cwd=self._folder, env=self._environment, start_new_session=True
        )
        try:
            return await process.wait()
        finally:
            if process.returncode is None:
                await self._end(process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        process.terminate()
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            self._say(f"The bot did not end within {END_SECONDS} s and is killed.")
            process.kill()
            await process.wait()


def _how(status: int) -> str:
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"
