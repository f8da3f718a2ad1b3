"""A rematch: the players of a finished game are asked one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from playground.person import Person
from playground.things import Message
from qwirkle_bot.saved import Phase, Table
from tests.kit.acts import click, labels
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")


async def finished(scene: Scene, people: Sequence[Person], **options: str | int | bool) -> Message:
    """The last message of a game that is over."""
    await open_game(scene, people, channel=None, variant="sprint", **options)
    await play_typed(scene, people, chance_from(1))
    await scene.settled()
    over = scene.board_message()
    assert "Rematch" in labels(over)
    return over


async def test_a_rematch_asks_the_others_one_by_one(scene: Scene) -> None:
    people = scene.people(3)
    over = await finished(scene, people, time="1d", hints=True)
    first = await scene.table()

    await click(scene, people[1], over, "Rematch")

    lobby = scene.board_message()
    table = await scene.table()
    assert table.phase is Phase.LOBBY
    assert table.saved.options == first.saved.options
    assert [player.id for player in table.saved.players] == [people[1].id]
    assert sorted(lobby.mentions) == sorted([people[0].id, people[2].id])
    assert "Game over" in over.text
    await click(scene, people[0], lobby, "Join")
    assert (await scene.table()).phase is Phase.LOBBY
    await click(scene, people[2], lobby, "Join")
    assert (await scene.table()).phase is Phase.RUNNING


async def test_a_rematch_pressed_twice_is_one(scene: Scene) -> None:
    people = scene.people(2)
    over = await finished(scene, people)
    await click(scene, people[0], over, "Rematch")
    before = await scene.table()

    for person in people:
        reply = await person.click(over, "Rematch")
        await scene.settled()
        assert "next game already" in reply.text
        assert reply.ephemeral
    assert await scene.table() == before


async def test_two_rematches_at_once_are_one(scene: Scene) -> None:
    people = scene.people(2)
    over = await finished(scene, people)
    count = len(scene.public())

    replies = await asyncio.gather(*(person.click(over, "Rematch") for person in people))
    await scene.settled()

    assert (await scene.table()).phase is Phase.LOBBY
    assert len(scene.public()) == count + 1
    assert [reply.ephemeral for reply in replies].count(True) == 1


async def test_a_rematch_is_for_those_who_played(scene: Scene) -> None:
    *people, stranger = scene.people(3)
    over = await finished(scene, people)
    before = await scene.table()

    reply = await stranger.click(over, "Rematch")
    await scene.settled()

    assert reply.ephemeral
    assert "those who played" in reply.text
    assert await scene.table() == before


async def test_a_rematch_where_another_game_is_on_is_offered_a_thread(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    over = await finished(scene, [ann, bo])
    await open_game(scene, [cy, di])
    before = await scene.table()

    reply = await ann.click(over, "Rematch")
    assert reply.ephemeral
    await ann.click(reply.message, "Play in a new thread")
    await scene.settled()

    assert await scene.table() == before
    thread = scene.standin.channel("Qwirkle of Ann")
    table = await scene.table(thread)
    assert table.saved.invited == (bo.id,)


async def test_a_rematch_against_robots_begins_at_once(scene: Scene) -> None:
    [ann] = scene.people(1)
    await ann.slash("start", bots=1, level="easy", variant="sprint")
    await scene.settled()
    await ann.click((await ann.slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    over = scene.board_message()
    old = await scene.table()

    await click(scene, ann, over, "Rematch")

    table: Table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert table.saved.id != old.saved.id
    assert [player.level for player in table.saved.players] == [
        player.level for player in old.saved.players
    ]
