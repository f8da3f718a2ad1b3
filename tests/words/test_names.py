from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Player
from qwirkle_bot.words.names import (
    NAME_CHARACTERS,
    listed,
    mention,
    plain_name,
    seat_name,
    shown,
)

MARKDOWN = r"\*_~`|>#-+.[]()<:@/"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("Ann", "Ann", id="plain"),
        pytest.param("  Ann \n of\t the hill ", "Ann of the hill", id="blanks"),
        pytest.param("\u202enna\u202c", "nna", id="right to left"),
        pytest.param("A\u200bn\u2060n\ufeff", "Ann", id="zero width"),
        pytest.param("\x00A\x1bn\x7fn", "Ann", id="controls"),
        pytest.param("\u2066Ann\u2069", "Ann", id="isolates"),
        pytest.param("Ann\u2028Bo", "AnnBo", id="line separator"),
        pytest.param("e\u0301", "\u00e9", id="composed"),
        pytest.param("Z\u0351\u036b\u0343\u0351", "Z\u0351\u036b", id="stacked marks"),
        pytest.param("W" * 40, "W" * 32, id="long"),
        pytest.param("", "someone", id="empty"),
        pytest.param("\u200b \u202e", "someone", id="nothing to see"),
        pytest.param("Зоя 名前 🎲", "Зоя 名前 🎲", id="other scripts"),
    ],
)
def test_a_name_says_what_it_shows(text: str, plain: str) -> None:
    assert plain_name(text) == plain


@given(st.text())
def test_a_name_is_short_visible_and_not_empty(text: str) -> None:
    name = plain_name(text)

    assert 1 <= len(name) <= NAME_CHARACTERS
    assert name == name.strip()
    assert {unicodedata.category(c) for c in name} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} == set()


@given(st.text(alphabet=MARKDOWN + "a 1"))
def test_every_mark_of_markdown_is_escaped(text: str) -> None:
    escaped = shown(text)

    at = 0
    while at < len(escaped):
        assert escaped[at] not in MARKDOWN or escaped[at] == "\\"
        at += 2 if escaped[at] == "\\" else 1
    assert len(escaped) <= 2 * NAME_CHARACTERS


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        pytest.param("@everyone", r"\@everyone", id="everyone"),
        pytest.param("<@123>", r"\<\@123\>", id="mention"),
        pytest.param("**bold**", r"\*\*bold\*\*", id="bold"),
        pytest.param("[x](https://a.example)", r"\[x\]\(https\:\/\/a\.example\)", id="link"),
        pytest.param("# head", r"\# head", id="heading"),
        pytest.param("1. list", r"1\. list", id="list"),
    ],
)
def test_a_name_acts_on_nobody(text: str, escaped: str) -> None:
    assert shown(text) == escaped


def test_seats_and_mentions() -> None:
    ann, robot = Player(id=7, name="Ann_"), Player(id=0, name="Bot 1", level=Level.EASY)
    assert seat_name([ann, robot]) == r"Ann\_ & Bot 1"
    assert mention(ann) == "<@7>"
    assert mention(robot) == "Bot 1"


def test_lists() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
