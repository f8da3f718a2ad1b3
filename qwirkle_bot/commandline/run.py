"""Reading the arguments and doing what they ask.

The one entry point is :func:`run`. Exit statuses: 0 when all is good, 1 when something was not, 2
when the arguments cannot be understood, 130 after an interrupt.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

from qwirkle_bot.commandline.answers import complain
from qwirkle_bot.commandline.moves import list_moves
from qwirkle_bot.commandline.verify import verify

GOOD: Final = 0
NOT_GOOD: Final = 1
INTERRUPTED: Final = 130
"""128 and the number of SIGINT, as shells have it."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask and answer with the exit status.

    Raises:
        SystemExit: with status 2 for arguments that cannot be understood, 0 for ``--help``.
    """
    if sys.stdout is None or sys.stderr is None:
        return NOT_GOOD
    chosen = _parser().parse_args(arguments)
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
    return list_moves(chosen.file, brief=chosen.brief)


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
    return parser


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the exit does not fail on it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
