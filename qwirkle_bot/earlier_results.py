"""Results of games that ended before this program kept any, kept once.

The entry point is :func:`keep_earlier_results`, for the start of the bot. It looks at every game
that is stored, so it runs beside everything else, and a note in the store says that it was done.
"""

from __future__ import annotations

from typing import Final

from qwirkle_bot.errors import StaleGameError
from qwirkle_bot.kept_results import kept_result
from qwirkle_bot.saved import read_table
from qwirkle_bot.store import MOST_TRIES, Store

DONE: Final = "earlier results"
"""The name of the note."""
ENDED: Final = '"record":{'
"""Stands in the text of every game that has begun, and so of every one that has ended."""


async def keep_earlier_results(store: Store) -> int:
    """Keep the results of all stored games that are over; those that are kept already stay.

    Several processes may do it at once, and it may be broken off: then it begins anew.

    Returns:
        How many games were over; 0 when it had been done before.

    Raises:
        StoreError: the store could not be asked to the end, or holds a game that cannot be read.
    """
    if await store.notes.recall(DONE) is not None:
        return 0
    over = 0
    async for game in store.search.games_with(ENDED):
        over += await _keep(store, game)
    await store.notes.remember(DONE, str(over))
    return over


async def _keep(store: Store, game: str) -> bool:
    """Keep a game's result, if it has one, even where it is changed meanwhile."""
    for _ in range(MOST_TRIES):
        table = read_table(game, 0, None)
        saved, result = table.saved, kept_result(table)
        if result is None:
            return False
        channel_id = saved.channel_id
        if await store.results.keep_late(channel_id, game, result):
            for player in saved.players:
                if player.id > 0:
                    await store.people.add_server(player.id, saved.guild_id)
            return True
        present = await _text_of(store, channel_id, saved.id)
        if present is None:
            return False
        game = present
    raise StaleGameError("a finished game was changed at the same moment")


async def _text_of(store: Store, channel_id: int, game_id: str) -> str | None:
    """A game as it is stored by now; ``None`` where it is forgotten."""
    for stored in (await store.load(channel_id), await store.load_finished(channel_id, game_id)):
        if stored is not None and read_table(stored.game, 0, None).saved.id == game_id:
            return stored.game
    return None
