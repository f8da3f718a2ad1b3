"""Reading files that hold one JSON document, or one a line.

The one entry point is :func:`read_documents`. Lines are handed on as they arrive, so that a program
at the other end of a pipe gets each answer at once. Only where the first line is no document by
itself is the rest awaited, since it may be a document that runs over several lines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

from qwirkle_bot.errors import RecordError
from qwirkle_bot.record import is_json

STANDARD_INPUT: Final = "-"

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_BRACKETS: Final = frozenset({b"{", b"["})


def read_documents(name: str) -> Iterator[bytes]:
    """The documents of a file, or of standard input for ``-``; they may be anything but JSON.

    Raises:
        RecordError: if the file cannot be read, or holds nothing.
    """
    try:
        with _open(name) as file:
            lines = (line for line in file if line.strip())
            first = next(lines, None)
            if first is None:
                raise RecordError("format", f"{name} is empty.")
            yield from _split(first.removeprefix(_BYTE_ORDER_MARK), lines)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror or error}."
        raise RecordError("format", message) from error


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    if name != STANDARD_INPUT:
        return Path(name).open("rb")
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def _split(first: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    if is_json(first):
        yield first
        yield from lines
        return
    rest = list(lines)
    whole = b"".join([first, *rest])
    if is_json(whole) or first.strip() in _BRACKETS:
        yield whole
    else:
        yield from [first, *rest]
