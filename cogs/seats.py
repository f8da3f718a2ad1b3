"""Seats that change hands: offered in the channel, taken or declined there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs import _clearing, _layouts, _sending, _telling
from cogs._answers import DISCORD_FAULTS, answer, defer_private
from cogs._buttons import GameButton, Press, Target, on_press, reading
from cogs._games import change, player_of, table_here
from cogs._groups import QWIRKLE
from qwirkle_bot import offers, turns
from qwirkle_bot.change import change_game
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Player, SavedGame, Table
from qwirkle_bot.words import together as words
from qwirkle_bot.words.names import shown

if TYPE_CHECKING:
    from cogs._client import Interaction


@dataclass(frozen=True, slots=True)
class _Offer:
    """Which offer a button is about, and to whom it was made: a user id."""

    id: str
    newcomer: int

    def __str__(self) -> str:
        return f"{self.id}.{self.newcomer}"


@QWIRKLE.command()
@discord.app_commands.describe(player="Who takes your seat, with your hand and your score")
async def substitute(interaction: Interaction, player: discord.User) -> None:
    """Hand your seat to somebody else."""
    await defer_private(interaction)
    table = await table_here(interaction)
    table, game, seat = turns.seated(table, interaction.user.id)
    if seat not in game.playing:
        raise TableError(gettext("You have resigned, so there is no seat to hand over."))
    if await offer_seat(interaction, table, player_of(interaction.user), player):
        asked = shown(player.display_name)
        await answer(interaction, gettext("{who} was asked to take your seat.", who=asked))


async def offer_seat(
    interaction: Interaction,
    table: Table,
    leaving: Player,
    newcomer: discord.User | discord.Member,
    *,
    by_moderator: bool = False,
) -> bool:
    """Ask someone in the channel to take over a seat. Nobody loses it until they do.

    ``by_moderator``: it is not ``leaving`` who offers it.

    Returns:
        False where the seat is on offer already; whoever asked can withdraw that offer then.

    Raises:
        TableError: they play already, or are a bot.
    """
    if newcomer.bot or table.seat_of(newcomer.id) is not None:
        raise TableError(gettext("Name someone who is no bot and has no seat in this game."))
    now_ms = interaction.client.now_ms()
    before = offers.open_offer(table, leaving.id, now_ms)
    if before is not None:
        # The message of that offer may be gone, so the answer can settle it too.
        offer = _Offer(before.id, 0)
        target = Target(table.saved.id, table.revision, str(offer))
        button = GameButton.make("Withdraw the offer", "noseat", target, _layouts.DANGER)
        await answer(interaction, view=_layouts.layout(words.offered_already(), [button]))
        return False
    offer = _Offer(str(interaction.id), newcomer.id)
    judge = partial(offers.make, offer_id=offer.id, leaving=leaving.id, now_ms=now_ms)
    table = (await change(interaction, judge)).table
    try:
        await _send_offer(interaction, table, leaving, offer, by_moderator=by_moderator)
    except DISCORD_FAULTS:
        await _withdraw_unsent(interaction, table, offer)
        raise
    await _telling.tell_or_owe(interaction, table)
    return True


async def _send_offer(
    interaction: Interaction, table: Table, leaving: Player, offer: _Offer, *, by_moderator: bool
) -> None:
    target = Target(table.saved.id, table.revision, str(offer))
    moderator = player_of(interaction.user) if by_moderator else None
    buttons = [
        GameButton.make("Take the seat", "takeover", target, _layouts.SUCCESS),
        GameButton.make("Decline", "noseat", target),
    ]
    with interaction.client.publicly(table.saved.guild_id):
        question = words.seat_offer(leaving, offer.newcomer, moderator)
    await _clearing.channel_of(interaction.client, table).send(
        view=_layouts.layout(question, buttons),
        allowed_mentions=_sending.only([offer.newcomer]),
        nonce=offer.id,
    )


async def _withdraw_unsent(interaction: Interaction, table: Table, offer: _Offer) -> None:
    await change_game(
        interaction.client.store,
        table.saved.channel_id,
        request_id=f"{interaction.id}:unsent",
        judge=partial(
            offers.withdraw, game_id=table.saved.id, offer_id=offer.id, user_id=0, may=True
        ),
        now=interaction.client.moment(),
        by=None,
    )


@on_press("takeover")
async def _press_take_over(press: Press) -> None:
    interaction = press.interaction
    offer = _offer_of(press)
    if interaction.user.id != offer.newcomer:
        raise TableError(gettext("This seat was offered to {who}.", who=f"<@{offer.newcomer}>"))
    await interaction.response.defer()
    judge = partial(
        offers.take,
        game_id=press.target.game_id,
        offer_id=offer.id,
        newcomer=player_of(interaction.user),
        now_ms=interaction.client.now_ms(),
    )
    outcome = await change(interaction, judge)
    with interaction.client.publicly(interaction.guild_id):
        text = words.seat_taken(interaction.user.display_name)
    await interaction.edit_original_response(view=_layouts.layout(text))
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("noseat")
async def _press_no_seat(press: Press) -> None:
    interaction = press.interaction
    offer = _offer_of(press)
    is_asked = interaction.user.id == offer.newcomer
    await interaction.response.defer()

    def judge(table: Table | None) -> SavedGame:
        may = is_asked or interaction.permissions.manage_channels
        user_id = interaction.user.id
        return offers.withdraw(table, press.target.game_id, offer.id, user_id, may=may)

    outcome = await change(interaction, judge)
    name = interaction.user.display_name
    with interaction.client.publicly(interaction.guild_id):
        text = words.seat_not_taken(name, declined=is_asked)
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    own_text = words.seat_not_taken(name, declined=is_asked) if is_private else text
    await interaction.edit_original_response(view=_layouts.layout(own_text))
    if is_private:
        await _settle_message(interaction, outcome.table, offer, text)
    await _telling.tell_or_owe(interaction, outcome.table)


async def _settle_message(interaction: Interaction, table: Table, offer: _Offer, text: str) -> None:
    """Let the message of an offer that was withdrawn elsewhere say so, if it is still found."""
    message = await _sending.find_own(
        interaction.client,
        table,
        lambda one: any(f":{offer.id}." in custom_id for custom_id in _clearing.ids_in(one)),
        since_ms=offers.made_ms(offer.id),
    )
    if message is not None:
        await message.edit(
            view=_layouts.layout(text), allowed_mentions=discord.AllowedMentions.none()
        )


def _offer_of(press: Press) -> _Offer:
    """What a button says of its offer.

    Raises:
        TableError: its message does not hold it: whoever it was made to is not to be believed.
    """
    message = press.interaction.message
    ids = [] if message is None else _clearing.ids_in(message)
    if not any(custom_id.endswith(f":{press.target.detail}") for custom_id in ids):
        raise TableError(gettext("This offer is settled already."))
    with reading():
        offer_id, newcomer = press.target.detail.split(".")
        return _Offer(str(int(offer_id)), int(newcomer))
