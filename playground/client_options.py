"""What Discord's client does with a typed command: find it, check the options, write the data.

The entry points are :func:`command_data` and :func:`focused_type`. The client checks more than the
server does: a required option, a choice, a bound. Autocompletion's data is not checked, since it is
sent while the person still types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from playground import limits_commands as kinds
from playground import shapes
from playground.things import DIRECT_MESSAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.things import Channel
    from playground.wire import Json, JsonObject
    from playground.world import World

CHANNEL: Final = 7

GUILD_CONTEXT: Final = 0
BOT_DM_CONTEXT: Final = 1

PYTHON_TYPES: Final[Mapping[int, tuple[type, ...]]] = {
    kinds.STRING: (str,),
    kinds.INTEGER: (int,),
    kinds.BOOLEAN: (bool,),
    kinds.USER: (str, int),
    CHANNEL: (str, int),
    kinds.NUMBER: (int, float),
}


class ClientRefusal(Exception):  # noqa: N818 - it is no error of ours
    """Discord's client does not let a person do this."""


class InvalidCommand(ClientRefusal):
    """No such command here, or its options cannot be sent like this."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """A person who types in a channel."""

    user_id: int
    channel: Channel


def command_data(
    world: World, who: Gesture, name: str, options: Mapping[str, Json], focused: str | None = None
) -> JsonObject:
    """Write the ``data`` of a command's interaction, or of its autocompletion.

    ``name`` is the whole name, such as ``"qwirkle board"``. ``focused`` names the option that is
    being completed.

    Raises:
        InvalidCommand: where the client would not send it.
    """
    root, path, leaf = _find(world, who, name)
    known = {option["name"]: option for option in leaf.get("options") or ()}
    for unknown_name in options.keys() - known.keys():
        raise InvalidCommand(f"/{name} has no option {unknown_name!r}")
    written = []
    resolved: JsonObject = {}
    for option_name, option in known.items():
        if option_name not in options:
            if option.get("required") and focused is None:
                raise InvalidCommand(f"/{name} needs the option {option_name!r}")
            continue
        value = options[option_name]
        part: JsonObject = {"name": option_name, "type": option["type"]}
        if focused is None:
            part["value"] = _checked(option, value)
            _resolve(world, who, part, resolved)
        else:
            part["value"] = value
        if option_name == focused:
            if not option.get("autocomplete"):
                raise InvalidCommand(f"/{name} does not complete {option_name!r}")
            part["focused"] = True
        written.append(part)
    for step in reversed(path):
        written = [{"name": step["name"], "type": step["type"], "options": written}]
    data: JsonObject = {"id": root["id"], "name": root["name"], "type": 1, "options": written}
    if root.get("guild_id"):
        data["guild_id"] = root["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _find(world: World, who: Gesture, name: str) -> tuple[JsonObject, list[JsonObject], JsonObject]:
    """Give the registered command, the steps to the subcommand, and what bears the options."""
    first, *rest = name.split(" ")
    in_dm = who.channel.type == DIRECT_MESSAGE
    commands = world.commands.get(None, []) if in_dm else world.all_commands()
    root = next((c for c in commands if c["name"] == first and c.get("type", 1) == 1), None)
    if root is None:
        raise InvalidCommand(f"there is no command /{first}")
    _check_place(world, who, root)
    path: list[JsonObject] = []
    leaf = root
    for step in rest:
        inside = leaf.get("options") or ()
        found = next((o for o in inside if o["name"] == step and o["type"] in (1, 2)), None)
        if found is None:
            raise InvalidCommand(f"there is no command /{name}")
        path.append(found)
        leaf = found
    if any(option["type"] in (1, 2) for option in leaf.get("options") or ()):
        raise InvalidCommand(f"/{name} is only the beginning of a command")
    return root, path, leaf


def _check_place(world: World, who: Gesture, command: JsonObject) -> None:
    in_dm = who.channel.type == DIRECT_MESSAGE
    contexts = command.get("contexts")
    if contexts is not None and (BOT_DM_CONTEXT if in_dm else GUILD_CONTEXT) not in contexts:
        raise InvalidCommand(f"/{command['name']} is not offered here")
    if who.channel.archived:
        raise InvalidCommand("commands cannot be used in an archived thread")
    needed = command.get("default_member_permissions")
    if needed is None or in_dm:
        return
    held = world.member_permissions(who.user_id)
    if who.user_id != world.owner_id and (held & int(needed) != int(needed) or int(needed) == 0):
        raise InvalidCommand(f"/{command['name']} is not offered to this member")


def _checked(option: JsonObject, value: Json) -> Json:
    """Give the value as it is sent; a choice may be given by its name."""
    name, kind = option["name"], option["type"]
    wanted = PYTHON_TYPES.get(kind)
    if wanted is None:
        raise InvalidCommand(f"{name}: options of type {kind} are not offered by this client")
    for choice in option.get("choices") or ():
        if value in (choice["name"], choice["value"]):
            chosen: Json = choice["value"]
            return chosen
    if option.get("choices"):
        offered = ", ".join(choice["name"] for choice in option["choices"])
        raise InvalidCommand(f"{name}: {value!r} is none of {offered}")
    if not _is_one_of(value, wanted) or (isinstance(value, bool) and kind != kinds.BOOLEAN):
        raise InvalidCommand(f"{name}: {value!r} has the wrong type")
    if isinstance(value, str) and kind == kinds.STRING:
        low, high = max(1, option.get("min_length") or 0), option.get("max_length") or 6000
        if not low <= len(value) <= high:
            raise InvalidCommand(f"{name}: must be {low} to {high} characters long")
    if isinstance(value, int | float) and kind in (kinds.INTEGER, kinds.NUMBER):
        _check_bounds(option, value)
    return str(value) if kind in (kinds.USER, CHANNEL) else value


def _is_one_of(value: Json, wanted: tuple[type, ...]) -> bool:
    return isinstance(value, wanted)


def _check_bounds(option: JsonObject, value: float) -> None:
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise InvalidCommand(f"{option['name']}: {value} is not between {low} and {high}")


def _resolve(world: World, who: Gesture, option: JsonObject, resolved: JsonObject) -> None:
    """Add what an option's id stands for to the data's ``resolved``."""
    kind, value = option["type"], option["value"]
    if kind == kinds.USER:
        resolve_user(world, value, resolved)
    elif kind == CHANNEL:
        channel = world.channels.get(int(value))
        if channel is None:
            raise InvalidCommand(f"there is no channel {value}")
        permissions = str(world.member_permissions(who.user_id))
        shape = shapes.channel(world, channel) | {"permissions": permissions}
        resolved.setdefault("channels", {})[value] = shape


def resolve_user(world: World, user_id: str, resolved: JsonObject) -> None:
    """Add a user and their member, without the user in it, as Discord does.

    Raises:
        InvalidCommand: where there is no such user.
    """
    user = world.users.get(int(user_id)) if user_id.isdigit() else None
    if user is None:
        raise InvalidCommand(f"there is no user {user_id}")
    member = shapes.member(world, user)
    del member["user"]
    resolved.setdefault("users", {})[user_id] = shapes.user(user)
    resolved.setdefault("members", {})[user_id] = member


def focused_type(data: JsonObject) -> int:
    """Give the type of the option that is being completed."""
    options = data.get("options") or ()
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        if option["type"] in (kinds.SUBCOMMAND, kinds.SUBCOMMAND_GROUP):
            return focused_type(option)
    return kinds.STRING
