"""Doing what is owed to a game, whatever it is; :mod:`qwirkle_bot.duties` says what that is.

The one entry point is :func:`do`. Whoever dies in the middle leaves it owed, and it is done again:
what is sent carries a nonce, and what changes the game a request id, so that neither is done twice.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs import _clearing, _layouts, _sending, _telling
from qwirkle_bot import overdue
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game
from qwirkle_bot.duties import (
    Close,
    Duty,
    LookForMover,
    NoteAbsence,
    PassStuck,
    Redraw,
    Remind,
    RobotMove,
    SkipTurn,
    Tell,
    WarnAbandoned,
)
from qwirkle_bot.errors import PlayerError
from qwirkle_bot.people import UserSettings
from qwirkle_bot.robot_turns import play_robot_turn
from qwirkle_bot.saved import Reminder, Table
from qwirkle_bot.words.clock import closing_notice, reminder_words
from qwirkle_bot.words.people import message_link

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

UNKNOWN_MEMBER: Final = 10007
"""Discord's code: no such person is on the server."""

log = logging.getLogger(__name__)


async def do(
    client: QwirkleClient, table: Table, duty: Duty, now: Moment, settings: UserSettings
) -> None:
    """Do a duty to a game.

    Raises:
        discord.HTTPException: Discord did not take it. It stays owed.
        QwirkleError: the store could not be asked, or the game could not be changed.
    """
    match duty:
        case Tell():
            await _telling.tell(client, table)
        case Redraw():
            await _telling.redraw(client, table)
        case Remind(reminder):
            await _remind(client, table, reminder)
        case WarnAbandoned(closes_ms):
            await _warn(client, table, closes_ms)
        case LookForMover():
            await _look_for(client, table, duty, now, settings)
        case SkipTurn() | PassStuck() | NoteAbsence() | Close():
            await _change(client, table, duty, now, settings)
        case RobotMove():
            outcome = await play_robot_turn(client.store, table, now)
            await _telling.tell(client, outcome.table)


async def _change(
    client: QwirkleClient, table: Table, duty: Duty, now: Moment, settings: UserSettings
) -> None:
    """Do a duty that changes the game, unless a move has come in the meantime."""
    judge = partial(overdue.do_duty, duty=duty, game_id=table.saved.id, now=now, settings=settings)
    name = type(duty).__name__.lower()
    try:
        outcome = await change_game(
            client.store,
            table.saved.channel_id,
            request_id=f"{name}:{table.saved.id}:{table.revision}",
            judge=judge,
            now=now,
            by=None,
        )
    except PlayerError as error:
        log.info("game %s: %s is not owed any more: %s", table.saved.id, name, error)
    else:
        await _telling.tell(client, outcome.table)


async def _remind(client: QwirkleClient, table: Table, reminder: Reminder) -> None:
    """Remind the player to move, in the place of the reminder before."""
    game, clock, told = table.game, table.saved.clock, table.told
    if game is None or clock is None or told is None:
        raise ValueError("nobody is to move")
    mover = table.mover(game)
    board = message_link(table.saved, told.message_id)
    with client.publicly(table.saved.guild_id):
        words = reminder_words(mover, reminder, clock.turn.began_ms, told.deadline_ms, board)
    reminder_id = await _sending.send_once(
        client,
        table,
        f"remind:{clock.turn.began_ms}:{reminder}",
        _layouts.reminder_layout(words, table),
        [mover.id],
        since_ms=clock.turn.began_ms,
    )
    note = told.model_copy(update={"reminded": reminder, "reminder_id": reminder_id})
    old_id = told.reminder_id
    if not await _telling.note_told(client, table, note):
        old_id = reminder_id  # The turn is over, so nobody needs it any more.
    if old_id is not None:
        await _clearing.delete(client, table, old_id)


async def _warn(client: QwirkleClient, table: Table, closes_ms: int) -> None:
    """Announce that the game will be closed."""
    if table.told is None:
        raise ValueError("the channel does not know of the game yet")
    with client.publicly(table.saved.guild_id):
        words = closing_notice(closes_ms)
    touched_ms = table.saved.touched_ms
    await _sending.send_once(
        client,
        table,
        f"closing:{touched_ms}",
        _layouts.layout(words),
        since_ms=touched_ms,
    )
    note = table.told.model_copy(update={"closing_ms": closes_ms})
    await _telling.note_told(client, table, note)


async def _look_for(
    client: QwirkleClient, table: Table, duty: LookForMover, now: Moment, settings: UserSettings
) -> None:
    """Look whether a player is still on the server, and note whether or not."""
    try:
        await client.http.get_member(table.saved.guild_id, duty.user_id)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MEMBER:
            raise
        await _change(client, table, duty, now, settings)
        return
    if table.told is not None:
        note = table.told.model_copy(update={"looked": True})
        await _telling.note_told(client, table, note)
