"""A robot's turn: what the robot chooses goes through the same commit as a player's move."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

from qwirkle_bot import turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import Outcome, change_game
from qwirkle_bot.errors import TableError
from qwirkle_bot.robots.choice import choose_move
from qwirkle_bot.robots.knowledge import knowledge_of
from qwirkle_bot.saved import Table
from qwirkle_bot.store import Store


async def play_robot_turn(store: Store, table: Table, now: Moment) -> Outcome:
    """Let the robot to move take its turn, once for this revision however often it is asked.

    Raises:
        TableError: no robot is to move, or the game has moved on.
        StoreError: as :func:`qwirkle_bot.change.change_game` does.
    """
    level = table.mover(table.game).level if table.game else None
    if table.game is None or level is None:
        raise TableError("No robot is to move.")
    turn_id = f"{table.saved.id}:{table.revision}"
    # It may take a tenth of a second, and others are being answered meanwhile.
    chance = Random(turn_id)  # noqa: S311 - no secret hangs on it
    move = await asyncio.to_thread(choose_move, knowledge_of(table.game), level, chance)
    return await change_game(
        store,
        table.saved.channel_id,
        request_id=f"robot:{turn_id}",
        judge=partial(turns.play_robot, revision=table.revision, move=move),
        now=now,
        by=None,
    )
