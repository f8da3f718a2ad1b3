"""Options with a few choices, in the words that the README and the rules of the bot use for them.

discord.py takes an enum too, but then people read the names of its members, such as
``TEN_MINUTES``. :class:`OneOf` shows the values, which are written for people.
"""

from __future__ import annotations

from enum import StrEnum

import discord
from discord import app_commands


class OneOf(app_commands.Transformer):
    """An option that is one of an enum, as ``app_commands.Transform[Level, OneOf(Level)]``."""

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__()
        self._kind = kind

    @property
    def choices(self) -> list[app_commands.Choice[str | int | float]]:
        return [app_commands.Choice(name=one.value, value=one.value) for one in self._kind]

    async def transform(
        self,
        interaction: discord.Interaction,  # noqa: ARG002 - discord.py gives it
        value: str,
    ) -> StrEnum:
        return self._kind(value)
