"""The bag and its random words, held against the record's format in plain code."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from qwirkle_bot.engine.bag import SEED_BYTES, Bag, draw_lot, fairness_code
from qwirkle_bot.engine.game import deal
from tests.kit.boards import tiles
from tests.kit.games import SEED
from tests.kit.plain_game import PlainGame

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


@given(seed=seeds, seats=st.integers(2, 4), counts=st.lists(st.integers(0, 30), max_size=12))
def test_the_deal_and_every_draw_are_those_of_the_format(
    seed: bytes, seats: int, counts: list[int]
) -> None:
    plain = PlainGame(seed, seats)
    hands, bag = deal(seed, seats)

    assert [[str(tile) for tile in hand] for hand in hands] == plain.hands
    for count in counts:
        drawn, bag = bag.draw(count)
        assert [str(tile) for tile in drawn] == plain.draw(count)
        assert [str(tile) for tile in bag.tiles] == plain.bag


def test_the_first_tile_of_a_known_seed() -> None:
    seed = bytes(SEED_BYTES)
    # How SHA-256 of 40 zero bytes (the seed and block 0) begins, as sha256sum prints it.
    word = 0x2C34CE1DF23B838C

    drawn, bag = Bag.full(seed).draw(1)

    assert drawn == (Bag.full(seed).tiles[word % 108],)
    assert (len(bag), bag.words_used) == (107, 1)


def test_drawing_leaves_the_bag_that_it_drew_from() -> None:
    bag = Bag.full(SEED)

    bag.draw(6)

    assert bag == Bag.full(SEED)


def test_an_empty_bag_gives_nothing_and_uses_no_word() -> None:
    bag = Bag(SEED, (), words_used=3)

    assert bag.draw(6) == ((), bag)


def test_tiles_put_back_lie_at_the_end() -> None:
    bag = Bag(SEED, tiles("RC")).put_back(tiles("GX YT"))

    assert bag.tiles == tiles("RC GX YT")
    assert bag.take_from_end(2).tiles == tiles("RC")
    assert bag.take_from_end(0) == bag


def test_the_fairness_code_is_the_hash_of_the_seed() -> None:
    # SHA-256 of 32 zero bytes, as sha256sum prints it.
    assert fairness_code(bytes(SEED_BYTES)) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


def test_the_lot_among_tied_seats_falls_on_each_of_them() -> None:  # R3.2
    lots = Counter(draw_lot(bytes([number]) * SEED_BYTES, 3) for number in range(256))

    assert sorted(lots) == [0, 1, 2]


def test_the_lot_is_that_of_the_format() -> None:  # R3.2
    number = int(sha256(SEED + b"tiebreak").hexdigest(), 16)

    assert draw_lot(SEED, 4) == number % 4
