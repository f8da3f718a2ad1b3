"""Showing a channel its game as it stands, and noting that it was shown.

The entry point is :func:`tell`. It comes after the commit, from whoever changed the game, or later
from the clock if that one did not get so far. Sending carries a nonce made of game and revision, so
Discord itself drops a second message of the same.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from cogs import _answers, _boards, _clearing, _copies, _layouts, _sending
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import load_table
from qwirkle_bot.duties import TELL_GRACE_MS, is_untold, wake_at
from qwirkle_bot.errors import StoreError
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.people import UserSettings
from qwirkle_bot.saved import Phase, Table, Told
from qwirkle_bot.shown import addressed, asked_to_undo, moves_told, shows_this_turn, told_by
from qwirkle_bot.views import view_of
from qwirkle_bot.words.people import message_link

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code: the message was deleted."""
THREAD_ARCHIVED: Final = 50083
"""Discord's code: the thread is archived, which a new message undoes, but an edit does not."""

NONCE_MS: Final = 3 * 60 * 1000
"""How long a nonce is relied on. Discord's docs, "Create Message": for the past few minutes."""

log = logging.getLogger(__name__)


async def tell(client: QwirkleClient, table: Table, *, shown_by: Interaction | None = None) -> None:
    """Show the channel the game, unless it has been shown already.

    A lobby is edited where it stands, by ``shown_by`` if that interaction shows it already, and so
    is a board whose turn goes on; everything else is a new message, and the one before it loses its
    buttons.

    Raises:
        discord.HTTPException: Discord did not take it. It stays owed.
        StoreError: it was shown, but that could not be noted.
    """
    await client.learn_language(table.saved.guild_id)  # One's games may be on several servers.
    with client.publicly(table.saved.guild_id):
        await _tell(client, table, shown_by)


async def _tell(client: QwirkleClient, table: Table, shown_by: Interaction | None) -> None:
    table = await _with_what_was_told(client, table)
    if table.told is not None and table.told.revision >= table.revision:
        return
    now = client.moment()
    same_turn = shows_this_turn(table)
    if table.phase is Phase.LOBBY or (table.phase is Phase.CLOSED and table.game is None):
        message_id = await _show_lobby(client, table, shown_by)
    elif same_turn:
        message_id = await _draw_again(client, table, now)
    else:
        message_id = await _send(client, table, now)
    told = await _with_question(client, table, told_by(table, message_id, now))
    await _clearing.clear_away(client, table, told)
    if await note_told(client, table, told):
        if not same_turn:
            await _copies.send_copy(client, table, message_id)
    elif told.question_id is not None:
        # Whoever told something newer asks again.
        await _clearing.delete(client, table, told.question_id)
    await _make_way(client, table, message_id)


async def _with_what_was_told(client: QwirkleClient, table: Table) -> Table:
    """The same moment of the game, with what others have shown since it was read."""
    now = await load_table(client.store, table.saved.channel_id)
    is_same_game = now is not None and now.saved.id == table.saved.id
    return replace(table, told=now.told) if now and is_same_game else table


async def redraw(client: QwirkleClient, table: Table) -> None:
    """Draw the newest board again, with the deadline that holds now.

    Raises:
        discord.HTTPException: Discord did not take it. It stays owed.
        StoreError: it was drawn, but that could not be noted.
    """
    now = client.moment()
    with client.publicly(table.saved.guild_id):
        told = told_by(table, await _draw_again(client, table, now), now)
    await _clearing.clear_away(client, table, told)
    await note_told(client, table, told)


async def post_again(client: QwirkleClient, table: Table) -> None:
    """Show the channel the game in a new message, although it has been shown.

    Raises:
        discord.HTTPException: Discord did not take it.
        StoreError: it was shown, but that could not be noted.
    """
    now = client.moment()
    with client.publicly(table.saved.guild_id):
        message = await _boards.send(
            client,
            table,
            moves_told(table),
            now,
            mentions=discord.AllowedMentions.none(),
            nonce=_short(f"again:{table.told.message_id if table.told else 0}:{now.ms}"),
        )
        told = told_by(table, message.id, now)
        if await note_told(client, table, told):
            await _clearing.clear_away(client, table, told)
        else:
            await _make_way(client, table, message.id)


async def note_told(client: QwirkleClient, table: Table, told: Told) -> bool:
    """Note what the channel was shown, and when to look at the game again.

    Returns:
        False when something newer was shown already.
    """
    shown = replace(table, told=told)
    client.dispatch("told", table, told)
    return await client.store.note_told(
        table.saved.channel_id,
        told.revision,
        told.model_dump_json(),
        wake_at(shown, client.moment(), await settings_of_mover(client, table)),
    )


async def settings_of_mover(client: QwirkleClient, table: Table) -> UserSettings:
    """What the player to move chose; where nobody is to move, what those have who chose nothing."""
    if table.phase is not Phase.RUNNING or table.game is None:
        return UserSettings()
    mover = table.mover(table.game)
    return UserSettings() if mover.is_robot else await settings_of(client.store, mover.id)


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
                gettext(
                    "It counts, but the bot may not post in this channel. Ask whoever runs the"
                    " server to allow it; the board follows then."
                ),
            )


async def _show_lobby(client: QwirkleClient, table: Table, shown_by: Interaction | None) -> int:
    layout = _layouts.lobby_layout(table)
    if shown_by is not None:
        pinged = discord.AllowedMentions.none() if table.told else _sending.only(addressed(table))
        return (await shown_by.edit_original_response(view=layout, allowed_mentions=pinged)).id
    if table.told is not None:
        message = _clearing.channel_of(client, table).get_partial_message(table.told.message_id)
        try:
            await message.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, THREAD_ARCHIVED}:
                raise
        else:
            return message.id
    return await _send(client, table, client.moment())


async def _draw_again(client: QwirkleClient, table: Table, now: Moment) -> int:
    """Edit the newest board; where that cannot be, send another."""
    if table.told is None:
        return await _send(client, table, now)
    message = _clearing.channel_of(client, table).get_partial_message(table.told.message_id)
    try:
        await _boards.edit(client, table, moves_told(table), now, message)
    except discord.HTTPException as error:
        if error.code not in {UNKNOWN_MESSAGE, THREAD_ARCHIVED}:
            raise
        return await _send(client, table, now)
    return message.id


async def _with_question(client: QwirkleClient, table: Table, told: Told) -> Told:
    """Ask for an undo in a message of its own, since drawing the board again pings nobody."""
    asked = asked_to_undo(table)
    if not asked or told.question_id is not None:
        return told
    board = message_link(table.saved, told.message_id)
    question_id = await _sending.send_once(
        client,
        table,
        f"undo:{told.turn_ms}:{told.moves}",
        _layouts.undo_layout(view_of(table, None), asked, board),
        asked,
        since_ms=told.turn_ms or 0,
    )
    return told.model_copy(update={"question_id": question_id})


async def _send(client: QwirkleClient, table: Table, now: Moment) -> int:
    sent = await _find_sent(client, table, now)
    if sent is not None:
        # The deadline may have moved since.
        await _boards.edit(client, table, moves_told(table), now, sent)
        return sent.id
    message = await _boards.send(
        client,
        table,
        moves_told(table),
        now,
        mentions=_sending.only(addressed(table)),
        nonce=_nonce(table),
    )
    return message.id


def _nonce(table: Table) -> str:
    """What lets Discord drop a second message of the same.

    The time is in it since a store that lost moves counts their revisions once more.
    """
    if table.told is not None and table.told.revision == table.revision:
        return f"{table.told.message_id}r"  # The message that this one replaces.
    return f"{_short(f'{table.saved.id}:{table.saved.changed_ms}')}:{table.revision}"


def _short(text: str) -> str:
    """What stands for a text in a nonce, which holds 25 characters."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


async def _find_sent(client: QwirkleClient, table: Table, now: Moment) -> discord.Message | None:
    """The message that shows this revision, of a bot that died before noting it long ago."""
    # A lobby may be an interaction's answer, which bears no nonce; so it is not relied on.
    relied_ms = NONCE_MS if table.told else TELL_GRACE_MS
    if now.ms < table.saved.changed_ms + relied_ms or not is_untold(table):
        return None
    # Other messages name the revision too: offers of a seat, reminders, the question of an undo.
    shown = f"{table.saved.id}:{table.revision}"
    marks = tuple(f"q:{action}:{shown}:" for action in _clearing.BOARD_ACTIONS)
    return await _sending.find_own(
        client,
        table,
        lambda message: _clearing.carries(message, marks),
        since_ms=table.saved.changed_ms,
    )


async def _make_way(client: QwirkleClient, table: Table, message_id: int) -> None:
    """Where the game went on while this was sent, the message must not look current.

    Whoever shows the next revision looks for this message's note after their commit, and this looks
    for their commit after the note: so one of the two always takes the buttons from it.
    """
    newer = await load_table(client.store, table.saved.channel_id)
    if newer is None or newer.revision == table.revision or newer.told is None:
        return
    has_begun = newer.saved.id == table.saved.id and newer.phase not in {Phase.LOBBY, Phase.CLOSED}
    if table.phase is Phase.LOBBY and has_begun:
        await _say_begun(client, newer, message_id)
    elif newer.told.message_id < message_id and newer.told.revision > table.revision:
        # It came beneath the newer one, which tells all that it tells.
        await _clearing.delete(client, table, message_id)
    elif newer.told.message_id != message_id:
        await _clearing.strip_buttons(client, table, message_id)
    elif newer.told.revision > table.revision:
        await _draw_newest(client, newer)
    elif newer.game is not None and not shows_this_turn(newer):
        await _clearing.strip_buttons(client, table, message_id)


async def _say_begun(client: QwirkleClient, table: Table, lobby_id: int) -> None:
    """Let a lobby that was drawn too late say that its game has begun."""
    lobby = _clearing.channel_of(client, table).get_partial_message(lobby_id)
    try:
        await lobby.edit(
            view=_layouts.lobby_layout(table), allowed_mentions=discord.AllowedMentions.none()
        )
    except discord.NotFound as error:
        log.info("game %s: the lobby %s is gone: %s", table.saved.id, lobby_id, error)


async def _draw_newest(client: QwirkleClient, table: Table) -> None:
    if table.game is None:
        await _show_lobby(client, table, None)
    else:
        await _draw_again(client, table, client.moment())
