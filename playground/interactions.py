"""Interactions: what a person did, and how the bot answers it.

The entry points are :meth:`Interactions.start` for the person's side and
:meth:`Interactions.respond` with the ``..._original`` and ``follow_up`` methods for the bot's.
Three seconds for the first response and fifteen minutes for the token are counted by the world's
clock, not by the loop's, so that a test may move them.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from playground.components import complete
from playground.interaction_payloads import envelope, metadata
from playground.interaction_rules import check_callback
from playground.posting import write
from playground.things import EPHEMERAL, LOADING, Channel, Message
from playground.wire import Refused, unknown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from playground.posting import Upload
    from playground.wire import JsonObject
    from playground.world import World

FIRST_RESPONSE_SECONDS: Final = 3
"""Discord's docs, "Receiving and Responding": later, the token is no longer valid."""

TOKEN_SECONDS: Final = 15 * 60

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
MODAL_SUBMIT: Final = 5

MESSAGE: Final = 4
DEFERRED_MESSAGE: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
CHOICES: Final = 8
MODAL: Final = 9


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction and what came of it so far.

    ``answered`` is set by the first response, ``over`` once the person no longer waits.
    """

    id: int
    token: str
    kind: int
    user_id: int
    channel: Channel
    created_at: float
    data: JsonObject
    message: Message | None = None
    """The message of the component, or of the component that opened the modal."""

    opener: JsonObject | None = None
    """The metadata of the interaction that opened the modal."""

    response: int | None = None
    original: Message | None = None
    messages: list[Message] = field(default_factory=list)
    modal: JsonObject | None = None
    choices: list[JsonObject] | None = None
    expired: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    over: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    async def first_response(self) -> bool:
        """Wait for the first response; tell whether it came in time."""
        try:
            async with asyncio.timeout(FIRST_RESPONSE_SECONDS):
                await self.answered.wait()
        except TimeoutError:
            self.expired = True
        return not self.expired

    def touched(self, message: Message) -> None:
        if message not in self.messages:
            self.messages.append(message)


class Interactions:
    """All interactions since the start, by id and by token."""

    def __init__(
        self, world: World, deliver: Callable[[JsonObject, int | None], Awaitable[None]]
    ) -> None:
        self._world = world
        self._deliver = deliver
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    async def start(
        self,
        kind: int,
        user_id: int,
        channel: Channel,
        data: JsonObject,
        *,
        message: Message | None = None,
        opener: JsonObject | None = None,
    ) -> Interaction:
        """Make an interaction and send it to every session of the bot.

        Of ``message`` only the id counts: the bot gets it as it stands now, not as an outdated
        client may show it.
        """
        interaction = Interaction(
            id=self._world.snowflakes.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel=channel,
            created_at=self._world.clock(),
            data=data,
            message=None if message is None else self._world.messages[message.id],
            opener=opener,
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        guild_id = None if channel.recipient_id else self._world.guild_id
        await self._deliver(envelope(self._world, interaction), guild_id)
        return interaction

    def get(self, interaction_id: int) -> Interaction:
        """Find an interaction by its id.

        Raises:
            Refused: 404 with code 10062.
        """
        try:
            return self._by_id[interaction_id]
        except KeyError:
            raise unknown("interaction", 10062) from None

    def expire(self) -> None:
        """Wake whoever waits for a first response that the clock no longer allows."""
        for interaction in self._by_id.values():
            if interaction.response is None and self._age(interaction) > FIRST_RESPONSE_SECONDS:
                interaction.expired = True
                interaction.answered.set()
                interaction.over.set()

    def respond(
        self, interaction_id: int, token: str, body: JsonObject, files: Sequence[Upload]
    ) -> Interaction:
        """Take the first response.

        Raises:
            Refused: 404/10062 too late, 400/40060 for the second time, or 50035.
        """
        interaction = self.get(interaction_id)
        if interaction.token != token:
            raise unknown("interaction", 10062)
        if interaction.response is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        if interaction.expired or self._age(interaction) > FIRST_RESPONSE_SECONDS:
            raise unknown("interaction", 10062)
        check_callback(interaction, body)
        self._perform(interaction, body["type"], body.get("data") or {}, files)
        interaction.response = body["type"]
        interaction.answered.set()
        if interaction.response not in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
            interaction.over.set()
        return interaction

    def _perform(
        self, interaction: Interaction, kind: int, data: JsonObject, files: Sequence[Upload]
    ) -> None:
        if kind == MESSAGE:
            message = self._new_message(interaction, data)
            _write_under_data(self._world, message, data, files, fresh=True)
            self._is_original(interaction, message)
        elif kind == DEFERRED_MESSAGE:
            message = self._new_message(interaction, data)
            message.flags |= LOADING
            self._world.show(message)
            self._is_original(interaction, message)
        elif kind == DEFERRED_UPDATE:
            interaction.original = interaction.message
        elif kind == UPDATE:
            assert interaction.message is not None  # noqa: S101 - check_callback has seen to it
            if interaction.message.deleted:
                raise unknown("Message", 10008)
            _write_under_data(self._world, interaction.message, data, files, fresh=False)
            self._is_original(interaction, interaction.message)
        elif kind == CHOICES:
            interaction.choices = data.get("choices") or []
        else:
            complete(data["components"])
            interaction.modal = data

    def _is_original(self, interaction: Interaction, message: Message) -> None:
        interaction.original = message
        interaction.touched(message)

    def _new_message(self, interaction: Interaction, data: JsonObject) -> Message:
        secret = bool((data.get("flags") or 0) & EPHEMERAL)
        message = self._world.new_message(
            interaction.channel,
            self._world.bot.id,
            ephemeral_to=interaction.user_id if secret else None,
        )
        message.interaction = metadata(self._world, interaction)
        message.from_webhook = True
        return message

    def by_token(self, token: str) -> Interaction:
        """Find the interaction whose webhook a route names.

        Raises:
            Refused: 404/10015 unknown or not answered yet, 401/50027 after fifteen minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown("Webhook", 10015)
        if self._age(interaction) > TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        if interaction.response is None:
            raise unknown("Webhook", 10015)
        return interaction

    def answer_message(self, interaction: Interaction, which: str) -> Message:
        """Find ``@original`` or a message that answered the interaction.

        Raises:
            Refused: 404 with code 10008.
        """
        if which == "@original":
            message = interaction.original
        else:
            message = next((m for m in interaction.messages if str(m.id) == which), None)
        if message is None or message.deleted:
            raise unknown("Message", 10008)
        return message

    def edit_answer(
        self, interaction: Interaction, message: Message, body: JsonObject, files: Sequence[Upload]
    ) -> None:
        """Edit one of the interaction's answers; a deferred one is answered by it.

        Raises:
            Refused: as :func:`playground.posting.write` does.
        """
        first = message.thinking
        write(self._world, message, body, files, fresh=first)
        interaction.touched(message)
        interaction.over.set()

    def follow_up(
        self, interaction: Interaction, body: JsonObject, files: Sequence[Upload]
    ) -> Message:
        """Post one more answer, or fill in the deferred one, as Discord does.

        Raises:
            Refused: as :func:`playground.posting.write` does.
        """
        original = interaction.original
        if original is not None and original.thinking and not original.deleted:
            self.edit_answer(interaction, original, body, files)
            return original
        message = self._new_message(interaction, body)
        write(self._world, message, body, files, fresh=True)
        interaction.touched(message)
        interaction.over.set()
        return message

    def delete_answer(self, interaction: Interaction, message: Message) -> None:
        self._world.delete(message)
        interaction.over.set()

    def message_edited(self, message: Message) -> None:
        """Count an edit by the channel's route as the answer to a deferred update of it."""
        for interaction in self._by_id.values():
            if interaction.message is message and interaction.response == DEFERRED_UPDATE:
                interaction.touched(message)
                interaction.over.set()

    def _age(self, interaction: Interaction) -> float:
        return self._world.clock() - interaction.created_at


def _write_under_data(
    world: World, message: Message, data: JsonObject, files: Sequence[Upload], *, fresh: bool
) -> None:
    """Write, and name places below ``data``, since a callback's form has one level more."""
    try:
        write(world, message, data, files, fresh=fresh)
    except Refused as refusal:
        if refusal.errors is None:
            raise
        nested = {"data": refusal.errors}
        raise Refused(refusal.status, refusal.code, refusal.message, nested) from None
