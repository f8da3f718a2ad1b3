"""One person's settings and games, read from the store and changed there.

The entry points are :func:`settings_of`, :func:`change_settings`, :func:`games_of` and
:func:`note_absence_everywhere`. The lists of games are mended here, whenever one is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game, load_game
from qwirkle_bot.errors import PlayerError, QwirkleError, StaleGameError, StoreError
from qwirkle_bot.game_index import index_entry, read_entry
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import (
    Away,
    UserSettings,
    is_live,
    knows_absence,
    named_in,
    note_absence,
)
from qwirkle_bot.saved import Phase, SavedGame, Table, read_table
from qwirkle_bot.store import MOST_TRIES, Store

LOADS_AT_ONCE: Final = 16
"""A person's games are read together, but others want the store too."""


async def settings_of(store: Store, user_id: int) -> UserSettings:
    """What a person chose, or what holds for those who never chose."""
    return _read(await store.people.settings(user_id))


async def change_settings(
    store: Store, user_id: int, change: Callable[[UserSettings], UserSettings]
) -> UserSettings:
    """Change a person's settings; ``change`` may be called several times.

    Raises:
        PlayerError: what ``change`` raised; nothing was changed.
        StaleGameError: they were changed from elsewhere three times running.
        StoreError: nothing was changed, or it is unknown.
    """
    for _ in range(MOST_TRIES):
        old = await store.people.settings(user_id)
        before = _read(old)
        after = change(before)
        if after == before:
            return before
        new = after.model_dump_json(exclude_defaults=True)
        if await store.people.replace_settings(user_id, old, new):
            return after
    raise StaleGameError("the settings were changed from elsewhere at the same moment")


def _read(text: str | None) -> UserSettings:
    try:
        return UserSettings() if text is None else UserSettings.model_validate_json(text)
    except ValueError as error:
        raise StoreError(f"stored settings cannot be read: {error}") from error


async def games_of(store: Store, user_id: int) -> list[Table]:
    """Every game that holds this person's id and is not over, lobbies among them."""
    entries = await store.people.games(user_id)
    games: list[Table] = []
    for entry, table in zip(entries, await _load_all(store, entries), strict=True):
        if table is None or user_id not in named_in(table.saved):
            await store.people.drop_game(user_id, entry)
        elif is_live(table):
            games.append(table)
        else:
            await store.people.finish_game(user_id, entry, store.keep_seconds)
            if table.phase is Phase.OVER:
                await store.people.add_server(user_id, table.saved.guild_id)
    return games


async def finished_games_of(store: Store, user_id: int) -> list[Table]:
    """Every game that is over or was closed, is kept, and holds this person's id.

    To be read after :func:`games_of`, which finds those that have ended meanwhile.
    """
    entries = await store.people.finished(user_id)
    games: list[Table] = []
    for entry, table in zip(entries, await _load_all(store, entries), strict=True):
        if table is None or user_id not in named_in(table.saved):
            await store.people.drop_finished(user_id, entry)
        else:
            games.append(table)
    return games


async def complete_lists(store: Store, user_id: int) -> None:
    """Note in a person's lists all games and results that hold their id, by looking at every one.

    A list lacks one where the bot died just after a commit, or a failover took a list back.

    Raises:
        StoreError: the store could not be asked to the end, or holds a game that cannot be read.
    """
    text = str(user_id)
    async for game in store.search.games_with(text):
        table = read_table(game, 0, None)
        if user_id not in named_in(table.saved):
            continue
        if is_live(table):
            await store.people.add_game(user_id, index_entry(table))
        else:
            await store.people.finish_game(user_id, index_entry(table), store.keep_seconds)
    for guild_id in await store.search.servers_with(text):
        await store.people.add_server(user_id, guild_id)


async def _load_all(store: Store, entries: Sequence[str]) -> list[Table | None]:
    at_once = asyncio.Semaphore(LOADS_AT_ONCE)

    async def load(entry: str) -> Table | None:
        async with at_once:
            return await load_game(store, *read_entry(entry))

    return await asyncio.gather(*map(load, entries))


async def note_absence_everywhere(
    store: Store, user_id: int, away: Away | None, *, request_id: str, now: Moment
) -> tuple[list[Table], list[tuple[Table, QwirkleError]]]:
    """Tell every running game that its player is away; with ``None``, that they are back.

    Each game is changed for itself: one that fails does not stop the others.

    Returns:
        The games that know it now, and those that do not, with the reason.
    """
    noted: list[Table] = []
    failed: list[tuple[Table, QwirkleError]] = []
    for table in await games_of(store, user_id):
        if not plays_in(table, user_id):
            continue
        channel_id = table.saved.channel_id
        judge = partial(_note, game_id=table.saved.id, user_id=user_id, away=away, now_ms=now.ms)
        try:
            outcome = await change_game(
                store,
                channel_id,
                request_id=f"{request_id}:{channel_id}",
                judge=judge,
                now=now,
                by=user_id,
            )
        except QwirkleError as error:
            failed.append((table, error))
        else:
            noted.append(outcome.table)
    return noted, failed


async def note_absences(
    store: Store, table: Table, user_ids: Collection[int], now: Moment
) -> Table | None:
    """Tell a running game which of these players are away already.

    The clock sees to whoever is to move; of the others this lets the score table know.

    Returns:
        The game after that; ``None`` where it knew.

    Raises:
        QwirkleError: it could not be changed, or has moved on.
    """
    after: Table | None = None
    for number, player in enumerate(table.saved.players):
        if player.id <= 0 or player.id not in user_ids or not plays_in(table, player.id):
            continue
        away = (await settings_of(store, player.id)).away_at(now.ms)
        if away is None or knows_absence(table.saved, player.id, away):
            continue
        judge = partial(_note, game_id=table.saved.id, user_id=player.id, away=away, now_ms=now.ms)
        outcome = await change_game(
            store,
            table.saved.channel_id,
            # No user's id: requests are kept.
            request_id=f"away:{table.saved.id}:{table.revision}:{number}",
            judge=judge,
            now=now,
            by=None,
        )
        after = outcome.table
    return after


def plays_in(table: Table, user_id: int) -> bool:
    """Whether a person sits in a running game and has not resigned."""
    seat = table.seat_of(user_id)
    is_running = table.phase is Phase.RUNNING and table.game is not None
    return is_running and table.game is not None and seat in table.game.playing


def _note(
    table: Table | None, *, game_id: str, user_id: int, away: Away | None, now_ms: int
) -> SavedGame:
    if table is None or table.saved.id != game_id or not plays_in(table, user_id):
        raise PlayerError(gettext("You do not play in this game any more."))
    return note_absence(table.saved, user_id, away, now_ms)
