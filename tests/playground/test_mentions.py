"""Who is pinged: by default everybody who is named."""

from __future__ import annotations

import pytest

from playground.mentions import pinged
from playground.standin import StandIn
from playground.wire import JsonObject
from tests.playground.raw import Raw, post

TEXT = "<@1> and <@!2>, @everyone"


@pytest.mark.parametrize(
    ("allowed", "users", "everyone"),
    [
        pytest.param(None, [1, 2], True, id="nothing said: all are pinged"),
        pytest.param({}, [], False, id="nothing allowed"),
        pytest.param({"parse": []}, [], False, id="nothing parsed"),
        pytest.param({"parse": ["users"]}, [1, 2], False, id="users parsed"),
        pytest.param({"parse": ["everyone"]}, [], True, id="everyone parsed"),
        pytest.param({"parse": [], "users": ["2", "9"]}, [2], False, id="one user named"),
        pytest.param({"users": [1]}, [1], False, id="ids as numbers"),
    ],
)
def test_allowed_mentions(allowed: JsonObject | None, users: list[int], everyone: object) -> None:
    assert pinged(TEXT, [], allowed) == (users, everyone)


def test_text_displays_ping_wherever_they_nest() -> None:
    text = {"type": 10, "content": "<@3>"}
    nested = [{"type": 17, "components": [{"type": 9, "components": [text]}]}]

    assert pinged("", nested, None) == ([3], False)


async def test_an_edit_without_allowed_mentions_pings_by_default(
    standin: StandIn, raw: Raw
) -> None:
    bo = standin.person("Bo").id
    quiet: JsonObject = {"parse": []}
    message = await post(raw, standin, content=f"<@{bo}>", allowed_mentions=quiet)
    assert message.mentions == []
    path = f"{raw.general}/messages/{message.id}"

    await raw("PATCH", path, {"embeds": [{"title": "No text is changed"}]})
    assert message.mentions == []
    await raw("PATCH", path, {"content": f"<@{bo}>!", "allowed_mentions": quiet})
    assert message.mentions == []
    await raw("PATCH", path, {"content": f"<@{bo}>?"})
    assert message.mentions == [bo]


async def test_embeds_ping_nobody(standin: StandIn, raw: Raw) -> None:
    embed = {"description": f"<@{standin.person('Bo').id}>"}

    assert (await post(raw, standin, embeds=[embed])).mentions == []


async def test_unknown_users_are_not_pinged(standin: StandIn, raw: Raw) -> None:
    assert (await post(raw, standin, content="<@5>")).mentions == []
