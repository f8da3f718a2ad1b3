"""Routes of the application: itself, its commands, its emojis, and where the gateway is.

The one entry point is :data:`ROUTES`. Commands and emojis outlive the bot's process.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final

from playground import shapes
from playground.beyond_spec import command_rules
from playground.limits import length
from playground.limits_commands import command_problems, commands_problems, too_many_commands
from playground.rest import Answer, Call, Route
from playground.things import Emoji
from playground.wire import JsonObject, Problem, Refused, refuse_form, unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

IMAGE: Final = re.compile(r"data:(image/(?:jpeg|png|gif|webp|avif));base64,(.*)", re.DOTALL)
IMAGE_BYTES: Final = 256 * 1024
MOST_EMOJIS: Final = 2000
EMOJI_NAME: Final = re.compile(r"\w+", re.ASCII)

CREATES_A_DAY: Final = 200
DAY_SECONDS: Final = 24 * 60 * 60

DEFAULTS: Final[JsonObject] = {
    "type": 1,
    "description": "",
    "default_member_permissions": None,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}


async def read_application(call: Call) -> Answer:
    return 200, {
        "id": str(call.world.app_id),
        "name": call.world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "approximate_user_authorization_count": 0,
        "owner": shapes.user(call.world.users[call.world.owner_id]),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "integration_types_config": {"0": {}},
    }


async def read_gateway(call: Call) -> Answer:
    return 200, {
        "url": call.world.base_url.replace("http", "ws", 1) + "/gateway",
        "shards": 1,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 0,
            "max_concurrency": 1,
        },
    }


def _owner(call: Call) -> int | None:
    """Give the server whose commands are meant, or ``None`` for the global ones."""
    _require_application(call)
    if "guild_id" not in call.params:
        return None
    if call.id("guild_id") != call.world.guild_id:
        raise Refused(403, 50001, "Missing Access")
    return call.world.guild_id


def _require_application(call: Call) -> None:
    if call.id("application_id") != call.world.app_id:
        raise Refused(403, 20012, "You are not authorized to perform this action")


async def read_commands(call: Call) -> Answer:
    return 200, call.world.commands.get(_owner(call), [])


async def overwrite_commands(call: Call) -> Answer:
    """Replace all commands. Those that keep their name keep their id."""
    owner = _owner(call)
    refuse_form(_all_problems(call.forms))
    if too_many_commands(call.forms):
        raise Refused(400, 30032, "Maximum number of application commands reached (100)")
    _count_creates(call, owner, call.forms)
    call.world.commands[owner] = [_registered(call, owner, command) for command in call.forms]
    _tell_commands(call)
    return 200, call.world.commands[owner]


def _all_problems(commands: list[JsonObject]) -> Iterator[Problem]:
    yield from commands_problems(commands)
    for index, command in enumerate(commands):
        yield from (problem.under(index) for problem in command_rules(command))


async def create_command(call: Call) -> Answer:
    """Add one command, or replace the one of that name."""
    owner = _owner(call)
    refuse_form([*command_problems(call.form), *command_rules(call.form)])
    _count_creates(call, owner, [call.form])
    command = _registered(call, owner, call.form)
    others = [c for c in call.world.commands.get(owner, []) if c["id"] != command["id"]]
    is_new = len(others) == len(call.world.commands.get(owner, []))
    call.world.commands[owner] = [*others, command]
    _tell_commands(call)
    return 201 if is_new else 200, command


async def read_command(call: Call) -> Answer:
    return 200, _command(call, _owner(call))


async def delete_command(call: Call) -> Answer:
    owner = _owner(call)
    call.world.commands[owner].remove(_command(call, owner))
    _tell_commands(call)
    return 204, None


def _command(call: Call, owner: int | None) -> JsonObject:
    for command in call.world.commands.get(owner, []):
        if command["id"] == call.params["command_id"]:
            return command
    raise unknown("application command", 10063)


def _count_creates(call: Call, owner: int | None, commands: list[JsonObject]) -> None:
    """Count the commands that are new against the day's allowance.

    Raises:
        Refused: 400 with code 30034 where it is used up.
    """
    known = {(c["name"], c["type"]) for c in call.world.commands.get(owner, [])}
    new = sum((c["name"], c.get("type") or 1) not in known for c in commands)
    now = call.world.clock()
    today = [at for at in call.world.creates.get(owner, []) if at > now - DAY_SECONDS]
    if len(today) + new > CREATES_A_DAY:
        words = "Max number of daily application command creates has been reached"
        raise Refused(400, 30034, f"{words} ({CREATES_A_DAY})")
    call.world.creates[owner] = today + [now] * new


def _registered(call: Call, owner: int | None, command: JsonObject) -> JsonObject:
    kind = command.get("type") or 1
    known = [
        c
        for c in call.world.commands.get(owner, [])
        if (c["name"], c["type"]) == (command["name"], kind)
    ]
    shape = DEFAULTS | {key: value for key, value in command.items() if value is not None}
    if shape["default_member_permissions"] is not None:
        shape["default_member_permissions"] = str(shape["default_member_permissions"])
    shape |= {
        "id": known[0]["id"] if known else str(call.world.snowflakes.next()),
        "application_id": str(call.world.app_id),
        "version": str(call.world.snowflakes.next()),
    }
    return shape if owner is None else shape | {"guild_id": str(owner)}


def _tell_commands(call: Call) -> None:
    call.world.tell({"t": "commands", "commands": call.world.all_commands()})


async def read_emojis(call: Call) -> Answer:
    _require_application(call)
    return 200, {"items": [shapes.emoji(call.world, e) for e in call.world.emojis.values()]}


async def read_emoji(call: Call) -> Answer:
    return 200, shapes.emoji(call.world, _emoji(call))


async def create_emoji(call: Call) -> Answer:
    _require_application(call)
    body = call.form
    refuse_form(_emoji_problems(call, body))
    kind, data = _image(body.get("image"))
    if len(call.world.emojis) >= MOST_EMOJIS:
        raise Refused(400, 30008, f"Maximum number of emojis reached ({MOST_EMOJIS})")
    emoji = Emoji(call.world.snowflakes.next(), body["name"], kind, data)
    call.world.emojis[emoji.id] = emoji
    _tell_emojis(call)
    return 201, shapes.emoji(call.world, emoji)


async def rename_emoji(call: Call) -> Answer:
    old = _emoji(call)
    refuse_form(_emoji_problems(call, call.form))
    emoji = Emoji(old.id, call.form["name"], old.content_type, old.data)
    call.world.emojis[old.id] = emoji
    _tell_emojis(call)
    return 200, shapes.emoji(call.world, emoji)


async def delete_emoji(call: Call) -> Answer:
    del call.world.emojis[_emoji(call).id]
    _tell_emojis(call)
    return 204, None


def _emoji(call: Call) -> Emoji:
    _require_application(call)
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise unknown("Emoji", 10014)
    return emoji


def _emoji_problems(call: Call, body: JsonObject) -> Iterator[Problem]:
    name = body.get("name")
    yield from length(name, ("name",), 2, 32)
    if isinstance(name, str) and not EMOJI_NAME.fullmatch(name):
        yield Problem(
            ("name",), "STRING_TYPE_REGEX", "String value did not match validation regex."
        )
    if any(emoji.name == name for emoji in call.world.emojis.values()):
        code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        yield Problem(("name",), code, "An emoji with this name already exists")


def _image(uri: str | None) -> tuple[str, bytes]:
    """Read a data URI.

    Raises:
        Refused: 400 with code 50035 where it is no image, 50045 where it is too large.
    """
    found = IMAGE.fullmatch(uri or "")
    if found is None:
        refuse_form([Problem(("image",), "BASE_TYPE_INVALID", "Invalid image data")])
    assert found is not None  # noqa: S101 - refused otherwise
    try:
        data = base64.b64decode(found[2], validate=True)
    except binascii.Error:
        refuse_form([Problem(("image",), "BASE_TYPE_INVALID", "Invalid image data")])
        raise
    if len(data) > IMAGE_BYTES:
        words = "File cannot be larger than 256.0 kb."
        refuse_form([Problem(("image",), "BINARY_TYPE_MAX_SIZE", words)])
    return found[1], data


def _tell_emojis(call: Call) -> None:
    call.world.tell({"t": "emojis", "emojis": shapes.page_emojis(call.world)})


_APP: Final = "/applications/{application_id}"
_GUILD_COMMANDS: Final = f"{_APP}/guilds/{{guild_id}}/commands"

ROUTES: Final = (
    Route("GET", "/oauth2/applications/@me", read_application),
    Route("GET", "/applications/@me", read_application),
    Route("GET", "/gateway/bot", read_gateway),
    *(
        Route(method, f"{base}{tail}", perform)
        for base in (f"{_APP}/commands", _GUILD_COMMANDS)
        for method, tail, perform in (
            ("GET", "", read_commands),
            ("PUT", "", overwrite_commands),
            ("POST", "", create_command),
            ("GET", "/{command_id}", read_command),
            ("DELETE", "/{command_id}", delete_command),
        )
    ),
    Route("GET", f"{_APP}/emojis", read_emojis),
    Route("POST", f"{_APP}/emojis", create_emoji),
    Route("GET", f"{_APP}/emojis/{{emoji_id}}", read_emoji),
    Route("PATCH", f"{_APP}/emojis/{{emoji_id}}", rename_emoji),
    Route("DELETE", f"{_APP}/emojis/{{emoji_id}}", delete_emoji),
)
