"""Everything that is stored about a person, as a file for them.

The entry point is :func:`export`. Other people are in it by the names that everybody could read,
and never by their ids. Of games without a result it tells what the person's own seat did and holds,
and nothing that is hidden from them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from qwirkle_bot.engine.game import Game
from qwirkle_bot.offers import made_ms
from qwirkle_bot.people import UserSettings
from qwirkle_bot.results import GameResult
from qwirkle_bot.saved import Clock, Phase, Table, export_record
from qwirkle_bot.views import view_of

EXPORT_FORMAT: Final = "qwirkle-export/1"


def export(
    user_id: int,
    settings: UserSettings,
    games: Sequence[Table],
    finished: Sequence[Table],
    results: Sequence[GameResult],
) -> str:
    """Everything that is stored about a person, as JSON.

    ``games`` are those that are not over; ``results`` are theirs.
    """
    document: object = {
        "format": EXPORT_FORMAT,
        "user_id": str(user_id),
        "settings": settings.model_dump(mode="json"),
        "games": [_game(table, user_id) for table in games],
        "finished_games": [_game(table, user_id) for table in finished],
        "results": [_result(result, user_id) for result in results],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _game(table: Table, user_id: int) -> object:
    saved = table.saved
    shown: dict[str, object] = {
        "game": saved.id,
        "server": str(saved.guild_id),
        "channel": str(saved.channel_id),
        "phase": table.phase.value,
        "host": saved.host == user_id,
        "invited": user_id in saved.invited,
        "names": [player.name for player in saved.players if player.id == user_id],
        "seat": table.seat_of(user_id),
        "offered_ms": [
            made_ms(offer.id) for offer in saved.offers if saved.players[offer.place].id == user_id
        ],
    }
    if saved.clock is not None:
        shown |= _time(table, saved.clock, user_id)
    if table.phase is Phase.OVER:
        shown["record"] = export_record(table).model_dump(mode="json", exclude_none=True)
    elif table.game is not None:
        shown |= _own_play(table, table.game, user_id)
    return shown


def _time(table: Table, clock: Clock, user_id: int) -> dict[str, object]:
    """What a game notes of a person beside the rules."""
    turn = clock.turn
    is_mover = table.game is not None and table.mover(table.game).id == user_id
    mine = [absence for absence in clock.absences if absence.user_id == user_id]
    return {
        "absences": [[absence.from_ms, absence.until_ms] for absence in mine],
        "left_the_server": user_id in clock.left,
        "voted_to_skip": user_id in turn.skip_votes,
        "voted_to_undo": user_id in (turn.undo_votes or ()),
        "asked_for_quiet": is_mover and turn.hushed,
    }


def _own_play(table: Table, game: Game, user_id: int) -> dict[str, object]:
    """What a person's own seat holds and has done in a game without a result."""
    view, record = view_of(table, user_id), table.saved.record
    moves = record.moves if record is not None and view.seat is not None else ()
    return {
        "hand": [str(tile) for tile in view.hand or ()],
        "score": None if view.seat is None else game.scores[view.seat],
        "moves": [move.model_dump(mode="json") for move in moves if move.seat == view.seat],
    }


def _result(result: GameResult, user_id: int) -> object:
    own = result.seat_of(user_id)
    seats = [
        {
            "names": [player.name for player in seat.players],
            **seat.model_dump(mode="json", exclude={"players"}),
        }
        for seat in result.seats
    ]
    return {
        "game": result.game_id,
        "server": str(result.guild_id),
        "ended_ms": result.ended_ms,
        "variant": result.variant.model_dump(mode="json"),
        "seats": seats,
        "seat": own,
        "won": own in result.winners,
    }
