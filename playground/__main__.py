"""The playground: a small Discord with its page, and the real bot in it. No account is needed.

    python -m playground [--port 8333] [--no-browser] [--data-dir DIR] [--smoke SECONDS]

SIGINT or SIGTERM ends all of it. Where the environment variable ``DISCORD_OPENAPI`` names a copy of
Discord's OpenAPI spec, every request of the bot is judged by it too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import os
import signal
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playground.bot_process import BotProcess
from playground.standin import StandIn

if TYPE_CHECKING:
    from collections.abc import Sequence

PORT: Final = 8333
LAST_PORT: Final = 65_535

CANNOT_START: Final = 2
NOT_READY: Final = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the playground until it is told to end; give the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return asyncio.run(_play(options))
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m playground", description="Play with the bot in a small Discord of your own."
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"where to listen (default {PORT})"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=Path("data/playground"),
        help="where the bot keeps its games (default data/playground)",
    )
    parser.add_argument(
        "--smoke",
        type=float,
        metavar="SECONDS",
        help="end as soon as the bot is there; fail where it is not within SECONDS",
    )
    return parser


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= LAST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to {LAST_PORT}")


async def _play(options: argparse.Namespace) -> int:
    told_to_end = _listen_to_signals()
    spec = os.environ.get("DISCORD_OPENAPI")
    standin = StandIn(openapi=Path(spec) if spec else None)
    try:
        await standin.start(options.port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        other = options.port + 1 if options.port < LAST_PORT else PORT
        _say(
            f"Port {options.port} is taken: is another playground running? "
            f'Choose another one: make play ARGS="--port {other}"'
        )
        return CANNOT_START
    bot = BotProcess(standin.api_url, standin.token, options.data_dir.absolute(), _say)
    running = asyncio.create_task(bot.keep_running())
    try:
        _say(f"The playground is at {standin.base_url} (Ctrl-C ends it)")
        if not options.no_browser and options.smoke is None and _has_display():
            await asyncio.to_thread(webbrowser.open, standin.base_url)
        if options.smoke is not None:
            return await _smoke(standin, options.smoke)
        await told_to_end.wait()
        return 0
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await standin.stop()


def _listen_to_signals() -> asyncio.Event:
    """Give an event that is set by the first signal to end."""
    told = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(NotImplementedError, AttributeError):
            # Windows has neither: there, asyncio.run cancels us instead.
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), told.set)
    return told


async def _smoke(standin: StandIn, seconds: float) -> int:
    try:
        async with asyncio.timeout(seconds):
            await standin.bot_ready()
    except TimeoutError:
        _say(f"The bot was not there within {seconds:g} s.")
        return NOT_READY
    _say("The bot is there.")
    return 0


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
