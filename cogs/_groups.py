"""The command groups, each filled by several modules: importing one adds its commands."""

from __future__ import annotations

from typing import Final

from discord import app_commands

QWIRKLE: Final = app_commands.Group(name="qwirkle", description="More about a game of Qwirkle")
