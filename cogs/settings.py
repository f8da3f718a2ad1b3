"""`/qwirkle settings`: what a person likes, changed by the command, by selects and by a form."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from cogs import _layouts
from cogs._answers import answer, defer_private, in_time
from cogs._buttons import NO_GAME, GameButton, GameForm, GameSelect, Press, on_press, reading
from cogs._choices import OneOf
from cogs._groups import QWIRKLE
from qwirkle_bot.languages import gettext
from qwirkle_bot.own_games import change_settings, settings_of
from qwirkle_bot.people import (
    QuietHours,
    Reminders,
    TileStyle,
    UserSettings,
    parse_quiet_hours,
    read_quiet_hours,
)
from qwirkle_bot.words import people as words

if TYPE_CHECKING:
    from cogs._client import Interaction

AS_SERVER: Final = "server"
"""What stands for no tile style of one's own."""

TIME_CHARACTERS: Final = 8
ZONE_CHARACTERS: Final = 60
"""Room for the longest name of a time zone, which takes 32."""


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
        changes |= _copies(interaction, wanted=dm)
    await answer(interaction, view=await _changed_panel(interaction, **changes))


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


def _copies(interaction: Interaction, *, wanted: bool) -> dict[str, object]:
    locale = str(interaction.locale) if wanted else None
    return {"copies": wanted, "copies_locale": locale, "copies_refused": False}


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
    await _redraw(press, **_copies(press.interaction, wanted=press.target.detail == "on"))


@on_press("quiet")
async def _press_quiet(press: Press) -> None:
    async with in_time(press.interaction):
        settings = await settings_of(press.interaction.client.store, press.interaction.user.id)
    await press.interaction.response.send_modal(quiet_form(settings.quiet))


@on_press("quietset")
async def _send_quiet(press: Press) -> None:
    with reading():
        start, end, zone = press.values
    await _redraw(press, quiet=read_quiet_hours(start, end, zone))


@on_press("quietoff")
async def _press_quiet_off(press: Press) -> None:
    await _redraw(press, quiet=None)
