"""The games that interactions are about: loading them, changing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from qwirkle_bot import turns
from qwirkle_bot.change import Outcome, change_game, load_game, load_table
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Judge, Player, Table
from qwirkle_bot.views import View, view_of

if TYPE_CHECKING:
    from cogs._buttons import Press
    from cogs._client import Interaction

OUTCOME: Final = "outcome"
"""Where an interaction carries what it changed, for those who act after its answer."""


def channel_id_of(interaction: Interaction) -> int:
    """The channel in which an interaction was given; Discord always names it."""
    if interaction.channel_id is None:
        raise TableError(gettext("Discord did not say in which channel that was. Try again."))
    return interaction.channel_id


def player_of(user: discord.User | discord.Member) -> Player:
    """Someone at the table, by the name that this server knows."""
    return Player(id=user.id, name=user.display_name)


async def change(
    interaction: Interaction, judge: Judge, *, channel_id: int | None = None
) -> Outcome:
    """Change the game of the interaction's channel or of another, once for this interaction."""
    outcome = await change_game(
        interaction.client.store,
        channel_id_of(interaction) if channel_id is None else channel_id,
        request_id=str(interaction.id),
        judge=judge,
        now=interaction.client.moment(),
        by=interaction.user.id,
    )
    interaction.extras[OUTCOME] = outcome
    return outcome


async def table_here(interaction: Interaction) -> Table | None:
    """The game of the interaction's channel, in whatever phase."""
    return await load_table(interaction.client.store, channel_id_of(interaction))


async def table_of(press: Press) -> Table | None:
    """The game that a button is about, even if another has begun in its channel."""
    interaction = press.interaction
    return await load_game(
        interaction.client.store, channel_id_of(interaction), press.target.game_id
    )


def own_view(table: Table | None, interaction: Interaction) -> View:
    """A running game as the seat of the interaction's user sees it.

    Raises:
        TableError: it is not running, or the user has no seat in it.
    """
    table, _, _ = turns.seated(table, interaction.user.id)
    return view_of(table, interaction.user.id)


def public_view(table: Table | None) -> View:
    """A game as everyone sees it, running or over.

    Raises:
        TableError: no tile has been dealt.
    """
    if table is None or table.game is None:
        raise TableError(gettext(turns.NO_GAME))
    return view_of(table, None)
