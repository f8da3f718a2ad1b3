"""Discord's own spec as a second judge; without a copy of it there is nothing to test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from playground.openapi import OpenApi
from playground.wire import Json

SPEC = os.environ.get("DISCORD_OPENAPI")
MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"

pytestmark = pytest.mark.skipif(not SPEC, reason="DISCORD_OPENAPI names no spec")


@pytest.fixture(scope="module")
def spec() -> OpenApi:
    return OpenApi.load(Path(SPEC or ""))


def found(spec: OpenApi, template: str, body: Json) -> list[tuple[str, str]]:
    problems = spec.request_problems("POST", template, body)
    return [(".".join(map(str, problem.path)), problem.code) for problem in problems]


def test_a_good_message(spec: OpenApi) -> None:
    button = {"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": 5, "name": "red"}}
    body = {
        "content": "x",
        "components": [{"type": 1, "components": [button]}],
        "allowed_mentions": {"parse": [], "users": [5]},
    }

    assert found(spec, MESSAGES, body) == []


def test_only_the_branch_of_the_type_is_named(spec: OpenApi) -> None:
    button = {"type": 2, "style": 1, "custom_id": "x" * 101}
    body = {"components": [{"type": 1, "components": [button]}]}

    place = "components.0.components.0.custom_id"
    assert found(spec, MESSAGES, body) == [(place, "BASE_TYPE_MAX_LENGTH")]
    answer = {"type": 4, "data": body}
    assert found(spec, CALLBACK, answer) == [(f"data.{place}", "BASE_TYPE_MAX_LENGTH")]


def test_what_is_missing_is_named(spec: OpenApi) -> None:
    body = {"type": 9, "data": {"custom_id": "x", "components": [{"type": 10, "content": "x"}]}}

    assert found(spec, CALLBACK, body) == [("data", "BASE_TYPE_REQUIRED")]


def test_an_answer_that_discord_would_not_give(spec: OpenApi) -> None:
    slips = spec.answer_slips("GET", "/users/@me", 200, {"id": "1"})

    assert any('"username" is a required property' in slip for slip in slips)
    assert spec.answer_slips("GET", "/no/such/route", 200, {}) == []
