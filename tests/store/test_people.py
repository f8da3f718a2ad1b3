"""What a store keeps about people: settings, the lists of their games, absences, and erasure."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from qwirkle_bot import tables
from qwirkle_bot.change import load_table
from qwirkle_bot.errors import StaleGameError, StoreError, StoreUnavailableError
from qwirkle_bot.game_index import follow
from qwirkle_bot.keys import finished_key, game_key
from qwirkle_bot.own_games import (
    change_settings,
    finished_games_of,
    games_of,
    note_absence_everywhere,
    note_absences,
    settings_of,
)
from qwirkle_bot.people import Away, Reminders, TileStyle, UserSettings, go_away
from qwirkle_bot.people_store import finished_games_key, games_key
from qwirkle_bot.saved import Phase
from qwirkle_bot.store import Commit, Committed, Store, StoredGame
from tests.kit.stored_games import (
    ANN,
    BO,
    CHANNEL,
    CY,
    GUILD,
    NOW,
    TIED_SEED,
    change,
    open_game,
    open_lobby,
    opening,
    resign,
)
from tests.kit.valkey import on_each_kind

pytestmark = on_each_kind

OTHER_CHANNEL = CHANNEL + (5 << 22)
"""In another bucket, so on another node of a large cluster."""


def copies(settings: UserSettings) -> UserSettings:
    return settings.model_copy(update={"copies": True})


async def ids(store: Store, user_id: int) -> list[str]:
    return [table.saved.id for table in await games_of(store, user_id)]


async def test_whoever_chose_nothing_has_the_defaults_and_no_key(store: Store) -> None:
    assert await settings_of(store, ANN.id) == UserSettings()
    assert await change_settings(store, ANN.id, lambda settings: settings) == UserSettings()
    assert await store.people.settings(ANN.id) is None


async def test_settings_are_kept_for_their_person_alone(store: Store) -> None:
    await change_settings(store, ANN.id, copies)

    assert (await settings_of(store, ANN.id)).copies
    assert await settings_of(store, BO.id) == UserSettings()


async def test_of_settings_changed_at_once_none_is_lost(store: Store) -> None:
    changes: list[dict[str, object]] = [
        {"copies": True},
        {"reminders": Reminders.OFF},
        {"tiles": TileStyle.TEXT},
    ]

    async def put(update: dict[str, object]) -> None:
        await change_settings(store, ANN.id, lambda settings: settings.model_copy(update=update))

    await asyncio.gather(*map(put, changes))

    assert await settings_of(store, ANN.id) == UserSettings(
        copies=True, reminders=Reminders.OFF, tiles=TileStyle.TEXT
    )


async def test_settings_are_not_put_over_those_that_came_between(store: Store) -> None:
    assert await store.people.replace_settings(ANN.id, None, "first")
    assert not await store.people.replace_settings(ANN.id, None, "second")
    assert await store.people.replace_settings(ANN.id, None, "first")
    assert await store.people.replace_settings(ANN.id, "first", "third")
    assert await store.people.settings(ANN.id) == "third"


async def test_settings_that_keep_changing_are_given_up(store: Store) -> None:
    numbers = iter(range(9))

    def change_from_elsewhere(settings: UserSettings) -> UserSettings:
        away = Away(from_ms=next(numbers), until_ms=99)
        return settings.model_copy(update={"absences": (away,)})

    async def settings(_: int) -> str:
        return "{}"

    store.people.settings = settings  # type: ignore[assignment,method-assign]  # a stub, always out of date
    await store.people.replace_settings(ANN.id, None, '{"copies":true}')
    with pytest.raises(StaleGameError):
        await change_settings(store, ANN.id, change_from_elsewhere)


async def test_settings_that_cannot_be_read_are_a_fault_of_the_store(store: Store) -> None:
    await store.people.replace_settings(ANN.id, None, '{"reminders":"sometimes"}')

    with pytest.raises(StoreError, match="settings"):
        await settings_of(store, ANN.id)


async def test_a_game_is_listed_for_all_who_are_named_in_it(store: Store) -> None:
    await open_lobby(store, opening(ANN, BO))

    for player in (ANN, BO):
        assert await store.people.games(player.id) == [f"{CHANNEL}:77"]
    assert await store.people.games(CY.id) == []


async def test_whoever_declines_is_no_more_listed(store: Store) -> None:
    await open_lobby(store, opening(ANN, BO))
    await change(store, CHANNEL, "no", partial(tables.leave, game_id="77", user_id=BO.id))

    assert await store.people.games(BO.id) == []
    assert await store.people.games(ANN.id) == [f"{CHANNEL}:77"]


async def test_robots_are_not_listed(store: Store) -> None:
    await open_lobby(store, opening(ANN, BO))
    judge = partial(tables.leave, game_id="77", user_id=BO.id)
    await change(store, CHANNEL, "no", judge)
    judge = partial(tables.add_robot, game_id="77", user_id=ANN.id, seed=TIED_SEED)
    await change(store, CHANNEL, "robot", judge)

    assert await store.people.games(0) == []


async def test_a_game_that_is_over_moves_to_the_finished_ones(store: Store) -> None:
    table = await open_game(store, ANN, BO)
    await resign(store, table, ANN)

    for player in (ANN, BO):
        assert await store.people.games(player.id) == []
        assert await store.people.finished(player.id) == [f"{CHANNEL}:77"]
        left = int(await store._client.read("TTL", finished_games_key(player.id)))
        assert 0 < left <= store.keep_seconds


async def test_a_closed_lobby_is_listed_while_it_is_kept(store: Store) -> None:
    await open_lobby(store, opening(ANN))
    judge = partial(tables.cancel, game_id="77", user_id=ANN.id, is_moderator=False)
    await change(store, CHANNEL, "cancel", judge)

    assert await store.people.games(ANN.id) == []
    assert await store.people.finished(ANN.id) == [f"{CHANNEL}:77"]
    assert [t.phase for t in await finished_games_of(store, ANN.id)] == [Phase.CLOSED]


async def test_reading_drops_what_is_wrong_and_keeps_what_is_right(store: Store) -> None:
    await open_game(store, ANN, BO)
    await open_game(store, CY, BO, opened=opening(CY, BO, channel_id=OTHER_CHANNEL, game_id="78"))
    for wrong in (f"{OTHER_CHANNEL}:78", f"{CHANNEL}:5", "9:9"):
        await store.people.add_game(ANN.id, wrong)

    assert await ids(store, ANN.id) == ["77"]
    assert await store.people.games(ANN.id) == [f"{CHANNEL}:77"]
    assert sorted(await ids(store, BO.id)) == ["77", "78"]


async def test_reading_moves_a_game_whose_end_was_not_noted(store: Store) -> None:
    table = await open_game(store, ANN, BO)
    await resign(store, table, BO)
    await store._client.read("DEL", finished_games_key(ANN.id))
    await store.people.add_game(ANN.id, f"{CHANNEL}:77")

    assert await games_of(store, ANN.id) == []
    assert await store.people.games(ANN.id) == []
    assert [t.saved.id for t in await finished_games_of(store, ANN.id)] == ["77"]


async def test_reading_drops_a_finished_game_that_is_forgotten(store: Store) -> None:
    await store.people.finish_game(ANN.id, f"{CHANNEL}:77", 1000)

    assert await finished_games_of(store, ANN.id) == []
    assert await store.people.finished(ANN.id) == []


async def test_a_list_that_cannot_be_written_costs_nobody_their_game(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store._client.read("SET", games_key(ANN.id), "no list")

    table = await open_lobby(store, opening(ANN, BO))

    assert table.phase is Phase.LOBBY
    assert await store.people.games(BO.id) == [f"{CHANNEL}:77"]
    assert "a list of games was not written" in caplog.text


async def test_a_store_that_goes_after_the_commit_does_not_make_it_undone(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    commit = store.commit
    with monkeypatch.context() as patch:

        async def commit_and_go(wanted: Commit) -> Committed:
            committed = await commit(wanted)
            patch.setattr(store, "load", gone)
            return committed

        async def gone(_: int) -> StoredGame | None:
            raise StoreUnavailableError("The store does not answer.")

        patch.setattr(store, "commit", commit_and_go)
        table = await open_lobby(store, opening(ANN, BO))

    assert table.phase is Phase.LOBBY
    assert await load_table(store, CHANNEL) == table
    assert "a list of games was not written" in caplog.text


async def test_whoever_has_left_since_keeps_the_servers_of_their_results(store: Store) -> None:
    await store.people.add_server(BO.id, GUILD)
    invited = await open_lobby(store, opening(ANN, BO))
    await change(store, CHANNEL, "no", partial(tables.leave, game_id="77", user_id=BO.id))

    await follow(store, None, invited)

    assert await store.people.games(BO.id) == []
    assert await store.people.servers(BO.id) == [GUILD]


async def test_absence_reaches_every_running_game_once(store: Store) -> None:
    await open_game(store, ANN, BO)
    await open_game(store, CY, ANN, opened=opening(CY, ANN, channel_id=OTHER_CHANNEL, game_id="78"))
    away = Away(from_ms=NOW.ms, until_ms=NOW.ms + 1000)
    note = partial(note_absence_everywhere, store, ANN.id, away, request_id="5", now=NOW)

    first, failed = await note()
    again, _ = await note()

    assert failed == []
    assert sorted(table.saved.id for table in first) == ["77", "78"]
    assert {(t.saved.id, t.revision) for t in again} == {(t.saved.id, t.revision) for t in first}
    for table in again:
        assert table.saved.clock is not None
        noted = [(a.user_id, a.from_ms, a.until_ms) for a in table.saved.clock.absences]
        assert noted == [(ANN.id, away.from_ms, away.until_ms)]


async def test_absence_leaves_lobbies_and_resigned_games_alone(store: Store) -> None:
    table = await open_game(store, ANN, BO, CY)
    await resign(store, table, ANN)
    await open_lobby(store, opening(ANN, channel_id=OTHER_CHANNEL, game_id="78"))
    away = Away(from_ms=NOW.ms, until_ms=NOW.ms + 1000)

    noted = await note_absence_everywhere(store, ANN.id, away, request_id="5", now=NOW)

    assert noted == ([], [])


async def test_a_game_that_fails_does_not_stop_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_game(store, ANN, BO)
    await open_game(store, CY, ANN, opened=opening(CY, ANN, channel_id=OTHER_CHANNEL, game_id="78"))
    commit = store.commit

    async def refuse(change: Commit) -> object:
        if change.channel_id == CHANNEL:
            raise StaleGameError("others are faster")
        return await commit(change)

    monkeypatch.setattr(store, "commit", refuse)
    away = Away(from_ms=NOW.ms, until_ms=NOW.ms + 1000)

    noted, failed = await note_absence_everywhere(store, ANN.id, away, request_id="5", now=NOW)

    assert [table.saved.id for table in noted] == ["78"]
    assert [table.saved.id for table, _ in failed] == ["77"]


async def test_a_finished_game_is_kept_as_long_as_the_operator_says(store_url: str) -> None:
    store = await Store.connect(store_url, keep_seconds=1000)
    try:
        table = await open_game(store, ANN, BO)
        await resign(store, table, ANN)
        present = int(await store._client.read("TTL", game_key(CHANNEL)))
        await open_lobby(store, opening(BO, game_id="78"))
        archived = int(await store._client.read("TTL", finished_key(CHANNEL, "77")))
    finally:
        await store.close()

    assert 990 <= archived <= present <= 1000


async def test_a_game_that_begins_knows_who_is_away_already(store: Store) -> None:
    await change_settings(store, ANN.id, partial(go_away, days=2, now_ms=NOW.ms))
    table = await open_game(store, ANN, BO)

    after = await note_absences(store, table, {ANN.id, BO.id}, NOW)

    assert after is not None
    assert after.saved.clock is not None
    assert [absence.user_id for absence in after.saved.clock.absences] == [ANN.id]
    assert await note_absences(store, after, {ANN.id, BO.id}, NOW) is None
    assert str(ANN.id) not in "".join(await store._client.read("KEYS", "*request*"))
