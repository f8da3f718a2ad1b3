"""Deleting what is stored about a person.

The entry point is :func:`erase`. It keeps the games that others played, and their results: the
person's id and name are replaced in them, in whatever part of a stored game the id stands, so that
a part that is added later is covered too. It does not trust the person's own lists of games, which
are derived and may lack one: :func:`complete_lists` looks through everything first.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import Final

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game
from qwirkle_bot.errors import PlayerError, QwirkleError, StaleGameError, StoreError
from qwirkle_bot.game_index import stored_game
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import complete_lists, finished_games_of, games_of
from qwirkle_bot.people import is_live
from qwirkle_bot.results import GameResult, read_result, text_of
from qwirkle_bot.saved import Phase, SavedGame, Table, read_table
from qwirkle_bot.store import MOST_TRIES, Store

DELETED_ID: Final = -1
"""Stands for everyone who was deleted. Discord's ids are positive, and 0 is a robot."""
DELETED_NAME: Final = "deleted player"

log = logging.getLogger(__name__)


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
        StoreError: the store could not be asked what there is, or a result could not be changed;
            nothing of the person's own keys was deleted then.
    """
    await complete_lists(store, user_id)
    left, failed = await _leave_all(store, user_id, request_id, now)
    known = {table.saved.id for table in failed}
    failed += [t for t in await games_of(store, user_id) if t.saved.id not in known]
    finished = await finished_games_of(store, user_id)
    for table in finished:
        try:
            await _erase_from_finished(store, table, user_id)
        except QwirkleError:
            failed.append(table)
    ended_on = {table.saved.guild_id for table in [*left, *finished]}
    for guild_id in ended_on.union(await store.people.servers(user_id)):
        await _erase_from_results(store, guild_id, user_id)
    if not failed:
        await store.people.forget(user_id)
        await _forget_on_disk(store)
    return Erased(tuple(left), tuple(failed))


async def _leave_all(
    store: Store, user_id: int, request_id: str, now: Moment
) -> tuple[list[Table], list[Table]]:
    """Take a person out of all games that are not over; those, and those where that failed."""
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
    return left, failed


async def _forget_on_disk(store: Store) -> None:
    """Take what was deleted out of the store's own log, if the store can do that now."""
    try:
        await store.rewrite_files()
    except StoreError as error:
        log.warning("the store's log still holds what was deleted: %s", error)


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
        stored = await stored_game(store, saved.channel_id, saved.id)
        if stored is None:
            return
        present = read_table(stored.game, stored.revision, None).saved
        new = without_person(present, user_id).model_dump_json()
        if await store.rewrite(saved.channel_id, saved.id, stored.game, new):
            return
    raise StaleGameError("the game was changed at the same moment")


async def _erase_from_results(store: Store, guild_id: int, user_id: int) -> None:
    for _ in range(MOST_TRIES):
        done = [
            await store.results.replace(found, text_of(_without(read_result(found.text), user_id)))
            for found in await store.results.of_server(guild_id)
            if str(user_id) in found.text
        ]
        if all(done):
            return
    raise StaleGameError("results were changed at the same moment")


def _without(result: GameResult, user_id: int) -> GameResult:
    return GameResult.model_validate(_replaced(result.model_dump(mode="json"), user_id))
