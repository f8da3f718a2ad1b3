"""`python -m bench`: the speed of the engine and of pictures, next to the limits that they keep.

Each figure is an average over many positions or games, each of which counts with its fastest run
in processor time: what else the machine does only ever makes a run slower. The last line needs no
quiet machine at all: it compares two ways to the same placements.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from time import process_time
from typing import Final, TypeVar

from qwirkle_bot.engine.board import Board, Laid, score_placement
from qwirkle_bot.engine.game import Hand
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.pictures.png import board_png
from qwirkle_bot.record import Record, read_position, replay, verified_moments
from tests.kit.brute_force import brute_force
from tests.kit.moments import sprawl
from tests.kit.vectors import vector_lines

RUNS: Final = 25
JUDGING_RUNS: Final = 10
BRUTE_FORCE_RUNS: Final = 3
MIDGAME_TILES: Final = range(40, 61)
FULL_HAND: Final = 6
PICTURE_SIDE: Final = 30

_T = TypeVar("_T")


def main() -> None:
    positions = midgame_positions()
    lines = vector_lines("records-good")
    records = [Record.model_validate_json(line) for line in lines]
    finding = seconds_each(lambda at: legal_placements(*at), positions, RUNS)
    plain = seconds_each(lambda at: brute_force(*at), positions, BRUTE_FORCE_RUNS)
    judging = seconds_each(lambda at: score_placement(*at), placements_of(lines), JUDGING_RUNS)
    replaying = seconds_each(replay, records, RUNS)
    scattered = [sprawl(PICTURE_SIDE)]
    drawing = seconds_each(board_png, scattered, JUDGING_RUNS)
    kilobytes = max(len(board_png(board)) for board in scattered) / 1e3
    rows = [
        ("", "measured", "limit"),
        ("all placements, 40 to 60 tiles down, 6 in hand", f"{finding * 1e3:.3f} ms", "0.3 ms"),
        ("judging one placement", f"{judging * 1e6:.1f} us", "20 us"),
        ("replaying a whole game", f"{replaying * 1e3:.2f} ms", "2 ms"),
        ("drawing a board of 30 by 30 cells", f"{drawing * 1e3:.1f} ms", "100 ms"),
        ("the size of that picture", f"{kilobytes:.1f} KB", "150 KB"),
        ("all placements by brute force", f"{plain * 1e3:.1f} ms", ""),
        ("brute force / engine", f"{plain / finding:.0f} times", ""),
    ]
    for name, measured, limit in rows:
        sys.stdout.write(f"{name:<48}{measured:>12}{limit:>9}".rstrip() + "\n")


def seconds_each(act: Callable[[_T], object], items: Iterable[_T], runs: int) -> float:
    """The time for one item, on average over the items, each at its fastest of some runs."""
    fastest = []
    for item in items:
        times = []
        for _ in range(runs):
            began = process_time()
            act(item)
            times.append(process_time() - began)
        fastest.append(min(times))
    return sum(fastest) / len(fastest)


def midgame_positions() -> list[tuple[Board, Hand]]:
    positions = [read_position(line) for line in vector_lines("positions")]
    return [
        (board, hand)
        for board, hand in positions
        if len(board) in MIDGAME_TILES and len(hand) == FULL_HAND
    ]


def placements_of(lines: Iterable[str]) -> list[tuple[Board, tuple[Laid, ...]]]:
    """Every placement of some records, with the board that it was made on."""
    found: list[tuple[Board, tuple[Laid, ...]]] = []
    for line in lines:
        for before, after in pairwise(verified_moments(line)):
            move = after.history[-1].move
            if isinstance(move, Place):
                found.append((dict(before.board), move.tiles))
    return found


if __name__ == "__main__":
    main()
