from __future__ import annotations

import re
from hashlib import sha256
from itertools import islice
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.engine.board import Board, open_cells
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.tiles import COPIES, KINDS, Cell, Tile
from qwirkle_bot.notation import column_name, row_name
from qwirkle_bot.pictures.emoji import (
    DOWN,
    EMPTY,
    LEAST_CHARACTERS,
    LEFT,
    MOST_WIDTH,
    PHONE_WIDTH,
    RIGHT,
    UP,
    EmojiBoard,
    application_emoji_files,
    characters,
    emoji_board,
    emoji_hand,
)
from qwirkle_bot.pictures.sheet import piece_name
from qwirkle_bot.pictures.window import Window
from tests.kit.boards import board, tiles
from tests.kit.games import SEED, chance_from, dealt, random_moves

MESSAGE: Final = 4_000
BAG: Final = KINDS * COPIES
MARKUP: Final = {
    name: f"<:{name}:{1_333_000_000_000_000_000 + number}>"
    for number, name in enumerate(application_emoji_files())
}
SHORT: Final = {name: f"<{name}>" for name in MARKUP}
NO_WIDTH: Final = "\u200b"
EMOJI: Final = re.compile(f"<:?(\\w+)(?::[0-9]+)?>|([{EMPTY}{LEFT}{RIGHT}{UP}{DOWN}🇦-🇿])")

SMALL: Final = board("""
    RC RS RD
    .. YS ..
    .. GS GD
""")
STAIRS: Final = {(step // 2, (step + 1) // 2): tile for step, tile in enumerate(BAG)}


def picture(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def drawn(shown: EmojiBoard) -> str:
    return shown.text.replace(NO_WIDTH, "")


def grid(text: str) -> list[list[str]]:
    """The emoji of each line."""
    lines = text.replace(NO_WIDTH, "").split("\n")
    return [["".join(groups) for groups in EMOJI.findall(line)] for line in lines]


def cells_shown(shown: EmojiBoard) -> dict[Cell, str]:
    """What a reader finds in the cells, by the letters above and the numbers behind."""
    columns = dict(enumerate(grid(shown.text)[0]))
    letters = {chr(ord("🇦") + ord(column_name(x)) - ord("A")): x for x in shown.window.columns}
    rows = {row_name(y): y for y in shown.window.rows}
    found = {}
    for line, emoji in zip(shown.text.split("\n"), grid(shown.text), strict=True):
        number = line.rpartition(" ")[2]
        if number in rows:
            for place, what in enumerate(emoji):
                if columns.get(place) in letters:
                    found[letters[columns[place]], rows[number]] = what
    return found


def check(lying: Board, new: list[Cell], width: int, most: int) -> EmojiBoard:
    """Hold every promise about a board against what is shown of it."""
    shown = emoji_board(lying, new=new, names=MARKUP, width=width, most_characters=most)
    last = (new or [*lying] or [(0, 0)])[-1]

    assert characters(shown.text) <= most
    assert max(map(len, grid(shown.text))) <= width
    assert last in shown.window
    assert shown.is_whole == all(cell in shown.window for cell in lying)
    assert cells_shown(shown) == {
        (x, y): piece_name(tile, new=(x, y) in new) if (tile := lying.get((x, y))) else EMPTY
        for x in shown.window.columns
        for y in shown.window.rows
    }
    return shown


def test_board_has_letters_above_and_numbers_behind_and_marks_new_tiles() -> None:
    shown = emoji_board(SMALL, new=[(1, 2), (2, 2)], names=SHORT, most_characters=LEAST_CHARACTERS)

    assert drawn(shown) == picture("""
        🇲🇳🇴🇵🇶
        ⬛⬛⬛⬛⬛ 19
        ⬛<RC><RS><RD>⬛ 20
        ⬛⬛<YS>⬛⬛ 21
        ⬛⬛<GSn><GDn>⬛ 22
        ⬛⬛⬛⬛⬛ 23
    """)
    assert shown.is_whole
    assert shown.window == Window(-1, -1, 3, 3)


def test_letters_do_not_fuse_into_flags() -> None:
    letters = emoji_board(SMALL, names=SHORT, most_characters=MESSAGE).text.split("\n")[0]

    assert letters == "🇲\u200b🇳\u200b🇴\u200b🇵\u200b🇶"


def test_letters_come_again_after_z_and_rows_go_below_nought() -> None:
    shown = emoji_board({(13, -21): KINDS[0]}, names=SHORT, most_characters=MESSAGE)

    assert drawn(shown) == picture("""
        🇿🇦🇧
        ⬛⬛⬛ -2
        ⬛<RC>⬛ -1
        ⬛⬛⬛ 0
    """)


def test_board_without_tiles_shows_where_the_first_one_goes() -> None:
    shown = emoji_board({}, names=MARKUP, most_characters=LEAST_CHARACTERS)

    assert drawn(shown) == picture("""
        🇲🇳🇴
        ⬛⬛⬛ 19
        ⬛⬛⬛ 20
        ⬛⬛⬛ 21
    """)
    assert shown.is_whole


def test_arrows_point_to_what_is_cut_off() -> None:
    lying = board("""
        .. .. RC .. .. .. ..
        RC RS RD RL RX RT ..
        .. .. .. YL .. .. ..
        .. .. .. GL GC GS GD
    """)
    shown = emoji_board(lying, new=[(3, 2)], names=SHORT, width=5, most_characters=MESSAGE)

    assert drawn(shown) == picture("""
        ⬛🇵🇶🇷
        ⬛⬛⬛⬛⬛ 19
        ⬛<RC>⬛⬛⬛ 20
        ⏪<RD><RL><RX>⏩ 21
        ⬛⬛<YLn>⬛⬛ 22
        ⬛⬛<GL><GC>⏩ 23
        ⬛⬛⬛⬛⬛ 24
    """)
    assert not shown.is_whole


def test_arrows_point_up_and_down() -> None:
    column = {(0, y): tile for y, tile in enumerate(BAG[:60])}

    shown = emoji_board(column, new=[(0, 30)], names=MARKUP, most_characters=LEAST_CHARACTERS)

    lines = grid(shown.text)
    assert lines[1] == [UP if letter == "🇳" else EMPTY for letter in lines[0]]
    assert lines[-1] == [DOWN if letter == "🇳" else EMPTY for letter in lines[0]]
    assert (0, 30) in shown.window


def test_of_all_cuts_the_one_with_most_open_cells_is_shown() -> None:
    line = {(x, 0): KINDS[0] for x in range(-20, 21)}
    comb = line | {(x, y): KINDS[0] for x in (3, 5, 7) for y in (1, 2)}

    shown = emoji_board(comb, new=[(0, 0)], names=MARKUP, most_characters=MESSAGE)

    assert {3, 5, 7, 8} <= {*shown.window.columns}


def test_a_tile_that_fits_is_not_cut_off_for_more_open_cells() -> None:
    lying = {(x, 0): KINDS[0] for x in range(12)}

    shown = emoji_board(lying, names=MARKUP, width=12, most_characters=MESSAGE)

    assert shown.is_whole
    assert shown.window.columns == range(12)


@pytest.mark.parametrize("width", [PHONE_WIDTH, MOST_WIDTH])
@pytest.mark.parametrize("seats", [2, 4])
def test_whole_games_fit(width: int, seats: int) -> None:
    for whim in range(3):
        game = dealt(SEED, seats)
        for _, move, after in random_moves(game, chance_from(whim)):
            if isinstance(move, Place):
                shown = check(after.board, [cell for cell, _ in move.tiles], width, MESSAGE)

                fits = len(Window.around(after.board).columns) <= width
                assert shown.is_whole == fits


@settings(deadline=None)
@given(
    cells=st.lists(
        st.tuples(st.integers(-60, 60), st.integers(-60, 60)), max_size=108, unique=True
    ),
    fresh=st.integers(0, 6),
    width=st.integers(3, MOST_WIDTH),
    most=st.integers(LEAST_CHARACTERS, MESSAGE),
)
def test_freak_layouts_fit(cells: list[Cell], fresh: int, width: int, most: int) -> None:
    lying = dict(zip(cells, BAG, strict=False))

    check(lying, cells[len(cells) - fresh :] if fresh else [], width, most)


@pytest.mark.parametrize("most", [LEAST_CHARACTERS, 1_500, MESSAGE])
@pytest.mark.parametrize(
    "lying",
    [
        {(x, 0): tile for x, tile in enumerate(BAG)},
        {(0, y): tile for y, tile in enumerate(BAG)},
        {(place % 11, place // 11): tile for place, tile in enumerate(BAG)},
        STAIRS,
    ],
    ids=["row", "column", "block", "stairs"],
)
def test_every_tile_of_the_bag_fits(lying: dict[Cell, Tile], most: int) -> None:
    for width in (3, PHONE_WIDTH, MOST_WIDTH):
        check(lying, [*lying][50:56], width, most)


def test_all_tiles_in_a_block_are_shown_in_one_message() -> None:
    block = {(place % 10, place // 10): tile for place, tile in enumerate(BAG)}

    assert check(block, [], PHONE_WIDTH, MESSAGE).is_whole


def test_the_cut_of_a_sprawling_board_has_most_open_cells_of_all_that_hold_the_move() -> None:
    game = dealt(SEED, 2)
    lying = list(islice(random_moves(game, chance_from(3)), 60))[-1][2].board
    new = [*lying][-1:]
    shown = check(lying, new, 6, MESSAGE)
    window = shown.window
    width, height = len(window.columns), len(window.rows)
    around = Window.around(lying).grown(1, 1)
    spots = {*open_cells(lying)}
    cuts = [
        Window(left, top, left + width - 1, top + height - 1)
        for left in range(around.left, around.right - width + 2)
        for top in range(around.top, around.bottom - height + 2)
    ]

    best = max(sum(s in cut for s in spots) for cut in cuts if new[0] in cut)
    assert sum(spot in window for spot in spots) == best


@pytest.mark.parametrize("width", [2, MOST_WIDTH + 1])
def test_width_has_bounds(width: int) -> None:
    with pytest.raises(ValueError, match="3 to 26 emoji wide"):
        emoji_board(SMALL, names=SHORT, width=width, most_characters=MESSAGE)


def test_room_has_a_least() -> None:
    with pytest.raises(ValueError, match="room for 300"):
        emoji_board(SMALL, names=SHORT, most_characters=LEAST_CHARACTERS - 1)


def test_hand_is_one_line() -> None:
    assert emoji_hand(tiles("RC PT RC"), names=SHORT) == "<RC><PT><RC>"
    assert emoji_hand((), names=SHORT) == ""


def test_characters_outside_the_basic_plane_count_twice() -> None:
    assert characters("🇦\u200b⬛ 1") == 6


def test_files_have_short_names_and_the_hash_of_what_they_hold() -> None:
    files = application_emoji_files()

    assert len(files) == 2 * len(KINDS)
    assert all(re.fullmatch(r"[A-Z]{2}n?", name) for name in files)
    assert all(sha256(file.png).hexdigest() == file.sha256 for file in files.values())
    assert len({file.sha256 for file in files.values()}) == len(files)
