"""Which answers an interaction takes.

The one entry point is :func:`check_callback`. Discord's docs, "Interaction Callback Type".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground.beyond_spec import choice_rules, modal_rules
from playground.client_options import focused_type
from playground.limits_commands import choice_problems
from playground.limits_components import modal_problems
from playground.things import EPHEMERAL
from playground.wire import Problem, refuse_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.interactions import Interaction
    from playground.wire import JsonObject

ANSWERS: Final = {2: (4, 5, 9), 3: (4, 5, 6, 7, 9), 4: (8,), 5: (4, 5)}
"""Callback types by interaction type. A modal from a component's click may update, too."""


def check_callback(interaction: Interaction, body: JsonObject) -> None:
    """Do nothing where Discord would take this answer to this interaction.

    A message's own form is judged where it is written.

    Raises:
        Refused: 400 with code 50035.
    """
    refuse_form(_problems(interaction, body))


def _problems(interaction: Interaction, body: JsonObject) -> Iterator[Problem]:
    kind = body.get("type")
    allowed = ANSWERS[interaction.kind]
    if interaction.kind == 5 and interaction.message is not None:
        allowed = (*allowed, 6, 7)
    if kind not in allowed:
        choices = ", ".join(map(str, allowed))
        yield Problem(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        return
    data = body.get("data") or {}
    if kind == 5 and (data.get("flags") or 0) & ~EPHEMERAL:
        words = "A deferred message may carry only the EPHEMERAL flag"
        yield Problem(("data", "flags"), "INVALID_MESSAGE_FLAGS", words)
    judged: list[Problem] = []
    if kind == 8:
        judged += choice_problems(data.get("choices"), focused_type(interaction.data))
        judged += choice_rules(data)
        judged = [problem.under("choices") for problem in judged]
    elif kind == 9:
        judged += [*modal_problems(data), *modal_rules(data)]
    yield from (problem.under("data") for problem in judged)
