"""What a person may ask about themselves: everything that is stored, as a file, and its deletion.

The entry points are :func:`export` and :func:`erase`. Deleting keeps the games that others played:
the person's id and name are replaced in them, in whatever part of a stored game the id stands, so
that a part that is added later is covered too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Final

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game
from qwirkle_bot.errors import PlayerError, QwirkleError, StaleGameError
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import MOST_TRIES, finished_games_of, games_of
from qwirkle_bot.people import UserSettings, is_live
from qwirkle_bot.saved import Phase, SavedGame, Table, export_record, read_table
from qwirkle_bot.store import Store, StoredGame
from qwirkle_bot.views import view_of

EXPORT_FORMAT: Final = "qwirkle-export/1"

DELETED_ID: Final = -1
"""Stands for everyone who was deleted. Discord's ids are positive, and 0 is a robot."""
DELETED_NAME: Final = "deleted player"


def export(user_id: int, settings: UserSettings, games: list[Table], finished: list[Table]) -> str:
    """Everything that is stored about a person, as JSON; of running games only what they may see.

    ``games`` are those that are not over.
    """
    document: object = {
        "format": EXPORT_FORMAT,
        "user_id": str(user_id),
        "settings": settings.model_dump(mode="json"),
        "games": [_exported(table, user_id) for table in games],
        "finished_games": [_exported(table, user_id) for table in finished],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _exported(table: Table, user_id: int) -> object:
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
    }
    if saved.clock is not None:
        mine = [absence for absence in saved.clock.absences if absence.user_id == user_id]
        shown["absences"] = [[absence.from_ms, absence.until_ms] for absence in mine]
    if table.phase is Phase.OVER:
        shown["record"] = export_record(table).model_dump(mode="json", exclude_none=True)
    elif table.phase is Phase.RUNNING:
        view = view_of(table, user_id)
        shown["hand"] = [str(tile) for tile in view.hand or ()]
        shown["score"] = None if view.seat is None else view.seats[view.seat].score
    return shown


@dataclass(frozen=True, slots=True)
class Erased:
    """What came of an erasure.

    ``left`` are games that go on without the person, or ended by that; ``failed`` could not be
    changed, and then nothing of the person's own keys was deleted either.
    """

    left: tuple[Table, ...]
    failed: tuple[Table, ...]


async def erase(store: Store, user_id: int, *, request_id: str, now: Moment) -> Erased:
    """Take a person out of everything that is stored, and delete what is theirs alone.

    It may be asked for again, and then goes on where it stopped.

    Raises:
        StoreError: the store could not be asked what there is.
    """
    left: list[Table] = []
    failed: list[Table] = []
    for table in await games_of(store, user_id):
        channel_id = table.saved.channel_id
        judge = partial(leave_for_good, game_id=table.saved.id, user_id=user_id)
        request = f"{request_id}:{channel_id}"
        try:
            outcome = await change_game(
                store, channel_id, request_id=request, judge=judge, now=now, by=user_id
            )
        except PlayerError:
            continue  # It has ended meanwhile, and is seen to below.
        except QwirkleError:
            failed.append(table)
        else:
            left.append(outcome.table)
    known = {table.saved.id for table in failed}
    failed += [t for t in await games_of(store, user_id) if t.saved.id not in known]
    for table in await finished_games_of(store, user_id):
        try:
            await _erase_from_finished(store, table, user_id)
        except QwirkleError:
            failed.append(table)
    if not failed:
        await store.people.forget(user_id)
    return Erased(tuple(left), tuple(failed))


def leave_for_good(table: Table | None, game_id: str, user_id: int) -> SavedGame:
    """A game that is not over without a person: their seat resigns, or leaves the lobby.

    Raises:
        PlayerError: it is over.
    """
    if table is None or table.saved.id != game_id or not is_live(table):
        raise PlayerError(gettext("This game is over."))
    return without_person(_left(table, user_id), user_id)


def _left(table: Table, user_id: int) -> SavedGame:
    saved = table.saved
    seat = table.seat_of(user_id)
    if table.phase is Phase.LOBBY and (seat is not None or user_id in saved.invited):
        return tables.leave(table, saved.id, user_id)
    if seat is None:
        return saved
    if table.phase is Phase.ASKING:
        # The hands are dealt, so the seat must resign; and for that the game must begin.
        tied = tables.tied_seats(saved)
        opener = next((other for other in tied if other != seat), seat)
        begun = tables.name_oldest(table, saved.id, saved.host, opener)
        table = read_table(begun.model_dump_json(), table.revision, None)
    if table.game is not None and seat in table.game.playing:
        return turns.resign(table, user_id)
    return table.saved


def without_person(saved: SavedGame, user_id: int) -> SavedGame:
    """A game in which a person's id and name are replaced, wherever they stand."""
    others = [player.id for player in saved.players if player.id > 0 and player.id != user_id]
    if saved.host == user_id and others:
        saved = saved.model_copy(update={"host": others[0]})
    raw = _replaced(saved.model_dump(mode="json", exclude={"record"}), user_id)
    replaced = SavedGame.model_validate(raw)
    return replaced.model_copy(update={"record": saved.record})


def _replaced(value: object, user_id: int) -> object:
    if isinstance(value, dict):
        replaced = {name: _replaced(part, user_id) for name, part in value.items()}
        if value.get("id") == user_id and "name" in value:
            replaced["name"] = DELETED_NAME
        return replaced
    if isinstance(value, list):
        return [_replaced(part, user_id) for part in value]
    return DELETED_ID if value == user_id else value


async def _erase_from_finished(store: Store, table: Table, user_id: int) -> None:
    saved = table.saved
    for _ in range(MOST_TRIES):
        stored = await _stored(store, saved.channel_id, saved.id)
        if stored is None:
            return
        present = read_table(stored.game, stored.revision, None).saved
        new = without_person(present, user_id).model_dump_json()
        if await store.rewrite(saved.channel_id, saved.id, stored.game, new):
            return
    raise StaleGameError("the game was changed at the same moment")


async def _stored(store: Store, channel_id: int, game_id: str) -> StoredGame | None:
    stored = await store.load(channel_id)
    if stored and read_table(stored.game, stored.revision, None).saved.id == game_id:
        return stored
    return await store.load_finished(channel_id, game_id)
