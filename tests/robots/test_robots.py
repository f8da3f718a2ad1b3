"""Robots: what they may know, and which moves they make of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.engine.bag import SEED_BYTES, Bag
from qwirkle_bot.engine.game import Variant
from qwirkle_bot.engine.moves import Exchange, Pass, Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.robots.choice import choose_move
from qwirkle_bot.robots.knowledge import SeatKnowledge, knowledge_of
from qwirkle_bot.robots.level import Level
from tests.kit.boards import tiles
from tests.kit.games import SEED, chance_from, dealt, moment, random_moves

LEVELS = list(Level)
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_robots_play_whole_games_by_the_rules(level: Level, seats: int) -> None:
    rng = chance_from(seats)
    game = dealt(SEED, seats, Variant(sprint=level is Level.HARD))

    while not game.result:
        game = game.play(choose_move(knowledge_of(game), level, rng))

    assert min(game.scores) > 0


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=10, deadline=None)
@given(seed=seeds, whim=st.integers(0, 2**32))
def test_a_robot_makes_an_allowed_move_whatever_happened_before(
    level: Level, seed: bytes, whim: int
) -> None:
    for number, (game, _, _) in enumerate(random_moves(dealt(seed, 3), chance_from(whim))):
        if number % 10 == whim % 10:
            game.play(choose_move(knowledge_of(game), level, chance_from(whim)))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_knowledge_and_chance_make_the_same_move(level: Level) -> None:
    for game, _, _ in random_moves(dealt(SEED, 2), chance_from(1)):
        knowledge = knowledge_of(game)
        again = replace(knowledge, board=dict(sorted(knowledge.board.items())))

        first = choose_move(knowledge, level, chance_from(7))

        assert choose_move(again, level, chance_from(7)) == first


def test_a_robot_knows_only_what_its_seat_may_see() -> None:
    game = moment("RC RS", "RD GX", "RL OC", "YT YX", bag="BC BS BD")
    other = replace(
        moment("RC RS", "RD GX", "YX BS", "BD RL", bag="YT OC BC"),
        bag=Bag(bytes(SEED_BYTES), tiles("YT OC BC"), words_used=40),
    )

    assert knowledge_of(game) == knowledge_of(other)


def test_the_unseen_tiles_are_those_in_the_bag_and_in_other_hands() -> None:
    *_, (game, _, _) = random_moves(dealt(SEED, 2), chance_from(3))
    knowledge = knowledge_of(game)

    elsewhere = [*game.bag.tiles, *game.hands[1 - game.turn]]
    assert Counter(knowledge.unseen) == Counter(elsewhere)


def test_opponents_are_the_seats_that_still_play_the_next_one_first() -> None:
    knowledge = replace(knowledge_of(dealt(SEED, 4)), seat=2, hand_sizes=(6, 0, 6, 6))

    assert knowledge.opponents == [3, 0]


@pytest.mark.parametrize("level", LEVELS)
def test_who_can_place_nothing_exchanges_or_passes(level: Level) -> None:
    stuck = "GX YX BX GL"
    other = "RD RL RX RT OC OS"
    rng = chance_from(0)

    def chosen(bag: str) -> Place | Exchange | Pass:
        return choose_move(knowledge_of(moment("RC RS", stuck, other, bag=bag)), level, rng)

    assert chosen("") == Pass(0)
    few, many = chosen("PC PS"), chosen("PC PS PD PL PX PT")
    assert isinstance(few, Exchange)
    assert isinstance(many, Exchange)
    assert len(few.tiles) == 2
    assert Counter(many.tiles) == Counter(tiles(stuck))


def points(knowledge: SeatKnowledge, level: Level, whim: int) -> int:
    move = choose_move(knowledge, level, chance_from(whim))
    assert isinstance(move, Place)
    found = {
        frozenset(at): score for at, score in legal_placements(knowledge.board, knowledge.hand)
    }
    return found[frozenset(move.tiles)]


LINES = "RC RS RD RL RX ..\nOC .. .. .. .. .."
HAND = "RT OS OD GC YX BL"


def test_medium_takes_the_most_points_and_easy_often_does_not() -> None:
    knowledge = knowledge_of(moment(LINES, HAND, HAND, bag="PC PS PD PL PX PT"))
    scores = [score for _, score in legal_placements(knowledge.board, knowledge.hand)]

    medium = [points(knowledge, Level.MEDIUM, whim) for whim in range(20)]
    easy = [points(knowledge, Level.EASY, whim) for whim in range(20)]

    assert set(medium) == {max(scores)} == {12}
    assert sum(easy) / len(easy) < sum(scores) / len(scores) + 1


def test_hard_sets_up_no_line_of_five_for_a_point_more() -> None:
    """Two seats and an empty bag: the other holds the tile that would complete the line."""
    lying = "RC RS RD RL\nOC .. .. .."
    knowledge = knowledge_of(moment(lying, "RX OS GC PX", "RT BL BX"))
    shown = replace(knowledge, hand_sizes=(4, 3))

    def five(level: Level) -> bool:
        move = choose_move(shown, level, chance_from(0))
        assert isinstance(move, Place)
        return ((4, 0), tiles("RX")[0]) in move.tiles

    assert five(Level.MEDIUM)
    assert not five(Level.HARD)


def test_hard_goes_out_where_that_wins_more() -> None:
    knowledge = knowledge_of(moment("RC RS RD\nOC .. ..", "RL RX", "GX YX BX"))

    move = choose_move(knowledge, Level.HARD, chance_from(0))

    assert isinstance(move, Place)
    assert len(move.tiles) == 2
