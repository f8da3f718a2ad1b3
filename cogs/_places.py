"""Where a game may be opened: what Discord lets the bot do there, and what the server's rules say.

The one entry point is :func:`check_place`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import discord

from cogs._answers import in_time
from cogs._client import PERMISSIONS
from qwirkle_bot import house
from qwirkle_bot.errors import TableError
from qwirkle_bot.kept_rules import rules_of
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.words.names import listed

if TYPE_CHECKING:
    from cogs._client import Interaction

_PERMISSION_NAMES: Final[Mapping[str, str]] = {
    "attach_files": gettext_noop("Attach Files"),
    "create_public_threads": gettext_noop("Create Public Threads"),
    "embed_links": gettext_noop("Embed Links"),
    "read_message_history": gettext_noop("Read Message History"),
    "read_messages": gettext_noop("View Channel"),
    "send_messages": gettext_noop("Send Messages"),
    "send_messages_in_threads": gettext_noop("Send Messages In Threads"),
}
"""What Discord's settings call the permissions that discord.py names like this."""


async def check_place(interaction: Interaction, *, opens_thread: bool) -> None:
    """Raise :class:`TableError` where Discord or the server does not let a game be opened."""
    if interaction.guild_id is None:
        raise TableError(
            gettext("Games are played in the channels of a server, not in direct messages.")
        )
    _check_permissions(interaction, opens_thread=opens_thread)
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    async with in_time(interaction):
        rules = await rules_of(interaction.client.store, interaction.guild_id)
    house.check_place(rules, place or 0, opens_thread=opens_thread)


def _check_permissions(interaction: Interaction, *, opens_thread: bool) -> None:
    """Raise :class:`TableError` with what this channel does not let the bot do."""
    wanted = {name for name, needed in PERMISSIONS if needed}
    if not opens_thread:
        wanted.discard("create_public_threads")
    in_thread = opens_thread or isinstance(interaction.channel, discord.Thread)
    wanted.discard("send_messages" if in_thread else "send_messages_in_threads")
    allowed = {name for name, granted in interaction.app_permissions if granted}
    missing = sorted(gettext(_PERMISSION_NAMES[name]) for name in wanted - allowed)
    if missing:
        raise TableError(
            gettext(
                "The bot may not play in this channel yet. It needs {permissions}. Whoever runs"
                " this server can allow that in the channel's permissions.",
                permissions=listed(missing),
            )
        )
