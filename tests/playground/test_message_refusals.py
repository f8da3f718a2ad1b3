"""Messages, threads and files: each refusal has Discord's code, and changes nothing."""

from __future__ import annotations

import pytest

from playground import permissions
from playground.standin import StandIn
from playground.wire import JsonObject
from tests.playground.conftest import Clock
from tests.playground.raw import Raw, post

TEXT: JsonObject = {"type": 10, "content": "Hello"}
V2 = 1 << 15


async def test_50035_an_id_that_is_no_number(raw: Raw) -> None:
    assert await raw.refused("GET", "/channels/general") == (400, 50035)


async def test_10008_a_message_in_another_channel(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin)
    path = f"/channels/{standin.channel('games').id}/messages/{message.id}"

    assert await raw.refused("PATCH", path, {"content": "x"}) == (404, 10008)


async def test_50005_the_message_of_somebody_else(standin: StandIn, raw: Raw) -> None:
    message = await standin.person("Bo").say("Mine")
    path = f"{raw.general}/messages/{message.id}"

    assert await raw.refused("PATCH", path, {"content": "x"}) == (403, 50005)
    assert await raw.refused("DELETE", path) == (403, 50013)


@pytest.mark.parametrize(
    "body",
    [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}, {"flags": V2, "components": []}],
)
async def test_50006_an_empty_message(standin: StandIn, raw: Raw, body: JsonObject) -> None:
    assert await raw.refused("POST", f"{raw.general}/messages", body) == (400, 50006)
    assert standin.world.messages == {}


async def test_50006_an_edit_that_empties_a_message(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, content="Full")
    path = f"{raw.general}/messages/{message.id}"

    assert await raw.refused("PATCH", path, {"content": None}) == (400, 50006)
    assert message.content == "Full"


@pytest.mark.parametrize("denied", ["SEND_MESSAGES", "VIEW_CHANNEL"])
async def test_50013_and_50001_without_the_permission(
    standin: StandIn, raw: Raw, denied: str
) -> None:
    standin.channel().denied = getattr(permissions, denied)
    code = {"SEND_MESSAGES": 50013, "VIEW_CHANNEL": 50001}[denied]

    assert await raw.refused("POST", f"{raw.general}/messages", {"content": "x"}) == (403, code)


async def test_50013_files_threads_and_pins(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin)
    denied = permissions.ATTACH_FILES | permissions.CREATE_PUBLIC_THREADS
    standin.channel().denied = denied

    status, answer = await raw("POST", f"{raw.general}/messages", {}, files={"a.txt": b"a"})
    assert (status, answer["code"]) == (403, 50013)
    thread = {"name": "T", "type": 11}
    assert await raw.refused("POST", f"{raw.general}/threads", thread) == (403, 50013)
    pin = f"{raw.general}/messages/pins/{message.id}"
    assert await raw.refused("PUT", pin) == (403, 50013)


async def test_50013_in_a_thread_of_a_closed_channel(standin: StandIn, raw: Raw) -> None:
    _, thread = await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    standin.channel().denied = permissions.SEND_MESSAGES_IN_THREADS
    path = f"/channels/{thread['id']}/messages"

    assert await raw.refused("POST", path, {"content": "x"}) == (403, 50013)


async def test_50007_a_person_who_takes_no_direct_messages(standin: StandIn, raw: Raw) -> None:
    bo = standin.person("Bo")
    standin.world.refuses_dms.add(bo.id)
    _, channel = await raw("POST", "/users/@me/channels", {"recipient_id": str(bo.id)})
    path = f"/channels/{channel['id']}/messages"

    assert await raw.refused("POST", path, {"content": "x"}) == (403, 50007)


async def test_50083_an_archived_thread_takes_no_edits(standin: StandIn, raw: Raw) -> None:
    _, thread = await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    messages = f"/channels/{thread['id']}/messages"
    _, message = await raw("POST", messages, {"content": "x"})
    await raw("PATCH", f"/channels/{thread['id']}", {"archived": True})
    path = f"{messages}/{message['id']}"

    assert await raw.refused("PATCH", path, {"content": "y"}) == (400, 50083)
    assert await raw.refused("DELETE", path) == (400, 50083)
    assert await raw.refused("PATCH", f"/channels/{thread['id']}", {"name": "U"}) == (400, 50083)
    assert (await raw("POST", messages, {"content": "Sending unarchives"}))[0] == 200
    assert (await raw("PATCH", path, {"content": "y"}))[0] == 200
    assert not standin.channel("T").archived


async def test_50083_a_locked_thread_stays_archived(standin: StandIn, raw: Raw) -> None:
    _, thread = await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    standin.channel("T").archived = standin.channel("T").locked = True
    path = f"/channels/{thread['id']}/messages"

    assert await raw.refused("POST", path, {"content": "x"}) == (400, 50083)


async def test_160004_a_second_thread_at_a_message(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin)
    path = f"{raw.general}/messages/{message.id}/threads"
    _, thread = await raw("POST", path, {"name": "T"})

    assert thread["id"] == str(message.id)
    assert await raw.refused("POST", path, {"name": "U"}) == (400, 160004)


async def test_50024_a_thread_in_a_thread(raw: Raw) -> None:
    _, thread = await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    path = f"/channels/{thread['id']}/threads"

    assert await raw.refused("POST", path, {"name": "U", "type": 11}) == (400, 50024)


async def test_a_thread_without_a_type_is_private(raw: Raw) -> None:
    assert await raw.refused("POST", f"{raw.general}/threads", {"name": "T"}) == (403, 50013)


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x" * 101}, {"auto_archive_duration": 61}])
async def test_50035_threads(raw: Raw, body: JsonObject) -> None:
    body = {"name": "T", "type": 11} | body

    assert await raw.refused("POST", f"{raw.general}/threads", body) == (400, 50035)


async def test_40005_a_file_that_is_too_large(standin: StandIn, raw: Raw) -> None:
    files = {"big.bin": b"\0" * (10 * 1024 * 1024 + 1)}

    status, answer = await raw("POST", f"{raw.general}/messages", {"content": "x"}, files)

    assert (status, answer["code"]) == (413, 40005)
    assert standin.world.messages == {}


async def test_50035_names_the_place_of_each_fault(raw: Raw) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}]}

    status, answer = await raw("POST", f"{raw.general}/messages", {"components": [row]})

    assert status == 400
    assert answer["message"] == "Invalid Form Body"
    place = answer["errors"]["components"]["0"]["components"]["0"]["label"]
    assert place["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"


async def test_50035_v2_parts_without_the_flag_and_content_with_it(raw: Raw) -> None:
    path = f"{raw.general}/messages"

    assert await raw.refused("POST", path, {"components": [TEXT]}) == (400, 50035)
    both = {"components": [TEXT], "content": "x", "flags": V2}
    assert await raw.refused("POST", path, both) == (400, 50035)


async def test_50035_turning_v2_on_without_clearing_the_content(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, content="Old")
    path = f"{raw.general}/messages/{message.id}"

    edit: JsonObject = {"components": [TEXT], "flags": V2}
    assert await raw.refused("PATCH", path, edit) == (400, 50035)
    assert (await raw("PATCH", path, edit | {"content": None}))[0] == 200
    assert message.flags & V2


async def test_50035_v2_cannot_be_turned_off(standin: StandIn, raw: Raw) -> None:
    message = await post(raw, standin, components=[TEXT], flags=V2)
    path = f"{raw.general}/messages/{message.id}"

    back = {"content": "x", "components": [], "flags": 0}
    assert await raw.refused("PATCH", path, back) == (400, 50035)


async def test_50035_an_emoji_that_is_not_the_applications(raw: Raw) -> None:
    button = {"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": "5", "name": "red"}}
    body = {"components": [{"type": 1, "components": [button]}]}

    assert await raw.refused("POST", f"{raw.general}/messages", body) == (400, 50035)


async def test_50035_a_picture_that_was_not_sent(raw: Raw) -> None:
    body = {"embeds": [{"image": {"url": "attachment://board.png"}}]}

    assert await raw.refused("POST", f"{raw.general}/messages", body) == (400, 50035)


async def test_50035_a_reply_to_nothing(raw: Raw) -> None:
    body: JsonObject = {"content": "x", "message_reference": {"message_id": "1"}}
    path = f"{raw.general}/messages"

    assert await raw.refused("POST", path, body) == (400, 50035)
    body["message_reference"]["fail_if_not_exists"] = False
    assert (await raw("POST", path, body))[0] == 200


async def test_nonces_are_remembered_for_some_minutes(
    standin: StandIn, raw: Raw, clock: Clock
) -> None:
    body = {"content": "x", "nonce": "game:1", "enforce_nonce": True}
    path = f"{raw.general}/messages"
    first = (await raw("POST", path, body))[1]["id"]
    clock.now += 299
    assert (await raw("POST", path, body | {"content": "y"}))[1]["id"] == first
    clock.now += 2
    assert (await raw("POST", path, body))[1]["id"] != first
    without = {"content": "x", "nonce": "game:1"}
    assert (await raw("POST", path, without))[1]["id"] != first
    assert len(standin.world.messages) == 3


async def test_30003_too_many_pins(
    standin: StandIn, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "BOT", permissions.BOT | permissions.PIN_MESSAGES)
    monkeypatch.setattr("playground.rest_messages.MOST_PINS", 1)
    first, second = await post(raw, standin), await post(raw, standin)
    pins = f"{raw.general}/messages/pins"

    assert (await raw("PUT", f"{pins}/{first.id}"))[0] == 204
    assert first.raw()["pinned"]
    assert await raw.refused("PUT", f"{pins}/{second.id}") == (400, 30003)
    assert (await raw("DELETE", f"{pins}/{first.id}"))[0] == 204
    assert not first.raw()["pinned"]


async def test_40005_more_than_ten_files(standin: StandIn, raw: Raw) -> None:
    files = {f"{number}.txt": b"x" for number in range(11)}

    status, answer = await raw("POST", f"{raw.general}/messages", {"content": "x"}, files)

    assert (status, answer["code"]) == (413, 40005)
    assert standin.world.messages == {}
