"""`/start` and the lobby's buttons."""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs import _layouts, _telling
from cogs._answers import DISCORD_FAULTS, in_time, public_promise
from cogs._buttons import GameButton, Press, Target, on_press, reading
from cogs._choices import OneOf
from cogs._games import change, channel_id_of, player_of
from cogs._groups import in_servers
from cogs._opening_code import opening_code, read_opening_code
from cogs._places import check_place
from qwirkle_bot import tables
from qwirkle_bot.change import Outcome, load_table
from qwirkle_bot.duties import is_untold
from qwirkle_bot.engine.bag import SEED_BYTES
from qwirkle_bot.errors import PlayerError, StoreError, StoreUnavailableError, TableError
from qwirkle_bot.kept_rules import rules_of
from qwirkle_bot.languages import gettext
from qwirkle_bot.record import VariantEntry
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import (
    Options,
    Phase,
    SavedGame,
    Table,
    Tiebreak,
    TimeLimit,
)
from qwirkle_bot.words.names import plain_name, shown

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

Variant = Literal["classic", "open", "sprint", "pairs", "open sprint", "pairs sprint"]

VARIANTS: Final = ("open", "sprint", "pairs")
THREAD_NAME_CHARACTERS: Final = 100
"""Discord's limit for the name of a channel."""
OFFER_SECONDS: Final = 24 * 60 * 60
"""How long it is remembered that an offered thread was opened: a second tap opens none."""


class Lobby(commands.Cog):
    """Opening a game."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client

    @app_commands.command()
    @in_servers
    @app_commands.rename(wanted="seats", robots="bots")
    @app_commands.describe(
        opponent1="Someone to play with; they are asked to join",
        opponent2="Another one",
        opponent3="And another one",
        wanted="How many play; the game begins when they are complete",
        robots="How many of them are played by the bot itself",
        level="How well the bot plays",
        variant="Classic rules, or a variant",
        time="How long a turn may take; each seat has three times as much on top, once a game",
        tiebreak="Who opens when the largest sets are equal",
        hints="Whether players may ask for hints",
        thread="Whether to play in a new thread of this channel",
    )
    async def start(  # noqa: PLR0917 - discord.py reads the options from the parameters
        self,
        interaction: Interaction,
        opponent1: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        wanted: app_commands.Range[int, tables.FEWEST_PLAYERS, tables.MOST_PLAYERS] | None = None,
        robots: app_commands.Range[int, 0, tables.MOST_PLAYERS - 1] = 0,
        level: app_commands.Transform[Level, OneOf(Level)] = Level.MEDIUM,
        variant: Variant = "classic",
        time: app_commands.Transform[TimeLimit, OneOf(TimeLimit)] = TimeLimit.NONE,
        tiebreak: app_commands.Transform[Tiebreak, OneOf(Tiebreak)] = Tiebreak.ACCOUNT,
        hints: bool = False,
        thread: bool = False,
    ) -> None:
        """Open a game of Qwirkle in this channel."""
        await check_place(interaction, opens_thread=thread)
        opponents = [user for user in (opponent1, opponent2, opponent3) if user is not None]
        if any(user.bot for user in opponents):
            raise TableError(
                gettext("A bot cannot be invited. To play against one, use the `bots` option.")
            )
        rules = VariantEntry.model_validate({name: name in variant.split() for name in VARIANTS})
        opening = tables.Opening(
            game_id=str(interaction.id),
            guild_id=interaction.guild_id or 0,
            channel_id=channel_id_of(interaction),
            host=player_of(interaction.user),
            options=Options(variant=rules, tiebreak=tiebreak, time=time, hints=hints, level=level),
            invited=tuple(user.id for user in opponents),
            robots=robots,
            wanted=wanted,
        )
        if thread:
            tables.open_lobby(None, opening, new_seed())  # What it refuses is told privately.
            async with public_promise(interaction):
                await open_in_thread(interaction, opening)
        else:
            await open_here(interaction, opening)


async def open_here(interaction: Interaction, opening: tables.Opening) -> None:
    """Open the lobby in the channel, or offer a thread where a game is on."""
    judge = partial(tables.open_lobby, opening=opening, seed=new_seed())
    judge(None)  # What it refuses is told privately, so it comes before the public promise.
    async with in_time(interaction):
        table = await load_table(interaction.client.store, opening.channel_id)
    if table is not None and table.phase not in {Phase.OVER, Phase.CLOSED}:
        await _offer_thread(interaction, opening, table)
        return
    async with public_promise(interaction):
        if table is not None and table.phase is Phase.OVER and is_untold(table):
            await _telling.tell(interaction.client, table)  # Else its end would never be shown.
        outcome = await change(interaction, judge)
    await show_change(interaction, outcome)


async def _offer_thread(interaction: Interaction, opening: tables.Opening, table: Table) -> None:
    """Say that a game is on here; where games may open threads, offer one."""
    words = gettext("A game is on in this channel, and one channel holds one game.")
    async with in_time(interaction):
        rules = await rules_of(interaction.client.store, opening.guild_id)
    if not rules.threads:
        elsewhere = gettext("On this server games open no threads: use another channel.")
        raise TableError(f"{words} {elsewhere}")
    target = Target(opening.game_id, table.revision, opening_code(opening))
    offer = GameButton.make("Play in a new thread", "thread", target, _layouts.SUCCESS)
    await interaction.response.send_message(view=_layouts.layout(words, [offer]), ephemeral=True)


async def open_in_thread(interaction: Interaction, opening: tables.Opening) -> None:
    """Open the lobby in a new thread of the channel, and answer with the way there."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise TableError(gettext("No thread can be opened here. Use `/start` in a text channel."))
    with interaction.client.publicly(opening.guild_id):
        name = gettext("Qwirkle of {who}", who=plain_name(opening.host.name))
    name = name[:THREAD_NAME_CHARACTERS]
    thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    opening = replace(opening, channel_id=thread.id)
    judge = partial(tables.open_lobby, opening=opening, seed=new_seed())
    try:
        outcome = await change(interaction, judge, channel_id=thread.id)
    except (PlayerError, StoreUnavailableError):
        with contextlib.suppress(*DISCORD_FAULTS):
            await thread.edit(archived=True)  # To delete it would take another permission.
        raise
    with interaction.client.publicly(opening.guild_id):
        words = gettext(
            "{who} opened a game of Qwirkle in {thread}.",
            who=shown(opening.host.name),
            thread=thread.mention,
        )
    await interaction.edit_original_response(view=_layouts.layout(words))
    await _telling.tell_or_owe(interaction, outcome.table)


async def show_change(interaction: Interaction, outcome: Outcome) -> None:
    """Show the lobby where the interaction's message is; the game that began, beneath it."""
    table = outcome.table
    if table.phase in {Phase.LOBBY, Phase.CLOSED}:
        await _telling.tell_or_owe(interaction, table, edits_lobby=True)
        return
    with interaction.client.publicly(table.saved.guild_id):
        lobby = _layouts.lobby_layout(table)
    await interaction.edit_original_response(view=lobby)
    await _telling.tell_or_owe(interaction, table)


@on_press("thread")
async def _press_thread(press: Press) -> None:
    interaction = press.interaction
    await check_place(interaction, opens_thread=True)
    with reading():
        opening = read_opening_code(
            press.target.detail,
            game_id=str(interaction.id),
            guild_id=interaction.guild_id or 0,
            channel_id=channel_id_of(interaction),
            host=player_of(interaction.user),
        )
    await interaction.response.defer()
    claim, claimed_by = f"thread:{press.target.game_id}", str(interaction.id)
    store = interaction.client.store
    if not await store.notes.claim(claim, claimed_by, OFFER_SECONDS):
        raise TableError(gettext("A thread was opened already: look in the list of threads."))
    try:
        await open_in_thread(interaction, opening)
    except (PlayerError, StoreUnavailableError, *DISCORD_FAULTS):
        # Nothing was opened, so the offer stands. If even that cannot be stored, it lapses.
        with contextlib.suppress(StoreError):
            await store.notes.forget(claim)
        raise


@on_press("join")
async def _press_join(press: Press) -> None:
    player = player_of(press.interaction.user)
    await _change_lobby(press, partial(tables.join, player=player, seed=new_seed()))


@on_press("leave")
async def _press_leave(press: Press) -> None:
    await _change_lobby(press, partial(tables.leave, user_id=press.interaction.user.id))


@on_press("addbot")
async def _press_add_bot(press: Press) -> None:
    user_id = press.interaction.user.id
    await _change_lobby(press, partial(tables.add_robot, user_id=user_id, seed=new_seed()))


@on_press("begin")
async def _press_begin(press: Press) -> None:
    user_id = press.interaction.user.id
    await _change_lobby(press, partial(tables.begin, user_id=user_id, seed=new_seed()))


@on_press("cancel")
async def _press_cancel(press: Press) -> None:
    is_moderator = press.interaction.permissions.manage_channels
    user_id = press.interaction.user.id
    await _change_lobby(press, partial(tables.cancel, user_id=user_id, is_moderator=is_moderator))


@on_press("oldest")
async def _press_oldest(press: Press) -> None:
    with reading():
        seat = int(press.target.detail)
    user_id = press.interaction.user.id
    await press.interaction.response.defer()
    judge = partial(tables.name_oldest, game_id=press.target.game_id, user_id=user_id, seat=seat)
    outcome = await change(press.interaction, judge)
    await _telling.tell_or_owe(press.interaction, outcome.table)


async def _change_lobby(press: Press, judge: partial[SavedGame]) -> None:
    await press.interaction.response.defer()
    await show_change(
        press.interaction,
        await change(press.interaction, partial(judge, game_id=press.target.game_id)),
    )


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)
