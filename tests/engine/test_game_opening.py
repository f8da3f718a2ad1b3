"""Seats, the deal and the opening (R1, R2, R3, R10.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from qwirkle_bot.engine.bag import Bag
from qwirkle_bot.engine.game import Game, Variant, deal, largest_sets
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Resign, Skip, TakeBack
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import KINDS
from qwirkle_bot.errors import MoveError
from tests.kit.boards import tiles
from tests.kit.games import SEED, dealt, moment, place

HANDS = ("RC RS RD RC OS GX", "OC OS YD GX BT PL")
"""Sets of three and of two."""
BAG = "PC PS PD PL PX PT"


def test_the_bag_holds_each_kind_three_times() -> None:  # R1.1
    assert Counter(Bag.full(SEED).tiles) == dict.fromkeys(KINDS, 3)
    assert len(Bag.full(SEED)) == 108


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_draws_six(seats: int) -> None:  # R2.1, R2.2
    game = dealt(SEED, seats)

    assert [len(hand) for hand in game.hands] == [6] * seats
    assert len(game.bag) == 108 - 6 * seats


@pytest.mark.parametrize(
    ("seats", "variant", "refusal"),
    [
        pytest.param(1, Variant(), Refusal.SEAT_COUNT, id="R2.1 one seat"),
        pytest.param(5, Variant(), Refusal.SEAT_COUNT, id="R2.1 five seats"),
        pytest.param(3, Variant(pairs=True), Refusal.PAIRS_SEATS, id="R11.2 pairs in three seats"),
    ],
)
def test_no_game_begins_with_the_wrong_seats(
    seats: int, variant: Variant, refusal: Refusal
) -> None:
    with pytest.raises(MoveError) as caught:
        Game.start(SEED, seats, 0, variant)

    assert caught.value.refusal is refusal
    assert caught.value.count == seats


def test_pairs_play_in_two_seats() -> None:  # R11.2
    assert dealt(SEED, 2, Variant(pairs=True)).result is None


@pytest.mark.parametrize(
    ("hands", "openers"),
    [
        pytest.param(HANDS, [0], id="R3.2 the largest set"),
        pytest.param((HANDS[1], HANDS[0], HANDS[0]), [1, 2], id="R3.2 a tie"),
    ],
)
def test_who_may_open(hands: tuple[str, ...], openers: list[int]) -> None:
    assert largest_sets(tuple(tiles(hand) for hand in hands)) == openers


def test_only_a_seat_with_a_largest_set_opens() -> None:  # R3.2
    for seed in (bytes([number]) * 32 for number in range(20)):
        may_open = largest_sets(deal(seed, 4)[0])
        for seat in range(-1, 5):
            if seat in may_open:
                assert Game.start(seed, 4, seat).turn == seat
            else:
                with pytest.raises(MoveError) as caught:
                    Game.start(seed, 4, seat)
                assert caught.value.clause == "R3.2"


@pytest.mark.parametrize(
    ("hand", "picture", "points"),
    [
        pytest.param(HANDS[0], "RD RC RS", 3, id="R3.3 in a row"),
        pytest.param(HANDS[0], "RC\nRS\nRD", 3, id="R3.3 in a column"),
        pytest.param("RC RS OC OX GL GL", "RC RS", 2, id="R3.3 a set of two"),
        pytest.param("RC RS OC OX GL GL", "OC RC", 2, id="R3.3 another set of that size"),
        pytest.param("RC OS YD GL BX PT", "BX", 1, id="R3.3 a set of one, R3.4 scores 1"),
        pytest.param("RC RS RD RL RX RT", "RC RS RD RL RX RT", 12, id="R3.4 six, R5.2"),
        pytest.param(HANDS[0], ".. .. ..\n.. RC RS RD", 3, id="R3.3 anywhere on the table"),
    ],
)
def test_an_opening_lays_a_largest_set(hand: str, picture: str, points: int) -> None:
    game = moment("", hand, HANDS[1], bag=BAG)

    after = game.play(place(0, picture))

    assert after.scores == (points, 0)
    assert after.opening_size is None
    assert after.turn == 1


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        pytest.param(place(0, "RC RS"), Refusal.OPENING_COUNT, id="R3.3 fewer tiles"),
        pytest.param(place(0, "RC RS RD GX"), Refusal.OPENING_COUNT, id="R3.3 more tiles"),
        pytest.param(place(0, "RC RS OS"), Refusal.NO_MATCH, id="R3.3 as many, but no set"),
        pytest.param(place(0, "RC RS RC"), Refusal.SAME_KIND, id="R3.3 a kind twice"),
        pytest.param(place(0, "RC RS .. RD"), Refusal.GAP, id="R3.3 a gap"),
        pytest.param(place(0, "RC RS\n.. RD"), Refusal.NOT_ONE_LINE, id="R3.3 around a corner"),
        pytest.param(place(0, "RC RS RL"), Refusal.NOT_IN_HAND, id="R4.1 a tile of others"),
        pytest.param(place(0, ""), Refusal.TILE_COUNT, id="R4.1 no tile"),
        pytest.param(Exchange(0, tiles("GX")), Refusal.EXCHANGE_AT_OPENING, id="R7.2 an exchange"),
        pytest.param(Pass(0), Refusal.PASS_WITH_BAG, id="R9.1 a pass"),
        pytest.param(place(1, "OC OS"), Refusal.NOT_YOUR_TURN, id="the other seat"),
        pytest.param(TakeBack(0), Refusal.NOTHING_TO_TAKE_BACK, id="R10.3 nothing to take back"),
    ],
)
def test_a_wrong_opening_is_refused_and_nothing_has_changed(move: Move, refusal: Refusal) -> None:
    game = moment("", *HANDS, bag=BAG)

    with pytest.raises(MoveError) as caught:
        game.play(move)

    assert caught.value.refusal is refusal
    assert game == moment("", *HANDS, bag=BAG)


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param(Skip(0), id="R10.4 the opener is skipped"),
        pytest.param(Resign(0), id="R10.1 the opener resigns"),
    ],
)
def test_the_next_seat_opens_with_its_own_set(leave: Move) -> None:
    game = moment("", *HANDS, HANDS[0], bag=BAG).play(leave)

    assert (game.turn, game.opening_size) == (1, 2)
    assert game.play(place(1, "OC OS")).scores == (0, 2, 0)


def test_an_opener_who_is_not_to_move_resigns_and_the_turn_stays() -> None:  # R10.1
    game = moment("", *HANDS, HANDS[0], bag=BAG).play(Skip(0)).play(Resign(0))

    assert (game.turn, game.opening_size) == (1, 2)


def test_an_opening_taken_back_is_an_opening_again() -> None:  # R10.3, R3.3
    game = moment("", *HANDS, bag=BAG).play(place(0, "RC RS RD")).play(TakeBack(0))

    assert (game.turn, game.opening_size, dict(game.board), game.scores) == (0, 3, {}, (0, 0))
    with pytest.raises(MoveError):
        game.play(place(0, "RC RS"))
    assert game.play(place(0, "RD RS RC")).scores == (3, 0)
