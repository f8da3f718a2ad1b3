"""Who a message pings, after ``allowed_mentions``.

The one entry point is :func:`pinged`. The trap is kept: a request without ``allowed_mentions``
pings everybody whom the text names, and text in TextDisplays counts like content. Embeds never
ping.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from playground.components import texts

if TYPE_CHECKING:
    from playground.wire import JsonObject

USER_MENTION: Final = re.compile(r"<@!?(\d+)>")
EVERYONE: Final = re.compile(r"@(everyone|here)\b")


def pinged(
    content: str, components: list[JsonObject], allowed: JsonObject | None
) -> tuple[list[int], bool]:
    """Give the ids of the users that are pinged, in order, and whether everyone is.

    ``allowed`` is the request's ``allowed_mentions``, or ``None`` where it sent none.
    """
    text = "\n".join([content, *texts(components)])
    named = list(dict.fromkeys(int(number) for number in USER_MENTION.findall(text)))
    everyone = EVERYONE.search(text) is not None
    if allowed is None:
        return named, everyone
    parse = allowed.get("parse") or ()
    if "users" not in parse:
        listed = {int(number) for number in allowed.get("users") or ()}
        named = [number for number in named if number in listed]
    return named, everyone and "everyone" in parse
