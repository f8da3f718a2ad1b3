"""What a board's message holds in each style and width, over whole games and freak layouts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs._drawing import Look, board_parts, hand_parts, preview_parts, without_files
from cogs._pages import Picture
from qwirkle_bot.engine.board import Board
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.tiles import COPIES, KINDS, TILES, Cell
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import MOST_WIDTH, PHONE_WIDTH, application_emoji_files, characters
from tests.kit.boards import board, tiles
from tests.kit.games import SEED, chance_from, dealt, random_moves
from tests.kit.moments import stairs

BAG: Final = KINDS * COPIES
NAMES: Final = {name: f"<:{name}:{2**64 - 1}>" for name in application_emoji_files()}
MARKUP: Final = re.compile(r"<:\w+:[0-9]+>")
ESCAPE: Final = re.compile("\x1b\\[[0-9;]*m")
CODE: Final = re.compile("[ROYGBP][CSDLXT]", re.IGNORECASE)

PHONE_COLUMNS: Final = 34
"""What fits on a phone 360 points wide (computed)."""
CELL_COLUMNS: Final = 3

SMALL: Final = board("""
    RC RS RD
    .. YS ..
""")

styles = st.sampled_from([TileStyle.EMOJI, TileStyle.TEXT])
widths = st.integers(PHONE_WIDTH, MOST_WIDTH)


def columns(line: str) -> int:
    """How many emoji, or characters of a code block, a line of a board takes."""
    if not any(emoji in line for emoji in "⬛🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿") and "<:" not in line:
        return len(ESCAPE.sub("", line))
    return len(re.sub(r"[\u200b]| -?[0-9]+$", "", MARKUP.sub("⬛", line)))


def check(lying: Board, new: Sequence[Cell], look: Look, room: int) -> bool:
    """Hold every promise about a board's parts; whether it came with a picture."""
    text, *pictures = board_parts(lying, new, look, room)
    assert isinstance(text, str)
    assert characters(text) <= room
    lines = [line for line in text.replace("```ansi", "").replace("```", "").split("\n") if line]
    in_emoji = look.style is TileStyle.EMOJI
    wide = look.width if in_emoji else PHONE_COLUMNS + CELL_COLUMNS * (look.width - PHONE_WIDTH)
    assert max(map(columns, lines)) <= wide
    board_lines = "\n".join(lines).replace("letters", "")  # Of the note about new tiles.
    seen = len((MARKUP if in_emoji else CODE).findall(ESCAPE.sub("", board_lines)))
    assert [type(part) for part in pictures] == ([] if seen == len(lying) else [Picture])
    assert sum(len(part.alt) for part in pictures if isinstance(part, Picture)) <= 1024
    return bool(pictures)


@settings(deadline=None, max_examples=60)
@given(
    cells=st.lists(
        st.tuples(st.integers(-60, 60), st.integers(-60, 60)), max_size=108, unique=True
    ),
    fresh=st.integers(0, 6),
    style=styles,
    width=widths,
    room=st.integers(600, 4000),
)
def test_freak_layouts_fit(
    cells: list[Cell], fresh: int, style: TileStyle, width: int, room: int
) -> None:
    lying = dict(zip(cells, BAG, strict=False))

    check(lying, cells[len(cells) - fresh :] if fresh else [], Look(NAMES, style, width), room)


@pytest.mark.parametrize("style", [TileStyle.EMOJI, TileStyle.TEXT])
def test_whole_games_fit(style: TileStyle) -> None:
    with_pictures = 0
    for whim, width in enumerate((PHONE_WIDTH, 18, MOST_WIDTH)):
        for _, move, after in random_moves(dealt(SEED, 3), chance_from(whim)):
            if isinstance(move, Place):
                new = [cell for cell, _ in move.tiles]
                with_pictures += check(after.board, new, Look(NAMES, style, width), 3000)
    assert with_pictures


@pytest.mark.parametrize("run", [2, 6])
@pytest.mark.parametrize("width", [PHONE_WIDTH, MOST_WIDTH])
@pytest.mark.parametrize("style", [TileStyle.EMOJI, TileStyle.TEXT])
def test_all_tiles_of_the_bag_fit(style: TileStyle, width: int, run: int) -> None:
    assert check(stairs(108, run), [(0, 0)], Look(NAMES, style, width), 1200)


@pytest.mark.parametrize("style", [TileStyle.EMOJI, TileStyle.TEXT])
def test_a_wider_look_shows_more(style: TileStyle) -> None:
    lying = stairs(40, 2)  # 21 columns.

    assert check(lying, [], Look(NAMES, style, PHONE_WIDTH), 4000)
    assert not check(lying, [], Look(NAMES, style, MOST_WIDTH), 4000)


def test_a_board_that_fits_has_no_picture_unless_one_is_liked() -> None:
    for style in (TileStyle.EMOJI, TileStyle.TEXT):
        assert not check(SMALL, [(0, 0)], Look(NAMES, style), 4000)

    [picture] = board_parts(SMALL, [(0, 0)], Look(NAMES, TileStyle.PICTURE), 4000)

    assert isinstance(picture, Picture)
    assert picture.alt.startswith("The board: 4 tiles")
    assert picture.draw().startswith(b"\x89PNG")


@pytest.mark.parametrize("style", TileStyle)
def test_without_files_a_part_says_how_to_see_all(style: TileStyle) -> None:
    look = without_files(Look(NAMES, style))

    [cut] = board_parts(stairs(90, 2), [], look, 2000)
    [whole] = board_parts(SMALL, [], look, 2000)

    assert isinstance(cut, str)
    assert isinstance(whole, str)
    assert "style: picture" in cut
    assert "style: picture" not in whole
    assert characters(cut) <= 2000


@pytest.mark.parametrize("names", [None, NAMES])
@pytest.mark.parametrize("style", TileStyle)
def test_private_parts_keep_to_the_style(style: TileStyle, names: dict[str, str] | None) -> None:
    look = Look(names, style)
    [hand] = hand_parts(tiles("RC GS"), look)
    [preview] = preview_parts(SMALL, [((3, 0), TILES["RX"])], look, 1500)

    for part in (hand, preview):
        if style is TileStyle.PICTURE:
            assert isinstance(part, Picture)
        else:
            assert isinstance(part, str)
            assert ("<:" in part) == (style is TileStyle.EMOJI and names is not None)
            assert ("```ansi" in part) != ("<:" in part)


def test_a_preview_in_emoji_shows_what_lies_around_the_move() -> None:
    row = {(x, 0): tile for x, tile in enumerate(BAG[:60])}

    [text] = preview_parts(row, [((30, 1), TILES["YS"])], Look(NAMES), 1500)

    assert isinstance(text, str)
    assert MARKUP.findall(text) == [NAMES[str(row[x, 0])] for x in range(28, 33)] + [NAMES["YSn"]]
    assert "⏪" in text
    assert "⏩" in text
