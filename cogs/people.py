"""What a person does about all their games at once: `/qwirkle games`, `away` and `back`.

It also listens to every command and press that was answered: a game that a person's list misses is
added then, and whoever moved is back.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs import _layouts, _telling
from cogs._answers import DISCORD_FAULTS, answer, defer_private
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
    UserSettings,
    away_days_left,
    come_back,
    go_away,
    is_live,
    named_in,
)
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.words import people as words

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

log = logging.getLogger(__name__)


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
            await change_settings(store, user_id, _told_of_refusal)
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


def _told_of_refusal(settings: UserSettings) -> UserSettings:
    return settings.model_copy(update={"copies_refused": False})


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
