"""How a game ended: what stays of it for good, for statistics across games.

The entry point is :func:`result_of`. All of it is pure: :mod:`qwirkle_bot.kept_results` keeps it.
No move and no tile stands in a result, so it hides nothing; the game's record goes after a time,
and the result stays.

A game that is over never comes back (:meth:`qwirkle_bot.engine.game.Game.play` refuses every move,
taking back among them), so no result is ever withdrawn. Where a failover takes back the move that
ended a game, it takes back the result with it, since both were one step.
"""

from __future__ import annotations

from qwirkle_bot.engine.tiles import LINE_LENGTH
from qwirkle_bot.errors import StoreError
from qwirkle_bot.record import Model, VariantEntry
from qwirkle_bot.saved import Phase, Player, Table
from qwirkle_bot.views import Placed, View, view_of


class SeatResult(Model):
    """How a game ended for a seat.

    Attributes:
        players: who sat there at the end: one, or two partners.
        best_move: the points of the placement that scored most; 0 where there was none.
        qwirkles: how many lines of six its placements made.
    """

    players: tuple[Player, ...]
    score: int
    resigned: bool = False
    best_move: int = 0
    qwirkles: int = 0


class GameResult(Model):
    """How a game ended.

    Attributes:
        ended_ms: when, in Unix milliseconds.
    """

    game_id: str
    guild_id: int
    ended_ms: int
    variant: VariantEntry = VariantEntry()
    seats: tuple[SeatResult, ...]

    @property
    def winners(self) -> frozenset[int]:
        """The seats that won: of those that had not resigned, all with the highest total (R8.3)."""
        totals = {n: seat.score for n, seat in enumerate(self.seats) if not seat.resigned}
        return frozenset(n for n, total in totals.items() if total == max(totals.values()))

    def seat_of(self, user_id: int) -> int | None:
        """The seat in which a person sat at the end, if any."""
        for number, seat in enumerate(self.seats):
            if any(player.id == user_id for player in seat.players):
                return number
        return None

    @property
    def is_among_people(self) -> bool:
        """Whether people sat in two seats or more; whoever was deleted counts as one."""
        people = [seat for seat in self.seats if not all(p.is_robot for p in seat.players)]
        return len(people) > 1


def result_of(table: Table) -> GameResult | None:
    """How a game ended; ``None`` where it has no result, or nobody is left to remember it for."""
    saved = table.saved
    if table.phase is not Phase.OVER or not any(player.id > 0 for player in saved.players):
        return None
    view = view_of(table, None)
    return GameResult(
        game_id=saved.id,
        guild_id=saved.guild_id,
        ended_ms=saved.changed_ms,
        variant=saved.options.variant,
        seats=tuple(_seat_result(view, seat) for seat in range(len(view.seats))),
    )


def _seat_result(view: View, number: int) -> SeatResult:
    seat = view.seats[number]
    events = view.standing_turns()
    scores = [e.score for e in events if isinstance(e, Placed) and e.seat == number]
    return SeatResult(
        players=seat.players,
        score=seat.score,
        resigned=not seat.playing,
        best_move=max((score.total for score in scores), default=0),
        qwirkles=sum(line.length == LINE_LENGTH for score in scores for line in score.lines),
    )


def text_of(result: GameResult) -> str:
    """A result as it is kept; :func:`read_result` reads it."""
    return result.model_dump_json(exclude_defaults=True)


def read_result(text: str) -> GameResult:
    """The result that :func:`text_of` wrote.

    Raises:
        StoreError: if it does not hold together, which no version of this bot has written.
    """
    try:
        return GameResult.model_validate_json(text)
    except ValueError as error:
        raise StoreError(f"a stored result cannot be read: {error}") from error
