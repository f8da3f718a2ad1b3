"""The things of the small Discord: users, channels, emojis, files and messages.

They hold what is true, not how Discord writes it down: that is :mod:`playground.shapes`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from playground.components import BUTTON, STRING_SELECT, texts, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.wire import JsonObject

TEXT_CHANNEL: Final = 0
DIRECT_MESSAGE: Final = 1
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
COMPONENTS_V2: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class User:
    """Somebody with an account. ``name`` is what the server shows."""

    id: int
    name: str
    bot: bool = False


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread, or a direct conversation with the bot.

    ``denied`` holds permission bits that the bot lacks here, whatever its role allows.
    """

    id: int
    name: str
    type: int = TEXT_CHANNEL
    parent_id: int | None = None
    recipient_id: int | None = None
    owner_id: int | None = None
    created_at: float = 0.0
    archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    denied: int = 0
    pins: list[int] = field(default_factory=list)

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(frozen=True, slots=True)
class Emoji:
    """A custom emoji that belongs to the application."""

    id: int
    name: str
    content_type: str
    data: bytes = field(repr=False)

    @property
    def animated(self) -> bool:
        return self.content_type == "image/gif"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content_type: str
    data: bytes = field(repr=False)
    description: str | None = None
    in_embed: bool = False
    """Shown by an embed, so Discord no longer lists it among the files."""


@dataclass(slots=True, eq=False)
class Message:
    """One message as it stands now.

    ``mentions`` are the users who were really pinged, after ``allowed_mentions``. ``ephemeral_to``
    is the only user who sees the message, or ``None``. ``edited`` is the time of the last edit.
    """

    id: int
    channel_id: int
    author_id: int
    shape: Callable[[Message], JsonObject] = field(repr=False)
    created_at: float
    content: str = ""
    embeds: list[JsonObject] = field(default_factory=list)
    components: list[JsonObject] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    ephemeral_to: int | None = None
    edited: float | None = None
    deleted: bool = False
    dismissed: bool = False
    thread_id: int | None = None
    reply_to: int | None = None
    nonce: str | None = None
    interaction: JsonObject | None = None
    from_webhook: bool = False

    @property
    def thinking(self) -> bool:
        """Deferred, and not answered yet."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """Every word that a person reads in it, in order, a part a line."""
        parts: list[str | None] = [self.content, *texts(self.components)]
        for embed in self.embeds:
            fields = [text for part in embed.get("fields", ()) for text in part.values()]
            parts += [
                embed.get("author", {}).get("name"),
                embed.get("title"),
                embed.get("description"),
                *(text for text in fields if isinstance(text, str)),
                embed.get("footer", {}).get("text"),
            ]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[tuple[str, str, bool]]:
        """Label, custom id and whether it is disabled, of each button in order.

        A button that shows only an emoji has the emoji's name for a label; a link has its address
        for a custom id.
        """
        return [
            (
                part.get("label") or part.get("emoji", {}).get("name") or "",
                part.get("custom_id") or part.get("url") or "",
                part.get("disabled", False),
            )
            for _, part in walk(self.components)
            if part["type"] == BUTTON
        ]

    @property
    def selects(self) -> list[JsonObject]:
        """The string selects, as Discord's JSON, in order."""
        return [part for _, part in walk(self.components) if part["type"] == STRING_SELECT]

    def raw(self) -> JsonObject:
        """Discord's JSON of the message."""
        return self.shape(self)
