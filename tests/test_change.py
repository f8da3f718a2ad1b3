from __future__ import annotations

import asyncio
from functools import partial

import pytest

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import CLOSED_LOBBY_SECONDS, change_game, load_game, load_table
from qwirkle_bot.errors import StaleGameError, TableError
from qwirkle_bot.keys import game_key
from qwirkle_bot.saved import Options, Phase, SavedGame, Table
from qwirkle_bot.store import Store
from qwirkle_bot.tables import Opening
from tests.kit.games import SEED
from tests.kit.moments import PEOPLE

ANN, BO, CY, _ = PEOPLE
CHANNEL = 2
NOW = 1_000_000


def opening(game_id: str = "1") -> partial[SavedGame]:
    asked = Opening(game_id, 1, CHANNEL, ANN, Options(), wanted=3)
    return partial(tables.open_lobby, opening=asked, seed=SEED)


async def change(store: Store, request: str, judge: partial[SavedGame]) -> Table:
    outcome = await change_game(
        store, CHANNEL, request_id=request, judge=judge, now=Moment(NOW), by=None
    )
    return outcome.table


async def test_a_change_is_stored_and_due_to_be_told(store: Store) -> None:
    table = await change(store, "a", opening())

    assert table.revision == 1
    assert await load_table(store, CHANNEL) == table
    assert await store.claim_due(NOW, 1000, 10) == []
    assert [lease.channel_id for lease in await store.claim_due(NOW + 5000, 1000, 10)] == [CHANNEL]


async def test_a_refused_change_leaves_everything(store: Store) -> None:
    before = await change(store, "a", opening())
    with pytest.raises(TableError):
        await change(store, "b", partial(tables.begin, game_id="1", user_id=BO.id, seed=SEED))
    assert await load_table(store, CHANNEL) == before


async def test_a_repeated_request_changes_once(store: Store) -> None:
    await change(store, "a", opening())
    join = partial(tables.join, game_id="1", player=BO, seed=SEED)
    first = await change(store, "b", join)

    again = await change_game(store, CHANNEL, request_id="b", judge=join, now=Moment(NOW), by=None)

    assert again.repeated
    assert again.table == first
    with pytest.raises(TableError, match="already"):
        await change(store, "c", join)


async def test_whoever_comes_too_late_judges_again(store: Store) -> None:
    await change(store, "a", opening())
    tables_seen: list[int] = []

    async def hurry() -> None:
        await change(store, "b", partial(tables.join, game_id="1", player=BO, seed=SEED))

    def judge(table: Table | None) -> SavedGame:
        assert table is not None
        tables_seen.append(table.revision)
        return tables.join(table, "1", CY, SEED)

    original = store.commit
    hurried = False

    async def commit_late(commit: object) -> object:
        nonlocal hurried
        if not hurried:
            hurried = True
            await hurry()
        return await original(commit)  # type: ignore[arg-type]  # passed on as it came

    store.commit = commit_late  # type: ignore[method-assign,assignment]  # another is faster
    outcome = await change_game(
        store, CHANNEL, request_id="c", judge=judge, now=Moment(NOW), by=None
    )

    assert tables_seen == [1, 2]
    assert [p.id for p in outcome.table.saved.players] == [ANN.id, BO.id, CY.id]
    assert outcome.table.phase is Phase.RUNNING


async def test_whoever_is_always_too_late_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await change(store, "a", opening())

    async def always_stale(_: object) -> None:
        raise StaleGameError("others were faster")

    monkeypatch.setattr(store, "commit", always_stale)
    with pytest.raises(StaleGameError):
        await change(store, "b", partial(tables.join, game_id="1", player=BO, seed=SEED))


async def test_many_at_once_are_one_after_the_other(store: Store) -> None:
    await change(store, "a", opening())
    joins = [partial(tables.join, game_id="1", player=p, seed=SEED) for p in (BO, CY)]

    await asyncio.gather(*(change(store, f"j{n}", join) for n, join in enumerate(joins)))

    table = await load_table(store, CHANNEL)
    assert table is not None
    assert table.revision == 3
    assert table.phase is Phase.RUNNING


async def test_the_next_game_keeps_the_finished_one(store: Store) -> None:
    await change(store, "a", opening())
    await change(store, "b", partial(tables.join, game_id="1", player=BO, seed=SEED))
    await change(store, "c", partial(tables.begin, game_id="1", user_id=ANN.id, seed=SEED))
    over = await change(store, "d", partial(turns.resign, user_id=BO.id))
    assert over.phase is Phase.OVER

    table = await change(store, "e", opening("2"))

    assert table.saved.id == "2"
    assert table.revision == over.revision + 1
    assert table.told is None
    old = await load_game(store, CHANNEL, "1")
    assert old is not None
    assert old.saved == over.saved
    assert await load_game(store, CHANNEL, "2") == table
    assert await load_game(store, CHANNEL, "3") is None


async def test_a_new_lobby_knows_nothing_of_what_was_told_of_a_cancelled_one(store: Store) -> None:
    lobby = await change(store, "a", opening())
    await store.note_told(
        CHANNEL, lobby.revision, '{"revision": 1, "moves": 0, "message_id": 7}', None
    )
    cancel = partial(tables.cancel, game_id="1", user_id=ANN.id, is_moderator=False)
    await change(store, "b", cancel)

    await change(store, "c", opening("2"))

    again = await load_table(store, CHANNEL)
    assert again is not None
    assert again.told is None
    old = await load_game(store, CHANNEL, "1")
    assert old is not None
    assert old.phase is Phase.CLOSED


async def test_a_game_that_is_ended_with_moves_is_kept_longer_than_a_lobby(store: Store) -> None:
    await change(store, "a", opening())
    await change(store, "b", partial(tables.join, game_id="1", player=BO, seed=SEED))
    await change(store, "c", partial(tables.begin, game_id="1", user_id=ANN.id, seed=SEED))
    await change(store, "d", partial(tables.close, game_id="1"))

    lives = await store._client.read("TTL", game_key(CHANNEL))

    assert lives > CLOSED_LOBBY_SECONDS
