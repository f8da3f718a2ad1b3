"""Offers of a seat, beside boards that are owed and seats that change hands in between."""

from __future__ import annotations

import pytest

from playground import permissions
from qwirkle_bot.calendar import MINUTE_MS
from tests.kit.acts import boards, labels, slash
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
