"""Tokens, routes, commands, emojis and faults: each refusal has Discord's code."""

from __future__ import annotations

import base64

import pytest

from playground.rest import Fault
from playground.standin import StandIn
from playground.wire import Json
from tests.playground.conftest import Clock
from tests.playground.raw import Raw


async def test_401_a_wrong_token(raw: Raw) -> None:
    status, answer = await raw("GET", "/users/@me", token="wrong")  # noqa: S106

    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_404_and_405_for_routes_that_are_not_there(raw: Raw) -> None:
    assert await raw.refused("GET", "/nothing") == (404, 0)
    assert await raw.refused("PUT", "/users/@me") == (405, 0)


async def test_50109_a_body_that_is_no_json(standin: StandIn, raw: Raw) -> None:
    async with raw._session.post(
        f"{standin.api_url}{raw.general}/messages",
        data="{",
        headers={"Authorization": "Bot playground"},
    ) as response:
        answer = await response.json()

    assert (response.status, answer["code"]) == (400, 50109)


@pytest.mark.parametrize(
    ("code", "path"),
    [
        (10003, "/channels/1"),
        (10003, "/channels/1/messages/1"),
        (10004, "/guilds/1"),
        (10008, "{general}/messages/1"),
        (10013, "/users/1"),
        (10007, "/guilds/{guild}/members/1"),
        (10014, "/applications/{app}/emojis/1"),
        (10015, "/webhooks/{app}/none/messages/@original"),
        (10063, "/applications/{app}/commands/999"),
    ],
)
async def test_404_unknown_things(standin: StandIn, raw: Raw, code: int, path: str) -> None:
    path = path.format(general=raw.general, guild=standin.world.guild_id, app=raw.app)

    assert await raw.refused("GET", path) == (404, code)


async def test_20012_and_50001_another_application_or_server(raw: Raw) -> None:
    assert await raw.refused("GET", "/applications/1/commands") == (403, 20012)
    path = f"/applications/{raw.app}/guilds/1/commands"
    assert await raw.refused("GET", path) == (403, 50001)


async def test_30032_too_many_commands(standin: StandIn, raw: Raw) -> None:
    commands = [{"name": f"c{n}", "description": "d"} for n in range(101)]
    path = f"/applications/{raw.app}/commands"

    assert await raw.refused("PUT", path, commands) == (400, 30032)
    assert len(standin.world.commands[None]) == 2
    assert (await raw("PUT", path, commands[:100]))[0] == 200


async def test_commands_one_by_one(standin: StandIn, raw: Raw) -> None:
    path = f"/applications/{raw.app}/guilds/{standin.world.guild_id}/commands"
    status, made = await raw("POST", path, {"name": "look", "description": "Look"})
    assert (status, made["guild_id"]) == (201, str(standin.world.guild_id))
    again = await raw("POST", path, {"name": "look", "description": "Look again"})
    assert (again[0], again[1]["id"]) == (200, made["id"])
    assert (await raw("GET", f"{path}/{made['id']}"))[1]["description"] == "Look again"
    assert (await raw("DELETE", f"{path}/{made['id']}"))[0] == 204
    assert await raw.listed(path) == []


async def test_50035_emojis(standin: StandIn, raw: Raw) -> None:
    image = "data:image/png;base64," + base64.b64encode(b"picture").decode()
    large = "data:image/png;base64," + base64.b64encode(b"x" * (256 * 1024 + 1)).decode()
    path = f"/applications/{raw.app}/emojis"
    assert (await raw("POST", path, {"name": "red_circle", "image": image}))[0] == 201

    for body in (
        {"name": "red_circle", "image": image},
        {"name": "x", "image": image},
        {"name": "x" * 33, "image": image},
        {"name": "red-star", "image": image},
        {"name": "red_star", "image": "data:text/plain;base64,eA=="},
        {"name": "red_star", "image": "data:image/png;base64,@@@"},
        {"name": "red_star", "image": large},
        {"name": "red_star"},
    ):
        assert await raw.refused("POST", path, body) == (400, 50035)
    assert [emoji.name for emoji in standin.world.emojis.values()] == ["red_circle"]


async def test_30008_too_many_emojis(raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.rest_application.MOST_EMOJIS", 0)
    body = {"name": "red_circle", "image": "data:image/png;base64,eA=="}

    assert await raw.refused("POST", f"/applications/{raw.app}/emojis", body) == (400, 30008)


async def test_a_fault_before_and_after_the_effect(standin: StandIn, raw: Raw) -> None:
    path = f"{raw.general}/messages"
    standin.faults += [
        Fault("POST", r"/messages$", 503, code=1),
        Fault("POST", r"/messages$", 502, code=2, after_effect=True),
        Fault("POST", r"/messages$", 429, headers={"Retry-After": "0.2"}),
    ]

    assert await raw.refused("POST", path, {"content": "a"}) == (503, 1)
    assert standin.world.messages == {}
    assert await raw.refused("POST", path, {"content": "b"}) == (502, 2)
    assert [note.text for note in standin.person("Ann").sees()] == ["b"]
    _, limited = await raw("POST", path, {"content": "c"})
    assert limited["retry_after"] == 0.2
    assert (await raw("POST", path, {"content": "d"}))[0] == 200
    assert [request.status for request in standin.requests] == [503, 502, 429, 200]
    assert standin.requests[0].error is not None


async def test_30034_too_many_new_commands_a_day(standin: StandIn, raw: Raw, clock: Clock) -> None:
    path = f"/applications/{raw.app}/commands"

    def commands(first: int) -> list[dict[str, str]]:
        return [{"name": f"c{first + n}", "description": "d"} for n in range(100)]

    assert (await raw("PUT", path, commands(0)))[0] == 200
    assert (await raw("PUT", path, commands(0)))[0] == 200
    assert (await raw("PUT", path, commands(100)))[0] == 200
    assert await raw.refused("PUT", path, commands(0)) == (400, 30034)
    assert standin.world.commands[None][0]["name"] == "c100"
    clock.now += 24 * 60 * 60
    assert (await raw("PUT", path, commands(0)))[0] == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "place"),
    [
        pytest.param("POST", "/channels/{general}/messages", ["x"], [], id="a list of words"),
        pytest.param("PUT", "/applications/{app}/commands", {}, [], id="an object for a list"),
        pytest.param("PUT", "/applications/{app}/commands", [1], ["0"], id="a number in a list"),
    ],
)
async def test_a_body_of_the_wrong_kind_is_refused(
    standin: StandIn, raw: Raw, method: str, path: str, body: Json, place: list[str]
) -> None:
    there = path.format(general=standin.channel().id, app=raw.app)

    status, answer = await raw(method, there, body)

    assert (status, answer["code"]) == (400, 50035)
    errors = answer["errors"]
    for step in place:
        errors = errors[step]
    assert list(errors) == ["_errors"]
