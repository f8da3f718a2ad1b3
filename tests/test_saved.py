from __future__ import annotations

import json
from dataclasses import replace

import pytest

from qwirkle_bot import tables, turns
from qwirkle_bot.engine.game import EndReason
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.errors import StoreError
from qwirkle_bot.record import verify_record
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import (
    Options,
    Phase,
    Player,
    SavedGame,
    Table,
    Told,
    export_record,
    read_table,
)
from tests.kit.games import SEED, dealt
from tests.kit.moments import GAME_ID, PEOPLE, lobby, table_at, variant

ANN, BO, CY, DI = PEOPLE


def begun() -> Table:
    saved = tables.begin(lobby(ANN, BO), GAME_ID, ANN.id, SEED)
    return read_table(saved.model_dump_json(), 2, None)


def test_a_field_that_there_is_not_is_not_changed_unseen() -> None:
    saved = lobby(ANN, BO).saved

    with pytest.raises(TypeError, match="host_id"):
        saved.model_copy(update={"host_id": BO.id})


def test_what_is_stored_is_read_back() -> None:
    table = begun()
    assert table.game is not None
    spot = legal_placements({}, table.game.hands[table.game.turn])[0]
    saved = turns.place(table, table.mover(table.game).id, spot.tiles)
    told = Told(revision=2, moves=0, message_id=7)

    read = read_table(saved.model_dump_json(), 3, told.model_dump_json())

    assert read.saved == saved
    assert read.told == told
    assert read.revision == 3
    assert read.game is not None
    assert read.game.board == dict(spot.tiles)


def test_neither_hands_nor_bag_nor_scores_are_stored() -> None:
    stored = json.loads(begun().saved.model_dump_json())
    assert set(stored) == set(SavedGame.model_fields)
    assert set(stored["record"]) >= {"seed", "seats", "opener", "moves"}
    assert {"hands", "bag", "board", "scores"} & (set(stored) | set(stored["record"])) == set()


def test_keys_of_a_later_version_are_kept() -> None:
    stored = json.loads(begun().saved.model_dump_json()) | {"league": {"round": 3}}
    saved = read_table(json.dumps(stored), 1, None).saved
    assert json.loads(saved.model_dump_json())["league"] == {"round": 3}


@pytest.mark.parametrize(
    ("game", "told"),
    [
        pytest.param("", None, id="nothing"),
        pytest.param("{}", None, id="an empty object"),
        pytest.param("[1]", None, id="a list"),
        pytest.param(lobby(ANN).saved.model_dump_json(), "{}", id="a note of another kind"),
        pytest.param(
            lobby(ANN).saved.model_dump_json().replace("qwirkle-game/1", "qwirkle-game/2"),
            None,
            id="another format",
        ),
    ],
)
def test_what_cannot_be_read_is_the_stores_fault(game: str, told: str | None) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_table(game, 1, told)


def test_a_record_that_does_not_hold_is_the_stores_fault() -> None:
    saved = begun().saved
    assert saved.record is not None
    bad = saved.model_copy(update={"record": saved.record.model_copy(update={"seats": 7})})
    with pytest.raises(StoreError, match="cannot be read"):
        read_table(bad.model_dump_json(), 1, None)


def test_phases() -> None:
    there = lobby(ANN, BO)
    assert there.phase is Phase.LOBBY
    closed = replace(there, saved=there.saved.model_copy(update={"closed": True}))
    assert closed.phase is Phase.CLOSED
    asking = replace(there, saved=there.saved.model_copy(update={"tied_seed": SEED.hex()}))
    assert asking.phase is Phase.ASKING
    assert begun().phase is Phase.RUNNING
    over = read_table(turns.resign(begun(), ANN.id).model_dump_json(), 1, None)
    assert over.phase is Phase.OVER


def test_seats_of_players_and_of_pairs() -> None:
    assert lobby(ANN, BO, CY).saved.seats == ((ANN,), (BO,), (CY,))
    pairs = lobby(*PEOPLE, options=Options(variant=variant("pairs")))
    assert pairs.saved.seats == ((ANN, CY), (BO, DI))
    assert [pairs.seat_of(player.id) for player in PEOPLE] == [0, 1, 0, 1]
    assert pairs.seat_of(12345) is None


def test_a_robot_is_in_nobodys_seat() -> None:
    robot = Player(id=0, name="Bot 1", level=Level.HARD)
    assert lobby(ANN, robot).seat_of(0) is None


def test_partners_take_turns() -> None:
    game = dealt(SEED, 2)
    table = table_at(game, options=Options(variant=variant("pairs")))
    movers = [table.mover(replace(game, turn=0, turns_had=(n, n))) for n in range(4)]
    assert movers == [ANN, CY, ANN, CY]


def test_an_exported_record_has_names_and_no_ids() -> None:
    over = read_table(turns.resign(begun(), ANN.id).model_dump_json(), 3, None)

    text = export_record(over).model_dump_json(exclude_none=True)

    assert json.loads(text)["players"] == [["Ann"], ["Bo"]]
    for player in (ANN, BO):
        assert str(player.id) not in text
    assert GAME_ID not in text
    result = verify_record(text).result
    assert result is not None
    assert result.reason is EndReason.RESIGNED


def test_a_running_game_is_not_exported() -> None:
    for table in (begun(), lobby(ANN)):
        with pytest.raises(ValueError, match="not over"):
            export_record(table)
