"""All that the bot offers, listed once: ``bot.py`` builds it of this, and so do the tests.

A command of a group comes with the import of its module, so what is not imported here is not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.ext import commands

import cogs.admin
import cogs.look
import cogs.privacy
import cogs.resign
import cogs.results
import cogs.rules
import cogs.seats
import cogs.settings
import cogs.together  # noqa: F401 - these add their commands to the groups
from cogs._groups import QWIRKLE, QWIRKLE_ADMIN
from cogs.clock import Clock
from cogs.failover import Failover
from cogs.lobby import Lobby
from cogs.people import People
from cogs.play import Play
from cogs.presence import Presence
from cogs.tiles import Tiles

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

COGS: Final[tuple[Callable[[QwirkleClient], commands.Cog], ...]] = (
    Lobby,
    Play,
    People,
    Clock,
    Presence,
    Failover,
    Tiles,
)
GROUPS: Final[tuple[app_commands.Group, ...]] = (QWIRKLE, QWIRKLE_ADMIN)
