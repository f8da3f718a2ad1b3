"""What a person's client lets them do, and what it does not."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import pytest

from playground.client_forms import InvalidInput, NoSuchControl, modal_data
from playground.client_options import InvalidCommand
from playground.person import Person, StillThinking
from playground.standin import StandIn
from playground.wire import Json, JsonObject
from tests.playground.raw import Raw, post

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


Options: TypeAlias = "dict[str, str | int | bool]"


def option(name: str, kind: int, **more: Json) -> JsonObject:
    return {"name": name, "description": "d", "type": kind} | more


COMMANDS: list[JsonObject] = [
    {
        "name": "place",
        "description": "d",
        "options": [
            option("tiles", 3, required=True, max_length=5),
            option("seats", 4, min_value=2, max_value=4),
            option("hints", 5),
            option("friend", 6),
            option("where", 7),
            option("factor", 10),
            option("level", 3, choices=[{"name": "Easy", "value": "e"}]),
            option("role", 8),
        ],
    },
    {"name": "qwirkle", "description": "d", "options": [option("board", 1, options=[])]},
    {"name": "admin", "description": "d", "default_member_permissions": 16, "options": []},
    {"name": "here", "description": "d", "contexts": [0], "options": []},
    {"name": "Look", "type": 3},
]


@pytest.fixture(autouse=True)
async def commands(raw: Raw) -> None:
    status, answer = await raw("PUT", f"/applications/{raw.app}/commands", COMMANDS)
    assert status == 200, answer


@pytest.mark.parametrize(
    ("command", "options"),
    [
        pytest.param("none", {}, id="no such command"),
        pytest.param("Look", {}, id="not a slash command"),
        pytest.param("qwirkle", {}, id="only a group"),
        pytest.param("qwirkle none", {}, id="no such subcommand"),
        pytest.param("place", {}, id="a required option is missing"),
        pytest.param("place", {"tiles": "RC", "other": 1}, id="no such option"),
        pytest.param("place", {"tiles": ""}, id="an empty text"),
        pytest.param("place", {"tiles": "RCRSRD"}, id="a text that is too long"),
        pytest.param("place", {"tiles": 5}, id="a number for a text"),
        pytest.param("place", {"tiles": "RC", "seats": 5}, id="too large"),
        pytest.param("place", {"tiles": "RC", "seats": 1}, id="too small"),
        pytest.param("place", {"tiles": "RC", "seats": "2"}, id="a text for a number"),
        pytest.param("place", {"tiles": "RC", "seats": True}, id="yes for a number"),
        pytest.param("place", {"tiles": "RC", "hints": 1}, id="a number for yes"),
        pytest.param("place", {"tiles": "RC", "friend": "5"}, id="no such user"),
        pytest.param("place", {"tiles": "RC", "where": "5"}, id="no such channel"),
        pytest.param("place", {"tiles": "RC", "level": "Hard"}, id="no such choice"),
        pytest.param("place", {"tiles": "RC", "role": "5"}, id="a type that is not offered"),
    ],
)
async def test_invalid_commands(standin: StandIn, command: str, options: Options) -> None:
    with pytest.raises(InvalidCommand):
        await standin.person("Ann").slash(command, channel=None, **options)


@asynccontextmanager
async def given(
    standin: StandIn, raw: Raw, command: str, **options: str | int | bool | Person
) -> AsyncIterator[JsonObject]:
    """Give a command and let it be answered; inside, see the data that was sent."""
    sent: list[JsonObject] = []
    original = standin.interactions._deliver

    async def deliver(payload: JsonObject, guild_id: int | None) -> None:
        sent.append(payload)
        await original(payload, guild_id)
        path = f"/interactions/{payload['id']}/{payload['token']}/callback"
        await raw("POST", path, {"type": 4, "data": {"content": "Done"}})

    standin.interactions._deliver = deliver
    await standin.person("Ann").slash(command, channel=None, **options)
    yield sent[0]["data"]


async def test_values_are_sent_as_discord_sends_them(standin: StandIn, raw: Raw) -> None:
    bo, games = standin.person("Bo"), standin.channel("games")
    async with given(
        standin, raw, "place", tiles="RC", friend=bo, where=games.id, level="Easy", hints=False
    ) as data:
        values = {part["name"]: part["value"] for part in data["options"]}

    assert values == {
        "tiles": "RC",
        "hints": False,
        "friend": str(bo.id),
        "where": str(games.id),
        "level": "e",
    }
    assert data["resolved"]["users"][str(bo.id)]["username"] == "bo"
    assert "user" not in data["resolved"]["members"][str(bo.id)]
    assert data["resolved"]["channels"][str(games.id)]["name"] == "games"


async def test_subcommands_nest(standin: StandIn, raw: Raw) -> None:
    async with given(standin, raw, "qwirkle board") as data:
        pass

    assert data["name"] == "qwirkle"
    assert data["options"] == [{"name": "board", "type": 1, "options": []}]


async def test_a_command_for_moderators_is_not_offered_to_members(standin: StandIn) -> None:
    with pytest.raises(InvalidCommand):
        await standin.person("Bo").slash("admin")


async def test_the_owner_may_do_everything(standin: StandIn, raw: Raw) -> None:
    async with given(standin, raw, "admin") as data:
        assert data["name"] == "admin"


async def test_a_command_for_servers_is_not_offered_elsewhere(standin: StandIn) -> None:
    ann = standin.person("Ann")
    with pytest.raises(InvalidCommand):
        await ann.slash("here", channel=ann.conversation())


async def test_no_command_can_be_given_in_an_archived_thread(standin: StandIn, raw: Raw) -> None:
    await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    thread = standin.channel("T")
    thread.archived = True

    with pytest.raises(InvalidCommand):
        await standin.person("Ann").slash("here", channel=thread)


async def test_buttons_that_cannot_be_pressed(standin: StandIn, raw: Raw) -> None:
    buttons = [
        {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True},
        {"type": 2, "style": 5, "label": "Site", "url": "https://example.org"},
    ]
    row = {"type": 1, "components": buttons}
    message = await post(raw, standin, content="x", components=[row])
    ann = standin.person("Ann")

    assert message.buttons == [("Off", "off", True), ("Site", "https://example.org", False)]
    for label in ("Off", "Site", "None"):
        with pytest.raises(NoSuchControl):
            await ann.click(message, label)


async def test_selects_count_their_values(standin: StandIn, raw: Raw) -> None:
    options = [{"label": name, "value": name.lower()} for name in ("Red", "Blue", "Green")]
    select = {"type": 3, "custom_id": "pick", "options": options, "max_values": 2}
    row = {"type": 1, "components": [select]}
    message = await post(raw, standin, content="x", components=[row])
    ann = standin.person("Ann")

    for values in ([], ["Red", "Blue", "Green"], ["Pink"], ["Red", "red"]):
        with pytest.raises(InvalidInput):
            await ann.choose(message, *values)
    with pytest.raises(NoSuchControl):
        await ann.choose(message, "Red", custom_id="other")


async def test_an_ephemeral_message_is_its_readers_own(standin: StandIn, raw: Raw) -> None:
    interaction = await raw.command("here")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    await raw.answer(interaction, 4, {"content": "Secret", "flags": 64, "components": [row]})
    ann, bo = standin.person("Ann"), standin.person("Bo")
    secret = ann.sees()[0]

    assert bo.sees() == []
    with pytest.raises(NoSuchControl):
        await bo.click(secret, "Go")
    standin.world.dismiss(secret)
    assert ann.sees() == []
    with pytest.raises(NoSuchControl):
        await ann.click(secret, "Go")


async def test_a_deferred_answer_that_never_comes(
    standin: StandIn, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.person.COMPLETION_SECONDS", 0.05)
    original = standin.interactions._deliver

    async def deliver(payload: JsonObject, guild_id: int | None) -> None:
        await original(payload, guild_id)
        path = f"/interactions/{payload['id']}/{payload['token']}/callback"
        await raw("POST", path, {"type": 5})

    standin.interactions._deliver = deliver
    with pytest.raises(StillThinking):
        await standin.person("Ann").slash("here")
    assert standin.person("Ann").sees()[0].thinking


async def test_people_talk(standin: StandIn) -> None:
    message = await standin.person("Bo").say("Hello", channel=standin.channel("games"))

    assert standin.person("Ann").sees(standin.channel("games")) == [message]
    assert standin.person("Ann").sees() == []
    assert message.raw()["author"]["global_name"] == "Bo"


async def test_accounts_have_different_ages(standin: StandIn) -> None:
    ids = [standin.person(name).id for name in ("Ann", "Bo", "Cy", "Di")]

    assert ids == sorted(set(ids))
    with pytest.raises(KeyError):
        standin.person("Ed")


FORM: JsonObject = {
    "custom_id": "form",
    "components": [
        {"type": 10, "id": 1, "content": "Fill in"},
        {
            "type": 18,
            "id": 2,
            "component": {"type": 4, "id": 3, "custom_id": "name", "min_length": 2},
        },
        {
            "type": 18,
            "id": 4,
            "component": {
                "type": 21,
                "id": 5,
                "custom_id": "side",
                "options": [{"label": "Left", "value": "l"}, {"label": "Right", "value": "r"}],
            },
        },
        {"type": 18, "id": 6, "component": {"type": 23, "id": 7, "custom_id": "sure"}},
    ],
}


def test_a_form_is_written_as_discord_writes_it() -> None:
    data = modal_data(FORM, {"name": "Bo", "side": "Right", "sure": True})

    assert data["components"] == [
        {"type": 10, "id": 1},
        {
            "type": 18,
            "id": 2,
            "component": {"type": 4, "id": 3, "custom_id": "name", "value": "Bo"},
        },
        {
            "type": 18,
            "id": 4,
            "component": {"type": 21, "id": 5, "custom_id": "side", "value": "r"},
        },
        {
            "type": 18,
            "id": 6,
            "component": {"type": 23, "id": 7, "custom_id": "sure", "value": True},
        },
    ]


@pytest.mark.parametrize("values", [{}, {"name": "B"}, {"name": ""}, {"name": 5}])
def test_a_form_that_is_not_filled_in(values: JsonObject) -> None:
    with pytest.raises(InvalidInput):
        modal_data(FORM, {"side": "l"} | values)


def test_a_form_has_only_its_own_inputs() -> None:
    with pytest.raises(NoSuchControl):
        modal_data(FORM, {"name": "Bo", "side": "l", "other": "x"})
