"""The clock: sees to it that what is owed to games is done, and knows when nobody could play.

Several processes may run it. A game is claimed with a lease first, and whoever dies leaves it to
the others when the lease runs out. What it sends carries a nonce, and what it changes a request id,
so that nothing is done twice by two who believe to hold the lease.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from cogs import _duties, _telling
from cogs._answers import DISCORD_FAULTS
from qwirkle_bot.calendar import Shard
from qwirkle_bot.change import load_table
from qwirkle_bot.duties import duties, more_at, wake_at
from qwirkle_bot.errors import QwirkleError, StoreError
from qwirkle_bot.outage_store import Sign
from qwirkle_bot.store import Lease

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

TICK_SECONDS: Final = 0.5
BEAT_MS: Final = 5_000
"""How often to note that the bot is alive, and to ask what is known of outages."""
LEASE_MS: Final = 30_000
"""How long one process has for what is owed to a game before another tries."""
DUTY_SECONDS: Final = 25
"""How long it tries: it gives up while the lease is still its own."""
RETRY_MS: Final = 60_000
"""How long to wait after Discord or the rules did not let us do what is owed, at first."""
LONGEST_RETRY_MS: Final = 15 * 60_000
"""How long in the end: Discord counts requests that it refuses, and bans who makes too many."""
GAMES_AT_ONCE: Final = 50
"""How many games are seen to at once, but for those that take long."""
SLOW_SECONDS: Final = 0.5
"""After this a game leaves its place to another: it waits for Discord, and costs us nothing."""
MOST_AT_WORK: Final = 1_000
"""How many games may be waited for altogether, so that a Discord that hangs fills no memory."""
LEAVING_SECONDS: Final = 3
"""How long a stop waits for them; what they do not get done, another process does."""
STEPS_AT_ONCE: Final = 8
"""How many duties of one game are done before others have their turn."""
LIFE_BYTES: Final = 8
"""Enough chance for a name that no other process has."""
RECENT_MS: Final = 60_000
"""An outage that has ended since then has moved deadlines of which nobody was told yet."""

log = logging.getLogger(__name__)


class Clock(commands.Cog):
    """One loop over the games that are due."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client
        self._loop: asyncio.Task[None] | None = None
        self._at_work: dict[asyncio.Task[None], float] = {}
        """Who sees to a game, and since when, in the loop's time."""
        self._life = secrets.token_hex(LIFE_BYTES)
        self._beaten_ms = 0
        self._lost_store = False
        self._gone: frozenset[int] = frozenset()
        self._failures: dict[int, int] = {}
        """How often in a row something failed, by channel."""

    async def cog_load(self) -> None:
        # Before the first command: whether a move came in time depends on how long we were down.
        await self._learn(Sign.STARTING)
        self._loop = asyncio.create_task(self._run(), name="clock")

    async def cog_unload(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            _, late = await asyncio.wait([self._loop, *self._at_work], timeout=LEAVING_SECONDS)
            for task in late:
                task.cancel()
        stopped_ms = self.client.stopping_ms or self.client.now_ms()
        try:
            await self.client.store.outages.beat(
                stopped_ms, self._life, self._shards(), Sign.STOPPED
            )
        except StoreError as error:
            log.info("that the bot stops is not noted, but will be noticed: %s", error)

    async def tick(self) -> None:
        """See to every game that is due now, and return when that is done.

        Raises:
            StoreError: the store could not be asked.
        """
        await self._claim()
        await asyncio.gather(*self._at_work)

    async def beat(self) -> None:
        """Note that the bot is alive where it is connected, and learn when nobody could play.

        Raises:
            StoreError: the store could not be asked.
        """
        await self._learn(Sign.UP, *self._shards())

    async def _learn(self, sign: Sign, *shards: Shard) -> None:
        now_ms = self.client.now_ms()
        pulse = await self.client.store.outages.beat(now_ms, self._life, shards, sign)
        known, self.client.outages = self.client.outages, pulse.outages
        self._gone = frozenset(pulse.gone)
        if sign is Sign.UP:
            self._beaten_ms = now_ms
        self.client.knows_outages = sign is Sign.UP and pulse.is_settled
        new = {*pulse.outages.all()} - {*known.all()}
        if any(gap.until_ms > now_ms - RECENT_MS for gap in new):
            await self.client.store.wake_all(now_ms)

    def _shards(self) -> list[Shard]:
        """The parts of all servers whose players can reach this bot now."""
        count = self.client.shard_count or 1
        open_shards = (one for one in self.client.shards.values() if not one.is_closed())
        return [Shard(one.id, count) for one in open_shards]

    async def _run(self) -> None:
        await self.client.wait_until_ready()
        while True:
            await self.round()
            await asyncio.sleep(TICK_SECONDS)

    async def round(self) -> None:
        """Do once what the loop does for ever; nothing is raised."""
        try:
            await self._keep_time()
            if self.client.knows_outages:
                await self._claim()
        except StoreError as error:
            log.debug("the clock waits for the store: %s", error)
            self._lost_store = True
        except Exception:
            log.exception("the clock goes on after a fault")
        else:
            if self._lost_store:
                self.client.dispatch("store_back")
            self._lost_store = False

    async def _keep_time(self) -> None:
        """Beat when it is time for it; whoever takes no commands any more is not alive."""
        is_due = self.client.now_ms() >= self._beaten_ms + BEAT_MS
        if self.client.stopping_ms is None and (is_due or not self.client.knows_outages):
            await self.note_servers()
            await self.beat()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note it at once; what cannot be noted now is with the next beat."""
        try:
            await self.client.store.outages.note_gone(guild.id, self.client.now_ms())
            self._gone |= {guild.id}
        except StoreError as error:
            log.info("that server %s is gone is not noted yet: %s", guild.id, error)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note it at once, in the same way."""
        if guild.id not in self._gone:
            return  # discord.py tells of every server at its start.
        try:
            await self.client.store.outages.note_returned(guild.id, self.client.now_ms())
            self._gone -= {guild.id}
        except StoreError as error:
            log.info("that server %s is back is not noted yet: %s", guild.id, error)

    async def note_servers(self) -> None:
        """Note which servers have become unavailable, and which are back."""
        store, now_ms = self.client.store, self.client.now_ms()
        gone = {guild.id for guild in self.client.guilds if guild.unavailable}
        here = {guild.id for guild in self.client.guilds if not guild.unavailable}
        for guild_id in gone - self._gone:
            await store.outages.note_gone(guild_id, now_ms)
        for guild_id in self._gone & here:
            await store.outages.note_returned(guild_id, now_ms)

    async def _claim(self) -> None:
        """Begin with the games that are due, as many as there is room for.

        A channel that Discord is slow to answer for holds up no other.
        """
        now = asyncio.get_running_loop().time()
        quick = sum(since > now - SLOW_SECONDS for since in self._at_work.values())
        room = min(GAMES_AT_ONCE - quick, MOST_AT_WORK - len(self._at_work))
        if room <= 0:
            return
        for lease in await self.client.store.claim_due(self.client.now_ms(), LEASE_MS, room):
            task = asyncio.create_task(self._see_to(lease), name=f"clock {lease.channel_id}")
            self._at_work[task] = now
            task.add_done_callback(self._at_work.pop)

    async def _see_to(self, lease: Lease) -> None:
        """Do what is owed to one game, and say when to look at it again."""
        wake: int | None
        try:
            async with asyncio.timeout(DUTY_SECONDS):
                wake = await self._do_duties(lease)
        except (*DISCORD_FAULTS, QwirkleError) as error:
            log.warning("channel %s: what is owed has to wait: %s", lease.channel_id, error)
            wake = self._retry_at(lease.channel_id)
        except Exception:
            log.exception("channel %s: what is owed has to wait", lease.channel_id)
            wake = self._retry_at(lease.channel_id)
        try:
            await self.client.store.settle(lease, wake)
        except StoreError as error:
            log.debug("channel %s: its lease runs out by itself: %s", lease.channel_id, error)

    async def _do_duties(self, lease: Lease) -> int | None:
        """Do what is owed, one duty after another; when to look again, in Unix milliseconds."""
        client = self.client
        for _ in range(STEPS_AT_ONCE):
            table = await load_table(client.store, lease.channel_id)
            if table is None:
                return None
            if table.saved.guild_id in self._gone:
                return client.now_ms() + RETRY_MS
            settings = await _telling.settings_of_mover(client, table)
            now = client.moment()
            owed = duties(table, now, settings)
            if not owed:
                return wake_at(table, now, settings)
            await client.learn_language(table.saved.guild_id)
            try:
                await _duties.do(client, table, owed[0], now, settings)
            except DISCORD_FAULTS as error:
                what = type(owed[0]).__name__  # Its details may name a person.
                log.warning("game %s: %s has to wait: %s", table.saved.id, what, error)
                retry_ms = self._retry_at(lease.channel_id)
                more_ms = more_at(table, now, settings)
                return retry_ms if more_ms is None else min(retry_ms, more_ms)
            self._failures.pop(lease.channel_id, None)
        return client.now_ms()

    def _retry_at(self, channel_id: int) -> int:
        """When to try again: ever later, since a channel that is gone mostly stays so."""
        failures = self._failures[channel_id] = self._failures.get(channel_id, 0) + 1
        pause_ms = min(RETRY_MS << min(failures - 1, 8), LONGEST_RETRY_MS)
        return self.client.now_ms() + pause_ms
