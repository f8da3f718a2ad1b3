"""Requests as a careless client would send them: discord.py is too polite for some."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import aiohttp

from playground.client_options import Gesture, command_data
from playground.interactions import COMMAND, Interaction

if TYPE_CHECKING:
    from types import TracebackType

    from playground.standin import StandIn
    from playground.things import Message
    from playground.wire import Json, JsonObject

COMMANDS: list[JsonObject] = [
    {"name": "start", "description": "Start", "options": []},
    {
        "name": "find",
        "description": "Find",
        "options": [{"name": "cell", "description": "Cell", "type": 3, "autocomplete": True}],
    },
]


class Raw:
    """A client without a library."""

    def __init__(self, standin: StandIn) -> None:
        self._standin = standin
        self._session = aiohttp.ClientSession()
        self.app = standin.world.app_id
        self.general = f"/channels/{standin.channel().id}"
        standin.world.commands[None] = [
            command | {"id": str(index), "type": 1} for index, command in enumerate(COMMANDS, 1)
        ]

    async def __aenter__(self) -> Raw:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close()

    async def __call__(
        self,
        method: str,
        path: str,
        body: Json = None,
        files: dict[str, bytes] | None = None,
        token: str = "playground",  # noqa: S107 - the stand-in's only token, no secret
    ) -> tuple[int, JsonObject]:
        """Give the status and the answer where it is an object, else an empty one."""
        headers = {"Authorization": f"Bot {token}"}
        if files is not None:
            status, answer = await self._send(method, path, _form(body, files), headers)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            status, answer = await self._send(method, path, json.dumps(body), headers)
        else:
            status, answer = await self._send(method, path, None, headers)
        return status, answer if isinstance(answer, dict) else {}

    async def listed(self, path: str) -> Json:
        """Give what is read at a path where Discord answers with a list."""
        status, answer = await self._send("GET", path, None, {"Authorization": "Bot playground"})
        assert status == 200
        return answer

    async def _send(
        self, method: str, path: str, data: str | aiohttp.FormData | None, headers: dict[str, str]
    ) -> tuple[int, Json]:
        url = self._standin.api_url + path
        async with self._session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def refused(self, method: str, path: str, body: Json = None) -> tuple[int, int]:
        """Give status and code of a refusal."""
        status, answer = await self(method, path, body)
        assert status >= 400, answer
        return status, answer["code"]

    async def command(self, name: str = "start") -> Interaction:
        """Let Ann give a command that nobody answers yet."""
        ann, channel = self._standin.person("Ann"), self._standin.channel()
        data = command_data(self._standin.world, Gesture(ann.id, channel), name, {})
        return await self._standin.interactions.start(COMMAND, ann.id, channel, data)

    async def answer(
        self, interaction: Interaction, kind: int, data: Json = None
    ) -> tuple[int, JsonObject]:
        """Send a first response."""
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self("POST", path, {"type": kind, "data": data} if data else {"type": kind})

    def hook(self, interaction: Interaction, tail: str = "") -> str:
        return f"/webhooks/{self.app}/{interaction.token}{tail}"


def _form(body: Json, files: dict[str, bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body))
    for index, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
    return form


async def post(raw: Raw, standin: StandIn, **body: Json) -> Message:
    """Let the bot write in #general."""
    status, answer = await raw("POST", f"{raw.general}/messages", body or {"content": "Hi"})
    assert status == 200, answer
    return standin.world.messages[int(answer["id"])]
