"""A seat that changes hands: offered in the channel, and taken by whoever it was offered to."""

from __future__ import annotations

import pytest

from playground.person import Person
from playground.things import Message
from qwirkle_bot.calendar import HOUR_MS, SECOND_MS
from qwirkle_bot.saved import Phase
from tests.kit.acts import after_moves, boards, click, slash, to_move
from tests.kit.bot import Scene, as_it_was, custom_id, press
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")


async def offered(scene: Scene, leaving: Person, newcomer: Person) -> Message:
    told = await slash(scene, leaving, "qwirkle substitute", player=newcomer)
    assert newcomer.name in told
    offer = scene.board_message()
    assert offer.mentions == [newcomer.id]
    return offer


async def test_a_seat_changes_hands_when_it_is_taken(scene: Scene) -> None:
    *people, newcomer = scene.people(3)
    await after_moves(scene, people)
    leaving, [stays] = await to_move(scene, people)
    before = await scene.table()
    seat = before.seat_of(leaving.id)
    assert before.game is not None
    assert seat is not None

    offer = await offered(scene, leaving, newcomer)
    asked = await scene.table()
    assert (asked.saved.players, asked.game) == (before.saved.players, before.game)
    for wrong in (leaving, stays):
        assert "was offered to" in await click(scene, wrong, offer, "Take the seat")
    assert await scene.table() == asked
    scene.time.passes(1)
    await click(scene, newcomer, offer, "Take the seat")

    table = await scene.table()
    assert table.seat_of(newcomer.id) == seat
    assert table.seat_of(leaving.id) is None
    assert offer.buttons == []
    [board] = boards(scene)
    assert board.mentions == [newcomer.id]
    hand = await slash(scene, newcomer, "hand")
    assert all(tile.words in hand for tile in before.game.hands[seat])
    for command in ("hand", "qwirkle hint", "qwirkle undo", "qwirkle resign"):
        assert "no seat" in await slash(scene, leaving, command)
    assert "no seat" in await click(scene, leaving, board, "My hand")
    await play_typed(scene, [newcomer if p is leaving else p for p in people], chance_from(1))
    assert (await scene.table()).phase is Phase.OVER


async def test_the_new_player_has_all_of_a_turn(scene: Scene) -> None:
    *people, newcomer = scene.people(3)
    await open_game(scene, people, time="1h")
    leaving, _ = await to_move(scene, people)
    scene.time.passes(1800)
    offer = await offered(scene, leaving, newcomer)

    await click(scene, newcomer, offer, "Take the seat")

    ends = (scene.time.ms + 4 * HOUR_MS) // SECOND_MS
    assert f"<t:{ends}:R>" in boards(scene)[0].text


async def test_an_offer_is_declined_or_withdrawn_for_good(scene: Scene) -> None:
    ann, bo, newcomer, stranger = scene.people()
    await after_moves(scene, [ann, bo])
    before = await scene.table()

    offer = await offered(scene, bo, newcomer)
    asked = as_it_was(offer)
    assert "was offered to" in await click(scene, stranger, offer, "Decline")
    await click(scene, newcomer, offer, "Decline")
    assert f"{newcomer.name} did not take" in offer.text
    second = await offered(scene, bo, newcomer)
    await click(scene, bo, second, "Decline")
    assert f"{bo.name} withdrew" in second.text

    reply = await press(scene, newcomer, asked, custom_id(asked, "Take the seat"))
    assert "settled" in reply.text
    assert reply.ephemeral
    table = await scene.table()
    assert (table.saved.players, table.game) == (before.saved.players, before.game)


async def test_a_seat_is_taken_once(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await after_moves(scene, [ann, bo])
    first = await offered(scene, ann, cy)
    again = await offered(scene, bo, cy)
    taken = as_it_was(first)
    await click(scene, cy, first, "Take the seat")
    before = await scene.table()

    reply = await press(scene, cy, taken, custom_id(taken, "Take the seat"))
    await scene.settled()
    assert "settled" in reply.text
    assert [m.ephemeral_to for m in reply.messages if "settled" in m.text] == [cy.id]
    assert "a seat in this game already" in await click(scene, cy, again, "Take the seat")
    assert "has no seat" in await slash(scene, bo, "qwirkle substitute", player=cy)
    assert await scene.table() == before
