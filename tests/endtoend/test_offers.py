"""Offers of a seat, beside boards that are owed and seats that change hands in between."""

from __future__ import annotations

import pytest

from cogs.together import OFFER_DAYS
from playground import permissions
from qwirkle_bot.calendar import DAY_MS, MINUTE_MS, SECOND_MS
from tests.kit.acts import boards, click, labels, slash
from tests.kit.bot import Scene
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
    offer = scene.board_message()
    assert labels(offer) == OFFERED

    await let_pass(scene, 20 * MINUTE_MS)

    table = await scene.table()
    [board] = boards(scene)
    assert board.id > offer.id
    assert table.told is not None
    assert (table.told.message_id, table.told.revision) == (board.id, table.revision)
    assert labels(offer) == OFFERED


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


async def test_an_old_offer_takes_no_other_seat_from_who_came_back(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [ann, bo])
    await slash(scene, ann, "qwirkle substitute", player=cy)
    old = scene.board_message()
    await slash(scene, ann, "qwirkle substitute", player=di)
    await click(scene, di, scene.board_message(), "Take the seat")
    await slash(scene, bo, "qwirkle substitute", player=ann)
    await click(scene, ann, scene.board_message(), "Take the seat")
    before = await scene.table()
    assert [player.id for player in before.saved.players] == [di.id, ann.id]

    reply = await click(scene, cy, old, "Take the seat")

    assert "not to be had" in reply
    assert await scene.table() == before


@pytest.mark.parametrize("late_ms", [-SECOND_MS, SECOND_MS], ids=["in time", "too late"])
async def test_an_offer_lapses_after_a_week(scene: Scene, late_ms: int) -> None:
    ann, bo, cy = scene.people(3)
    await open_game(scene, [ann, bo])
    before = await scene.table()
    await slash(scene, ann, "qwirkle substitute", player=cy)
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
