"""What all tables of a soak share, and the one way in which their people speak to the bot.

The one entry point is :meth:`Scene.ask`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Final

from playground.client_forms import InvalidInput, NoSuchControl
from playground.person import ApplicationDidNotRespond, Person, Reply, StillThinking
from playground.standin import StandIn
from qwirkle_bot.store import Store
from soak.ledger import Ledger
from soak.sight import Sight
from soak.victim import Victim

PATIENCE_SECONDS: Final = 8
"""How long somebody looks at a deferred answer before they try something else."""


@dataclass(slots=True)
class Scene:
    """One Discord, one bot, and everyone in it."""

    standin: StandIn
    victim: Victim
    store: Store
    sight: Sight
    ledger: Ledger
    members: dict[int, Person]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when play is to end."""

    async def ask(self, deed: Coroutine[None, None, Reply]) -> Reply | None:
        """Do something as a person, and wait as long as a person would.

        Returns:
            ``None`` where there was no answer, or nothing there to press any more.
        """
        victim, ledger = self.victim, self.ledger
        life, calm = victim.life, victim.calm
        was_up, was_calm = victim.is_up, victim.is_up and victim.store_is_up
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                reply = await deed
        except (InvalidInput, NoSuchControl):
            return None
        except (ApplicationDidNotRespond, StillThinking, TimeoutError) as error:
            ledger.given += 1
            ledger.unheard += 1
            if was_up and victim.life == life:
                ledger.faults.append(
                    f"A living bot did not answer within {time.monotonic() - began:.1f} s:"
                    f" {type(error).__name__} {error}"
                )
            return None
        ledger.given += 1
        if was_calm and (victim.life, victim.calm) == (life, calm):
            ledger.waits.append(time.monotonic() - began)
        return reply

    async def pause(self, seconds: float) -> None:
        """Let time pass, but none after the end of play."""
        try:
            async with asyncio.timeout(seconds):
                await self.over.wait()
        except TimeoutError:
            return
