from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace

import pytest

from qwirkle_bot.engine.bag import fairness_code
from qwirkle_bot.engine.game import EndReason, Game, Result, Variant
from qwirkle_bot.engine.moves import Exchange, Place, TakeBack
from qwirkle_bot.engine.tiles import Tile, set_size
from qwirkle_bot.saved import Options
from qwirkle_bot.views import Exchanged, Placed, TookBack, View, view_of
from tests.kit.games import SEED, chance_from, dealt, random_moves
from tests.kit.moments import PEOPLE, lobby, table_at, variant


def tiles_in(value: object) -> Iterator[Tile]:
    """Every tile that can be reached from a value."""
    if isinstance(value, Tile):
        yield value
    elif dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            yield from tiles_in(getattr(value, part.name))
    elif isinstance(value, tuple | list | frozenset):
        for inside in value:
            yield from tiles_in(inside)


def games() -> Iterator[Game]:
    for whim in range(3):
        for before, _, after in random_moves(dealt(SEED, 2 + whim), chance_from(whim)):
            yield before
            if after.result:
                yield after


def view(game: Game, viewer: int | None = None, options: Options | None = None) -> View:
    return view_of(table_at(game, options=options), viewer)


def test_everyones_view_holds_no_tile_that_was_not_laid() -> None:
    for game in games():
        laid = {tile for t in game.history if isinstance(t.move, Place) for _, tile in t.move.tiles}
        seen = view(game)
        assert set(tiles_in(seen)) <= laid
        assert seen.hand is None
        assert [seat.hand for seat in seen.seats] == [None] * len(game.hands)


def test_a_seats_view_adds_its_own_hand_alone() -> None:
    for game in games():
        for seat, hand in enumerate(game.hands):
            own = view(game, PEOPLE[seat].id)
            assert own.hand == hand
            assert replace(own, hand=None, seat=None, viewer=None) == view(game)


def test_whoever_has_no_seat_sees_what_everyone_sees() -> None:
    game = dealt(SEED, 2)
    assert replace(view(game, 12345), viewer=None) == view(game)


def test_an_exchange_tells_how_many_and_never_which() -> None:
    seen = False
    for game in games():
        for turn, event in zip(game.history, view(game).events, strict=True):
            if isinstance(turn.move, Exchange):
                assert event == Exchanged(turn.move.seat, len(turn.move.tiles))
                seen = True
    assert seen


def test_open_hands_are_seen_but_not_of_seats_that_left() -> None:
    game = replace(dealt(SEED, 3), playing=frozenset({0, 2}))
    seen = view(game, options=Options(variant=variant("open")))
    assert [seat.hand for seat in seen.seats] == [game.hands[0], None, game.hands[2]]


def test_the_seed_is_seen_at_the_end_only() -> None:
    for game in games():
        seen = view(game)
        assert seen.fairness_code == fairness_code(SEED)
        assert seen.seed == (SEED.hex() if game.result else None)


def test_sets_are_announced_until_the_opening() -> None:
    game = dealt(SEED, 4)
    assert view(game).set_sizes == tuple(set_size(hand) for hand in game.hands)
    assert view(game).opening_size == max(view(game).set_sizes)
    laid = next(game for game in games() if game.board)
    assert view(laid).set_sizes == ()
    assert view(laid).opening_size is None


def test_turns_are_counted_over_all_seats() -> None:
    game = replace(dealt(SEED, 2), turns_had=(3, 2))
    assert view(game).turn_number == 6
    over = replace(game, result=Result(EndReason.OUT, (1, 2), (1,)))
    assert view(over).turn_number == 5


def test_only_the_mover_has_the_turn() -> None:
    game = dealt(SEED, 2)
    mover, other = PEOPLE[game.turn], PEOPLE[1 - game.turn]
    assert view(game, mover.id).is_my_turn
    assert not view(game, other.id).is_my_turn
    assert not view(game).is_my_turn
    over = replace(game, result=Result(EndReason.OUT, (1, 2), (1,)))
    assert not view(over, mover.id).is_my_turn


def test_of_two_partners_one_has_the_turn() -> None:
    options = Options(variant=variant("pairs"))
    game = dealt(SEED, 2, Variant(pairs=True))
    partners = [PEOPLE[game.turn], PEOPLE[game.turn + 2]]
    for had, mover in ((0, 0), (1, 1), (2, 0)):
        moment = replace(game, turns_had=(had, had))
        turns = [view(moment, p.id, options).is_my_turn for p in partners]
        assert turns == [mover == 0, mover == 1]
        assert {view(moment, p.id, options).hand for p in partners} == {game.hands[game.turn]}


def test_what_was_taken_back_does_not_stand() -> None:
    taken = next(
        game for game in games() if game.history and isinstance(game.history[-1].move, TakeBack)
    )
    seen = view(taken)
    assert isinstance(seen.events[-1], TookBack)
    standing = list(seen.standing_turns())
    backs = sum(isinstance(event, TookBack) for event in seen.events)
    assert len(standing) == len(seen.events) - 2 * backs
    assert {cell for e in standing if isinstance(e, Placed) for cell, _ in e.tiles} == set(
        taken.board
    )


def test_there_is_no_view_before_the_deal() -> None:
    with pytest.raises(ValueError, match="dealt"):
        view_of(lobby(PEOPLE[0]), None)
