"""The rules of a house: where a server lets games be played, and how it likes its boards.

The entry points are :func:`rules_of` and :func:`change_rules`. Two moderators may change them at
the same moment, so they are replaced only while they are what was read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from qwirkle_bot.errors import PlayerError, StaleGameError, StoreError, TableError
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import MOST_WIDTH, PHONE_WIDTH
from qwirkle_bot.pictures.text import columns_for
from qwirkle_bot.record import Model
from qwirkle_bot.store import Store

CHANNELS_NAMED: Final = 20
"""How many channels a sentence names; a message holds 2,000 characters."""

MOST_TRIES: Final = 3


class HouseRules(Model):
    """What a server's moderators chose.

    Attributes:
        threads: whether games may open threads.
        channels: the ids of the channels for games; empty for every channel. The threads of a
            channel, and the posts of a forum, belong to it.
        style: how boards are shown to the whole channel, and to whoever has not chosen otherwise.
        width: the most columns of a board that is shown in a text.
    """

    threads: bool = True
    channels: tuple[int, ...] = ()
    style: TileStyle = TileStyle.EMOJI
    width: int = PHONE_WIDTH


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a moderator wants to be changed; ``None`` leaves a rule as it is.

    Attributes:
        channel_id: a channel to put on the list, or to take from it.
        everywhere: empties the list first, which also rids it of channels that are no more.
    """

    threads: bool | None = None
    channel_id: int | None = None
    everywhere: bool = False
    style: TileStyle | None = None
    width: int | None = None


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


def changed(rules: HouseRules, wishes: Wishes) -> HouseRules:
    """The rules as somebody wishes them.

    Raises:
        PlayerError: no board can be shown so wide, or so narrow.
    """
    width = rules.width if wishes.width is None else wishes.width
    if not PHONE_WIDTH <= width <= MOST_WIDTH:
        raise PlayerError(
            gettext(
                "A board is {least} to {most} columns wide.", least=PHONE_WIDTH, most=MOST_WIDTH
            )
        )
    channels = set() if wishes.everywhere else set(rules.channels)
    if wishes.channel_id is not None:
        channels ^= {wishes.channel_id}
    return rules.model_copy(
        update={
            "threads": rules.threads if wishes.threads is None else wishes.threads,
            "channels": tuple(sorted(channels)),
            "style": wishes.style or rules.style,
            "width": width,
        }
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
    return f"{gettext(words, channels=_places(rules))}\n{_board_words(rules)}"


def _board_words(rules: HouseRules) -> str:
    match rules.style:
        case TileStyle.EMOJI:
            return gettext(
                "Boards are shown in emoji, at most {width} beside each other; a wider board is"
                " shown in part, with a picture of all of it.",
                width=rules.width,
            )
        case TileStyle.TEXT:
            return gettext(
                "Boards are shown as text, at most {columns} characters beside each other; a wider"
                " board is shown in part, with a picture of all of it.",
                columns=columns_for(rules.width),
            )
        case TileStyle.PICTURE:
            return gettext("Boards are shown as pictures.")


def _places(rules: HouseRules) -> str:
    named = [f"<#{channel}>" for channel in rules.channels[:CHANNELS_NAMED]]
    more = len(rules.channels) - len(named)
    if more > 0:
        named.append(gettext("{number} more", number=more))
    return ", ".join(named)


def _read(text: str | None) -> HouseRules:
    try:
        return HouseRules() if text is None else HouseRules.model_validate_json(text)
    except ValueError as error:
        raise StoreError(f"stored rules cannot be read: {error}") from error


def _name(guild_id: int) -> str:
    return f"house:{guild_id}"
