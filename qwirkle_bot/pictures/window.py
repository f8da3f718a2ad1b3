"""The part of the table that a picture shows.

The table has no edge, so every picture begins with the question which cells it shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from qwirkle_bot.engine.tiles import Cell

_NEAR_CELLS: Final = 10
_NEAR_MARGIN: Final = 2


@dataclass(frozen=True, slots=True)
class Window:
    """A block of cells; all four bounds belong to it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> Window:
        """The smallest window that holds ``cells``; only ``(0, 0)`` when there are none."""
        held = list(cells) or [(0, 0)]
        xs, ys = [x for x, _ in held], [y for _, y in held]
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def columns(self) -> range:
        return range(self.left, self.right + 1)

    @property
    def rows(self) -> range:
        return range(self.top, self.bottom + 1)

    def __contains__(self, cell: Cell) -> bool:
        x, y = cell
        return x in self.columns and y in self.rows

    def grown(self, columns: int, rows: int) -> Window:
        """The window with so many more columns on the left and right, and rows above and below."""
        return Window(
            self.left - columns, self.top - rows, self.right + columns, self.bottom + rows
        )

    def cut(self, focus: Window, columns: int, rows: int) -> Window:
        """A window of at most ``columns`` by ``rows`` in this one, with ``focus`` in the middle.

        Where ``focus`` is near an edge of this window the cut ends there, so that no room is spent
        on cells outside.
        """
        left, right = _cut(self.columns, focus.columns, columns)
        top, bottom = _cut(self.rows, focus.rows, rows)
        return Window(left, top, right, bottom)


def window_near(cells: Collection[Cell]) -> Window:
    """The surroundings of a placement: two cells around it, at most ten by ten."""
    focus = Window.around(cells)
    near = focus.grown(_NEAR_MARGIN, _NEAR_MARGIN)
    return near.cut(focus, _NEAR_CELLS, _NEAR_CELLS)


def _cut(whole: range, focus: range, most: int) -> tuple[int, int]:
    length = min(most, len(whole))
    middle = focus.start + (len(focus) - length) // 2
    first = max(whole.start, min(middle, whole.stop - length))
    return first, first + length - 1
