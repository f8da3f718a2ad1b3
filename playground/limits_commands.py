"""What Discord says of application commands and of autocompletion's choices.

The entry points are :func:`command_problems` and :func:`choice_problems`. Both are pure. Name
patterns, the order of options and the size of a whole command lie in :mod:`playground.beyond_spec`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground.limits import count, length, not_a_choice, number, required
from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.components import Path

CHAT_INPUT: Final = 1
SUBCOMMAND: Final = 1
SUBCOMMAND_GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
NUMBER: Final = 10

LARGEST_INTEGER: Final = 2**53
MOST_COMMANDS: Final = {1: 100, 2: 15, 3: 15}
"""By type, globally and again in each server."""


def commands_problems(commands: list[JsonObject]) -> Iterator[Problem]:
    """Judge a whole list of commands, as a bulk overwrite sends it."""
    seen: set[tuple[Json, Json]] = set()
    for index, command in enumerate(commands):
        for problem in command_problems(command):
            yield problem.under(index)
        key = (command.get("type", CHAT_INPUT), command.get("name"))
        if key in seen:
            words = "Application command names must be unique"
            yield Problem((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        seen.add(key)


def too_many_commands(commands: list[JsonObject]) -> bool:
    kinds = [command.get("type", CHAT_INPUT) for command in commands]
    return any(kinds.count(kind) > most for kind, most in MOST_COMMANDS.items())


def command_problems(command: JsonObject) -> Iterator[Problem]:
    """Judge one command with all its options."""
    yield from length(command.get("name"), ("name",), 1, 32)
    if command.get("type", CHAT_INPUT) == CHAT_INPUT:
        yield from length(command.get("description"), ("description",), 1, 100)
    yield from _options_problems(command, ())


def _options_problems(owner: JsonObject, path: Path) -> Iterator[Problem]:
    options = owner.get("options") or []
    yield from count(options, (*path, "options"), 0, 25)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = (*path, "options", index)
        yield from _option_problems(option, here)
        if option.get("name") in seen:
            words = "Option name is not unique"
            yield Problem((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", words)
        seen.add(option.get("name"))
    groups = sum(option.get("type") in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in options)
    if groups not in (0, len(options)):
        words = "Sub-commands and their groups exclude all other types of options"
        yield Problem((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)


def _option_problems(option: JsonObject, path: Path) -> Iterator[Problem]:
    yield from length(option.get("name"), (*path, "name"), 1, 32)
    yield from length(option.get("description"), (*path, "description"), 1, 100)
    kind = option.get("type")
    if not isinstance(kind, int) or kind not in range(1, 12):
        yield not_a_choice((*path, "type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11")
        return
    if kind in (SUBCOMMAND, SUBCOMMAND_GROUP):
        yield from _options_problems(option, path)
        return
    yield from number(option.get("min_length"), (*path, "min_length"), 0, 6000)
    yield from number(option.get("max_length"), (*path, "max_length"), 1, 6000)
    for bound in ("min_value", "max_value"):
        yield from number(option.get(bound), (*path, bound), -LARGEST_INTEGER, LARGEST_INTEGER)
    choices = option.get("choices")
    if choices and option.get("autocomplete"):
        words = "Autocomplete and choices are mutually exclusive"
        yield Problem((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", words)
    for problem in choice_problems(choices, kind):
        yield problem.under(*path, "choices")


def choice_problems(choices: Json, kind: int) -> Iterator[Problem]:
    """Judge choices, registered or offered by autocompletion, for an option of type ``kind``."""
    yield from count(choices, (), 0, 25)
    for index, choice in enumerate(choices if isinstance(choices, list) else ()):
        yield from length(choice.get("name"), (index, "name"), 1, 100)
        value = choice.get("value")
        if value is None:
            yield required((index, "value"))
        elif (kind == STRING) is not isinstance(value, str):
            words = f"Could not interpret '{value}' as the option's type."
            yield Problem((index, "value"), "APPLICATION_COMMAND_OPTION_CHOICE_VALUE_TYPE", words)
