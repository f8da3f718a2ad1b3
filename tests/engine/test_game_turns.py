"""What a turn does: drawing, exchanging, resigning, skipping, taking back (R6, R7, R10)."""

from __future__ import annotations

from collections import Counter

import pytest

from qwirkle_bot.engine.bag import Bag
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Resign, Skip, TakeBack
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.errors import MoveError
from tests.kit.boards import tiles
from tests.kit.games import SEED, moment, place

LYING = "RC RS"
HAND = "RD RL GX GX BT OC"
OTHER = "YC YS YD YL YX YT"
BAG = "PC PS PD PL PX PT"


def drawn_from(bag: str, count: int) -> tuple[list[str], list[str]]:
    """What the seed's first words draw, and the bag that is left, in order."""
    drawn, left = Bag(SEED, tiles(bag)).draw(count)
    return [str(tile) for tile in drawn], [str(tile) for tile in left.tiles]


def codes(held: Game, seat: int = 0) -> list[str]:
    return [str(tile) for tile in held.hands[seat]]


def test_a_hand_is_drawn_up_to_six_at_its_end() -> None:  # R6.1
    drawn, left = drawn_from(BAG, 2)

    game = moment(LYING, HAND, OTHER, bag=BAG).play(place(0, ".. .. RD RL"))

    assert codes(game) == ["GX", "GX", "BT", "OC", *drawn]
    assert [str(tile) for tile in game.bag.tiles] == left


def test_a_hand_draws_what_the_bag_still_holds() -> None:  # R6.1
    game = moment(LYING, HAND, OTHER, bag="PC").play(place(0, ".. .. RD RL"))

    assert codes(game) == ["GX", "GX", "BT", "OC", "PC"]
    assert not game.bag


def test_an_exchange_draws_first_and_puts_back_second() -> None:  # R7.1
    drawn, left = drawn_from(BAG, 2)

    game = moment(LYING, HAND, OTHER, bag=BAG).play(Exchange(0, tiles("OC GX")))

    assert codes(game) == ["RD", "RL", "GX", "BT", *drawn]
    assert [str(tile) for tile in game.bag.tiles] == [*left, "OC", "GX"]


def test_an_exchange_is_the_whole_turn_and_scores_nothing() -> None:  # R7.1
    game = moment(LYING, HAND, OTHER, bag=BAG).play(Exchange(0, tiles("GX")))

    assert (game.turn, game.scores, game.turns_had) == (1, (0, 0), (1, 0))


def test_an_exchange_may_take_the_whole_bag() -> None:  # R7.1
    game = moment(LYING, HAND, OTHER, bag="PC PS").play(Exchange(0, tiles("GX GX")))

    assert sorted(codes(game)) == ["BT", "OC", "PC", "PS", "RD", "RL"]
    assert Counter(game.bag.tiles) == Counter(tiles("GX GX"))


REFUSED = [
    pytest.param(BAG, Exchange(0, ()), Refusal.EXCHANGE_COUNT, id="R7.1 no tile"),
    pytest.param(
        BAG, Exchange(0, tiles(HAND) * 2), Refusal.EXCHANGE_COUNT, id="R7.1 more than six tiles"
    ),
    pytest.param(
        BAG, Exchange(0, tiles("YC")), Refusal.EXCHANGE_NOT_IN_HAND, id="R7.1 a tile of others"
    ),
    pytest.param(
        BAG, Exchange(0, tiles("BT BT")), Refusal.EXCHANGE_NOT_IN_HAND, id="R7.1 one tile twice"
    ),
    pytest.param(
        "PC", Exchange(0, tiles("GX GX")), Refusal.EXCHANGE_OVER_BAG, id="R7.1 more than the bag"
    ),
    pytest.param("", Exchange(0, tiles("GX")), Refusal.EXCHANGE_BAG_EMPTY, id="R7.2 an empty bag"),
    pytest.param(BAG, place(0, ".. .. YC"), Refusal.NOT_IN_HAND, id="R4.1 a tile of others"),
    pytest.param(
        BAG, place(0, ".. .. RD\n.. .. RD"), Refusal.NOT_IN_HAND, id="R4.1 one tile twice"
    ),
    pytest.param(BAG, place(0, ""), Refusal.TILE_COUNT, id="R4.1 nothing laid"),
    pytest.param(
        BAG, place(0, ".. .. RD RL RX RT RC RS RD"), Refusal.TILE_COUNT, id="R4.1 seven tiles"
    ),
    pytest.param(BAG, place(0, ".. .. GX"), Refusal.NO_MATCH, id="R4.4 a wrong line"),
    pytest.param(BAG, place(1, "YC"), Refusal.NOT_YOUR_TURN, id="another seat's turn"),
    pytest.param(BAG, Skip(1), Refusal.NOT_YOUR_TURN, id="R10.2 skipping another seat"),
    pytest.param(BAG, Skip(2), Refusal.NO_SUCH_SEAT, id="R2.1 a seat that is not there"),
    pytest.param(BAG, Resign(-1), Refusal.NO_SUCH_SEAT, id="R2.1 a seat below 0"),
    pytest.param(BAG, Pass(0), Refusal.PASS_WITH_BAG, id="R9.1 a pass while the bag holds tiles"),
    pytest.param("", Pass(0), Refusal.PASS_BUT_CAN_PLACE, id="R9.1 a pass of one who can place"),
]


@pytest.mark.parametrize(("bag", "move", "refusal"), REFUSED)
def test_a_refused_move_names_its_reason_and_nothing_has_changed(
    bag: str, move: Move, refusal: Refusal
) -> None:
    game = moment(LYING, HAND, OTHER, bag=bag)

    with pytest.raises(MoveError) as caught:
        game.play(move)

    assert caught.value.refusal is refusal
    assert game == moment(LYING, HAND, OTHER, bag=bag)


THREE = (HAND, OTHER, "BC BS BD BL BX BT")


def test_a_seat_that_resigns_leaves_the_rest_to_play_on() -> None:  # R10.1
    game = moment(LYING, *THREE, bag=BAG, scores=(9, 5, 7)).play(Resign(0))

    assert (game.turn, sorted(game.playing), game.result) == (1, [1, 2], None)
    assert game.scores == (9, 5, 7)
    assert len(game.bag) == len(tiles(BAG))


def test_a_seat_may_resign_on_anyones_turn() -> None:  # R10.1
    game = moment(LYING, *THREE, bag=BAG).play(Resign(2))

    assert game.turn == 0
    assert game.play(Skip(0)).play(Skip(1)).turn == 0


def test_a_seat_that_has_resigned_moves_no_more() -> None:  # R10.1
    game = moment(LYING, *THREE, bag=BAG).play(Resign(2))

    for move in (Resign(2), Skip(2), place(2, "BC"), TakeBack(2)):
        with pytest.raises(MoveError) as caught:
            game.play(move)
        assert caught.value.refusal is Refusal.HAS_RESIGNED


def test_a_skip_loses_the_turn_and_nothing_else() -> None:  # R10.2
    before = moment(LYING, HAND, OTHER, bag=BAG)

    after = before.play(Skip(0))

    assert (after.turn, after.turns_had) == (1, (1, 0))
    assert (after.hands, after.scores, after.bag) == (before.hands, before.scores, before.bag)


def test_a_placement_taken_back_moves_its_tiles_in_the_order_laid_down() -> None:  # R10.3
    drawn, left = drawn_from(BAG, 2)

    game = moment(LYING, HAND, OTHER, bag=BAG).play(place(0, ".. .. RD RL")).play(TakeBack(0))

    assert codes(game) == ["GX", "GX", "BT", "OC", "RD", "RL"]
    assert [str(tile) for tile in game.bag.tiles] == [*left, *drawn]
    assert dict(game.board) == dict(moment(LYING).board)
    assert (game.turn, game.scores, game.turns_had) == (0, (0, 0), (0, 0))


def test_an_exchange_taken_back_moves_its_tiles_in_the_order_laid_down() -> None:  # R10.3
    drawn, left = drawn_from(BAG, 2)

    game = moment(LYING, HAND, OTHER, bag=BAG).play(Exchange(0, tiles("OC GX"))).play(TakeBack(0))

    assert codes(game) == ["RD", "RL", "GX", "BT", "OC", "GX"]
    assert [str(tile) for tile in game.bag.tiles] == [*left, *drawn]
    assert (game.turn, game.turns_had) == (0, (0, 0))


def test_random_words_used_stay_used() -> None:  # R10.3
    game = moment(LYING, HAND, OTHER, bag=BAG).play(Exchange(0, tiles("OC GX")))

    assert game.play(TakeBack(0)).bag.words_used == game.bag.words_used >= 2


def test_a_placement_that_drew_nothing_is_taken_back() -> None:  # R10.3
    before = moment(LYING, HAND, OTHER)

    game = before.play(place(0, ".. .. RD RL")).play(TakeBack(0))

    assert codes(game) == ["GX", "GX", "BT", "OC", "RD", "RL"]
    assert not game.bag


def test_a_pass_is_taken_back() -> None:  # R10.3, R9.2
    stuck = moment(LYING, "GX", OTHER)

    game = stuck.play(Pass(0)).play(TakeBack(0))

    assert (game.turn, game.turns_had) == (0, (0, 0))
    assert not game.passed
    assert game.must_pass


PLACED = moment(LYING, *THREE, bag=BAG).play(place(0, ".. .. RD"))


@pytest.mark.parametrize(
    ("game", "move", "refusal"),
    [
        pytest.param(
            PLACED, TakeBack(1), Refusal.NOT_YOURS_TO_TAKE_BACK, id="R10.3 another seat's move"
        ),
        pytest.param(
            PLACED.play(Exchange(1, tiles("YC"))),
            TakeBack(0),
            Refusal.NOT_YOURS_TO_TAKE_BACK,
            id="R10.3 the next seat has moved",
        ),
        pytest.param(
            PLACED.play(Skip(1)), TakeBack(1), Refusal.NOTHING_TO_TAKE_BACK, id="R10.3 a skip"
        ),
        pytest.param(
            PLACED.play(Resign(1)),
            TakeBack(0),
            Refusal.NOTHING_TO_TAKE_BACK,
            id="R10.3 somebody has resigned since",
        ),
        pytest.param(
            PLACED.play(TakeBack(0)),
            TakeBack(0),
            Refusal.NOTHING_TO_TAKE_BACK,
            id="R10.3 a takeback",
        ),
    ],
)
def test_what_cannot_be_taken_back(game: Game, move: Move, refusal: Refusal) -> None:
    with pytest.raises(MoveError) as caught:
        game.play(move)

    assert caught.value.refusal is refusal


def test_a_move_before_a_forced_pass_cannot_be_taken_back() -> None:  # R10.3, R9.1
    game = moment(LYING, HAND, "GX", HAND).play(place(0, ".. .. RD")).play(Pass(1))

    with pytest.raises(MoveError):
        game.play(TakeBack(0))
    assert game.play(TakeBack(1)).turn == 1


def test_a_move_taken_back_may_be_played_again() -> None:  # R10.3
    game = PLACED.play(TakeBack(0)).play(place(0, ".. .. RD RL"))

    assert (game.scores, game.turn) == ((4, 0, 0), 1)
    assert game.play(TakeBack(0)).scores == (0, 0, 0)
