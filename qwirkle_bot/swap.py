"""Putting a text in the place of the one that was read, unless others have come between."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from qwirkle_bot.redis_client import RedisClient, Script

_SWAP: Final = Script.of((Path(__file__).parent / "swap.lua").read_text(encoding="utf-8"))


async def swap(client: RedisClient, key: str, old: str | None, new: str) -> bool:
    """Put ``new`` in the place of ``old``, which is ``None`` where nothing was.

    Returns:
        False when something else is there by now; nothing was changed.
    """
    return bool(await client.run(_SWAP, [key], old or "", new))
