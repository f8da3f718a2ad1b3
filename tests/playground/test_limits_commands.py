"""Each limit of commands and choices, and the twelve rules that Discord's spec leaves out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from playground.beyond_spec import choice_rules, command_rules, message_rules, modal_rules
from playground.limits_commands import choice_problems, command_problems, commands_problems
from playground.wire import Json, JsonObject, Problem

V2 = 1 << 15


def places(problems: Iterable[Problem]) -> set[str]:
    return {".".join(map(str, problem.path)) for problem in problems}


def command(*options: JsonObject, **more: Json) -> JsonObject:
    return {"name": "start", "description": "Start", "options": list(options)} | more


def option(**more: Json) -> JsonObject:
    return {"name": "tiles", "description": "Tiles", "type": 3} | more


def choices(count: int) -> list[JsonObject]:
    return [{"name": str(n), "value": str(n)} for n in range(count)]


def text(length: int) -> JsonObject:
    return {"type": 10, "content": "x" * length}


def button(custom_id: str) -> JsonObject:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}


def row(number: int) -> JsonObject:
    return {"type": 1, "components": [button(str(number))]}


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param(command(name="x" * 32), command(name="x" * 33), "name", id="name"),
        pytest.param(command(description="x" * 100), command(description="x" * 101),
                     "description", id="description"),
        pytest.param(command(description="x"), command(description=""), "description",
                     id="no description"),
        pytest.param(command(*(option(name=f"o{n}") for n in range(25))),
                     command(*(option(name=f"o{n}") for n in range(26))), "options", id="options"),
        pytest.param(command(option(name="x" * 32)), command(option(name="x" * 33)),
                     "options.0.name", id="an option's name"),
        pytest.param(command(option(description="x" * 100)),
                     command(option(description="x" * 101)), "options.0.description",
                     id="an option's description"),
        pytest.param(command(option(type=11)), command(option(type=12)), "options.0.type",
                     id="type"),
        pytest.param(command(option(choices=choices(25))), command(option(choices=choices(26))),
                     "options.0.choices", id="choices"),
        pytest.param(command(option(choices=choices(1))),
                     command(option(choices=choices(1), autocomplete=True)), "options.0.choices",
                     id="choices and autocompletion"),
        pytest.param(command(option(max_length=6000)), command(option(max_length=6001)),
                     "options.0.max_length", id="longest text"),
        pytest.param(command(option(type=4, max_value=2**53)),
                     command(option(type=4, max_value=2**53 + 1)), "options.0.max_value",
                     id="largest number"),
        pytest.param(command(option()), command(option(), option()), "options.1.name",
                     id="a name twice"),
        pytest.param(command({"name": "a", "description": "b", "type": 1, "options": []}),
                     command({"name": "a", "description": "b", "type": 1}, option()), "options",
                     id="an option beside a subcommand"),
    ],
)  # fmt: skip
def test_commands(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(command_problems(good)) == set()
    assert places(command_problems(bad)) == {place}


def test_command_names_are_unique_by_type() -> None:
    assert places(commands_problems([command(), command()])) == {"1.name"}
    assert places(commands_problems([command(), {"name": "start", "type": 2}])) == set()


def test_choices() -> None:
    assert places(choice_problems(choices(25), 3)) == set()
    assert places(choice_problems(choices(26), 3)) == {""}
    assert places(choice_problems([{"name": "x" * 101, "value": "x"}], 3)) == {"0.name"}
    assert places(choice_problems([{"name": "", "value": "x"}], 3)) == {"0.name"}
    assert places(choice_problems([{"name": "x"}], 3)) == {"0.value"}
    assert places(choice_problems([{"name": "x", "value": 5}], 3)) == {"0.value"}
    assert places(choice_problems([{"name": "x", "value": "5"}], 4)) == {"0.value"}


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        pytest.param({"content": "x" * 2000}, {"content": "x" * 2001}, "content",
                     id="1 content, which the spec allows to 4000"),
        pytest.param({"embeds": [{"description": "x" * 3000}] * 2},
                     {"embeds": [{"description": "x" * 3000}] * 2 + [{"title": "x"}]}, "embeds",
                     id="2 all embeds together"),
        pytest.param({"components": [text(2000)] * 2, "flags": V2},
                     {"components": [text(2000)] * 2 + [text(1)], "flags": V2}, "components",
                     id="3 all texts together"),
        pytest.param({"components": [{"type": 17, "components": [{"type": 14}] * 39}],
                      "flags": V2},
                     {"components": [{"type": 17, "components": [{"type": 14}] * 40}],
                      "flags": V2}, "components", id="4 forty components, nested ones too"),
        pytest.param({"components": [{"type": 1, "components": [button("a"), button("b")]}]},
                     {"components": [{"type": 1, "components": [button("a"), button("a")]}]},
                     "components.0.components.1.custom_id", id="5 a custom id twice"),
        pytest.param({"components": [text(1)], "flags": V2},
                     {"components": [text(1)], "flags": V2, "content": "x"}, "content",
                     id="6 content together with V2"),
        pytest.param({"components": [text(1)], "flags": V2},
                     {"components": [text(1)], "flags": V2, "embeds": [{"title": "x"}]}, "embeds",
                     id="6 embeds together with V2"),
        pytest.param({"components": [text(1)], "flags": V2}, {"components": [text(1)]},
                     "components.0.type", id="7 V2 parts without the flag"),
        pytest.param({"components": [row(n) for n in range(5)]},
                     {"components": [row(n) for n in range(6)]}, "components",
                     id="7 rows without the flag"),
    ],
)  # fmt: skip
def test_rules_for_messages(good: JsonObject, bad: JsonObject, place: str) -> None:
    assert places(message_rules(good)) == set()
    assert places(message_rules(bad)) == {place}


def test_8_a_modal_has_five_components() -> None:
    def part(number: int) -> JsonObject:
        return {"type": 18, "component": {"type": 4, "custom_id": str(number)}}

    five = [part(number) for number in range(5)]
    assert places(modal_rules({"components": five})) == set()
    assert places(modal_rules({"components": [*five, part(5)]})) == {"components"}
    assert places(modal_rules({"components": [part(1), part(1)]})) == {
        "components.1.component.custom_id"
    }


def test_9_a_choices_value_has_a_hundred_characters() -> None:
    def owner(length: int) -> JsonObject:
        return {"choices": [{"name": "x", "value": "x" * length}]}

    assert places(choice_rules(owner(100))) == set()
    assert places(choice_rules(owner(101))) == {"0.value"}
    assert places(command_rules(command(option(**owner(101))))) == {"options.0.choices.0.value"}


@pytest.mark.parametrize("name", ["start", "qwirkle-admin", "o'neil", "straße", "कखि", "กำ", "x1_"])
def test_10_names_that_a_command_may_have(name: str) -> None:
    assert places(command_rules(command(name=name))) == set()


@pytest.mark.parametrize("name", ["Start", "two words", "dot.dot", "slash/", "🟥", "Ä"])
def test_10_names_that_a_command_may_not_have(name: str) -> None:
    assert places(command_rules(command(name=name))) == {"name"}
    assert places(command_rules(command(option(name=name)))) == {"options.0.name"}
    assert places(command_rules({"name": name, "type": 2})) == set()


def test_11_required_options_come_first() -> None:
    first, second = option(name="a"), option(name="b", required=True)

    assert places(command_rules(command(second, first))) == set()
    assert places(command_rules(command(first, second))) == {"options.1"}
    group = {"name": "g", "description": "d", "type": 1, "options": [first, second]}
    assert places(command_rules(command(group))) == {"options.0.options.1"}


def test_12_a_command_has_8000_characters() -> None:
    def of_size(size: int, **more: Json) -> JsonObject:
        parts = [option(name=f"o{n:02}", description="x" * 97) for n in range(25)]
        inside = {"name": "a", "description": "x" * 99, "type": 1, "options": parts}
        rest = size - 3 * 2600 - 10
        return command(*(inside | {"name": name} for name in "abc"), description="x" * rest,
                       name="n" * 10) | more  # fmt: skip

    assert places(command_rules(of_size(8000))) == set()
    assert places(command_rules(of_size(8001))) == {""}
    localized = {"name_localizations": {"de": "n" * 11}}
    assert places(command_rules(of_size(8000, **localized))) == {""}
