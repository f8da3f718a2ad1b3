"""The rules of a house in the store.

The entry points are :func:`rules_of` and :func:`change_rules`. Two moderators may change them at
the same moment, so they are replaced only while they are what was read.
"""

from __future__ import annotations

from collections.abc import Callable

from qwirkle_bot.errors import StaleGameError, StoreError
from qwirkle_bot.house import HouseRules
from qwirkle_bot.store import MOST_TRIES, Store


async def rules_of(store: Store, guild_id: int) -> HouseRules:
    """The rules of a server."""
    return _read(await store.notes.recall(_name(guild_id)))


async def change_rules(
    store: Store, guild_id: int, change: Callable[[HouseRules], HouseRules]
) -> HouseRules:
    """Change the rules of a server; ``change`` may be called several times.

    Raises:
        PlayerError: what ``change`` raised; nothing was changed.
        StaleGameError: they were changed from elsewhere three times running.
        StoreError: nothing was changed, or it is unknown.
    """
    for _ in range(MOST_TRIES):
        old = await store.notes.recall(_name(guild_id))
        before = _read(old)
        after = change(before)
        if after == before:
            return before
        if await store.notes.replace(_name(guild_id), old, after.model_dump_json()):
            return after
    raise StaleGameError("the rules were changed from elsewhere at the same moment")


def _read(text: str | None) -> HouseRules:
    try:
        return HouseRules() if text is None else HouseRules.model_validate_json(text)
    except ValueError as error:
        raise StoreError(f"stored rules cannot be read: {error}") from error


def _name(guild_id: int) -> str:
    return f"house:{guild_id}"
