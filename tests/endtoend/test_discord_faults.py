"""Discord refuses, loses and cuts; the game stays whole, play goes on, and nothing loops."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.clock import UNKNOWN_MEMBER
from playground import permissions, shapes
from playground.person import ApplicationDidNotRespond
from playground.rest import Fault
from playground.things import PUBLIC_THREAD, Channel
from qwirkle_bot.clocks import deadline
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.faults import (
    HOUR_MS,
    MINUTE_MS,
    begin,
    boards,
    check_goes_on,
    check_whole,
    exchange,
    is_told,
    mover,
    quick_retries,
    sends_to,
)
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed
from tests.kit.waking import clocks, let_pass

pytestmark = pytest.mark.usefixtures("known_deal")

SEND = r"^/channels/\d+/messages$"
EDIT = r"^/channels/\d+/messages/\d+$"
CALLBACK = r"^/interactions/\d+/.*/callback$"
ANSWER = r"^/webhooks/.*/messages/@original$"

NO_CODE = 0
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
TOO_MANY_EDITS = 30046

CATCHES_UP_MS = 20 * MINUTE_MS
"""Within this time after the last failure a channel is shown what it is owed."""


@pytest.fixture
def quick(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_retries(scene, monkeypatch)


def fail(scene: Scene, method: str, path: str, status: int, code: int = 0, **more: Any) -> Fault:  # noqa: ANN401 - any field of a fault
    """Let requests fail as the test means them to."""
    scene.expected.add(code)
    fault = Fault(method, path, status, code, **more)
    scene.standin.faults.append(fault)
    return fault


async def check_shown_once(scene: Scene, moves: int) -> None:
    """The game as it stands was shown, each move once, and only the newest board has buttons."""
    table = await scene.table()
    assert table.move_count == moves
    assert is_told(table)
    told = boards(scene.standin)
    assert len(told) == moves + 1
    assert [message.id for message in scene.public() if message.buttons] == [told[-1].id]


@pytest.mark.usefixtures("quick")
async def test_rate_limit_is_waited_for_and_costs_nothing(scene: Scene) -> None:
    people = await begin(scene)
    began = scene.time.ms
    fail(scene, "POST", SEND, 429, times=3, headers={"Retry-After": "2.5"})

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    assert scene.time.ms - began == 7_500
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_rate_limit_of_the_edge_is_not_fought(scene: Scene) -> None:
    """Without Via it comes from before Discord: the board waits for the clock."""
    people = await begin(scene)
    sent = sends_to(scene.standin, scene.channel)
    fail(scene, "POST", SEND, 429, headers={"Via": ""})

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    assert sends_to(scene.standin, scene.channel) == sent + 1
    assert not is_told(await scene.table())
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_rate_limit_of_an_hour_keeps_nobody_waiting(scene: Scene) -> None:
    people = await begin(scene)
    began = scene.time.ms
    fail(scene, "POST", SEND, 429, headers={"Retry-After": "3600"})

    await exchange(scene, people)

    assert scene.time.ms - began < MINUTE_MS
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("via", ["1.1 edge", ""], ids=["waited for", "raised"])
async def test_edits_that_are_too_many_cost_nothing_but_tidiness(scene: Scene, via: str) -> None:
    people = await begin(scene)
    fail(scene, "PATCH", EDIT, 429, TOO_MANY_EDITS, headers={"Via": via})

    await exchange(scene, people)

    table = await scene.table()
    assert is_told(table)
    assert "owed" not in " ".join(scene.log.own_lines())
    with_buttons = [m for m in boards(scene.standin) if m.buttons]
    assert len(with_buttons) == (1 if via else 2)
    assert with_buttons[-1] is boards(scene.standin)[-1]
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_lobby_that_may_not_be_edited_yet_is_edited_later(scene: Scene) -> None:
    lobby = (await scene.people(1)[0].slash("start", seats=2)).message
    fail(scene, "PATCH", EDIT, 429, TOO_MANY_EDITS, times=2, headers={"Via": ""})

    await let_pass(scene, 7 * 24 * HOUR_MS + CATCHES_UP_MS)

    assert (await scene.table()).phase is Phase.CLOSED
    assert lobby.buttons == []
    assert [message.id for message in scene.public()] == [lobby.id]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("after_effect", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("status", [500, 502, 503])
@pytest.mark.parametrize("times", [1, 5], ids=["once", "for long"])
async def test_send_that_fails_is_made_up_for_once(
    scene: Scene, status: int, after_effect: bool, times: int
) -> None:
    people = await begin(scene)
    fault = fail(scene, "POST", SEND, status, times=times, after_effect=after_effect)

    reply = await exchange(scene, people)
    await let_pass(scene, CATCHES_UP_MS)
    fault.times = 0

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.parametrize("after_effect", [False, True], ids=["before", "after"])
async def test_send_whose_connection_breaks_is_made_up_for_once(
    scene: Scene, after_effect: bool
) -> None:
    people = await begin(scene)
    fail(scene, "POST", SEND, 500, cut=True, times=2, after_effect=after_effect)

    reply = await exchange(scene, people)
    await let_pass(scene, CATCHES_UP_MS)

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("cut", [False, True], ids=["5xx", "cut"])
async def test_answer_that_fails_is_explained_and_the_move_counts(scene: Scene, cut: bool) -> None:
    people = await begin(scene)
    fail(scene, "PATCH", ANSWER, 502, times=1 if cut else 5, cut=cut)

    reply = await exchange(scene, people)

    assert reply.ephemeral
    assert "/hand" in reply.text
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("status", [500, 503])
async def test_promise_that_fails_is_given_again(scene: Scene, status: int) -> None:
    people = await begin(scene)
    fail(scene, "POST", CALLBACK, status)

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_promise_whose_connection_breaks_is_explained(scene: Scene) -> None:
    people = await begin(scene)
    fail(scene, "POST", CALLBACK, 500, cut=True)

    reply = await exchange(scene, people)

    assert reply.ephemeral
    assert "/hand" in reply.text
    await check_shown_once(scene, 1)
    await check_goes_on(scene, people)


@pytest.mark.parametrize(
    ("status", "code"), [(404, UNKNOWN_INTERACTION), (400, ALREADY_ANSWERED)], ids=str
)
async def test_command_that_nobody_waits_for_changes_nothing(
    scene: Scene, status: int, code: int
) -> None:
    people = await begin(scene)
    before = await scene.table()
    requests = len(scene.standin.requests)
    fail(scene, "POST", CALLBACK, status, code)
    person = await mover(scene, people)

    with pytest.raises(ApplicationDidNotRespond):
        await person.slash("exchange", tiles="1")
    await scene.settled()

    assert await scene.table() == before
    assert len(scene.standin.requests) == requests + 1
    await check_goes_on(scene, people)


async def test_command_that_is_delivered_twice_counts_once(scene: Scene) -> None:
    people = await begin(scene)
    scene.expected.add(ALREADY_ANSWERED)
    reply = await exchange(scene, people)

    await scene.standin.gateway.redeliver(reply)
    await people[0].slash("hand")  # Heard after the other, so that one has begun.
    await scene.settled()

    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


async def test_board_that_was_deleted_is_not_missed(scene: Scene) -> None:
    people = await begin(scene)
    scene.expected.add(UNKNOWN_MESSAGE)
    scene.standin.world.delete(boards(scene.standin)[-1])

    await check_goes_on(scene, people)


async def test_board_that_was_deleted_is_sent_anew_where_it_would_be_edited(scene: Scene) -> None:
    people = await begin(scene, time="1h")
    scene.expected.add(UNKNOWN_MESSAGE)
    scene.standin.world.delete(boards(scene.standin)[-1])
    shown = len(boards(scene.standin))

    await (await mover(scene, people)).slash("qwirkle away", days=2)
    await scene.settled()
    await let_pass(scene, CATCHES_UP_MS)

    table = await scene.table()
    assert is_told(table)
    assert len(boards(scene.standin)) == shown + 1
    newest = boards(scene.standin)[-1]
    assert table.told is not None
    assert table.told.message_id == newest.id
    assert newest.buttons
    await check_goes_on(scene, people)


@pytest.mark.parametrize(
    ("bits", "code"),
    [
        (permissions.VIEW_CHANNEL, MISSING_ACCESS),
        (permissions.SEND_MESSAGES, MISSING_PERMISSIONS),
    ],
    ids=["cannot see", "cannot write"],
)
async def test_permission_that_is_gone_is_said_and_the_board_follows(
    scene: Scene, bits: int, code: int
) -> None:
    people = await begin(scene)
    scene.expected.add(code)
    scene.channel.denied = bits

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    assert "may not post" in reply.text
    await let_pass(scene, HOUR_MS)
    assert not is_told(await scene.table())
    await check_whole(scene, people)

    scene.channel.denied = 0
    await let_pass(scene, CATCHES_UP_MS)
    assert is_told(await scene.table())
    assert len(boards(scene.standin)) == 3
    assert "exchanged 1 tile" in boards(scene.standin)[-1].text
    await check_goes_on(scene, people)


async def test_moves_that_were_made_unseen_are_told_together(scene: Scene) -> None:
    people = await begin(scene)
    scene.expected.add(MISSING_PERMISSIONS)
    scene.channel.denied = permissions.SEND_MESSAGES
    for _ in range(3):
        await exchange(scene, people)

    scene.channel.denied = 0
    await let_pass(scene, CATCHES_UP_MS)

    assert len(boards(scene.standin)) == 3
    assert boards(scene.standin)[-1].text.count("exchanged 1 tile") == 3
    await check_goes_on(scene, people)


def thread_in(scene: Scene) -> Channel:
    world = scene.standin.world
    thread = Channel(
        world.snowflakes.next(),
        "Qwirkle",
        type=PUBLIC_THREAD,
        parent_id=scene.channel.id,
        owner_id=world.bot.id,
    )
    world.add_channel(thread)
    return thread


async def test_archived_thread_is_woken_by_a_message(scene: Scene) -> None:
    """Edits fail there, so what would be an edit is a message."""
    thread = thread_in(scene)
    people = await begin(scene, channel=thread, time="1d")
    scene.expected.add(THREAD_ARCHIVED)
    thread.archived = True
    shown = len(boards(scene.standin, thread))

    away = await mover(scene, people, thread)
    await away.slash("qwirkle away", days=2, channel=scene.channel)
    await scene.settled()
    await let_pass(scene, CATCHES_UP_MS)

    table = await scene.table(thread)
    assert is_told(table)
    assert not thread.archived
    assert len(boards(scene.standin, thread)) == shown + 1
    assert [m.id for m in scene.public(thread) if m.buttons] == [
        boards(scene.standin, thread)[-1].id
    ]
    await check_goes_on(scene, people, thread)


async def test_player_who_left_is_idle_on_their_turn_and_that_is_said(scene: Scene) -> None:
    people = await begin(scene, players=3)
    gone = await mover(scene, people)
    fail(scene, "GET", rf"^/guilds/\d+/members/{gone.id}$", 404, UNKNOWN_MEMBER, times=99)

    await let_pass(scene, MINUTE_MS)

    game = await scene.game()
    assert isinstance(game.history[-1].move, Skip)
    assert people[game.history[-1].move.seat] is gone
    text = boards(scene.standin)[-1].text
    assert gone.name in text
    assert "left the server" in text
    rest = [person for person in people if person is not gone]
    for _ in range(2):
        assert await mover(scene, people) in rest
        await exchange(scene, people)
    assert is_told(await scene.table())


async def test_closed_direct_messages_stop_nothing(scene: Scene) -> None:
    scene.expected.add(50007)
    people = scene.people(2)
    for person in people:
        await person.slash("qwirkle settings", dm=True)
        scene.standin.world.refuses_dms.add(person.id)
    await open_game(scene, people)

    await play_typed(scene, people, chance_from(1), turns=1)
    for _ in range(3):
        await check_goes_on(scene, people)
    refused = [r for r in scene.standin.requests if r.error and r.error["code"] == 50007]
    assert len(refused) == 2


async def test_server_that_is_unavailable_costs_no_time(scene: Scene) -> None:
    people = await begin(scene, time="1h")
    await let_pass(scene, 0)
    [bot] = scene.bots
    [clock] = clocks(scene)
    before = deadline(await scene.table(), bot.moment())
    assert before is not None
    guild = {"id": str(scene.standin.world.guild_id), "unavailable": True}
    gone = bot.wait_for("guild_unavailable", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_DELETE", guild)
    await gone
    await clock.note_servers()
    await clock.beat()
    requests = len(scene.standin.requests)

    await let_pass(scene, 2 * HOUR_MS)

    assert len(scene.standin.requests) == requests
    back = bot.wait_for("guild_available", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_CREATE", shapes.guild(scene.standin.world))
    await back
    await clock.note_servers()
    await clock.beat()
    await let_pass(scene, CATCHES_UP_MS)
    table = await scene.table()
    assert deadline(table, bot.moment()) == before + 2 * HOUR_MS
    await check_goes_on(scene, people)


async def test_command_given_while_the_gateway_was_dropped_is_answered_after(scene: Scene) -> None:
    people = await begin(scene)
    [bot] = scene.bots
    resumed = bot.wait_for("shard_resumed", timeout=20)

    await scene.standin.gateway.drop_all()
    reply = await exchange(scene, people)
    await resumed

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)
