from __future__ import annotations

from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.saved import Options
from qwirkle_bot.spots import best_spots, spots_for
from qwirkle_bot.views import view_of
from qwirkle_bot.words.hints import hint_words
from tests.kit.games import SEED, chance_from, dealt, moment, random_moves
from tests.kit.moments import PEOPLE, table_at

ANN = PEOPLE[0]


def test_spots_are_every_legal_placement_of_just_these_tiles() -> None:
    for whim in range(4):
        for before, _, _ in random_moves(dealt(SEED, 2), chance_from(whim)):
            if not before.board:
                continue
            view = view_of(table_at(before), PEOPLE[before.turn].id)
            hand = before.hands[before.turn]
            for chosen in (hand[:1], hand[1:3], hand[:3]):
                wanted = {
                    frozenset(spot.tiles)
                    for spot in legal_placements(before.board, hand)
                    if sorted(str(t) for _, t in spot.tiles) == sorted(map(str, chosen))
                }
                found = spots_for(view, chosen) if chosen else []
                assert {frozenset(spot) for spot in found} == wanted
                assert len(found) == len(wanted)
                rows = [[(y, x) for (x, y), _ in spot] for spot in found]
                assert rows == sorted(rows)


def test_an_opening_offers_a_row_and_a_column_in_the_order_picked() -> None:
    game = dealt(SEED, 2)
    view = view_of(table_at(game), PEOPLE[game.turn].id)
    best = max(legal_placements({}, game.hands[game.turn]), key=lambda spot: spot.points)
    chosen = tuple(reversed([tile for _, tile in best.tiles]))

    row, column = spots_for(view, chosen)

    assert row == tuple(((n, 0), tile) for n, tile in enumerate(chosen))
    assert column == tuple(((0, n), tile) for n, tile in enumerate(chosen))
    assert spots_for(view, chosen[:1]) == []
    assert spots_for(view, (chosen[0],) * len(chosen)) == []


def test_a_hint_counts_the_six_points_for_going_out() -> None:
    there = table_at(moment("RC RS", "RD", "PX PT", bag=""), options=Options(hints=True))
    view = view_of(there, ANN.id)

    assert [view.score_of(spot).total for spot in best_spots(view, 1)] == [3 + 6]
    assert hint_words(view).splitlines()[0] == "9 points: RD at M20"
