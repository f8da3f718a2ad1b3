"""Looking through all that is stored, for what no list leads to.

The one entry point is :class:`SearchStore`, which :class:`qwirkle_bot.store.Store` carries. It
takes time with the number of games, in steps that let everybody else pass: for a deletion that must
miss nothing, and not for what people ask every day.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from qwirkle_bot.keys import in_every_bucket
from qwirkle_bot.redis_client import RedisClient

READS_AT_ONCE: Final = 16


class SearchStore:
    """All games and results, found by looking at every key.

    Every method raises :class:`StoreUnavailableError` when the store did not answer to the end.
    """

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def games_with(self, text: str) -> AsyncIterator[str]:
        """All games that are kept and hold a text; some may come twice.

        One that begins meanwhile may be left out.
        """
        # A game that gives way to the next one meanwhile is found in its second place.
        for name in ("game:*", "finished:*"):
            async for keys in self._keys(name):
                games = await asyncio.gather(
                    *(self._client.read("HGET", key, "game") for key in keys)
                )
                for game in games:
                    if game is not None and text in game:
                        yield game

    async def servers_with(self, text: str) -> set[int]:
        """The ids of all servers of which a result holds a text."""
        servers: set[int] = set()
        async for keys in self._keys("results:*"):
            found = await asyncio.gather(*(self._client.read("HVALS", key) for key in keys))
            for key, results in zip(keys, found, strict=True):
                if any(text in result for result in results):
                    servers.add(int(key.rpartition(":")[2]))
        return servers

    async def _keys(self, name: str) -> AsyncIterator[list[str]]:
        keys: list[str] = []
        async for key in self._client.scan(in_every_bucket(name)):
            keys.append(key)
            if len(keys) == READS_AT_ONCE:
                yield keys
                keys = []
        yield keys
