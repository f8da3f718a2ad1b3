"""How long, how many, what must be there: Discord's limits for messages and embeds.

The one entry point is :func:`message_problems`. It is pure: it takes JSON and gives problems. What
Discord's OpenAPI spec does not say lies in :mod:`playground.beyond_spec`; components have
:mod:`playground.limits_components`, commands :mod:`playground.limits_commands`.

Text is counted in code points, as JSON Schema counts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.components import Path

CONTENT_LENGTH: Final = 2000
EMBEDS: Final = 10
FIELDS: Final = 25
FILES: Final = 10
NONCE_LENGTH: Final = 25
MENTIONED: Final = 100
"""Users, and roles, that ``allowed_mentions`` may name."""

EMBED_LENGTHS: Final = (
    (("title",), 256),
    (("description",), 4096),
    (("footer", "text"), 2048),
    (("author", "name"), 256),
)

SETTABLE_FLAGS: Final = (1 << 2) | (1 << 6) | (1 << 12) | (1 << 13) | (1 << 15)
"""SUPPRESS_EMBEDS, EPHEMERAL, SUPPRESS_NOTIFICATIONS, IS_VOICE_MESSAGE, IS_COMPONENTS_V2."""


def length(value: Json, path: Path, low: int, high: int) -> Iterator[Problem]:
    """Complain of a text that is none, too short or too long. ``None`` is a missing one."""
    if value is None:
        if low > 0:
            yield required(path)
    elif not isinstance(value, str):
        yield Problem(path, "STRING_TYPE_CONVERT", f"Could not interpret '{value}' as string.")
    elif low <= len(value) <= high:
        return
    elif low == 0 or len(value) > high:
        words = f"Must be {high} or fewer in length."
        yield Problem(path, "BASE_TYPE_MAX_LENGTH", words)
    else:
        yield Problem(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")


def count(value: Json, path: Path, low: int, high: int) -> Iterator[Problem]:
    """Complain of a list that is none, too short or too long. ``None`` is a missing one."""
    if value is None:
        if low > 0:
            yield required(path)
    elif not isinstance(value, list):
        yield Problem(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    elif not low <= len(value) <= high:
        words = f"Must be between {low} and {high} in length."
        yield Problem(path, "BASE_TYPE_BAD_LENGTH", words)


def number(value: Json, path: Path, low: float, high: float) -> Iterator[Problem]:
    """Complain of a number that is none or out of bounds. ``None`` is fine."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        yield Problem(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
    elif value < low:
        yield Problem(path, "NUMBER_TYPE_MIN", f"Value must be greater than or equal to {low}.")
    elif value > high:
        yield Problem(path, "NUMBER_TYPE_MAX", f"Value must be less than or equal to {high}.")


def required(path: Path) -> Problem:
    return Problem(path, "BASE_TYPE_REQUIRED", "This field is required")


def not_a_choice(path: Path, choices: str) -> Problem:
    return Problem(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")


def message_problems(body: JsonObject) -> Iterator[Problem]:
    """Judge what a request says of a message: everything but its components."""
    yield from length(body.get("content"), ("content",), 0, CONTENT_LENGTH)
    if isinstance(body.get("nonce"), str):
        yield from length(body["nonce"], ("nonce",), 0, NONCE_LENGTH)
    yield from count(body.get("attachments"), ("attachments",), 0, FILES)
    yield from _flag_problems(body.get("flags"))
    yield from _embeds_problems(body.get("embeds"))
    yield from _mention_problems(body.get("allowed_mentions"))


def _flag_problems(flags: Json) -> Iterator[Problem]:
    if flags is None:
        return
    if isinstance(flags, bool) or not isinstance(flags, int):
        yield Problem(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    elif flags & ~SETTABLE_FLAGS:
        yield Problem(("flags",), "INVALID_MESSAGE_FLAGS", "These flags cannot be set.")


def _embeds_problems(embeds: Json) -> Iterator[Problem]:
    yield from count(embeds, ("embeds",), 0, EMBEDS)
    for index, embed in enumerate(embeds if isinstance(embeds, list) else ()):
        for problem in _embed_problems(embed):
            yield problem.under("embeds", index)


def _embed_problems(embed: Json) -> Iterator[Problem]:
    if not isinstance(embed, dict):
        yield Problem((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    for path, longest in EMBED_LENGTHS:
        value: Json = embed
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        yield from length(value, path, 0, longest)
    yield from count(embed.get("fields"), ("fields",), 0, FIELDS)
    for index, part in enumerate(embed.get("fields") or ()):
        yield from length(part.get("name"), ("fields", index, "name"), 1, 256)
        yield from length(part.get("value"), ("fields", index, "value"), 1, 1024)
    if not set(embed) - {"type", "color", "timestamp", "url"}:
        yield required(("description",))


def _mention_problems(allowed: Json) -> Iterator[Problem]:
    if not isinstance(allowed, dict):
        return
    path = ("allowed_mentions",)
    parse = allowed.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            yield not_a_choice((*path, "parse", index), "'everyone', 'roles', 'users'")
    for kind in ("users", "roles"):
        yield from count(allowed.get(kind), (*path, kind), 0, MENTIONED)
        if kind in parse and allowed.get(kind):
            words = f"parse:['{kind}'] and {kind}: [ids...] are mutually exclusive."
            yield Problem(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
