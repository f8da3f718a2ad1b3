"""People's names and other plain texts, so that nothing in them acts on a reader.

A name is anything that somebody typed. It is shown without mentions, links, markdown, line breaks,
right-to-left overrides or characters that cannot be seen, and cut at 32 characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Player

NAME_CHARACTERS: Final = 32
CHANNELS_NAMED: Final = 20
"""How many channels a sentence names; a message holds 2,000 characters."""
MARKS_A_LETTER: Final = 2
"""Combining marks that a letter keeps; more would spill over the lines around it."""

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\-+.\[\]()<:@/])")
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode's categories of controls, formats (overrides and zero-width among them) and the like."""


def plain_name(text: str) -> str:
    """A name as text that shows what it says, at most 32 characters, not yet escaped."""
    seen: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        if category not in _UNSEEN and marks <= MARKS_A_LETTER:
            seen.append(character)
    return " ".join("".join(seen).split())[:NAME_CHARACTERS].strip() or gettext("someone")


def shown(text: str) -> str:
    """A name for the middle of a message: as :func:`plain_name`, with its markdown escaped."""
    return _MARKDOWN.sub(r"\\\1", plain_name(text))


def seat_name(players: Iterable[Player]) -> str:
    """The names of a seat's players, escaped: ``Ann`` or ``Ann & Cy``."""
    return " & ".join(shown(player.name) for player in players)


def mention(player: Player) -> str:
    """The mark that Discord shows as a mention; whoever has no account is named instead."""
    return f"<@{player.id}>" if player.id > 0 else shown(player.name)


def channels_named(channel_ids: Sequence[int]) -> str:
    """Channels as links, the first of them where there are many."""
    named = [f"<#{channel_id}>" for channel_id in channel_ids[:CHANNELS_NAMED]]
    more = len(channel_ids) - len(named)
    if more > 0:
        named.append(gettext("{number} more", number=more))
    return ", ".join(named)


def listed(parts: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = parts
    return gettext("{names} and {last}", names=", ".join(first), last=last) if first else last
