"""What the README says holds: its examples run, its commands and settings are those there are."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from playground.standin import StandIn
from playground.wire import JsonObject
from qwirkle_bot.settings import Settings
from tests.kit.bot import BotChild
from tests.kit.sources import ROOT

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

EXAMPLES: Final = re.findall(r"^\$ (.+)\n((?:[^$`\n].*\n)*)", README, re.MULTILINE)
IN_VENV: Final = ".venv/bin/python"

PATH: Final = r"(?<!\S)[a-z_][\w/-]*(?:\.(?:jsonl?|lock|lua|md|py)|/)(?!\S)"

SUBCOMMAND: Final = 1
"""Discord's type of an option that is a command of a group."""


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def names_in_table(text: str, pattern: str) -> list[str]:
    """What the first column of the tables names."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(f"`({pattern})`", row)]


async def registered(folder: Path) -> list[JsonObject]:
    """The commands that ``bot.py`` registers."""
    standin = StandIn()
    await standin.start()
    child = BotChild(standin, folder)
    try:
        await child.start()
        return [dict(command) for command in standin.world.all_commands()]
    finally:
        child.signal(signal.SIGTERM)
        await child.ended()
        await standin.stop()


@pytest.mark.parametrize(("command", "answer"), EXAMPLES)
def test_an_example_answers_as_shown(command: str, answer: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == IN_VENV

    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == answer


async def test_the_commands_are_those_that_discord_is_told(tmp_path: Path) -> None:
    told = []
    for command in await registered(tmp_path):
        inner = [option for option in command.get("options", []) if option["type"] == SUBCOMMAND]
        told += [f"/{command['name']} {option['name']}" for option in inner]
        told += [] if inner else [f"/{command['name']}"]
    assert sorted(names_in_table(section("Commands"), "/.+?")) == sorted(told)


def test_the_settings_are_those_that_are_read() -> None:
    named = names_in_table(section("Settings"), "[A-Z_]+")

    assert set(named) == {name.upper() for name in Settings.model_fields}
    assert len(named) == len(set(named))


def test_the_subcommands_are_those_that_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle_bot", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    listed = set(re.findall(r"^    (\w+) ", done.stdout, re.MULTILINE))

    named = re.findall(r"^(?:.*-m qwirkle_bot )?([a-z]+)\b", "\n".join(_code(README)), re.MULTILINE)
    assert listed
    assert listed <= set(named)


def test_what_make_is_asked_for_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))

    assert set(re.findall(r"\bmake ([a-z]+)", "\n".join(_code(README)))) <= targets
    assert set(re.findall(r"\bmake ([a-z]+)", "\n".join(_code(CONTRIBUTING)))) <= targets


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_file_that_is_named_is_there(text: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    paths = [path for code in _code(text) for path in re.findall(PATH, code)]

    assert [name for name in links if not (ROOT / name).exists()] == []
    assert [name for name in paths if not _found(name)] == []


def _code(text: str) -> list[str]:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [*blocks, *re.findall(r"`([^`\n]+)`", text)]


def _found(name: str) -> bool:
    """A file may be named without its folder where that was named just before."""
    return any((ROOT / folder / name).exists() for folder in ("", "qwirkle_bot", "cogs"))
