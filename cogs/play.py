"""`/place`, `/exchange`, `/hand`, and the taps that do the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from cogs import _answers, _panel, _telling
from cogs._answers import answer, defer_private, redraw
from cogs._buttons import Press, on_press, reading
from cogs._choices import OneOf
from cogs._drawing import Look, own_look
from cogs._games import change, own_view, table_here, table_of
from cogs._groups import in_servers
from cogs._pages import Page
from qwirkle_bot import turns
from qwirkle_bot.change import Outcome
from qwirkle_bot.completion import Suggestion, suggest_cells, suggest_tiles
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.errors import AmbiguousPlacementError, PlayerError, QwirkleError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.notation import Direction
from qwirkle_bot.saved import Judge, SavedGame, Table
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


Choices: TypeAlias = list[app_commands.Choice[str]]


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
        direction: app_commands.Transform[Direction, OneOf(Direction)] | None = None,
    ) -> None:
        """Lay tiles from your hand on the board."""
        await defer_private(interaction)
        typed = Typed(tiles, at, direction)
        judge = partial(place_typed, user_id=interaction.user.id, typed=typed)
        try:
            outcome, look = await _change_and_look(interaction, judge)
        except AmbiguousPlacementError as question:
            view = own_view(await table_here(interaction), interaction)
            look = await own_look(interaction)
            page = _panel.which_placement(view, question.choices, look=look)
            await answer(interaction, view=page)
            return
        await answer(interaction, view=_panel_after(outcome, interaction, look))
        await _telling.tell_or_owe(interaction, outcome.table)

    @place.autocomplete("tiles")
    async def complete_tiles(self, interaction: Interaction, current: str) -> Choices:
        """Tiles of the user's own hand, the likely ones first."""
        return await _choices(interaction, lambda view: suggest_tiles(view, str(current)))

    @place.autocomplete("at")
    async def complete_at(self, interaction: Interaction, current: str) -> Choices:
        """The cells where the tiles typed so far are legal."""
        typed = interaction.namespace
        ways = {way.value: way for way in Direction}
        suggest = partial(
            suggest_cells,
            typed=str(current),
            tiles=str(typed.tiles or ""),
            direction=ways.get(str(typed.direction)),
        )
        return await _choices(interaction, suggest)

    @app_commands.command()
    @in_servers
    @app_commands.describe(tiles="The tiles to exchange: RC GX, or places: 2 5, or: all")
    async def exchange(self, interaction: Interaction, tiles: str) -> None:
        """Exchange tiles from your hand instead of laying any."""
        await defer_private(interaction)
        judge = partial(exchange_typed, user_id=interaction.user.id, text=tiles)
        outcome, look = await _change_and_look(interaction, judge)
        await answer(interaction, view=_panel_after(outcome, interaction, look))
        await _telling.tell_or_owe(interaction, outcome.table)

    @exchange.autocomplete("tiles")
    async def complete_exchange(self, interaction: Interaction, current: str) -> Choices:
        """Tiles of the user's own hand."""
        return await _choices(
            interaction, lambda view: suggest_tiles(view, str(current), for_exchange=True)
        )

    @app_commands.command()
    @in_servers
    async def hand(self, interaction: Interaction) -> None:
        """See your hand, and play from it by tapping."""
        await defer_private(interaction)
        table, look = await asyncio.gather(table_here(interaction), own_look(interaction))
        await answer(interaction, view=_panel.panel(own_view(table, interaction), look=look))


async def _choices(
    interaction: Interaction, suggest: Callable[[View], list[Suggestion]]
) -> Choices:
    """What a half-typed option may become, for whoever has a seat.

    What was typed is a text only if the client keeps to Discord's protocol.
    """
    try:
        found = suggest(own_view(await table_here(interaction), interaction))
    except QwirkleError:
        return []  # Whoever types is told what is wrong when they send it.
    return [app_commands.Choice(name=one.name, value=one.value) for one in found[:MOST_CHOICES]]


async def _change_and_look(interaction: Interaction, judge: Judge) -> tuple[Outcome, Look]:
    """Make a move, and find out meanwhile how its player likes the answer."""
    return await asyncio.gather(change(interaction, judge), own_look(interaction))


async def _view_and_look(press: Press) -> tuple[View, Look]:
    """The press's game as its user sees it, and how they like it."""
    table, look = await asyncio.gather(table_of(press), own_look(press.interaction))
    return own_view(table, press.interaction), look


def _panel_after(outcome: Outcome, interaction: Interaction, look: Look) -> Page:
    """The mover's hand afterwards, with what the move came to.

    Passes that it forced, even one's own, come after it and are told in the channel.
    """
    view = view_of(outcome.table, interaction.user.id)
    mine = (event for event in reversed(list(view.standing_turns())) if event.seat == view.seat)
    match next((event for event in mine if isinstance(event, Placed | Exchanged)), None):
        case Placed(_, _, score):
            return _panel.panel(view, f"**{score_words(score)}**", look=look)
        case Exchanged():
            return _panel.panel(view, gettext("**Exchanged.** Your new hand:"), look=look)
        case None:
            return _panel.panel(view, look=look)


async def _step(press: Press, draw: Callable[[View, Look], Page]) -> None:
    """Show the next step of a draft in its panel, or the present hand if it no longer fits."""
    await press.interaction.response.defer()
    table, look = await asyncio.gather(table_of(press), own_look(press.interaction))
    view = own_view(table, press.interaction)
    fits = view.is_my_turn and table is not None and table.still_shows(press.target.revision)
    page = draw(view, look) if fits else _panel.panel(view, gettext(MOVED_ON), look=look)
    await redraw(press.interaction, page)


async def _move(press: Press, judge: Judge) -> None:
    """Make the move of a panel, if the game is still the one that the panel shows."""
    interaction = press.interaction
    await interaction.response.defer()
    judge = turns.unchanged_since(press.target.game_id, press.target.revision, judge)
    try:
        outcome, look = await _change_and_look(interaction, judge)
    except PlayerError as error:
        note = _answers.sentence(interaction, error)
        view, look = await _view_and_look(press)
        await redraw(interaction, _panel.panel(view, note, look=look))
        return
    await redraw(interaction, _panel_after(outcome, interaction, look))
    await _telling.tell_or_owe(interaction, outcome.table)


def _picked(view: View, places: tuple[str, ...]) -> tuple[Tile, ...]:
    with reading():
        picked = dict(enumerate(view.hand or (), start=1))
        return tuple(picked[int(place)] for place in places)


@on_press("hand")
@on_press("place")
async def _press_hand(press: Press) -> None:
    await defer_private(press.interaction)
    view, look = await _view_and_look(press)
    await answer(press.interaction, view=_panel.panel(view, look=look))


@on_press("exchange")
async def _press_exchange(press: Press) -> None:
    await defer_private(press.interaction)
    view, look = await _view_and_look(press)
    await answer(press.interaction, view=_panel.exchange_picker(view, look=look))


@on_press("refresh")
async def _press_refresh(press: Press) -> None:
    await press.interaction.response.defer()
    view, look = await _view_and_look(press)
    await redraw(press.interaction, _panel.panel(view, look=look))


@on_press("pick")
async def _press_pick(press: Press) -> None:
    await _step(
        press, lambda view, look: _panel.spots(view, _picked(view, press.values), look=look)
    )


@on_press("spots")
async def _press_spots(press: Press) -> None:
    with reading():
        code, page_number = press.target.detail.split(".")
        page = int(page_number)
    tiles = _panel.read_tiles_code(code)
    await _step(press, lambda view, look: _panel.spots(view, tiles, page, look=look))


@on_press("spot")
async def _press_spot(press: Press) -> None:
    with reading():
        (code,) = press.values

    def draw(view: View, look: Look) -> Page:
        return _panel.preview(view, _panel.read_placement_code(view.board, code), look=look)

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
    await _step(press, lambda view, look: _panel.exchange_picker(view, look=look))


@on_press("swap")
async def _press_swap(press: Press) -> None:
    await _step(press, lambda view, _: _panel.exchange_preview(view, _picked(view, press.values)))


@on_press("swapdo")
async def _press_swap_do(press: Press) -> None:
    tiles = _panel.read_tiles_code(press.target.detail)
    user_id = press.interaction.user.id
    await _move(press, lambda table: turns.exchange(table, user_id, tiles))
