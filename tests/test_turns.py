from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot import turns
from qwirkle_bot.engine.game import EndReason, Result
from qwirkle_bot.engine.moves import Exchange
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.errors import MoveError, TableError
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Options, Player, SavedGame, Table, read_table
from tests.kit.boards import tiles
from tests.kit.games import SEED, dealt, moment
from tests.kit.moments import GAME_ID, PEOPLE, REVISION, lobby, table_at, variant

ANN, BO, CY, _ = PEOPLE


def opened() -> Table:
    """A game of two at its opening."""
    return table_at(dealt(SEED, 2))


def seat_to_move(table: Table) -> Player:
    assert table.game is not None
    return table.mover(table.game)


def read(saved: SavedGame) -> Table:
    return read_table(saved.model_dump_json(), 1, None)


def test_a_placement_is_written_with_its_points() -> None:
    table = opened()
    assert table.game is not None
    spot = legal_placements({}, table.game.hands[table.game.turn])[0]

    after = read(turns.place(table, seat_to_move(table).id, spot.tiles))

    assert after.move_count == 1
    assert after.game is not None
    assert after.game.board == dict(spot.tiles)
    assert after.game.history[0].points == spot.points
    assert after.saved.record is not None
    assert after.saved.record.moves[0].model_dump()["score"] == spot.points


def test_a_refused_move_names_its_rule() -> None:
    table = opened()
    with pytest.raises(MoveError) as caught:
        turns.exchange(table, seat_to_move(table).id, tiles("RC"))
    assert caught.value.refusal in {Refusal.EXCHANGE_AT_OPENING, Refusal.EXCHANGE_NOT_IN_HAND}


def test_forced_passes_belong_to_the_move_before() -> None:
    """Bo cannot place and the bag is empty, so Ann's move makes him pass at once (R9.1)."""
    game = moment("RC RS", "RD GX", "PT PL", bag="")
    saved = turns.place(table_at(game), ANN.id, (((2, 0), tiles("RD")[0]),))
    assert saved.record is not None
    kinds = [entry.type for entry in saved.record.moves]
    assert kinds[:2] == ["place", "pass"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        pytest.param(None, "no game", id="nothing"),
        pytest.param(lobby(ANN, BO), "not begun", id="a lobby"),
        pytest.param(
            replace(lobby(ANN, BO), saved=lobby(ANN, BO).saved.model_copy(update={"closed": True})),
            "no game",
            id="closed",
        ),
        pytest.param(
            replace(
                lobby(ANN, BO), saved=lobby(ANN, BO).saved.model_copy(update={"tied_seed": "00"})
            ),
            "oldest",
            id="asking",
        ),
        pytest.param(
            table_at(replace(dealt(SEED, 2), result=Result(EndReason.OUT, (0, 0), (0,)))),
            "over",
            id="over",
        ),
    ],
)
def test_where_no_game_runs_nobody_moves(table: Table | None, words: str) -> None:
    with pytest.raises(TableError, match=words):
        turns.place(table, ANN.id, ())
    with pytest.raises(TableError, match=words):
        turns.exchange(table, ANN.id, ())
    with pytest.raises(TableError, match=words):
        turns.resign(table, ANN.id)


def test_whoever_has_no_seat_does_not_move() -> None:
    for act in (turns.place, turns.exchange):
        with pytest.raises(TableError, match="no seat"):
            act(opened(), CY.id, ())
    with pytest.raises(TableError, match="no seat"):
        turns.resign(opened(), CY.id)


def test_only_the_player_to_move_moves_but_anyone_resigns() -> None:
    table = opened()
    mover = seat_to_move(table)
    other = BO if mover == ANN else ANN
    for act in (turns.place, turns.exchange):
        with pytest.raises(TableError, match=f"{mover.name} is to move"):
            act(table, other.id, ())
    after = read(turns.resign(table, other.id))
    assert after.game is not None
    assert after.game.result is not None
    assert after.game.result.reason is EndReason.RESIGNED


def test_of_two_partners_one_moves() -> None:
    table = table_at(dealt(SEED, 2), options=Options(variant=variant("pairs")))
    mover = seat_to_move(table)
    assert table.game is not None
    partner = PEOPLE[table.game.turn + 2]
    with pytest.raises(TableError, match=f"{mover.name} is to move"):
        turns.exchange(table, partner.id, ())
    moved = replace(table.game, turns_had=(1, 1))
    assert table.mover(moved) == partner


def test_nobody_moves_for_a_robot() -> None:
    robot = Player(id=ANN.id, name="Bot 1", level=Level.EASY)
    game = dealt(SEED, 2)
    table = table_at(game, players=[robot, robot])
    with pytest.raises(TableError, match="no seat"):
        turns.place(table, ANN.id, ())


def test_a_robot_moves_only_at_the_revision_that_it_saw() -> None:
    game = moment("RC RS", "RD GX", "PT PL", bag="OC OS")
    move = Exchange(0, tiles("RD"))
    assert turns.play_robot(table_at(game), REVISION, move).record is not None
    for table, revision in [(table_at(game), REVISION - 1), (None, 1)]:
        with pytest.raises(TableError, match="moved on"):
            turns.play_robot(table, revision, move)


def test_a_panel_acts_only_on_the_game_that_it_shows() -> None:
    table = opened()
    calls: list[Table | None] = []

    def judge(judged: Table | None) -> SavedGame:
        calls.append(judged)
        assert judged is not None
        return judged.saved

    assert turns.unchanged_since(GAME_ID, REVISION, judge)(table) is table.saved
    for game_id, revision, there in [
        (GAME_ID, REVISION - 1, table),
        ("1", REVISION, table),
        (GAME_ID, REVISION, None),
    ]:
        with pytest.raises(TableError, match="moved on"):
            turns.unchanged_since(game_id, revision, judge)(there)
    assert calls == [table]
