"""What a table does together: undo, skip votes, claimed wins, rematches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cogs import _telling
from cogs._answers import answer, defer_private, in_time
from cogs._buttons import Press, on_press, reading
from cogs._games import change, player_of, table_here, table_of
from cogs._groups import QWIRKLE
from cogs._places import check_place
from cogs.lobby import open_here
from qwirkle_bot import clocks, consent, tables, turns
from qwirkle_bot.calendar import HOUR_MS
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import is_live, named_in
from qwirkle_bot.saved import Judge, Phase, SavedGame, Table
from qwirkle_bot.votes import undo_waits_for
from qwirkle_bot.words import together as words

if TYPE_CHECKING:
    from cogs._client import Interaction


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
        late_ms = consent.SKIP_VOTE_HOURS * HOUR_MS
        is_late = table is not None and clocks.is_late(table, interaction.client.moment(), late_ms)
        return consent.vote_skip(table, interaction.user.id, is_late=is_late)

    outcome = await change(interaction, judge)
    await answer(interaction, words.after_skip_vote(outcome.table))
    await _telling.tell_or_owe(interaction, outcome.table)


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
    await _vote(press, consent.agree_undo, _agreed)


def _agreed(table: Table) -> str:
    waits = undo_waits_for(table, table.game) if table.game else None
    return words.after_agreeing(table, waits)


@on_press("decline")
async def _press_decline(press: Press) -> None:
    await _vote(press, consent.decline_undo, lambda _: gettext(words.DECLINED))


@on_press("claim")
async def _press_claim(press: Press) -> None:
    await _vote(press, consent.claim_win, lambda _: gettext(words.CLAIMED))


async def _vote(
    press: Press, judge: Callable[..., SavedGame], done: Callable[[Table], str]
) -> None:
    """Give a vote on what the button's message showed, which names the number of moves by then."""
    interaction = press.interaction
    with reading():
        moves = int(press.target.detail)
    await defer_private(interaction)

    vote = partial(judge, user_id=interaction.user.id, moves=moves)
    outcome = await change(interaction, turns.in_game(press.target.game_id, vote))
    await answer(interaction, done(outcome.table))
    await _telling.tell_or_owe(interaction, outcome.table)


@on_press("rematch")
async def _press_rematch(press: Press) -> None:
    interaction = press.interaction
    async with in_time(interaction):
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
    async with in_time(interaction):
        table = await table_here(interaction)
    if table is not None and is_live(table) and interaction.user.id in named_in(table.saved):
        raise TableError(
            gettext(
                "You are in this channel's next game already. If you are asked to join, press"
                " **Join**."
            )
        )
