"""Every language says all that the bot says, and nothing that Discord or the code cannot take."""

from __future__ import annotations

import ast
import re
from functools import cache
from string import Formatter
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from catalogs.__main__ import is_translated, updated, written
from catalogs.messages import DESCRIPTION_NOTE, messages
from qwirkle_bot.languages import CATALOGS
from tests.kit.sources import sources

PROMISED: Final = {"de", "es", "fr", "nl", "pt_BR"}

DESCRIPTION_CHARACTERS: Final = 100
"""Discord's limit for the description of a command or an option."""

KEPT: Final = re.compile(r"`[^`{]*`|<[^>]*>|\]\(|^#+ |^-# |\n", re.MULTILINE)
"""What acts on a reader or is typed as it stands: code, mentions, links, headings, lines."""
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
END: Final = re.compile(r"[.!?:…]\**$")
MARKS: Final = str.maketrans({"\N{NO-BREAK SPACE}": "", "\N{NARROW NO-BREAK SPACE}": ""})
"""What French puts before some of the marks that end a sentence."""


@cache
def template() -> Catalog:
    return messages()


@cache
def catalog(language: str) -> Catalog:
    with CATALOGS[language].open("rb") as file:
        return read_po(file, locale=language)


def translations(language: str) -> list[tuple[str, str]]:
    """Each message with its translation; each form of one with a count beside the English form."""
    found = []
    for message in catalog(language):
        if message.id:
            one, *more = [message.id] if isinstance(message.id, str) else message.id
            first, *rest = forms(message)
            found += [(one, first), *((more[-1], form) for form in rest)]
    return found


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else [*(message.string or ())]


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def button_labels() -> set[str]:
    """The labels of buttons, which are the same in every language."""
    return {
        label
        for source in sources()
        if source.name.startswith("cogs.")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "GameButton.make"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(label := node.args[0].value, str)
    }


def test_the_languages_that_were_promised_are_there() -> None:
    assert CATALOGS.keys() >= PROMISED


@pytest.mark.parametrize("language", CATALOGS)
def test_a_catalog_has_the_messages_of_the_source_and_no_others(language: str) -> None:
    path = CATALOGS[language]

    assert written(updated(language, path, template())) == path.read_bytes(), "run make words"


@pytest.mark.parametrize("language", CATALOGS)
def test_every_message_is_translated_by_somebody(language: str) -> None:
    all_messages = [message for message in catalog(language) if message.id]

    assert not [message.id for message in all_messages if not is_translated(message)]
    assert not [message.id for message in all_messages if message.fuzzy]


@pytest.mark.parametrize("language", CATALOGS)
def test_a_count_has_all_forms_of_its_language(language: str) -> None:
    plural = get_plural(language)
    counted = [m for m in catalog(language) if m.id and not isinstance(m.id, str)]

    head = dict(catalog(language).mime_headers)
    assert head["Plural-Forms"] == f"nplurals={plural.num_plurals}; plural={plural.plural_expr};"
    assert counted
    assert not [m.id for m in counted if len(forms(m)) != plural.num_plurals]


@pytest.mark.parametrize("language", CATALOGS)
def test_a_translation_fits_where_its_message_stood(language: str) -> None:
    pairs = translations(language)
    labels = button_labels()

    assert not [s for s, t in pairs if names_in(s) != names_in(t)], "other names in braces"
    assert not [s for s, t in pairs if sorted(KEPT.findall(s)) != sorted(KEPT.findall(t))]
    assert not [s for s, t in pairs if len(BOLD.findall(s)) != len(BOLD.findall(t))]
    assert not [s for s, t in pairs if labels & {*BOLD.findall(s)} - {*BOLD.findall(t)}]
    assert not [s for s, t in pairs if (s[:1].isspace(), s[-1:]) == (True, " ") or t != t.strip()]
    assert not [s for s, t in pairs if END.findall(s) != END.findall(t.translate(MARKS))]


@pytest.mark.parametrize("language", ["en", *CATALOGS])
def test_a_description_is_short_enough_for_discord(language: str) -> None:
    described = [m.id for m in template() if DESCRIPTION_NOTE in m.auto_comments]
    said = catalog(language) if language in CATALOGS else Catalog()

    assert described
    for description in described:
        assert isinstance(description, str)
        translated = said.get(description)
        text = forms(translated)[0] if translated else description
        assert len(text) <= DESCRIPTION_CHARACTERS, text
