"""Calls to a Redis or Valkey server that end in time and say what became of them.

The only module that imports redis. The one entry point is :meth:`RedisClient.open`.

The library's own retries are off: they send a write again without telling, and forget afterwards
whether an earlier try was sent. Here a call is tried until its time is over, and what is raised
then says whether the server may have seen it. That is safe only for calls that may come twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterError,
    MaxConnectionsError,
    NoPermissionError,
    NoScriptError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from qwirkle_bot.errors import OperatorError, OutcomeUnknownError, StoreUnavailableError
from qwirkle_bot.redis_url import RedisAddress, parse_redis_url

log = logging.getLogger(__name__)

T = TypeVar("T")

CALL_SECONDS: Final = 1.6
"""How long a call may take with all its tries: a player is answered within two seconds."""

_TRY_SECONDS: Final = 0.75
"""How long to wait for an answer before asking again."""
_CONNECT_SECONDS: Final = 0.6
"""How long to wait for a connection; less than for a try, to know then that nothing was sent."""
_SENTINEL_SECONDS: Final = 0.3
"""How long to wait for a sentinel before asking the next."""
_LAST_TRY_SECONDS: Final = 0.2
"""No try begins with less time left: one cut short leaves a doubt even where nothing was sent."""
_FIRST_PAUSE_SECONDS: Final = 0.02
_LONGEST_PAUSE_SECONDS: Final = 0.2
_CALLS_AT_ONCE: Final = 64
"""Connections that a process opens at most. The library's pool is unfair to those who wait for
one, so calls queue before it."""

_SCANNED_AT_ONCE: Final = 500
"""Keys that a server looks at in one step; meanwhile it answers nobody else, for some 0.1 ms."""

_PASSING: Final = (
    TimeoutError,
    RedisConnectionError,
    RedisTimeoutError,
    RedisClusterException,
    ClusterError,
    TryAgainError,
    ReadOnlyError,
)
"""What a restart or a failover looks like from here: soon over."""
_SIGN_IN: Final = (AuthenticationError, AuthorizationError, NoPermissionError)
_NOT_DONE: Final = (
    *_SIGN_IN,
    BusyLoadingError,
    MasterNotFoundError,
    MaxConnectionsError,
    RedisClusterException,
    ResponseError,
)
"""The server refused, or none was found."""


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script; a server that has run it knows it by its digest."""

    text: str
    digest: str

    @classmethod
    def of(cls, text: str) -> Script:
        return cls(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


class _Tries:
    """The tries of one call: ``with`` swallows what passes, and notes whether a doubt is left."""

    def __init__(self) -> None:
        self.in_doubt = False
        """An earlier try may have been done, or the present one."""
        self.failure: BaseException | None = None
        self._was_in_doubt = False

    def __enter__(self) -> None:
        self._was_in_doubt = self.in_doubt
        self.in_doubt = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> bool:
        if not isinstance(error, (RedisError, RedisClusterException, TimeoutError)):
            return False
        self.failure = error
        # The library gives no other sign of where it failed than the words of its message.
        if isinstance(error, _NOT_DONE) or " connecting to " in str(error):
            self.in_doubt = self._was_in_doubt
        return isinstance(error, _PASSING) and not isinstance(error, _SIGN_IN)


class RedisClient:
    """A server, or a cluster of them, and the connections to it.

    Every call raises :class:`StoreUnavailableError` when it was not done.
    """

    def __init__(self, redis: Redis | RedisCluster, closing: AsyncExitStack) -> None:
        self._redis = redis
        self._closing = closing
        self._gate = asyncio.Semaphore(_CALLS_AT_ONCE)
        self._answers = True

    @classmethod
    async def open(cls, url: str) -> RedisClient:
        """Connect to the server of a ``REDIS_URL``.

        Raises:
            OperatorError: the address or the password is wrong, or it leads to another kind of
                server than it says.
            StoreUnavailableError: nobody answers there now.
        """
        try:
            address = parse_redis_url(url)
        except ValueError as error:
            raise OperatorError(f"REDIS_URL {error}.") from None
        closing = AsyncExitStack()
        try:
            client = cls(_connect(address, closing), closing)
            await client._check_kind(address)
        except BaseException:
            await closing.aclose()
            raise
        return client

    async def close(self) -> None:
        """Close the connections; calls under way are lost."""
        await self._closing.aclose()

    async def _check_kind(self, address: RedisAddress) -> None:
        try:
            info = await self.read("INFO", "server")
        except StoreUnavailableError as error:
            cause = error.__cause__
            if isinstance(cause, _SIGN_IN):
                raise OperatorError(f"REDIS_URL has the wrong name or password: {cause}") from None
            if cause is not None and isinstance(cause.__context__, ssl.SSLError):
                raise OperatorError(f"REDIS_URL leads to a bad certificate: {cause}") from None
            raise
        # Redis calls it redis_mode, Valkey server_mode.
        kind = info.get("server_mode", info.get("redis_mode"))
        if kind == "sentinel":
            raise OperatorError(
                "REDIS_URL leads to a sentinel; write redis+sentinel://host:26379/mymaster."
            )
        if kind == "cluster" and address.kind != "cluster":
            raise OperatorError(
                "REDIS_URL leads to a node of a cluster; write redis+cluster://host:6379."
            )

    async def read(self, *command: str) -> Any:  # noqa: ANN401 - answers have any shape
        """Send one command that changes nothing."""
        return await self._read(lambda: self._redis.execute_command(*command))

    async def write(self, *command: str) -> None:
        """Send one command that leaves the same however often it is sent.

        Raises:
            OutcomeUnknownError: the answer was lost, and so were those to the tries after it.
        """
        await self._try_in_time(lambda: self._redis.execute_command(*command))

    async def count_up_to(self, score: int, keys: Sequence[str]) -> list[int]:
        """How many members of each sorted set have at most this score, in one round trip."""

        async def ask() -> list[int]:
            pipeline = self._redis.pipeline(transaction=False)
            for key in keys:
                pipeline.zcount(key, "-inf", score)
            return await pipeline.execute()

        return await self._read(ask)

    async def scan(self, pattern: str) -> AsyncIterator[str]:
        """The keys of a pattern on all nodes, asked for in small steps; some may come twice.

        A key that is there all the time is found, unless it moves to another node meanwhile.
        """
        nodes = self._redis.get_primaries() if isinstance(self._redis, RedisCluster) else [None]
        for node in nodes:
            where = {"target_nodes": node} if node else {}
            cursor = 0
            while True:
                step = ("SCAN", cursor, "MATCH", pattern, "COUNT", _SCANNED_AT_ONCE)
                answer = await self._read(partial(self._redis.execute_command, *step, **where))
                # Of a cluster the cursors of all nodes that were asked are told.
                cursor = answer[0][node.name] if node else answer[0]
                for key in answer[1]:
                    yield key
                if cursor == 0:
                    break

    async def run(self, script: Script, keys: Sequence[str], *args: str | int) -> Any:  # noqa: ANN401 - answers have any shape
        """Run a script that may be run twice.

        Raises:
            OutcomeUnknownError: the answer was lost, and so were those to the tries after it.
        """

        async def ask() -> Any:  # noqa: ANN401 - answers have any shape
            rest = (len(keys), *keys, *args)
            try:
                return await self._redis.execute_command("EVALSHA", script.digest, *rest)
            except NoScriptError:
                return await self._redis.execute_command("EVAL", script.text, *rest)

        return await self._try_in_time(ask)

    async def _read(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            return await self._try_in_time(ask)
        except OutcomeUnknownError as error:
            raise StoreUnavailableError("The store does not answer.") from error.__cause__

    async def _try_in_time(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until there is an answer or a refusal, or the time is over."""
        tries = _Tries()
        pause = _FIRST_PAUSE_SECONDS
        clock = asyncio.get_running_loop().time
        last_try = clock() + CALL_SECONDS - _LAST_TRY_SECONDS
        try:
            async with asyncio.timeout(CALL_SECONDS), self._gate:
                while clock() < last_try:
                    with tries:
                        async with asyncio.timeout(_TRY_SECONDS):
                            answer = await ask()
                        self._note_answer()
                        return answer
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            self._note_failure(f"does not answer: {tries.failure}")
        except TimeoutError:
            self._note_failure("does not answer in time.")
        except (ResponseError, *_SIGN_IN) as refusal:
            self._note_failure(f"refuses: {refusal}")
        if tries.in_doubt:
            raise OutcomeUnknownError("The store's answer was lost.") from tries.failure
        reason = tries.failure or "no time was left"
        raise StoreUnavailableError(f"The store did nothing: {reason}") from tries.failure

    def _note_answer(self) -> None:
        if not self._answers:
            log.warning("The store answers again.")
        self._answers = True

    def _note_failure(self, what: str) -> None:
        # Once each time that it goes away: every command and the clock run into it.
        if self._answers:
            log.error("The store %s", what)
        self._answers = False


def _connect(address: RedisAddress, closing: AsyncExitStack) -> Redis | RedisCluster:
    """A client for an address, closed with ``closing``. Nothing is sent yet."""
    settings: dict[str, Any] = {
        "username": address.username,
        "password": address.password,
        "client_name": "qwirkle-bot",
        "decode_responses": True,
        "protocol": 2,  # No push messages are wanted, and every server speaks it.
        # On Python 3.11 a cancellation gets lost in the library's own time limit for sending.
        "socket_timeout": None,
        "socket_connect_timeout": _CONNECT_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": _CALLS_AT_ONCE,
    }
    client: Redis | RedisCluster
    if address.kind == "cluster":
        nodes = [ClusterNode(host, port) for host, port in address.hosts]
        client = RedisCluster(startup_nodes=nodes, **settings, **_tls(address))
    elif address.kind == "sentinel":
        asking = {
            "username": address.sentinel_username,
            "password": address.sentinel_password,
            "protocol": 2,
            "socket_timeout": _SENTINEL_SECONDS,
            "socket_connect_timeout": _SENTINEL_SECONDS,
            "retry": settings["retry"],
            **_tls(address),
        }
        sentinel = Sentinel(address.hosts, sentinel_kwargs=asking, **settings, **_tls(address))  # type: ignore[no-untyped-call] # redis leaves it unannotated
        closing.push_async_callback(sentinel.aclose)
        client = sentinel.master_for(address.service, db=address.db)
    else:
        client = Redis.from_pool(BlockingConnectionPool(**_place(address), **settings))
    closing.push_async_callback(client.aclose)
    return client


def _tls(address: RedisAddress) -> dict[str, Any]:
    """The library's settings for TLS; empty without it, as a plain connection knows none."""
    if not address.tls:
        return {}
    options: dict[str, Any] = {"ssl": True, **address.tls_options}
    if "ssl_check_hostname" in options:
        options["ssl_check_hostname"] = options["ssl_check_hostname"] == "true"
    if options.get("ssl_cert_reqs") == "none":
        options["ssl_check_hostname"] = False
    return options


def _place(address: RedisAddress) -> dict[str, Any]:
    """What a pool of the library needs to know of one server."""
    if address.kind == "unix":
        kind: type = UnixDomainSocketConnection
        return {"connection_class": kind, "path": address.path, "db": address.db}
    host, port = address.hosts[0]
    tls = _tls(address)
    kind = SSLConnection if tls.pop("ssl", False) else Connection
    return {"connection_class": kind, "host": host, "port": port, "db": address.db, **tls}
