from __future__ import annotations

import pytest

from qwirkle_bot.errors import TableError
from qwirkle_bot.house import HouseRules, check_place, words

MESSAGE_CHARACTERS = 2_000
MANY = HouseRules(channels=tuple(2**63 - n for n in range(500)))


def test_a_long_list_of_channels_stays_within_a_message() -> None:
    assert len(words(MANY)) <= MESSAGE_CHARACTERS
    assert "480 more" in words(MANY)
    with pytest.raises(TableError) as refused:
        check_place(MANY, 1, opens_thread=False)
    assert len(str(refused.value)) <= MESSAGE_CHARACTERS


def test_a_short_list_is_told_whole() -> None:
    assert words(HouseRules(channels=(1, 2))).startswith("Games are played in <#1>, <#2>, and")
    assert words(HouseRules()).startswith("Games are played in every channel, and")
    check_place(HouseRules(channels=(1, 2)), 2, opens_thread=True)
