"""Everything that only shows: the board, scores, hints, the record."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from cogs import _layouts
from cogs._answers import answer, defer_private
from cogs._buttons import GameButton, Press, Target, on_press
from cogs._choices import OneOf
from cogs._drawing import board_parts, own_look
from cogs._games import own_view, public_view, table_here, table_of
from cogs._groups import QWIRKLE
from qwirkle_bot import turns
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.people import TileStyle
from qwirkle_bot.saved import Phase, Table, export_record
from qwirkle_bot.views import View, view_of
from qwirkle_bot.words import hints, moves

if TYPE_CHECKING:
    from cogs._client import Interaction

NO_EMOJI: Final = gettext_noop(
    "The tiles are not there as emoji just now, so this is the board as text."
)

CONTENT_CHARACTERS: Final = 2_000
"""Discord's limit for the plain text of a message."""


@QWIRKLE.command()
@app_commands.describe(style="How the board is drawn")
async def board(
    interaction: Interaction,
    style: app_commands.Transform[TileStyle, OneOf(TileStyle)] | None = None,
) -> None:
    """See the board, for yourself alone."""
    await defer_private(interaction)
    view = public_view(await table_here(interaction))
    look = await own_look(interaction)
    if style is not None:
        look = replace(look, style=style)
    words = moves.score_table(view)
    if style is TileStyle.EMOJI and look.names is None:
        words += f"\n{gettext(NO_EMOJI)}"
    room = _layouts.LAYOUT_CHARACTERS - len(words)
    drawn = board_parts(view.board, view.newest_cells, look, room)
    await answer(interaction, view=_layouts.layout(*drawn, words))


@QWIRKLE.command()
async def scores(interaction: Interaction) -> None:
    """See every turn of every seat, and the totals."""
    await defer_private(interaction)
    await _answer_scores(interaction, public_view(await table_here(interaction)))


@QWIRKLE.command()
async def hint(interaction: Interaction) -> None:
    """See the best placements of your hand, where the game allows hints."""
    await defer_private(interaction)
    await answer(
        interaction, hints.hint_words(own_view(await table_here(interaction), interaction))
    )


@QWIRKLE.command()
async def record(interaction: Interaction) -> None:
    """Download the record of a game that is over."""
    await defer_private(interaction)
    table = await table_here(interaction)
    await _answer_record(interaction, table)


def record_file(table: Table | None) -> discord.File:
    """The record of a finished game as a file.

    Raises:
        TableError: the game is not over, so its record would tell every hand.
    """
    if table is None or table.phase is not Phase.OVER:
        raise TableError(gettext("The record is there when the game is over: it tells every hand."))
    text = export_record(table).model_dump_json(exclude_none=True, indent=1)
    return discord.File(io.BytesIO(text.encode()), f"qwirkle-{table.saved.id}.json")


async def _answer_record(interaction: Interaction, table: Table | None) -> None:
    words = gettext(
        "The whole game, from the seed to the last move. Anyone can play it again and check it."
    )
    await answer(interaction, words, file=record_file(table))


async def _answer_scores(interaction: Interaction, view: View) -> None:
    page = ""
    for line in moves.score_sheet(view):
        if len(page) + len(line) >= CONTENT_CHARACTERS:
            await answer(interaction, page)
            page = ""
        page += f"{line}\n"
    await answer(interaction, page)


@on_press("more")
async def _press_more(press: Press) -> None:
    await defer_private(press.interaction)
    table = await table_of(press)
    view = public_view(table)
    target = Target(view.game_id, view.revision)
    buttons = [
        GameButton.make("Scores", "scores", target),
        GameButton.make("Rules", "rules", target),
    ]
    if table is not None and table.seat_of(press.interaction.user.id) is not None:
        if view.allows_hints:
            buttons.append(GameButton.make("Hint", "hint", target))
        buttons.append(GameButton.make("Undo", "undo", target))
        buttons.append(GameButton.make("Resign", "resignask", target, _layouts.DANGER))
    await answer(press.interaction, view=_layouts.layout(gettext("What would you like?"), buttons))


@on_press("scores")
async def _press_scores(press: Press) -> None:
    await defer_private(press.interaction)
    await _answer_scores(press.interaction, public_view(await table_of(press)))


@on_press("hint")
async def _press_hint(press: Press) -> None:
    await defer_private(press.interaction)
    user_id = press.interaction.user.id
    table, _, _ = turns.seated(await table_of(press), user_id)
    await answer(press.interaction, hints.hint_words(view_of(table, user_id)))


@on_press("record")
async def _press_record(press: Press) -> None:
    await defer_private(press.interaction)
    await _answer_record(press.interaction, await table_of(press))
