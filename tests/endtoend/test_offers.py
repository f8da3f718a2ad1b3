"""Offers of a seat, beside boards that are owed and seats that change hands in between."""

from __future__ import annotations

import pytest

from playground import permissions
from qwirkle_bot.calendar import DAY_MS, MINUTE_MS, SECOND_MS
from qwirkle_bot.offers import OFFER_DAYS
from tests.kit.acts import boards, click, labels, slash
from tests.kit.bot import Scene, as_it_was, custom_id, press
from tests.kit.players import open_game
from tests.kit.waking import let_pass, move_once

pytestmark = pytest.mark.usefixtures("known_deal")

MISSING_PERMISSIONS = 50013

OFFERED = ["Take the seat", "Decline"]


async def test_an_offer_is_not_taken_for_the_board_that_is_owed(scene: Scene) -> None:
    ann, bo, cy = scene.people(3)
    await open_game(scene, [ann, bo])
    await move_once(scene, [ann, bo])
    scene.expected.add(MISSING_PERMISSIONS)
    scene.channel.denied = permissions.SEND_MESSAGES
    await move_once(scene, [ann, bo])
    await let_pass(scene, 4 * MINUTE_MS)
    scene.channel.denied = 0
    await slash(scene, ann, "qwirkle substitute", player=cy)

    await let_pass(scene, 20 * MINUTE_MS)

    [offer] = [message for message in scene.public() if labels(message) == OFFERED]
    table = await scene.table()
    [board] = boards(scene)
    assert board.id > offer.id
    assert table.told is not None
    assert (table.told.message_id, table.told.revision) == (board.id, table.revision)


async def test_an_offer_keeps_its_buttons_when_boards_are_told_late(scene: Scene) -> None:
    ann, bo, cy = scene.people(3)
    await open_game(scene, [ann, bo])
    await move_once(scene, [ann, bo])
    await slash(scene, ann, "qwirkle substitute", player=cy)
    offer = scene.board_message()
    scene.expected.add(MISSING_PERMISSIONS)
    scene.channel.denied = permissions.SEND_MESSAGES
    await move_once(scene, [ann, bo])
    await move_once(scene, [ann, bo])
    scene.channel.denied = 0

    await let_pass(scene, 20 * MINUTE_MS)

    [board] = boards(scene)
    assert board.id > offer.id
    assert labels(offer) == OFFERED


async def test_an_old_offer_takes_nothing_from_who_came_back_to_the_very_seat(
    scene: Scene,
) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [ann, bo])
    await slash(scene, ann, "qwirkle substitute", player=cy)
    old = as_it_was(scene.board_message())
    await click(scene, ann, scene.board_message(), "Decline")
    await slash(scene, ann, "qwirkle substitute", player=di)
    await click(scene, di, scene.board_message(), "Take the seat")
    await slash(scene, di, "qwirkle substitute", player=ann)
    await click(scene, ann, scene.board_message(), "Take the seat")
    before = await scene.table()
    assert [player.id for player in before.saved.players] == [ann.id, bo.id]

    reply = await press(scene, cy, old, custom_id(old, "Take the seat"))

    assert "settled" in reply.text
    assert await scene.table() == before


async def test_one_seat_is_on_offer_once_whoever_offers_it(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [ann, bo])
    await slash(scene, ann, "qwirkle substitute", player=cy)
    offer, said = scene.board_message(), len(scene.public())
    before = await scene.table()

    told = await slash(scene, ann, "qwirkle-admin replace", player=ann, newcomer=di)
    assert "offered already" in told
    second = await ann.slash("qwirkle substitute", player=di)
    assert "offered already" in second.text
    assert len(scene.public()) == said
    assert await scene.table() == before

    await click(scene, ann, second.message, "Withdraw the offer")
    assert f"{ann.name} withdrew" in offer.text
    assert labels(offer) == []
    await slash(scene, ann, "qwirkle substitute", player=di)
    assert scene.board_message().mentions == [di.id]


async def test_an_offer_that_could_not_be_sent_is_none(scene: Scene) -> None:
    ann, bo, cy = scene.people(3)
    await open_game(scene, [ann, bo])
    scene.expected.add(MISSING_PERMISSIONS)
    scene.channel.denied = permissions.SEND_MESSAGES
    assert "does not let the bot" in await slash(scene, ann, "qwirkle substitute", player=cy)
    scene.channel.denied = 0

    await slash(scene, ann, "qwirkle substitute", player=cy)

    assert labels(scene.board_message()) == OFFERED


@pytest.mark.parametrize("late_ms", [-SECOND_MS, SECOND_MS], ids=["in time", "too late"])
async def test_an_offer_lapses_after_a_week(scene: Scene, late_ms: int) -> None:
    ann, bo, cy = scene.people(3)
    await open_game(scene, [ann, bo])
    await slash(scene, ann, "qwirkle substitute", player=cy)
    before = await scene.table()
    offer = scene.board_message()
    scene.time.ms += OFFER_DAYS * DAY_MS + late_ms

    reply = await cy.click(offer, "Take the seat")
    await scene.settled()

    table = await scene.table()
    if late_ms > 0:
        assert "has lapsed" in reply.text
        assert reply.ephemeral
        assert table == before
        await click(scene, ann, offer, "Decline")
        assert labels(offer) == []
    else:
        assert table.seat_of(cy.id) == before.seat_of(ann.id)


async def test_a_moderators_offer_says_who_offers_it(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [bo, cy])

    await slash(scene, ann, "qwirkle-admin replace", player=bo, newcomer=di)

    offer = scene.board_message()
    assert offer.mentions == [di.id]
    assert f"{ann.name}, a moderator, offers you {bo.name}'s seat" in offer.text


async def test_a_moderator_offers_no_seat_that_has_resigned(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [ann, bo, cy])
    question = (await bo.slash("qwirkle resign")).message
    await click(scene, bo, question, "Resign")
    shown = len(scene.public())

    told = await slash(scene, ann, "qwirkle-admin replace", player=bo, newcomer=di)

    assert "has resigned" in told
    assert len(scene.public()) == shown
