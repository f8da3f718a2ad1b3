"""The message that shows a channel its game, with the picture that it may carry.

The entry points are :func:`send` and :func:`edit`. An edit always says which files the message
holds, so that no picture of an earlier board stays behind.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from cogs import _clearing, _layouts
from cogs._drawing import Look, house_look, without_files
from cogs._pages import Page
from qwirkle_bot.calendar import Moment
from qwirkle_bot.duties import is_abandoned
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.views import view_of

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

MISSING_PERMISSIONS: Final = 50013
"""Discord's code: the bot may not do that in this channel."""

log = logging.getLogger(__name__)

_T = TypeVar("_T")


async def send(
    client: QwirkleClient,
    table: Table,
    since: int,
    now: Moment,
    *,
    mentions: discord.AllowedMentions,
    nonce: str,
) -> discord.Message:
    """Show a game in a new message, with what happened after its first ``since`` moves.

    Raises:
        discord.HTTPException: Discord did not take it.
        StoreError: how the server likes its boards could not be read.
    """

    async def act(page: Page) -> discord.Message:
        channel = _clearing.channel_of(client, table)
        return await channel.send(
            view=page, files=await page.files(), allowed_mentions=mentions, nonce=nonce
        )

    return await _with_or_without_files(client, table, partial(_page, table, since, now), act)


async def edit(
    client: QwirkleClient,
    table: Table,
    since: int,
    now: Moment,
    message: discord.PartialMessage | discord.Message,
) -> None:
    """Show a game in a message that there is, as :func:`send` does; nobody is pinged."""

    async def act(page: Page) -> None:
        await message.edit(
            view=page,
            attachments=await page.files(),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    await _with_or_without_files(client, table, partial(_page, table, since, now), act)


async def _with_or_without_files(
    client: QwirkleClient,
    table: Table,
    draw: Callable[[Look], Page],
    act: Callable[[Page], Awaitable[_T]],
) -> _T:
    look = Look() if table.game is None else await house_look(client, table.saved.guild_id)
    page = draw(look)
    try:
        return await act(page)
    except discord.Forbidden as error:
        # Nobody but Discord knows what the bot may do in a channel, without an interaction there.
        if error.code != MISSING_PERMISSIONS or not page.pictures:
            raise
    log.info("game %s: no file may be attached in its channel", table.saved.id)
    return await act(draw(without_files(look)))


def _page(table: Table, since: int, now: Moment, look: Look) -> Page:
    if table.phase is Phase.ASKING:
        return _layouts.asking_layout(table)
    if table.game is None:
        return _layouts.lobby_layout(table)
    view = view_of(table, None, now)
    if table.phase is Phase.CLOSED:
        return _layouts.closed_layout(view, look, abandoned=is_abandoned(table))
    return _layouts.board_layout(view, since, look)
