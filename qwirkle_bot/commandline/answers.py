"""How the command line answers: a JSON line each, sent at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from qwirkle_bot.errors import MoveError, RecordError
from qwirkle_bot.words.refusals import refusal_sentence


def answer(fields: Mapping[str, object]) -> None:
    """Write one JSON line, in ASCII so that every terminal and pipe can carry it."""
    say(json.dumps(fields))


def say(line: str) -> None:
    """Write one line and flush it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def complain(sentence: str) -> None:
    """Write one line for people to standard error."""
    sys.stderr.write(f"qwirkle_bot: {sentence}\n")


def explain(error: RecordError) -> str:
    """What is wrong with a record, in a sentence; cells bear the names that players type."""
    cause = error.__cause__
    return refusal_sentence(cause) if isinstance(cause, MoveError) else str(error)
