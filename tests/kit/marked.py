"""Two languages that only mark what they translate, so that it is seen what nobody translated.

People speak ``PERSONS``, the server speaks ``SERVERS``: so it is seen too who is addressed in whose
language. The entry points are :func:`speak_marked` and :func:`faults_of`, and
:func:`form_faults`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from typing import Final

import pytest

from playground.components import walk
from playground.person import Modal
from playground.things import Message
from qwirkle_bot import languages
from tests.kit.bot import Scene

PERSONS: Final = "de"
SERVERS: Final = "fr"

MARKS: Final[Mapping[str, tuple[str, str]]] = {PERSONS: ("⟦", "⟧"), SERVERS: ("⟪", "⟫")}

SAYS_NOTHING: Final = re.compile(
    r"```.*?```"  # Boards.
    r"|`[^`]*`"
    r"|<[^>\s]*>"  # Mentions, times and emoji.
    r"|\]\([^)]*\)"
    r"|\b(?:Ann|Bo|Cy|Di|deleted player|Bot \d \\?\(\w+\\?\)|Qwirkle)(?!\w)"
    r"|\b[ROYGBP][CSDLXT]\b|\b[A-Z]-?\d+\b",
    re.DOTALL,
)
"""What is the same in every language: names, codes, cells, and what Discord shows in its own."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Marked(NullTranslations):
    """Every message between two marks."""

    def __init__(self, marks: tuple[str, str]) -> None:
        super().__init__()
        self.begins, self.ends = marks

    def gettext(self, message: str) -> str:
        return f"{self.begins}{message}{self.ends}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


async def speak_marked(scene: Scene, patch: pytest.MonkeyPatch) -> None:
    """Let all people speak one of the languages, and the server the other."""
    marked = {locale: Marked(marks) for locale, marks in MARKS.items()}
    patch.setattr(languages, "_translations", lambda locale: marked.get(locale, languages.ENGLISH))
    for person in scene.people():
        person.speak(PERSONS)
    [bot] = scene.bots
    heard = bot.wait_for("guild_update", timeout=20)
    await scene.standin.gateway.speak(SERVERS)
    await heard


def faults_of(scene: Scene) -> list[str]:
    """The texts so far that are not translated, or not into the language of whoever reads them."""
    mine, others = MARKS[SERVERS], MARKS[PERSONS]
    threads = [c.name for c in scene.standin.world.channels.values() if c.is_thread]
    faults = [name for name in threads if _is_faulty(name, mine, others)]
    for message in scene.standin.world.messages.values():
        if message.author_id != scene.standin.world.bot.id or message.thinking:
            continue
        mine, others = MARKS[PERSONS], MARKS[SERVERS]
        to_one = scene.standin.world.channels[message.channel_id].recipient_id is not None
        if message.ephemeral_to is None and not to_one:
            mine, others = others, mine
        faults += [text for text in _texts(message) if _is_faulty(text, mine, others)]
    return faults


def form_faults(form: Modal) -> list[str]:
    """The same of a form, which only whoever opened it sees."""
    labels = [part.get("label") or "" for _, part in walk(form.components)]
    mine, others = MARKS[PERSONS], MARKS[SERVERS]
    return [text for text in (form.title, *labels) if _is_faulty(text, mine, others)]


def _is_faulty(text: str, mine: tuple[str, str], others: tuple[str, str]) -> bool:
    bare = SAYS_NOTHING.sub(" ", unmarked(text, mine))
    return WORD.search(bare) is not None or any(mark in text for mark in others)


def unmarked(text: str, marks: tuple[str, str]) -> str:
    """What of a text stands within no marks."""
    depth, outside = 0, []
    for character in text:
        if character == marks[0]:
            depth += 1
        elif character == marks[1]:
            depth -= 1
        elif not depth:
            outside.append(character)
    return "".join(outside)


def _texts(message: Message) -> Iterator[str]:
    """All that is read in a message but for the labels of buttons, which are names."""
    yield message.text
    for file in message.attachments:
        yield file.description or ""
    for _, part in walk(message.components):
        yield part.get("placeholder") or ""
        for option in part.get("options") or ():
            yield option["label"]
            yield option.get("description") or ""
