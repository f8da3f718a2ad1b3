"""`/qwirkle privacy`: what is stored about oneself, as words or as a file, and its deletion."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final, Literal

import discord
from discord import app_commands

from cogs import _layouts, _telling
from cogs._answers import answer, defer_private
from cogs._buttons import NO_GAME, GameButton, Press, on_press
from cogs._groups import QWIRKLE
from qwirkle_bot.export import export
from qwirkle_bot.kept_results import results_of_person
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import complete_lists, finished_games_of, games_of, settings_of
from qwirkle_bot.privacy import erase
from qwirkle_bot.words import people as words

if TYPE_CHECKING:
    from cogs._client import Interaction

DAY_SECONDS: Final = 24 * 60 * 60
EXPORT_NAME: Final = "qwirkle-export.json"


@QWIRKLE.command()
@app_commands.describe(action="See what is stored, get it as a file, or have it deleted")
async def privacy(interaction: Interaction, action: Literal["show", "export", "delete"]) -> None:
    """See, get or delete what is stored about you."""
    await defer_private(interaction)
    if action == "delete":
        await answer(interaction, view=_delete_question())
        return
    store, user_id = interaction.client.store, interaction.user.id
    if action == "export":
        await complete_lists(store, user_id)
    settings = await settings_of(store, user_id)
    games = await games_of(store, user_id)
    finished = await finished_games_of(store, user_id)
    results = await results_of_person(store, user_id)
    if action == "export":
        text = export(user_id, settings, games, finished, results)
        file = discord.File(io.BytesIO(text.encode()), EXPORT_NAME)
        await answer(interaction, gettext("Everything that is stored about you."), file=file)
    else:
        days = store.keep_seconds // DAY_SECONDS
        text = words.privacy_words(settings, games, finished, len(results), days)
        await answer(interaction, view=_layouts.layout(text))


def _delete_question() -> discord.ui.LayoutView:
    return _layouts.layout(
        words.delete_question(),
        [
            GameButton.make("Delete everything", "erase", NO_GAME, _layouts.DANGER),
            GameButton.make("Keep it", "erasenot", NO_GAME),
        ],
    )


@on_press("erase")
async def _press_erase(press: Press) -> None:
    interaction = press.interaction
    await interaction.response.defer()
    erased = await erase(
        interaction.client.store,
        interaction.user.id,
        request_id=str(interaction.id),
        now=interaction.client.moment(),
    )
    text = words.erased_words(len(erased.left), erased.failed)
    await interaction.edit_original_response(view=_layouts.layout(text))
    for table in erased.left:
        await _telling.tell_or_owe(interaction, table)


@on_press("erasenot")
async def _press_keep(press: Press) -> None:
    await press.interaction.response.defer()
    view = _layouts.layout(gettext("Nothing was deleted."))
    await press.interaction.edit_original_response(view=view)
