"""Discord's own OpenAPI spec as a second judge, where somebody has a copy of it.

The one entry point is :class:`OpenApi`. It judges requests, and the stand-in's own answers. Two
liberties are taken: an id may be a whole number (discord.py sends some so, and Discord takes them),
and of a union only the branch with the ``type`` that was sent is judged. That gives a message that
can be read, and is many times faster.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from jsonschema import Draft202012Validator, validators
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from playground.wire import Json, JsonObject, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

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

    def __init__(self, path: Path) -> None:
        # References must find the spec from any part of it, so they get its name.
        spec = json.loads(path.read_text(encoding="utf-8").replace('"#/', f'"{ROOT}#/'))
        self._paths: JsonObject = spec["paths"]
        self._schemas: JsonObject = spec["components"]["schemas"]
        ids = self._schemas["SnowflakeType"]
        self._schemas["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        self._registry = Registry().with_resource(ROOT, DRAFT202012.create_resource(spec)).crawl()
        self._validator: Callable[..., Validator] = validators.extend(  # type: ignore[no-untyped-call]  # the stubs leave it untyped
            Draft202012Validator, {word: self._union(word) for word in ("oneOf", "anyOf")}
        )

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
        for error in self._validator(schema, registry=self._registry).iter_errors(value):
            keyword = str(error.validator)
            code = CODES.get(keyword, f"OPENAPI_{keyword.upper()}")
            yield Problem(tuple(error.absolute_path), code, error.message[:400])

    def _union(self, word: str) -> Callable[..., Iterator[ValidationError]]:
        """Build the judge of unions: by the branch of the value's ``type``, else by them all."""
        judge_all = Draft202012Validator.VALIDATORS[word]

        def judge(
            validator: Draft202012Validator,
            branches: list[JsonObject],
            value: Json,
            schema: JsonObject,
        ) -> Iterator[ValidationError]:
            fitting = [branch for branch in branches if self._may_fit(branch, value)]
            if len(fitting) == 1:
                yield from validator.descend(value, fitting[0])
            else:
                yield from judge_all(validator, branches, value, schema) or ()

        return judge

    def _may_fit(self, branch: JsonObject, value: Json) -> bool:
        """Tell whether a branch of a union is for such a value, going by its ``type`` alone."""
        if "$ref" in branch:
            branch = self._schemas[branch["$ref"].rsplit("/", 1)[1]]
        if not isinstance(value, dict):
            return branch.get("type") != "object"
        kinds = branch.get("properties", {}).get("type", {}).get("enum")
        return branch.get("type") != "null" and (kinds is None or value.get("type") in kinds)
