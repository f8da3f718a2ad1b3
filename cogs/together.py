"""What a table does together: undo, skip votes, claimed wins, substitutes, rematches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs import _clearing, _layouts, _telling
from cogs._answers import answer, defer_private
from cogs._buttons import GameButton, Press, Target, on_press, reading
from cogs._games import change, table_here, table_of
from cogs._groups import QWIRKLE
from cogs.lobby import check_place, open_here, player_of
from qwirkle_bot import consent, tables, turns
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, SECOND_MS
from qwirkle_bot.clocks import limit_ms, used_ms
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import is_live, named_in
from qwirkle_bot.saved import Judge, Phase, Player, SavedGame, Table
from qwirkle_bot.votes import undo_waits_for
from qwirkle_bot.words import together as words
from qwirkle_bot.words.names import shown

if TYPE_CHECKING:
    from cogs._client import Interaction

OFFER_DAYS: Final = 7
"""How long an offer of a seat holds; who asked must not be taken at their word for ever."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Offer:
    """Whose seat is offered, which one, and to whom: user ids and a seat's index."""

    seat: int
    leaving: int
    newcomer: int


@QWIRKLE.command()
async def undo(interaction: Interaction) -> None:
    """Ask the others whether you may take your last move back."""
    await defer_private(interaction)
    await _ask_undo(interaction, partial(consent.ask_undo, user_id=interaction.user.id))


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
    table = await table_here(interaction)
    table, game, seat = turns.seated(table, interaction.user.id)
    if seat not in game.playing:
        raise TableError(gettext("You have resigned, so there is no seat to hand over."))
    await offer_seat(interaction, table, player_of(interaction.user), player)
    await answer(
        interaction, gettext("{who} was asked to take your seat.", who=shown(player.display_name))
    )


async def offer_seat(
    interaction: Interaction,
    table: Table,
    leaving: Player,
    newcomer: discord.User | discord.Member,
    *,
    by_moderator: bool = False,
) -> None:
    """Ask someone in the channel to take over a seat. Nothing changes until they do.

    ``by_moderator``: it is not ``leaving`` who offers it.

    Raises:
        TableError: they play already, or are a bot.
    """
    if newcomer.bot or table.seat_of(newcomer.id) is not None:
        raise TableError(gettext("Name someone who is no bot and has no seat in this game."))
    detail = f"{table.seat_of(leaving.id)}.{leaving.id}.{newcomer.id}"
    target = Target(table.saved.id, table.revision, detail)
    moderator = player_of(interaction.user) if by_moderator else None
    buttons = [
        GameButton.make("Take the seat", "takeover", target, _layouts.SUCCESS),
        GameButton.make("Decline", "noseat", target),
    ]
    with interaction.client.publicly(table.saved.guild_id):
        question = words.seat_offer(leaving, newcomer.id, moderator)
    await _clearing.channel_of(interaction.client, table).send(
        view=_layouts.layout(question, buttons),
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(newcomer.id)]),
        nonce=str(interaction.id),
    )


@on_press("undo")
async def _press_undo(press: Press) -> None:
    await defer_private(press.interaction)
    user_id = press.interaction.user.id
    await _ask_undo(
        press.interaction,
        turns.unchanged_since(
            press.target.game_id,
            press.target.revision,
            partial(consent.ask_undo, user_id=user_id),
        ),
    )


async def _ask_undo(interaction: Interaction, judge: Judge) -> None:
    table = (await change(interaction, judge)).table
    waits = undo_waits_for(table, table.game) if table.game else None
    await answer(interaction, words.after_undo_question(table, waits))
    await _telling.tell_or_owe(interaction, table)


@on_press("agree")
async def _press_agree(press: Press) -> None:
    await _vote(press, consent.agree_undo, words.AGREED)


@on_press("decline")
async def _press_decline(press: Press) -> None:
    await _vote(press, consent.decline_undo, words.DECLINED)


@on_press("claim")
async def _press_claim(press: Press) -> None:
    await _vote(press, consent.claim_win, words.CLAIMED)


async def _vote(press: Press, judge: Callable[..., SavedGame], done: str) -> None:
    """Give a vote on what the button's message showed, which names the number of moves by then."""
    interaction = press.interaction
    with reading():
        moves = int(press.target.detail)
    await defer_private(interaction)

    vote = partial(judge, user_id=interaction.user.id, moves=moves)
    outcome = await change(interaction, turns.in_game(press.target.game_id, vote))
    await answer(interaction, gettext(done))
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("takeover")
async def _press_take_over(press: Press) -> None:
    interaction = press.interaction
    offer = _seat_offered(press)
    if interaction.user.id != offer.newcomer:
        raise TableError(gettext("This seat was offered to {who}.", who=f"<@{offer.newcomer}>"))
    _check_holds(press)
    await interaction.response.defer()

    def judge(table: Table | None) -> SavedGame:
        if table is not None and table.seat_of(offer.leaving) != offer.seat:
            # Who left may have come back since, in a seat that nobody offered.
            raise TableError(gettext("That seat is not to be had any more."))
        newcomer = player_of(interaction.user)
        return tables.take_over(table, press.target.game_id, offer.leaving, newcomer)

    outcome = await change(interaction, judge)
    with interaction.client.publicly(interaction.guild_id):
        text = words.seat_taken(interaction.user.display_name)
    await interaction.edit_original_response(view=_layouts.layout(text))
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("noseat")
async def _press_no_seat(press: Press) -> None:
    interaction = press.interaction
    offer = _seat_offered(press)
    is_moderator = interaction.permissions.manage_channels
    if interaction.user.id not in {offer.leaving, offer.newcomer} and not is_moderator:
        raise TableError(gettext("This seat was offered to {who}.", who=f"<@{offer.newcomer}>"))
    await interaction.response.defer()
    who = interaction.user.display_name
    with interaction.client.publicly(interaction.guild_id):
        text = words.seat_not_taken(who, declined=interaction.user.id == offer.newcomer)
    await interaction.edit_original_response(view=_layouts.layout(text))


def _seat_offered(press: Press) -> _Offer:
    """What seat a button is about.

    Raises:
        TableError: the offer is settled. Only its message knows that.
    """
    message = press.interaction.message
    rows = message.components if message is not None else []
    buttons = [one for row in rows if isinstance(row, discord.ActionRow) for one in row.children]
    if not any((button.custom_id or "").endswith(press.target.detail) for button in buttons):
        raise TableError(gettext("This offer is settled already."))
    with reading():
        seat, leaving, newcomer = map(int, press.target.detail.split("."))
        return _Offer(seat, leaving, newcomer)


def _check_holds(press: Press) -> None:
    """Raise :class:`TableError` where an offer is so old that it has lapsed."""
    message = press.interaction.message
    if message is None:
        return
    made_ms = int(discord.utils.snowflake_time(message.id).timestamp() * SECOND_MS)
    if press.interaction.client.moment().ms - made_ms > OFFER_DAYS * DAY_MS:
        raise TableError(
            gettext(
                "This offer is older than {days} days and has lapsed. Ask for it to be repeated.",
                days=OFFER_DAYS,
            )
        )


@on_press("rematch")
async def _press_rematch(press: Press) -> None:
    interaction = press.interaction
    table = await table_of(press)
    if table is None:
        raise TableError(gettext("This game is not kept any more. Open another with `/start`."))
    if table.phase is not Phase.OVER:
        raise TableError(gettext("A rematch can be asked for when the game is over."))
    await check_place(interaction, opens_thread=False)
    await _refuse_second(interaction)
    opening = tables.rematch_of(
        table.saved, game_id=str(interaction.id), host=player_of(interaction.user)
    )
    await open_here(interaction, opening)


async def _refuse_second(interaction: Interaction) -> None:
    """Raise :class:`TableError` where the next game waits for this very player."""
    table = await table_here(interaction)
    if table is not None and is_live(table) and interaction.user.id in named_in(table.saved):
        raise TableError(
            gettext(
                "You are in this channel's next game already. If you are asked to join, press"
                " **Join**."
            )
        )


def _is_late(interaction: Interaction, table: Table) -> bool:
    """Whether the player to move is so late that the others may vote; a time limit skips itself."""
    late_ms = consent.SKIP_VOTE_HOURS * HOUR_MS
    return limit_ms(table.saved) is None and used_ms(table, interaction.client.moment()) >= late_ms
