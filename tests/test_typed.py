from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from qwirkle_bot.engine.board import Laid, score_placement
from qwirkle_bot.engine.game import Game, largest_sets
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import TILES, Cell, Tile
from qwirkle_bot.errors import AmbiguousPlacementError, MoveError, NotationError, TableError
from qwirkle_bot.notation import Direction, cell_name, spread
from qwirkle_bot.saved import SavedGame, Table, read_table
from qwirkle_bot.spots import FIRST_CELL, starts_for
from qwirkle_bot.typed import Typed, place_typed
from qwirkle_bot.views import view_of
from tests.kit.games import SEED, chance_from, dealt, moment, random_moves
from tests.kit.moments import PEOPLE, stairs, table_at

ANN, BO, *_ = PEOPLE


def table(lying: str, hand: str) -> Table:
    """A game in which Ann is to move, with this board and this hand; the bag is not empty."""
    return table_at(moment(lying, hand, "PX PT", bag="OC OS YC YS GC GS"))


def laid(saved: SavedGame) -> dict[str, str]:
    """What the last move laid, as cells and codes."""
    assert saved.record is not None
    entry = saved.record.moves[0]
    return {cell_name(tile.at): str(tile.tile) for tile in entry.tiles}  # type: ignore[union-attr]  # a placement


def typed(there: Table, text: str, at: str | None = None, way: str | None = None) -> dict[str, str]:
    direction = Direction(way) if way else None
    return laid(place_typed(there, ANN.id, Typed(text, at, direction)))


@pytest.mark.parametrize(
    ("way", "at", "cells"),
    [
        pytest.param("right", "O20", {"O20": "RS", "P20": "RT"}, id="right"),
        pytest.param("left", "M20", {"M20": "RS", "L20": "RT"}, id="left"),
        pytest.param("down", "N21", {"N21": "RS", "N22": "RT"}, id="down"),
        pytest.param("up", "N19", {"N19": "RS", "N18": "RT"}, id="up"),
    ],
)
def test_tiles_go_onward_in_the_direction(way: str, at: str, cells: dict[str, str]) -> None:
    there = table("RC", "RS RT GX GD GL GS")
    assert typed(there, "RS RT", at, way) == cells
    assert typed(there, "1 2", at.lower(), way) == cells


def test_cells_that_are_taken_are_stepped_over() -> None:
    assert typed(table("RC", "RS RT"), "RS RT", "M20", "right") == {"M20": "RS", "O20": "RT"}


@pytest.mark.parametrize(
    ("lying", "at", "cells"),
    [
        pytest.param("RC\nGC", "O20", {"O20": "RS", "P20": "RT"}, id="right"),
        pytest.param("RC GC", "N21", {"N21": "RS", "N22": "RT"}, id="down"),
        pytest.param("RC\nGC", "M20", {"M20": "RS", "O20": "RT"}, id="right before left"),
        pytest.param("RC GC", "N19", {"N19": "RS", "N21": "RT"}, id="down before up"),
        pytest.param("YC RC GC\nYX .. ..", "O19", {"O19": "RS", "O18": "RT"}, id="up at last"),
    ],
)
def test_a_direction_left_out_is_the_legal_one(lying: str, at: str, cells: dict[str, str]) -> None:
    assert typed(table(lying, "RS RT"), "RS RT", at) == cells


def test_a_direction_left_out_is_never_another_than_the_contract_says() -> None:
    """Right and down first, then left and up; what is legal in two ways is asked."""
    outcomes: Counter[str] = Counter()
    for whim in range(3):
        chance = chance_from(whim)
        for before, _, _ in random_moves(dealt(SEED, 2), chance):
            hand = before.hands[before.turn]
            if len(before.board) not in range(1, 50) or len(hand) < 2:
                continue
            for spot in chance.sample(
                found := legal_placements(before.board, hand), min(5, len(found))
            ):
                start, pair = chance.choice(spot.tiles)[0], chance.sample(hand, 2)
                outcomes[check_direction(before, start, pair)] += 1
    assert min(outcomes[kind] for kind in ("onward", "backward", "asked", "refused")) > 2


def check_direction(game: Game, start: Cell, pair: Sequence[Tile]) -> str:
    there = table_at(game)
    words = Typed(" ".join(map(str, pair)), cell_name(start), None)
    ways = {way: spread(game.board, pair, start, way) for way in Direction}
    legal = {way: placed for way, placed in ways.items() if is_legal(game, placed)}
    onward = [legal[way] for way in (Direction.RIGHT, Direction.DOWN) if way in legal]
    backward = [legal[way] for way in (Direction.LEFT, Direction.UP) if way in legal]
    meant = onward or backward
    mover = there.mover(game).id
    if not meant:
        with pytest.raises(MoveError):
            place_typed(there, mover, words)
        return "refused"
    if len(meant) > 1:
        with pytest.raises(AmbiguousPlacementError) as caught:
            place_typed(there, mover, words)
        assert list(caught.value.choices) == meant
        return "asked"
    done = place_typed(there, mover, words)
    assert laid(done) == {cell_name(cell): str(tile) for cell, tile in meant[0]}
    return "onward" if onward else "backward"


def test_right_and_down_together_are_asked_about() -> None:
    there = table(".. GC\nRC ..", "GS GT")
    with pytest.raises(AmbiguousPlacementError) as caught:
        typed(there, "GS GT", "P20")
    choices = [{cell_name(cell): str(tile) for cell, tile in c} for c in caught.value.choices]
    assert choices == [{"P20": "GS", "Q20": "GT"}, {"P20": "GS", "P21": "GT"}]


def test_one_tile_has_no_direction() -> None:
    assert typed(table("RC", "RS"), "RS", "O20") == {"O20": "RS"}


def test_what_is_legal_in_no_way_is_refused_with_the_first_reason() -> None:
    with pytest.raises(MoveError) as caught:
        typed(table("RC", "GS GT"), "GS GT", "O20")
    assert caught.value.refusal is Refusal.NO_MATCH
    with pytest.raises(MoveError) as caught:
        typed(table("RC", "RS"), "RS", "N20")
    assert caught.value.refusal is Refusal.CELL_TAKEN


@pytest.mark.parametrize("at", [None, "N20", "A1", "Z99"])
def test_an_opening_lies_at_the_first_cell_whatever_is_typed(at: str | None) -> None:
    game = dealt(SEED, 2)
    there = table_at(game)
    mover = there.mover(game)
    spot = max(legal_placements({}, game.hands[game.turn]), key=lambda s: s.points)
    codes = " ".join(str(tile) for _, tile in spot.tiles)
    assert game.turn in largest_sets(game.hands)

    saved = place_typed(there, mover.id, Typed(codes, at, Direction.LEFT))

    cells = laid(saved)
    assert next(iter(cells)) == cell_name(FIRST_CELL)
    assert len(cells) == game.opening_size


def test_after_the_opening_a_cell_is_needed() -> None:
    with pytest.raises(NotationError, match="at"):
        typed(table("RC", "RS"), "RS")
    with pytest.raises(NotationError, match="N20"):
        typed(table("RC", "RS"), "RS", "somewhere")
    with pytest.raises(NotationError, match="no tile"):
        typed(table("RC", "RS"), "??", "O20")


def test_only_the_player_to_move_is_heard() -> None:
    with pytest.raises(TableError, match="Ann is to move"):
        place_typed(table("RC", "RS"), BO.id, Typed("RS", "O20", None))


def wide(hand: str) -> tuple[Table, Game]:
    """A layout of 54 columns, in which each name of a column stands for two or three."""
    game = moment("RC", hand, "PX", bag="OC OS YC YS GC GS")
    game = replace(game, board=stairs(90, 2))
    return table_at(game), game


def test_a_name_that_fits_two_cells_means_the_legal_one() -> None:
    there, game = wide("PX GL RD BT YC OS")
    decided = 0
    for spot in legal_placements(game.board, game.hands[0]):
        if len(spot.tiles) > 1:
            continue
        [(cell, tile)] = spot.tiles
        twins = [(cell[0] + shift, cell[1]) for shift in (-52, -26, 26, 52)]
        words = Typed(str(tile), cell_name(cell), None)
        if any(is_legal(game, ((twin, tile),)) for twin in twins):
            continue
        saved = place_typed(there, ANN.id, words)
        assert saved.record is not None
        assert saved.record.moves[0].model_dump()["tiles"][0]["at"] == cell
        decided += 1
    assert decided > 10


def test_a_name_that_is_legal_in_two_cells_is_asked_about() -> None:
    game = moment("RC", "RS GX", "PX PT", bag="OC OS YC YS GC GS")
    board = MappingProxyType({(0, 0): TILES["RC"], (26, 0): TILES["RT"]})
    there = table_at(replace(game, board=board))

    with pytest.raises(AmbiguousPlacementError) as caught:
        typed(there, "RS", "O20")

    assert caught.value.choices == ((((1, 0), TILES["RS"]),), (((27, 0), TILES["RS"]),))


def is_legal(game: Game, placed: tuple[Laid, ...]) -> bool:
    try:
        score_placement(game.board, placed)
    except MoveError:
        return False
    return True


def test_completion_offers_just_the_cells_that_are_legal_to_type() -> None:
    for whim in range(3):
        for before, _, _ in random_moves(dealt(SEED, 2), chance_from(whim)):
            if not before.board or len(before.hands[before.turn]) < 2:
                continue
            there = table_at(before)
            mover = there.mover(before)
            view = view_of(there, mover.id)
            pair = before.hands[before.turn][:2]
            if pair[0] == pair[1]:
                continue
            for placed in starts_for(view, pair):
                assert [tile for _, tile in placed] == list(pair)
                at = cell_name(placed[0][0])
                codes = " ".join(map(str, pair))
                legal = False
                for direction in Direction:
                    try:
                        saved = place_typed(there, mover.id, Typed(codes, at, direction))
                    except (MoveError, AmbiguousPlacementError):
                        continue
                    assert saved.record is not None
                    done = saved.record.moves[0].model_dump()["tiles"]
                    legal = legal or {t["at"] for t in done} == {cell for cell, _ in placed}
                assert legal


def test_the_record_that_is_written_can_be_read() -> None:
    game = dealt(SEED, 2)
    there = table_at(game)
    spot = legal_placements({}, game.hands[game.turn])[0]
    codes = " ".join(str(tile) for _, tile in spot.tiles)
    saved = place_typed(there, there.mover(game).id, Typed(codes, None, Direction.RIGHT))
    assert read_table(saved.model_dump_json(), 1, None).move_count == 1
