"""The command groups, each filled by several modules: importing one adds its commands."""

from __future__ import annotations

from typing import Final

from discord import Permissions, app_commands

QWIRKLE: Final = app_commands.Group(name="qwirkle", description="More about a game of Qwirkle")

QWIRKLE_ADMIN: Final = app_commands.Group(
    name="qwirkle-admin",
    description="Moderate the games of this server",
    default_permissions=Permissions(manage_channels=True),
    guild_only=True,
)
"""A group of its own, so that a server can let others use it (Discord's command permissions)."""
