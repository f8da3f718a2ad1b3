"""Games in a Redis or Valkey server, alone, behind Sentinel, or in a Cluster.

The one entry point is :meth:`Store.connect`. The store keeps JSON that it does not read.

Keys, all of them. ``{07}`` is the channel's bucket, one of 64: in a Cluster the braces put all keys
of a bucket on one node, so that a game and its wake-up change in one step.

    qwirkle:{07}:game:<channel id>      hash    revision, game, first_revision (the one that this
                                                game began with), told, told_revision
    qwirkle:{07}:finished:<game id>     hash    the same, after another game began in the channel
    qwirkle:{07}:request:<channel id>:<request id>
                                        string  the revision that the request made; kept a day
    qwirkle:{07}:due                    zset    channel id -> Unix milliseconds of the wake-up
    qwirkle:{07}:results:<server id>    hash    how games ended, see results_store.py
    qwirkle:note:<name>                 string  what the bot notes of its own, see note_store.py
    qwirkle:{outages}:...               what is kept about outages, see outage_store.py
    qwirkle:user:<user id>...           what is kept about people, see people_store.py

A channel's revisions count on from one game to the next, so that one read from an earlier game
never fits a later one.

Every call may be sent twice, and is: a lost answer is asked for again, for as long as a player can
be kept waiting. So each write says what it expects, and a commit leaves its request's mark.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qwirkle_bot.errors import StaleGameError, StoreError
from qwirkle_bot.keys import (
    BUCKETS,
    BUCKETS_AT_ONCE,
    bucket_of,
    due_key,
    finished_key,
    game_key,
    request_key,
    results_key,
)
from qwirkle_bot.note_store import NoteStore
from qwirkle_bot.outage_store import OutageStore
from qwirkle_bot.people_store import PeopleStore
from qwirkle_bot.redis_client import RedisClient, Script
from qwirkle_bot.results_store import KeptResult, ResultsStore
from qwirkle_bot.search_store import SearchStore

MOST_TRIES: Final = 3
"""How often whoever was overtaken by others reads and judges again, before they give up."""
REQUEST_SECONDS: Final = 24 * 60 * 60
"""How long a request's mark is kept. Discord's interactions live for 15 minutes."""
FINISHED_SECONDS: Final = 365 * 24 * 60 * 60
"""How long a finished game is kept, unless the operator says otherwise."""
REWRITE_LOOKS: Final = 100
"""How often to look whether the server has written its log, before it is asked to do so anew."""
REWRITE_PAUSE_SECONDS: Final = 0.1
"""How long between two of these looks."""

_HERE: Final = Path(__file__).parent
_COMMIT: Final = Script.of((_HERE / "commit.lua").read_text(encoding="utf-8"))
_TOLD: Final = Script.of((_HERE / "told.lua").read_text(encoding="utf-8"))
_CLAIM: Final = Script.of((_HERE / "claim.lua").read_text(encoding="utf-8"))
_SETTLE: Final = Script.of((_HERE / "settle.lua").read_text(encoding="utf-8"))
_WAKE: Final = Script.of((_HERE / "wake.lua").read_text(encoding="utf-8"))
_REWRITE: Final = Script.of((_HERE / "rewrite.lua").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it lies in the store."""

    revision: int
    game: str
    told: str | None
    """What :meth:`Store.note_told` noted last for this game."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of a channel's game, to be stored whole or not at all."""

    channel_id: int
    request_id: str
    """The same for every delivery of the same request, such as the interaction's id."""
    expected_revision: int
    """The one that was read and judged; 0 when there was no game."""
    game: str
    wake_at: int | None
    """When the game is due next, in Unix milliseconds; ``None`` for never."""
    archive_as: str | None = None
    """The id of the game that this one replaces; it can be loaded by that id then."""
    expire_seconds: int | None = None
    """When the game is forgotten, from now; ``None`` for never."""
    result: KeptResult | None = None
    """How the game ended by this change, to be kept in the same step."""
    at_least: int = 0
    """The lowest revision that it may become, where higher ones were seen before."""


@dataclass(frozen=True, slots=True)
class Committed:
    """What came of a commit."""

    revision: int
    repeated: bool
    """The request was stored before, at ``revision``: by an earlier delivery of it, or by an
    earlier try of this very call whose answer was lost. Either way it counts as done."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A due game that is ours to see to until a time in Unix milliseconds."""

    channel_id: int
    until_ms: int


def _lease_score(until_ms: int) -> str:
    # No wake-up falls on half a millisecond, so none is ever mistaken for a lease.
    return f"{until_ms}.5"


def _or_never(number: int | None) -> str:
    return "" if number is None else str(number)


class Store:
    """The games of all channels. Any number of processes may share them.

    Every method raises :class:`StoreUnavailableError` when nothing was done; those that write
    raise :class:`OutcomeUnknownError` when the answer was lost, and may be called again.

    Attributes:
        people: what is kept about people, on the same server.
        results: how games ended.
        search: looks through all of it.
        notes: what the bot remembers of its own.
        outages: what is kept about outages, there too.
        keep_seconds: how long a finished game is kept.
    """

    def __init__(
        self, client: RedisClient, keep_seconds: int, *, owns_server: bool = False
    ) -> None:
        self._client = client
        self.people = PeopleStore(client)
        self.results = ResultsStore(client)
        self.search = SearchStore(client)
        self.notes = NoteStore(client)
        self.outages = OutageStore(client)
        self.keep_seconds = keep_seconds
        self._owns_server = owns_server

    @classmethod
    async def connect(
        cls, url: str, *, keep_seconds: int = FINISHED_SECONDS, owns_server: bool = False
    ) -> Store:
        """Open a store by its address, in any form that ``REDIS_URL`` takes.

        ``owns_server``: the server is nobody else's, so that its files are ours to rewrite.

        Raises:
            OperatorError: the address or the password is wrong, or it leads to another kind of
                server than it says.
            StoreUnavailableError: nobody answers there now.
        """
        return cls(await RedisClient.open(url), keep_seconds, owns_server=owns_server)

    async def close(self) -> None:
        """Close the connections; calls under way are lost."""
        await self._client.close()

    async def rewrite_files(self) -> None:
        """Let a server of our own write its log anew, without what was deleted.

        What it writes just now may hold that still, so that is waited for, and it begins again.

        Raises:
            StoreUnavailableError: it does not, such as where it takes that long.
        """
        if not self._owns_server:
            return
        for _ in range(REWRITE_LOOKS):
            if not (await self._client.read("INFO", "persistence"))["aof_rewrite_in_progress"]:
                break
            await asyncio.sleep(REWRITE_PAUSE_SECONDS)
        await self._client.write("BGREWRITEAOF")

    async def ping(self) -> None:
        """Return once the store answers."""
        await self._client.read("PING")

    async def load(self, channel_id: int) -> StoredGame | None:
        """The channel's game, finished or not; ``None`` where there is none."""
        return await self._load(game_key(channel_id))

    async def load_finished(self, channel_id: int, game_id: str) -> StoredGame | None:
        """An earlier game of the channel; ``None`` when it is forgotten, or still the last one."""
        return await self._load(finished_key(channel_id, game_id))

    async def _load(self, key: str) -> StoredGame | None:
        revision, game, told = await self._client.read("HMGET", key, "revision", "game", "told")
        return None if revision is None else StoredGame(int(revision), game, told)

    async def commit(self, commit: Commit) -> Committed:
        """Store one change, exactly once however often it is asked for.

        Raises:
            StaleGameError: the channel's game is not at the revision that was expected.
        """
        channel_id = commit.channel_id
        keys = [
            game_key(channel_id),
            request_key(channel_id, commit.request_id),
            due_key(bucket_of(channel_id)),
        ]
        if commit.archive_as is not None:
            keys.append(finished_key(channel_id, commit.archive_as))
        result = commit.result
        if result is not None:
            keys.append(results_key(bucket_of(channel_id), result.guild_id))
        outcome, revision = await self._client.run(
            _COMMIT,
            keys,
            commit.expected_revision,
            commit.game,
            channel_id,
            _or_never(commit.wake_at),
            REQUEST_SECONDS,
            _or_never(commit.expire_seconds),
            "" if commit.archive_as is None else self.keep_seconds,
            commit.at_least,
            *(() if result is None else (result.game_id, result.text)),
        )
        if outcome == "stale":
            raise StaleGameError(
                f"Expected revision {commit.expected_revision}, but there is {revision}."
            )
        return Committed(revision, repeated=outcome == "repeated")

    async def rewrite(self, channel_id: int, game_id: str, old: str, new: str) -> bool:
        """Put another text in the place of a finished game's, wherever that game lies by now.

        Its revision stays, since nothing happened in it that a channel must be shown.

        Returns:
            False when the text that was read is not there any more.
        """
        keys = [game_key(channel_id), finished_key(channel_id, game_id)]
        return bool(await self._client.run(_REWRITE, keys, old, new))

    async def find_request(self, channel_id: int, request_id: str) -> int | None:
        """The revision that a request made in the last day; ``None`` when it was not stored."""
        revision = await self._client.read("GET", request_key(channel_id, request_id))
        return None if revision is None else int(revision)

    async def note_told(
        self, channel_id: int, revision: int, told: str, wake_at: int | None
    ) -> bool:
        """Note what the channel has been shown of its game at ``revision``.

        The wake-up is set, or cleared with ``None``, only while the game is at that revision.

        Returns:
            False when nothing was noted: the game was rolled back to before that revision, gave
            way to the next one, or a later revision was noted already.
        """
        keys = [game_key(channel_id), due_key(bucket_of(channel_id))]
        noted = await self._client.run(_TOLD, keys, revision, told, channel_id, _or_never(wake_at))
        return bool(noted)

    async def claim_due(self, now_ms: int, lease_ms: int, limit: int) -> list[Lease]:
        """Claim up to ``limit`` games that are due at ``now_ms``.

        Nobody else can claim them for ``lease_ms``, which must be above 0. Whoever dies, or loses
        the answer, leaves them due again after that: what is done about a game is done at least
        once.
        """
        counts = await self._client.count_up_to(
            now_ms, [due_key(bucket) for bucket in range(BUCKETS)]
        )
        shares: list[tuple[int, int]] = []
        for bucket, count in enumerate(counts):
            share = min(count, limit - sum(share for _, share in shares))
            if share > 0:
                shares.append((bucket, share))
        at_once = asyncio.Semaphore(BUCKETS_AT_ONCE)

        async def claim(bucket: int, share: int) -> list[Lease]:
            async with at_once:
                return await self._claim(bucket, now_ms, now_ms + lease_ms, share)

        claims = await asyncio.gather(
            *(claim(bucket, share) for bucket, share in shares), return_exceptions=True
        )
        leases: list[Lease] = []
        for claimed in claims:
            if isinstance(claimed, list):
                leases += claimed
            elif not isinstance(claimed, StoreError):
                raise claimed
        # What other buckets gave must be seen to; this one is asked again at the next tick.
        failures = [claimed for claimed in claims if isinstance(claimed, StoreError)]
        if failures and not leases:
            raise failures[0]
        return leases

    async def _claim(self, bucket: int, now_ms: int, until_ms: int, limit: int) -> list[Lease]:
        score = _lease_score(until_ms)
        channels = await self._client.run(_CLAIM, [due_key(bucket)], now_ms, score, limit)
        return [Lease(int(channel), until_ms) for channel in channels]

    async def settle(self, lease: Lease, wake_at: int | None) -> bool:
        """Give a claimed game back, to be due at ``wake_at`` (Unix milliseconds) or never.

        Returns:
            False when the lease was no longer ours: it ran out and somebody else has claimed the
            game, or a commit has set another wake-up, which stays.
        """
        key = due_key(bucket_of(lease.channel_id))
        return bool(
            await self._client.run(
                _SETTLE, [key], _lease_score(lease.until_ms), lease.channel_id, _or_never(wake_at)
            )
        )

    async def wake_all(self, now_ms: int) -> None:
        """Let every game be looked at now, but for those that somebody looks at just now."""
        at_once = asyncio.Semaphore(BUCKETS_AT_ONCE)

        async def wake(bucket: int) -> None:
            async with at_once:
                await self._client.run(_WAKE, [due_key(bucket)], now_ms)

        await asyncio.gather(*map(wake, range(BUCKETS)))
