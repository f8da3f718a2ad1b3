"""What is kept about people: their settings, and where they play.

The one entry point is :class:`PeopleStore`, which :class:`qwirkle_bot.store.Store` carries. Like
the store it keeps text that it does not read.

Keys, all of them. A key's user may sit on another node of a Cluster than a game, so nothing here
changes together with one: the lists of games are derived from the games, and mended when read.

    qwirkle:user:<user id>           string  the person's settings
    qwirkle:user:<user id>:games     set     "<channel id>:<game id>" of games that are not over
    qwirkle:user:<user id>:finished  set     the same of games that are; forgotten with the last
    qwirkle:user:<user id>:servers   set     ids of the servers on which there are results of theirs
"""

from __future__ import annotations

from qwirkle_bot.redis_client import RedisClient
from qwirkle_bot.swap import swap


def settings_key(user_id: int) -> str:
    """Where a person's settings lie."""
    return f"qwirkle:user:{user_id}"


def games_key(user_id: int) -> str:
    """Where the games lie that a person is in, and that are not over."""
    return f"{settings_key(user_id)}:games"


def finished_games_key(user_id: int) -> str:
    """Where the games lie that a person was in, and that are over."""
    return f"{settings_key(user_id)}:finished"


def servers_key(user_id: int) -> str:
    """Where the servers lie on which there are results of a person's."""
    return f"{settings_key(user_id)}:servers"


class PeopleStore:
    """What is kept about people.

    Every method may be called again after an error, and raises :class:`StoreUnavailableError` when
    it may not have been done.
    """

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def settings(self, user_id: int) -> str | None:
        """A person's settings; ``None`` where they never changed any."""
        settings: str | None = await self._client.read("GET", settings_key(user_id))
        return settings

    async def replace_settings(self, user_id: int, old: str | None, new: str) -> bool:
        """Put settings in the place of those that were read.

        Returns:
            False when others have come between; nothing was changed.

        Raises:
            OutcomeUnknownError: it may have been done.
        """
        return await swap(self._client, settings_key(user_id), old, new)

    async def add_game(self, user_id: int, game: str) -> None:
        """Note a game that is not over."""
        await self._client.write("SADD", games_key(user_id), game)

    async def finish_game(self, user_id: int, game: str, keep_seconds: int) -> None:
        """Note that a game is over, or was closed; it is kept at most so long from now on."""
        await self._client.write("SADD", finished_games_key(user_id), game)
        await self._client.write("EXPIRE", finished_games_key(user_id), str(keep_seconds))
        await self._client.write("SREM", games_key(user_id), game)

    async def drop_game(self, user_id: int, game: str) -> None:
        """Note that a person is in a game no more, and never played it to its end."""
        await self._client.write("SREM", games_key(user_id), game)

    async def drop_finished(self, user_id: int, game: str) -> None:
        """Note that a finished game is forgotten."""
        await self._client.write("SREM", finished_games_key(user_id), game)

    async def games(self, user_id: int) -> list[str]:
        """What was noted as not over, in order. Some may be over, or missing."""
        return sorted(await self._client.read("SMEMBERS", games_key(user_id)))

    async def finished(self, user_id: int) -> list[str]:
        """What was noted as over, in order. Some may be forgotten."""
        return sorted(await self._client.read("SMEMBERS", finished_games_key(user_id)))

    async def add_server(self, user_id: int, guild_id: int) -> None:
        """Note that there is a result of theirs on a server."""
        await self._client.write("SADD", servers_key(user_id), str(guild_id))

    async def drop_server(self, user_id: int, guild_id: int) -> None:
        """Note that there is no result of theirs on a server."""
        await self._client.write("SREM", servers_key(user_id), str(guild_id))

    async def servers(self, user_id: int) -> list[int]:
        """The servers on which there are results of theirs, in order."""
        return sorted(map(int, await self._client.read("SMEMBERS", servers_key(user_id))))

    async def forget(self, user_id: int) -> None:
        """Delete all that is kept under a person's own keys."""
        for key_of in (settings_key, games_key, finished_games_key, servers_key):
            await self._client.write("DEL", key_of(user_id))
