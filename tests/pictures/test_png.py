from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from time import process_time
from typing import Final

import pytest

from qwirkle_bot.engine.tiles import COPIES, KINDS, TILES
from qwirkle_bot.pictures.indexed import Picture, read_png
from qwirkle_bot.pictures.png import LARGE_PIXELS, board_png, hand_png, preview_png
from qwirkle_bot.pictures.sheet import EMPTY, pieces
from tests.kit.boards import board, tiles
from tests.kit.moments import sprawl

BAG: Final = KINDS * COPIES
MOST_BYTES: Final = 150_000
MOST_SECONDS: Final = 0.1

SMALL: Final = board("""
    RC RS RD
    .. YS ..
""")


def cut(picture: Picture, left: int, top: int, size: int) -> tuple[bytes, ...]:
    return tuple(picture.row(y)[left : left + size] for y in range(top, top + size))


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a file, with the checks that every reader makes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length) == (zlib.crc32(kind + body),)
        yield kind, body
        at += 12 + length


def test_cells_hold_their_pieces() -> None:
    picture = read_png(board_png(SMALL, new=[(1, 1)]))
    kit, size = pieces(64).rows, 64
    strip = size - 2 * (size // 8)

    def at(x: int, y: int) -> tuple[bytes, ...]:
        return cut(picture, (x + 2) * size, strip + (y + 1) * size, size)

    assert (picture.width, picture.height) == (7 * size, 4 * size + 2 * strip)
    assert at(0, 0) == kit["RC"]
    assert at(1, 1) == kit["YSn"]
    assert at(0, 1) == at(-1, -1) == at(3, 2) == kit[EMPTY]


def test_labels_stand_on_all_four_sides() -> None:
    picture = read_png(board_png(SMALL))
    size, strip = 64, 48

    top = [picture.row(y) for y in range(strip)]
    bottom = [picture.row(picture.height - strip + y) for y in range(strip)]
    assert top == bottom
    assert tuple(row[2 * size : 3 * size] for row in top) == pieces(size).rows["N"][8:56]
    left, right = (cut(picture, x, strip + size, size) for x in (0, picture.width - size))
    assert left == right
    assert tuple(row[12:32] for row in left) == tuple(r[22:42] for r in pieces(size).rows["2"])
    assert tuple(row[32:52] for row in left) == tuple(r[22:42] for r in pieces(size).rows["0"])


def test_a_board_without_tiles_has_nine_cells() -> None:
    picture = read_png(board_png({}))

    assert (picture.width, picture.height) == (5 * 64, 3 * 64 + 2 * 48)


@pytest.mark.parametrize(("side", "size"), [(22, 64), (23, 32)])
def test_large_boards_have_small_tiles(side: int, size: int) -> None:
    picture = read_png(board_png(sprawl(side)))

    assert picture.width == (side + 4) * size <= LARGE_PIXELS


def test_the_file_is_as_the_specification_wants_it() -> None:
    found = list(chunks(board_png(SMALL)))

    assert [kind for kind, _ in found] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    width, height = struct.unpack_from(">II", found[0][1])
    assert found[0][1][8:] == bytes([8, 3, 0, 0, 0])
    assert len(zlib.decompress(found[2][1])) == height * (width + 1)


@pytest.mark.parametrize("side", [22, 28, 30])
def test_a_board_of_all_tiles_is_quick_and_small(side: int) -> None:
    lying = sprawl(side)
    taken = []
    for _ in range(3):
        start = process_time()
        data = board_png(lying, new=[*lying][:6])
        taken.append(process_time() - start)

        assert len(data) < MOST_BYTES
    assert min(taken) < MOST_SECONDS


def test_a_preview_holds_the_surroundings_of_the_move_alone() -> None:
    lying = {(x, 0): tile for x, tile in enumerate(BAG[:60])}
    size, strip = 64, 48

    picture = read_png(preview_png(lying, [((30, 1), TILES["YS"])]))

    assert (picture.width, picture.height) == (7 * size, 5 * size + 2 * strip)
    assert cut(picture, 3 * size, strip + 2 * size, size) == pieces(size).rows["YSn"]
    above = cut(picture, 3 * size, strip + size, size)
    assert above == pieces(size).rows[str(lying[30, 0])]


def test_a_hand_is_a_row_with_places_beneath() -> None:
    picture = read_png(hand_png(tiles("RC PT RC")))
    kit, size = pieces(64).rows, 64

    assert (picture.width, picture.height) == (3 * size, size + 48)
    assert [cut(picture, n * size, 0, size) for n in range(3)] == [kit["RC"], kit["PT"], kit["RC"]]
    second = tuple(picture.row(y)[size : 2 * size] for y in range(size, size + 48))
    assert second == kit["2"][8:56]
