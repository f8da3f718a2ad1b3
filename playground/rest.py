"""The REST server: every request comes in here, is judged, performed, kept and answered.

The one entry point is :class:`Rest`. What a route does lies in the ``rest_...`` modules; here is
what all have in common: the token, JSON or multipart, faults, the OpenAPI spec, error bodies.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NoReturn

from aiohttp import web

from playground.posting import Upload
from playground.wire import Json, JsonObject, Problem, Refused, form_refusal, refuse_form

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from playground.gateway import Gateway
    from playground.interactions import Interactions
    from playground.openapi import OpenApi
    from playground.world import World

FILE_FIELD: Final = re.compile(r"files\[(\d+)\]")

RATE_LIMITED: Final = 429

WITHOUT_TOKEN: Final = ("/interactions/", "/webhooks/")
"""Routes that are opened by the interaction's own token."""


@dataclass(slots=True)
class Fault:
    """A failure to come, for the next ``times`` requests that it fits.

    ``path_regex`` is searched in the path below ``/api/v10``. With ``after_effect`` the request is
    performed first, and only its answer is lost. With ``cut`` the connection breaks instead of an
    answer. With ``until`` it strikes no sooner than that is set.
    """

    method: str
    path_regex: str
    status: int
    code: int = 0
    times: int = 1
    after_effect: bool = False
    cut: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    until: asyncio.Event | None = None

    def fits(self, method: str, path: str) -> bool:
        return (
            self.times > 0
            and method == self.method
            and re.search(self.path_regex, path) is not None
        )

    def strike(self) -> NoReturn:
        limited = self.status == RATE_LIMITED
        words = "You are being rate limited." if limited else f"{self.status}: Fault"
        raise Refused(self.status, self.code, words)

    def more_headers(self) -> Mapping[str, str]:
        """The headers of the answer; without ``Via``, discord.py takes a 429 for a ban."""
        if self.status != RATE_LIMITED:
            return self.headers
        return {"Via": "1.1 playground", **self.headers}

    def more_body(self) -> JsonObject:
        """What the body says beside code and message."""
        if self.status != RATE_LIMITED:
            return {}
        return {"retry_after": float(self.headers.get("Retry-After", "0.05")), "global": False}


@dataclass(frozen=True, slots=True)
class Request:
    """A request that was made: ``error`` is the body of a refusal, else ``None``."""

    method: str
    path: str
    body: Json
    status: int
    error: JsonObject | None


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way to a route, and all that a route may touch."""

    world: World
    gateway: Gateway
    interactions: Interactions
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Json
    files: Sequence[Upload]

    @property
    def form(self) -> JsonObject:
        """The body, an object; where there is none, an empty one.

        Raises:
            Refused: 400 with code 50035 where it is something else.
        """
        return {} if self.body is None else _object(self.body, ())

    @property
    def forms(self) -> list[JsonObject]:
        """The body, a list of objects.

        Raises:
            Refused: 400 with code 50035 where it is something else.
        """
        if not isinstance(self.body, list):
            raise form_refusal(
                Problem((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            )
        return [_object(part, (index,)) for index, part in enumerate(self.body)]

    def id(self, name: str) -> int:
        """Give an id of the path.

        Raises:
            Refused: 400 with code 50035 where it is no number.
        """
        value = self.params[name]
        if not value.isdigit():
            words = f'Value "{value}" is not snowflake.'
            refuse_form([Problem((name,), "NUMBER_TYPE_COERCE", words)])
        return int(value)


def _object(value: Json, path: tuple[int, ...]) -> JsonObject:
    if not isinstance(value, dict):
        raise form_refusal(
            Problem(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        )
    return value


Answer = tuple[int, Json]
"""Status and JSON body; ``None`` is no body."""


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path with ``{names}``, and what performs it."""

    method: str
    template: str
    perform: Callable[[Call], Awaitable[Answer]]

    def match(self, path: str) -> dict[str, str] | None:
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template)
        found = re.fullmatch(pattern, path)
        return None if found is None else found.groupdict()


class Rest:
    """All routes, literal ones before those with names in their place."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        interactions: Interactions,
        token: str,
        openapi: OpenApi | None,
        routes: Sequence[Route],
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._interactions = interactions
        self._token = token
        self._openapi = openapi
        self._routes = sorted(routes, key=lambda route: route.template.count("{"))
        self.faults: list[Fault] = []
        self.requests: list[Request] = []
        self.served = asyncio.Event()
        """Set by each request once it is answered."""
        self.slips: list[str] = []
        """Answers that Discord would not give, by its spec: faults of the stand-in itself."""

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request, with Discord's error body where it is refused."""
        method, path = request.method, "/" + request.match_info["path"]
        fault = self._fault(method, path)
        body: Json = None
        headers: Mapping[str, str] = {}
        if fault is not None and fault.until is not None:
            await fault.until.wait()
        try:
            if fault is not None and not fault.after_effect:
                fault.strike()
            body, files = await _read(request)
            status, answer = await self._perform(request, method, path, body, files)
            if fault is not None:
                fault.strike()
        except Refused as refusal:
            status, answer = refusal.status, refusal.body()
            if fault is not None:
                headers = fault.more_headers()
                answer |= fault.more_body()
        refused = answer if status >= 400 and isinstance(answer, dict) else None
        self.requests.append(Request(method, path, body, status, refused))
        self.served.set()
        if fault is not None and fault.cut and request.transport is not None:
            request.transport.abort()
        return respond(status, answer, headers)

    def _fault(self, method: str, path: str) -> Fault | None:
        fault = next((f for f in self.faults if f.fits(method, path)), None)
        if fault is not None:
            fault.times -= 1
        return fault

    async def _perform(
        self, request: web.Request, method: str, path: str, body: Json, files: Sequence[Upload]
    ) -> Answer:
        if not path.startswith(WITHOUT_TOKEN):
            self._authorize(request.headers.get("Authorization", ""))
        route, params = self._route(method, path)
        if self._openapi is not None:
            refuse_form(self._openapi.request_problems(method, route.template, body))
        call = Call(
            self._world, self._gateway, self._interactions, params, request.query, body, files
        )
        status, answer = await route.perform(call)
        if self._openapi is not None:
            self.slips += self._openapi.answer_slips(method, route.template, status, answer)
        return status, answer

    def _authorize(self, header: str) -> None:
        if header != f"Bot {self._token}":
            raise Refused(401, 0, "401: Unauthorized")

    def _route(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        wrong_method = False
        for route in self._routes:
            params = route.match(path)
            if params is None:
                continue
            if route.method == method:
                return route, params
            wrong_method = True
        if wrong_method:
            raise Refused(405, 0, "405: Method Not Allowed")
        raise Refused(404, 0, "404: Not Found")


def respond(status: int, answer: Json, headers: Mapping[str, str]) -> web.Response:
    """Write an answer as discord.py reads it: with a charset it would take JSON for text."""
    if answer is None:
        return web.Response(status=status, headers=headers)
    return web.Response(
        status=status,
        body=json.dumps(answer).encode(),
        headers={"Content-Type": "application/json", **headers},
    )


async def _read(request: web.Request) -> tuple[Json, list[Upload]]:
    """Read a JSON body, or ``payload_json`` and the files of a multipart one."""
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    raw = await request.read()
    return (_parse(raw) if raw else None), []


async def _read_form(request: web.Request) -> tuple[Json, list[Upload]]:
    body: Json = {}
    files: list[Upload] = []
    for name, value in (await request.post()).items():
        index = FILE_FIELD.fullmatch(name)
        if index is not None and isinstance(value, web.FileField):
            files.append(Upload(int(index[1]), value.filename, value.file.read()))
        elif name == "payload_json" and isinstance(value, str):
            body = _parse(value)
    return body, files


def _parse(raw: str | bytes) -> Json:
    try:
        body: Json = json.loads(raw)
    except ValueError:
        raise Refused(400, 50109, "The request body contains invalid JSON.") from None
    return body
