"""Players who are away when a seat or a game comes to them: their clock stands all the same."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.lobby import Lobby
from cogs.play import Play
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, SECOND_MS
from qwirkle_bot.clocks import GRACE_MS
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.store import Store
from tests.kit.acts import boards, click, last_mover, slash, to_move
from tests.kit.bot import Scene, StillClock, scene_on
from tests.kit.players import open_game
from tests.kit.waking import let_pass, move_once, mover_id, shown_deadline, skips

pytestmark = pytest.mark.usefixtures("known_deal")

TURN_MS = 4 * HOUR_MS
"""All the time of a seat's first turn at an hour a turn."""


@pytest.fixture
async def deaf(store: Store) -> AsyncIterator[Scene]:
    """A bot that dies, as far as can be seen, before it sets right what follows from an answer."""
    async with scene_on(store, bots=0) as scene:
        await scene.start_bot(cogs=(Lobby, Play, StillClock))
        yield scene


async def test_a_seat_taken_over_by_someone_who_is_away_waits_for_them(scene: Scene) -> None:
    *people, newcomer = scene.people(3)
    await open_game(scene, people, time="1h")
    await move_once(scene, people)
    leaving, _ = await to_move(scene, people)
    await newcomer.slash("qwirkle away", days=2)
    back_ms = scene.time.ms + 2 * DAY_MS
    scene.time.ms += HOUR_MS
    await slash(scene, leaving, "qwirkle substitute", player=newcomer)

    await click(scene, newcomer, scene.board_message(), "Take the seat")

    [board] = boards(scene)
    assert shown_deadline(board) == (back_ms + TURN_MS) // SECOND_MS
    assert "away" in board.text
    await let_pass(scene, back_ms + TURN_MS + GRACE_MS - scene.time.ms - 1)
    assert skips(await scene.table()) == []
    await let_pass(scene, 1)
    assert len(skips(await scene.table())) == 1


async def test_a_game_that_a_robot_opens_at_once_waits_for_who_is_away(deaf: Scene) -> None:
    scene = deaf
    ann, bo = scene.people(2)
    reply = await ann.slash("start", seats=3, bots=1, level="easy", time="1h")
    await ann.slash("qwirkle away", days=2)
    back_ms = scene.time.ms + 2 * DAY_MS
    await bo.click(reply.message, "Join")
    await scene.settled()
    while mover_id(await scene.table()) != ann.id:
        await let_pass(scene, TURN_MS + GRACE_MS)

    await let_pass(scene, 0)

    assert shown_deadline(boards(scene)[0]) == (back_ms + TURN_MS) // SECOND_MS
    await let_pass(scene, TURN_MS + GRACE_MS)
    assert mover_id(await scene.table()) == ann.id


async def test_whoever_asks_to_take_their_last_move_back_stays_away(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await move_once(scene, people)
    asker, _ = await last_mover(scene, people)
    await asker.slash("qwirkle away", days=2)

    await slash(scene, asker, "qwirkle undo")

    assert (await settings_of(scene.store, asker.id)).away_at(scene.time.ms) is not None
