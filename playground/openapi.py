"""Discord's own OpenAPI spec as a second judge, where somebody has a copy of it.

The one entry point is :class:`OpenApi`. It judges requests, and the stand-in's own answers. Two
liberties are taken: an id may be a whole number (discord.py sends some so, and Discord takes them),
and of a union only the branch of the sent ``type`` is judged, for a message that can be read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jsonschema import ValidationError

ROOT: Final = "urn:discord"
CALLBACK: Final = "/interactions/{interaction_id}/{interaction_token}/callback"


CODES: Final = {
    "maxLength": "BASE_TYPE_MAX_LENGTH",
    "minLength": "BASE_TYPE_BAD_LENGTH",
    "maxItems": "BASE_TYPE_BAD_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH",
    "required": "BASE_TYPE_REQUIRED",
    "enum": "BASE_TYPE_CHOICES",
}
"""Discord's words for a schema's keywords; others are named as they are."""


class OpenApi:
    """The spec, ready to judge."""

    def __init__(self, path: Path) -> None:
        spec = json.loads(path.read_text(encoding="utf-8"))
        self._paths: JsonObject = spec["paths"]
        self._schemas: JsonObject = spec["components"]["schemas"]
        ids = self._schemas["SnowflakeType"]
        self._schemas["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        resource: Resource[JsonObject] = DRAFT202012.create_resource(spec)
        self._registry = Registry().with_resource(ROOT, resource)

    def request_problems(self, method: str, template: str, body: Json) -> Iterator[Problem]:
        """Judge a request's body. A route that the spec does not have is not judged."""
        operation = self._operation(method, template)
        content = operation.get("requestBody", {}).get("content", {})
        if body is None or "application/json" not in content:
            return
        schema = content["application/json"]["schema"]
        if template == CALLBACK:
            schema = self._callback(schema, body)
        yield from self._problems(schema, body)

    def answer_slips(self, method: str, template: str, status: int, answer: Json) -> list[str]:
        """Say where the spec does not know such an answer: the stand-in would mislead its users."""
        responses = self._operation(method, template).get("responses", {})
        content = responses.get(str(status), {}).get("content", {})
        if "application/json" not in content:
            return []
        schema = content["application/json"]["schema"]
        return [f"{method} {template}: {found}" for found in self._problems(schema, answer)]

    def _operation(self, method: str, template: str) -> JsonObject:
        operation: JsonObject = self._paths.get(template, {}).get(method.lower(), {})
        return operation

    def _callback(self, schema: JsonObject, body: JsonObject) -> JsonObject:
        for branch in schema["anyOf"]:
            kinds = self._follow(branch)["properties"]["type"]
            if body.get("type") in self._constants(kinds):
                chosen: JsonObject = branch
                return chosen
        return schema

    def _follow(self, schema: JsonObject) -> JsonObject:
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _constants(self, schema: JsonObject) -> list[int]:
        if "enum" in schema:
            return list(schema["enum"])
        return [schema["const"]] if "const" in schema else []

    def _problems(self, schema: JsonObject, value: Json) -> Iterator[Problem]:
        validator = Draft202012Validator(_absolute(schema), registry=self._registry)
        for error in validator.iter_errors(value):
            yield from _readable(error)


def _readable(error: ValidationError) -> Iterator[Problem]:
    """Go down into the branch of a union that has the right ``type``, where there is one."""
    branches: dict[Json, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    for found in branches.values():
        if not any(inner.validator == "type" or _is_about_type(inner) for inner in found):
            for inner in found:
                yield from _readable(inner)
            return
    keyword = str(error.validator)
    code = CODES.get(keyword, f"OPENAPI_{keyword.upper()}")
    yield Problem(tuple(error.absolute_path), code, error.message[:400])


def _is_about_type(error: ValidationError) -> bool:
    """Tell whether the branch is for another kind of object."""
    return list(error.path) == ["type"]


def _absolute(schema: JsonObject) -> JsonObject:
    """Make references find the spec: a part of it does not know where it came from."""
    text = json.dumps(schema).replace('"#/', f'"{ROOT}#/')
    absolute: JsonObject = json.loads(text)
    return absolute
