"""How games ended: what stays of a game for good, by servers.

The one entry point is :class:`ResultsStore`, which :class:`qwirkle_bot.store.Store` carries. Like
the store it keeps text that it does not read.

Keys, all of them:

    qwirkle:{07}:results:<server id>   hash   game id -> result

A server's results lie in as many places as there are buckets, each in the bucket of its game's
channel. So the commit that ends a game writes its result in the same step, on a Cluster too: there
is no moment at which a game has ended and its result can be lost, written twice, or is owed. What
that costs is that whoever asks for a server's results asks every bucket.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qwirkle_bot.keys import (
    BUCKETS,
    BUCKETS_AT_ONCE,
    bucket_of,
    finished_key,
    game_key,
    results_key,
)
from qwirkle_bot.redis_client import RedisClient, Script

_HERE: Final = Path(__file__).parent
_REPLACE: Final = Script.of((_HERE / "replace_result.lua").read_text(encoding="utf-8"))
_KEEP: Final = Script.of((_HERE / "keep_result.lua").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class KeptResult:
    """How a game ended, and of which server it is."""

    guild_id: int
    game_id: str
    text: str


@dataclass(frozen=True, slots=True)
class FoundResult:
    """A result and where it lies."""

    key: str
    game_id: str
    text: str


class ResultsStore:
    """The results of all games. They stay until somebody takes them away.

    Every method raises :class:`StoreUnavailableError` when it was not done.
    """

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def of_server(self, guild_id: int) -> list[FoundResult]:
        """All results of a server, in no order."""
        at_once = asyncio.Semaphore(BUCKETS_AT_ONCE)

        async def read(bucket: int) -> list[FoundResult]:
            key = results_key(bucket, guild_id)
            async with at_once:
                found: dict[str, str] = await self._client.read("HGETALL", key)
            return [FoundResult(key, game_id, text) for game_id, text in found.items()]

        return [
            result
            for results in await asyncio.gather(*map(read, range(BUCKETS)))
            for result in results
        ]

    async def keep_late(self, channel_id: int, game: str, result: KeptResult) -> bool:
        """Keep the result of a game that ended long ago, unless it is kept already.

        ``game`` is the text from which the result was made; nothing is kept where the game reads
        otherwise by now.

        Returns:
            False when that text is not there any more.

        Raises:
            OutcomeUnknownError: it may have been done.
        """
        keys = [
            game_key(channel_id),
            finished_key(channel_id, result.game_id),
            results_key(bucket_of(channel_id), result.guild_id),
        ]
        return bool(await self._client.run(_KEEP, keys, game, result.game_id, result.text))

    async def replace(self, found: FoundResult, text: str) -> bool:
        """Put another text in the place of a result's.

        Returns:
            False when the text that was read is not there any more.

        Raises:
            OutcomeUnknownError: it may have been done.
        """
        return bool(await self._client.run(_REPLACE, [found.key], found.game_id, found.text, text))
