"""No sentence for people stands in the code without being translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter
from typing import Final

import pytest

from tests.kit.sources import Source, sources, within

TO_PEOPLE: Final = ("cogs", "qwirkle_bot")
TO_OPERATORS: Final = (
    "cogs.health",
    "qwirkle_bot.ends_with_parent",
    *(f"qwirkle_bot.{name}" for name in (
        "commandline", "embedded", "engine", "record", "redis_client", "redis_url", "settings",
        "store", "valkey_server",
    )),
)  # fmt: skip
"""What these say is read in a log or a terminal."""

TRANSLATE: Final = {"gettext", "gettext_noop", "ngettext"}
LOG: Final = {"debug", "info", "warning", "error", "exception", "log"}
NOT_FOR_PLAYERS: Final = {
    "AssertionError", "LookupError", "OutcomeUnknownError", "RecordError", "StaleGameError",
    "StoreError", "StoreUnavailableError", "TypeError", "ValueError",
}  # fmt: skip
"""Errors that are told in other words, or that nobody should ever see."""
BY_DISCORD: Final = {"describe", "Group"}
"""What discord.py has translated by itself; catalogs of commands are tested elsewhere."""

ONLY_LOGGED: Final = {
    "No robot is to move.",
    "Nothing completes this option.",
    "Others have made that good, or another game has begun here.",
    "That is not owed any more.",
    "The game has moved on.",
}
"""Refusals of what nobody asked for, or that Discord has no room for."""
NOT_SAID: Final = {
    "asks until",
    "deleted player",
    "earlier results",
    "last call",
    "Mapping[str, str] | None",
    "three days",
    "open sprint",
    "pairs sprint",
    "private answer",
    # Labels of buttons, which are names.
    "Back to the rules",
    "More spots (",
    "Send me direct messages",
    "Stop direct messages",
}
"""Keys, what is stored, and choices of commands, which are names."""

WORDS: Final = re.compile(r"[a-z]{2},? [A-Za-z]?[a-z]")


def unspoken(node: ast.AST) -> Iterator[str]:
    """The texts of two words and more that no call in or above the node translates or logs."""
    match node:
        case ast.Expr(ast.Constant()):
            return  # A docstring.
        case ast.Constant(str() as text) if WORDS.search(text):
            yield text
        case ast.Call(func, arguments):
            called = ast.unparse(func).rpartition(".")[2]
            if called in LOG | NOT_FOR_PLAYERS | BY_DISCORD:
                return
            if ast.unparse(func) == "GameButton.make":
                arguments = arguments[1:]  # Its label is a name.
            if called in TRANSLATE:
                arguments = [one for one in arguments if not isinstance(one, ast.Constant)]
            for part in [func, *arguments, *node.keywords]:
                yield from unspoken(part)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from unspoken(child)


def to_people() -> list[Source]:
    return [
        source
        for source in sources()
        if within(source.name, TO_PEOPLE) and not within(source.name, TO_OPERATORS)
    ]


def test_every_sentence_is_translated() -> None:
    found = {
        f"{source.name}: {text}"
        for source in to_people()
        for text in unspoken(source.tree)
        if text not in ONLY_LOGGED | NOT_SAID
    }

    assert not found


def test_every_exception_is_needed() -> None:
    said = {text for source in to_people() for text in unspoken(source.tree)}

    assert not (ONLY_LOGGED | NOT_SAID) - said


@pytest.mark.parametrize(
    ("code", "found"),
    [
        pytest.param('"""Says what."""', [], id="a docstring"),
        pytest.param('log.warning("game %s is gone", 1)', [], id="logged"),
        pytest.param('answer(gettext("It is so."))', [], id="translated"),
        pytest.param('answer("It is so.")', ["It is so."], id="forgotten"),
        pytest.param('answer(f"{who} is to move")', [" is to move"], id="forgotten in part"),
        pytest.param(
            'gettext("{who} is it", who=f"the {name} is")', [], id="one word beside a value"
        ),
        pytest.param('gettext("{who} is", who="a big one")', ["a big one"], id="as a value"),
        pytest.param('gettext(f"{who} is to move")', [" is to move"], id="an f-string"),
    ],
)
def test_what_is_found(code: str, found: list[str]) -> None:
    assert [*unspoken(ast.parse(code))] == found


def test_messages_are_written_out() -> None:
    """What is put together from pieces is in no catalog."""
    pieced = [
        ast.unparse(node)
        for source in to_people()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in TRANSLATE
        and any(isinstance(one, (ast.JoinedStr, ast.BinOp)) for one in node.args[:2])
    ]

    assert not pieced


def test_a_message_is_given_just_the_values_that_it_names() -> None:
    wrong = []
    for source in to_people():
        for node in ast.walk(source.tree):
            match node:
                case ast.Call(ast.Name("gettext" | "ngettext" as called), [*given], keywords):
                    texts = [one.value for one in given if isinstance(one, ast.Constant)]
                    named = {name for text in texts for name in names_in(str(text))}
                    values = {str(keyword.arg) for keyword in keywords}
                    values |= {"count"} if called == "ngettext" else set()
                    # What a name stands for, message or values, is not to be seen here.
                    if texts and "None" not in values and named != values:
                        wrong.append(ast.unparse(node))

    assert not wrong


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
