"""How a game ends, and who wins (R8, R9, R10.1, R11.3)."""

from __future__ import annotations

import pytest

from qwirkle_bot.engine.game import EndReason, Game, Result
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Resign, Skip, TakeBack
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.errors import MoveError
from tests.kit.boards import tiles
from tests.kit.games import moment, place

LYING = "RC RS"
HAND = "RD RL GX GX BT OC"
STUCK = "GX"
LAY_RD = place(0, ".. .. RD")


def play(game: Game, *moves: Move) -> Game:
    for move in moves:
        game = game.play(move)
    return game


def test_an_empty_bag_ends_nothing() -> None:  # R8.1
    game = moment(LYING, HAND, STUCK).play(LAY_RD)

    assert game.result is None
    assert len(game.hands[0]) == 5


def test_going_out_scores_six_more_and_ends_the_game() -> None:  # R8.2
    game = moment(LYING, "RD", HAND, scores=(10, 12)).play(LAY_RD)

    assert game.result == Result(EndReason.OUT, (19, 12), (0,))
    score = game.history[-1].score
    assert score
    assert (score.bonus, score.total) == (6, 9)


def test_a_hand_that_draws_again_has_not_gone_out() -> None:  # R8.2
    game = moment("RC", "RS RD RL RX RT", HAND, bag="PC").play(place(0, ".. RS RD RL RX RT"))

    assert game.scores == (12, 0)
    assert game.result is None


def test_a_lost_game_is_lost_by_whoever_goes_out() -> None:  # R8.3
    game = moment(LYING, "RD", HAND, scores=(0, 10)).play(LAY_RD)

    assert game.result == Result(EndReason.OUT, (9, 10), (1,))


def test_equal_totals_share_the_win() -> None:  # R8.3
    game = moment(LYING, "RD", HAND, HAND, scores=(1, 10, 9)).play(LAY_RD)

    assert game.result == Result(EndReason.OUT, (10, 10, 9), (0, 1))


@pytest.mark.parametrize(
    "move", [LAY_RD, place(1, ".. .. .. RL"), Pass(1), Skip(1), Resign(1), TakeBack(0)]
)
def test_nobody_moves_after_the_end(move: Move) -> None:  # R8.2, R10.3
    game = moment(LYING, "RD", HAND).play(LAY_RD)

    with pytest.raises(MoveError) as caught:
        game.play(move)

    assert caught.value.refusal is Refusal.GAME_OVER


@pytest.mark.parametrize(
    ("hand", "bag", "must"),
    [
        pytest.param(STUCK, "", True, id="R9.1 nothing fits and the bag is empty"),
        pytest.param("GX RD", "", False, id="R9.1 a tile fits"),
        pytest.param(STUCK, "PC", False, id="R9.1 the bag holds a tile, so it exchanges"),
    ],
)
def test_who_must_pass(hand: str, bag: str, must: bool) -> None:
    assert moment(LYING, hand, HAND, bag=bag).must_pass is must


def test_a_pass_scores_nothing_and_is_a_turn() -> None:  # R9.1
    game = moment(LYING, STUCK, HAND, scores=(3, 4)).play(Pass(0))

    assert (game.turn, game.scores, game.turns_had) == (1, (3, 4), (1, 0))


def test_the_game_is_over_when_all_have_passed_in_a_row() -> None:  # R9.2
    game = play(moment(LYING, STUCK, STUCK, STUCK, scores=(3, 9, 4)), Pass(0), Pass(1))

    assert game.result is None
    assert game.play(Pass(2)).result == Result(EndReason.STALLED, (3, 9, 4), (1,))


def test_a_placement_starts_the_count_of_passes_again() -> None:  # R9.2
    start = moment(LYING, STUCK, "RD YX", STUCK)
    game = play(start, Pass(0), place(1, ".. .. RD"), Pass(2), Pass(0))

    assert game.result is None
    assert game.play(Pass(1)).result == Result(EndReason.STALLED, (0, 3, 0), (1,))


def test_a_skip_is_no_pass_and_breaks_no_row_of_passes() -> None:  # R9.2, R10.2
    game = play(moment(LYING, STUCK, STUCK), Pass(0), Skip(1), Pass(0))

    assert game.result is None
    ended = game.play(Pass(1)).result
    assert ended
    assert ended.reason is EndReason.STALLED


def test_only_seats_that_still_play_need_to_pass() -> None:  # R9.2, R10.1
    passed = play(moment(LYING, STUCK, STUCK, HAND, scores=(1, 2, 90)), Pass(0), Pass(1))

    assert passed.play(Resign(2)).result == Result(EndReason.STALLED, (1, 2, 90), (1,))


def test_the_pass_of_a_seat_that_resigned_counts_for_nobody() -> None:  # R9.2, R10.1
    game = play(moment(LYING, STUCK, STUCK, STUCK), Pass(0), Resign(0), Pass(1))

    assert game.result is None
    assert game.play(Pass(2)).result


def test_a_pass_taken_back_does_not_count() -> None:  # R9.2, R10.3
    game = play(moment(LYING, STUCK, STUCK), Pass(0), TakeBack(0), Pass(0))

    assert game.result is None
    assert game.play(Pass(1)).result


def test_a_placement_taken_back_leaves_the_passes_before_it() -> None:  # R9.2, R10.3
    game = play(
        moment(LYING, STUCK, "RD YX", STUCK), Pass(0), place(1, ".. .. RD"), TakeBack(1), Skip(1)
    )

    assert sorted(game.passed) == [0]


SQUARE = """
RC RS RD RL RX RT
OC OS OD OL OX OT
YC YS YD YL YX YT
GC GS GD GL GX GT
BC BS BD BL BX BT
PC PS PD PL PX ..
"""
LAST_OF_SQUARE = place(0, "..\n..\n..\n..\n..\n.. .. .. .. .. PT")


def test_a_full_square_ends_the_game_although_the_bag_holds_tiles() -> None:  # R9.3, R5.2
    game = moment(SQUARE, "PT RC OS", HAND, bag="PC PS PD PL PX", scores=(0, 30))

    ended = game.play(LAST_OF_SQUARE)

    assert ended.result == Result(EndReason.STALLED, (24, 30), (1,))
    assert ended.history[-1].points == 24


def test_a_full_square_with_an_empty_bag_is_passed() -> None:  # R9.3, R9.1
    game = moment(SQUARE, "PT RC OS", HAND).play(LAST_OF_SQUARE)

    assert game.result is None
    assert game.must_pass
    ended = play(game, Pass(1), Pass(0)).result
    assert ended
    assert ended.reason is EndReason.STALLED


CLOSING = "RD GX GX GX GX GX"


@pytest.mark.parametrize(
    ("other", "bag", "closed"),
    [
        pytest.param("GX YX", "BX BX", True, id="R9.3 nothing left fits"),
        pytest.param("GX RL", "BX BX", False, id="R9.3 a tile in another hand fits"),
        pytest.param("GX YX", "BX RL BX", False, id="R9.3 a tile in the bag fits"),
        pytest.param("GX YX", "RL", False, id="R9.3 the tile just drawn fits"),
    ],
)
def test_a_layout_is_closed_when_no_tile_left_fits(other: str, bag: str, closed: bool) -> None:
    game = moment(LYING, CLOSING, other, bag=bag).play(LAY_RD)

    assert (game.result is not None) is closed


def test_a_resignation_can_close_a_layout() -> None:  # R9.3, R10.1
    game = moment(LYING, CLOSING, "YX GX", "RL", bag="BX BX").play(LAY_RD)

    assert game.result is None
    assert game.play(Resign(2)).result == Result(EndReason.STALLED, (3, 0, 0), (0,))


def test_an_empty_board_is_never_closed() -> None:  # R9.3
    game = moment("", HAND, HAND, HAND, bag="BX")

    assert game.play(Resign(0)).result is None


def test_the_last_seat_left_wins_at_once_whatever_the_scores() -> None:  # R10.1
    game = moment(LYING, HAND, HAND, HAND, bag="BX", scores=(50, 2, 70))

    ended = play(game, Resign(2), Resign(0)).result

    assert ended == Result(EndReason.RESIGNED, (50, 2, 70), (1,))


def test_the_score_of_a_seat_that_resigned_cannot_win() -> None:  # R10.1
    game = moment(LYING, "RD", HAND, HAND, scores=(1, 99, 5)).play(Resign(1)).play(LAY_RD)

    assert game.result == Result(EndReason.OUT, (10, 99, 5), (0,))


def test_a_resignation_comes_before_a_row_of_passes() -> None:  # R10.1, R9.2
    ended = play(moment(LYING, STUCK, STUCK), Pass(0), Resign(1)).result

    assert ended == Result(EndReason.RESIGNED, (0, 0), (0,))


def sprint(*turns_had: int, turn: int, hands: str = HAND, bag: str = "BX BX") -> Game:
    return moment(
        LYING, *[hands] * len(turns_had), bag=bag, turn=turn, turns_had=turns_had, sprint=True
    )


@pytest.mark.parametrize(
    ("move", "bag", "hands"),
    [
        pytest.param(place(1, ".. .. RD"), "BX", HAND, id="R11.3 placing counts"),
        pytest.param(Exchange(1, tiles("GX")), "BX", HAND, id="R11.3 exchanging counts"),
        pytest.param(Pass(1), "", STUCK, id="R11.3 passing counts"),
        pytest.param(Skip(1), "BX", HAND, id="R11.3 skipping counts"),
    ],
)
def test_a_sprint_ends_after_six_turns_of_each_seat(move: Move, bag: str, hands: str) -> None:
    ended = sprint(6, 5, turn=1, hands=hands, bag=bag).play(move).result

    assert ended
    assert ended.reason is EndReason.SPRINT


def test_a_sprint_goes_on_until_the_last_seat_has_had_its_turns() -> None:  # R11.3
    assert sprint(5, 5, turn=0).play(Skip(0)).result is None


def test_six_turns_end_no_other_game() -> None:  # R11.3
    game = moment(LYING, HAND, HAND, bag="BX", turn=1, turns_had=(6, 5)).play(Skip(1))

    assert game.result is None


def test_the_end_of_a_sprint_brings_no_points() -> None:  # R11.3
    game = sprint(6, 5, turn=1).play(place(1, ".. .. RD"))

    assert game.result == Result(EndReason.SPRINT, (0, 3), (1,))


def test_going_out_with_the_last_turn_of_a_sprint_scores_its_six() -> None:  # R11.3, R8.2
    game = sprint(6, 5, turn=1, hands="RD", bag="").play(place(1, ".. .. RD"))

    assert game.result == Result(EndReason.OUT, (0, 9), (1,))


def test_a_sprint_ends_when_the_seat_that_still_had_a_turn_resigns() -> None:  # R11.3, R10.1
    game = sprint(6, 6, 5, turn=2).play(Resign(2))

    assert game.result == Result(EndReason.SPRINT, (0, 0, 0), (0, 1))


def test_a_sprint_goes_on_when_another_seat_resigns() -> None:  # R11.3, R10.1
    game = sprint(6, 6, 5, turn=2).play(Resign(0))

    assert (game.turn, game.result) == (2, None)
    assert game.play(Skip(2)).result == Result(EndReason.SPRINT, (0, 0, 0), (1, 2))


def test_a_turn_taken_back_is_had_again() -> None:  # R11.3, R10.3
    game = play(sprint(5, 5, turn=0), Exchange(0, tiles("GX")), TakeBack(0), Skip(0))

    assert game.result is None
    assert game.play(Skip(1)).result
