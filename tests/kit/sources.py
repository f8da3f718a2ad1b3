"""The project's Python files as syntax trees, for tests about the code itself.

The one entry point is :func:`sources`. An import is named in full, ``from a.b import c`` as
``a.b.c``, whether ``c`` is a module or a name in one: a rule about ``a.b`` covers both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = (
    "bot.py", "qwirkle_bot", "cogs", "playground", "bench", "soak", "art", "catalogs", "tests",
)  # fmt: skip

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """One file.

    Attributes:
        name: how it is imported, such as ``qwirkle_bot.engine.bag``.
        imports: everything that it imports, anywhere in it and for whatever reason.
        imports_at_start: what must be there for it to load: neither what functions import nor
            what only type checkers see.
    """

    name: str
    tree: ast.Module
    imports: frozenset[str]
    imports_at_start: frozenset[str]

    def attributes(self) -> Iterator[str]:
        """The names of all attributes that it reads or writes, of whatever object."""
        return (node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute))

    def functions(self) -> Iterator[tuple[str, int]]:
        """Each function's name in full, and its number of lines without decorators."""
        for node in ast.walk(self.tree):
            if isinstance(node, Function):
                last = node.end_lineno or node.lineno
                yield f"{self.name}.{node.name}", last - node.lineno + 1


@cache
def sources() -> tuple[Source, ...]:
    """Every Python file of the project."""
    paths = [path for part in PARTS for path in _python_files(ROOT / part)]
    return tuple(_read(path) for path in sorted(paths))


def within(name: str, places: Iterable[str]) -> bool:
    """Whether a name is one of these modules, or lies in one of them."""
    return any(name == place or name.startswith(f"{place}.") for place in places)


def _python_files(part: Path) -> Iterable[Path]:
    return [part] if part.is_file() else part.rglob("*.py")


def _read(path: Path) -> Source:
    parts = path.relative_to(ROOT).with_suffix("").parts
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return Source(
        name=".".join(parts[:-1] if parts[-1] == "__init__" else parts),
        tree=tree,
        imports=frozenset(name for node in ast.walk(tree) for name in _names(node)),
        imports_at_start=frozenset(name for node in _top_level(tree.body) for name in _names(node)),
    )


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module, names, level):
            yield from ("." * level + f"{module}.{alias.name}" for alias in names)


def _top_level(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in body:
        match node:
            case ast.If(ast.Name("TYPE_CHECKING")):
                continue
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
            case ast.If() | ast.Try() | ast.With() | ast.ClassDef():
                yield from _top_level(ast.iter_child_nodes(node))
            case _:
                yield node
