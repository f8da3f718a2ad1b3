from __future__ import annotations

import discord.utils
import pytest

from qwirkle_bot.snowflakes import first_at, made_ms


def test_the_example_of_discords_docs() -> None:
    assert made_ms(175928847299117063) == 1_462_015_105_796


@pytest.mark.parametrize("ms", [1_420_070_400_000, 1_800_000_000_123])
def test_an_id_tells_its_time(ms: int) -> None:
    assert made_ms(first_at(ms)) == ms
    assert round(discord.utils.snowflake_time(first_at(ms)).timestamp() * 1000) == ms


def test_no_id_is_below_nought() -> None:
    assert first_at(0) == 0
