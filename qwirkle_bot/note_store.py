"""What the bot notes of its own, of no game and of no person.

The one entry point is :class:`NoteStore`, which :class:`qwirkle_bot.store.Store` carries. Like the
store it keeps text that it does not read.

Keys, all of them:

    qwirkle:note:<name>   string   a note, or whoever has claimed the name
"""

from __future__ import annotations

from qwirkle_bot.redis_client import RedisClient
from qwirkle_bot.swap import swap


def note_key(name: str) -> str:
    """Where a note of the bot's own lies."""
    return f"qwirkle:note:{name}"


class NoteStore:
    """Notes and claims that all processes of the bot share.

    Every method may be called again after an error. All raise :class:`StoreUnavailableError` when
    nothing was done; those that write raise :class:`OutcomeUnknownError` when it may have been.
    """

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def remember(self, name: str, value: str) -> None:
        """Keep a note for all processes of the bot, in place of the one of that name."""
        await self._client.write("SET", note_key(name), value)

    async def replace(self, name: str, old: str | None, new: str) -> bool:
        """Put a note in the place of the one that was read, or of none.

        Returns:
            False when others have come between; nothing was changed.
        """
        return await swap(self._client, note_key(name), old, new)

    async def claim(self, name: str, value: str, seconds: int) -> bool:
        """Whether ``value`` is the first that claims ``name``, until ``seconds`` from the first."""
        await self._client.write("SET", note_key(name), value, "NX", "EX", str(seconds))
        return await self.recall(name) == value

    async def forget(self, name: str) -> None:
        """Drop a note or a claim."""
        await self._client.write("DEL", note_key(name))

    async def recall(self, name: str) -> str | None:
        """A note that :meth:`remember` kept."""
        value: str | None = await self._client.read("GET", note_key(name))
        return value
