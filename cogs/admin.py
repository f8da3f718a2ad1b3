"""`/qwirkle-admin`: what a server's moderators may do about a game in their channel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs import _telling
from cogs._answers import answer, defer_private
from cogs._choices import OneOf
from cogs._games import change, table_here
from cogs._groups import QWIRKLE_ADMIN
from cogs.seats import offer_seat
from qwirkle_bot import house, tables, turns
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.errors import TableError
from qwirkle_bot.kept_rules import change_rules
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import MOST_WIDTH, PHONE_WIDTH
from qwirkle_bot.saved import Phase, SavedGame, Table
from qwirkle_bot.words.house import rules_words
from qwirkle_bot.words.names import shown

if TYPE_CHECKING:
    from cogs._client import Interaction


class GamePlace(app_commands.Transformer):
    """A channel where people write to one another.

    Threads are left out: a thread belongs to its channel, and a post to its forum. So are media
    channels, which discord.py takes for forums: Discord's spec does not have them.
    """

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, kinds.forum]

    async def transform(
        self,
        interaction: discord.Interaction,  # noqa: ARG002 - discord.py gives it
        value: app_commands.AppCommandChannel,
    ) -> app_commands.AppCommandChannel:
        return value


@QWIRKLE_ADMIN.command()
async def end(interaction: Interaction) -> None:
    """End the game in this channel, without a result."""
    await defer_private(interaction)
    table = await _table(interaction)
    outcome = await change(interaction, partial(tables.close, game_id=table.saved.id))
    await answer(interaction, gettext("The game is ended."))
    await _telling.tell_or_owe(interaction, outcome.table)


@QWIRKLE_ADMIN.command(name="skip")
async def skip_turn(interaction: Interaction) -> None:
    """Skip the player to move, at once."""
    await defer_private(interaction)
    moves = (await _table(interaction)).move_count
    outcome = await change(interaction, partial(_skip, moves=moves))
    await answer(interaction, gettext("The turn is skipped."))
    await _telling.tell_or_owe(interaction, outcome.table)


@QWIRKLE_ADMIN.command()
@app_commands.describe(player="Whose seat it is", newcomer="Who is asked to take it over")
async def replace(interaction: Interaction, player: discord.User, newcomer: discord.User) -> None:
    """Offer a player's seat to somebody else, with hand and score."""
    await defer_private(interaction)
    table = await _table(interaction)
    leaving = next((other for other in table.saved.players if other.id == player.id), None)
    if table.phase is not Phase.RUNNING or leaving is None or leaving.is_robot:
        raise TableError(gettext("That player has no seat in a running game here."))
    if table.game is not None and table.seat_of(leaving.id) not in table.game.playing:
        raise TableError(gettext("That player has resigned, so there is no seat to offer."))
    if await offer_seat(interaction, table, leaving, newcomer, by_moderator=True):
        asked = shown(newcomer.display_name)
        await answer(
            interaction, gettext("{who} was asked in the channel to take the seat.", who=asked)
        )


@QWIRKLE_ADMIN.command()
async def repost(interaction: Interaction) -> None:
    """Post the board again, at the bottom of the channel."""
    await defer_private(interaction)
    await _telling.post_again(interaction.client, await _table(interaction))
    await answer(interaction, gettext("Here it is."))


@QWIRKLE_ADMIN.command()
@app_commands.describe(
    threads="Whether games may open threads of their own",
    games_in="Allow games in this channel and its threads; chosen again, no longer",
    everywhere="Allow games in every channel again",
    style="How boards are shown; people may choose otherwise for what they alone see",
    width="How many tiles wide a board may be before it is cut; more than 12 are for desktops",
)
async def settings(
    interaction: Interaction,
    threads: bool | None = None,
    games_in: app_commands.Transform[app_commands.AppCommandChannel, GamePlace] | None = None,
    everywhere: bool = False,
    style: app_commands.Transform[TileStyle, OneOf(TileStyle)] | None = None,
    width: app_commands.Range[int, PHONE_WIDTH, MOST_WIDTH] | None = None,
) -> None:
    """See and change where games may be played on this server, and how boards look."""
    await defer_private(interaction)
    wishes = house.Wishes(
        threads=threads,
        channel_id=games_in.id if games_in else None,
        everywhere=everywhere,
        style=style,
        width=width,
    )
    rules = await change_rules(
        interaction.client.store, interaction.guild_id or 0, partial(house.changed, wishes=wishes)
    )
    await answer(interaction, rules_words(rules))


async def _table(interaction: Interaction) -> Table:
    table = await table_here(interaction)
    if table is None or table.phase in {Phase.OVER, Phase.CLOSED}:
        raise TableError(gettext(turns.NO_GAME))
    return table


def _skip(table: Table | None, moves: int) -> SavedGame:
    if table is None or table.game is None or table.phase is not Phase.RUNNING:
        raise TableError(gettext("No turn is being played in this channel that could be skipped."))
    if table.move_count != moves:
        raise TableError(gettext("Somebody moved at the same moment; nobody was skipped."))
    return turns.play(table, table.game, Skip(table.game.turn))
