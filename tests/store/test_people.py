"""What a store keeps about people: settings, the lists of their games, absences, and erasure."""

from __future__ import annotations

import asyncio
import json
from functools import partial

import pytest

from qwirkle_bot import tables
from qwirkle_bot.change import load_game, load_table
from qwirkle_bot.errors import StaleGameError, StoreError
from qwirkle_bot.own_games import (
    change_settings,
    finished_games_of,
    games_of,
    note_absence_everywhere,
    settings_of,
)
from qwirkle_bot.people import Away, Reminders, TileStyle, UserSettings
from qwirkle_bot.people_store import finished_key, games_key
from qwirkle_bot.privacy import DELETED_ID, DELETED_NAME, erase, export
from qwirkle_bot.record import verify_record
from qwirkle_bot.saved import Phase, Tiebreak, export_record
from qwirkle_bot.store import Commit, Store
from tests.kit.stored_games import (
    ANN,
    BO,
    CHANNEL,
    CY,
    NOW,
    TIED_SEED,
    change,
    everything,
    open_game,
    open_lobby,
    opening,
    play_one,
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
        left = int(await store._client.read("TTL", finished_key(player.id)))
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
    await store._client.read("DEL", finished_key(ANN.id))
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


async def a_life(store: Store) -> None:
    """Everything in which Ann can be named: games of every phase, and what is hers alone."""
    await change_settings(store, ANN.id, copies)
    over = await open_game(store, ANN, BO)
    await resign(store, over, BO)
    archived = opening(BO, CY, game_id="78")
    await open_game(store, BO, CY, opened=archived)
    places = iter(range(1, 9))

    def elsewhere(*players: object, tie: Tiebreak = Tiebreak.ACCOUNT) -> tables.Opening:
        number = next(places)
        return opening(
            *players,  # type: ignore[arg-type]  # they are players
            channel_id=CHANNEL + (number << 22),
            game_id=str(100 + number),
            tiebreak=tie,
        )

    running = await open_game(store, ANN, BO, CY, opened=elsewhere(ANN, BO, CY))
    await play_one(store, running)
    await open_game(store, BO, ANN, opened=elsewhere(BO, ANN))
    resigned = await open_game(store, CY, ANN, BO, opened=elsewhere(CY, ANN, BO))
    await resign(store, resigned, ANN)
    await open_lobby(store, elsewhere(ANN, BO))
    await open_lobby(store, elsewhere(BO, ANN))
    closed = elsewhere(ANN)
    await open_lobby(store, closed)
    judge = partial(tables.cancel, game_id=closed.game_id, user_id=ANN.id, is_moderator=False)
    await change(store, closed.channel_id, "cancel", judge)
    asking = elsewhere(ANN, BO, tie=Tiebreak.ASK)
    table = await open_game(store, ANN, BO, opened=asking, seed=TIED_SEED)
    assert table.phase is Phase.ASKING
    away = Away(from_ms=NOW.ms, until_ms=NOW.ms + 1000)
    await note_absence_everywhere(store, ANN.id, away, request_id="5", now=NOW)


async def test_after_erasure_no_key_holds_the_id_or_the_name(store: Store) -> None:
    await a_life(store)
    before = await everything(store)
    assert str(ANN.id) in before
    assert ANN.name in before

    erased = await erase(store, ANN.id, request_id="6", now=NOW)

    after = await everything(store)
    assert erased.failed == ()
    assert str(ANN.id) not in after
    assert ANN.name not in after
    assert str(BO.id) in after
    assert BO.name in after


async def test_erasure_may_be_asked_for_again(store: Store) -> None:
    await a_life(store)
    await erase(store, ANN.id, request_id="6", now=NOW)
    once = await everything(store)

    again = await erase(store, ANN.id, request_id="7", now=NOW)

    assert again.left == ()
    assert await everything(store) == once


async def test_erasure_lets_the_games_of_others_go_on(store: Store) -> None:
    table = await open_game(store, ANN, BO, CY)
    for _ in range(2):
        table = await play_one(store, table)

    erased = await erase(store, ANN.id, request_id="6", now=NOW)

    [left] = erased.left
    assert left.phase is Phase.RUNNING
    assert left.game is not None
    assert left.game.playing == {1, 2}
    assert [player.name for player in left.saved.players] == [DELETED_NAME, "Bo", "Cy"]
    assert left.saved.players[0].id == DELETED_ID
    assert left.saved.host == BO.id
    await play_one(store, left)


async def test_a_finished_game_keeps_its_moves_and_its_revision(store: Store) -> None:
    table = await open_game(store, ANN, BO)
    table = await play_one(store, table)
    table = await resign(store, table, BO)

    await erase(store, ANN.id, request_id="6", now=NOW)

    after = await load_table(store, CHANNEL)
    assert after is not None
    assert (after.revision, after.game) == (table.revision, table.game)
    verify_record(export_record(after).model_dump_json(exclude_none=True))
    assert export_record(after).players == ((DELETED_NAME,), ("Bo",))
    assert (
        int(
            await store._client.read("TTL", f"qwirkle:{{{(CHANNEL >> 22) % 64:02}}}:game:{CHANNEL}")
        )
        > 0
    )


async def test_a_finished_game_is_erased_where_another_has_replaced_it(store: Store) -> None:
    table = await open_game(store, ANN, BO)
    await resign(store, table, BO)
    await open_game(store, BO, CY, opened=opening(BO, CY, game_id="78"))

    await erase(store, ANN.id, request_id="6", now=NOW)

    archived = await load_game(store, CHANNEL, "77")
    assert archived is not None
    assert [player.name for player in archived.saved.players] == [DELETED_NAME, "Bo"]
    present = await load_table(store, CHANNEL)
    assert present is not None
    assert present.saved.id == "78"


async def test_a_tie_is_settled_before_its_player_is_erased(store: Store) -> None:
    asking = opening(ANN, BO, CY, tiebreak=Tiebreak.ASK)
    table = await open_game(store, ANN, BO, CY, opened=asking, seed=TIED_SEED)
    assert table.phase is Phase.ASKING

    erased = await erase(store, ANN.id, request_id="6", now=NOW)

    [table] = erased.left
    assert table.phase is Phase.RUNNING
    assert table.game is not None
    assert table.game.playing == {1, 2}


async def test_what_could_not_be_erased_keeps_the_way_to_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_game(store, ANN, BO)
    await change_settings(store, ANN.id, copies)
    with monkeypatch.context() as patch:

        async def refuse(_: Commit) -> None:
            raise StaleGameError("others are faster")

        patch.setattr(store, "commit", refuse)
        erased = await erase(store, ANN.id, request_id="6", now=NOW)

    assert [table.saved.id for table in erased.failed] == ["77"]
    assert await ids(store, ANN.id) == ["77"]
    assert (await settings_of(store, ANN.id)).copies
    assert (await erase(store, ANN.id, request_id="7", now=NOW)).failed == ()
    assert str(ANN.id) not in await everything(store)


async def test_an_export_holds_ones_own_and_no_hand_or_seed_of_a_running_game(store: Store) -> None:
    await a_life(store)
    games = await games_of(store, ANN.id)
    finished = await finished_games_of(store, ANN.id)

    text = export(ANN.id, await settings_of(store, ANN.id), games, finished)

    document = json.loads(text)
    assert document["user_id"] == str(ANN.id)
    assert document["settings"]["copies"] is True
    assert len(document["games"]) == len(games) == 6
    assert [game["phase"] for game in document["finished_games"]] == ["over", "closed"]
    verify_record(json.dumps(document["finished_games"][0]["record"]))
    assert str(BO.id) not in text
    running = json.dumps(document["games"])
    for table in games:
        saved = table.saved
        for seed in (saved.record.seed if saved.record else None, saved.tied_seed):
            assert seed is None or seed not in running
        if table.game is not None:
            [shown] = [game for game in document["games"] if game["game"] == saved.id]
            seat = table.seat_of(ANN.id)
            assert seat is not None
            assert shown["hand"] == [str(tile) for tile in table.game.hands[seat]]
