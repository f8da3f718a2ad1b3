"""Interactions: each refusal has Discord's status and code, and changes nothing."""

from __future__ import annotations

import copy

import pytest

from playground.client_options import Gesture, command_data
from playground.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT
from playground.standin import StandIn
from playground.wire import JsonObject
from tests.playground.conftest import Clock
from tests.playground.raw import Raw, post

BUTTON: JsonObject = {
    "type": 1,
    "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}],
}
V2 = 1 << 15


async def test_10062_a_first_response_after_three_seconds(
    standin: StandIn, raw: Raw, clock: Clock
) -> None:
    interaction = await raw.command()
    clock.now += 3.001

    status, answer = await raw.answer(interaction, 4, {"content": "Late"})

    assert (status, answer["code"]) == (404, 10062)
    assert standin.world.messages == {}


async def test_a_first_response_at_three_seconds_is_in_time(raw: Raw, clock: Clock) -> None:
    interaction = await raw.command()
    clock.now += 3

    assert (await raw.answer(interaction, 4, {"content": "Just"}))[0] == 204


async def test_10062_a_wrong_token_or_id(raw: Raw) -> None:
    interaction = await raw.command()
    body = {"type": 4, "data": {"content": "Hi"}}

    wrong_token = f"/interactions/{interaction.id}/wrong/callback"
    wrong_id = f"/interactions/1/{interaction.token}/callback"
    assert await raw.refused("POST", wrong_token, body) == (404, 10062)
    assert await raw.refused("POST", wrong_id, body) == (404, 10062)


async def test_40060_a_second_first_response(standin: StandIn, raw: Raw) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 4, {"content": "One"})

    status, answer = await raw.answer(interaction, 4, {"content": "Two"})

    assert (status, answer["code"]) == (400, 40060)
    assert [note.text for note in standin.person("Ann").sees()] == ["One"]


async def test_10015_a_follow_up_before_the_first_response(raw: Raw) -> None:
    interaction = await raw.command()

    assert await raw.refused("POST", raw.hook(interaction), {"content": "Early"}) == (404, 10015)


async def test_50027_a_token_after_fifteen_minutes(raw: Raw, clock: Clock) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 5)
    clock.now += 15 * 60
    original = raw.hook(interaction, "/messages/@original")
    assert (await raw("PATCH", original, {"content": "In time"}))[0] == 200
    clock.now += 0.001

    for method, path in (("POST", raw.hook(interaction)), ("PATCH", original), ("GET", original)):
        assert await raw.refused(method, path, {"content": "Late"}) == (401, 50027)


async def test_10008_an_ephemeral_message_by_the_channels_routes(
    standin: StandIn, raw: Raw
) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 4, {"content": "Secret", "flags": 64})
    message = standin.person("Ann").sees()[0]
    path = f"{raw.general}/messages/{message.id}"

    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert await raw.refused(method, path, body) == (404, 10008)
    assert message.text == "Secret"
    assert await raw.listed(f"{raw.general}/messages") == []


async def test_10008_an_answer_that_was_deleted(raw: Raw) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 4, {"content": "Soon gone"})
    original = raw.hook(interaction, "/messages/@original")
    assert (await raw("DELETE", original))[0] == 204

    assert await raw.refused("PATCH", original, {"content": "x"}) == (404, 10008)


async def test_50035_in_a_callback_lies_below_data(raw: Raw) -> None:
    interaction = await raw.command()

    status, answer = await raw.answer(interaction, 4, {"content": "x" * 2001})

    assert (status, list(answer["errors"])) == (400, ["data"])
    assert (await raw.answer(interaction, 4, {"content": "Second try"}))[0] == 204


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 10, 12])
async def test_50035_callback_types_that_a_command_does_not_take(raw: Raw, kind: int) -> None:
    interaction = await raw.command()

    assert (await raw.answer(interaction, kind))[1]["code"] == 50035


async def test_50035_a_modal_in_answer_to_a_modal(standin: StandIn, raw: Raw) -> None:
    ann, channel = standin.person("Ann"), standin.channel()
    data = {"custom_id": "form", "components": []}
    submit = await standin.interactions.start(MODAL_SUBMIT, ann.id, channel, data)

    for kind in (6, 7, 8, 9):
        assert (await raw.answer(submit, kind))[1]["code"] == 50035


async def test_50035_only_choices_for_autocompletion(standin: StandIn, raw: Raw) -> None:
    ann, channel = standin.person("Ann"), standin.channel()
    who = Gesture(ann.id, channel)
    data = command_data(standin.world, who, "find", {"cell": "N"}, "cell")
    typing = await standin.interactions.start(AUTOCOMPLETE, ann.id, channel, data)

    assert (await raw.answer(typing, 4, {"content": "x"}))[1]["code"] == 50035
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await raw.answer(typing, 8, {"choices": many}))[1]["code"] == 50035
    assert (await raw.answer(typing, 8, {"choices": many[:25]}))[0] == 204


async def test_50035_a_deferred_message_with_other_flags(raw: Raw) -> None:
    interaction = await raw.command()

    assert (await raw.answer(interaction, 5, {"flags": V2 | 64}))[1]["code"] == 50035
    assert (await raw.answer(interaction, 5, {"flags": 64}))[0] == 204


async def test_a_click_may_be_answered_by_an_update(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, content="Press", components=[BUTTON])
    ann = standin.person("Ann")
    data = {"custom_id": "go", "component_type": 2}
    click = await standin.interactions.start(
        COMPONENT, ann.id, standin.channel(), data, message=message
    )

    assert (await raw.answer(click, 7, {"content": "Pressed"}))[0] == 204
    assert message.text == "Pressed"


async def test_10008_an_update_of_a_message_that_is_gone(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, content="Press", components=[BUTTON])
    data = {"custom_id": "go", "component_type": 2}
    click = await standin.interactions.start(
        COMPONENT, standin.person("Ann").id, standin.channel(), data, message=message
    )
    standin.world.delete(message)

    status, answer = await raw.answer(click, 7, {"content": "Pressed"})

    assert (status, answer["code"]) == (404, 10008)


async def test_a_clients_outdated_view_does_not_reach_the_bot(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, content="Press", components=[BUTTON])
    outdated = copy.copy(message)
    outdated.content = "Before"
    data = {"custom_id": "go", "component_type": 2}

    click = await standin.interactions.start(
        COMPONENT, standin.person("Ann").id, standin.channel(), data, message=outdated
    )

    assert click.message is message


async def test_nobody_makes_a_public_message_secret(standin: StandIn, raw: Raw) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 5)
    await raw("PATCH", raw.hook(interaction, "/messages/@original"), {"content": "x", "flags": 64})
    message = standin.person("Bo").sees()[0]

    assert message.text == "x"
    assert not message.flags & 64
