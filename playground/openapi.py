"""Discord's own OpenAPI spec as a second judge, where somebody has a copy of it.

The one entry point is :meth:`OpenApi.load`. It judges requests, and the stand-in's own answers. Two
liberties are taken: an id may be a whole number (discord.py sends some so, and Discord takes them),
and of a union's faults only those of the branch with the ``type`` that was sent are told, so that
the message can be read.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final

from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationErrorKind

from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jsonschema_rs import ValidationError

ROOT: Final = "urn:discord"

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

    def __init__(self, text: str) -> None:
        # References must find the spec from any part of it, so they get its name.
        spec = json.loads(text.replace('"#/', f'"{ROOT}#/'))
        self._paths: JsonObject = spec["paths"]
        schemas: JsonObject = spec["components"]["schemas"]
        ids = schemas["SnowflakeType"]
        schemas["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        self._registry = Registry([(ROOT, spec)], draft=Draft202012)
        self._validators: dict[int, Draft202012Validator] = {}

    @classmethod
    @cache
    def load(cls, path: Path) -> OpenApi:
        """The spec of a file, which is read once."""
        return cls(path.read_text(encoding="utf-8"))

    def request_problems(self, method: str, template: str, body: Json) -> Iterator[Problem]:
        """Judge a request's body. A route that the spec does not have is not judged."""
        operation = self._operation(method, template)
        content = operation.get("requestBody", {}).get("content", {})
        if body is not None and "application/json" in content:
            yield from self._problems(content["application/json"]["schema"], body)

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

    def _problems(self, schema: JsonObject, value: Json) -> Iterator[Problem]:
        validator = self._validators.get(id(schema))
        if validator is None:
            validator = Draft202012Validator(schema, registry=self._registry)
            self._validators[id(schema)] = validator
        for fault in validator.iter_errors(value):
            for error in _faults_of_the_type(fault):
                keyword = str(error.schema_path[-1])
                code = CODES.get(keyword, f"OPENAPI_{keyword.upper()}")
                yield Problem(tuple(error.instance_path), code, error.message[:400])


def _faults_of_the_type(fault: ValidationError) -> Iterator[ValidationError]:
    """A fault, or in place of a union's the faults of its one branch for such a value."""
    kind = fault.kind
    if isinstance(kind, ValidationErrorKind.OneOfMultipleValid):
        return  # Branches that overlap are the spec's looseness, not a fault of what was sent.
    if isinstance(kind, ValidationErrorKind.OneOfNotValid | ValidationErrorKind.AnyOf):
        place = fault.instance_path
        fitting = [branch for branch in kind.context if not _is_for_another(branch, place)]
        if len(fitting) == 1:
            for inner in fitting[0]:
                yield from _faults_of_the_type(inner)
            return
    yield fault


def _is_for_another(branch: list[ValidationError], place: list[str | int]) -> bool:
    """Whether a branch's faults say that it is for another kind of value, or another ``type``."""
    return any(
        (isinstance(fault.kind, ValidationErrorKind.Type) and fault.instance_path == place)
        or (
            isinstance(fault.kind, ValidationErrorKind.Enum)
            and fault.instance_path == [*place, "type"]
        )
        for fault in branch
    )
