"""What else may have gone wrong: refused requests, and errors in the bot's own log.

The entry points are :func:`judge_requests` and :func:`judge_log`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from playground.rest import Request

ANSWERED_ALREADY: Final = 40060
"""Discord's code for what a second delivery of an interaction leads to."""

AFTER_A_KILL_SECONDS: Final = 30
STORE_LOGGERS: Final = frozenset({"qwirkle_bot.embedded", "qwirkle_bot.redis_client"})
"""Who tells the operator that the store is gone."""
ERRORS: Final = frozenset({"ERROR", "CRITICAL"})


def judge_requests(refused: Sequence[Request], redelivered: int) -> Iterator[str]:
    """What Discord refused, but for what our own second deliveries explain."""
    answered = [r for r in refused if r.error and r.error.get("code") == ANSWERED_ALREADY]
    if len(answered) > redelivered:
        yield f"{len(answered)} answers came twice, and {redelivered} interactions did."
    for request in refused:
        if request not in answered:
            yield f"Discord refused {request.method} {request.path}: {request.error}"


def judge_log(log: Path, kill_times: Sequence[float]) -> Iterator[str]:
    """Errors in a process's log that no kill explains. Its last line may be cut off."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            if line.endswith("\n"):
                yield f"{log.name}: {line.rstrip()}"
            continue
        if entry["level"] in ERRORS and not _is_explained(entry, kill_times):
            yield f"{log.name}: {line.rstrip()}"


def _is_explained(entry: dict[str, str], kill_times: Sequence[float]) -> bool:
    if entry["logger"] not in STORE_LOGGERS:
        return False
    # The log's times are local ones.
    at = datetime.strptime(entry["time"], "%Y-%m-%d %H:%M:%S,%f").astimezone().timestamp()
    return any(0 <= at - killed + 1 <= AFTER_A_KILL_SECONDS for killed in kill_times)
