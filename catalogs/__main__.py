"""Brings every catalog up to date: new messages come in untranslated, and old ones go.

Nothing is guessed from similar messages: a guess that nobody reads is worse than English.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from catalogs.messages import messages
from qwirkle_bot.languages import CATALOGS

WIDTH: Final = 100

_TOLD_BY_GIT: Final = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By'
    rb'|Report-Msgid-Bugs-To): [^"]*\\n"\n',
    re.MULTILINE,
)
"""Lines of a catalog's head that would differ after each run."""


def main() -> None:
    """Update the files, and say what each of them lacks."""
    template = messages()
    for name, path in CATALOGS.items():
        catalog = updated(name, path, template)
        path.write_bytes(written(catalog))
        missing = sum(not is_translated(message) for message in catalog if message.id)
        sys.stdout.write(
            f"{path.name}: {len(catalog)} messages, {missing} of them not translated\n"
        )


def updated(name: str, path: Path, template: Catalog) -> Catalog:
    """A language's catalog with exactly the template's messages."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=name)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.project, catalog.version = "qwirkle-bot", "1"
    catalog.fuzzy = False
    catalog.header_comment = f"# Qwirkle in {Locale.parse(name).english_name}."
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalog as it lies in its file."""
    file = io.BytesIO()
    write_po(file, catalog, width=WIDTH, ignore_obsolete=True, include_lineno=False)
    return _TOLD_BY_GIT.sub(b"", file.getvalue())


def is_translated(message: Message) -> bool:
    """Whether a message has a text in every form."""
    forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return all(forms)


if __name__ == "__main__":
    main()
