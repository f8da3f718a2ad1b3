"""A direct message to the player whose turn it is, for those who asked for it.

The entry point is :func:`send_copy`. It only repeats what the channel was told, so it is sent once
at most, and a failure is nobody's but its own: where Discord refuses it, it is turned off.
"""

from __future__ import annotations

import logging
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

import discord

from cogs._answers import DISCORD_FAULTS
from qwirkle_bot.errors import StoreError
from qwirkle_bot.languages import speaking
from qwirkle_bot.own_games import change_settings, settings_of
from qwirkle_bot.people import UserSettings
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.words.people import copy_words

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

DIRECT_MESSAGES_REFUSED: Final = frozenset({50007, 50278, 40003})
"""Discord's codes: closed by the user, no server in common, too many conversations opened."""

log = logging.getLogger(__name__)


async def send_copy(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Tell the player to move, if they asked for it, of the message that shows their turn."""
    if table.phase is not Phase.RUNNING or table.game is None:
        return
    mover = table.mover(table.game)
    if mover.is_robot:
        return
    try:
        settings = await settings_of(client.store, mover.id)
        if settings.copies:
            locale = settings.copies_locale
            with speaking(locale) if locale else nullcontext():
                await _send(client, table, mover.id, message_id)
    except (*DISCORD_FAULTS, StoreError) as error:
        log.warning("game %s: a direct message was not sent: %s", table.saved.id, error)


async def _send(client: QwirkleClient, table: Table, user_id: int, message_id: int) -> None:
    try:
        conversation = await client.create_dm(discord.Object(user_id))
        await conversation.send(
            copy_words(table.saved, message_id),
            nonce=f"{table.saved.id}:{table.move_count}d",  # The board's nonce has no letter.
            suppress_embeds=True,
        )
    except discord.HTTPException as error:
        if error.code not in DIRECT_MESSAGES_REFUSED:
            raise
        await change_settings(client.store, user_id, _refused)


def _refused(settings: UserSettings) -> UserSettings:
    return settings.model_copy(
        update={"copies": False, "copies_locale": None, "copies_refused": settings.copies}
    )
