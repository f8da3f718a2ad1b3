"""Each limit of a message, an embed, a component and a modal: at it, and one beyond."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from playground.limits import message_problems
from playground.limits_components import message_component_problems, modal_problems
from playground.wire import Json, JsonObject, Problem


def places(problems: Iterable[Problem]) -> set[str]:
    return {".".join(map(str, problem.path)) for problem in problems}


def row(*parts: JsonObject) -> JsonObject:
    return {"type": 1, "components": list(parts)}


def button(**more: Json) -> JsonObject:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more


def select(**more: Json) -> JsonObject:
    options = [{"label": str(n), "value": str(n)} for n in range(3)]
    return {"type": 3, "custom_id": "pick", "options": options} | more


def options(count: int) -> list[JsonObject]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


def label(component: JsonObject, **more: Json) -> JsonObject:
    return {"type": 18, "label": "Name", "component": component} | more


def text_input(**more: Json) -> JsonObject:
    return {"type": 4, "custom_id": "text", "style": 1} | more


def modal(*parts: JsonObject, **more: Json) -> JsonObject:
    return {"title": "Title", "custom_id": "form", "components": list(parts)} | more


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param({"content": "x" * 2000}, {"content": "x" * 2001}, "content", id="content"),
        pytest.param({"nonce": "x" * 25}, {"nonce": "x" * 26}, "nonce", id="nonce"),
        pytest.param({"embeds": [{"title": "x"}] * 10}, {"embeds": [{"title": "x"}] * 11}, "embeds",
                     id="embeds"),
        pytest.param({"attachments": [{}] * 10}, {"attachments": [{}] * 11}, "attachments",
                     id="files"),
        pytest.param({"flags": 1 << 15}, {"flags": 1 << 7}, "flags", id="flags"),
        pytest.param({"flags": 0}, {"flags": "0"}, "flags", id="flags as text"),
        pytest.param({"content": None}, {"content": 5}, "content", id="content as number"),
        pytest.param({"allowed_mentions": {"users": ["1"] * 100}},
                     {"allowed_mentions": {"users": ["1"] * 101}}, "allowed_mentions.users",
                     id="named users"),
        pytest.param({"allowed_mentions": {"parse": ["users"], "users": []}},
                     {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
                     "allowed_mentions", id="parse and names"),
        pytest.param({"allowed_mentions": {"parse": ["everyone"]}},
                     {"allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0",
                     id="kinds of mentions"),
    ],
)  # fmt: skip
def test_messages(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(message_problems(good)) == set()
    assert places(message_problems(bad)) == {place}


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param({"title": "x" * 256}, {"title": "x" * 257}, "title", id="title"),
        pytest.param({"description": "x" * 4096}, {"description": "x" * 4097}, "description",
                     id="description"),
        pytest.param({"footer": {"text": "x" * 2048}}, {"footer": {"text": "x" * 2049}},
                     "footer.text", id="footer"),
        pytest.param({"author": {"name": "x" * 256}}, {"author": {"name": "x" * 257}},
                     "author.name", id="author"),
        pytest.param({"fields": [{"name": "n", "value": "v"}] * 25},
                     {"fields": [{"name": "n", "value": "v"}] * 26}, "fields", id="fields"),
        pytest.param({"fields": [{"name": "n" * 256, "value": "v"}]},
                     {"fields": [{"name": "n" * 257, "value": "v"}]}, "fields.0.name",
                     id="a field's name"),
        pytest.param({"fields": [{"name": "n", "value": "v" * 1024}]},
                     {"fields": [{"name": "n", "value": "v" * 1025}]}, "fields.0.value",
                     id="a field's value"),
        pytest.param({"fields": [{"name": "n", "value": "v"}]}, {"fields": [{"name": "n"}]},
                     "fields.0.value", id="a field without a value"),
        pytest.param({"title": "x"}, {"color": 5}, "description", id="an empty embed"),
    ],
)  # fmt: skip
def test_embeds(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(message_problems({"embeds": [good]})) == set()
    assert places(message_problems({"embeds": [bad]})) == {f"embeds.0.{place}"}


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param(row(*[button()] * 5), row(*[button()] * 6), "components", id="buttons"),
        pytest.param(row(select()), row(select(), select()), "components", id="selects"),
        pytest.param(row(select()), row(button(), select()), "components", id="button and select"),
        pytest.param(row(button()), row(), "components", id="an empty row"),
        pytest.param(row(button()), row({"type": 10, "content": "x"}), "components.0.type",
                     id="text in a row"),
        pytest.param(row(button(label="x" * 80)), row(button(label="x" * 81)),
                     "components.0.label", id="a button's label"),
        pytest.param(row(button(custom_id="x" * 100)), row(button(custom_id="x" * 101)),
                     "components.0.custom_id", id="a long custom id"),
        pytest.param(row(button()), row(button(custom_id="")), "components.0.custom_id",
                     id="an empty custom id"),
        pytest.param(row(button()), row(button(custom_id=None)), "components.0.custom_id",
                     id="no custom id"),
        pytest.param(row(button()), row(button(style=7)), "components.0.style", id="style"),
        pytest.param(row(button(label=None, emoji={"name": "x"})), row(button(label=None)),
                     "components.0.label", id="a button without a face"),
        pytest.param(row(button(style=5, custom_id=None, url="x" * 512)),
                     row(button(style=5, custom_id=None, url="x" * 513)), "components.0.url",
                     id="a link"),
        pytest.param(row(button(style=5, custom_id=None, url="x")),
                     row(button(style=5, url="x")), "components.0.custom_id",
                     id="a link with an id"),
        pytest.param(row(button()), row(button(url="x")), "components.0.url",
                     id="a button with a link"),
        pytest.param(row(select(options=options(25))), row(select(options=options(26))),
                     "components.0.options", id="options"),
        pytest.param(row(select(placeholder="x" * 150)), row(select(placeholder="x" * 151)),
                     "components.0.placeholder", id="a select's placeholder"),
        pytest.param(row(select(max_values=3)), row(select(max_values=4)),
                     "components.0.max_values", id="more than there are"),
        pytest.param(row(select(min_values=1)), row(select(min_values=2)),
                     "components.0.min_values", id="at least more than at most"),
        pytest.param(row(select(options=[{"label": "x" * 100, "value": "a"}])),
                     row(select(options=[{"label": "x" * 101, "value": "a"}])),
                     "components.0.options.0.label", id="an option's label"),
        pytest.param(row(select(options=[{"label": "a", "value": "x" * 100}])),
                     row(select(options=[{"label": "a", "value": "x" * 101}])),
                     "components.0.options.0.value", id="an option's value"),
        pytest.param(row(select(options=[{"label": "a", "value": "a", "description": "x" * 100}])),
                     row(select(options=[{"label": "a", "value": "a", "description": "x" * 101}])),
                     "components.0.options.0.description", id="an option's description"),
        pytest.param(row(select(options=options(2))),
                     row(select(options=[{"label": "a", "value": "a"}] * 2)),
                     "components.0.options.1.value", id="a value twice"),
        pytest.param(row(select(options=[{"label": "a", "value": "a", "default": True}])),
                     row(select(options=[o | {"default": True} for o in options(2)])),
                     "components.0.options", id="too many defaults"),
        pytest.param({"type": 9, "components": [{"type": 10, "content": "x"}] * 3,
                      "accessory": button()},
                     {"type": 9, "components": [{"type": 10, "content": "x"}] * 4,
                      "accessory": button()}, "components", id="a section's texts"),
        pytest.param({"type": 9, "components": [{"type": 10, "content": "x"}],
                      "accessory": {"type": 11, "media": {"url": "x"}}},
                     {"type": 9, "components": [{"type": 10, "content": "x"}]}, "accessory",
                     id="a section without an accessory"),
        pytest.param({"type": 10, "content": "x" * 4000}, {"type": 10, "content": "x" * 4001},
                     "content", id="text"),
        pytest.param({"type": 10, "content": "x"}, {"type": 10, "content": ""}, "content",
                     id="empty text"),
        pytest.param({"type": 12, "items": [{"media": {"url": "x"}}] * 10},
                     {"type": 12, "items": [{"media": {"url": "x"}}] * 11}, "items",
                     id="a gallery"),
        pytest.param({"type": 17, "components": [{"type": 14}]},
                     {"type": 17, "components": [{"type": 17, "components": [{"type": 14}]}]},
                     "components.0.type", id="a container in a container"),
        pytest.param({"type": 17, "components": [{"type": 14}], "accent_color": 0xFFFFFF},
                     {"type": 17, "components": [{"type": 14}], "accent_color": 0x1000000},
                     "accent_color", id="a container's color"),
    ],
)  # fmt: skip
def test_components(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(message_component_problems([good])) == set()
    assert places(message_component_problems([bad])) == {f"0.{place}"}


def test_a_button_cannot_stand_alone() -> None:
    assert places(message_component_problems([button()])) == {"0.type"}


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param(modal(label(text_input()), title="x" * 45),
                     modal(label(text_input()), title="x" * 46), "title", id="title"),
        pytest.param(modal(label(text_input()), custom_id="x" * 100),
                     modal(label(text_input()), custom_id="x" * 101), "custom_id", id="custom id"),
        pytest.param(modal(label(text_input())), modal(), "components", id="an empty modal"),
        pytest.param(modal(label(text_input())), modal({"type": 14}), "components.0.type",
                     id="a separator"),
        pytest.param(modal(label(text_input(), label="x" * 45)),
                     modal(label(text_input(), label="x" * 46)), "components.0.label",
                     id="label"),
        pytest.param(modal(label(text_input(), description="x" * 100)),
                     modal(label(text_input(), description="x" * 101)),
                     "components.0.description", id="description"),
        pytest.param(modal(label(text_input(max_length=4000))),
                     modal(label(text_input(max_length=4001))),
                     "components.0.component.max_length", id="longest text"),
        pytest.param(modal(label(text_input(min_length=0))),
                     modal(label(text_input(min_length=-1))),
                     "components.0.component.min_length", id="shortest text"),
        pytest.param(modal(label(text_input(placeholder="x" * 100))),
                     modal(label(text_input(placeholder="x" * 101))),
                     "components.0.component.placeholder", id="placeholder"),
        pytest.param(modal(label(text_input(value="xx", max_length=2))),
                     modal(label(text_input(value="xxx", max_length=2))),
                     "components.0.component.value", id="value"),
        pytest.param(modal(label(text_input())), modal(label(text_input(style=3))),
                     "components.0.component.style", id="style"),
        pytest.param(modal(label(select())), modal(label(button())),
                     "components.0.component.type", id="a button"),
        pytest.param(modal(row(text_input(label="x"))), modal(row(text_input())),
                     "components.0.components.0.label", id="the old way, without a label"),
        pytest.param(modal(label({"type": 21, "custom_id": "r", "options": options(2)})),
                     modal(label({"type": 21, "custom_id": "r", "options": options(1)})),
                     "components.0.component.options", id="too few radios"),
        pytest.param(modal(label({"type": 21, "custom_id": "r", "options": options(10)})),
                     modal(label({"type": 21, "custom_id": "r", "options": options(11)})),
                     "components.0.component.options", id="radios"),
        pytest.param(modal(label({"type": 22, "custom_id": "c", "options": options(10)})),
                     modal(label({"type": 22, "custom_id": "c", "options": options(11)})),
                     "components.0.component.options", id="checkboxes"),
    ],
)  # fmt: skip
def test_modals(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(modal_problems(good)) == set()
    assert places(modal_problems(bad)) == {place}
