"""Time that counts, and time that does not.

The entry points are :func:`elapsed_ms` and its inverse :func:`when`. A turn's clock stands still
while its player is away, while the bot is down, and while the server is unavailable. Such a stretch
is a :class:`Gap`, and what was used of a turn always follows from when it began and the gaps: no
clock is ever stopped or started, so none can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from qwirkle_bot.snowflakes import TIME_SHIFT

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of time that does not count, in Unix milliseconds; ``until_ms`` counts again."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``count`` parts of all servers, each served by a connection of its own."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def serves(self, guild_id: int) -> bool:
        """Whether a server belongs to it (Discord's docs, "Sharding")."""
        return (guild_id >> TIME_SHIFT) % self.count == self.number


@dataclass(frozen=True, slots=True)
class Outages:
    """The times at which nobody could play.

    Attributes:
        bot: when the bot was down.
        guilds: when a server was unavailable, by its id.
        shards: when no process of the bot served a part of the servers.
    """

    bot: tuple[Gap, ...] = ()
    guilds: Mapping[int, tuple[Gap, ...]] = field(default_factory=dict)
    shards: Mapping[Shard, tuple[Gap, ...]] = field(default_factory=dict)

    def all(self) -> tuple[Gap, ...]:
        """All of them, wherever they were."""
        parts = (*self.guilds.values(), *self.shards.values())
        return (*self.bot, *(gap for gaps in parts for gap in gaps))


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, in Unix milliseconds, and the outages that are known by now.

    ``is_sure``: no outage can come to light any more that is over by now. Until then nobody can be
    told that they are too late.
    """

    ms: int
    outages: Outages = field(default_factory=Outages)
    is_sure: bool = True

    def gaps(self, guild_id: int) -> tuple[Gap, ...]:
        """When nobody on a server could play."""
        outages = self.outages
        served = [gaps for shard, gaps in outages.shards.items() if shard.serves(guild_id)]
        parts = (outages.bot, outages.guilds.get(guild_id, ()), *served)
        return tuple(gap for gaps in parts for gap in gaps)


def elapsed_ms(began_ms: int, now_ms: int, gaps: Iterable[Gap]) -> int:
    """How much time has counted since ``began_ms``; none before it."""
    if now_ms <= began_ms:
        return 0
    lost = sum(
        min(gap.until_ms, now_ms) - gap.from_ms
        for gap in _merged(began_ms, gaps)
        if gap.from_ms < now_ms
    )
    return now_ms - began_ms - lost


def when(began_ms: int, counted_ms: int, gaps: Iterable[Gap]) -> int:
    """The first moment at which so much time has counted since ``began_ms``.

    ``counted_ms`` must not be negative.
    """
    moment_ms = began_ms + counted_ms
    for gap in _merged(began_ms, gaps):
        if gap.from_ms >= moment_ms:
            break
        moment_ms += gap.until_ms - gap.from_ms
    return moment_ms


def _merged(began_ms: int, gaps: Iterable[Gap]) -> list[Gap]:
    """The gaps after a time, in order, none overlapping another."""
    merged: list[Gap] = []
    late = (gap for gap in gaps if gap.until_ms > began_ms)
    for gap in sorted(late, key=attrgetter("from_ms")):
        start_ms = max(gap.from_ms, merged[-1].until_ms if merged else began_ms)
        if gap.until_ms > start_ms:
            merged.append(Gap(start_ms, gap.until_ms))
    return merged
