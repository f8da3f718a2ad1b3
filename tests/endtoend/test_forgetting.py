"""`/qwirkle privacy` through Discord: show, export, and a deletion that leaves nothing."""

from __future__ import annotations

import json

import pytest

from playground.person import Person, Reply
from qwirkle_bot.privacy import DELETED_NAME
from qwirkle_bot.record import verify_record
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed
from tests.kit.stored_games import everything

pytestmark = pytest.mark.usefixtures("known_deal")


async def a_finished_and_a_running_game(scene: Scene, people: list[Person]) -> None:
    """The finished one lies in #games, the running one in #general."""
    games = scene.standin.channel("games")
    await open_game(scene, people, channel=games, variant="sprint")
    await play_typed(scene, people, chance_from(1), channel=games)
    await people[0].slash("qwirkle settings", dm=True)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(2), turns=3)
    await scene.settled()


def exported(reply: Reply) -> dict[str, object]:
    [attachment] = reply.message.attachments
    document: dict[str, object] = json.loads(attachment.data)
    return document


@pytest.mark.parametrize("direct", [False, True], ids=["in a channel", "in a direct message"])
async def test_what_is_stored_is_told_in_words_and_in_private(scene: Scene, direct: bool) -> None:
    people = scene.people(2)
    await a_finished_and_a_running_game(scene, people)
    place = people[0].conversation() if direct else scene.channel

    reply = await people[0].slash("qwirkle privacy", action="show", channel=place)

    assert reply.ephemeral
    assert "Running games and lobbies**: 1" in reply.text
    assert "Finished games**: 1" in reply.text
    assert "365 days" in reply.text


async def test_the_export_has_ones_own_and_nothing_hidden(scene: Scene) -> None:
    people = scene.people(2)
    await a_finished_and_a_running_game(scene, people)

    reply = await people[0].slash("qwirkle privacy", action="export")

    assert reply.ephemeral
    document = exported(reply)
    assert document["user_id"] == str(people[0].id)
    finished, running = document["finished_games"], document["games"]
    assert isinstance(finished, list)
    assert isinstance(running, list)
    verify_record(json.dumps(finished[0]["record"]))
    table = await scene.table()
    assert table.game is not None
    assert table.saved.record is not None
    assert running[0]["hand"] == [str(tile) for tile in table.game.hands[0]]
    assert table.saved.record.seed not in json.dumps(running)
    assert str(people[1].id) not in json.dumps(document)


async def test_nothing_is_deleted_without_a_second_word(scene: Scene) -> None:
    people = scene.people(2)
    await a_finished_and_a_running_game(scene, people)
    before = await everything(scene.store)

    question = (await people[0].slash("qwirkle privacy", action="delete")).message
    assert question.ephemeral_to == people[0].id
    await people[0].click(question, "Keep it")
    await scene.settled()

    assert "Nothing was deleted" in question.text
    assert _without_requests(await everything(scene.store)) == _without_requests(before)


def _without_requests(text: str) -> list[str]:
    return [line for line in text.splitlines() if ":request:" not in line]


async def test_after_deletion_the_store_holds_neither_id_nor_name(scene: Scene) -> None:
    people = scene.people(3)
    await a_finished_and_a_running_game(scene, people)
    leaver, stays = people[0], people[1]
    before = await everything(scene.store)
    assert str(leaver.id) in before
    assert leaver.name in before

    question = (await leaver.slash("qwirkle privacy", action="delete")).message
    await leaver.click(question, "Delete everything")
    await scene.settled()

    after = await everything(scene.store)
    assert str(leaver.id) not in after
    assert leaver.name not in after
    assert str(stays.id) in after
    assert "is deleted" in question.text
    assert not question.buttons


async def test_the_game_goes_on_without_whoever_was_deleted(scene: Scene) -> None:
    people = scene.people(3)
    await open_game(scene, people)
    question = (await people[0].slash("qwirkle privacy", action="delete")).message
    await people[0].click(question, "Delete everything")
    await scene.settled()

    table = await scene.table()
    assert table.phase is Phase.RUNNING
    board = scene.board_message()
    assert DELETED_NAME in board.text
    assert people[0].name not in board.text.split()
    assert f"<@{people[0].id}>" not in board.text
    await play_typed(scene, people, chance_from(4))
    assert (await scene.table()).phase is Phase.OVER


async def test_a_lobby_is_left(scene: Scene) -> None:
    people = scene.people(2)
    await people[0].slash("start", seats=3)
    lobby = scene.board_message()
    await people[1].click(lobby, "Join")

    question = (await people[1].slash("qwirkle privacy", action="delete")).message
    await people[1].click(question, "Delete everything")
    await scene.settled()

    assert [player.name for player in (await scene.table()).saved.players] == [people[0].name]
    assert people[1].name not in lobby.text
