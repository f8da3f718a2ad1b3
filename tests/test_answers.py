from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from cogs import _answers
from qwirkle_bot.errors import StoreUnavailableError

if TYPE_CHECKING:
    from cogs._client import Interaction


async def test_all_that_is_asked_before_an_answer_has_its_time_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_answers, "ASKING_SECONDS", 0.01)
    interaction = cast("Interaction", SimpleNamespace(extras={}))
    with pytest.raises(StoreUnavailableError):
        async with _answers.in_time(interaction):
            await asyncio.Event().wait()

    monkeypatch.setattr(_answers, "ASKING_SECONDS", 1_000)
    with pytest.raises(StoreUnavailableError):
        async with _answers.in_time(interaction):
            await asyncio.Event().wait()
