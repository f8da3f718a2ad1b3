"""The generator: every legal placement once, with its points (R3.3, R4, R5)."""

from __future__ import annotations

from typing import Any

import pytest

from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import TILES, set_size
from tests.kit.boards import board, tiles
from tests.kit.vectors import vectors

POSITIONS = vectors("positions")


@pytest.mark.parametrize("vector", POSITIONS, ids=range(len(POSITIONS)))
def test_a_position_has_its_count_its_best_and_its_sum(vector: dict[str, Any]) -> None:
    lying = {tuple(laid["at"]): TILES[laid["tile"]] for laid in vector["board"]}

    found = legal_placements(lying, [TILES[code] for code in vector["hand"]])

    points = [placement.points for placement in found]
    assert (len(found), max(points, default=0), sum(points)) == (
        vector["count"],
        vector["best"],
        vector["sum"],
    )
    if vector["placements"] is not None:
        named = {
            (frozenset((x, y, str(tile)) for (x, y), tile in placement.tiles), placement.points)
            for placement in found
        }
        assert named == {
            (frozenset((x, y, tile) for x, y, tile in laid), score)
            for laid, score in vector["placements"]
        }
        assert len(named) == len(found)


def test_openings_lay_the_largest_set_both_ways_and_begin_in_the_first_cell() -> None:  # R3.3
    found = legal_placements({}, tiles("RC RC RS GX"))

    assert {tuple((cell, str(tile)) for cell, tile in laid) for laid, _ in found} == {
        (((0, 0), "RC"), ((1, 0), "RS")),
        (((0, 0), "RS"), ((1, 0), "RC")),
        (((0, 0), "RC"), ((0, 1), "RS")),
        (((0, 0), "RS"), ((0, 1), "RC")),
    }
    assert [points for _, points in found] == [2] * 4


def test_openings_of_a_set_of_one_are_each_kind_once() -> None:  # R3.3, R3.4
    found = legal_placements({}, tiles("RC OS OS YD"))

    assert sorted(str(tile) for ((_, tile),), _ in found) == ["OS", "RC", "YD"]
    assert {(cell, points) for ((cell, _),), points in found} == {((0, 0), 1)}


@pytest.mark.parametrize(
    "lying", [pytest.param("", id="on an empty board"), pytest.param("RC RS", id="beside tiles")]
)
def test_an_empty_hand_places_nothing(lying: str) -> None:
    assert legal_placements(board(lying), ()) == []


@pytest.mark.parametrize(
    ("hand", "size"),
    [
        pytest.param("RC RS RD RL RX RT", 6, id="R3.1 one color"),
        pytest.param("RC OC YC GC BC PC", 6, id="R3.1 one shape"),
        pytest.param("RC RC RC RS RS RS", 2, id="R3.1 identical tiles count once"),
        pytest.param("RC OS YD GL BX PT", 1, id="R3.1 nothing shared"),
        pytest.param("RC RS RD OC YC GC", 4, id="R3.1 the larger of two sets"),
    ],
)
def test_the_set_of_a_hand(hand: str, size: int) -> None:
    assert set_size(tiles(hand)) == size
