"""Taking away what must not look current any more: old buttons, and what a turn that is over left.

The entry point is :func:`clear_away`. Nothing here is needed for play: a button that is left says
that the game has moved on. So a fault of Discord's is logged, and stops no turn.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs import _answers
from qwirkle_bot.saved import Table, Told

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

MESSAGES_SEARCHED: Final = 100
"""How many messages after the last one that was noted are looked through for a later one."""

BOARD_ACTIONS: Final = ("hand", "rematch", "record", "join", "oldest")
"""What only a board, a lobby or the question who opens has a button for."""
TURN_ACTIONS: Final = ("hush", "agree")
"""What the other messages that a turn leaves have a button for."""

log = logging.getLogger(__name__)


async def clear_away(client: QwirkleClient, table: Table, told: Told) -> None:
    """What was shown before must not look current any more.

    This comes before the note: if the bot dies in between, it is owed still, and done again.
    """
    old = table.told
    if old is None:
        return
    if old.message_id != told.message_id:
        await strip_buttons(client, table, old.message_id)
        if told.revision > old.revision + 1:
            await _strip_unnoted(client, table, old, told)
    if old.reminder_id is not None and old.reminder_id != told.reminder_id:
        await delete(client, table, old.reminder_id)
    if old.question_id is not None and old.question_id != told.question_id:
        await delete(client, table, old.question_id)


async def _strip_unnoted(client: QwirkleClient, table: Table, old: Told, told: Told) -> None:
    """Take the buttons from what was sent between two notes, by a bot that died before its own."""
    noted = {told.message_id, told.reminder_id, told.question_id}
    # An offer of a seat is none of them, and holds when the turn is over.
    marks = tuple(f"q:{action}:{table.saved.id}:" for action in (*BOARD_ACTIONS, *TURN_ACTIONS))
    between = channel_of(client, table).history(
        after=discord.Object(old.message_id),
        before=discord.Object(told.message_id),
        limit=MESSAGES_SEARCHED,
    )
    try:
        sent = [
            message.id
            async for message in between
            if message.author.id == client.application_id
            and message.id not in noted
            and carries(message, marks)
        ]
    except _answers.DISCORD_FAULTS as error:
        log.info("game %s: what was sent before is not found: %s", table.saved.id, error)
        return
    for message_id in sent:
        await strip_buttons(client, table, message_id)


def ids_in(message: discord.Message) -> list[str]:
    """The ids of a message's buttons and selects, all of which lie in rows."""
    rows = (part for part in message.components if isinstance(part, discord.ActionRow))
    return [part.custom_id for row in rows for part in row.children if part.custom_id is not None]


def carries(message: discord.Message, marks: tuple[str, ...]) -> bool:
    """Whether one of a message's components has an id that begins with one of the marks."""
    return any(custom_id.startswith(marks) for custom_id in ids_in(message))


async def strip_buttons(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Take the buttons from an older message of a game; what it says stays."""
    try:
        message = await channel_of(client, table).fetch_message(message_id)
        layout = discord.ui.LayoutView.from_message(message)
        rows = [item for item in layout.children if isinstance(item, discord.ui.ActionRow)]
        if not rows:
            return
        for row in rows:
            layout.remove_item(row)
        await message.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
    except _answers.DISCORD_FAULTS as error:
        # Its buttons answer that the game has moved on, so nothing is lost but tidiness.
        log.info("game %s: message %s keeps its buttons: %s", table.saved.id, message_id, error)


async def delete(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Delete a message of the bot's own; it may be gone already."""
    try:
        await channel_of(client, table).get_partial_message(message_id).delete()
    except _answers.DISCORD_FAULTS as error:
        log.info("game %s: message %s is not deleted: %s", table.saved.id, message_id, error)


def channel_of(client: QwirkleClient, table: Table) -> discord.PartialMessageable:
    """Where a game is played; nothing is asked of Discord."""
    return client.get_partial_messageable(table.saved.channel_id, guild_id=table.saved.guild_id)
