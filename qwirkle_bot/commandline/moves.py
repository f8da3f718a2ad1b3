"""`moves`: every legal placement of a position, best first."""

from __future__ import annotations

from qwirkle_bot.commandline.answers import answer, explain
from qwirkle_bot.commandline.documents import read_documents
from qwirkle_bot.engine.placements import ScoredPlacement, legal_placements
from qwirkle_bot.errors import RecordError
from qwirkle_bot.record import read_position


def list_moves(name: str, *, brief: bool) -> bool:
    """Answer for each position of the file; whether all of them could be read."""
    good = True
    try:
        for document in read_documents(name):
            good &= _answer_position(document, brief=brief)
    except RecordError as error:
        answer({"error": explain(error)})
        return False
    return good


def _answer_position(document: bytes, *, brief: bool) -> bool:
    try:
        board, hand = read_position(document)
    except RecordError as error:
        answer({"error": explain(error)})
        return False
    found = sorted(legal_placements(board, hand), key=_best_first)
    fields: dict[str, object] = {
        "count": len(found),
        "best": found[0].points if found else 0,
        "sum": sum(placement.points for placement in found),
    }
    if not brief:
        fields["placements"] = [_written(placement) for placement in found]
    answer(fields)
    return True


def _best_first(placement: ScoredPlacement) -> tuple[object, ...]:
    return (-placement.points, [(cell, tile.bit) for cell, tile in placement.tiles])


def _written(placement: ScoredPlacement) -> dict[str, object]:
    tiles = [{"at": cell, "tile": str(tile)} for cell, tile in placement.tiles]
    return {"tiles": tiles, "score": placement.points}
