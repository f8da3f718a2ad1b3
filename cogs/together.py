"""What a table does together: undo, skip votes, claimed wins, substitutes, rematches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs import _layouts, _telling
from cogs._answers import answer, defer_private
from cogs._buttons import GameButton, Press, Target, on_press
from cogs._groups import QWIRKLE
from cogs.lobby import open_here, player_of
from cogs.play import change
from qwirkle_bot import consent, tables, turns
from qwirkle_bot.calendar import HOUR_MS
from qwirkle_bot.change import load_game, load_table
from qwirkle_bot.clocks import limit_ms, used_ms
from qwirkle_bot.errors import TableError
from qwirkle_bot.saved import Phase, Player, SavedGame, Table
from qwirkle_bot.votes import undo_waits_for
from qwirkle_bot.words import together as words
from qwirkle_bot.words.names import shown

if TYPE_CHECKING:
    from cogs._client import Interaction

log = logging.getLogger(__name__)


@QWIRKLE.command()
async def undo(interaction: Interaction) -> None:
    """Ask the others whether you may take your last move back."""
    await defer_private(interaction)
    await _ask_undo(interaction)


@QWIRKLE.command()
async def skip(interaction: Interaction) -> None:
    """Vote to skip a player who has kept you waiting for three days."""
    await defer_private(interaction)

    def judge(table: Table | None) -> SavedGame:
        is_late = table is not None and _is_late(interaction, table)
        return consent.vote_skip(table, interaction.user.id, is_late=is_late)

    outcome = await change(interaction, judge)
    await answer(interaction, words.after_skip_vote(outcome.table))
    await _telling.tell_or_owe(interaction, outcome.table)


@QWIRKLE.command()
@discord.app_commands.describe(player="Who takes your seat, with your hand and your score")
async def substitute(interaction: Interaction, player: discord.User) -> None:
    """Hand your seat to somebody else."""
    await defer_private(interaction)
    table = await load_table(interaction.client.store, interaction.channel_id or 0)
    table, _, _ = turns.seated(table, interaction.user.id)
    await offer_seat(interaction, table, player_of(interaction.user), player)
    await answer(interaction, f"{shown(player.display_name)} was asked to take your seat.")


async def offer_seat(
    interaction: Interaction, table: Table, leaving: Player, newcomer: discord.User | discord.Member
) -> None:
    """Ask someone in the channel to take over a seat. Nothing changes until they do.

    Raises:
        TableError: they play already, or are a bot.
    """
    if newcomer.bot or table.seat_of(newcomer.id) is not None:
        raise TableError("Name someone who is no bot and has no seat in this game.")
    target = Target(table.saved.id, table.revision, f"{leaving.id}.{newcomer.id}")
    button = GameButton.make("Take the seat", "takeover", target, _layouts.SUCCESS)
    await _telling.channel_of(interaction.client, table).send(
        view=_layouts.layout(words.seat_offer(leaving, newcomer.id), [button]),
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(newcomer.id)]),
        nonce=str(interaction.id),
    )


@on_press("undo")
async def _press_undo(press: Press) -> None:
    await defer_private(press.interaction)
    await _ask_undo(press.interaction)


async def _ask_undo(interaction: Interaction) -> None:
    judge = partial(consent.ask_undo, user_id=interaction.user.id)
    table = (await change(interaction, judge)).table
    waits = undo_waits_for(table, table.game) if table.game else None
    await answer(interaction, words.after_undo_question(table, waits))
    await _telling.tell_or_owe(interaction, table)


@on_press("agree")
async def _press_agree(press: Press) -> None:
    await _vote(press, consent.agree_undo, "You agreed.")


@on_press("decline")
async def _press_decline(press: Press) -> None:
    await _vote(press, consent.decline_undo, "The move stands.")


@on_press("claim")
async def _press_claim(press: Press) -> None:
    await _vote(press, consent.claim_win, "The win is yours.")


async def _vote(press: Press, judge: Callable[[Table | None, int], SavedGame], done: str) -> None:
    interaction = press.interaction
    await defer_private(interaction)

    def judge_game(table: Table | None) -> SavedGame:
        if table is None or table.saved.id != press.target.game_id:
            raise TableError("That game is over.")
        return judge(table, interaction.user.id)

    outcome = await change(interaction, judge_game)
    await answer(interaction, done)
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("takeover")
async def _press_take_over(press: Press) -> None:
    interaction = press.interaction
    leaving, newcomer = map(int, press.target.detail.split("."))
    if interaction.user.id != newcomer:
        raise TableError(f"This seat was offered to <@{newcomer}>.")
    await interaction.response.defer()
    judge = partial(
        tables.take_over,
        game_id=press.target.game_id,
        leaving=leaving,
        newcomer=player_of(interaction.user),
        now_ms=interaction.client.moment().ms,
    )
    outcome = await change(interaction, judge)
    await interaction.edit_original_response(
        view=_layouts.layout(f"{shown(interaction.user.display_name)} took the seat.")
    )
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("rematch")
async def _press_rematch(press: Press) -> None:
    interaction = press.interaction
    table = await load_game(
        interaction.client.store, interaction.channel_id or 0, press.target.game_id
    )
    if table is None or table.phase is not Phase.OVER:
        raise TableError("A rematch can be asked for when the game is over.")
    opening = tables.rematch_of(
        table.saved, game_id=str(interaction.id), host=player_of(interaction.user)
    )
    await open_here(interaction, opening)


def _is_late(interaction: Interaction, table: Table) -> bool:
    """Whether the player to move is so late that the others may vote; a time limit skips itself."""
    late_ms = consent.SKIP_VOTE_HOURS * HOUR_MS
    return limit_ms(table.saved) is None and used_ms(table, interaction.client.moment()) >= late_ms
