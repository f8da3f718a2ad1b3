"""Every message that the bot can say, found in its source.

The one entry point is :func:`messages`. The source is read as syntax and not as text, since many a
message stands within an f-string, where Babel's own extraction does not see it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

ROOT: Final = Path(__file__).parents[1]
PARTS: Final = ("cogs", "qwirkle_bot")

DESCRIPTION_NOTE: Final = "A command's or an option's description: at most 100 characters."


def messages() -> Catalog:
    """The template: every message with the files that it comes from, and none translated."""
    template = Catalog()
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            where = [(path.relative_to(ROOT).as_posix(), 1)]
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            for node in sorted(ast.walk(tree), key=_place):
                for message in _spoken(node):
                    template.add(message, locations=where)
                for description in _descriptions(node):
                    template.add(description, locations=where, auto_comments=[DESCRIPTION_NOTE])
    return template


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _spoken(node: ast.AST) -> Iterator[str | tuple[str, str]]:
    """The message of a call that translates; of one with a count, both forms.

    Where a name stands for the message, the constant that it means is listed by itself.
    """
    match node:
        case ast.Call(
            ast.Name("ngettext"), [ast.Constant(str() as one), ast.Constant(str() as many), *_]
        ):
            yield one, many
        case ast.Call(ast.Name("gettext" | "gettext_noop"), [ast.Constant(str() as message), *_]):
            yield message


def _descriptions(node: ast.AST) -> Iterator[str]:
    """What discord.py takes for descriptions: of commands, their options and their groups."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if any(_makes_command(decorator) for decorator in node.decorator_list):
                yield (ast.get_docstring(node) or "").partition("\n\n")[0]
        case ast.Call(ast.Attribute(attr="describe"), keywords=keywords):
            yield from _texts(keywords)
        case ast.Call(ast.Attribute(attr="Group"), keywords=keywords):
            yield from _texts([word for word in keywords if word.arg == "description"])


def _makes_command(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(ast.Attribute(attr="command")):
            return True
        case _:
            return False


def _texts(keywords: list[ast.keyword]) -> Iterator[str]:
    for keyword in keywords:
        match keyword.value:
            case ast.Constant(str() as text):
                yield text
