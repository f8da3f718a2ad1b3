"""The page's side: its files, the pictures and files of messages, and its socket.

The one entry point is :class:`PageSocket`. The page belongs to one person who sits in all seats,
so it gets everything, ephemerals included, and shows what the chosen seat sees. What a seat does
comes in by the same functions that :class:`playground.person.Person` uses.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, web

from playground import shapes
from playground.client_forms import choice_data, click_data, modal_data
from playground.client_options import ClientRefusal, Gesture, command_data
from playground.interaction_payloads import metadata
from playground.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
)
from playground.wire import Refused

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.interactions import Interactions
    from playground.wire import JsonObject
    from playground.world import World

PAGE: Final = Path(__file__).parent / "page"

NO_ANSWER: Final = "The application did not respond"


class PageSocket:
    """Every open page, and what they ask for."""

    def __init__(self, world: World, gateway: Gateway, interactions: Interactions) -> None:
        self._world = world
        self._gateway = gateway
        self._interactions = interactions
        self._pages: dict[web.WebSocketResponse, asyncio.Queue[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened: dict[str, Interaction] = {}
        """The interactions that opened a modal, by the page's nonce."""
        world.listeners.append(self._broadcast)

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self.serve)
        app.router.add_get("/attachments/{id:\\d+}/{filename}", self._attachment)
        app.router.add_get("/emojis/{id:\\d+}.png", self._emoji)
        if PAGE.is_dir():
            app.router.add_static("/page", PAGE)

    async def close(self) -> None:
        """Let go of every page."""
        for task in self._tasks:
            task.cancel()
        for page in list(self._pages):
            await page.close(code=1001)

    async def _index(self, _: web.Request) -> web.FileResponse:
        if not (PAGE / "index.html").is_file():
            raise web.HTTPNotFound(text="There is no page here.")
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    async def _attachment(self, request: web.Request) -> web.Response:
        file = self._world.attachment(int(request.match_info["id"]))
        if file is None or file.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        return web.Response(
            body=file.data,
            content_type=file.content_type,
            headers={"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"},
        )

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji = self._world.emojis.get(int(request.match_info["id"]))
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.data, content_type=emoji.content_type)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one page until it is closed.

        Only a page of this very address is let in: any site that the browser has open could
        otherwise read along.
        """
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="Another site's page cannot use this socket.")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=1 << 20)
        await socket.prepare(request)
        queue: asyncio.Queue[str] = asyncio.Queue()
        snapshot = shapes.page_snapshot(self._world, bot_online=self._gateway.online)
        queue.put_nowait(json.dumps(snapshot))
        self._pages[socket] = queue
        sender = asyncio.create_task(_send_all(socket, queue))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._take(socket, json.loads(message.data))
        finally:
            del self._pages[socket]
            sender.cancel()
        return socket

    def _broadcast(self, frame: JsonObject) -> None:
        if self._pages:
            text = json.dumps(frame)
            for queue in self._pages.values():
                queue.put_nowait(text)

    def _take(self, socket: web.WebSocketResponse, frame: JsonObject) -> None:
        task = asyncio.create_task(self._perform(socket, frame))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _perform(self, socket: web.WebSocketResponse, frame: JsonObject) -> None:
        try:
            if frame["t"] == "say":
                self._say(frame)
            elif frame["t"] == "dismiss":
                self._dismiss(frame)
            elif frame["t"] == "speak":
                await self._speak(frame)
            else:
                await self._interact(socket, frame)
        except (ClientRefusal, Refused, KeyError, ValueError) as refusal:
            self._tell(socket, frame, "failed", reason=_reason(refusal))

    def _say(self, frame: JsonObject) -> None:
        channel = self._world.channel(int(frame["channel"]))
        message = self._world.new_message(channel, self._world.user(int(frame["user"])).id)
        message.content = str(frame["content"])[:2000]
        self._world.show(message)

    async def _speak(self, frame: JsonObject) -> None:
        """Let a person or, where none is named, the server speak another language."""
        if frame["user"] is None:
            await self._gateway.speak(str(frame["locale"]))
        else:
            self._world.speak(self._world.user(int(frame["user"])).id, str(frame["locale"]))

    def _dismiss(self, frame: JsonObject) -> None:
        message = self._world.messages.get(int(frame["message"]))
        if message is not None and message.ephemeral_to == int(frame["user"]):
            self._world.dismiss(message)

    async def _interact(self, socket: web.WebSocketResponse, frame: JsonObject) -> None:
        interaction = await self._start(frame)
        if not await interaction.first_response():
            self._tell(socket, frame, "failed", reason=NO_ANSWER)
        elif interaction.choices is not None:
            self._tell(socket, frame, "choices", choices=interaction.choices)
        elif interaction.modal is not None:
            self._opened[frame["nonce"]] = interaction
            self._tell(socket, frame, "modal", user=frame["user"], **_form(interaction.modal))
        else:
            self._tell(socket, frame, "done")

    async def _start(self, frame: JsonObject) -> Interaction:
        """Do what the frame says, as the seat's own client would."""
        user_id = self._world.user(int(frame["user"])).id
        channel = self._world.channel(int(frame["channel"]))
        if frame["t"] in ("command", "autocomplete"):
            data = command_data(
                self._world,
                Gesture(user_id, channel),
                frame["name"],
                frame.get("options") or {},
                frame.get("focused"),
            )
            kind = COMMAND if frame["t"] == "command" else AUTOCOMPLETE
            return await self._interactions.start(kind, user_id, channel, data)
        if frame["t"] == "component":
            message = self._world.messages[int(frame["message"])]
            if frame.get("values") is None:
                data = click_data(message, frame["custom_id"])
            else:
                data = choice_data(self._world, message, frame["values"], frame["custom_id"])
            return await self._interactions.start(
                COMPONENT, user_id, channel, data, message=message
            )
        if frame["t"] == "modal_submit":
            return await self._submit(frame, user_id)
        raise ValueError(f"unknown frame {frame['t']!r}")

    async def _submit(self, frame: JsonObject, user_id: int) -> Interaction:
        opener = self._opened[frame["modal_nonce"]]
        assert opener.modal is not None  # noqa: S101 - it is kept for its modal
        return await self._interactions.start(
            MODAL_SUBMIT,
            user_id,
            opener.channel,
            modal_data(opener.modal, frame["values"]),
            message=opener.message,
            opener=metadata(self._world, opener),
        )

    def _tell(
        self, socket: web.WebSocketResponse, frame: JsonObject, kind: str, **more: object
    ) -> None:
        queue = self._pages.get(socket)
        if queue is not None:
            queue.put_nowait(json.dumps({"t": kind, "nonce": frame.get("nonce"), **more}))


def _form(modal: JsonObject) -> JsonObject:
    return {key: modal[key] for key in ("custom_id", "title", "components")}


def _reason(refusal: Exception) -> str:
    if isinstance(refusal, KeyError):
        return f"The page left out or invented {refusal}"
    return refusal.message if isinstance(refusal, Refused) else str(refusal)


async def _send_all(socket: web.WebSocketResponse, queue: asyncio.Queue[str]) -> None:
    """Send in order; a page that is gone ends it."""
    while not socket.closed:
        try:
            await socket.send_str(await queue.get())
        except ConnectionError:
            return
