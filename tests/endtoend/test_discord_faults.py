"""Discord refuses, loses and cuts; the game stays whole, play goes on, and nothing loops."""

from __future__ import annotations

import pytest

from playground.person import ApplicationDidNotRespond
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.faults import (
    ALREADY_ANSWERED,
    ANSWER,
    CALLBACK,
    CATCHES_UP_MS,
    EDIT,
    HOUR_MS,
    MINUTE_MS,
    SEND,
    TOO_MANY_EDITS,
    UNKNOWN_INTERACTION,
    begin,
    boards,
    check_goes_on,
    check_shown_once,
    exchange,
    fail,
    is_told,
    mover,
    quick_retries,
    sends_to,
)
from tests.kit.waking import let_pass

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.fixture
def quick(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_retries(scene, monkeypatch)


@pytest.mark.usefixtures("quick")
async def test_rate_limit_is_waited_for_and_costs_nothing(scene: Scene) -> None:
    people = await begin(scene)
    began = scene.time.ms
    fail(scene, "POST", SEND, 429, times=3, headers={"Retry-After": "2.5"})

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    assert scene.time.ms - began == 7_500
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_rate_limit_of_the_edge_is_not_fought(scene: Scene) -> None:
    """Without Via it comes from before Discord: the board waits for the clock."""
    people = await begin(scene)
    sent = sends_to(scene.standin, scene.channel)
    fail(scene, "POST", SEND, 429, headers={"Via": ""})

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    assert sends_to(scene.standin, scene.channel) == sent + 1
    assert not is_told(await scene.table())
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_rate_limit_of_an_hour_keeps_nobody_waiting(scene: Scene) -> None:
    people = await begin(scene)
    began = scene.time.ms
    fail(scene, "POST", SEND, 429, headers={"Retry-After": "3600"})

    await exchange(scene, people)

    assert scene.time.ms - began < MINUTE_MS
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("via", ["1.1 edge", ""], ids=["waited for", "raised"])
async def test_edits_that_are_too_many_cost_nothing_but_tidiness(scene: Scene, via: str) -> None:
    people = await begin(scene)
    fail(scene, "PATCH", EDIT, 429, TOO_MANY_EDITS, headers={"Via": via})

    await exchange(scene, people)

    table = await scene.table()
    assert is_told(table)
    assert "owed" not in " ".join(scene.log.own_lines())
    with_buttons = [m for m in boards(scene.standin) if m.buttons]
    assert len(with_buttons) == (1 if via else 2)
    assert with_buttons[-1] is boards(scene.standin)[-1]
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_lobby_that_may_not_be_edited_yet_is_edited_later(scene: Scene) -> None:
    lobby = (await scene.people(1)[0].slash("start", seats=2)).message
    fail(scene, "PATCH", EDIT, 429, TOO_MANY_EDITS, times=2, headers={"Via": ""})

    await let_pass(scene, 7 * 24 * HOUR_MS + CATCHES_UP_MS)

    assert (await scene.table()).phase is Phase.CLOSED
    assert lobby.buttons == []
    assert [message.id for message in scene.public()] == [lobby.id]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("after_effect", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("status", [500, 502, 503])
@pytest.mark.parametrize("times", [1, 5], ids=["once", "for long"])
async def test_send_that_fails_is_made_up_for_once(
    scene: Scene, status: int, after_effect: bool, times: int
) -> None:
    people = await begin(scene)
    fault = fail(scene, "POST", SEND, status, times=times, after_effect=after_effect)

    reply = await exchange(scene, people)
    await let_pass(scene, CATCHES_UP_MS)
    fault.times = 0

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.parametrize("after_effect", [False, True], ids=["before", "after"])
async def test_send_whose_connection_breaks_is_made_up_for_once(
    scene: Scene, after_effect: bool
) -> None:
    people = await begin(scene)
    fail(scene, "POST", SEND, 500, cut=True, times=2, after_effect=after_effect)

    reply = await exchange(scene, people)
    await let_pass(scene, CATCHES_UP_MS)

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("cut", [False, True], ids=["5xx", "cut"])
async def test_answer_that_fails_is_explained_and_the_move_counts(scene: Scene, cut: bool) -> None:
    people = await begin(scene)
    fail(scene, "PATCH", ANSWER, 502, times=1 if cut else 5, cut=cut)

    reply = await exchange(scene, people)

    assert reply.ephemeral
    assert "/hand" in reply.text
    await let_pass(scene, CATCHES_UP_MS)
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("status", [500, 503])
async def test_promise_that_fails_is_given_again(scene: Scene, status: int) -> None:
    people = await begin(scene)
    fail(scene, "POST", CALLBACK, status)

    reply = await exchange(scene, people)

    assert "Exchanged" in reply.text
    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)


@pytest.mark.usefixtures("quick")
async def test_promise_whose_connection_breaks_is_explained(scene: Scene) -> None:
    people = await begin(scene)
    fail(scene, "POST", CALLBACK, 500, cut=True)

    reply = await exchange(scene, people)

    assert reply.ephemeral
    assert "/hand" in reply.text
    await check_shown_once(scene, 1)
    await check_goes_on(scene, people)


@pytest.mark.parametrize(
    ("status", "code"), [(404, UNKNOWN_INTERACTION), (400, ALREADY_ANSWERED)], ids=str
)
async def test_command_that_nobody_waits_for_changes_nothing(
    scene: Scene, status: int, code: int
) -> None:
    people = await begin(scene)
    before = await scene.table()
    requests = len(scene.standin.requests)
    fail(scene, "POST", CALLBACK, status, code)
    person = await mover(scene, people)

    with pytest.raises(ApplicationDidNotRespond):
        await person.slash("exchange", tiles="1")
    await scene.settled()

    assert await scene.table() == before
    assert len(scene.standin.requests) == requests + 1
    await check_goes_on(scene, people)


async def test_command_that_is_delivered_twice_counts_once(scene: Scene) -> None:
    people = await begin(scene)
    scene.expected.add(ALREADY_ANSWERED)
    reply = await exchange(scene, people)

    await scene.standin.gateway.redeliver(reply)
    await people[0].slash("hand")  # Heard after the other, so that one has begun.
    await scene.settled()

    await check_shown_once(scene, 2)
    await check_goes_on(scene, people)
