"""Players who are there again, or who want to be left alone: what they do about their clock.

Two buttons are for it, `I'm back` and `Quiet this turn`; and whatever else an idle player does in
the channel of their game brings them back as well.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from discord.ext import commands

from cogs import _telling
from cogs._answers import answer, defer_private
from cogs._buttons import Press, on_press, reading
from cogs._games import change
from qwirkle_bot import overdue
from qwirkle_bot.change import change_game
from qwirkle_bot.clocks import is_idle
from qwirkle_bot.errors import QwirkleError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Judge, Table
from qwirkle_bot.turns import in_game

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

log = logging.getLogger(__name__)


class Presence(commands.Cog):
    """Brings back whoever was idle."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client

    @commands.Cog.listener()
    async def on_answered(self, interaction: Interaction, table: Table | None) -> None:
        """Whatever an idle player does here, such as looking at their hand, brings them back."""
        self.client.hold_stop()
        user_id = interaction.user.id
        seat = table.seat_of(user_id) if table else None
        if table is None or seat is None or not is_idle(table, seat):
            return
        try:
            outcome = await change_game(
                self.client.store,
                table.saved.channel_id,
                request_id=f"{interaction.id}:back",
                judge=partial(overdue.come_back, user_id=user_id),
                now=self.client.moment(),
                by=user_id,
            )
        except QwirkleError as error:
            log.info("interaction %s: its player stays idle: %s", interaction.id, error)
        else:
            await _telling.tell_or_owe(interaction, outcome.table)


@on_press("hush")
async def _press_hush(press: Press) -> None:
    with reading():
        turn_ms = int(press.target.detail)
    judge = partial(overdue.hush, user_id=press.interaction.user.id, turn_ms=turn_ms)
    await _change(
        press, judge, gettext("You are not reminded of this turn any more. Its time runs on.")
    )


@on_press("back")
async def _press_back(press: Press) -> None:
    judge = partial(overdue.come_back, user_id=press.interaction.user.id)
    await _change(press, judge, gettext("Welcome back! Your turns are waited for again."))


async def _change(press: Press, judge: Judge, done: str) -> None:
    await defer_private(press.interaction)
    outcome = await change(press.interaction, in_game(press.target.game_id, judge))
    await answer(press.interaction, done)
    await _telling.tell_or_owe(press.interaction, outcome.table)
