"""What people may choose from, as Discord shows it: the words that README and rules use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from playground.wire import JsonObject
from tests.kit.bot import Scene


def choices(options: list[JsonObject]) -> Iterator[JsonObject]:
    for option in options:
        yield from option.get("choices") or ()
        yield from choices(option.get("options") or [])


async def test_a_choice_is_read_as_it_is_meant(scene: Scene) -> None:
    """An enum's members would be shown by names such as ``TEN_MINUTES``."""
    found = [*choices([*scene.standin.world.all_commands()])]

    assert found
    assert [one["name"] for one in found] == [one["value"] for one in found]


@pytest.mark.parametrize("choice", ["10m", "none"])
async def test_a_choice_is_taken(scene: Scene, choice: str) -> None:
    ann, bo = scene.people(2)

    await ann.slash("start", opponent1=bo, time=choice)

    assert (await scene.table()).saved.options.time == choice
