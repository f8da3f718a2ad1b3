"""Reminders, notices and questions of a bot that died between sending one and noting it."""

from __future__ import annotations

import pytest

from playground.things import Message
from qwirkle_bot.calendar import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS
from qwirkle_bot.duties import ABANDONED_MS, NOTICE_MS
from qwirkle_bot.keys import game_key
from tests.kit.acts import after_moves, labels, last_mover, slash
from tests.kit.bot import Scene
from tests.kit.players import open_game
from tests.kit.waking import clocks, let_pass, reminders, settle

pytestmark = pytest.mark.usefixtures("known_deal")

DOWN_MS = 10 * MINUTE_MS
"""Longer than Discord knows a nonce."""
FIELDS = ("told", "told_revision")


async def noted(scene: Scene) -> list[str]:
    """What is noted of the channel, to be put back by :func:`die_before_the_note`."""
    values = await scene.store._client.read("HMGET", game_key(scene.channel.id), *FIELDS)
    return [text for pair in zip(FIELDS, values, strict=True) for text in pair]


async def die_before_the_note(scene: Scene, note: list[str]) -> None:
    """Let the bot die as if it had noted no more than that, and another one start."""
    await beat(scene)
    await scene.stop_bot()
    await scene.store._client.read("HSET", game_key(scene.channel.id), *note)
    for message in scene.standin.world.messages.values():
        message.nonce = None
    scene.time.ms += DOWN_MS
    await scene.start_bot()
    await beat(scene)
    await scene.store.wake_all(scene.time.ms)
    await settle(scene)


async def beat(scene: Scene) -> None:
    (clock,) = clocks(scene)
    await clock.beat()


async def pass_alive(scene: Scene, ms: int) -> None:
    """Let time pass in which the bot is alive: long pauses between its beats do not count."""
    await let_pass(scene, ms)
    await beat(scene)
    await scene.store._client.read("DEL", "qwirkle:{outages}:gaps")
    await beat(scene)


async def test_a_reminder_is_sent_once_and_names_the_deadline_that_holds(scene: Scene) -> None:
    await open_game(scene, scene.people(2), time="1h")
    ends = scene.time.ms + 4 * HOUR_MS
    await beat(scene)
    await settle(scene)
    note = await noted(scene)
    await pass_alive(scene, HOUR_MS // 2)
    [sent] = reminders(scene)
    assert sent.mentions

    await die_before_the_note(scene, note)

    [found] = reminders(scene)
    assert found.id == sent.id
    assert f"<t:{(ends + DOWN_MS) // SECOND_MS}:R>" in found.text
    await let_pass(scene, HOUR_MS // 2)
    [following] = reminders(scene)
    assert following.id != sent.id


def notices(scene: Scene) -> list[Message]:
    return [m for m in scene.public() if "Nobody has played here" in m.text]


async def test_a_notice_is_sent_once_and_names_the_time_that_holds(scene: Scene) -> None:
    await open_game(scene, scene.people(2))
    closes = scene.time.ms + ABANDONED_MS
    await beat(scene)
    await pass_alive(scene, ABANDONED_MS - NOTICE_MS - DAY_MS)
    note = await noted(scene)
    await pass_alive(scene, DAY_MS)
    [sent] = notices(scene)

    await die_before_the_note(scene, note)
    [found] = notices(scene)
    assert found.id == sent.id
    assert f"<t:{(closes + DOWN_MS) // SECOND_MS}:R>" in found.text

    await die_before_the_note(scene, await noted(scene))
    assert [notice.id for notice in notices(scene)] == [sent.id]
    assert f"<t:{(closes + 2 * DOWN_MS) // SECOND_MS}:R>" in notices(scene)[0].text


async def test_an_undo_is_asked_once(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    await beat(scene)
    asker, [other] = await last_mover(scene, people)
    note = await noted(scene)
    await slash(scene, asker, "qwirkle undo")
    [asked] = questions(scene)
    assert asked.mentions == [other.id]

    await die_before_the_note(scene, note)

    assert [question.id for question in questions(scene)] == [asked.id]
    await other.click(asked, "Agree")
    await scene.settled()
    assert questions(scene) == []


def questions(scene: Scene) -> list[Message]:
    return [m for m in scene.public() if "Agree" in labels(m) and "My hand" not in labels(m)]
