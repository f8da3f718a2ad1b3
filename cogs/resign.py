"""Resigning, after a question: by `/qwirkle resign`, or from the menu beneath the board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs import _layouts, _telling
from cogs._answers import answer, defer_private
from cogs._buttons import GameButton, Press, Target, on_press
from cogs._games import change, own_view, table_here, table_of
from cogs._groups import QWIRKLE
from cogs._pages import Page
from qwirkle_bot import turns
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import SavedGame, Table

if TYPE_CHECKING:
    from cogs._client import Interaction


@QWIRKLE.command()
async def resign(interaction: Interaction) -> None:
    """Leave the game; it goes on without you."""
    await defer_private(interaction)
    view = own_view(await table_here(interaction), interaction)
    await answer(interaction, view=_resign_question(Target(view.game_id, view.revision)))


def _resign_question(target: Target) -> Page:
    return _layouts.layout(
        gettext(
            "Do you want to resign? Your tiles leave the game, and your score cannot win any more."
        ),
        [
            GameButton.make("Resign", "resign", target, _layouts.DANGER),
            GameButton.make("Back", "refresh", target),
        ],
    )


@on_press("resignask")
async def _press_resign_ask(press: Press) -> None:
    await defer_private(press.interaction)
    table, _, _ = turns.seated(await table_of(press), press.interaction.user.id)
    await answer(press.interaction, view=_resign_question(Target(table.saved.id, table.revision)))


@on_press("resign")
async def _press_resign(press: Press) -> None:
    interaction = press.interaction
    await interaction.response.defer()
    judge = partial(_resigned, user_id=interaction.user.id, revision=press.target.revision)
    outcome = await change(interaction, turns.in_game(press.target.game_id, judge))
    await interaction.edit_original_response(view=_layouts.layout(gettext("You resigned.")))
    await _telling.tell_or_owe(interaction, outcome.table)


def _resigned(table: Table | None, user_id: int, revision: int) -> SavedGame:
    """Resign from the game as the question showed it; an old question must not act."""
    table, _, _ = turns.seated(table, user_id)
    if table.revision != revision:
        raise TableError(
            gettext(
                "The game has moved on since you were asked; nothing was done."
                " Give `/qwirkle resign` again."
            )
        )
    return turns.resign(table, user_id)
