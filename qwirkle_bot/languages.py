"""In which language a person or a server is spoken to: gettext's words, by Discord's locale.

Every sentence is written in English where it is needed, as ``gettext("{who} resigned.", who=who)``.
The language is that of the running task: :func:`speak` sets it once an interaction comes in, and
:func:`speaking` changes it for a while, such as for a message that a whole channel reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final

ENGLISH: Final = NullTranslations()

_spoken: ContextVar[NullTranslations] = ContextVar("_spoken", default=ENGLISH)


def gettext(message: str, **values: str | int) -> str:
    """The message in the language that is spoken, with ``values`` in place of its ``{names}``."""
    translated = _spoken.get().gettext(message)
    return translated.format(**values) if values else translated


def ngettext(one: str, many: str, count: int, **values: str | int) -> str:
    """The form of a message that fits a count, which is the value of its ``{count}``."""
    return _spoken.get().ngettext(one, many, count).format(count=count, **values)


def gettext_noop(message: str) -> str:
    """The message as it is: it is translated where it is used, and only listed here."""
    return message


def speak(locale: str) -> None:
    """Speak the language of a locale of Discord's, such as ``pt-BR``, in this task from now on."""
    _spoken.set(_translations(locale))


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Speak the language of a locale of Discord's within the context."""
    before = _spoken.set(_translations(locale))
    try:
        yield
    finally:
        _spoken.reset(before)


def _translations(locale: str) -> NullTranslations:
    return {"en": ENGLISH}.get(locale.partition("-")[0], ENGLISH)
