"""The command groups, each filled by several modules: importing one adds its commands."""

from __future__ import annotations

from typing import Final

from discord import Permissions, app_commands

in_servers: Final = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""For commands of a game. ``guild_only`` says nothing against direct messages, which the bot as a
whole allows."""

QWIRKLE: Final = app_commands.Group(name="qwirkle", description="More about a game of Qwirkle")

QWIRKLE_ADMIN: Final = app_commands.Group(
    name="qwirkle-admin",
    description="Moderate the games of this server",
    default_permissions=Permissions(manage_channels=True),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
"""A group of its own, so that a server can let others use it (Discord's command permissions)."""
