from __future__ import annotations

import re

from qwirkle_bot.pictures.emoji import EMPTY, application_emoji_files
from qwirkle_bot.pictures.example import example
from tests.kit.boards import board

NAMES = {name: f"<:{name}:1>" for name in application_emoji_files()}

LYING = board("""
RC RS RD
.. BS
""")
NEW = ((2, 0), (1, 1))


def test_in_emoji_new_tiles_are_those_just_laid() -> None:
    assert example(LYING, NEW, NAMES) == (f"<:RC:1><:RS:1><:RDn:1>\n{EMPTY}<:BSn:1>{EMPTY}")


def test_in_text_brackets_mark_them() -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", example(LYING, NEW, None))

    assert shown == "```ansi\n RC RS[RD]\n  ·[BS] · \n```"
