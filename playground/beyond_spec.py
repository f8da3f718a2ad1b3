"""Twelve rules of Discord's documentation that its OpenAPI spec does not state.

The entry points are :func:`message_rules`, :func:`modal_rules`, :func:`command_rules` and
:func:`choice_rules`. All are pure. ``message_rules`` judges a message as it would stand after the
request, since an edit of one part can be wrong only together with what was there before.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from playground.components import BUTTON, texts, walk
from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.components import Path

CONTENT_LENGTH: Final = 2000
EMBEDS_TOTAL: Final = 6000
COMPONENTS_TOTAL: Final = 40
TEXT_TOTAL: Final = 4000
MODAL_COMPONENTS: Final = 5
CHOICE_VALUE_LENGTH: Final = 100
COMMAND_TOTAL: Final = 8000

COMPONENTS_V2: Final = 1 << 15
ACTION_ROW: Final = 1
ROWS: Final = 5
"""Top-level rows of a message that is not a Components V2 one."""


def message_rules(message: JsonObject) -> Iterator[Problem]:
    """Judge ``content``, ``embeds``, ``components`` and ``flags`` of a message together."""
    content = message.get("content") or ""
    components = message.get("components") or []
    if len(content) > CONTENT_LENGTH:
        words = f"Must be {CONTENT_LENGTH} or fewer in length."
        yield Problem(("content",), "BASE_TYPE_MAX_LENGTH", words)
    if sum(_embed_size(embed) for embed in message.get("embeds") or ()) > EMBEDS_TOTAL:
        words = f"Embed size exceeds maximum size of {EMBEDS_TOTAL}"
        yield Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)
    yield from _total_rules(components)
    yield from duplicate_ids(components, ("components",))
    if (message.get("flags") or 0) & COMPONENTS_V2:
        yield from _no_legacy_fields(message)
    else:
        yield from _legacy_layout(components)


def _embed_size(embed: JsonObject) -> int:
    parts = [
        embed.get("title"),
        embed.get("description"),
        (embed.get("footer") or {}).get("text"),
        (embed.get("author") or {}).get("name"),
    ]
    for field in embed.get("fields") or ():
        parts += [field.get("name"), field.get("value")]
    return sum(len(part) for part in parts if isinstance(part, str))


def _total_rules(components: Json) -> Iterator[Problem]:
    if sum(1 for _ in walk(components)) > COMPONENTS_TOTAL:
        words = f"The total number of components exceeds the maximum of {COMPONENTS_TOTAL}"
        yield Problem(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    if sum(len(text) for text in texts(components)) > TEXT_TOTAL:
        words = f"The total displayable text exceeds the maximum size of {TEXT_TOTAL}"
        yield Problem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)


def duplicate_ids(components: Json, prefix: Path) -> Iterator[Problem]:
    seen: set[str] = set()
    for path, part in walk(components):
        custom_id = part.get("custom_id")
        if custom_id is None:
            continue
        if custom_id in seen:
            words = "Component custom id cannot be duplicated"
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            yield Problem((*prefix, *path, "custom_id"), code, words)
        seen.add(custom_id)


def _no_legacy_fields(message: JsonObject) -> Iterator[Problem]:
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if message.get(field):
            words = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Problem((field,), code, words)


def _legacy_layout(components: Json) -> Iterator[Problem]:
    if not isinstance(components, list):
        return
    if len(components) > ROWS:
        words = f"Must be between 0 and {ROWS} in length."
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", words)
    for index, part in enumerate(components):
        if isinstance(part, dict) and part.get("type") != ACTION_ROW:
            path = ("components", index, "type")
            yield Problem(path, "BASE_TYPE_CHOICES", "Value must be one of {1}.")


def modal_rules(modal: JsonObject) -> Iterator[Problem]:
    """Judge a modal's number of components, its ids, and that it has no buttons."""
    components = modal.get("components") or []
    if len(components) > MODAL_COMPONENTS:
        words = f"Must be between 1 and {MODAL_COMPONENTS} in length."
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", words)
    yield from duplicate_ids(components, ("components",))
    for path, part in walk(components):
        if part["type"] == BUTTON:
            words = "Buttons cannot be used in modals"
            yield Problem(("components", *path, "type"), "BASE_TYPE_CHOICES", words)


def command_rules(command: JsonObject) -> Iterator[Problem]:
    """Judge names, the order of options, long choice values and the size of a whole command."""
    if command.get("type", 1) == 1:
        yield from _name_rule(command, ())
    yield from _options_rules(command, ())
    if _command_size(command) > COMMAND_TOTAL:
        words = f"Command exceeds maximum size ({COMMAND_TOTAL})"
        yield Problem((), "APPLICATION_COMMAND_TOO_LARGE", words)


def _options_rules(owner: JsonObject, path: Path) -> Iterator[Problem]:
    optional_before = False
    for index, option in enumerate(owner.get("options") or ()):
        here = (*path, "options", index)
        yield from _name_rule(option, here)
        yield from (problem.under(*here, "choices") for problem in choice_rules(option))
        if option.get("required") and optional_before:
            words = "Required options must be placed before non-required options"
            yield Problem(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional_before = optional_before or not option.get("required")
        yield from _options_rules(option, here)


def choice_rules(owner: JsonObject) -> Iterator[Problem]:
    """Judge the values of ``owner``'s ``choices``."""
    for index, choice in enumerate(owner.get("choices") or ()):
        value = choice.get("value")
        if isinstance(value, str) and len(value) > CHOICE_VALUE_LENGTH:
            words = f"Must be {CHOICE_VALUE_LENGTH} or fewer in length."
            yield Problem((index, "value"), "BASE_TYPE_MAX_LENGTH", words)


def _name_rule(named: JsonObject, path: Path) -> Iterator[Problem]:
    name = named.get("name")
    if isinstance(name, str) and not (all(map(_in_a_name, name)) and name == name.lower()):
        words = "Command name is invalid"
        yield Problem((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", words)


def _in_a_name(character: str) -> bool:
    r"""Tell what Discord's ``[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]`` matches."""
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or "\u0900" <= character <= "\u097f"
        or "\u0e01" <= character <= "\u0e5b"
    )


def _command_size(owner: JsonObject) -> int:
    """Count names, descriptions and values, each with its longest localization."""
    size = 0
    for field in ("name", "description"):
        localized = owner.get(f"{field}_localizations") or {}
        size += max(len(text) for text in (owner.get(field) or "", *localized.values()))
    if isinstance(owner.get("value"), str):
        size += len(owner["value"])
    inside = [*(owner.get("options") or ()), *(owner.get("choices") or ())]
    return size + sum(_command_size(part) for part in inside)
