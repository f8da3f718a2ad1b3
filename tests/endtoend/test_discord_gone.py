"""Messages, channels, permissions, people, servers and connections that are gone, and come back."""

from __future__ import annotations

import asyncio

import pytest

from cogs._duties import UNKNOWN_MEMBER
from playground import permissions, shapes
from qwirkle_bot.clocks import deadline
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.outage_store import _GONE_KEY
from tests.kit.bot import Scene
from tests.kit.faults import (
    CATCHES_UP_MS,
    HOUR_MS,
    MINUTE_MS,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    UNKNOWN_MESSAGE,
    begin,
    boards,
    check_goes_on,
    check_shown_once,
    check_whole,
    exchange,
    fail,
    is_told,
    mover,
    thread_in,
)
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed
from tests.kit.waking import clocks, let_pass

pytestmark = pytest.mark.usefixtures("known_deal")


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


async def test_server_that_is_unavailable_between_two_beats_costs_no_time(scene: Scene) -> None:
    await begin(scene, time="1h")
    await let_pass(scene, 0)
    [bot] = scene.bots
    [clock] = clocks(scene)
    before = deadline(await scene.table(), bot.moment())
    assert before is not None
    guild = {"id": str(scene.standin.world.guild_id), "unavailable": True}
    gone = bot.wait_for("guild_unavailable", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_DELETE", guild)
    await gone
    await until_noted(scene, gone=True)
    scene.time.passes(4)

    back = bot.wait_for("guild_available", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_CREATE", shapes.guild(scene.standin.world))
    await back
    await until_noted(scene, gone=False)
    await clock.beat()

    assert deadline(await scene.table(), bot.moment()) == before + 4000


async def until_noted(scene: Scene, *, gone: bool) -> None:
    """Wait until the store knows whether a server is unavailable."""
    async with asyncio.timeout(20):
        while bool(await scene.store._client.read("HGETALL", _GONE_KEY)) != gone:
            pass


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
