"""`/place`, `/exchange`, `/hand`, and the taps that do the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs import _answers, _panel, _telling
from cogs._answers import answer, defer_private
from cogs._buttons import Press, on_press, reading
from cogs._games import change, own_view, table_here, table_of
from cogs._groups import in_servers
from cogs._layouts import TileNames
from qwirkle_bot import turns
from qwirkle_bot.change import Outcome
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.errors import AmbiguousPlacementError, PlayerError, QwirkleError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.notation import Direction, cell_name, parse_tiles
from qwirkle_bot.saved import Judge, SavedGame, Table
from qwirkle_bot.spots import starts_for
from qwirkle_bot.typed import Typed, exchange_typed, place_typed
from qwirkle_bot.views import Exchanged, Placed, View, view_of
from qwirkle_bot.words.moves import score_words

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

MOVED_ON: Final = gettext_noop(
    "The game has moved on since this was shown. Here is your hand as it is now."
)

MOST_CHOICES: Final = 25
"""Discord's limit for what an autocompletion offers."""


class Play(commands.Cog):
    """Taking turns."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client

    @app_commands.command()
    @in_servers
    @app_commands.describe(
        tiles="The tiles in order: RC RS, or places in your hand: 1 3, or words: red circle",
        at="The cell of the first tile, such as N20; not needed for the first move of a game",
        direction="Which way the next tiles go; may be left out where only one is legal",
    )
    async def place(
        self,
        interaction: Interaction,
        tiles: str,
        at: str | None = None,
        direction: Direction | None = None,
    ) -> None:
        """Lay tiles from your hand on the board."""
        await defer_private(interaction)
        typed = Typed(tiles, at, direction)
        names = interaction.client.tile_names
        user_id = interaction.user.id
        judge = partial(place_typed, user_id=user_id, typed=typed)
        try:
            outcome = await change(interaction, judge)
        except AmbiguousPlacementError as question:
            view = own_view(await table_here(interaction), interaction)
            await answer(
                interaction, view=_panel.which_placement(view, question.choices, names=names)
            )
            return
        await answer(interaction, view=_panel_after(outcome, interaction))
        await _telling.tell_or_owe(interaction, outcome.table)

    @place.autocomplete("at")
    async def complete_at(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The cells where the tiles typed so far are legal."""
        try:
            view = own_view(await table_here(interaction), interaction)
            tiles = parse_tiles(str(interaction.namespace.tiles or ""), view.hand or ())
            found = starts_for(view, tiles) if view.is_my_turn else []
        except QwirkleError:
            return []  # Whoever types is told what is wrong when they send it.
        names = dict.fromkeys(cell_name(placed[0][0]) for placed in found)
        typed = current.replace(" ", "").upper()
        return [
            app_commands.Choice(name=name, value=name) for name in names if name.startswith(typed)
        ][:MOST_CHOICES]

    @app_commands.command()
    @in_servers
    @app_commands.describe(tiles="The tiles to exchange: RC GX, or places: 2 5, or: all")
    async def exchange(self, interaction: Interaction, tiles: str) -> None:
        """Exchange tiles from your hand instead of laying any."""
        await defer_private(interaction)
        user_id = interaction.user.id
        outcome = await change(interaction, partial(exchange_typed, user_id=user_id, text=tiles))
        await answer(interaction, view=_panel_after(outcome, interaction))
        await _telling.tell_or_owe(interaction, outcome.table)

    @app_commands.command()
    @in_servers
    async def hand(self, interaction: Interaction) -> None:
        """See your hand, and play from it by tapping."""
        await defer_private(interaction)
        view = own_view(await table_here(interaction), interaction)
        await answer(interaction, view=_panel.panel(view, names=interaction.client.tile_names))


def _panel_after(outcome: Outcome, interaction: Interaction) -> discord.ui.LayoutView:
    """The mover's hand afterwards, with what the move came to.

    Passes that it forced, even one's own, come after it and are told in the channel.
    """
    view, names = view_of(outcome.table, interaction.user.id), interaction.client.tile_names
    mine = (event for event in reversed(list(view.standing_turns())) if event.seat == view.seat)
    match next((event for event in mine if isinstance(event, Placed | Exchanged)), None):
        case Placed(_, _, score):
            return _panel.panel(view, f"**{score_words(score)}**", names=names)
        case Exchanged():
            return _panel.panel(view, gettext("**Exchanged.** Your new hand:"), names=names)
        case None:
            return _panel.panel(view, names=names)


async def _step(press: Press, draw: Callable[[View, TileNames], discord.ui.LayoutView]) -> None:
    """Show the next step of a draft in its panel, or the present hand if it no longer fits."""
    await press.interaction.response.defer()
    table = await table_of(press)
    view = own_view(table, press.interaction)
    fits = view.is_my_turn and table is not None and table.still_shows(press.target.revision)
    names = press.interaction.client.tile_names
    layout = draw(view, names) if fits else _panel.panel(view, gettext(MOVED_ON), names=names)
    await press.interaction.edit_original_response(view=layout)


async def _move(press: Press, judge: Judge) -> None:
    """Make the move of a panel, if the game is still the one that the panel shows."""
    interaction = press.interaction
    await interaction.response.defer()
    judge = turns.unchanged_since(press.target.game_id, press.target.revision, judge)
    try:
        outcome = await change(interaction, judge)
    except PlayerError as error:
        note = _answers.sentence(interaction, error)
        view = own_view(await table_of(press), press.interaction)
        layout = _panel.panel(view, note, names=interaction.client.tile_names)
        await interaction.edit_original_response(view=layout)
        return
    await interaction.edit_original_response(view=_panel_after(outcome, interaction))
    await _telling.tell_or_owe(interaction, outcome.table)


def _picked(view: View, places: tuple[str, ...]) -> tuple[Tile, ...]:
    with reading():
        picked = dict(enumerate(view.hand or (), start=1))
        return tuple(picked[int(place)] for place in places)


@on_press("hand")
@on_press("place")
async def _press_hand(press: Press) -> None:
    await defer_private(press.interaction)
    view = own_view(await table_of(press), press.interaction)
    names = press.interaction.client.tile_names
    await answer(press.interaction, view=_panel.panel(view, names=names))


@on_press("exchange")
async def _press_exchange(press: Press) -> None:
    await defer_private(press.interaction)
    view = own_view(await table_of(press), press.interaction)
    names = press.interaction.client.tile_names
    await answer(press.interaction, view=_panel.exchange_picker(view, names=names))


@on_press("refresh")
async def _press_refresh(press: Press) -> None:
    await press.interaction.response.defer()
    view = own_view(await table_of(press), press.interaction)
    layout = _panel.panel(view, names=press.interaction.client.tile_names)
    await press.interaction.edit_original_response(view=layout)


@on_press("pick")
async def _press_pick(press: Press) -> None:
    await _step(
        press, lambda view, names: _panel.spots(view, _picked(view, press.values), names=names)
    )


@on_press("spots")
async def _press_spots(press: Press) -> None:
    with reading():
        code, page_number = press.target.detail.split(".")
        page = int(page_number)
    tiles = _panel.read_tiles_code(code)
    await _step(press, lambda view, names: _panel.spots(view, tiles, page, names=names))


@on_press("spot")
async def _press_spot(press: Press) -> None:
    with reading():
        (code,) = press.values

    def draw(view: View, names: TileNames) -> discord.ui.LayoutView:
        return _panel.preview(view, _panel.read_placement_code(view.board, code), names=names)

    await _step(press, draw)


@on_press("lay")
async def _press_lay(press: Press) -> None:
    user_id, code = press.interaction.user.id, press.target.detail

    def judge(table: Table | None) -> SavedGame:
        table, game, _ = turns.seated(table, user_id)
        return turns.place(table, user_id, _panel.read_placement_code(game.board, code))

    await _move(press, judge)


@on_press("swappick")
async def _press_swap_pick(press: Press) -> None:
    await _step(press, lambda view, names: _panel.exchange_picker(view, names=names))


@on_press("swap")
async def _press_swap(press: Press) -> None:
    await _step(press, lambda view, _: _panel.exchange_preview(view, _picked(view, press.values)))


@on_press("swapdo")
async def _press_swap_do(press: Press) -> None:
    tiles = _panel.read_tiles_code(press.target.detail)
    user_id = press.interaction.user.id
    await _move(press, lambda table: turns.exchange(table, user_id, tiles))
