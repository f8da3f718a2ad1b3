"""Results in the store: what is kept of a game that ends, and what was kept.

The entry points are :func:`kept_result`, which the commit that ends a game writes in the same step
(:mod:`qwirkle_bot.results_store` says why), and :func:`results_of_server` and
:func:`results_of_person`.
"""

from __future__ import annotations

import asyncio

from qwirkle_bot.results import GameResult, read_result, result_of, text_of
from qwirkle_bot.results_store import FoundResult, KeptResult
from qwirkle_bot.saved import Table
from qwirkle_bot.store import Store


def kept_result(table: Table) -> KeptResult | None:
    """What the store is to keep of a game that has ended; ``None`` where :func:`result_of` is."""
    result = result_of(table)
    if result is None:
        return None
    return KeptResult(result.guild_id, result.game_id, text_of(result))


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


def _read_all(found: list[FoundResult]) -> list[GameResult]:
    return _in_order([read_result(result.text) for result in found])


def _in_order(results: list[GameResult]) -> list[GameResult]:
    return sorted(results, key=lambda result: (result.ended_ms, result.game_id))
