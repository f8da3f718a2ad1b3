"""The soak in small, and that it finds each fault that it looks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from playground.rest import Request
from qwirkle_bot.kept_results import results_of_server
from qwirkle_bot.store import Store
from soak.evidence import judge_log, judge_requests
from soak.killer import Owed, delays_of
from soak.ledger import Intent
from soak.report import report_of
from soak.run import Plan, soak
from soak.sight import Board, Look, Naming
from soak.truth import Truth, truth_of
from soak.verdict import (
    judge_boards,
    judge_hands,
    judge_moves,
    judge_results,
    judge_secrets,
)
from tests.kit.stored_games import ANN, BO, CHANNEL, GUILD, open_game, play_one, resign

MOVES = 3


@pytest.fixture
async def truth(store: Store) -> Truth:
    """A game of Ann and Bo after three moves."""
    table = await open_game(store, ANN, BO)
    for _ in range(MOVES):
        table = await play_one(store, table)
    stored = await store.load(CHANNEL)
    assert stored is not None
    return truth_of(stored)


async def test_a_small_soak_finds_nothing_wrong() -> None:
    outcome = await soak(Plan(games=6, minutes=0.05, seed=1, kills_a_minute=60))

    assert outcome.faults == []
    assert outcome.killer.kills.total() > 0
    assert outcome.truths
    assert "Every record, every hand and every board is right." in report_of(outcome)


def intents_of(truth: Truth) -> list[Intent]:
    return [Intent(truth.saved.id, seat, content, confirmed=True) for seat, content in truth.moves]


def boards_of(truth: Truth) -> list[Board]:
    boards = []
    for number, moment in enumerate(truth.moments):
        scores = dict(zip(("Ann", "Bo"), moment.scores, strict=True))
        revision = truth.first_revision + number
        boards.append(
            Board(number, truth.saved.id, revision, scores, len(moment.bag), int(number > 0))
        )
    return boards


def test_what_is_right_is_found_right(truth: Truth) -> None:
    hand = tuple(map(str, truth.moments[1].hands[0]))
    look = Look(truth.saved.id, truth.first_revision + 1, ANN.id, hand, 2)

    assert len(truth.moments) == MOVES + 1
    assert not list(judge_moves(truth, intents_of(truth)))
    assert not list(judge_boards(truth, boards_of(truth)))
    assert not list(judge_hands(truth, [look]))


async def test_a_result_that_is_not_the_games_is_found(store: Store, truth: Truth) -> None:
    await resign(store, truth.table, BO)
    stored = await store.load(CHANNEL)
    assert stored is not None
    over = truth_of(stored)
    [result] = await results_of_server(store, GUILD)
    wrong = result.model_copy(update={"seats": (*result.seats[1:], result.seats[0])})

    assert not list(judge_results({over.saved.id: over}, [result]))
    for kept in ([], [wrong]):
        [fault] = judge_results({over.saved.id: over}, kept)
        assert "it ended with" in fault
    assert len(list(judge_results({truth.saved.id: truth}, [result]))) == 1


def test_a_lost_move_is_found(truth: Truth) -> None:
    [lost] = judge_moves(truth, [*intents_of(truth), intents_of(truth)[0]])

    assert lost.startswith("lost")


def test_a_move_that_nobody_gave_is_found(truth: Truth) -> None:
    [doubled] = judge_moves(truth, intents_of(truth)[1:])

    assert doubled.startswith("doubled")


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        pytest.param(lambda b: [*b, b[1]], "was posted 2 times", id="a doubled board"),
        pytest.param(lambda b: b[:-1], "is owed", id="an owed board"),
        pytest.param(lambda b: [replace(b[0], revision=1), *b[1:]], "never was", id="a wrong one"),
        pytest.param(lambda b: [*b[:-1], replace(b[-1], bag=3)], "a bag of 3", id="a wrong bag"),
        pytest.param(lambda b: [*b[:-1], replace(b[-1], scores={})], "shows {}", id="wrong scores"),
        pytest.param(lambda b: [*b[:2], replace(b[2], told=0), b[3]], "were told", id="untold"),
    ],
)
def test_a_wrong_board_is_found(
    truth: Truth, spoil: Callable[[list[Board]], list[Board]], fault: str
) -> None:
    assert fault in "\n".join(judge_boards(truth, spoil(boards_of(truth))))


def test_a_wrong_hand_is_found(truth: Truth) -> None:
    others = tuple(map(str, truth.moments[1].hands[1]))
    look = Look(truth.saved.id, truth.first_revision + 1, ANN.id, others, 2)

    assert "was shown" in "\n".join(judge_hands(truth, [look]))


@pytest.mark.parametrize(
    ("reader", "leaks"), [(ANN.id, False), (BO.id, True), (None, True)], ids=["own", "other", "all"]
)
def test_a_tile_told_to_others_is_found(truth: Truth, reader: int | None, leaks: bool) -> None:
    seat = truth.table.seat_of(ANN.id)
    assert seat is not None
    kinds = frozenset(map(str, truth.moments[0].hands[seat]))
    naming = Naming(truth.saved.id, truth.first_revision, reader, kinds)

    assert bool(list(judge_secrets(truth, [naming]))) is leaks


def refused(code: int) -> Request:
    return Request("POST", "/channels/1/messages", None, 400, {"code": code})


def test_a_refused_request_is_found_but_for_second_deliveries() -> None:
    assert not list(judge_requests([refused(40060)], redelivered=1))
    assert list(judge_requests([refused(40060)], redelivered=0))
    assert list(judge_requests([refused(50035)], redelivered=1))


@pytest.mark.parametrize(
    ("logger", "killed", "faults"),
    [
        pytest.param("qwirkle_bot.embedded", 1_000_000_000.0, 0, id="a store that was killed"),
        pytest.param("qwirkle_bot.embedded", 999_999_000.0, 1, id="one that was not"),
        pytest.param("cogs.clock", 1_000_000_000.0, 1, id="another error"),
    ],
)
def test_an_error_is_found_in_the_log(
    tmp_path: Path, logger: str, killed: float, faults: int
) -> None:
    at = datetime.fromtimestamp(1_000_000_001, UTC).astimezone()
    line = {"time": f"{at:%Y-%m-%d %H:%M:%S},000", "level": "ERROR", "logger": logger}
    log = tmp_path / "log"
    log.write_text(f'{json.dumps(line)}\n{{"cut off', encoding="utf-8")

    assert len(list(judge_log(log, [killed]))) == faults


def test_a_board_is_owed_for_as_long_as_each_bot_lived_without_showing_it() -> None:
    owed = [
        Owed("1", 5, started=100.0),  # Shown by this bot, with a later move.
        Owed("2", 3, started=100.0),  # That bot died; an older revision had been shown.
        Owed("2", 3, started=180.0),  # The next one shows it.
        Owed("3", 1, started=180.0),  # Nobody has, and that bot lives: another judge says so.
    ]
    shown = {"1": {4: 90.0, 6: 101.5}, "2": {2: 101.0, 3: 183.0}}

    assert delays_of(owed, shown, deaths=[95.0, 175.0]) == [1.5, 75.0, 3.0]
