"""What is kept about the times at which nobody could play.

The one entry point is :class:`OutageStore`, which :class:`qwirkle_bot.store.Store` carries.

A process of the bot says with beats that it is alive, for each of its shards: a shard is the part
of the servers that one connection to Discord serves, and each has outages of its own. A process
that stops says so, and one that dies is missed. So no time of an outage is lost, however short it
was, and the start of a second process beside another is none.

Keys, all of them, on one node of a Cluster:

    qwirkle:{outages}:lives   hash    which processes served which shards, see beat.lua
    qwirkle:{outages}:gaps    zset    "<server id, shard, or 0 for all>:<from>:<until>" -> until
    qwirkle:{outages}:gone    hash    server id -> since when it is unavailable
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from qwirkle_bot.calendar import Gap, Outages, Shard
from qwirkle_bot.redis_client import RedisClient, Script

LONGEST_PAUSE_MS: Final = 15_000
"""How far apart two beats of a process may be; when they are farther, it was down in between."""
OUTAGE_KEPT_MS: Final = 60 * 24 * 60 * 60 * 1000
"""How long an outage is kept. A turn of seven days with all its bank ends within 28."""

ONLY_SHARD: Final = Shard(0, 1)
"""The one of a bot that has no others: it serves everyone."""

_LIVES_KEY: Final = "qwirkle:{outages}:lives"
_GAPS_KEY: Final = "qwirkle:{outages}:gaps"
_GONE_KEY: Final = "qwirkle:{outages}:gone"

_HERE: Final = Path(__file__).parent
_BEAT: Final = Script.of((_HERE / "beat.lua").read_text(encoding="utf-8"))
_RETURN: Final = Script.of((_HERE / "return.lua").read_text(encoding="utf-8"))


class Sign(StrEnum):
    """What a process says of itself."""

    STARTING = "starting"
    """It serves nobody yet: whatever nobody serves has been down until now."""
    UP = "up"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Pulse:
    """What is known about outages at a beat.

    Attributes:
        outages: those that are over.
        gone: since when a server is unavailable, by its id.
        is_settled: whether it is known by now how those ended who served these shards before. Until
            then an outage may come to light that ended when this process began.
    """

    outages: Outages
    gone: Mapping[int, int]
    is_settled: bool


class OutageStore:
    """What is kept about outages. Every method may be called again after an error."""

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def beat(
        self, now_ms: int, life: str, shards: Iterable[Shard] = (), sign: Sign = Sign.UP
    ) -> Pulse:
        """Note how a process is, and learn of all outages.

        ``life`` is a name that no other process has had, without spaces.
        """
        keys = [_LIVES_KEY, _GAPS_KEY, _GONE_KEY]
        gaps, gone, is_settled = await self._client.run(
            _BEAT, keys, now_ms, LONGEST_PAUSE_MS, OUTAGE_KEPT_MS, life, sign, *map(str, shards)
        )
        since = {int(gone[n]): int(gone[n + 1]) for n in range(0, len(gone), 2)}
        return Pulse(_outages(gaps), since, bool(is_settled))

    async def note_gone(self, guild_id: int, now_ms: int) -> None:
        """Note that a server is unavailable; noted again, the first time stays."""
        await self._client.write("HSETNX", _GONE_KEY, str(guild_id), str(now_ms))

    async def note_returned(self, guild_id: int, now_ms: int) -> None:
        """Note that a server is available again."""
        await self._client.run(_RETURN, [_GONE_KEY, _GAPS_KEY], guild_id, now_ms)


def _outages(gaps: Iterable[str]) -> Outages:
    everywhere: list[Gap] = []
    by_shard: dict[Shard, tuple[Gap, ...]] = {}
    by_guild: dict[int, tuple[Gap, ...]] = {}
    for text in gaps:
        where, start, until = text.split(":")
        gap = Gap(int(start), int(until))
        if where in {"0", str(ONLY_SHARD)}:
            everywhere.append(gap)
        elif "/" in where:
            shard = Shard(*map(int, where.split("/")))
            by_shard[shard] = (*by_shard.get(shard, ()), gap)
        else:
            by_guild[int(where)] = (*by_guild.get(int(where), ()), gap)
    return Outages(tuple(everywhere), by_guild, by_shard)
