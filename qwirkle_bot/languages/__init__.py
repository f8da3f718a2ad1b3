"""In which language a person or a server is spoken to: gettext's words, by Discord's locale.

Every sentence is written in English where it is needed, as ``gettext("{who} resigned.", who=who)``.
The language is that of the running task: :func:`speak` sets it once an interaction comes in, and
:func:`speaking` changes it for a while, such as for a message that a whole channel reads.

The languages are the catalogs beside this file, ``<language>.po``, as people edit them: one is read
when it is first spoken, which takes some 20 ms, so there is no step of compiling to forget.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH: Final = NullTranslations()

CATALOGS: Final[Mapping[str, Path]] = {
    path.stem: path for path in sorted(Path(__file__).parent.glob("*.po"))
}
"""The catalog of each language but English, by names such as ``de`` and ``pt_BR``."""

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


@cache
def _translations(locale: str) -> NullTranslations:
    """The catalog of the locale, else that of its language without the country, else English."""
    for name in (locale.replace("-", "_"), locale.partition("-")[0]):
        if name in CATALOGS:
            return _read(CATALOGS[name])
    return ENGLISH


@cache
def _read(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)
