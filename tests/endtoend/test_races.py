from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest

from cogs import _telling
from cogs._client import QwirkleClient
from cogs.clock import Clock
from playground.person import Person
from playground.rest import Fault
from playground.wire import JsonObject
from qwirkle_bot.calendar import Moment
from qwirkle_bot.duties import is_untold
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.notation import Direction, cell_name
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.store import Store
from tests.kit.bot import Scene, scene_on
from tests.kit.games import chance_from
from tests.kit.players import mover_of, open_game, play_tapped, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

ALREADY_ANSWERED = 40060
MISSING_PERMISSIONS = 50013
PATIENCE_SECONDS = 20


@pytest.fixture
async def twins(store: Store) -> AsyncIterator[Scene]:
    """Two bots with one token on one store: both get every interaction."""
    async with scene_on(store, bots=2) as scene:
        scene.expected.add(ALREADY_ANSWERED)
        yield scene


async def begun(scene: Scene, players: int = 2) -> tuple[list[Person], Person]:
    people = scene.people(players)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=2)
    return people, mover_of(await scene.game(), people, pairs=False)


def a_move(game: Game) -> dict[str, Any]:
    """The options of a `/place` that is legal now."""
    spot = max(legal_placements(game.board, game.hands[game.turn]), key=lambda s: len(s.tiles))
    laid = sorted(spot.tiles)
    down = len(laid) > 1 and laid[0][0][0] == laid[1][0][0]
    return {
        "tiles": " ".join(str(tile) for _, tile in laid),
        "at": cell_name(laid[0][0]),
        "direction": Direction.DOWN if down else Direction.RIGHT,
    }


async def check_one_board_each(scene: Scene) -> None:
    """Every revision was shown once, in order, and only the newest shows buttons."""
    await scene.settled()
    boards = [m for m in scene.public() if m.nonce is not None]
    revisions = [int(str(m.nonce).split(":")[1]) for m in boards]
    assert revisions == sorted(set(revisions))
    assert revisions[-1] == (await scene.table()).revision
    assert [m.id for m in scene.public() if m.buttons] == [boards[-1].id]


async def test_a_board_that_is_late_does_not_stay_beneath_the_newer_one(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, mover = await begun(scene)
    newer_is_noted, send, sent = asyncio.Event(), _telling._send, count()

    async def send_late(client: QwirkleClient, table: Table, now: Moment) -> int:
        if next(sent) == 0:
            await newer_is_noted.wait()
        return await send(client, table, now)

    monkeypatch.setattr(_telling, "_send", send_late)
    await mover.slash("exchange", tiles="1")
    await mover_of(await scene.game(), people, pairs=False).slash("exchange", tiles="1")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while is_untold(await scene.table()):
            pass
    newer_is_noted.set()
    await check_one_board_each(scene)

    assert next(sent) == 2
    assert scene.board_message().text.count("exchanged 1 tile") == 2


async def test_a_command_that_is_delivered_twice_counts_once(scene: Scene) -> None:
    _, mover = await begun(scene)
    scene.expected.add(ALREADY_ANSWERED)
    game = await scene.game()

    reply = await mover.slash("place", **a_move(game))
    await scene.settled()
    after = await scene.table()
    await scene.standin.gateway.redeliver(reply)
    await asyncio.gather(*(scene.standin.gateway.redeliver(reply) for _ in range(3)))
    await heard(scene)

    assert await scene.table() == after
    assert len((await scene.game()).history) == len(game.history) + 1
    await check_one_board_each(scene)


async def heard(scene: Scene) -> None:
    """Wait until every bot has taken what was sent to it before."""
    _, *others = scene.people()
    await others[-1].slash("qwirkle rules")
    await scene.settled()


async def test_a_game_in_which_all_is_delivered_twice_at_once(scene: Scene) -> None:
    scene.expected.add(ALREADY_ANSWERED)
    deliver = scene.standin.interactions._deliver

    async def deliver_twice(payload: JsonObject, guild_id: int | None) -> None:
        await deliver(payload, guild_id)
        await deliver(payload, guild_id)

    scene.standin.interactions._deliver = deliver_twice
    people = scene.people(2)
    await open_game(scene, people, variant="sprint")

    await play_tapped(scene, people, chance_from(1), turns=6)
    await play_typed(scene, people, chance_from(2))

    assert len((await scene.game()).history) == 12
    await check_one_board_each(scene)


async def test_confirm_pressed_twice_at_once_counts_once(scene: Scene) -> None:
    _, mover = await begun(scene)
    game = await scene.game()
    panel = (await mover.click(scene.board_message(), "Exchange")).message
    await mover.choose(panel, "1")

    replies = await asyncio.gather(mover.click(panel, "Confirm"), mover.click(panel, "Confirm"))
    await scene.settled()

    assert len((await scene.game()).history) == len(game.history) + 1
    assert all(reply.message is panel for reply in replies)
    await check_one_board_each(scene)


async def test_commands_given_twice_at_once_count_once(scene: Scene) -> None:
    _, mover = await begun(scene)
    game = await scene.game()

    replies = await asyncio.gather(*(mover.slash("place", **a_move(game)) for _ in range(4)))
    await scene.settled()

    assert len((await scene.game()).history) == len(game.history) + 1
    told = [reply.text for reply in replies]
    assert sum("to move" in text and "Your hand" not in text for text in told) == 3
    await check_one_board_each(scene)


async def test_two_people_at_once_make_one_move(scene: Scene) -> None:
    people, mover = await begun(scene, 3)
    game = await scene.game()

    await asyncio.gather(
        *(person.slash("place", **a_move(game)) for person in people),
        *(person.slash("exchange", tiles="1") for person in people),
    )
    await scene.settled()

    after = await scene.game()
    assert len(after.history) >= len(game.history) + 1
    assert after.history[len(game.history)].move.seat == people.index(mover)
    seats = [turn.move.seat for turn in after.history[len(game.history) :]]
    assert seats == [(game.turn + n) % 3 for n in range(len(seats))]
    await check_one_board_each(scene)


async def test_all_join_at_once(scene: Scene) -> None:
    ann, *others = scene.people()
    lobby = (await ann.slash("start", seats=3)).message

    replies = await asyncio.gather(*(person.click(lobby, "Join") for person in others))
    await scene.settled()

    table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert len(table.saved.players) == 3
    refused = [reply for reply in replies if any(m.ephemeral_to for m in reply.messages)]
    assert len(refused) == 1
    assert len(scene.public()) == 2
    assert lobby.buttons == []
    assert "has begun" in lobby.text


async def test_all_join_and_leave_at_once_and_the_lobby_is_right(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    lobby = (await ann.slash("start", seats=4)).message
    await bo.click(lobby, "Join")

    await asyncio.gather(bo.click(lobby, "Leave"), cy.click(lobby, "Join"), di.click(lobby, "Join"))
    await scene.settled()

    table = await scene.table()
    assert {p.id for p in table.saved.players} == {ann.id, cy.id, di.id}
    assert table.told is not None
    assert table.told.revision == table.revision
    for name in ("Ann", "Cy", "Di"):
        assert name in lobby.text
    assert "Bo" not in lobby.text
    assert len(scene.public()) == 1


async def test_two_lobbies_at_once_are_one(scene: Scene) -> None:
    ann, bo, *_ = scene.people()

    replies = await asyncio.gather(ann.slash("start"), bo.slash("start"))
    await scene.settled()

    assert [bool(m.buttons) for m in scene.public()] == [True]
    refused = next(r for r in replies if "At the table" not in r.text)
    assert refused.messages[-1].ephemeral_to is not None
    assert "already" in refused.text or "game is on" in refused.text


async def test_two_bots_at_once_play_one_game(twins: Scene) -> None:
    people = twins.people(2)
    await open_game(twins, people, variant="sprint")

    turns = await play_typed(twins, people, chance_from(1))

    assert turns == 12
    assert len((await twins.game()).history) == 12
    await check_one_board_each(twins)


async def test_two_bots_at_once_take_each_press_once(twins: Scene) -> None:
    _, mover = await begun(twins)
    game = await twins.game()
    panel = (await mover.click(twins.board_message(), "Exchange")).message
    await mover.choose(panel, "1")

    await asyncio.gather(*(mover.click(panel, "Confirm") for _ in range(3)))
    await twins.settled()

    assert len((await twins.game()).history) == len(game.history) + 1
    await check_one_board_each(twins)


async def test_two_bots_at_once_see_to_a_debt_once(twins: Scene) -> None:
    _, mover = await begun(twins)
    twins.expected.add(MISSING_PERMISSIONS)
    twins.standin.faults.append(Fault("POST", r"/channels/\d+/messages$", 403, MISSING_PERMISSIONS))
    reply = await mover.slash("exchange", tiles="1")
    await twins.settled()
    assert "Exchanged" in reply.text
    assert "may not post" in reply.text

    twins.time.passes(60)
    await asyncio.gather(*(clock.tick() for clock in 2 * [clock_of(bot) for bot in twins.bots]))

    await check_one_board_each(twins)
    assert "exchanged 1 tile" in twins.board_message().text


def clock_of(bot: QwirkleClient) -> Clock:
    clock = bot.get_cog("StillClock")
    assert isinstance(clock, Clock)
    return clock
