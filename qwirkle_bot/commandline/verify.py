"""`verify`: whether records hold, move by move."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle_bot.commandline.answers import answer, explain
from qwirkle_bot.commandline.documents import read_documents
from qwirkle_bot.errors import RecordError
from qwirkle_bot.record import verify_record


def verify(names: Iterable[str]) -> bool:
    """Answer for each record of the files; whether all of them hold."""
    good = True
    for name in names:
        good &= _verify_file(name)
    return good


def _verify_file(name: str) -> bool:
    good = True
    try:
        for document in read_documents(name):
            good &= _verify_document(document)
    except RecordError as error:
        _refuse(error)
        return False
    return good


def _verify_document(document: bytes) -> bool:
    try:
        game = verify_record(document)
    except RecordError as error:
        _refuse(error)
        return False
    result = game.result
    answer(
        {
            "ok": True,
            "scores": game.scores,
            "winners": result.winners if result else [],
            "reason": result.reason if result else None,
        }
    )
    return True


def _refuse(error: RecordError) -> None:
    answer({"ok": False, "move": error.where, "rule": error.clause, "error": explain(error)})
