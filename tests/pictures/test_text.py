from __future__ import annotations

import re
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import COPIES, KINDS, TILES, Cell, Tile
from qwirkle_bot.notation import parse_cell, parse_tiles
from qwirkle_bot.pictures.text import (
    FENCE_CHARACTERS,
    LEAST_CHARACTERS,
    PHONE_COLUMNS,
    fence,
    hand_text,
    text_board,
    text_preview,
)

PLENTY = 100_000
NEW_INK = {"1", "4"}
INKS = {
    "R": {"31"},
    "O": {"37", "41"},
    "Y": {"33"},
    "G": {"32"},
    "B": {"34"},
    "P": {"37", "45"},
}
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def picture(text: str) -> str:
    """A picture as it stands in a test: without the first line break and the indentation."""
    lines = text.strip("\n").split("\n")
    return "\n".join(line[4:] for line in lines).rstrip()


def board(text: str, left: int = 0, top: int = 0) -> dict[Cell, Tile]:
    return {
        (left + x, top + y): TILES[code]
        for y, line in enumerate(text.split("/"))
        for x, code in enumerate(line.split())
        if code != ".."
    }


SMALL = board("RC RS RD / .. YS .. / .. GS GD", left=-1)


def test_new_tiles_stand_in_brackets() -> None:
    drawn = text_board(
        SMALL, new=[(-1, 0), (0, 1), (0, 2), (1, 2)], colors=False, most_characters=PLENTY
    )

    assert drawn == picture("""
        L  M  N  O  P
    19  ·  ·  ·  ·  ·
    20  ·[RC]RS RD  ·
    21  ·  ·[YS] ·  ·
    22  ·  ·[GS GD] ·
    23  ·  ·  ·  ·  ·
    """)


def test_board_of_nothing_shows_where_the_first_tile_goes() -> None:
    assert text_board({}, colors=True, most_characters=LEAST_CHARACTERS) == picture("""
        M  N  O
    19  ·  ·  ·
    20  ·  ·  ·
    21  ·  ·  ·
    """)


def test_board_far_up_has_rows_of_zero_and_less() -> None:
    drawn = text_board(
        board("RC / RS", left=12, top=-21), colors=False, most_characters=LEAST_CHARACTERS
    )

    assert drawn == picture("""
        Y  Z  A
    -2  ·  ·  ·
    -1  · RC  ·
     0  · RS  ·
     1  ·  ·  ·
    """)


def test_board_too_wide_for_its_border_goes_without_it_at_the_sides() -> None:
    line = board("RC RS RD")

    assert text_board(line, new=[(2, 0)], colors=False, width=14, most_characters=PLENTY) == (
        picture("""
        N  O  P
    19  ·  ·  ·
    20 RC RS[RD]
    21  ·  ·  ·
    """)
    )


def test_board_too_wide_for_blanks_goes_without_them() -> None:
    line = board("RC RS RD")

    drawn = text_board(line, new=[(2, 0)], colors=False, width=9, most_characters=PLENTY)

    assert drawn == picture("""
        N O P
    19  · · ·
    20 RCRSrd
    21  · · ·
    New tiles are in small letters.
    """)


def test_board_wider_than_wished_is_as_wide_as_it_needs() -> None:
    drawn = text_board(board("RC RS RD"), colors=False, width=4, most_characters=PLENTY)

    assert drawn == picture("""
        N O P
    19  · · ·
    20 RCRSRD
    21  · · ·
    """)


def test_color_changes_only_where_the_ink_does() -> None:
    drawn = text_board(
        board("RC RS OS PS / YC .. OD OL"),
        new=[(0, 1)],
        colors=True,
        most_characters=PLENTY,
    )

    assert drawn.replace("\x1b", "~").split("\n")[2:4] == [
        "20  · ~[31mRC RS ~[37;41mOS~[0m ~[37;45mPS~[0m  ·",
        "21  ·[~[1;4;33mYC~[0m] · ~[37;41mOD OL~[0m  ·",
    ]


def test_tight_board_has_color_too() -> None:
    drawn = text_board(
        board("RC RS OS"), new=[(2, 0)], colors=True, width=8, most_characters=PLENTY
    )

    assert drawn.replace("\x1b", "~").split("\n")[2] == "20 ~[31mRCRS~[1;4;37;41mos~[0m"


def test_what_takes_too_many_characters_loses_color_then_border_then_tiles() -> None:
    long = {(x, 0): KINDS[x % 36] for x in range(30)}
    colored = text_board(long, colors=True, most_characters=PLENTY)
    bare = ESCAPE.sub("", colored)

    assert text_board(long, colors=True, most_characters=len(colored)) == colored
    assert text_board(long, colors=True, most_characters=len(colored) - 1) == bare
    assert text_board(long, colors=True, most_characters=len(bare)) == bare

    without_border = text_board(long, colors=True, most_characters=len(bare) - 1)

    header, row = without_border.split("\n")
    assert header.split() == [*"NOPQRSTUVWXYZABCDEFGHIJKLMNOPQ"]
    assert row == "20 " + "".join(map(str, long.values()))
    tall = {(x, y): KINDS[0] for x in range(20) for y in range(20)}
    assert text_board(tall, colors=False, most_characters=500).endswith("of 400 tiles.")


def test_crop_shows_the_new_tiles_and_arrows_where_the_board_goes_on() -> None:
    cross = {(x, 0): KINDS[x % 36] for x in range(-30, 31)}
    cross |= {(0, y): KINDS[y % 36] for y in range(-30, 31)}

    drawn = text_board(cross, new=[(0, 2), (0, 3)], colors=True, most_characters=400)

    assert drawn == picture("""
        I  J  K  L  M  N  O  P  Q  R
                       ↑
    18  ·  ·  ·  ·  · PX  ·  ·  ·  ·
    19  ·  ·  ·  ·  · PT  ·  ·  ·  ·
    20←PS PD PL PX PT RC RS RD RL RX→
    21  ·  ·  ·  ·  · RS  ·  ·  ·  ·
    22  ·  ·  ·  ·  ·[RD] ·  ·  ·  ·
    23  ·  ·  ·  ·  ·[RL] ·  ·  ·  ·
    24  ·  ·  ·  ·  · RX  ·  ·  ·  ·
    25  ·  ·  ·  ·  · RT  ·  ·  ·  ·
    26  ·  ·  ·  ·  · OC  ·  ·  ·  ·
                       ↓
    Outside: 103 of 121 tiles.
    """)


def test_crop_without_new_tiles_shows_the_last_one() -> None:
    line = {(x, y): KINDS[0] for y in range(9) for x in range(90)}
    line[95, 4] = TILES["GX"]

    assert "GX" in text_board(line, colors=False, most_characters=LEAST_CHARACTERS)


def test_brackets_end_at_the_edges_of_a_crop() -> None:
    wide = {(x, y): KINDS[0] for x in range(30) for y in range(30)}

    drawn = text_board(
        wide, new=[(x, 9) for x in range(5, 25)], colors=False, most_characters=LEAST_CHARACTERS
    )

    assert "\n29[RC RC RC RC RC RC RC RC RC RC]\n" in drawn


def test_too_little_room_is_refused() -> None:
    with pytest.raises(ValueError, match=str(LEAST_CHARACTERS)):
        text_board({}, colors=False, most_characters=LEAST_CHARACTERS - 1)


def test_preview_shows_the_cells_around_the_placement() -> None:
    long = {(x, 0): KINDS[x % 36] for x in range(-20, 20)}

    drawn = text_preview(long, [((0, 1), TILES["RD"]), ((0, 2), TILES["RX"])], colors=False)

    assert drawn == picture("""
        L  M  N  O  P
    19  ·  ·  ·  ·  ·
    20←PX PT RC RS RD→
    21  ·  ·[RD] ·  ·
    22  ·  ·[RX] ·  ·
    23  ·  ·  ·  ·  ·
    24  ·  ·  ·  ·  ·
    """)


def test_preview_of_colors_differs_by_its_escapes_only() -> None:
    placed = [((3, 0), TILES["RX"])]

    assert "\x1b[1;4;31mRX" in text_preview(SMALL, placed, colors=True)
    assert ESCAPE.sub("", text_preview(SMALL, placed, colors=True)) == text_preview(
        SMALL, placed, colors=False
    )


def test_preview_is_never_larger_than_ten_by_ten() -> None:
    placed = [((x, 0), KINDS[x]) for x in range(30)]

    header, *rows = text_preview({}, placed, colors=False).split("\n")

    assert len(header.split()) == 10
    assert len(rows) == 5


def test_hand_stands_in_one_row() -> None:
    hand = parse_tiles("RC GS OX", ())

    assert hand_text(hand, colors=False) == "1 RC  2 GS  3 OX"
    assert hand_text(hand, colors=True).replace("\x1b", "~") == (
        "1 ~[31mRC~[0m  2 ~[32mGS~[0m  3 ~[37;41mOX~[0m"
    )
    assert hand_text((), colors=True) == ""
    assert len(hand_text(KINDS[:6], colors=False)) <= PHONE_COLUMNS


def test_nothing_ends_a_fence() -> None:
    assert fence("RC", ansi=True) == "```ansi\nRC\n```"
    assert fence("```\n@everyone `x`", ansi=False) == "```\n'''\n@everyone 'x'\n```"
    assert len(fence("RC", ansi=True)) == len("RC") + FENCE_CHARACTERS


def whole_game(seed: int) -> list[dict[Cell, Tile]]:
    """The boards of a game in which every hand is six tiles at random."""
    random = Random(seed)  # noqa: S311 - the same games every time
    bag = random.sample(KINDS * COPIES, len(KINDS) * COPIES)
    boards: list[dict[Cell, Tile]] = [{}]
    while bag:
        options = legal_placements(boards[-1], bag[-6:])
        if not options:
            break
        placed = random.choice(options).tiles
        for _, tile in placed:
            bag.remove(tile)
        random.shuffle(bag)
        boards.append(boards[-1] | dict(placed))
    return boards


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_read_back_and_never_take_too_much_room(seed: int) -> None:
    boards = whole_game(seed)

    assert len(boards[-1]) > 40
    for before, after in pairwise(boards):
        new = [cell for cell in after if cell not in before]
        full = text_board(after, new=new, colors=False, most_characters=PLENTY)
        assert read_back(full) == (after, set(new))
        for most in (LEAST_CHARACTERS, 700, 1900):
            assert len(text_board(after, new=new, colors=True, most_characters=most)) <= most


def read_back(drawn: str) -> tuple[dict[Cell, Tile], set[Cell]]:
    """The tiles and the new ones that a picture shows, by the names at its edges."""
    header, *rows = drawn.removesuffix("\nNew tiles are in small letters.").split("\n")
    first = len(header) - len(header.lstrip())
    pitch = 2 if header[first + 1 : first + 3].strip() else 3
    left = parse_cell(f"{header[first]}0").letter - 13
    tiles: dict[Cell, Tile] = {}
    new: set[Cell] = set()
    for row in rows:
        inside = False
        for column, place in enumerate(range(first - 1, len(row) - 1, pitch)):
            cell = (left + column, int(row[: first - 2]) - 20)
            inside = {"[": True, "]": False}.get(row[place - 1], inside) and pitch == 3
            code = row[place : place + 2]
            if code != " ·":
                tiles[cell] = TILES[code.upper()]
                new |= {cell} if inside or code.islower() else set()
    return tiles, new


def zigzag() -> list[Cell]:
    steps = [(1, 0), (0, 1)] * 54
    return list(
        accumulate(steps[:107], lambda at, by: (at[0] + by[0], at[1] + by[1]), initial=(0, 0))
    )


@pytest.mark.parametrize(
    "layout",
    [
        zigzag(),
        [(x, 0) for x in range(108)],
        [(0, y) for y in range(-54, 54)],
        [(x, 0) for x in range(54)] + [(53, y) for y in range(1, 55)],
        [(x % 12, x // 12) for x in range(108)],
    ],
    ids=["zigzag", "row", "column", "corner", "block"],
)
@pytest.mark.parametrize("most", [LEAST_CHARACTERS, 400, 1000, 1900, 4000])
def test_freak_layouts_never_take_too_much_room(layout: list[Cell], most: int) -> None:
    tiles = {cell: KINDS[i * 7 % 36] for i, cell in enumerate(layout)}
    for at in range(0, len(layout), 9):
        new = layout[at : at + 3]

        drawn = text_board(tiles, new=new, colors=True, most_characters=most)

        assert len(drawn) <= most
        outside = re.search(r"\nOutside: (\d+) of 108 tiles\.$", drawn)
        assert shown(drawn) + (int(outside[1]) if outside else 0) == 108
        assert bool(outside) == any(arrow in drawn for arrow in "←→↑↓")
        assert all(str(tiles[cell]) in drawn.upper() for cell in new)


def shown(drawn: str) -> int:
    rows = [line for line in ESCAPE.sub("", drawn).split("\n")[1:] if not line.endswith(".")]
    return sum(map(str.isalpha, "".join(rows))) // 2


@given(
    tiles=st.dictionaries(
        st.tuples(st.integers(-8, 8), st.integers(-30, 8)), st.sampled_from(KINDS), min_size=1
    ),
    width=st.integers(1, 60),
    data=st.data(),
)
def test_color_covers_the_codes_alone(
    tiles: dict[Cell, Tile], width: int, data: st.DataObject
) -> None:
    new = data.draw(st.sets(st.sampled_from(sorted(tiles))))

    plain = text_board(tiles, new=new, colors=False, width=width, most_characters=PLENTY)
    colored = text_board(tiles, new=new, colors=True, width=width, most_characters=PLENTY)

    assert ESCAPE.sub("", colored) == plain
    for line in colored.split("\n")[1:]:
        for text, ink in inked(line.removesuffix("New tiles are in small letters.")):
            for code in re.findall("[A-Za-z]{2}", text):
                assert ink - NEW_INK == INKS[code[0].upper()]
            if ink & {*NEW_INK, "41", "45"}:
                assert re.fullmatch("[A-Za-z]{2}( ?[A-Za-z]{2})*", text)
            if "·" in text:
                assert not ink


def inked(line: str) -> list[tuple[str, set[str]]]:
    """The stretches of one ink in a line, as a terminal would show them."""
    stretches: list[tuple[str, set[str]]] = []
    ink: set[str] = set()
    for part in re.split("(\x1b\\[[0-9;]*m)", line):
        if part == "\x1b[0m":
            ink = set()
        elif part.startswith("\x1b"):
            ink = {code for code in ink if not code.startswith("3")} | {*part[2:-1].split(";")}
        elif part:
            stretches.append((part, ink))
    assert ink == set()
    return stretches
