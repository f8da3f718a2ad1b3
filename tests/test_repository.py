"""What the repository promises beside its code: settings, locks, nothing of anyone's machine."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from qwirkle_bot.settings import Settings
from tests.kit.sources import ROOT, sources

LOCKS: Final = ("requirements.lock", "requirements-dev.lock")
CI: Final = ".ci/run"

MACHINE_PATH: Final = re.compile(r"(?<![\w.<>*-])/(?:home|mnt|root|Users|work)/\w|[A-Z]:\\\\?Users")
"""Where someone's files lie. A path that any machine may have, such as /usr, is none."""
OUTSIDE: Final = re.compile(r"\.\./(?:\.\./)*shared\b")
REGISTRY: Final = re.compile(
    r"pypi\.org|pythonhosted|index-url|find-links|registry\.npmjs|jsdelivr|unpkg|cdnjs"
)
TOKEN: Final = re.compile(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}")
"""What Discord's tokens look like."""

TEST_FILE: Final = re.compile(r"tests\.(?!kit\b)")
"""The names of tests say it."""

FORBIDDEN: Final = {
    "a path of one machine": MACHINE_PATH,
    "a place beside the checkout": OUTSIDE,
    "a host to load packages from": REGISTRY,
    "a token": TOKEN,
}


def tracked() -> list[Path]:
    """The files that git knows, but for this one, which has to name what it looks for."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and path != Path(__file__)]


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # A picture.


def pins(lock: str) -> dict[str, str]:
    """Each package of a lock with its version."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", (ROOT / lock).read_text(), re.MULTILINE))


def package(requirement: str) -> str:
    """The name in a requirement, as a lock spells it."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return re.sub(r"[._]", "-", name).lower()


def project() -> dict[str, list[str]]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {"": table["dependencies"], "dev": table["optional-dependencies"]["dev"]}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what: str) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked()
        if str(path.relative_to(ROOT)) != CI
        for match in FORBIDDEN[what].finditer(text_of(path))
    }

    assert not found


def test_the_example_of_settings_has_each_of_them_once() -> None:
    names = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)

    assert sorted(names) == sorted(name.upper() for name in Settings.model_fields)


def test_the_locks_pin_what_the_project_needs() -> None:
    needed = project()
    bot, development = map(pins, LOCKS)

    assert not {*map(package, needed[""])} - bot.keys()
    assert not {*map(package, needed["dev"])} - development.keys()
    assert bot.items() <= development.items(), "make test would bring other versions than make run"


def test_the_bot_needs_none_of_the_tools() -> None:
    assert not {*map(package, project()["dev"])} & pins("requirements.lock").keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(lock: str) -> None:
    entries = re.split(r"^(?=[a-z])", (ROOT / lock).read_text(), flags=re.MULTILINE)

    assert not [entry.split()[0] for entry in entries if entry and "--hash=sha256:" not in entry]


def test_every_module_says_what_it_is_for() -> None:
    silent = {source.name for source in sources() if not ast.get_docstring(source.tree)}

    assert not {name for name in silent if not TEST_FILE.match(name)}
