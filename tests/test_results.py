from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Resign, TakeBack
from qwirkle_bot.record import Record
from qwirkle_bot.results import GameResult, SeatResult, read_result, result_of, text_of
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Options, Player, Table, read_table
from tests.kit.games import moment, place
from tests.kit.moments import GAME_ID, PEOPLE, lobby, table_at, variant
from tests.kit.vectors import vectors

ANN, BO, CY, DI = PEOPLE
ROBOT = Player(id=0, name="Bot 1 (easy)", level=Level.EASY)
FIVE_RED = "RC RS RD RL RX"


def over(game: Game, *players: Player, options: Options | None = None) -> GameResult:
    result = result_of(table_at(game, players=players, options=options))
    assert result is not None
    return result


def test_a_result_tells_totals_best_move_and_qwirkles() -> None:
    game = moment(FIVE_RED, "RT", "OC OS", scores=[100, 118])
    # R5.2: a line of six is 12; R8.2: going out is 6 more. So Ann has 118 as well (R8.3).
    ended = game.play(place(0, ".. .. .. .. .. RT"))

    result = over(ended, ANN, BO)

    assert result.seats == (
        SeatResult(players=(ANN,), score=118, best_move=18, qwirkles=1),
        SeatResult(players=(BO,), score=118),
    )
    assert result.winners == {0, 1}
    assert result.game_id == GAME_ID


def test_what_was_taken_back_is_no_best_move() -> None:
    game = moment(FIVE_RED, "RT OC", "OC OS", bag="GS GD GL")
    for move in (
        place(0, ".. .. .. .. .. RT"),  # 12 points and a Qwirkle, but
        TakeBack(0),
        place(0, "..\nOC"),  # below the red circle: 2 points.
        Resign(1),
    ):
        game = game.play(move)

    result = over(game, ANN, BO)

    assert result.seats == (
        SeatResult(players=(ANN,), score=2, best_move=2),
        SeatResult(players=(BO,), score=0, resigned=True),
    )
    assert result.winners == {0}


def test_whoever_resigned_does_not_win_with_the_highest_total() -> None:
    game = moment(FIVE_RED, "RT", "OC", "OS", scores=[5, 90, 3]).play(Resign(1)).play(Resign(2))

    assert over(game, ANN, BO, CY).winners == {0}


def test_partners_share_a_seat() -> None:
    game = moment(FIVE_RED, "RT", "OC OS", scores=[1, 0]).play(Resign(1))

    result = over(game, ANN, BO, CY, DI, options=Options(variant=variant("pairs")))

    assert [seat.players for seat in result.seats] == [(ANN, CY), (BO, DI)]
    assert [result.seat_of(player.id) for player in PEOPLE] == [0, 1, 0, 1]
    assert result.variant.pairs


def test_nothing_is_kept_without_a_result_or_a_person() -> None:
    running = moment(FIVE_RED, "RT", "OC OS")
    ended = running.play(Resign(1))
    table = table_at(ended)
    closed = replace(table, saved=table.saved.model_copy(update={"closed": True}))
    deleted = Player(id=-1, name="deleted player")

    assert result_of(lobby(ANN, BO)) is None
    assert result_of(table_at(running)) is None
    assert result_of(closed) is None
    assert result_of(table_at(ended, players=(ROBOT, ROBOT))) is None
    assert result_of(table_at(ended, players=(deleted, ROBOT))) is None
    assert result_of(table_at(ended, players=(ANN, ROBOT))) is not None


def test_people_in_two_seats_play_with_one_another() -> None:
    def among(*players: Player) -> bool:
        game = moment(FIVE_RED, *["RT"] * len(players)).play(Resign(0))
        if len(players) > 2:
            game = game.play(Resign(1))
        return over(game, *players).is_among_people

    assert among(ANN, BO)
    assert among(ANN, ROBOT, BO)
    assert among(ANN, Player(id=-1, name="deleted player"))
    assert not among(ANN, ROBOT, ROBOT)


def test_a_result_is_small_and_reads_back() -> None:
    result = over(moment(FIVE_RED, "RT", "OC").play(Resign(1)), ANN, BO)
    text = text_of(result)

    assert read_result(text) == result
    assert len(text) < 400
    assert "seed" not in text


def finished(record: dict[str, Any]) -> Table:
    """A vector as a stored game of as many people as it has seats."""
    told = Record.model_validate(record)
    seats = Options(variant=told.variant.model_copy(update={"pairs": False}))
    saved = lobby(*PEOPLE[: told.seats], options=seats).saved.model_copy(update={"record": told})
    return read_table(saved.model_dump_json(), 1, None)


@pytest.mark.parametrize("name", ["records-good", "records-endings"])
def test_results_agree_with_the_vectors(name: str) -> None:
    records = [record for record in vectors(name) if record.get("result")]
    assert len(records) > 10
    for record in records:
        standing: list[dict[str, Any]] = []
        for move in record["moves"]:
            if move["type"] == "takeback":
                standing.pop()
            else:
                standing.append(move)

        result = result_of(finished(record))

        assert result is not None
        assert [seat.score for seat in result.seats] == record["result"]["scores"]
        assert sorted(result.winners) == record["result"]["winners"]
        for number, seat in enumerate(result.seats):
            own = [m["score"] for m in standing if m["seat"] == number and m["type"] == "place"]
            assert seat.best_move == max(own, default=0)
            resigned = {"type": "resign", "seat": number} in standing
            assert seat.resigned == resigned
