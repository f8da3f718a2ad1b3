"""The rules of a house: where a server lets games be played, and how it likes its boards.

The entry points are :class:`HouseRules`, :func:`changed` and :func:`check_place`. All of it is
pure: :mod:`qwirkle_bot.kept_rules` keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass

from qwirkle_bot.errors import PlayerError, TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import MOST_WIDTH, PHONE_WIDTH
from qwirkle_bot.record import Model
from qwirkle_bot.words.names import channels_named


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
            gettext(
                "On this server games are played in {channels}.",
                channels=channels_named(rules.channels),
            )
        )
