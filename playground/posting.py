"""Writing messages: judge the request, then change the message, all or nothing.

The entry points are :func:`write` for what a request says about a new or an existing message, and
:func:`check` where only the judgment is wanted. Every way a bot has to write a message ends here.
"""

from __future__ import annotations

import copy
import mimetypes
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from playground import permissions
from playground.beyond_spec import message_rules
from playground.components import complete, walk
from playground.limits import FILES, message_problems
from playground.limits_components import message_component_problems
from playground.mentions import pinged
from playground.things import COMPONENTS_V2, EPHEMERAL, LOADING, Attachment
from playground.wire import Problem, Refused, refuse_form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playground.things import Channel, Message
    from playground.wire import Json, JsonObject
    from playground.world import World

FILE_BYTES: Final = 10 * 1024 * 1024
"""The largest file of a server without boosts; interactions name it too."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request. ``index`` is the n of its field ``files[n]``."""

    index: int
    filename: str
    data: bytes = field(repr=False)


def write(
    world: World, message: Message, body: JsonObject, files: Sequence[Upload] = (), *, fresh: bool
) -> None:
    """Write what ``body`` says into ``message``, and show it.

    ``fresh`` says that this is the first text of the message, a deferred answer's included: it is
    no edit then.

    Raises:
        Refused: where Discord would refuse; the message has not changed then.
    """
    after = _after(message, body)
    refuse_form(_problems(world, body, after))
    attachments = _attachments(world, message, body, files)
    if _is_empty(after, attachments):
        raise Refused(400, 50006, "Cannot send an empty message")
    shown = copy.deepcopy({key: after[key] for key in ("embeds", "components")})
    refuse_form(_resolve_files(world, shown, attachments))
    message.content = after["content"]
    message.embeds = [{"type": "rich"} | embed for embed in shown["embeds"]]
    message.components = shown["components"]
    complete(message.components)
    message.flags = after["flags"] & ~LOADING
    message.attachments = attachments
    if fresh or any(body.get(part) is not None for part in ("content", "components")):
        _ping(world, message, body.get("allowed_mentions"))
    if not fresh:
        message.edited = world.clock()
    world.show(message)


def check_may_write(world: World, channel: Channel, body: JsonObject, *, files: bool) -> None:
    """Do nothing where the bot may send this to the channel by itself.

    Raises:
        Refused: 403, with code 50001, 50007 or 50013.
    """
    if channel.recipient_id in world.refuses_dms:
        raise Refused(403, 50007, "Cannot send messages to this user")
    needed = [
        permissions.SEND_MESSAGES_IN_THREADS if channel.is_thread else permissions.SEND_MESSAGES
    ]
    if files:
        needed.append(permissions.ATTACH_FILES)
    if body.get("message_reference"):
        needed.append(permissions.READ_MESSAGE_HISTORY)
    world.require(channel, *needed)


def _after(message: Message, body: JsonObject) -> JsonObject:
    """Give the message as it would stand after the request."""
    flags = body.get("flags")
    return {
        "content": body.get("content", message.content) or "",
        "embeds": body.get("embeds", message.embeds) or [],
        "components": body.get("components", message.components) or [],
        # Whether only one person sees it was settled when the message was made.
        "flags": message.flags | (flags & ~EPHEMERAL if isinstance(flags, int) else 0),
    }


def _problems(world: World, body: JsonObject, after: JsonObject) -> Iterator[Problem]:
    yield from message_problems(body)
    if body.get("components") is not None:
        for problem in message_component_problems(body["components"]):
            yield problem.under("components")
        yield from _emoji_problems(world, body["components"])
    if all(isinstance(after[key], kind) for key, kind in _KINDS.items()):
        yield from message_rules(after)


_KINDS: Final = {"content": str, "embeds": list, "components": list}


def _emoji_problems(world: World, components: Json) -> Iterator[Problem]:
    """Complain of custom emojis that are none of the application's."""
    for path, part in walk(components):
        for where, holder in (((), part), *_option_holders(part)):
            emoji = holder.get("emoji")
            if emoji and emoji.get("id") and int(emoji["id"]) not in world.emojis:
                here = ("components", *path, *where, "emoji", "id")
                yield Problem(here, "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _option_holders(part: JsonObject) -> Iterator[tuple[tuple[str | int, ...], JsonObject]]:
    for index, option in enumerate(part.get("options") or ()):
        yield ("options", index), option


def _is_empty(after: JsonObject, attachments: list[Attachment]) -> bool:
    if after["flags"] & COMPONENTS_V2:
        return not after["components"]
    return not (after["content"].strip() or after["embeds"] or after["components"] or attachments)


def _attachments(
    world: World, message: Message, body: JsonObject, files: Sequence[Upload]
) -> list[Attachment]:
    """Keep the files that the request keeps, and add those that it brings."""
    if len(files) > FILES or any(len(file.data) > FILE_BYTES for file in files):
        raise Refused(413, 40005, "Request entity too large")
    listed = body.get("attachments")
    kept = [replace(old, in_embed=False) for old in message.attachments]
    details: dict[int, JsonObject] = {}
    if listed is not None:
        ids = {int(entry["id"]) for entry in listed if "id" in entry}
        kept = [old for old in kept if old.id in ids]
        details = {int(entry["id"]): entry for entry in listed if "id" in entry}
    for file in files:
        entry = details.get(file.index, {})
        name = entry.get("filename") or file.filename
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        new_id = world.snowflakes.next()
        kept.append(Attachment(new_id, name, kind, file.data, entry.get("description")))
    return kept


def _resolve_files(
    world: World, shown: JsonObject, attachments: list[Attachment]
) -> Iterator[Problem]:
    """Turn every ``attachment://name`` into the file's address, in place."""
    by_name = {file.filename: index for index, file in enumerate(attachments)}
    for path, holder, in_embed in _media(shown):
        url = holder["url"]
        if not url.startswith("attachment://"):
            holder.update({"proxy_url": url} | ({} if in_embed else {"id": "0"}))
            continue
        index = by_name.get(url.removeprefix("attachment://"))
        if index is None:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            yield Problem((*path, "url"), code, "The referenced attachment was not found")
            continue
        file = attachments[index]
        holder["url"] = f"{world.base_url}/attachments/{file.id}/{file.filename}"
        holder.update({"proxy_url": holder["url"], "content_type": file.content_type})
        if not in_embed:
            holder.update({"id": str(file.id), "attachment_id": str(file.id)})
        else:
            attachments[index] = replace(file, in_embed=True)


def _media(shown: JsonObject) -> Iterator[tuple[tuple[str | int, ...], JsonObject, bool]]:
    """Give every place that can show a file."""
    for index, embed in enumerate(shown["embeds"]):
        for name in ("image", "thumbnail"):
            if embed.get(name):
                yield ("embeds", index, name), embed[name], True
    for path, part in walk(shown["components"]):
        for name in ("media", "file"):
            if name in part:
                yield ("components", *path, name), part[name], False
        for index, item in enumerate(part.get("items") or ()):
            yield ("components", *path, "items", index, "media"), item["media"], False


def _ping(world: World, message: Message, allowed: JsonObject | None) -> None:
    users, everyone = pinged(message.content, message.components, allowed)
    message.mentions = [user_id for user_id in users if user_id in world.users]
    message.mention_everyone = everyone
