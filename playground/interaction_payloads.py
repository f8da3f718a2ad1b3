"""What the bot gets with INTERACTION_CREATE.

The one entry point is :func:`envelope`; ``data`` comes from :mod:`playground.client_options`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import shapes
from playground.posting import FILE_BYTES
from playground.things import DIRECT_MESSAGE

if TYPE_CHECKING:
    from playground.interactions import Interaction
    from playground.wire import JsonObject
    from playground.world import World

IN_GUILD: Final = 0
IN_BOT_DM: Final = 1


def envelope(world: World, interaction: Interaction) -> JsonObject:
    """Build the interaction as the gateway sends it."""
    channel = interaction.channel
    user = world.users[interaction.user_id]
    permissions = str(world.member_permissions(user.id))
    payload: JsonObject = {
        "id": str(interaction.id),
        "application_id": str(world.app_id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel": shapes.channel(world, channel) | {"permissions": permissions},
        "channel_id": str(channel.id),
        "locale": world.locale_of(user.id),
        "entitlements": [],
        "app_permissions": str(world.bot_permissions(channel)),
        "attachment_size_limit": FILE_BYTES,
        "authorizing_integration_owners": owners(world, interaction),
    }
    if interaction.message is not None:
        payload["message"] = shapes.message(world, interaction.message)
    if channel.type == DIRECT_MESSAGE:
        return payload | {"context": IN_BOT_DM, "user": shapes.user(user)}
    return payload | {
        "context": IN_GUILD,
        "guild_id": str(world.guild_id),
        "guild": {"id": str(world.guild_id), "locale": world.guild_locale, "features": []},
        "guild_locale": world.guild_locale,
        "member": shapes.member(world, user),
    }


def owners(world: World, interaction: Interaction) -> JsonObject:
    """Say who installed the application: the server, or ``"0"`` in a conversation with the bot."""
    return {"0": "0" if interaction.channel.type == DIRECT_MESSAGE else str(world.guild_id)}


def metadata(world: World, interaction: Interaction) -> JsonObject:
    """Build ``interaction_metadata`` for a message that answers the interaction."""
    shape: JsonObject = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": shapes.user(world.users[interaction.user_id]),
        "authorizing_integration_owners": owners(world, interaction),
    }
    if interaction.kind == 2:
        shape["name"] = _whole_name(interaction.data)
    elif interaction.kind == 3 and interaction.message is not None:
        shape["interacted_message_id"] = str(interaction.message.id)
    elif interaction.opener is not None:
        shape["triggering_interaction_metadata"] = interaction.opener
    return shape


def _whole_name(command: JsonObject) -> str:
    """Give a command's name with its subcommands, as the client shows who used it."""
    inside = [option for option in command.get("options") or () if option["type"] in (1, 2)]
    return " ".join([command["name"], *(_whole_name(option) for option in inside)])
