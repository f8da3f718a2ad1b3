"""The list of the games that a person is in, kept in step with each change of a game.

The entry points are :func:`follow`, and :func:`stored_game` for what an entry leads to. The list
follows from the games, and may lie on another node of a Cluster: it is written after the commit,
and what is lost then is mended when it is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable

from qwirkle_bot.errors import StoreError
from qwirkle_bot.people import is_live, named_in
from qwirkle_bot.saved import Phase, Table, read_table
from qwirkle_bot.store import Store, StoredGame

log = logging.getLogger(__name__)


def index_entry(table: Table) -> str:
    """A game as the lists name it."""
    return f"{table.saved.channel_id}:{table.saved.id}"


def read_entry(entry: str) -> tuple[int, str]:
    """The channel and the id of a game, from what :func:`index_entry` wrote."""
    channel_id, _, game_id = entry.partition(":")
    return int(channel_id), game_id


async def stored_game(store: Store, channel_id: int, game_id: str) -> StoredGame | None:
    """A certain game of a channel as it is stored, even if another has begun there since."""
    stored = await store.load(channel_id)
    if stored and read_table(stored.game, stored.revision, None).saved.id == game_id:
        return stored
    return await store.load_finished(channel_id, game_id)


async def follow(store: Store, before: Table | None, after: Table) -> None:
    """Write what a commit changed: who is in the game now, who no more, and that it is over.

    With the last goes where its players have results.
    """
    if before is not None and before.saved.id != after.saved.id:
        before = None
    were = named_in(before.saved) if before else frozenset()
    present = named_in(after.saved)
    people, entry = store.people, index_entry(after)
    writes = [people.drop_game(user, entry) for user in were - present]
    if is_live(after):
        writes += [people.add_game(user, entry) for user in present - were]
    elif before is None or is_live(before):
        writes += [people.finish_game(user, entry, store.keep_seconds) for user in present]
        if after.phase is Phase.OVER:
            players = {player.id for player in after.saved.players if player.id > 0}
            writes += [people.add_server(user, after.saved.guild_id) for user in players]
    await _all_of(writes, after)
    if writes:
        await _all_of([_take_back(store, after, present)], after)


async def _take_back(store: Store, table: Table, noted: frozenset[int]) -> None:
    """Take back the notes on those who have gone from the game since its commit.

    From a game that is over goes only who was deleted, and then from the results as well. Whoever
    goes from another may have results on its server.
    """
    stored = await stored_game(store, table.saved.channel_id, table.saved.id)
    if stored is None:
        return
    now = read_table(stored.game, stored.revision, None).saved
    people, entry = store.people, index_entry(table)
    undone: list[Coroutine[object, object, None]] = []
    for user in noted - named_in(now):
        undone += [people.drop_game(user, entry), people.drop_finished(user, entry)]
        if table.phase is Phase.OVER:
            undone.append(people.drop_server(user, table.saved.guild_id))
    await _all_of(undone, table)


async def _all_of(writes: Iterable[Coroutine[object, object, None]], table: Table) -> None:
    for failure in await asyncio.gather(*writes, return_exceptions=True):
        if isinstance(failure, StoreError):
            log.warning("game %s: a list of games was not written: %s", table.saved.id, failure)
        elif failure is not None:
            raise failure
