from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Final, Literal
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.completion import CHOICE_CHARACTERS, suggest_cells, suggest_tiles
from qwirkle_bot.engine.board import Board, Laid, score_placement
from qwirkle_bot.engine.game import Game
from qwirkle_bot.errors import MoveError
from qwirkle_bot.languages import CATALOGS, speaking
from qwirkle_bot.notation import Direction, cell_name, parse_exchange, parse_tiles, spread
from qwirkle_bot.saved import Options
from qwirkle_bot.tile_names import tile_name
from qwirkle_bot.views import View, view_of
from tests.kit import boards
from tests.kit.games import SEED, chance_from, dealt, moment, random_moves
from tests.kit.moments import PEOPLE, table_at

ROW: Final = "RC RS"
HAND: Final = "RD GX RT GX BS YL"


WITH_RD: Final = ["RT", "GX", "BS", "YL"]


def seen(game: Game, seat: int = 0, *, hints: bool = False) -> View:
    return view_of(table_at(game, options=Options(hints=hints)), PEOPLE[seat].id)


def view(hand: str = HAND, *, lying: str = ROW, bag: str = "PT PX PD", hints: bool = False) -> View:
    return seen(moment(lying, hand, "OC OS OD OL OX OT", bag=bag), hints=hints)


def cells(of: View, tiles: str, direction: Direction | None = None, typed: str = "") -> list[str]:
    found = suggest_cells(of, typed, tiles=tiles, direction=direction)
    assert all(one.name == one.value for one in found)
    return [one.value for one in found]


def is_legal(board: Board, placed: tuple[Laid, ...]) -> bool:
    if any(cell in board for cell, _ in placed):
        return False
    try:
        score_placement(board, placed)
    except MoveError:
        return False
    return True


def values(typed: str, of: View | None = None, *, for_exchange: bool = False) -> list[str]:
    return [one.value for one in suggest_tiles(of or view(), typed, for_exchange=for_exchange)]


def test_nothing_typed_offers_the_hand_legal_tiles_first() -> None:
    assert values("") == ["RD", "RT", "BS", "GX", "YL"]
    assert [one.name for one in suggest_tiles(view(), "")][:2] == [
        "RD · red diamond",
        "RT · red star",
    ]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        pytest.param("r", ["RD", "RT"], id="half a code"),
        pytest.param("t", ["TR"], id="half a code the other way round"),
        pytest.param("RD", ["RD", "RD RT", "RD GX", "RD BS", "RD YL"], id="a code"),
        pytest.param("rd r", ["rd RT"], id="a code and a half"),
        pytest.param("RDR", ["RDRT"], id="no blank between them"),
        pytest.param("RDS", ["RDSB"], id="no words behind a code without a blank"),
        pytest.param("red", ["red diamond", "red star"], id="half of the words"),
        pytest.param("red diamond, blu", ["red diamond, blue square"], id="words and a half"),
        pytest.param("star", ["star red"], id="a shape"),
        pytest.param("1 3", ["1 3", "1 3 GX", "1 3 BS", "1 3 YL"], id="places"),
        pytest.param(" ,RD", ["RD", "RD RT", "RD GX", "RD BS", "RD YL"], id="a comma before all"),
        pytest.param("1 3 ", ["1 3", "1 3 GX", "1 3 BS", "1 3 YL"], id="a blank at the end"),
        pytest.param("GX G", ["GX GX"], id="the second of two"),
        pytest.param("OC", [], id="a tile that is not there"),
        pytest.param("GX GX GX", [], id="more than there are"),
        pytest.param("N20", [], id="a cell"),
        pytest.param("🙈", [], id="nothing that can be read"),
    ],
)
def test_what_was_typed_is_kept_and_goes_on(typed: str, offered: list[str]) -> None:
    assert values(typed) == offered


@pytest.mark.parametrize("locale", ["en-US", *(name.replace("_", "-") for name in CATALOGS)])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_completed_in_the_language_that_is_spoken(
    locale: str, form: Literal["NFC", "NFD"]
) -> None:
    whole_hand = view("RD GX RT GL BS YL", lying="")
    with speaking(locale):
        for tile in whole_hand.hand or ():
            name = tile_name(tile)
            for length in range(2, len(name) + 1):
                begun = normalize(form, name[:length])
                for before in ("", "GX " if str(tile) != "GX" else "RD "):
                    offered = suggest_tiles(whole_hand, before + begun)
                    assert any(parse_tiles(one.value, ())[-1] == tile for one in offered), begun


def test_a_letter_may_be_a_tile_and_the_beginning_of_another() -> None:
    both = view("RC RL RX", lying="YC")

    assert values("red c", both) == ["red c", "red c RL", "red c RX", "red clover", "red cross"]


def test_what_can_become_legal_comes_before_what_cannot() -> None:
    apart = view("GD RL GX", lying="RC RS .. YX")

    assert values("", apart) == ["RL", "GX", "GD"]
    assert values("GD", apart) == ["GD GX", "GD", "GD RL"], "beside YX, with the help of GX"


def test_an_opening_wants_the_largest_set() -> None:
    opening = view("RD GX RT BT YL GL", lying="")

    assert opening.opening_size == 2
    assert values("RD", opening) == ["RD RT", "RD", "RD GX", "RD BT", "RD YL", "RD GL"]


def test_an_exchange_offers_all_and_no_more_than_the_bag_holds() -> None:
    short = view(bag="PT")

    assert values("", for_exchange=True)[:3] == ["RD", "GX", "RT"]
    assert values("", view(bag="PT PX PD PC PS PL"), for_exchange=True)[0] == "all"
    assert values("al", view(bag="PT PX PD PC PS PL"), for_exchange=True) == ["all"]
    assert values("RD", short, for_exchange=True) == ["RD"]
    assert values("al", short, for_exchange=True) == []


def test_cells_are_those_around_a_tile() -> None:
    lonely = view("YL YX", lying="YC")

    assert cells(lonely, "YL") == ["N19", "M20", "O20", "N21"]
    assert cells(lonely, "YL", typed="m 2") == ["M20"]
    up = ["N19", "M20", "O20", "M21", "N21", "O21", "N22"]
    assert sorted(cells(lonely, "YL YX", Direction.UP)) == sorted(up)


@pytest.mark.parametrize("direction", [None, *Direction])
@pytest.mark.parametrize("tiles", ["RD", "RD RT", "GX GX"])
def test_cells_are_all_from_which_the_tiles_are_legal(
    tiles: str, direction: Direction | None
) -> None:
    here = view(lying="RC RS RL\n.. .. BL\n.. YX")
    ways = [direction] if direction else list(Direction)
    legal = []
    for y, x in product(range(-8, 12), range(-8, 12)):
        spreads = [spread(here.board, boards.tiles(tiles), (x, y), way) for way in ways]
        if any(is_legal(here.board, placed) for placed in spreads):
            legal.append(cell_name((x, y)))

    assert sorted(cells(here, tiles, direction)) == sorted(legal)


def test_where_hints_are_on_cells_tell_their_points_best_first() -> None:
    lying = "RC RS RL\n.. .. BL"
    found = suggest_cells(view(lying=lying, hints=True), "", tiles="RD", direction=None)

    names = [one.name for one in found]
    assert names[:2] == ["M20: 4 points", "Q20: 4 points"]
    assert set(names[2:]) == {f"{cell}: 2 points" for cell in ("N19", "O19", "N21")}


def test_who_is_not_to_move_is_offered_their_hand_and_no_cells() -> None:
    waiting = seen(moment(ROW, "OC OS OD OL OX OT", HAND, bag="PT", turn=0), seat=1)

    assert values("", waiting) == ["RD", "GX", "RT", "BS", "YL"]
    assert suggest_cells(waiting, "", tiles="RD", direction=None) == []


def test_what_would_be_too_long_for_a_choice_is_not_offered() -> None:
    assert values("RD" + " " * 96) == ["RD", *(f"RD{' ' * 96}{code}" for code in WITH_RD)]
    assert values("RD" + " " * 98) == ["RD"]


@cache
def moments(whim: int) -> list[Game]:
    """A game at each of its moments."""
    return [after for _, _, after in random_moves(dealt(SEED, 2), chance_from(whim))]


@settings(deadline=None, max_examples=60)
@given(
    whim=st.integers(0, 4),
    turn=st.integers(0, 99),
    typed=st.text("rcsdlxtoygbpRC 123,eda", max_size=30) | st.text(max_size=120),
    for_exchange=st.booleans(),
)
def test_offers_can_be_sent_and_hold_ones_own_tiles_alone(
    whim: int, turn: int, typed: str, *, for_exchange: bool
) -> None:
    played = moments(whim)
    own = seen(played[turn % len(played)])
    hand = own.hand or ()

    offered = suggest_tiles(own, typed, for_exchange=for_exchange)

    assert len(offered) <= 25
    assert len({one.value for one in offered}) == len(offered)
    for one in offered:
        assert 1 <= len(one.value) <= CHOICE_CHARACTERS
        assert 1 <= len(one.name) <= CHOICE_CHARACTERS
        read = parse_exchange if for_exchange else parse_tiles
        assert not Counter(read(one.value, hand)) - Counter(hand)
        assert _as_read(one.value).startswith(_as_read(typed))


def _as_read(text: str) -> str:
    return " ".join(text.strip(" ,;").lower().split())
