"""Routes of messages in channels: create, read, edit, delete, pin.

The one entry point is :data:`ROUTES`. An ephemeral message is unknown here, as on Discord.
"""

from __future__ import annotations

from typing import Final

from playground import permissions, shapes
from playground.posting import check_may_write, write
from playground.rest import Answer, Call, Route
from playground.things import DIRECT_MESSAGE, Channel, Message
from playground.wire import JsonObject, Problem, Refused, refuse_form

NONCE_SECONDS: Final = 5 * 60
"""Discord's docs say "the past few minutes" of ``enforce_nonce``."""

MOST_PINS: Final = 250


async def create(call: Call) -> Answer:
    channel = call.world.channel(call.id("channel_id"))
    body = call.form
    check_may_write(call.world, channel, body, files=bool(call.files))
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    if nonce is not None and body.get("enforce_nonce"):
        earlier = _earlier(call, nonce)
        if earlier is not None:
            return 200, shapes.message(call.world, earlier)
    if channel.archived and channel.locked:
        raise Refused(400, 50083, "Thread is archived")
    message = call.world.new_message(channel, call.world.bot.id)
    message.nonce = nonce
    message.reply_to = _reply_to(call, channel, body.get("message_reference"))
    write(call.world, message, body, call.files, fresh=True)
    if channel.archived:
        channel.archived = False
        call.world.tell_channel(channel)
        await call.gateway.dispatch_guild("THREAD_UPDATE", shapes.channel(call.world, channel))
    return 200, shapes.message(call.world, message)


def _earlier(call: Call, nonce: str) -> Message | None:
    since = call.world.clock() - NONCE_SECONDS
    for message in reversed(call.world.messages.values()):
        if message.created_at < since:
            break
        if message.nonce == nonce and message.author_id == call.world.bot.id:
            return message
    return None


def _reply_to(call: Call, channel: Channel, reference: JsonObject | None) -> int | None:
    """Give the message that is replied to; one that is gone only where the request allows it."""
    if not reference:
        return None
    message_id = int(reference["message_id"])
    known = call.world.messages.get(message_id)
    if known is None or known.deleted or known.channel_id != channel.id:
        if not reference.get("fail_if_not_exists", True):
            return None
        words = "Unknown message"
        refuse_form([Problem(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", words)])
    return message_id


def _find(call: Call) -> tuple[Channel, Message]:
    channel = call.world.channel(call.id("channel_id"))
    call.world.require(channel)
    return channel, call.world.public_message(channel.id, call.id("message_id"))


async def read(call: Call) -> Answer:
    channel, message = _find(call)
    call.world.require(channel, permissions.READ_MESSAGE_HISTORY)
    return 200, shapes.message(call.world, message)


async def read_all(call: Call) -> Answer:
    """Give messages, newest first: the last ones, or those before or after an id."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.require(channel, permissions.READ_MESSAGE_HISTORY)
    before = int(call.query.get("before", call.world.snowflakes.next()))
    after = int(call.query.get("after", 0))
    limit = int(call.query.get("limit", 50))
    found = [
        message
        for message in call.world.messages.values()
        if message.channel_id == channel.id
        and message.ephemeral_to is None
        and not message.deleted
        and after < message.id < before
    ]
    found.sort(key=lambda message: message.id)
    page = found[:limit] if "after" in call.query else found[-limit:]
    return 200, [shapes.message(call.world, message) for message in reversed(page)]


async def edit(call: Call) -> Answer:
    channel, message = _find(call)
    if message.author_id != call.world.bot.id:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise Refused(400, 50083, "Thread is archived")
    write(call.world, message, call.form, call.files, fresh=False)
    call.interactions.message_edited(message)
    return 200, shapes.message(call.world, message)


async def delete(call: Call) -> Answer:
    channel, message = _find(call)
    if message.author_id != call.world.bot.id:
        if channel.type == DIRECT_MESSAGE:
            raise Refused(403, 50003, "Cannot execute action on a DM channel")
        call.world.require(channel, permissions.MANAGE_MESSAGES)
    if channel.archived:
        raise Refused(400, 50083, "Thread is archived")
    call.world.delete(message)
    return 204, None


async def pin(call: Call) -> Answer:
    channel, message = _find(call)
    call.world.require(channel, permissions.PIN_MESSAGES)
    if len(channel.pins) >= MOST_PINS:
        raise Refused(400, 30003, f"Maximum number of pins reached ({MOST_PINS})")
    if message.id not in channel.pins:
        channel.pins.append(message.id)
        call.world.show(message)
    return 204, None


async def unpin(call: Call) -> Answer:
    channel, message = _find(call)
    call.world.require(channel, permissions.PIN_MESSAGES)
    if message.id in channel.pins:
        channel.pins.remove(message.id)
        call.world.show(message)
    return 204, None


async def typing(call: Call) -> Answer:
    call.world.require(call.world.channel(call.id("channel_id")), permissions.SEND_MESSAGES)
    return 204, None


_ONE: Final = "/channels/{channel_id}/messages/{message_id}"
_PIN: Final = "/channels/{channel_id}/messages/pins/{message_id}"

ROUTES: Final = (
    Route("POST", "/channels/{channel_id}/messages", create),
    Route("GET", "/channels/{channel_id}/messages", read_all),
    Route("GET", _ONE, read),
    Route("PATCH", _ONE, edit),
    Route("DELETE", _ONE, delete),
    Route("PUT", _PIN, pin),
    Route("DELETE", _PIN, unpin),
    Route("POST", "/channels/{channel_id}/typing", typing),
)
