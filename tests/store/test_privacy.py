"""What an erasure leaves of a person in the store, and what an export tells of it."""

from __future__ import annotations

import json
from functools import partial

import pytest

from qwirkle_bot import tables
from qwirkle_bot.change import load_game, load_table
from qwirkle_bot.errors import StaleGameError
from qwirkle_bot.export import export
from qwirkle_bot.game_index import follow
from qwirkle_bot.kept_results import results_of_person
from qwirkle_bot.keys import game_key
from qwirkle_bot.own_games import (
    change_settings,
    finished_games_of,
    games_of,
    note_absence_everywhere,
    settings_of,
)
from qwirkle_bot.people import Away, UserSettings
from qwirkle_bot.privacy import DELETED_ID, DELETED_NAME, erase
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


def copies(settings: UserSettings) -> UserSettings:
    return settings.model_copy(update={"copies": True})


async def ids(store: Store, user_id: int) -> list[str]:
    return [table.saved.id for table in await games_of(store, user_id)]


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


@pytest.mark.parametrize("ends", [True, False], ids=["over", "running"])
async def test_lists_written_late_do_not_bring_a_deleted_person_back(
    store: Store, *, ends: bool
) -> None:
    table = await open_game(store, ANN, BO)
    after = await resign(store, table, BO) if ends else table
    before = table if ends else None
    await erase(store, ANN.id, request_id="6", now=NOW)

    await follow(store, before, after)

    assert str(ANN.id) not in await everything(store)


async def test_lists_written_late_bring_nobody_back_though_another_game_has_begun(
    store: Store,
) -> None:
    before = await open_game(store, ANN, BO)
    after = await resign(store, before, BO)
    await open_lobby(store, opening(CY, game_id="78"))
    await erase(store, ANN.id, request_id="6", now=NOW)

    await follow(store, before, after)

    assert str(ANN.id) not in await everything(store)


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
    assert int(await store._client.read("TTL", game_key(CHANNEL))) > 0


async def test_a_rematch_asks_nobody_who_was_deleted(store: Store) -> None:
    table = await open_game(store, ANN, BO, CY)
    for player in (ANN, BO):
        table = await resign(store, table, player)
    await erase(store, ANN.id, request_id="6", now=NOW)

    after = await load_table(store, CHANNEL)
    assert after is not None
    rematch = tables.rematch_of(after.saved, game_id="78", host=BO)

    assert (rematch.invited, rematch.wanted) == ((CY.id,), 3)


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
    results = await results_of_person(store, ANN.id)

    text = export(ANN.id, await settings_of(store, ANN.id), games, finished, results)

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
