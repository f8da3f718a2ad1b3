"""What crosses the wire: untyped JSON, and Discord's way of refusing it.

The one entry point is :class:`Refused`: raise it anywhere below a REST route, and the client gets
Discord's status and error body. What lists and objects hold is `Any` here and nowhere else, since
their shape is Discord's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as Discord sends or takes it."""

Json: TypeAlias = bool | int | float | str | list[Any] | JsonObject | None
"""Any JSON value: what kind it is must be asked first."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a form, and where: ``("components", 0, "label")``."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def under(self, *prefix: str | int) -> Problem:
        return Problem(prefix + self.path, self.code, self.message)


class Refused(Exception):  # noqa: N818 - no error of ours: Discord refuses
    """Discord's answer to a request that it does not perform.

    Attributes:
        status: the HTTP status.
        code: Discord's JSON error code, such as 10008.
        message: Discord's words.
        errors: the nested ``errors`` object of code 50035, else ``None``.
    """

    def __init__(
        self, status: int, code: int, message: str, errors: JsonObject | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> JsonObject:
        body: JsonObject = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def refuse_form(problems: Iterable[Problem]) -> None:
    """Do nothing where there are no problems.

    Raises:
        Refused: 400 with code 50035 and every problem at its place in ``errors``.
    """
    found = list(problems)
    if found:
        raise form_refusal(*found)


def form_refusal(*problems: Problem) -> Refused:
    """Build the 400 for a form with these problems."""
    errors: JsonObject = {}
    for problem in problems:
        node = errors
        for step in problem.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return Refused(400, 50035, "Invalid Form Body", errors)


def unknown(thing: str, code: int) -> Refused:
    """Build the 404 for a thing that is not there, such as ``unknown("Message", 10008)``."""
    return Refused(404, code, f"Unknown {thing}")
