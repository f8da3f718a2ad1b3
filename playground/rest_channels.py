"""Routes of channels, threads, direct conversations, members and users.

The one entry point is :data:`ROUTES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import permissions, shapes
from playground.limits import length, not_a_choice
from playground.rest import Answer, Call, Route
from playground.things import PRIVATE_THREAD, PUBLIC_THREAD, TEXT_CHANNEL, Channel
from playground.wire import JsonObject, Problem, Refused, refuse_form, unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)


async def read(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    call.world.require(channel)
    return 200, shapes.channel(call.world, channel)


async def modify(call: Call) -> Answer:
    """Rename, archive or lock a thread. Other channels need a permission that the bot lacks."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.require(channel)
    body = call.form
    refuse_form(_thread_problems(body, fresh=False))
    own = channel.is_thread and channel.owner_id == call.world.bot.id
    if not own or "locked" in body:
        call.world.require(channel, permissions.MANAGE_THREADS)
    if channel.archived and body.get("archived") is not False:
        raise Refused(400, 50083, "Thread is archived")
    channel.archived = body.get("archived", channel.archived)
    channel.name = body.get("name", channel.name)
    channel.archive_minutes = body.get("auto_archive_duration", channel.archive_minutes)
    call.world.tell_channel(channel)
    shape = shapes.channel(call.world, channel)
    await call.gateway.dispatch_guild("THREAD_UPDATE", shape)
    return 200, shape


async def create_thread(call: Call) -> Answer:
    """Start a thread without a message. Where no type is given it is private, as on Discord."""
    body = call.form
    kind = body.get("type", PRIVATE_THREAD)
    return await _create_thread(call, kind, call.world.snowflakes.next())


async def create_thread_from_message(call: Call) -> Answer:
    """Start a public thread at a message. It gets the message's id."""
    parent = call.world.channel(call.id("channel_id"))
    message = call.world.public_message(parent.id, call.id("message_id"))
    if message.thread_id is not None:
        raise Refused(400, 160004, "A thread has already been created for this message")
    answer = await _create_thread(call, PUBLIC_THREAD, message.id)
    message.thread_id = message.id
    call.world.show(message)
    return answer


async def _create_thread(call: Call, kind: int, thread_id: int) -> Answer:
    body = call.form
    parent = call.world.channel(call.id("channel_id"))
    refuse_form(_thread_problems(body, fresh=True))
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        refuse_form([not_a_choice(("type",), "10, 11, 12")])
    if parent.type != TEXT_CHANNEL:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    public = kind == PUBLIC_THREAD
    call.world.require(
        parent,
        permissions.CREATE_PUBLIC_THREADS if public else permissions.CREATE_PRIVATE_THREADS,
    )
    thread = Channel(
        thread_id,
        body["name"],
        type=kind,
        parent_id=parent.id,
        owner_id=call.world.bot.id,
        created_at=call.world.clock(),
        archive_minutes=body.get("auto_archive_duration") or 1440,
    )
    call.world.add_channel(thread)
    shape = shapes.channel(call.world, thread)
    await call.gateway.dispatch_guild("THREAD_CREATE", shape | {"newly_created": True})
    return 201, shape


def _thread_problems(body: JsonObject, *, fresh: bool) -> Iterator[Problem]:
    if fresh or "name" in body:
        yield from length(body.get("name"), ("name",), 1, 100)
    if body.get("auto_archive_duration") not in (None, *ARCHIVE_MINUTES):
        yield not_a_choice(("auto_archive_duration",), "60, 1440, 4320, 10080")


async def join_thread(call: Call) -> Answer:
    """Take the bot or a user into a thread; nobody counts members here."""
    channel = call.world.channel(call.id("channel_id"))
    if not channel.is_thread:
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    if channel.archived:
        raise Refused(400, 50083, "Thread is archived")
    if call.params.get("user_id", "@me") != "@me":
        call.world.user(call.id("user_id"))
    return 204, None


async def open_conversation(call: Call) -> Answer:
    recipient = call.world.user(int(call.form.get("recipient_id") or 0))
    if recipient.bot:
        raise Refused(400, 50007, "Cannot send messages to this user")
    return 200, shapes.channel(call.world, call.world.conversation(recipient.id))


async def read_member(call: Call) -> Answer:
    _require_guild(call)
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise unknown("Member", 10007)
    return 200, shapes.member(call.world, user)


async def read_guild(call: Call) -> Answer:
    _require_guild(call)
    return 200, shapes.guild(call.world) | shapes.REST_ONLY_GUILD


async def read_active_threads(call: Call) -> Answer:
    _require_guild(call)
    threads = [c for c in call.world.channels.values() if c.is_thread and not c.archived]
    return 200, {
        "threads": [shapes.channel(call.world, thread) for thread in threads],
        "members": [],
        "has_more": False,
    }


def _require_guild(call: Call) -> None:
    if call.id("guild_id") != call.world.guild_id:
        raise unknown("Guild", 10004)


async def read_me(call: Call) -> Answer:
    return 200, shapes.user(call.world.bot) | {
        "mfa_enabled": True,
        "locale": "en-US",
        "verified": True,
        "email": None,
    }


async def read_user(call: Call) -> Answer:
    return 200, shapes.user(call.world.user(call.id("user_id")))


ROUTES: Final = (
    Route("GET", "/channels/{channel_id}", read),
    Route("PATCH", "/channels/{channel_id}", modify),
    Route("POST", "/channels/{channel_id}/threads", create_thread),
    Route(
        "POST", "/channels/{channel_id}/messages/{message_id}/threads", create_thread_from_message
    ),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join_thread),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", join_thread),
    Route("POST", "/users/@me/channels", open_conversation),
    Route("GET", "/users/@me", read_me),
    Route("GET", "/users/{user_id}", read_user),
    Route("GET", "/guilds/{guild_id}", read_guild),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", read_member),
    Route("GET", "/guilds/{guild_id}/threads/active", read_active_threads),
)
