"""Everything that this project raises on purpose, split by who can mend it.

QwirkleError
+-- PlayerError                  the player: shown to them alone, as written
|   +-- NotationError            the text names no tile, no cell, or no direction
|   +-- AmbiguousPlacementError  the text fits several legal placements; carries them
|   +-- TableError               not at this table or not now: no seat, no game, a full lobby
|   `-- MoveError                the rules forbid the move; carries the reason, cells and tiles
+-- RecordError                  whoever wrote the record; carries the index of the first bad move
+-- OperatorError                the operator: told at the start or logged, in plain words
`-- StoreError                   nobody yet: try again
    +-- StoreUnavailableError    nothing was written
    +-- OutcomeUnknownError      the answer was lost: it may have been written
    `-- StaleGameError           someone else wrote between our read and our write
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwirkle_bot.engine.board import Laid
    from qwirkle_bot.engine.refusals import Refusal
    from qwirkle_bot.engine.tiles import Cell, Tile


class QwirkleError(Exception):
    """The root of the tree above."""


class PlayerError(QwirkleError):
    """The player can mend it. The message names no hidden tile but their own."""


class NotationError(PlayerError):
    """The text names no tile, no cell, or no direction; the message quotes the part."""


class AmbiguousPlacementError(PlayerError):
    """What was typed fits several legal placements, and the player must say which.

    Attributes:
        choices: the placements, each with its tiles in the order typed.
    """

    def __init__(self, question: str, choices: Sequence[tuple[Laid, ...]]) -> None:
        super().__init__(question)
        self.choices = tuple(choices)


class TableError(PlayerError):
    """The person cannot do that at this table now."""


class MoveError(PlayerError):
    """The rules forbid the move, and nothing has changed.

    Attributes:
        refusal: the reason, which knows its clause.
        cells: the cells that the refusal is about.
        tiles: the tiles that the refusal is about.
        count: the number that would have been right or is the limit, where the reason has one.
    """

    def __init__(
        self,
        refusal: Refusal,
        *,
        cells: Sequence[Cell] = (),
        tiles: Sequence[Tile] = (),
        count: int | None = None,
    ) -> None:
        named = " ".join([*map(str, cells), *map(str, tiles)])
        super().__init__(f"{refusal.summary} ({named})" if named else refusal.summary)
        self.refusal = refusal
        self.cells = tuple(cells)
        self.tiles = tuple(tiles)
        self.count = count

    @property
    def clause(self) -> str | None:
        """The clause of the rules that forbids the move, such as ``"R4.2"``."""
        return self.refusal.clause


class RecordError(QwirkleError):
    """A record does not hold.

    Attributes:
        where: the index of the first bad move; -1 when the head is bad; ``"result"`` when only the
            result is wrong; ``"format"`` when it is no record at all.
        clause: the clause of the rules that it breaks, where one does.
    """

    def __init__(self, where: int | str, message: str, *, clause: str | None = None) -> None:
        super().__init__(message)
        self.where = where
        self.clause = clause


class OperatorError(QwirkleError):
    """Whoever runs the bot can mend it. The message says how, and holds no secret."""


class StoreError(QwirkleError):
    """The store did not do what was asked; the same request may be sent again."""


class StoreUnavailableError(StoreError):
    """The store cannot be reached; nothing was written."""


class OutcomeUnknownError(StoreError):
    """The store's answer was lost on the way; what was asked may have been written."""


class StaleGameError(StoreError):
    """The game has moved on since it was read; read and judge again."""
