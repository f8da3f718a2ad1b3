"""What Discord's client does with a click, a choice in a select, and a filled-in modal.

The entry points are :func:`click_data`, :func:`choice_data` and :func:`modal_data`. Each checks
what the client checks and writes the interaction's ``data``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import components as kinds
from playground.client_options import ClientRefusal, resolve_user
from playground.components import walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playground.things import Message
    from playground.wire import Json, JsonObject
    from playground.world import World

SELECTS: Final = frozenset({3, 5, 6, 7, 8})


class NoSuchControl(ClientRefusal):
    """The message or the modal has no such control, or it is disabled."""


class InvalidInput(ClientRefusal):
    """The control does not take this: too few, too many, too long, not offered."""


def click_data(message: Message, label: str) -> JsonObject:
    """Write the data of a click on a button, named by its label or its custom id.

    Raises:
        NoSuchControl: where no such button can be pressed.
    """
    _check_present(message)
    buttons = [part for _, part in walk(message.components) if part["type"] == kinds.BUTTON]
    found = [b for b in buttons if label in (b.get("label"), b.get("custom_id"))]
    if not found:
        offered = [name for name, _, _ in message.buttons]
        raise NoSuchControl(f"no button {label!r}; there are {offered}")
    button = next((b for b in found if not b.get("disabled")), None)
    if button is None:
        raise NoSuchControl(f"the button {label!r} is disabled")
    if button.get("custom_id") is None:
        raise NoSuchControl(f"{label!r} is a link: the bot hears nothing of it")
    return {"custom_id": button["custom_id"], "component_type": kinds.BUTTON, "id": button["id"]}


def choice_data(
    world: World, message: Message, values: Sequence[str], custom_id: str | None
) -> JsonObject:
    """Write the data of a choice in a select; without ``custom_id`` in the only one.

    Raises:
        NoSuchControl: where no such select can be used.
        InvalidInput: where it does not offer or allow these values.
    """
    _check_present(message)
    selects = [part for _, part in walk(message.components) if part["type"] in SELECTS]
    found = [s for s in selects if custom_id in (None, s["custom_id"])]
    if len(found) != 1:
        ids = [s["custom_id"] for s in selects]
        raise NoSuchControl(f"not one select {custom_id!r} but {len(found)}; there are {ids}")
    select = found[0]
    if select.get("disabled"):
        raise NoSuchControl(f"the select {select['custom_id']!r} is disabled")
    data: JsonObject = {
        "custom_id": select["custom_id"],
        "component_type": select["type"],
        "id": select["id"],
        "values": _chosen(select, values),
    }
    if select["type"] == kinds.USER_SELECT:
        resolved: JsonObject = {}
        for value in data["values"]:
            resolve_user(world, value, resolved)
        data["resolved"] = resolved
    return data


def _check_present(message: Message) -> None:
    if message.deleted or message.dismissed:
        raise NoSuchControl("the message is gone")


def _chosen(select: JsonObject, values: Sequence[str]) -> list[str]:
    """Give the values, in the select's order where it has options; labels may stand for them."""
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not low <= len(values) <= high:
        raise InvalidInput(f"{len(values)} values; {low} to {high} may be chosen")
    if "options" not in select:
        return list(values)
    offered = select["options"]
    chosen = [_option_value(offered, value) for value in values]
    if len(set(chosen)) < len(chosen):
        raise InvalidInput(f"chosen twice: {chosen}")
    return [option["value"] for option in offered if option["value"] in chosen]


def _option_value(options: Sequence[JsonObject], value: str) -> str:
    for key in ("value", "label"):
        for option in options:
            if option[key] == value:
                return str(option["value"])
    raise InvalidInput(f"{value!r} is none of {[option['label'] for option in options]}")


def modal_data(modal: JsonObject, values: Mapping[str, Json]) -> JsonObject:
    """Write the data of a filled-in modal. ``values`` go by the custom ids of the inputs.

    Raises:
        NoSuchControl: where a value is for no input.
        InvalidInput: where an input does not take its value.
    """
    inputs = [part["custom_id"] for _, part in walk(modal["components"]) if "custom_id" in part]
    for name in values.keys() - set(inputs):
        raise NoSuchControl(f"no input {name!r}; there are {inputs}")
    filled = [_filled(part, values) for part in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": filled}


def _filled(part: JsonObject, values: Mapping[str, Json]) -> JsonObject:
    shape: JsonObject = {"type": part["type"], "id": part["id"]}
    if part["type"] == kinds.LABEL:
        return shape | {"component": _input(part["component"], values)}
    if part["type"] == kinds.ACTION_ROW:
        return shape | {"components": [_input(inside, values) for inside in part["components"]]}
    return shape


def _input(part: JsonObject, values: Mapping[str, Json]) -> JsonObject:
    name, kind = part["custom_id"], part["type"]
    shape: JsonObject = {"type": kind, "id": part["id"], "custom_id": name}
    if kind == kinds.TEXT_INPUT:
        return shape | {"value": _text(part, values.get(name, part.get("value") or ""))}
    if kind == kinds.CHECKBOX:
        return shape | {"value": bool(values.get(name, part.get("default", False)))}
    default = [option["value"] for option in part.get("options") or () if option.get("default")]
    given = values.get(name, default)
    listed = [str(value) for value in (given if isinstance(given, list) else [given])]
    if kind == kinds.RADIO_GROUP:
        return shape | {"value": _radio(part, listed)}
    if not listed and not part.get("required", True):
        return shape | {"values": []}
    return shape | {"values": _chosen(part, listed)}


def _radio(part: JsonObject, listed: list[str]) -> str | None:
    if not listed and not part.get("required", True):
        return None
    return _chosen(part, listed)[0]


def _text(part: JsonObject, value: Json) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"{part['custom_id']}: {value!r} is no text")
    if not value and part.get("required", True):
        raise InvalidInput(f"{part['custom_id']}: needs a text")
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if value and not low <= len(value) <= high:
        raise InvalidInput(f"{part['custom_id']}: must be {low} to {high} characters long")
    return value
