"""The one way to change a game: load, judge, commit (and the caller tells).

Commands, buttons, the clock and robots all come through :func:`change_game`. Nothing guards a game
but the store's own check of its revision: who comes too late reads and judges again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from qwirkle_bot.calendar import Moment
from qwirkle_bot.clocks import keep_time, mark_turn
from qwirkle_bot.duties import wake_at
from qwirkle_bot.errors import PlayerError, StaleGameError, StoreError
from qwirkle_bot.game_index import follow, stored_game
from qwirkle_bot.kept_results import kept_result
from qwirkle_bot.people import UserSettings
from qwirkle_bot.saved import Judge, Phase, SavedGame, Table, read_table
from qwirkle_bot.store import MOST_TRIES, Commit, Store

CLOSED_LOBBY_SECONDS: Final = 7 * 24 * 60 * 60
"""How long a cancelled lobby is kept, so that its buttons can say what became of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game after a change.

    ``repeated``: this very request had been stored before, so nothing was changed now.
    ``moves_before``: how many moves of the game there were before; 0 where that is not known.
    """

    table: Table
    repeated: bool
    moves_before: int = 0


async def load_table(store: Store, channel_id: int) -> Table | None:
    """The game of a channel, in whatever phase, or ``None`` if there never was one."""
    stored = await store.load(channel_id)
    return read_table(stored.game, stored.revision, stored.told) if stored else None


async def load_game(store: Store, channel_id: int, game_id: str) -> Table | None:
    """A certain game of a channel, even if another has begun there since."""
    stored = await stored_game(store, channel_id, game_id)
    return read_table(stored.game, stored.revision, stored.told) if stored else None


async def change_game(
    store: Store,
    channel_id: int,
    *,
    request_id: str,
    judge: Judge,
    now: Moment,
    by: int | None,
    at_least: int = 0,
) -> Outcome:
    """Change a channel's game, all or nothing, once for each ``request_id``.

    ``judge`` may be called several times, each time with what the store holds by then. ``by`` is
    the user id of the person who does it, ``None`` for the clock and for robots. ``at_least`` is
    the lowest revision that the game may come to.

    Raises:
        PlayerError: what the judge raised; nothing was changed.
        StaleGameError: others were faster three times running.
        StoreUnavailableError: nothing was changed.
        OutcomeUnknownError: it may have been changed.
    """
    for _ in range(MOST_TRIES):
        before = await load_table(store, channel_id)
        try:
            saved = keep_time(before, judge(before), now, by)
        except PlayerError:
            # The first delivery of this request may be the very reason why it does not fit now.
            if await store.find_request(channel_id, request_id) is None:
                raise
            return Outcome(await _reload(store, channel_id), repeated=True)
        try:
            return await _commit(store, before, saved, request_id, now, at_least)
        except StaleGameError:
            continue
    raise StaleGameError("others moved in this game at the same moment")


async def _commit(
    store: Store,
    before: Table | None,
    saved: SavedGame,
    request_id: str,
    now: Moment,
    at_least: int,
) -> Outcome:
    revision = max(before.revision + 1 if before else 1, at_least)
    # What was shown of lost moves is not to fit what came in their place.
    game = mark_turn(saved, revision, anew=at_least > 0).model_dump_json()
    after = _table_after(before, game, revision)
    commit = _commit_of(before, after, game, request_id, now, store.keep_seconds)
    committed = await store.commit(replace(commit, at_least=at_least))
    if committed.repeated:
        return Outcome(await _reload(store, commit.channel_id), repeated=True)
    await follow(store, before, after)
    is_same_game = before is not None and before.saved.id == saved.id
    moves_before = before.move_count if before and is_same_game else 0
    return Outcome(after, repeated=False, moves_before=moves_before)


def _table_after(before: Table | None, game: str, revision: int) -> Table:
    after = read_table(game, revision, None)
    is_same_game = before is not None and before.saved.id == after.saved.id
    return replace(after, told=before.told) if before and is_same_game else after


def _commit_of(
    before: Table | None,
    after: Table,
    game: str,
    request_id: str,
    now: Moment,
    keep_seconds: int,
) -> Commit:
    is_another = before is not None and before.saved.id != after.saved.id
    # What the player to move chose does not matter before they have been told of their turn.
    return Commit(
        channel_id=after.saved.channel_id,
        request_id=request_id,
        expected_revision=before.revision if before else 0,
        game=game,
        wake_at=wake_at(after, now, UserSettings()),
        archive_as=before.saved.id if before and is_another else None,
        expire_seconds=_expire_seconds(after, keep_seconds),
        result=kept_result(after),
    )


def _expire_seconds(table: Table, keep_seconds: int) -> int | None:
    match table.phase:
        case Phase.OVER:
            return keep_seconds
        case Phase.CLOSED:
            return CLOSED_LOBBY_SECONDS if table.game is None else keep_seconds
        case _:
            return None


async def _reload(store: Store, channel_id: int) -> Table:
    table = await load_table(store, channel_id)
    if table is None:
        raise StoreError("the store knows this request but not its game")
    return table
