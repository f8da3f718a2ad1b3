"""Reading the arguments and doing what they ask.

The one entry point is :func:`run`. Exit statuses: 0 when all is good, 1 when something was not, 2
when the arguments cannot be understood, 130 after an interrupt.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final

from qwirkle_bot.commandline.answers import complain
from qwirkle_bot.commandline.moves import list_moves
from qwirkle_bot.commandline.replay import replay
from qwirkle_bot.commandline.selfplay import selfplay
from qwirkle_bot.commandline.verify import verify
from qwirkle_bot.engine.game import SEAT_RANGE
from qwirkle_bot.robots.level import Level

GOOD: Final = 0
NOT_GOOD: Final = 1
MOST_DIGITS: Final = 9
INTERRUPTED: Final = 130
"""128 and the number of SIGINT, as shells have it."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask and answer with the exit status.

    Raises:
        SystemExit: with status 2 for arguments that cannot be understood, 0 for ``--help``.
    """
    if sys.stdout is None or sys.stderr is None:
        return NOT_GOOD
    chosen = _parse(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        good = _do(chosen)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _drop_output()
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return NOT_GOOD
    except OSError as error:
        _drop_output()
        complain(f"the answers cannot be written: {error.strerror or error}")
        return NOT_GOOD
    return GOOD if good else NOT_GOOD


def _do(chosen: Namespace) -> bool:
    if chosen.command == "verify":
        return verify(chosen.files)
    if chosen.command == "moves":
        return list_moves(chosen.file, brief=chosen.brief)
    if chosen.command == "replay":
        return replay(chosen.file)
    return selfplay(chosen.games, chosen.players, chosen.seed)


def _parse(arguments: Sequence[str]) -> Namespace:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.command == "selfplay":
        chosen.players = chosen.players or [Level.MEDIUM] * chosen.seats
        if len(chosen.players) != chosen.seats:
            parser.error(f"--players must name {chosen.seats} players, one for each seat")
    return chosen


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m qwirkle_bot", description="Qwirkle without Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    checking = commands.add_parser("verify", help="check game records, move by move")
    checking.add_argument(
        "files", nargs="+", metavar="FILE", help="one record, or one a line; - for standard input"
    )
    listing = commands.add_parser("moves", help="list every legal placement of positions")
    listing.add_argument(
        "file", metavar="FILE", help="one position, or one a line; - for standard input"
    )
    listing.add_argument("--brief", action="store_true", help="count and points only")

    replaying = commands.add_parser("replay", help="show the board after each move of a record")
    replaying.add_argument("file", metavar="FILE", help="a record; - for standard input")

    playing = commands.add_parser("selfplay", help="let robots play against each other")
    playing.add_argument("--games", type=_above_zero, default=10, metavar="N", help="default: 10")
    playing.add_argument("--seats", type=int, choices=SEAT_RANGE, default=2, help="default: 2")
    playing.add_argument(
        "--players",
        type=_levels,
        metavar="LEVEL,LEVEL",
        help=f"a level for each seat: {', '.join(Level)}; default: all medium",
    )
    playing.add_argument("--seed", default="", metavar="S", help="any text; names the games")
    return parser


def _above_zero(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text)):
        raise ArgumentTypeError("must be a number above 0")
    return int(text)


def _levels(text: str) -> list[Level]:
    try:
        return [Level(word.strip().lower()) for word in text.split(",")]
    except ValueError:
        raise ArgumentTypeError(f"must be {', '.join(Level)}, divided by commas") from None


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the exit does not fail on it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
