"""Everything there is in the small Discord, in memory.

The one entry point is :class:`World`. It has one server, "The Table", with four people and one
bot. Whatever changes is told to the listeners as a frame for the page; the listeners may not
change anything themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import permissions, shapes
from playground.snowflakes import Snowflakes, snowflake_of
from playground.things import DIRECT_MESSAGE, EPHEMERAL, Channel, Emoji, Message, User
from playground.wire import Refused, unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.things import Attachment
    from playground.wire import JsonObject

PEOPLE: Final = (("Ann", 2016), ("Bo", 2018), ("Cy", 2020), ("Di", 2022))
"""Names and the year each account was made: Ann's is the oldest."""

BOT_NAME: Final = "Qwirkle"

ENGLISH: Final = "en-US"


class World:
    """The server, who is in it, and what was said."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.base_url = ""
        self.guild_id: Final = snowflake_of(2021)
        self.guild_name: Final = "The Table"
        self.bot: Final = User(snowflake_of(2024), BOT_NAME, bot=True)
        self.users = {self.bot.id: self.bot}
        for name, year in PEOPLE:
            user = User(snowflake_of(year), name)
            self.users[user.id] = user
        self.owner_id = next(user.id for user in self.users.values() if user.name == "Ann")
        self.channels: dict[int, Channel] = {}
        for offset, name in enumerate(("general", "games"), start=1):
            channel = Channel(self.guild_id + offset, name)
            self.channels[channel.id] = channel
        self.messages: dict[int, Message] = {}
        self.commands: dict[int | None, list[JsonObject]] = {}
        """Registered commands by server; those of ``None`` are global. They outlive the bot."""
        self.creates: dict[int | None, list[float]] = {}
        """When commands were made, by server: Discord allows so many a day."""
        self.emojis: dict[int, Emoji] = {}
        self.guild_locale = ENGLISH
        """The server's language, which the bot hears of by GUILD_UPDATE."""
        self.locales: dict[int, str] = {}
        """The languages of people's clients, where they are not English."""
        self.refuses_dms: set[int] = set()
        """Users who take no direct messages."""
        self.listeners: list[Callable[[JsonObject], None]] = []

    @property
    def app_id(self) -> int:
        """The application's id; like every application since 2016 it shares it with its bot."""
        return self.bot.id

    def tell(self, frame: JsonObject) -> None:
        for listener in self.listeners:
            listener(frame)

    def all_commands(self) -> list[JsonObject]:
        """The commands that a member of the server can see: the server's own and the global."""
        return [*self.commands.get(None, ()), *self.commands.get(self.guild_id, ())]

    def user(self, user_id: int) -> User:
        """Find a user.

        Raises:
            Refused: 404 with code 10013.
        """
        try:
            return self.users[user_id]
        except KeyError:
            raise unknown("User", 10013) from None

    def channel(self, channel_id: int) -> Channel:
        """Find a channel, a thread or a direct conversation.

        Raises:
            Refused: 404 with code 10003.
        """
        try:
            return self.channels[channel_id]
        except KeyError:
            raise unknown("Channel", 10003) from None

    def public_message(self, channel_id: int, message_id: int) -> Message:
        """Find a message as the channel's routes see it: no ephemeral one, no deleted one.

        Raises:
            Refused: 404 with code 10008, as for every ephemeral message.
        """
        message = self.messages.get(message_id)
        if message is None or message.deleted or message.ephemeral_to is not None:
            raise unknown("Message", 10008)
        if message.channel_id != channel_id:
            raise unknown("Message", 10008)
        return message

    def attachment(self, attachment_id: int) -> Attachment | None:
        for message in self.messages.values():
            for attachment in message.attachments:
                if attachment.id == attachment_id and not message.deleted:
                    return attachment
        return None

    def new_message(
        self, channel: Channel, author_id: int, *, flags: int = 0, ephemeral_to: int | None = None
    ) -> Message:
        """Make an empty message. Nobody sees it before it is given to :meth:`show`."""
        if ephemeral_to is not None:
            flags |= EPHEMERAL
        return Message(
            id=self.snowflakes.next(),
            channel_id=channel.id,
            author_id=author_id,
            shape=self.shape,
            created_at=self.clock(),
            flags=flags,
            ephemeral_to=ephemeral_to,
        )

    def shape(self, message: Message) -> JsonObject:
        return shapes.message(self, message)

    def show(self, message: Message) -> None:
        """Add a message or tell of its change."""
        self.messages[message.id] = message
        if not message.dismissed:
            self.tell({"t": "message", "message": shapes.page_message(self, message)})

    def delete(self, message: Message) -> None:
        message.deleted = True
        self.tell_gone(message)

    def dismiss(self, message: Message) -> None:
        """Hide an ephemeral message from its only reader. The bot is not told."""
        message.dismissed = True
        self.tell_gone(message)

    def tell_gone(self, message: Message) -> None:
        self.tell(
            {"t": "message_delete", "id": str(message.id), "channel_id": str(message.channel_id)}
        )

    def add_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.tell_channel(channel)

    def tell_channel(self, channel: Channel) -> None:
        self.tell({"t": "channel", "channel": shapes.page_channel(channel)})

    def conversation(self, user_id: int) -> Channel:
        """Give the direct conversation of a user with the bot, made on first use."""
        user = self.user(user_id)
        for channel in self.channels.values():
            if channel.recipient_id == user_id:
                return channel
        channel = Channel(
            self.snowflakes.next(),
            user.name,
            type=DIRECT_MESSAGE,
            recipient_id=user_id,
            created_at=self.clock(),
        )
        self.add_channel(channel)
        return channel

    def speak(self, user_id: int, locale: str) -> None:
        """Set the language of a person's client. The bot hears of it with what they do next."""
        self.locales[user_id] = locale
        self.tell_locales()

    def tell_locales(self) -> None:
        self.tell({"t": "locales", "locales": shapes.page_locales(self)})

    def locale_of(self, user_id: int) -> str:
        return self.locales.get(user_id, ENGLISH)

    def member_permissions(self, user_id: int) -> int:
        return permissions.OWNER if user_id == self.owner_id else permissions.MEMBER

    def bot_permissions(self, channel: Channel) -> int:
        """What the bot may do in a channel; a thread goes by its parent too."""
        denied = channel.denied
        if channel.parent_id is not None:
            denied |= self.channels[channel.parent_id].denied
        return permissions.BOT & ~denied

    def require(self, channel: Channel, *needed: int) -> None:
        """Do nothing where the bot may do all of it.

        Raises:
            Refused: 403 with code 50001 where it cannot see the channel, else 50013.
        """
        if channel.type == DIRECT_MESSAGE:
            return
        held = self.bot_permissions(channel)
        if not held & permissions.VIEW_CHANNEL:
            raise Refused(403, 50001, "Missing Access")
        if any(not held & bit for bit in needed):
            raise Refused(403, 50013, "Missing Permissions")
