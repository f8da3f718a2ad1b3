"""What belongs to a person and not to a game: `/qwirkle settings`, `games`, `away` and `back`.

It also listens to every command and press that was answered: a game that a person's list misses is
added then, and whoever moved is back.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs import _layouts, _telling
from cogs._answers import DISCORD_FAULTS, answer, defer_private, in_time
from cogs._buttons import NO_GAME, GameButton, GameForm, GameSelect, Press, on_press, reading
from cogs._choices import OneOf
from cogs._games import OUTCOME
from cogs._groups import QWIRKLE
from qwirkle_bot.change import Outcome
from qwirkle_bot.clocks import deadline
from qwirkle_bot.engine.moves import Exchange, Pass, Place
from qwirkle_bot.errors import PlayerError, QwirkleError
from qwirkle_bot.game_index import index_entry
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import (
    change_settings,
    games_of,
    note_absence_everywhere,
    note_absences,
    settings_of,
)
from qwirkle_bot.people import (
    AWAY_AT_ONCE_DAYS,
    Away,
    QuietHours,
    Reminders,
    TileStyle,
    UserSettings,
    away_days_left,
    come_back,
    go_away,
    is_live,
    named_in,
    parse_quiet_hours,
)
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.words import people as words

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

AS_SERVER: Final = "server"
"""What stands for no tile style of one's own."""

TIME_CHARACTERS: Final = 5
ZONE_CHARACTERS: Final = 60
"""Room for the longest name of a time zone, which takes 32."""

log = logging.getLogger(__name__)


@QWIRKLE.command()
@app_commands.describe(
    reminders="How often you are reminded of your turn",
    quiet="When not to remind you, such as 22:00-07:00 Europe/Berlin, or off",
    dm="Whether you get a direct message when it is your turn",
)
async def settings(
    interaction: Interaction,
    reminders: app_commands.Transform[Reminders, OneOf(Reminders)] | None = None,
    quiet: str | None = None,
    dm: bool | None = None,
) -> None:
    """See and change your own settings."""
    await defer_private(interaction)
    changes: dict[str, object] = {}
    if reminders is not None:
        changes["reminders"] = reminders
    if quiet is not None:
        changes["quiet"] = parse_quiet_hours(quiet)
    if dm is not None:
        changes |= {"copies": dm, "copies_refused": False}
    await answer(interaction, view=await _changed_panel(interaction, **changes))


@QWIRKLE.command()
async def games(interaction: Interaction) -> None:
    """See the games you are in, yours to move first."""
    await defer_private(interaction)
    user_id, now = interaction.user.id, interaction.client.moment()
    games = [
        (table, deadline(table, now))
        for table in await games_of(interaction.client.store, user_id)
        if is_in(table, user_id)
    ]
    games.sort(key=partial(urgency, user_id=user_id))
    text = words.games_words(games, user_id, _layouts.LAYOUT_CHARACTERS)
    await answer(interaction, view=_layouts.layout(text))


@QWIRKLE.command()
@app_commands.describe(days="For how many days from now on")
async def away(
    interaction: Interaction, days: app_commands.Range[int, 1, AWAY_AT_ONCE_DAYS]
) -> None:
    """Stop your clock in all your games while you are away."""
    await defer_private(interaction)
    client, user_id = interaction.client, interaction.user.id
    now_ms = client.now_ms()
    change = partial(go_away, days=days, now_ms=now_ms)
    settings = await change_settings(client.store, user_id, change)
    absence = settings.absences[-1]
    noted, failed = await _note_absence(interaction, absence)
    left = away_days_left(settings, now_ms)
    await answer(interaction, words.away_words(absence.until_ms, len(noted), failed, left))
    await _tell_all(interaction, noted)


@QWIRKLE.command()
async def back(interaction: Interaction) -> None:
    """Be back before your time away is over."""
    await defer_private(interaction)
    await _come_back(interaction)


class People(commands.Cog):
    """Listens to what was answered."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client

    @commands.Cog.listener()
    async def on_answered(self, interaction: Interaction, table: Table | None) -> None:
        """Set right what follows from any command or press of a person."""
        self.client.hold_stop()
        try:
            await self._set_right(interaction, table)
        except (*DISCORD_FAULTS, QwirkleError) as error:
            log.warning("interaction %s: what follows from it waits: %s", interaction.id, error)

    async def _set_right(self, interaction: Interaction, table: Table | None) -> None:
        store, user_id = self.client.store, interaction.user.id
        settings = await settings_of(store, user_id)
        if settings.copies_refused:
            await change_settings(store, user_id, partial(_updated, {"copies_refused": False}))
            await answer(interaction, words.copies_refused())
        outcome: Outcome | None = interaction.extras.get(OUTCOME)
        is_away = settings.away_at(self.client.now_ms()) is not None
        if outcome and is_away and has_moved(outcome.table, user_id, outcome.moves_before):
            await _come_back(interaction)
        if table is None or not is_live(table):
            return
        if user_id in named_in(table.saved):
            await store.people.add_game(user_id, index_entry(table))
        began = outcome is not None and outcome.table.move_count == 0
        asked = named_in(table.saved) if began or table.move_count == 0 else {user_id}
        noted = await note_absences(store, table, asked, self.client.moment())
        if noted is not None:
            await _telling.tell_or_owe(interaction, noted)


def is_in(table: Table, user_id: int) -> bool:
    """Whether a person has something to do or to wait for in a game that is not over."""
    seat = table.seat_of(user_id)
    return seat is not None and (table.game is None or seat in table.game.playing)


def urgency(game: tuple[Table, int | None], user_id: int) -> tuple[int, float, int]:
    """Sorts a person's games: theirs to move, others' turns, lobbies; each by its deadline."""
    table, deadline_ms = game
    if table.phase is not Phase.RUNNING or table.game is None:
        rank = 2
    else:
        rank = 0 if table.mover(table.game).id == user_id else 1
    return rank, float("inf") if deadline_ms is None else deadline_ms, int(table.saved.id)


def has_moved(table: Table, user_id: int, since: int) -> bool:
    """Whether the last thing that somebody did in a game was this person's move.

    ``since``: how many moves are older than what is asked about.
    """
    if table.game is None:
        return False
    for turn in reversed(table.game.history[since:]):
        if not isinstance(turn.move, Pass):
            is_move = isinstance(turn.move, Place | Exchange)
            return is_move and turn.move.seat == table.seat_of(user_id)
    return False


def settings_panel(settings: UserSettings, now_ms: int) -> discord.ui.LayoutView:
    """The settings with what changes them."""
    reminders = [
        discord.SelectOption(
            label=words.reminders_words(choice), value=choice, default=choice is settings.reminders
        )
        for choice in Reminders
    ]
    styles = {AS_SERVER: None} | {style.value: style for style in TileStyle}
    tiles = [
        discord.SelectOption(
            label=words.tiles_words(style), value=name, default=style is settings.tiles
        )
        for name, style in styles.items()
    ]
    copies = "Stop direct messages" if settings.copies else "Send me direct messages"
    on_or_off = "off" if settings.copies else "on"
    buttons = [
        GameButton.make(copies, "copies", NO_GAME.with_detail(on_or_off)),
        GameButton.make("Quiet hours", "quiet", NO_GAME),
    ]
    if settings.quiet is not None:
        buttons.append(GameButton.make("No quiet hours", "quietoff", NO_GAME))
    return _layouts.layout(
        words.settings_words(settings, now_ms),
        GameSelect.make(gettext("Reminders"), "reminders", NO_GAME, reminders),
        GameSelect.make(gettext("Tiles"), "tilestyle", NO_GAME, tiles),
        buttons,
    )


def quiet_form(quiet: QuietHours | None) -> GameForm:
    """The form for quiet hours, filled in with those that there are."""
    form = GameForm.make(gettext("Quiet hours"), "quietset", NO_GAME)
    start, end, zone = (quiet.start, quiet.end, quiet.zone) if quiet else (None, None, None)
    for name, label, example, default, most in (
        ("start", gettext("From"), "22:00", start, TIME_CHARACTERS),
        ("end", gettext("Until"), "07:00", end, TIME_CHARACTERS),
        (
            "zone",
            gettext("Time zone, such as Europe/Berlin"),
            "Europe/Berlin",
            zone,
            ZONE_CHARACTERS,
        ),
    ):
        field = discord.ui.TextInput[GameForm](
            custom_id=name, placeholder=example, default=default, max_length=most
        )
        form.add_field(label, field)
    return form


def _updated(changes: dict[str, object], settings: UserSettings) -> UserSettings:
    return settings.model_copy(update=changes)


async def _changed_panel(interaction: Interaction, **changes: object) -> discord.ui.LayoutView:
    """The panel of the user's settings after some were changed, or as they are."""
    client, user_id = interaction.client, interaction.user.id
    settings = await change_settings(client.store, user_id, partial(_updated, changes))
    return settings_panel(settings, client.now_ms())


async def _redraw(press: Press, **changes: object) -> None:
    await press.interaction.response.defer()
    panel = await _changed_panel(press.interaction, **changes)
    await press.interaction.edit_original_response(view=panel)


@on_press("reminders")
async def _press_reminders(press: Press) -> None:
    with reading():
        (chosen,) = map(Reminders, press.values)
    await _redraw(press, reminders=chosen)


@on_press("tilestyle")
async def _press_tile_style(press: Press) -> None:
    with reading():
        (name,) = press.values
        style = None if name == AS_SERVER else TileStyle(name)
    await _redraw(press, tiles=style)


@on_press("copies")
async def _press_copies(press: Press) -> None:
    await _redraw(press, copies=press.target.detail == "on", copies_refused=False)


@on_press("quiet")
async def _press_quiet(press: Press) -> None:
    async with in_time(press.interaction):
        settings = await settings_of(press.interaction.client.store, press.interaction.user.id)
    await press.interaction.response.send_modal(quiet_form(settings.quiet))


@on_press("quietset")
async def _send_quiet(press: Press) -> None:
    with reading():
        start, end, zone = press.values
    await _redraw(press, quiet=parse_quiet_hours(f"{start}-{end} {zone}"))


@on_press("quietoff")
async def _press_quiet_off(press: Press) -> None:
    await _redraw(press, quiet=None)


async def _come_back(interaction: Interaction) -> None:
    """End the user's absence in all their games, and welcome them."""
    client, user_id = interaction.client, interaction.user.id
    if (await settings_of(client.store, user_id)).away_at(client.now_ms()) is None:
        raise PlayerError(gettext("You are not away. Your clocks run."))
    change = partial(come_back, now_ms=client.now_ms())
    noted, failed = await _note_absence(interaction, None)
    if not failed:
        await change_settings(client.store, user_id, change)
    await answer(interaction, words.back_words(failed))
    await _tell_all(interaction, noted)


async def _note_absence(
    interaction: Interaction, away: Away | None
) -> tuple[list[Table], list[Table]]:
    client = interaction.client
    noted, failed = await note_absence_everywhere(
        client.store,
        interaction.user.id,
        away,
        request_id=str(interaction.id),
        now=client.moment(),
    )
    return noted, [table for table, _ in failed]


async def _tell_all(interaction: Interaction, games: list[Table]) -> None:
    for table in games:
        await _telling.tell_or_owe(interaction, table)
