"""What Discord says of components: in messages, and in modals.

The entry points are :func:`message_component_problems` and :func:`modal_problems`. Both are pure.
The sums over a whole message (40 components, 4000 characters) lie in :mod:`playground.beyond_spec`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import components as kinds
from playground.components import walk
from playground.limits import count, length, not_a_choice, number, required
from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SELECTS: Final = frozenset(range(kinds.USER_SELECT, kinds.CHANNEL_SELECT + 1)) | {
    kinds.STRING_SELECT
}
ROW_PARTS: Final = SELECTS | {kinds.BUTTON}
CONTAINER_PARTS: Final = frozenset(
    {
        kinds.ACTION_ROW,
        kinds.SECTION,
        kinds.TEXT_DISPLAY,
        kinds.MEDIA_GALLERY,
        kinds.FILE,
        kinds.SEPARATOR,
    }
)
MESSAGE_PARTS: Final = CONTAINER_PARTS | {kinds.CONTAINER}
LABEL_PARTS: Final = SELECTS | {
    kinds.TEXT_INPUT,
    kinds.FILE_UPLOAD,
    kinds.RADIO_GROUP,
    kinds.CHECKBOX_GROUP,
    kinds.CHECKBOX,
}
MODAL_PARTS: Final = frozenset({kinds.ACTION_ROW, kinds.TEXT_DISPLAY, kinds.LABEL})

LINK_STYLE: Final = 5
PREMIUM_STYLE: Final = 6


def message_component_problems(components: Json) -> Iterator[Problem]:
    """Judge the components of a message, each for itself and in its place."""
    yield from count(components, (), 0, 40)
    yield from _children(components, (), MESSAGE_PARTS)
    for path, part in walk(components):
        for problem in _part_problems(part):
            yield problem.under(*path)


def modal_problems(modal: JsonObject) -> Iterator[Problem]:
    """Judge a modal: its title, its id and its inputs."""
    yield from length(modal.get("title"), ("title",), 1, 45)
    yield from length(modal.get("custom_id"), ("custom_id",), 1, 100)
    components = modal.get("components")
    yield from count(components, ("components",), 1, 40)
    yield from _children(components, ("components",), MODAL_PARTS)
    for path, part in walk(components):
        if part["type"] == kinds.ACTION_ROW:
            yield from _old_row_problems(part, ("components", *path))
            continue
        for problem in _part_problems(part):
            yield problem.under("components", *path)


def _old_row_problems(row: JsonObject, path: kinds.Path) -> Iterator[Problem]:
    """Judge a row in a modal: the old way, one text input that bears its own label."""
    yield from count(row.get("components"), (*path, "components"), 1, 1)
    yield from _children(row.get("components"), (*path, "components"), {kinds.TEXT_INPUT})
    for index, part in enumerate(row.get("components") or ()):
        yield from length(part.get("label"), (*path, "components", index, "label"), 1, 45)


def _children(
    parts: Json, path: kinds.Path, allowed: frozenset[int] | set[int]
) -> Iterator[Problem]:
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if not isinstance(part, dict) or part.get("type") not in allowed:
            choices = ", ".join(str(kind) for kind in sorted(allowed))
            yield not_a_choice((*path, index, "type"), choices)


def _part_problems(part: JsonObject) -> Iterator[Problem]:
    judge = _JUDGES.get(part["type"])
    if judge is not None:
        yield from judge(part)


def _row(part: JsonObject) -> Iterator[Problem]:
    path = ("components",)
    inside = part.get("components")
    yield from count(inside, path, 1, 5)
    yield from _children(inside, path, ROW_PARTS)
    found = [p.get("type") for p in inside if isinstance(p, dict)] if inside else []
    if len(found) > 1 and any(kind in SELECTS for kind in found):
        words = "The specified component exceeds the maximum width"
        yield Problem(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _button(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("label"), ("label",), 0, 80)
    style = part.get("style")
    if style not in range(1, 7):
        yield not_a_choice(("style",), "1, 2, 3, 4, 5, 6")
    elif style == LINK_STYLE:
        yield from length(part.get("url"), ("url",), 1, 512)
        if part.get("custom_id") is not None:
            code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
            yield Problem(("custom_id",), code, "A custom id and url cannot both be specified")
    elif style != PREMIUM_STYLE:
        yield from length(part.get("custom_id"), ("custom_id",), 1, 100)
        if part.get("url") is not None:
            words = "Only link buttons have a url"
            yield Problem(("url",), "BUTTON_COMPONENT_INVALID_URL", words)
    if style != PREMIUM_STYLE and not part.get("label") and not part.get("emoji"):
        yield required(("label",))


def _select(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("custom_id"), ("custom_id",), 1, 100)
    yield from length(part.get("placeholder"), ("placeholder",), 0, 150)
    yield from number(part.get("max_values"), ("max_values",), 1, 25)
    high = part.get("max_values") or 1
    if part.get("min_values") is not None:
        yield from number(part["min_values"], ("min_values",), 0, high)
    if part["type"] == kinds.STRING_SELECT:
        yield from _options(part, 1, 25)
        yield from _select_counts(part, high)


def _select_counts(part: JsonObject, high: int) -> Iterator[Problem]:
    options = part.get("options") or []
    if len(options) < high:
        words = f"Value must be less than or equal to {len(options)}."
        yield Problem(("max_values",), "NUMBER_TYPE_MAX", words)
    if sum(bool(option.get("default")) for option in options) > high:
        words = "There are more default options than max_values"
        yield Problem(("options",), "COMPONENT_SELECT_TOO_MANY_DEFAULTS", words)


def _options(part: JsonObject, low: int, high: int) -> Iterator[Problem]:
    options = part.get("options")
    yield from count(options, ("options",), low, high)
    seen: set[str] = set()
    for index, option in enumerate(options if isinstance(options, list) else ()):
        path = ("options", index)
        yield from length(option.get("label"), (*path, "label"), 1, 100)
        yield from length(option.get("value"), (*path, "value"), 1, 100)
        yield from length(option.get("description"), (*path, "description"), 0, 100)
        if option.get("value") in seen:
            words = "The specified option value is already used"
            yield Problem((*path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
        seen.add(option.get("value"))


def _text_input(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("custom_id"), ("custom_id",), 1, 100)
    if part.get("style") not in (1, 2):
        yield not_a_choice(("style",), "1, 2")
    yield from number(part.get("min_length"), ("min_length",), 0, 4000)
    yield from number(part.get("max_length"), ("max_length",), 1, 4000)
    yield from length(part.get("value"), ("value",), 0, part.get("max_length") or 4000)
    yield from length(part.get("placeholder"), ("placeholder",), 0, 100)


def _section(part: JsonObject) -> Iterator[Problem]:
    yield from count(part.get("components"), ("components",), 1, 3)
    yield from _children(part.get("components"), ("components",), {kinds.TEXT_DISPLAY})
    accessory = part.get("accessory")
    if accessory is None:
        yield required(("accessory",))
    elif accessory.get("type") not in (kinds.BUTTON, kinds.THUMBNAIL):
        yield not_a_choice(("accessory", "type"), "2, 11")


def _text_display(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("content"), ("content",), 1, 4000)


def _gallery(part: JsonObject) -> Iterator[Problem]:
    yield from count(part.get("items"), ("items",), 1, 10)


def _container(part: JsonObject) -> Iterator[Problem]:
    yield from count(part.get("components"), ("components",), 1, 40)
    yield from _children(part.get("components"), ("components",), CONTAINER_PARTS)
    yield from number(part.get("accent_color"), ("accent_color",), 0, 0xFFFFFF)


def _label(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("label"), ("label",), 1, 45)
    yield from length(part.get("description"), ("description",), 0, 100)
    inside = part.get("component")
    if inside is None:
        yield required(("component",))
    elif inside.get("type") not in LABEL_PARTS:
        choices = ", ".join(str(kind) for kind in sorted(LABEL_PARTS))
        yield not_a_choice(("component", "type"), choices)


def _radio_group(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("custom_id"), ("custom_id",), 1, 100)
    yield from _options(part, 2, 10)


def _checkbox_group(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("custom_id"), ("custom_id",), 1, 100)
    yield from _options(part, 1, 10)


def _checkbox(part: JsonObject) -> Iterator[Problem]:
    yield from length(part.get("custom_id"), ("custom_id",), 1, 100)


_JUDGES: Final[dict[int, Callable[[JsonObject], Iterator[Problem]]]] = {
    kinds.ACTION_ROW: _row,
    kinds.BUTTON: _button,
    kinds.TEXT_INPUT: _text_input,
    kinds.SECTION: _section,
    kinds.TEXT_DISPLAY: _text_display,
    kinds.MEDIA_GALLERY: _gallery,
    kinds.CONTAINER: _container,
    kinds.LABEL: _label,
    kinds.RADIO_GROUP: _radio_group,
    kinds.CHECKBOX_GROUP: _checkbox_group,
    kinds.CHECKBOX: _checkbox,
    **dict.fromkeys(SELECTS, _select),
}
