"""A member of the server, acting as their Discord client would, for tests.

The one entry point is :class:`Person`, from :meth:`playground.standin.StandIn.person`. Each act
waits until the person would no longer wait, and gives a :class:`Reply`. A reply is live: later
follow-ups and edits show in it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from playground.client_forms import NoSuchControl, choice_data, click_data, modal_data
from playground.client_options import Gesture, command_data
from playground.components import walk
from playground.interaction_payloads import metadata
from playground.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.interactions import Interactions
    from playground.things import Channel, Message, User
    from playground.wire import Json, JsonObject
    from playground.world import World

COMPLETION_SECONDS: Final = 15
"""How long a test waits for a deferred answer. Discord waits for fifteen minutes."""


class ApplicationDidNotRespond(Exception):  # noqa: N818 - Discord's own words to the person
    """No first response came within three seconds."""


class StillThinking(Exception):  # noqa: N818 - what the person sees
    """The answer was deferred and never completed."""


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that the bot opened. ``components`` are Discord's JSON."""

    custom_id: str
    title: str
    components: list[JsonObject]
    interaction: Interaction = field(repr=False)

    @property
    def inputs(self) -> list[str]:
        """The custom ids of its inputs, in order."""
        return [part["custom_id"] for _, part in walk(self.components) if "custom_id" in part]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one interaction."""

    interaction: Interaction

    @property
    def id(self) -> int:
        """The interaction's id."""
        return self.interaction.id

    @property
    def messages(self) -> list[Message]:
        """New or changed by this interaction's answers, as they stand now, without deleted ones."""
        return [message for message in self.interaction.messages if not message.deleted]

    @property
    def text(self) -> str:
        """All that can be read in these messages."""
        return "\n".join(message.text for message in self.messages)

    @property
    def message(self) -> Message:
        """The first message.

        Raises:
            LookupError: there is none.
        """
        if not self.messages:
            raise LookupError("the interaction was answered without a message")
        return self.messages[0]

    @property
    def ephemeral(self) -> bool:
        """Whether only the person sees the first message."""
        return self.message.ephemeral_to is not None

    @property
    def modal(self) -> Modal | None:
        form = self.interaction.modal
        if form is None:
            return None
        return Modal(form["custom_id"], form["title"], form["components"], self.interaction)


class Person:
    """One member of the server. Acts happen in ``#general`` unless a channel is given."""

    def __init__(self, world: World, interactions: Interactions, user: User, home: Channel) -> None:
        self.id = user.id
        self.name = user.name
        self._world = world
        self._interactions = interactions
        self._home = home

    def __repr__(self) -> str:
        return f"Person({self.name!r})"

    def speak(self, locale: str) -> None:
        """Set the language of this person's client, such as ``pt-BR``."""
        self._world.speak(self.id, locale)

    async def slash(
        self,
        command: str,
        /,
        *,
        channel: Channel | None = None,
        **options: str | int | bool | Person,
    ) -> Reply:
        """Give a command, such as ``"start"`` or ``"qwirkle board"``.

        Raises:
            InvalidCommand: the client would not send it.
            ApplicationDidNotRespond: there was no answer in time.
            StillThinking: the deferred answer never came.
        """
        place = channel or self._home
        who = Gesture(self.id, place)
        data = command_data(self._world, who, command, _plain(options))
        return await self._reply(await self._interactions.start(COMMAND, self.id, place, data))

    async def complete(
        self,
        command: str,
        option: str,
        text: str,
        *,
        channel: Channel | None = None,
        **others: str | int | bool | Person,
    ) -> list[JsonObject]:
        """Type in an option and give the choices that the bot offers for it.

        Raises:
            InvalidCommand: there is no such option, or it is not completed.
            ApplicationDidNotRespond: there was no answer in time.
        """
        place = channel or self._home
        typed = _plain(others) | {option: text}
        data = command_data(self._world, Gesture(self.id, place), command, typed, option)
        interaction = await self._interactions.start(AUTOCOMPLETE, self.id, place, data)
        await self._reply(interaction)
        return interaction.choices or []

    async def click(self, message: Message, label: str) -> Reply:
        """Press a button, named by its label or its custom id.

        Raises:
            NoSuchControl: there is none that can be pressed, or the person does not see it.
            ApplicationDidNotRespond: there was no answer in time.
            StillThinking: the deferred answer never came.
        """
        self._check_sees(message)
        return await self._use(message, click_data(message, label))

    async def choose(self, message: Message, *values: str, custom_id: str | None = None) -> Reply:
        """Choose in a select, by values or labels; in the only one unless an id is given.

        Raises:
            NoSuchControl: there is none that can be used, or the person does not see it.
            InvalidInput: it does not take these values.
            ApplicationDidNotRespond: there was no answer in time.
            StillThinking: the deferred answer never came.
        """
        self._check_sees(message)
        return await self._use(message, choice_data(self._world, message, values, custom_id))

    async def submit(self, modal: Modal, **texts: Json) -> Reply:
        """Fill in a modal and send it; inputs that are not named keep what they held.

        Raises:
            NoSuchControl: a text is for no input.
            InvalidInput: an input does not take its text.
            ApplicationDidNotRespond: there was no answer in time.
            StillThinking: the deferred answer never came.
        """
        opener = modal.interaction
        form = {"custom_id": modal.custom_id, "components": modal.components}
        interaction = await self._interactions.start(
            MODAL_SUBMIT,
            self.id,
            opener.channel,
            modal_data(form, texts),
            message=opener.message,
            opener=metadata(self._world, opener),
        )
        return await self._reply(interaction)

    async def say(self, text: str, *, channel: Channel | None = None) -> Message:
        """Write a message. The bot does not hear of it: it has no intent for messages."""
        message = self._world.new_message(channel or self._home, self.id)
        message.content = text
        self._world.show(message)
        return message

    def sees(self, channel: Channel | None = None) -> list[Message]:
        """Give what this person sees in a channel, in order: others' ephemerals are not there."""
        place = channel or self._home
        return sorted(
            (m for m in self._world.messages.values() if self._sees(m, place.id)),
            key=lambda message: message.id,
        )

    def conversation(self) -> Channel:
        """Give the direct conversation with the bot, to give commands in."""
        return self._world.conversation(self.id)

    def _sees(self, message: Message, channel_id: int) -> bool:
        if message.deleted or message.dismissed or message.channel_id != channel_id:
            return False
        return message.ephemeral_to in (None, self.id)

    def _check_sees(self, message: Message) -> None:
        if not self._sees(message, message.channel_id):
            raise NoSuchControl(f"{self.name} does not see this message")

    async def _use(self, message: Message, data: JsonObject) -> Reply:
        channel = self._world.channels[message.channel_id]
        return await self._reply(
            await self._interactions.start(COMPONENT, self.id, channel, data, message=message)
        )

    async def _reply(self, interaction: Interaction) -> Reply:
        if not await interaction.first_response():
            raise ApplicationDidNotRespond(f"{interaction.data}")
        try:
            async with asyncio.timeout(COMPLETION_SECONDS):
                await interaction.over.wait()
        except TimeoutError:
            raise StillThinking(f"{interaction.data}") from None
        return Reply(interaction)


def _plain(options: Mapping[str, str | int | bool | Person]) -> dict[str, Json]:
    return {
        name: str(value.id) if isinstance(value, Person) else value
        for name, value in options.items()
    }
