"""Time that nobody could use, through the stand-in: it is credited, and the board says so."""

from __future__ import annotations

import pytest
from discord.ext.commands import Cog

from cogs._telling import UNKNOWN_MESSAGE
from cogs.clock import BEAT_MS, Clock
from cogs.lobby import Lobby
from cogs.play import Play
from playground import shapes
from qwirkle_bot.calendar import HOUR_MS, SECOND_MS, Gap
from qwirkle_bot.clocks import GRACE_MS, deadline
from qwirkle_bot.saved import TimeLimit
from tests.kit.bot import Scene
from tests.kit.players import open_game
from tests.kit.waking import (
    boards,
    clocks,
    let_pass,
    move_once,
    reminders,
    settle,
    shown_deadline,
    skips,
)

TURN_MS = 4 * HOUR_MS
"""All the time of a seat's first turn at an hour a turn."""

pytestmark = pytest.mark.usefixtures("known_deal")


async def test_time_in_which_the_bot_was_down_is_credited(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    began = scene.time.ms
    (clock,) = clocks(scene)
    await clock.beat()
    await let_pass(scene, HOUR_MS)
    await clock.beat()
    # Those hours without a beat were an outage by the book; forget it.
    await scene.store._client.read("DEL", "qwirkle:{outages}:gaps")

    await scene.stop_bot()
    scene.time.ms += 10 * HOUR_MS
    bot = await scene.start_bot()
    (clock,) = clocks(scene)
    await clock.beat()

    assert bot.outages.bot == (Gap(began + HOUR_MS, began + 11 * HOUR_MS),)
    assert deadline(await scene.table(), bot.moment()) == began + TURN_MS + 10 * HOUR_MS
    # Every game is looked at now, since the deadlines that were shown are wrong.
    await settle(scene)
    [board] = boards(scene)
    assert shown_deadline(board) == (began + TURN_MS + 10 * HOUR_MS) // SECOND_MS
    assert board.edited is not None
    await let_pass(scene, 2 * HOUR_MS)
    await move_once(scene, people)
    assert skips(await scene.table()) == []


async def test_reminder_goes_when_the_deadline_that_it_names_has_moved(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    (clock,) = clocks(scene)
    await let_pass(scene, HOUR_MS // 2)
    await clock.beat()
    assert len(reminders(scene)) == 1

    scene.time.ms += HOUR_MS // 4
    await clock.beat()
    await settle(scene)

    # The quarter of an hour did not count, so the half is over, and was said, as before.
    assert reminders(scene) == []
    await let_pass(scene, HOUR_MS // 2)
    [reminder] = reminders(scene)
    assert "your bank runs" in reminder.text


async def test_board_that_was_deleted_is_sent_anew_with_its_deadline(scene: Scene) -> None:
    board = await open_game(scene, scene.people(2), time="1h")
    await settle(scene)
    scene.expected.add(UNKNOWN_MESSAGE)
    scene.standin.world.delete(board)
    (clock,) = clocks(scene)
    await clock.beat()
    scene.time.ms += HOUR_MS
    ends = scene.time.ms + TURN_MS

    await clock.beat()
    await settle(scene)

    [new] = boards(scene)
    assert new.id != board.id
    assert shown_deadline(new) == ends // SECOND_MS


async def test_clock_runs_by_itself_and_knows_outages_before_the_first_command(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle_bot.clocks.LIMITS", {TimeLimit.TEN_MINUTES: 5 * SECOND_MS})
    await open_game(scene, scene.people(2), time="10m")
    (clock,) = clocks(scene)
    await clock.beat()
    await scene.stop_bot()
    scene.time.ms += HOUR_MS

    bot = await scene.start_bot(cogs=(Lobby, Play, Clock))

    assert bot.outages.bot == (Gap(scene.time.ms - HOUR_MS, scene.time.ms),)
    assert skips(await scene.table()) == []
    await bot.wait_until_ready()
    running = bot.get_cog("Clock")
    assert isinstance(running, Clock)
    for _ in range(0, 20 * SECOND_MS + GRACE_MS + 1, BEAT_MS):
        await running.beat()
        scene.time.ms += BEAT_MS
    await scene.standin.until(lambda: "was skipped" in scene.board_message().text)


async def test_nobody_is_too_late_while_it_is_not_known_how_long_the_bot_was_down(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle_bot.clocks.LIMITS", {TimeLimit.TEN_MINUTES: 5 * SECOND_MS})
    people = scene.people(2)
    await open_game(scene, people, time="10m")
    (clock,) = clocks(scene)
    while scene.time.ms + BEAT_MS < (deadline(await scene.table(), scene.bots[0].moment()) or 0):
        await clock.beat()
        scene.time.ms += BEAT_MS
    await clock.beat()
    with monkeypatch.context() as patch:
        patch.setattr(clock, "cog_unload", Cog.cog_unload.__get__(clock))  # It dies without a word.
        await scene.stop_bot()
    scene.time.ms += BEAT_MS + GRACE_MS

    await scene.start_bot(cogs=(Lobby, Play, Clock))
    await move_once(scene, people)

    table = await scene.table()
    assert table.move_count == 1
    assert skips(table) == []


async def test_a_restart_costs_nobody_a_second(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    began = scene.time.ms
    (clock,) = clocks(scene)
    await clock.beat()
    scene.time.ms += 2 * SECOND_MS
    await scene.stop_bot()
    scene.time.ms += 4 * SECOND_MS

    await scene.start_bot()
    (clock,) = clocks(scene)
    await clock.beat()
    await settle(scene)

    ends = began + TURN_MS + 4 * SECOND_MS
    assert deadline(await scene.table(), scene.bots[0].moment()) == ends
    assert shown_deadline(boards(scene)[0]) == ends // SECOND_MS


async def test_server_that_is_unavailable_costs_nobody_time(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    began = scene.time.ms
    (clock,), (bot,) = clocks(scene), scene.bots
    await settle(scene)
    guild = {"id": str(scene.standin.world.guild_id), "unavailable": True}
    unavailable = bot.wait_for("guild_unavailable", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_DELETE", guild)
    await unavailable
    await clock.note_servers()
    await clock.beat()

    scene.time.ms += 10 * HOUR_MS
    await clock.tick()
    assert skips(await scene.table()) == []

    available = bot.wait_for("guild_available", timeout=20)
    await scene.standin.gateway.dispatch_guild("GUILD_CREATE", shapes.guild(scene.standin.world))
    await available
    await clock.note_servers()
    await clock.beat()

    table = await scene.table()
    assert deadline(table, bot.moment()) == began + TURN_MS + 10 * HOUR_MS
