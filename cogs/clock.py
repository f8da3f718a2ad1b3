"""The clock: sees to what is owed to games, such as a board that was never posted.

Several processes may run it: a game is claimed with a lease first, and whoever dies leaves it to
the others when the lease runs out.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from discord.ext import commands

from cogs import _telling
from cogs._answers import DISCORD_FAULTS
from qwirkle_bot.change import load_table
from qwirkle_bot.duties import Duty, duties, wake_at
from qwirkle_bot.errors import QwirkleError, StoreError
from qwirkle_bot.robot_turns import play_robot_turn
from qwirkle_bot.store import Lease

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

TICK_SECONDS: Final = 0.5
LEASE_MS: Final = 30_000
"""How long one process has for what is owed to a game before another tries."""
RETRY_MS: Final = 60_000
"""How long to wait after Discord or the rules did not let us do what is owed."""
CLAIMS_A_TICK: Final = 20

log = logging.getLogger(__name__)


class Clock(commands.Cog):
    """One loop over the games that are due."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client
        self._loop: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._loop = asyncio.create_task(self._run(), name="clock")

    async def cog_unload(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def tick(self) -> None:
        """See to every game that is due now.

        Raises:
            StoreError: the store could not be asked.
        """
        leases = await self.client.store.claim_due(self.client.now_ms(), LEASE_MS, CLAIMS_A_TICK)
        await asyncio.gather(*(self._see_to(lease) for lease in leases))

    async def _run(self) -> None:
        await self.client.wait_until_ready()
        while True:
            try:
                await self.tick()
            except StoreError as error:
                log.debug("the clock waits for the store: %s", error)
            except Exception:
                log.exception("the clock goes on after a fault")
            await asyncio.sleep(TICK_SECONDS)

    async def _see_to(self, lease: Lease) -> None:
        """Do what is owed to one game, and say when to look at it again."""
        try:
            wake = await self._do_duties(lease)
        except (*DISCORD_FAULTS, QwirkleError) as error:
            log.warning("channel %s: what is owed has to wait: %s", lease.channel_id, error)
            wake = self.client.now_ms() + RETRY_MS
        await self.client.store.settle(lease, wake)

    async def _do_duties(self, lease: Lease) -> int | None:
        table = await load_table(self.client.store, lease.channel_id)
        if table is None:
            return None
        for duty in duties(table):
            match duty:
                case Duty.TELL:
                    await _telling.tell(self.client, table)
                case Duty.ROBOT_MOVE:
                    outcome = await play_robot_turn(self.client.store, table, self.client.now_ms())
                    await _telling.tell(self.client, outcome.table)
        table = await load_table(self.client.store, lease.channel_id)
        return wake_at(table, self.client.now_ms()) if table else None
