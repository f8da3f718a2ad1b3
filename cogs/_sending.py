"""Messages that a channel gets once, although a bot may die between sending one and noting it.

The entry points are :func:`send_once`, and :func:`find_own` for messages that are known by their
buttons. Discord drops a second message that bears the nonce of the first, but only for a few
minutes. So the channel is looked through before: what is sent here bears a mark, as the id that
Discord lets every component have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import discord

from cogs import _clearing
from qwirkle_bot.calendar import MINUTE_MS
from qwirkle_bot.saved import Table
from qwirkle_bot.snowflakes import first_at

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

MESSAGES_SEARCHED: Final = 100
"""How many messages are looked through for one that was sent but not noted."""
CLOCKS_APART_MS: Final = MINUTE_MS
"""By how much Discord's clock may be behind ours."""
NONCE_BYTES: Final = 12
"""In hex, within the 25 characters that Discord takes."""
MOST_MARK: Final = 2**31 - 1
"""The highest id of a component. Discord counts those that have none from 1 on."""


async def send_once(
    client: QwirkleClient,
    table: Table,
    what: str,
    view: discord.ui.LayoutView,
    pinged: Sequence[int] = (),
    *,
    since_ms: int,
) -> int:
    """Send a message about a game, unless it was sent before; its id.

    ``what`` names the message within its game, and it was not sent before ``since_ms``. One that is
    there already is drawn again instead, since the time that it names may have moved. ``pinged``
    are the user ids that it may mention.

    Raises:
        discord.HTTPException: Discord did not take it.
    """
    digest = hashlib.blake2b(f"{table.saved.id}:{what}".encode(), digest_size=NONCE_BYTES)
    mark = int.from_bytes(digest.digest()) % MOST_MARK + 1
    view.children[0].id = mark
    sent = await find_own(
        client, table, lambda one: _is_marked(one, mark), since_ms=since_ms, newest_first=True
    )
    if sent is not None:
        await sent.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        return sent.id
    message = await _clearing.channel_of(client, table).send(
        view=view, allowed_mentions=only(pinged), nonce=digest.hexdigest()
    )
    return message.id


async def find_own(
    client: QwirkleClient,
    table: Table,
    fits: Callable[[discord.Message], bool],
    *,
    since_ms: int,
    newest_first: bool = False,
) -> discord.Message | None:
    """A message of the bot's own that was sent since a time, among the first or the newest ones.

    Where the bot may not read what was said before, Discord answers that there is nothing.
    """
    said = _clearing.channel_of(client, table).history(
        after=discord.Object(first_at(since_ms - CLOCKS_APART_MS)),
        limit=MESSAGES_SEARCHED,
        oldest_first=not newest_first,
    )
    async for message in said:
        if message.author.id == client.application_id and fits(message):
            return message
    return None


def only(users: Sequence[int]) -> discord.AllowedMentions:
    """Let a message ping these users, by their ids, and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in users]
    )


def _is_marked(message: discord.Message, mark: int) -> bool:
    texts = [part for part in message.components if isinstance(part, discord.TextDisplay)]
    return any(text.id == mark for text in texts)
