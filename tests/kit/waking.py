"""The bot's clock in a scene: time passes, and it wakes when it said that it would.

The entry point is :func:`let_pass`.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from cogs.clock import Clock
from playground.person import Person
from playground.things import Message
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.keys import BUCKETS, due_key
from qwirkle_bot.saved import Table
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import chosen_move, type_move


def clocks(scene: Scene) -> list[Clock]:
    """The clocks of all its bots."""
    found = [bot.get_cog("StillClock") for bot in scene.bots]
    return [clock for clock in found if isinstance(clock, Clock)]


_FIRST_WAKES: Final = """
local scores = {}
for _, key in ipairs(KEYS) do
    scores[#scores + 1] = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
end
return scores
"""


async def next_wake(scene: Scene) -> int | None:
    """When the store says that a game is due next."""
    keys = [due_key(bucket) for bucket in range(BUCKETS)]
    scores = await scene.store._client.read("EVAL", _FIRST_WAKES, str(len(keys)), *keys)
    return int(min(map(float, scores))) if scores else None


async def settle(scene: Scene) -> None:
    """Let the clocks see to all that is due now."""
    while (wake := await next_wake(scene)) is not None and wake <= scene.time.ms:
        await asyncio.gather(*(clock.tick() for clock in clocks(scene)))


async def let_pass(scene: Scene, ms: int) -> None:
    """Let time pass, stopping wherever the bot wants to be woken."""
    ends = scene.time.ms + ms
    await settle(scene)
    while (wake := await next_wake(scene)) is not None and wake <= ends:
        scene.time.ms = max(scene.time.ms, wake)
        await settle(scene)
    scene.time.ms = ends


def shown_deadline(message: Message) -> int | None:
    """The deadline that a board shows, in Unix seconds."""
    found = re.search(r"Your time ends <t:(\d+):R>", message.text)
    return int(found[1]) if found else None


def labels(message: Message) -> list[str]:
    return [label for label, _, _ in message.buttons]


def reminders(scene: Scene) -> list[Message]:
    return [m for m in scene.public() if "Quiet this turn" in labels(m)]


def boards(scene: Scene) -> list[Message]:
    """The messages that carry the buttons of the game."""
    return [m for m in scene.public() if "My hand" in labels(m)]


async def move_once(scene: Scene, people: list[Person]) -> None:
    """Let the one whose turn it is make a move."""
    game = await scene.game()
    chance = chance_from(1)
    await type_move(people[game.turn], game, chosen_move(game, chance), chance)
    await scene.settled()


def skips(table: Table) -> list[int]:
    """The seats that were skipped, in order."""
    assert table.game is not None
    return [turn.move.seat for turn in table.game.history if isinstance(turn.move, Skip)]


def mover_id(table: Table) -> int:
    assert table.game is not None
    return table.mover(table.game).id
