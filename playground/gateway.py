"""The gateway: sessions of the bot, each with a socket that may drop and come back.

The one entry point is :class:`Gateway`. A session outlives its socket: what is dispatched in
between waits for RESUME, as on Discord, for some minutes. A client that says goodbye with code 1000
or 1001 ends it at once. Only interactions and the events of the guilds intent exist here: a bot
hears of no messages. Frames are plain text, whatever compression the client asks for; discord.py
takes both.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, web

from playground import shapes

if TYPE_CHECKING:
    from playground.person import Reply
    from playground.wire import JsonObject
    from playground.world import World

HEARTBEAT_MS: Final = 41_250

ACK_DELAY_SECONDS: Final = 0.05
"""How long a heartbeat waits for its answer, as over any network.

discord.py's keep-alive thread notes the time of a heartbeat only when its event loop has told it
that it is sent. Over loopback, an answer at once comes before that note: it is counted from the
heartbeat before and logged as "Can't keep up, shard ID 0 websocket is 41.3s behind".
"""

RESUMABLE_SECONDS: Final = 5 * 60
"""How long a session is kept for a client that is gone. Discord names no number."""

GUILDS_INTENT: Final = 1
PRIVILEGED_INTENTS: Final = (1 << 1) | (1 << 8) | (1 << 15)
"""Members, presences, message content: not granted to this application."""

UNKNOWN_OPCODE: Final = 4001
NOT_AUTHENTICATED: Final = 4003
AUTHENTICATION_FAILED: Final = 4004
ALREADY_AUTHENTICATED: Final = 4005
INVALID_SHARD: Final = 4010
DISALLOWED_INTENTS: Final = 4014
DROPPED: Final = 4000
"""A close code after which a client may resume."""


@dataclass(slots=True, eq=False)
class Session:
    """One session: what it gets, what it got, and its socket while it has one."""

    id: str
    intents: int
    shard: tuple[int, int]
    frames: list[str] = field(default_factory=list)
    """Every dispatched frame; frame n has the sequence number n + 1."""
    socket: web.WebSocketResponse | None = None
    left_at: float = 0.0
    """When a client was last there to take its socket or leave it, in Unix seconds."""

    def add(self, event: str, data: JsonObject) -> str:
        frame = json.dumps({"op": 0, "t": event, "s": len(self.frames) + 1, "d": data})
        self.frames.append(frame)
        return frame


class Gateway:
    """All sessions of the one bot."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._interactions: dict[int, tuple[JsonObject, int | None]] = {}

    @property
    def online(self) -> bool:
        return any(session.socket is not None for session in self._sessions.values())

    async def deliver(self, interaction: JsonObject, guild_id: int | None) -> None:
        """Send an interaction; without a server, as from a conversation, to shard 0."""
        self._interactions[int(interaction["id"])] = (interaction, guild_id)
        await self.dispatch("INTERACTION_CREATE", interaction, guild_id)

    async def redeliver(self, interaction: Reply | int) -> None:
        """Send an interaction that the bot has had once more, as a network may."""
        interaction_id = interaction if isinstance(interaction, int) else interaction.id
        payload, guild_id = self._interactions[interaction_id]
        await self.dispatch("INTERACTION_CREATE", payload, guild_id)

    async def dispatch(self, event: str, data: JsonObject, guild_id: int | None) -> None:
        """Send an event to every session whose shard it belongs to."""
        self._forget_the_gone()
        for session in list(self._sessions.values()):
            number, shards = session.shard
            if number == ((guild_id or 0) >> 22) % shards:
                await self._send(session, session.add(event, data))

    async def dispatch_guild(self, event: str, data: JsonObject) -> None:
        """Send an event of the server to the sessions with the guilds intent."""
        for session in list(self._sessions.values()):
            if session.intents & GUILDS_INTENT and self._has_guild(session):
                await self._send(session, session.add(event, data))

    async def speak(self, locale: str) -> None:
        """Set the server's language, as its owner would, and tell the bot."""
        self._world.guild_locale = locale
        self._world.tell_locales()
        await self.dispatch_guild("GUILD_UPDATE", shapes.guild(self._world))

    async def drop_all(self) -> None:
        """Cut every socket, so that the clients resume."""
        sockets = [session.socket for session in self._sessions.values()]
        for session in self._sessions.values():
            self._leave(session)
        self._tell()
        for socket in sockets:
            if socket is not None:
                await socket.close(code=DROPPED)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one client until it leaves."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        session: Session | None = None
        acks: set[asyncio.Task[None]] = set()
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                frame = json.loads(message.data)
                if frame["op"] == 1:
                    ack = asyncio.create_task(_acknowledge(socket))
                    acks.add(ack)
                    ack.add_done_callback(acks.discard)
                else:
                    session = await self._take(socket, session, frame)
        finally:
            for ack in acks:
                ack.cancel()
            if session is not None:
                self._detach(session, socket)
        return socket

    async def _take(
        self, socket: web.WebSocketResponse, session: Session | None, frame: JsonObject
    ) -> Session | None:
        """Take a frame that is no heartbeat; give the session that the client has afterwards."""
        operation = frame["op"]
        if operation in (2, 6) and session is not None:
            await socket.close(code=ALREADY_AUTHENTICATED)
        elif operation == 2:
            return await self._identify(socket, frame["d"])
        elif operation == 6:
            return await self._resume(socket, frame["d"])
        elif operation not in (3, 4, 8):
            await socket.close(code=UNKNOWN_OPCODE)
        elif session is None:
            await socket.close(code=NOT_AUTHENTICATED)
        return session

    async def _identify(self, socket: web.WebSocketResponse, data: JsonObject) -> Session | None:
        number, shards = data.get("shard") or (0, 1)
        if data["token"] != self._token:
            await socket.close(code=AUTHENTICATION_FAILED)
            return None
        if not 0 <= number < shards:
            await socket.close(code=INVALID_SHARD)
            return None
        if data["intents"] & PRIVILEGED_INTENTS:
            await socket.close(code=DISALLOWED_INTENTS)
            return None
        session = Session(secrets.token_hex(16), data["intents"], (number, shards))
        self._sessions[session.id] = session
        session.add("READY", self._ready(session))
        if session.intents & GUILDS_INTENT and self._has_guild(session):
            session.add("GUILD_CREATE", shapes.guild(self._world))
        await self._attach(session, socket, 0)
        return session

    def _ready(self, session: Session) -> JsonObject:
        guild = {"id": str(self._world.guild_id), "unavailable": True}
        return {
            "v": 10,
            "user": shapes.user(self._world.bot),
            "guilds": [guild] if self._has_guild(session) else [],
            "session_id": session.id,
            "resume_gateway_url": f"{self._world.base_url.replace('http', 'ws', 1)}/gateway",
            "shard": list(session.shard),
            "application": {"id": str(self._world.app_id), "flags": 0},
        }

    def _has_guild(self, session: Session) -> bool:
        number, shards = session.shard
        return number == (self._world.guild_id >> 22) % shards

    async def _resume(self, socket: web.WebSocketResponse, data: JsonObject) -> Session | None:
        self._forget_the_gone()
        session = self._sessions.get(data["session_id"])
        if data["token"] != self._token or session is None:
            await socket.send_json({"op": 9, "d": False})
            return None
        await self._attach(session, socket, data["seq"], then="RESUMED")
        return session

    async def _attach(
        self, session: Session, socket: web.WebSocketResponse, seen: int, then: str | None = None
    ) -> None:
        """Send what the client has not seen, then let it have what comes."""
        session.left_at = self._world.clock()
        while seen < len(session.frames):
            await socket.send_str(session.frames[seen])
            seen += 1
        session.socket = socket
        if then is not None:
            await self._send(session, session.add(then, {}))
        self._tell()

    def _detach(self, session: Session, socket: web.WebSocketResponse) -> None:
        if session.socket is not socket:
            return
        self._leave(session)
        if socket.close_code in (1000, 1001):
            del self._sessions[session.id]
        self._tell()

    def _tell(self) -> None:
        self._world.tell({"t": "bot_online", "online": self.online})

    async def _send(self, session: Session, frame: str) -> None:
        if session.socket is None or session.socket.closed:
            return
        try:
            await session.socket.send_str(frame)
        except ConnectionError:
            self._leave(session)

    def _leave(self, session: Session) -> None:
        if session.socket is not None:
            session.socket, session.left_at = None, self._world.clock()

    def _forget_the_gone(self) -> None:
        """End the sessions of clients that were killed and never resume."""
        oldest = self._world.clock() - RESUMABLE_SECONDS
        for session in list(self._sessions.values()):
            if session.socket is None and session.left_at < oldest:
                del self._sessions[session.id]


async def _acknowledge(socket: web.WebSocketResponse) -> None:
    """Answer a heartbeat, though not at once; whatever else comes meanwhile does not wait."""
    await asyncio.sleep(ACK_DELAY_SECONDS)
    if not socket.closed:
        with contextlib.suppress(ConnectionError):
            await socket.send_json({"op": 11})
