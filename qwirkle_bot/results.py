"""How a game ended: what stays of it for good, for statistics across games.

The entry points are :func:`result_of`, which the commit that ends a game keeps in the same step
(:mod:`qwirkle_bot.results_store` says why), and :func:`results_of_server` and
:func:`results_of_person`, which read what was kept. No move and no tile stands in a result, so it
hides nothing; the game's record goes after a time, and the result stays.

A game that is over never comes back (:meth:`qwirkle_bot.engine.game.Game.play` refuses every move,
taking back among them), so no result is ever withdrawn. Where a failover takes back the move that
ended a game, it takes back the result with it, since both were one step.
"""

from __future__ import annotations

import asyncio

from qwirkle_bot.engine.tiles import LINE_LENGTH
from qwirkle_bot.errors import StoreError
from qwirkle_bot.record import Model, VariantEntry
from qwirkle_bot.results_store import FoundResult, KeptResult
from qwirkle_bot.saved import Phase, Player, Table
from qwirkle_bot.store import Store
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


def kept_result(table: Table) -> KeptResult | None:
    """What the store is to keep of a game that has ended; ``None`` where :func:`result_of` is."""
    result = result_of(table)
    if result is None:
        return None
    return KeptResult(result.guild_id, result.game_id, text_of(result))


def text_of(result: GameResult) -> str:
    """A result as it is kept; :func:`read_result` reads it."""
    return result.model_dump_json(exclude_defaults=True)


async def results_of_server(store: Store, guild_id: int) -> list[GameResult]:
    """All results of a server, in the order in which the games ended.

    Raises:
        StoreUnavailableError: the store does not answer.
    """
    # Ten thousand take a second: as long as that, nobody else must wait.
    return await asyncio.to_thread(_read_all, await store.results.of_server(guild_id))


async def results_of_person(store: Store, user_id: int) -> list[GameResult]:
    """A person's results on all servers, in the order in which the games ended.

    Raises:
        StoreUnavailableError: the store does not answer.
    """
    results: list[GameResult] = []
    for guild_id in await store.people.servers(user_id):
        there = await results_of_server(store, guild_id)
        results += [result for result in there if result.seat_of(user_id) is not None]
    return _in_order(results)


def read_result(found: FoundResult) -> GameResult:
    """Read what the store holds.

    Raises:
        StoreError: if it does not hold together, which no version of this bot has written.
    """
    try:
        return GameResult.model_validate_json(found.text)
    except ValueError as error:
        raise StoreError(f"a stored result cannot be read: {error}") from error


def _read_all(found: list[FoundResult]) -> list[GameResult]:
    return _in_order([read_result(result) for result in found])


def _in_order(results: list[GameResult]) -> list[GameResult]:
    return sorted(results, key=lambda result: (result.ended_ms, result.game_id))
