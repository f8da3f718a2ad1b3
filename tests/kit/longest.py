"""A language that says everything in the longest words that any language has for it.

What keeps to Discord's limits in it keeps to them in all. The entry point is
:func:`speaking_longest`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from qwirkle_bot import languages


class Longest(NullTranslations):
    """Of each message the longest translation, whatever its language."""

    def __init__(self) -> None:
        super().__init__()
        # Catalogs are named as Python's locales, but spoken by Discord's.
        locales = [name.replace("_", "-") for name in languages.CATALOGS]
        self.all = [languages.ENGLISH, *map(languages._translations, locales)]

    def gettext(self, message: str) -> str:
        return max((one.gettext(message) for one in self.all), key=len)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return max((one.ngettext(msgid1, msgid2, n) for one in self.all), key=len)


@contextmanager
def speaking_longest(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak the longest words within the context."""
    longest = Longest()
    patch.setattr(languages, "_translations", lambda _: longest)
    with languages.speaking("any"):
        yield
