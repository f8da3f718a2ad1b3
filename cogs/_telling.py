"""Showing a channel its game as it stands, and noting that it was shown.

The entry point is :func:`tell`. It comes after the commit, from whoever changed the game, or later
from the clock if that one did not get so far. Sending carries a nonce made of game and revision, so
Discord itself drops a second message of the same.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from cogs import _answers, _layouts
from qwirkle_bot.change import load_table
from qwirkle_bot.duties import wake_after_telling
from qwirkle_bot.errors import StoreError
from qwirkle_bot.saved import Phase, Table, Told
from qwirkle_bot.tables import tied_seats
from qwirkle_bot.views import View, view_of

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

UNKNOWN_MESSAGE = 10008
"""Discord's code: the message was deleted."""

log = logging.getLogger(__name__)


async def tell(client: QwirkleClient, table: Table, *, shown_by: Interaction | None = None) -> None:
    """Show the channel the game, unless it has been shown already.

    A lobby is edited where it stands, by ``shown_by`` if that interaction shows it already;
    everything else is a new message, and the one before it loses its buttons.

    Raises:
        discord.HTTPException: Discord did not take it. It stays owed.
        StoreError: it was shown, but that could not be noted.
    """
    table = await _with_what_was_told(client, table)
    if table.told is not None and table.told.revision >= table.revision:
        return
    if table.phase in {Phase.LOBBY, Phase.CLOSED}:
        message_id = await _show_lobby(client, table, shown_by)
    else:
        message_id = await _send(client, table)
    told = Told(revision=table.revision, moves=table.move_count, message_id=message_id)
    noted = await client.store.note_told(
        table.saved.channel_id,
        table.revision,
        told.model_dump_json(),
        wake_after_telling(table, client.now_ms()),
    )
    if noted and table.told is not None and table.told.message_id != message_id:
        await strip_buttons(client, table, table.told.message_id)
    await _make_way(client, table, message_id)


async def _with_what_was_told(client: QwirkleClient, table: Table) -> Table:
    """The same moment of the game, with what others have shown since it was read."""
    now = await load_table(client.store, table.saved.channel_id)
    is_same_game = now is not None and now.saved.id == table.saved.id
    return replace(table, told=now.told) if now and is_same_game else table


async def tell_or_owe(interaction: Interaction, table: Table, *, edits_lobby: bool = False) -> None:
    """Tell after a change, and let the player know if that has to wait.

    ``edits_lobby``: the interaction's own message is the lobby.
    """
    try:
        await tell(interaction.client, table, shown_by=interaction if edits_lobby else None)
    except (*_answers.DISCORD_FAULTS, StoreError) as error:
        log.warning("game %s: revision %d is owed: %s", table.saved.id, table.revision, error)
        if isinstance(error, discord.Forbidden):
            await _answers.answer(
                interaction,
                "It counts, but the bot may not post in this channel. Ask whoever runs the server"
                " to allow it; the board follows then.",
            )


async def _show_lobby(client: QwirkleClient, table: Table, shown_by: Interaction | None) -> int:
    layout = _layouts.lobby_layout(table)
    if shown_by is not None:
        is_new = shown_by.type is discord.InteractionType.application_command
        pinged = _mentionable(table) if is_new else discord.AllowedMentions.none()
        return (await shown_by.edit_original_response(view=layout, allowed_mentions=pinged)).id
    if table.told is not None:
        message = _channel(client, table).get_partial_message(table.told.message_id)
        try:
            await message.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        else:
            return message.id
    return await _send(client, table)


async def _send(client: QwirkleClient, table: Table) -> int:
    message = await _channel(client, table).send(
        view=_new_layout(table),
        allowed_mentions=_mentionable(table),
        nonce=f"{table.saved.id}:{table.revision}",
    )
    return message.id


def _new_layout(table: Table) -> discord.ui.LayoutView:
    match table.phase:
        case Phase.LOBBY | Phase.CLOSED:
            return _layouts.lobby_layout(table)
        case Phase.ASKING:
            return _layouts.asking_layout(table)
        case Phase.RUNNING | Phase.OVER:
            return _layouts.board_layout(
                view_of(table, None), table.told.moves if table.told else 0
            )


def _mentionable(table: Table) -> discord.AllowedMentions:
    """Only the player to move, those invited or asked, and the winners may be pinged."""
    users: list[int]
    match table.phase:
        case Phase.LOBBY:
            users = list(table.saved.invited)
        case Phase.ASKING:
            seats = table.saved.seats
            users = [player.id for seat in tied_seats(table.saved) for player in seats[seat]]
        case Phase.RUNNING | Phase.OVER:
            users = _addressed(view_of(table, None))
        case Phase.CLOSED:
            users = []
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in users if user]
    )


def _addressed(view: View) -> list[int]:
    if view.result is None:
        return [view.mover.id]
    return [player.id for seat in view.result.winners for player in view.seats[seat].players]


async def _make_way(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Where the game went on while this was sent, the message must not look current.

    Whoever shows the next revision looks for this message's note after their commit, and this looks
    for their commit after the note: so one of the two always takes the buttons from it.
    """
    newer = await load_table(client.store, table.saved.channel_id)
    if newer is None or newer.revision == table.revision or newer.told is None:
        return
    if newer.phase not in {Phase.LOBBY, Phase.CLOSED} or newer.told.message_id != message_id:
        await strip_buttons(client, table, message_id)
    elif newer.told.revision > table.revision:
        await _show_lobby(client, newer, None)


async def strip_buttons(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Take the buttons from an older message of a game; what it says stays."""
    try:
        message = await _channel(client, table).fetch_message(message_id)
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


def _channel(client: QwirkleClient, table: Table) -> discord.PartialMessageable:
    return client.get_partial_messageable(table.saved.channel_id, guild_id=table.saved.guild_id)
