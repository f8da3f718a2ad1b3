"""`/qwirkle stats` and `/qwirkle leaderboard`: what games that are over say together.

In a direct message there is no server, so one's own results are those of all servers, and nobody
else's are shown: whoever asks might share no server with them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs import _layouts
from cogs._answers import answer, defer_private
from cogs._groups import QWIRKLE
from qwirkle_bot.errors import TableError
from qwirkle_bot.kept_results import results_of_person, results_of_server
from qwirkle_bot.languages import gettext
from qwirkle_bot.standings import leaders, stats_of
from qwirkle_bot.words import results as words

if TYPE_CHECKING:
    from cogs._client import Interaction


@QWIRKLE.command()
@app_commands.describe(player="Whose results; yours if left out")
async def stats(interaction: Interaction, player: discord.User | None = None) -> None:
    """See how your games on this server went, or somebody else's."""
    await defer_private(interaction)
    store, own_id = interaction.client.store, interaction.user.id
    other = player if player is not None and player.id != own_id else None
    if interaction.guild_id is None:
        if other is not None:
            raise TableError(
                gettext("Results of others are shown on a server: give the command there.")
            )
        results = await results_of_person(store, own_id)
    else:
        results = await results_of_server(store, interaction.guild_id)
    found = await asyncio.to_thread(stats_of, results, other.id if other else own_id)
    if interaction.guild_id is not None and other is None and found.games:
        # So a list that was not written, because the bot died at that moment, is set right.
        await store.people.add_server(own_id, interaction.guild_id)
    whose = (found.name or other.display_name) if other else None
    text = words.stats_words(found, whose, on_all_servers=interaction.guild_id is None)
    await answer(interaction, view=_layouts.layout(text))


@QWIRKLE.command()
async def leaderboard(interaction: Interaction) -> None:
    """See who has won most games on this server."""
    await defer_private(interaction)
    if interaction.guild_id is None:
        raise TableError(gettext("A leaderboard is a server's: give the command on a server."))
    results = await results_of_server(interaction.client.store, interaction.guild_id)
    standing = await asyncio.to_thread(leaders, results)
    text = words.leaderboard_words(standing, interaction.user.id)
    await answer(interaction, view=_layouts.layout(text))
