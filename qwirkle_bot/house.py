"""The rules of a house: where a server lets games be played."""

from __future__ import annotations

from typing import Final

from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.record import Model
from qwirkle_bot.store import Store

CHANNELS_NAMED: Final = 20
"""How many channels a sentence names; a message holds 2,000 characters."""


class HouseRules(Model):
    """What a server's moderators chose.

    Attributes:
        threads: whether games may open threads.
        channels: the ids of the channels for games; empty for every channel.
    """

    threads: bool = True
    channels: tuple[int, ...] = ()


async def rules_of(store: Store, guild_id: int) -> HouseRules:
    """The rules of a server."""
    text = await store.recall(_name(guild_id))
    return HouseRules.model_validate_json(text) if text else HouseRules()


async def keep(store: Store, guild_id: int, rules: HouseRules) -> None:
    """Store the rules of a server."""
    await store.remember(_name(guild_id), rules.model_dump_json())


def changed(
    rules: HouseRules, *, threads: bool | None, channel_id: int | None, everywhere: bool
) -> HouseRules:
    """The rules with ``threads`` set, and a channel put on the list or taken from it.

    ``everywhere`` empties the list first, which also rids it of channels that are no more.
    """
    channels = set() if everywhere else set(rules.channels)
    if channel_id is not None:
        channels ^= {channel_id}
    return HouseRules(
        threads=rules.threads if threads is None else threads, channels=tuple(sorted(channels))
    )


def check_place(rules: HouseRules, channel_id: int, *, opens_thread: bool) -> None:
    """Raise :class:`TableError` where the rules do not let a game be opened.

    ``channel_id`` is the channel, or that of the thread.
    """
    if opens_thread and not rules.threads:
        raise TableError(
            gettext("On this server games open no threads. Use `/start` without `thread`.")
        )
    if rules.channels and channel_id not in rules.channels:
        raise TableError(
            gettext("On this server games are played in {channels}.", channels=_places(rules))
        )


def words(rules: HouseRules) -> str:
    """The rules as a moderator reads them."""
    match bool(rules.channels), rules.threads:
        case True, True:
            words = gettext_noop(
                "Games are played in {channels}, and may open threads of their own."
            )
        case True, False:
            words = gettext_noop(
                "Games are played in {channels}, and may not open threads of their own."
            )
        case False, True:
            words = gettext_noop(
                "Games are played in every channel, and may open threads of their own."
            )
        case _:
            words = gettext_noop(
                "Games are played in every channel, and may not open threads of their own."
            )
    return gettext(words, channels=_places(rules))


def _places(rules: HouseRules) -> str:
    named = [f"<#{channel}>" for channel in rules.channels[:CHANNELS_NAMED]]
    more = len(rules.channels) - len(named)
    if more > 0:
        named.append(gettext("{number} more", number=more))
    return ", ".join(named)


def _name(guild_id: int) -> str:
    return f"house:{guild_id}"
