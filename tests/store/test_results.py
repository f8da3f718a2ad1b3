"""What is kept of how games ended, on a server alone and on a cluster."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from qwirkle_bot import redis_client, tables, turns
from qwirkle_bot.change import change_game, load_table
from qwirkle_bot.earlier_results import keep_earlier_results
from qwirkle_bot.errors import StaleGameError
from qwirkle_bot.kept_results import results_of_person, results_of_server
from qwirkle_bot.keys import bucket_of, game_key, results_key
from qwirkle_bot.own_games import complete_lists, finished_games_of, games_of
from qwirkle_bot.people_store import servers_key
from qwirkle_bot.privacy import DELETED_ID, erase
from qwirkle_bot.results_store import KeptResult
from qwirkle_bot.saved import Phase
from qwirkle_bot.standings import leaders, stats_of
from qwirkle_bot.store import Commit, Store
from tests.kit.stored_games import (
    ANN,
    BO,
    CHANNEL,
    CY,
    GUILD,
    NOW,
    everything,
    open_game,
    opening,
    play_one,
    resign,
)
from tests.kit.valkey import on_each_kind

OTHER_CHANNEL = CHANNEL + (1 << 22)
"""In the next bucket."""


async def ended(store: Store, channel_id: int = CHANNEL, game_id: str = "77") -> None:
    """A game that Ann wins, since Bo resigns after a move."""
    opened = opening(ANN, BO, channel_id=channel_id, game_id=game_id)
    table = await open_game(store, ANN, BO, opened=opened)
    await resign(store, await play_one(store, table), BO)


async def winners(store: Store) -> list[tuple[str, frozenset[int]]]:
    return [(result.game_id, result.winners) for result in await results_of_server(store, GUILD)]


@on_each_kind
async def test_the_change_that_ends_a_game_keeps_its_result(store: Store) -> None:
    table = await play_one(store, await open_game(store, ANN, BO))
    assert await winners(store) == []

    table = await resign(store, table, BO)

    [result] = await results_of_server(store, GUILD)
    assert table.game is not None
    assert [seat.score for seat in result.seats] == list(table.game.scores)
    assert [seat.resigned for seat in result.seats] == [False, True]
    assert (result.game_id, result.ended_ms) == ("77", NOW.ms)
    assert await results_of_server(store, GUILD + 1) == []


@on_each_kind
async def test_results_of_all_buckets_are_found(store: Store) -> None:
    for number in range(3):
        await ended(store, CHANNEL + (number << 22), str(80 + number))

    assert [game_id for game_id, _ in await winners(store)] == ["80", "81", "82"]


async def test_two_who_end_a_game_at_once_leave_one_result(store: Store) -> None:
    table = await play_one(store, await open_game(store, ANN, BO))

    async def end(number: int) -> Phase:
        judge = partial(turns.resign, user_id=BO.id)
        request = f"end {table.revision}" if number % 2 else f"other {number}"
        outcome = await change_game(
            store, CHANNEL, request_id=request, judge=judge, now=NOW, by=BO.id
        )
        return outcome.table.phase

    ends = await asyncio.gather(*map(end, range(10)), return_exceptions=True)

    assert Phase.OVER in ends
    assert [game_id for game_id, _ in await winners(store)] == ["77"]


@on_each_kind
async def test_a_change_that_came_too_late_keeps_no_result(store: Store) -> None:
    await open_game(store, ANN, BO)
    late = Commit(CHANNEL, "late", 1, "{}", None, result=KeptResult(GUILD, "77", "{}"))

    with pytest.raises(StaleGameError):
        await store.commit(late)

    assert await store.results.of_server(GUILD) == []


@on_each_kind
async def test_a_result_stays_when_its_game_gives_way_to_the_next(store: Store) -> None:
    await ended(store)
    await open_game(store, ANN, BO, opened=opening(ANN, BO, game_id="78"))
    [result] = await results_of_server(store, GUILD)

    assert result.game_id == "77"


async def test_a_result_stays_when_the_time_of_its_record_is_over(store: Store) -> None:
    await ended(store)
    key = game_key(CHANNEL)
    left = int(await store._client.read("TTL", key))
    assert 0 < left <= store.keep_seconds
    assert int(await store._client.read("TTL", results_key(bucket_of(CHANNEL), GUILD))) == -1

    await store._client.write("EXPIREAT", key, "1")

    assert await load_table(store, CHANNEL) is None
    assert await finished_games_of(store, ANN.id) == []
    assert stats_of(await results_of_person(store, ANN.id), ANN.id).wins == 1
    assert [leader.name for leader in leaders(await results_of_server(store, GUILD))] == [
        "Ann",
        "Bo",
    ]


async def test_a_canceled_lobby_has_no_result(store: Store) -> None:
    judge = partial(tables.open_lobby, opening=opening(ANN), seed=bytes(32))
    await change_game(store, CHANNEL, request_id="1", judge=judge, now=NOW, by=ANN.id)
    judge = partial(tables.cancel, game_id="77", user_id=ANN.id, is_moderator=False)
    await change_game(store, CHANNEL, request_id="2", judge=judge, now=NOW, by=ANN.id)

    assert await store.results.of_server(GUILD) == []
    assert await store.people.servers(ANN.id) == []


async def test_a_list_of_servers_that_was_not_written_is_mended_with_that_of_games(
    store: Store,
) -> None:
    await ended(store)
    await store._client.write("DEL", servers_key(ANN.id))
    await store.people.add_game(ANN.id, f"{CHANNEL}:77")  # As if the bot had died after the end.

    await games_of(store, ANN.id)

    assert len(await results_of_person(store, ANN.id)) == 1


async def test_what_no_list_leads_to_is_found_by_looking_at_everything(store: Store) -> None:
    await ended(store)
    await open_game(store, BO, ANN, opened=opening(BO, ANN, game_id="78"))
    running = opening(CY, ANN, channel_id=OTHER_CHANNEL, game_id="79")
    await open_game(store, CY, ANN, opened=running)
    await store.people.forget(ANN.id)
    assert await games_of(store, ANN.id) == []

    await complete_lists(store, ANN.id)

    assert [table.saved.id for table in await games_of(store, ANN.id)] == ["78", "79"]
    assert [table.saved.id for table in await finished_games_of(store, ANN.id)] == ["77"]
    assert len(await results_of_person(store, ANN.id)) == 1


@on_each_kind
async def test_erasure_reaches_what_no_list_leads_to(store: Store) -> None:
    await ended(store)
    await ended(store, OTHER_CHANNEL, "78")
    await store._client.write("DEL", game_key(OTHER_CHANNEL))  # Only its result is left.
    await open_game(store, BO, ANN, opened=opening(BO, ANN, game_id="79"))
    await store.people.forget(ANN.id)

    erased = await erase(store, ANN.id, request_id="6", now=NOW)

    assert [table.saved.id for table in erased.left] == ["79"]
    text = await everything(store)
    assert str(ANN.id) not in text
    assert ANN.name not in text


async def test_erasure_keeps_what_a_game_was_for_the_others(store: Store) -> None:
    await ended(store)
    [before] = await results_of_server(store, GUILD)

    await erase(store, ANN.id, request_id="6", now=NOW)

    [after] = await results_of_server(store, GUILD)
    assert after.winners == before.winners
    assert [seat.score for seat in after.seats] == [seat.score for seat in before.seats]
    assert stats_of([after], BO.id).games == 1
    assert [leader.name for leader in leaders([after])] == ["Bo"]


@on_each_kind
async def test_a_search_of_many_steps_meets_every_key(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_client, "_SCANNED_AT_ONCE", 10)
    channels = [CHANNEL + (number << 22) for number in range(60)]
    for channel_id in channels:
        game = f'{{"in": {channel_id}, "named": {channel_id % 3}}}'
        result = KeptResult(channel_id, "1", game)
        await store.commit(Commit(channel_id, "1", 0, game, None, result=result))

    found = {game async for game in store.search.games_with('"named": 1')}
    servers = await store.search.servers_with('"named": 2')

    assert len(found) == sum(channel_id % 3 == 1 for channel_id in channels) > 10
    assert servers == {channel_id for channel_id in channels if channel_id % 3 == 2}


@on_each_kind
async def test_games_that_ended_before_results_were_kept_get_theirs_once(store: Store) -> None:
    await ended(store)
    await ended(store, game_id="78")  # So the first one lies in its second place.
    await open_game(store, ANN, CY, opened=opening(ANN, CY, channel_id=OTHER_CHANNEL, game_id="79"))
    kept = await results_of_server(store, GUILD)
    await store._client.write("DEL", results_key(bucket_of(CHANNEL), GUILD))
    await store._client.write("DEL", servers_key(ANN.id))

    assert await keep_earlier_results(store) == 2

    assert await results_of_server(store, GUILD) == kept
    assert len(await results_of_person(store, ANN.id)) == 2
    assert await keep_earlier_results(store) == 0


async def test_a_game_from_which_somebody_was_deleted_meanwhile_keeps_no_older_result(
    store: Store,
) -> None:
    await ended(store)
    read = await store.load(CHANNEL)
    assert read is not None
    await erase(store, ANN.id, request_id="6", now=NOW)
    await store._client.write("DEL", results_key(bucket_of(CHANNEL), GUILD))

    await store.results.keep_late(CHANNEL, read.game, KeptResult(GUILD, "77", "Ann"))

    assert await store.results.of_server(GUILD) == []


@on_each_kind
async def test_a_game_from_which_somebody_is_deleted_meanwhile_gets_its_result_without_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(store)
    await store._client.write("DEL", results_key(bucket_of(CHANNEL), GUILD))
    await store._client.write("DEL", servers_key(ANN.id))
    keep_late = store.results.keep_late

    async def late(channel_id: int, game: str, result: KeptResult) -> bool:
        monkeypatch.undo()
        await erase(store, ANN.id, request_id="6", now=NOW)
        return await keep_late(channel_id, game, result)

    monkeypatch.setattr(store.results, "keep_late", late)

    assert await keep_earlier_results(store) == 1

    [result] = await results_of_server(store, GUILD)
    assert [p.id for seat in result.seats for p in seat.players] == [DELETED_ID, BO.id]
    assert await store.people.servers(ANN.id) == []
