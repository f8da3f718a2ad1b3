"""The commands' descriptions in every language, for Discord to show to each in their own.

Names of commands, options and choices stay English: people tell one another what to type.
"""

from __future__ import annotations

from typing import Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes

from qwirkle_bot.languages import gettext, speaking

_DESCRIPTIONS: Final = frozenset(
    {
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
    }
)


class Descriptions(app_commands.Translator):
    """Asked by discord.py for each text of a command in each of Discord's languages."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The description in a language; ``None`` for names, and where English will do."""
        if context.location not in _DESCRIPTIONS:
            return None
        with speaking(str(locale)):
            translated = gettext(string.message)
        return None if translated == string.message else translated
