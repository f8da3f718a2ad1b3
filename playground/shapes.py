"""How Discord writes its things down, and how the page wants them: the one place for both.

Functions named ``page_...`` write for the page's socket, all others for the bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import permissions
from playground.snowflakes import iso_time
from playground.things import DIRECT_MESSAGE, TEXT_CHANNEL

if TYPE_CHECKING:
    from playground.things import Attachment, Channel, Emoji, Message, User
    from playground.wire import JsonObject
    from playground.world import World


def user(person: User) -> JsonObject:
    return {
        "id": str(person.id),
        "username": person.name.lower(),
        "discriminator": "0000" if person.bot else "0",
        "global_name": None if person.bot else person.name,
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "avatar_decoration_data": None,
    }


def member(world: World, person: User) -> JsonObject:
    """A member without the channel's permissions, as GET and GUILD_CREATE give it."""
    return {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": iso_time(1_609_459_200),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "permissions": str(world.member_permissions(person.id)),
    }


def channel(world: World, place: Channel) -> JsonObject:
    """A channel as GET, GUILD_CREATE and interactions give it."""
    last = next((m.id for m in reversed(world.messages.values()) if m.channel_id == place.id), None)
    shape: JsonObject = {
        "id": str(place.id),
        "type": place.type,
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if place.type == DIRECT_MESSAGE:
        assert place.recipient_id is not None  # noqa: S101 - a conversation is with somebody
        return shape | {"recipients": [user(world.users[place.recipient_id])]}
    shape |= {
        "guild_id": str(world.guild_id),
        "name": place.name,
        "parent_id": None if place.parent_id is None else str(place.parent_id),
        "rate_limit_per_user": 0,
        "nsfw": False,
    }
    if place.type == TEXT_CHANNEL:
        return shape | {
            "position": 0,
            "topic": None,
            "permission_overwrites": _overwrites(world, place),
        }
    return shape | _thread(world, place)


def _overwrites(world: World, place: Channel) -> list[JsonObject]:
    if not place.denied:
        return []
    return [{"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(place.denied)}]


def _thread(world: World, place: Channel) -> JsonObject:
    said = sum(m.channel_id == place.id and m.ephemeral_to is None for m in world.messages.values())
    return {
        "owner_id": str(place.owner_id),
        "message_count": said,
        "total_message_sent": said,
        "member_count": 1,
        "thread_metadata": {
            "archived": place.archived,
            "auto_archive_duration": place.archive_minutes,
            "archive_timestamp": iso_time(place.created_at),
            "create_timestamp": iso_time(place.created_at),
            "locked": place.locked,
        },
    }


def emoji(world: World, picture: Emoji) -> JsonObject:
    return {
        "id": str(picture.id),
        "name": picture.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": picture.animated,
        "available": True,
    }


def attachment(world: World, file: Attachment) -> JsonObject:
    url = f"{world.base_url}/attachments/{file.id}/{file.filename}"
    shape: JsonObject = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.description is not None:
        shape["description"] = file.description
    return shape


def guild(world: World) -> JsonObject:
    """The server as GUILD_CREATE gives it."""
    return {
        "id": str(world.guild_id),
        "name": world.guild_name,
        "icon": None,
        "owner_id": str(world.owner_id),
        "features": [],
        "preferred_locale": world.guild_locale,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "unavailable": False,
        "large": False,
        "joined_at": iso_time(1_704_067_200),
        "member_count": len(world.users),
        "roles": [_everyone(world)],
        "emojis": [],
        "stickers": [],
        "members": [member(world, world.bot)],
        "channels": [channel(world, c) for c in world.channels.values() if c.type == TEXT_CHANNEL],
        "threads": [
            channel(world, c) for c in world.channels.values() if c.is_thread and not c.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


REST_ONLY_GUILD: Final[JsonObject] = {
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "widget_enabled": False,
    "widget_channel_id": None,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "incidents_data": None,
}
"""What GET gives of a server beside what :func:`guild` does."""


def _everyone(world: World) -> JsonObject:
    return {
        "id": str(world.guild_id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "icon": None,
        "unicode_emoji": None,
        "hoist": False,
        "position": 0,
        "permissions": str(permissions.MEMBER),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def message(world: World, note: Message) -> JsonObject:
    """A message as REST, the gateway and interactions give it."""
    shape: JsonObject = {
        "id": str(note.id),
        "channel_id": str(note.channel_id),
        "author": user(world.users[note.author_id]),
        "type": _message_type(note),
        "content": note.content,
        "embeds": note.embeds,
        "components": note.components,
        "attachments": [attachment(world, a) for a in note.attachments if not a.in_embed],
        "flags": note.flags,
        "timestamp": iso_time(note.created_at),
        "edited_timestamp": None if note.edited is None else iso_time(note.edited),
        "mentions": [user(world.users[user_id]) for user_id in note.mentions],
        "mention_roles": [],
        "mention_everyone": note.mention_everyone,
        "pinned": note.id in world.channels[note.channel_id].pins,
        "tts": False,
    }
    if note.nonce is not None:
        shape["nonce"] = note.nonce
    if note.from_webhook:
        shape |= {"webhook_id": str(world.app_id), "application_id": str(world.app_id)}
    if note.interaction is not None:
        shape["interaction_metadata"] = note.interaction
    if note.reply_to is not None:
        shape["message_reference"] = {
            "type": 0,
            "message_id": str(note.reply_to),
            "channel_id": str(note.channel_id),
        }
    if note.thread_id is not None:
        shape["thread"] = channel(world, world.channels[note.thread_id])
    return shape


def _message_type(note: Message) -> int:
    """Plain, a reply, or an answer to a command (Discord's reference, "Message Types")."""
    if note.interaction is not None and note.interaction["type"] == 2:
        return 20
    return 0 if note.reply_to is None else 19


def page_message(world: World, note: Message) -> JsonObject:
    return message(world, note) | {
        "ephemeral_to": None if note.ephemeral_to is None else str(note.ephemeral_to),
        "thinking": note.thinking,
    }


def page_channel(place: Channel) -> JsonObject:
    return {
        "id": str(place.id),
        "name": place.name,
        "type": place.type,
        "parent_id": None if place.parent_id is None else str(place.parent_id),
        "recipient_id": None if place.recipient_id is None else str(place.recipient_id),
        "archived": place.archived,
    }


def page_emojis(world: World) -> list[JsonObject]:
    return [
        {"id": str(e.id), "name": e.name, "animated": e.animated} for e in world.emojis.values()
    ]


def page_locales(world: World) -> JsonObject:
    """Who speaks what: the server, and the people whose clients do not speak English."""
    users = {str(user_id): locale for user_id, locale in world.locales.items()}
    return {"guild": world.guild_locale, "users": users}


def page_snapshot(world: World, *, bot_online: bool) -> JsonObject:
    """The first frame of every page: all that there is."""
    return {
        "t": "snapshot",
        "guild": {"id": str(world.guild_id), "name": world.guild_name},
        "app": {"id": str(world.app_id), "name": world.bot.name, "bot_id": str(world.bot.id)},
        "users": [user(person) for person in world.users.values()],
        "channels": [page_channel(place) for place in world.channels.values()],
        "commands": world.all_commands(),
        "locales": page_locales(world),
        "messages": [
            page_message(world, note)
            for note in sorted(world.messages.values(), key=lambda note: note.id)
            if not note.deleted and not note.dismissed
        ],
        "emojis": page_emojis(world),
        "bot_online": bot_online,
    }
