"""Laws that hold in every game: played at random to its end, move by move."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.engine.bag import SEED_BYTES, Bag
from qwirkle_bot.engine.board import score_placement
from qwirkle_bot.engine.game import Game, Variant
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import KINDS, Tile
from qwirkle_bot.errors import MoveError
from qwirkle_bot.record import entry_of, result_entry, verify_record
from tests.kit.brute_force import brute_force, judge
from tests.kit.games import chance_from, dealt, random_moves
from tests.kit.plain_game import PlainGame

GAMES = settings(max_examples=25, deadline=None)

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
whims = st.integers(0, 2**32)


def games(seed: bytes, seats: int, whim: int) -> Iterator[tuple[Game, Move, Game]]:
    variant = Variant(sprint=whim % 4 == 0, pairs=whim % 8 == 1 and seats == 2)
    return random_moves(dealt(seed, seats, variant), chance_from(whim))


def whole_set(game: Game) -> Counter[Tile]:
    everywhere = [*game.bag.tiles, *game.board.values()]
    return Counter(everywhere + [tile for hand in game.hands for tile in hand])


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_no_move_makes_or_loses_a_tile(seed: bytes, seats: int, whim: int) -> None:
    full = Counter(Bag.full(seed).tiles)

    for _, _, after in games(seed, seats, whim):
        assert whole_set(after) == full


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_hands_and_bag_are_those_of_the_format(seed: bytes, seats: int, whim: int) -> None:
    plain = PlainGame(seed, seats)

    for _, move, after in games(seed, seats, whim):
        plain.follow(move)
        assert [[str(tile) for tile in hand] for hand in after.hands] == plain.hands
        assert [str(tile) for tile in after.bag.tiles] == plain.bag


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_a_record_replays_to_the_same_game(seed: bytes, seats: int, whim: int) -> None:
    *_, (_, _, game) = games(seed, seats, whim)
    assert game.result is not None
    record = {
        "seed": seed.hex(),
        "seats": seats,
        "opener": game.opener,
        "variant": {"sprint": game.variant.sprint, "pairs": game.variant.pairs},
        "moves": [entry_of(turn).model_dump(mode="json") for turn in game.history],
        "result": result_entry(game.result).model_dump(mode="json"),
    }

    assert verify_record(json.dumps(record)) == game


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_taking_back_restores_all_but_the_order_of_tiles(
    seed: bytes, seats: int, whim: int
) -> None:
    for before, move, after in games(seed, seats, whim):
        if not isinstance(move, Place | Exchange | Pass) or after.result:
            continue
        back = after.play(TakeBack(move.seat))

        assert dict(back.board) == dict(before.board)
        assert [Counter(hand) for hand in back.hands] == [Counter(hand) for hand in before.hands]
        assert Counter(back.bag.tiles) == Counter(before.bag.tiles)
        for fact in ("scores", "turns_had", "turn", "playing", "passed", "opening_size"):
            assert getattr(back, fact) == getattr(before, fact)
        assert back.history[:-1] == after.history


def blind_moves(game: Game, chance: Random) -> Iterator[Move]:
    """Moves that somebody might try: a few of them are even allowed."""
    near = list(game.board) or [(0, 0)]
    hand = game.hands[game.turn]
    for _ in range(4):
        x, y = chance.choice(near)
        dx, dy = chance.choice([(1, 0), (0, 1)])
        start = chance.randint(-2, 2)
        chosen = chance.sample(hand, min(chance.randint(1, 3), len(hand)))
        cells = [(x + dx * (start + i), y + dy * (start + i)) for i in range(len(chosen))]
        yield Place(game.turn, tuple(zip(cells, chosen, strict=True)))
    seat = chance.randint(-1, len(game.hands))
    yield Exchange(seat, tuple(chance.choices(KINDS, k=chance.randint(0, 7))))
    others: list[Move] = [Pass(seat), Skip(seat), Resign(seat), TakeBack(seat)]
    yield chance.choice(others)


def points_of(game: Game, move: Move) -> int | None:
    """What a move scores, without the bonus for going out; ``None`` where it is refused."""
    try:
        turn = game.play(move).history[-1]
    except MoveError:
        return None
    return turn.points - turn.score.bonus if turn.score else 0


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_a_blind_placement_is_judged_as_the_rules_put_it(
    seed: bytes, seats: int, whim: int
) -> None:
    chance = chance_from(whim)
    for game, _, _ in games(seed, seats, whim):
        for move in blind_moves(game, chance):
            if isinstance(move, Place) and game.board:
                assert points_of(game, move) == judge(game.board, dict(move.tiles))


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_no_move_refused_or_not_changes_the_game_that_it_was_played_in(
    seed: bytes, seats: int, whim: int
) -> None:
    chance = chance_from(whim)
    for game, _, _ in games(seed, seats, whim):
        before = replace(game, board=MappingProxyType(dict(game.board)))
        for move in blind_moves(game, chance):
            points_of(game, move)
            assert game == before


@GAMES
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_every_placement_found_is_accepted_and_scores_what_it_said(
    seed: bytes, seats: int, whim: int
) -> None:
    for game, _, _ in games(seed, seats, whim):
        found = legal_placements(game.board, game.hands[game.turn])
        assert bool(found) or game.board
        for tiles, points in found:
            assert score_placement(game.board, tiles).total == points
        for tiles, points in chance_from(whim).sample(found, min(3, len(found))):
            turn = game.play(Place(game.turn, tiles)).history[-1]
            assert turn.score
            assert turn.points - turn.score.bonus == points


@settings(max_examples=12, deadline=None)
@given(seed=seeds, seats=st.integers(2, 4), whim=whims)
def test_the_placements_found_are_those_of_brute_force(seed: bytes, seats: int, whim: int) -> None:
    for number, (game, _, _) in enumerate(games(seed, seats, whim)):
        if number % 6:
            continue
        hand = game.hands[game.turn]
        found = legal_placements(game.board, hand)
        named = {frozenset(tiles): points for tiles, points in found}

        assert len(named) == len(found)
        assert named == brute_force(game.board, hand)
