from __future__ import annotations

import pytest

from playground.standin import StandIn

pytestmark = pytest.mark.usefixtures("bot")


async def test_options_arrive_as_the_types_they_have(standin: StandIn) -> None:
    bo = standin.person("Bo")

    reply = await standin.person("Ann").slash("hello", name="Cy", friend=bo, style="Bold")

    assert reply.text == f"Hello Cy and <@{bo.id}> Bo b"
    assert not reply.ephemeral
    assert reply.message in standin.person("Di").sees()


async def test_a_deferred_answer_keeps_its_secret(standin: StandIn) -> None:
    reply = await standin.person("Ann").slash("late")

    assert reply.ephemeral
    assert reply.message.text == "Here at last"
    assert reply.message.ephemeral_to == standin.person("Ann").id
    assert standin.person("Bo").sees() == []
