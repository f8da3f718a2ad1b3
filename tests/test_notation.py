from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.tiles import KINDS, TILES, Cell, Tile
from qwirkle_bot.errors import NotationError
from qwirkle_bot.notation import (
    CellName,
    Direction,
    cell_name,
    cells_named,
    column_name,
    describe_placement,
    parse_cell,
    parse_exchange,
    parse_tiles,
    row_name,
    spread,
)

HAND = tuple(TILES[code] for code in ("RC", "GS", "BX", "YT", "PL", "OD"))

kinds = st.sampled_from(KINDS)
hands = st.lists(kinds, min_size=1, max_size=6).map(tuple)
cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
directions = st.sampled_from(Direction)


def codes(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("RC RS BD", "RC RS BD"),
        ("rc,cr", "RC RC"),
        ("RCRSBD", "RC RS BD"),
        ("cr;SR ; db", "RC RS BD"),
        ("r c, s r", "RC RS"),
        ("  rc\u00a0rs\n", "RC RS"),
        ("1 3 4", "RC BX YT"),
        ("134", "RC BX YT"),
        ("6, 1", "OD RC"),
        ("red circle, blue star", "RC BT"),
        ("circle red", "RC"),
        ("red circle blue star", "RC BT"),
        ("Red Circles and green crosses", "RC GX"),
        ("orange clover; purple diamond; yellow square", "OL PD YS"),
        ("r circle, blue s", "RC BS"),
        ("1 gs, blue cross 4", "RC GS BX YT"),
        ("RC2", "RC GS"),
    ],
)
def test_tiles_are_read_as_typed(text: str, read: str) -> None:
    assert codes(parse_tiles(text, HAND)) == read


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("RC QQ RS", "“QQ”"),
        ("RCR", "“RCR”"),
        ("Rr", "“Rr”"),
        ("redcircle", "“redcircle”"),
        ("RC-RS", "“RC-RS”"),
        ("RC\u200b", "“RC?”"),
        ("RC `@x`", "“??x?”"),
        ("@" * 21, f"“{'?' * 20}…”"),
        ("red", "“red” needs a shape"),
        ("red circle, star", "“star” needs a color"),
        ("red, circle", "“red” needs a shape"),
        ("red blue circle", "“red” needs a shape"),
        ("RC S RD", "“square” needs a color"),
        ("circle and star", "“circle” needs a color"),
        ("0", "no place 0"),
        ("1 7", "no place 7 in a hand of 6"),
        ("1 1", "Place 1 is named twice"),
        ("101", "no place 0"),
        ("all", "“all”"),
        ("", "names no tile"),
        (" , ;", "names no tile"),
        ("and", "names no tile"),
    ],
)
def test_unreadable_tiles_name_the_part(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text, HAND)

    assert part in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "１ ２",  # noqa: RUF001 - full-width digits are the point
        "🔴",
        "RC\u200b",
        "RC\x00",
        "²",
        "٣",
        "@everyone",
        "`RC`",
        "```\n**x**",
        "<@123> <#4> [a](https://example.com)",
        "\u202eCR",
        "e" + "\u0301" * 50,
        "x" * 6000,
        "RC" * 3000,
        "\U0010ffff",
    ],
)
def test_odd_text_gets_a_short_and_harmless_answer(text: str) -> None:
    for parse in (parse_exchange, parse_tiles):
        with pytest.raises(NotationError) as caught:
            parse(text, HAND)

        assert_harmless(str(caught.value))

    with pytest.raises(NotationError) as caught:
        parse_cell(text)

    assert_harmless(str(caught.value))


def assert_harmless(message: str) -> None:
    assert len(message) < 140
    assert message.isprintable()
    assert not set("`@<>[]()*_~|\\#:/") & set(message)


@example(text="0A", hand=HAND)  # A cell, which is told to go into an option.
@example(text="`at` 0A", hand=HAND)
@given(text=st.text(max_size=250), hand=hands)
def test_any_text_is_read_or_refused(text: str, hand: tuple[Tile, ...]) -> None:
    try:
        tiles = parse_tiles(text, hand)
    except NotationError as error:
        # The colon and the name of the option are the bot's own; what was typed keeps neither.
        own = "not a tile: it goes into `at`."
        assert_harmless(str(error).replace(own, "").replace(": ", " "))
    else:
        assert tiles


@given(tiles=hands, swapped=st.booleans(), joint=st.sampled_from(["", " ", ",", " ; "]))
def test_codes_read_back(tiles: tuple[Tile, ...], *, swapped: bool, joint: str) -> None:
    text = joint.join(str(tile)[::-1] if swapped else str(tile) for tile in tiles)

    assert parse_tiles(text, ()) == tiles
    assert parse_tiles(text.lower(), ()) == tiles


@given(tiles=hands, joint=st.sampled_from([" ", ", ", " and ", ";"]))
def test_words_read_back(tiles: tuple[Tile, ...], joint: str) -> None:
    assert parse_tiles(joint.join(tile.words for tile in tiles), ()) == tiles


@given(hand=hands, data=st.data())
def test_places_read_as_the_tiles_there(hand: tuple[Tile, ...], data: st.DataObject) -> None:
    places = data.draw(st.permutations(range(1, len(hand) + 1)))

    assert parse_tiles(" ".join(map(str, places)), hand) == tuple(hand[p - 1] for p in places)


def test_all_is_the_whole_hand_in_an_exchange_only() -> None:
    assert parse_exchange(" ALL ", HAND) == HAND
    assert codes(parse_exchange("1 gs", HAND)) == "RC GS"


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ((0, 0), "N20"),
        ((-13, 0), "A20"),
        ((-14, 1), "Z21"),
        ((12, -19), "Z1"),
        ((13, -20), "A0"),
        ((39, -23), "A-3"),
        ((-60, 80), "F100"),
    ],
)
def test_cells_have_names(cell: Cell, name: str) -> None:
    x, y = cell

    assert cell_name(cell) == column_name(x) + row_name(y) == name


@pytest.mark.parametrize("text", ["N20", "n 20", " n20 ", "20N", "20 n", "N020"])
def test_cell_is_read_as_typed(text: str) -> None:
    assert parse_cell(text) == CellName(13, 0)


@pytest.mark.parametrize(
    "text", ["", "N", "20", "NN20", "N20 N21", "N 2 0", "N--3", "N2000", "2 N 0"]
)
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="such as N20"):
        parse_cell(text)


@given(cell=cells)
def test_cell_names_read_back(cell: Cell) -> None:
    name = parse_cell(cell_name(cell))

    assert str(name) == cell_name(cell)
    assert cell in cells_named(name, {cell: HAND[0]})


@given(letter=st.integers(0, 25), y=st.integers(-99, 99), tiles=st.sets(cells, max_size=8))
def test_named_cells_are_all_those_within_reach(letter: int, y: int, tiles: set[Cell]) -> None:
    name = CellName(letter, y)
    board = dict.fromkeys(tiles, HAND[0])
    columns = [x for x, _ in tiles] or [0]
    near = [
        (x, y) for x in range(min(columns) - 6, max(columns) + 7) if cell_name((x, y)) == str(name)
    ]

    found = cells_named(name, board)

    assert found
    assert found == (near or found[:1])
    assert all(cell_name(cell) == str(name) for cell in found)


def test_letters_far_from_the_tiles_mean_the_nearest_column() -> None:
    assert cells_named(parse_cell("A20"), {}) == [(-13, 0)]
    assert cells_named(parse_cell("Z20"), {}) == [(12, 0)]
    assert cells_named(parse_cell("A20"), {(0, 0): HAND[0]}) == [(13, 0)]
    wide = {(x, 0): HAND[0] for x in range(-10, 12)}
    assert cells_named(parse_cell("A20"), wide) == [(-13, 0), (13, 0)]


@pytest.mark.parametrize(
    ("direction", "taken", "expected"),
    [
        (Direction.RIGHT, [], "N20 O20 P20"),
        (Direction.LEFT, [], "N20 M20 L20"),
        (Direction.DOWN, [(0, 1)], "N20 N22 N23"),
        (Direction.UP, [(0, -1), (0, -2), (0, -4)], "N20 N17 N15"),
        (Direction.RIGHT, [(0, 0)], "N20 O20 P20"),
    ],
)
def test_tiles_spread_over_free_cells(
    direction: Direction, taken: list[Cell], expected: str
) -> None:
    board = dict.fromkeys(taken, TILES["BX"])

    laid = spread(board, HAND[:3], (0, 0), direction)

    assert [tile for _, tile in laid] == list(HAND[:3])
    assert " ".join(cell_name(cell) for cell, _ in laid) == expected


def test_placement_is_described_from_its_left_or_top() -> None:
    up = spread({}, HAND[:3], (0, 0), Direction.UP)

    assert describe_placement(up) == "BX GS RC at N18 down"
    assert describe_placement(up[:1]) == "RC at N20"
    assert describe_placement(spread({}, HAND[:2], (0, 0), Direction.LEFT)) == "GS RC at M20 right"


@given(
    tiles=hands,
    start=cells,
    direction=directions,
    others=st.sets(st.tuples(st.integers(-6, 6), st.integers(-6, 6))),
)
def test_description_reads_back(
    tiles: tuple[Tile, ...], start: Cell, direction: Direction, others: set[Cell]
) -> None:
    board = {(start[0] + x, start[1] + y): HAND[0] for x, y in others - {(0, 0)}}
    laid = spread(board, tiles, start, direction)

    assert sorted(read_back(describe_placement(laid), board, start)) == sorted(
        [(cell, str(tile)) for cell, tile in laid]
    )


def read_back(text: str, board: dict[Cell, Tile], near: Cell) -> list[tuple[Cell, str]]:
    named, _, place = text.partition(" at ")
    name, _, direction = place.partition(" ")
    (start,) = cells_named(parse_cell(name), {near: HAND[0]})[:1]
    laid: tuple[Laid, ...] = spread(
        board, parse_tiles(named, ()), start, Direction(direction or "right")
    )
    return [(cell, str(tile)) for cell, tile in laid]


@pytest.mark.parametrize("text", ["RC RT N20", "N20", "rc, n-3"])
def test_a_cell_among_the_tiles_is_told_where_it_goes(text: str) -> None:
    with pytest.raises(NotationError, match="is a cell, not a tile: it goes into `at`"):
        parse_tiles(text, ())
