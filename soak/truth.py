"""A game as its record tells it, moment by moment, to hold against what people were shown.

The one entry point is :func:`truth_of`. A revision of a running game is one move together with the
passes that it forces, so the last revision tells which moment each earlier one was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Pass, Place
from qwirkle_bot.record import verified_moments
from qwirkle_bot.saved import SavedGame, Table, read_table
from qwirkle_bot.store import StoredGame
from soak.ledger import Content, content_of


@dataclass(frozen=True, slots=True)
class Truth:
    """What was so at each revision from the deal on.

    Attributes:
        first_revision: the one with the deal.
        moments: the game at each revision from then on; none where no tile was dealt.
        moves: how often each seat made each move.
    """

    table: Table
    first_revision: int
    moments: tuple[Game, ...]
    moves: Counter[tuple[int, Content]]

    @property
    def saved(self) -> SavedGame:
        return self.table.saved

    @property
    def last_revision(self) -> int:
        return self.table.revision

    def at(self, revision: int) -> Game | None:
        """The game at a revision; ``None`` where there was no such deal or move."""
        index = revision - self.first_revision
        return self.moments[index] if 0 <= index < len(self.moments) else None


def truth_of(stored: StoredGame) -> Truth:
    """Replay what lies in the store, move by move.

    Raises:
        RecordError: its record does not hold.
        StoreError: it cannot be read.
    """
    table = read_table(stored.game, stored.revision, stored.told)
    record = table.saved.record
    if record is None:
        return Truth(table, stored.revision + 1, (), Counter())
    moments: list[Game] = []
    for moment in verified_moments(record.model_dump_json(exclude_none=True)):
        if moments and isinstance(moment.history[-1].move, Pass):
            moments[-1] = moment
        else:
            moments.append(moment)
    made = [turn.move for turn in moments[-1].history]
    moves = Counter(
        (move.seat, content_of(move)) for move in made if isinstance(move, (Place, Exchange))
    )
    return Truth(table, stored.revision - len(moments) + 1, tuple(moments), moves)
