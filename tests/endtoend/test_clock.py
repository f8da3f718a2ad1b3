"""The clock through the stand-in: reminders, skips, idle players and games that nobody plays."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs._answers import ALREADY_ANSWERED
from cogs._duties import UNKNOWN_MEMBER
from cogs.clock import RETRY_MS
from playground.rest import Fault
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, SECOND_MS
from qwirkle_bot.clocks import GRACE_MS
from qwirkle_bot.duties import ABANDONED_MS, NOTICE_MS
from qwirkle_bot.keys import game_key
from qwirkle_bot.saved import Phase
from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
from tests.kit.players import open_game
from tests.kit.waking import (
    boards,
    labels,
    let_pass,
    mover_id,
    next_wake,
    reminders,
    settle,
    shown_deadline,
    skips,
)

TURN_MS = 4 * HOUR_MS
"""All the time of a seat's first turn at an hour a turn."""

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.fixture
async def two_bots(store: Store) -> AsyncIterator[Scene]:
    """A scene that two bots serve, each with a clock of its own."""
    async with scene_on(store, bots=2) as scene:
        yield scene


async def test_the_board_shows_the_deadline_that_is_enforced(scene: Scene) -> None:
    board = await open_game(scene, scene.people(2), time="1h")
    began = scene.time.ms

    assert shown_deadline(board) == (began + TURN_MS) // SECOND_MS
    await let_pass(scene, TURN_MS + GRACE_MS - 1)
    assert skips(await scene.table()) == []
    await let_pass(scene, 1)

    table = await scene.table()
    assert len(skips(table)) == 1
    [board] = boards(scene)
    assert "was skipped" in board.text
    assert board.mentions == [mover_id(table)]
    assert shown_deadline(board) == (scene.time.ms + TURN_MS) // SECOND_MS


async def test_reminders_replace_one_another_and_mention_the_mover_alone(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    table = await scene.table()
    ends = (scene.time.ms + TURN_MS) // SECOND_MS
    seen = []
    for wait in (30, 30, 172):
        await let_pass(scene, wait * 60 * SECOND_MS + 30 * SECOND_MS)
        [reminder] = reminders(scene)
        assert reminder.mentions == [mover_id(table)]
        assert f"<t:{ends}:R>" in reminder.text
        seen.append(reminder.text)
    assert len(set(seen)) == 3
    assert (await scene.table()).revision == table.revision

    await let_pass(scene, HOUR_MS)

    assert reminders(scene) == [] or reminders(scene)[0].text not in seen


async def test_a_game_in_which_nobody_moves_falls_asleep_and_is_closed(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    touched = scene.time.ms

    await let_pass(scene, 2 * DAY_MS)

    asleep = await scene.table()
    assert len(skips(asleep)) == 4
    assert "I'm back" in labels(scene.board_message())
    assert scene.board_message().text.count("idle") == 2
    assert shown_deadline(scene.board_message()) is None

    await let_pass(scene, touched + ABANDONED_MS - NOTICE_MS - scene.time.ms - 1)
    assert (await scene.table()) == asleep
    await let_pass(scene, 1)
    assert f"<t:{(touched + ABANDONED_MS) // SECOND_MS}:R>" in scene.board_message().text

    await let_pass(scene, NOTICE_MS)

    end = await scene.table()
    assert end.phase is Phase.CLOSED
    assert "nobody has played for 30 days" in scene.board_message().text
    assert [m for m in scene.public() if m.buttons] == []
    assert await next_wake(scene) is None


async def test_lobby_that_nobody_joins_closes_in_a_week(scene: Scene) -> None:
    (ann,) = scene.people(1)
    await ann.slash("start")

    await let_pass(scene, 7 * DAY_MS - 1)
    assert (await scene.table()).phase is Phase.LOBBY
    await let_pass(scene, 1)

    assert (await scene.table()).phase is Phase.CLOSED
    assert "closed" in scene.board_message().text


async def test_two_clocks_at_once_do_all_things_once(two_bots: Scene) -> None:
    scene = two_bots
    scene.expected.add(ALREADY_ANSWERED)  # Both take every press; one answers it.
    await open_game(scene, scene.people(2), time="1h")

    await let_pass(scene, 2 * DAY_MS)

    assert len(skips(await scene.table())) == 4
    sent = [m for m in scene.standin.world.messages.values() if m.channel_id == scene.channel.id]
    told = [m.nonce for m in sent if m.nonce is not None]
    assert len(told) == len(set(told))
    reminded = [m for m in sent if "To the board" in m.text]
    assert len(reminded) == 3 + 3 + 2 + 2  # Of the later turns there is no bank left.
    assert len(boards(scene)) == 1


async def test_reminder_whose_note_was_lost_is_not_sent_twice(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    await settle(scene)
    key = game_key(scene.channel.id)
    note = await scene.store._client.read("HGET", key, "told")
    await let_pass(scene, HOUR_MS // 2)
    sent = [m.id for m in reminders(scene)]

    await scene.store._client.read("HSET", key, "told", note)
    await scene.store.wake_all(scene.time.ms)
    await settle(scene)

    assert [m.id for m in reminders(scene)] == sent
    assert len(sent) == 1


async def test_quiet_this_turn_ends_reminders_and_not_the_turn(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    table = await scene.table()
    [mover] = [person for person in people if person.id == mover_id(table)]
    [other] = [person for person in people if person is not mover]
    await let_pass(scene, HOUR_MS // 2)
    [reminder] = reminders(scene)

    refused = await other.click(reminder, "Quiet this turn")
    assert "not your turn" in refused.text
    before = [m.id for m in scene.public()]
    reply = await mover.click(reminder, "Quiet this turn")
    assert reply.ephemeral
    await scene.settled()

    await let_pass(scene, TURN_MS - HOUR_MS // 2 + GRACE_MS - 1)
    assert [m.id for m in scene.public()] == before
    await let_pass(scene, 1)

    assert len(skips(await scene.table())) == 1
    assert reminders(scene) == []


async def test_back_from_being_idle_with_all_of_the_time(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    await let_pass(scene, 2 * DAY_MS)
    asleep = await scene.table()
    [mover] = [person for person in people if person.id == mover_id(asleep)]

    reply = await mover.click(scene.board_message(), "I'm back")
    assert reply.ephemeral
    await scene.settled()

    [board] = boards(scene)
    assert board.mentions == [mover.id]
    assert shown_deadline(board) == (scene.time.ms + HOUR_MS) // SECOND_MS
    assert skips(await scene.table()) == skips(asleep)


async def test_any_command_brings_an_idle_player_back(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    await let_pass(scene, 2 * DAY_MS)
    asleep = await scene.table()
    [other] = [person for person in people if person.id != mover_id(asleep)]

    await other.slash("place", tiles="1", at="N20")
    await scene.settled()
    await let_pass(scene, 10 * SECOND_MS)

    table = await scene.table()
    assert mover_id(table) == other.id
    assert len(skips(table)) == len(skips(asleep)) + 1
    assert shown_deadline(scene.board_message()) is not None


async def test_looking_at_the_hand_brings_an_idle_player_back(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    await let_pass(scene, 2 * DAY_MS)
    asleep = await scene.table()
    [mover] = [person for person in people if person.id == mover_id(asleep)]

    await mover.slash("hand")
    await scene.standin.until(lambda: shown_deadline(scene.board_message()) is not None)
    await scene.settled()

    assert mover_id(await scene.table()) == mover.id
    assert scene.board_message().text.count("idle") == 1


async def test_player_who_left_the_server_is_skipped_at_once(scene: Scene) -> None:
    people = scene.people(3)
    scene.expected.add(UNKNOWN_MEMBER)
    await open_game(scene, people)
    gone = mover_id(await scene.table())
    scene.standin.faults.append(
        Fault("GET", f"/members/{gone}$", 404, code=UNKNOWN_MEMBER, times=1)
    )

    await settle(scene)

    table = await scene.table()
    assert len(skips(table)) == 1
    assert mover_id(table) != gone
    assert "left the server" in scene.board_message().text


async def test_what_cannot_be_looked_up_delays_nothing_else(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    scene.expected.add(0)
    scene.standin.faults.append(Fault("GET", "/members/", 403, times=10_000))

    # Whatever minute the last try falls into, the skip comes when it is due.
    await let_pass(scene, HOUR_MS // 2)
    assert len(reminders(scene)) == 1
    await let_pass(scene, TURN_MS - HOUR_MS // 2 + GRACE_MS)

    assert len(skips(await scene.table())) == 1


async def test_one_game_that_fails_stops_no_other(scene: Scene) -> None:
    people = scene.people(2)
    there = scene.standin.channel("games")
    await open_game(scene, people, time="1h")
    await open_game(scene, people, time="1h", channel=there)
    scene.expected.add(50013)
    scene.standin.faults.append(
        Fault("POST", f"/channels/{scene.channel.id}/messages", 403, code=50013, times=3)
    )

    await let_pass(scene, TURN_MS + GRACE_MS)

    assert len(skips(await scene.table(there))) == 1
    await let_pass(scene, 4 * RETRY_MS)
    assert len(skips(await scene.table())) == 1
    assert len(boards(scene)) == 1
