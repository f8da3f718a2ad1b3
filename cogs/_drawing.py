"""How boards and hands are drawn for someone: the one place where a style is turned into parts.

The entry points are :func:`house_look` and :func:`own_look`, which say how somebody likes it, and
:func:`board_parts`, :func:`preview_parts` and :func:`hand_parts`. A part is a text or a picture, as
:func:`cogs._layouts.layout` takes them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from cogs._pages import Picture
from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.tiles import Cell, Tile
from qwirkle_bot.errors import StoreError
from qwirkle_bot.house import HouseRules
from qwirkle_bot.kept_rules import rules_of
from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.people import TileStyle
from qwirkle_bot.pictures.emoji import PHONE_WIDTH, emoji_board, emoji_hand, emoji_preview
from qwirkle_bot.pictures.png import board_png, hand_png, preview_png
from qwirkle_bot.pictures.text import (
    FENCE_CHARACTERS,
    columns_for,
    fence,
    hand_text,
    narrow_text_board,
    text_preview,
)
from qwirkle_bot.words.pictures import board_alt, hand_alt, preview_alt

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

PART_NOTE: Final = gettext_noop(
    "A part of the board; `/qwirkle board style: picture` shows all of it."
)
"""Beneath a board that is cut, where no picture can be sent along."""

TileNames: TypeAlias = "Mapping[str, str] | None"
"""The markup of the tiles' emoji by their names; ``None`` where tiles are shown as text."""

Part: TypeAlias = str | Picture

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody likes boards and hands.

    Attributes:
        names: the tiles' emoji, where Discord has them.
        width: the most emoji beside each other.
        attaches: whether pictures can be sent along.
    """

    names: TileNames = None
    style: TileStyle = TileStyle.EMOJI
    width: int = PHONE_WIDTH
    attaches: bool = True

    @property
    def emoji(self) -> TileNames:
        """The tiles' emoji, where they are liked and there are any."""
        return None if self.style is TileStyle.TEXT else self.names

    @property
    def in_pictures(self) -> bool:
        return self.style is TileStyle.PICTURE and self.attaches


async def house_look(client: QwirkleClient, guild_id: int) -> Look:
    """How a server likes what all its members see."""
    return _look(client, await rules_of(client.store, guild_id), None)


async def own_look(interaction: Interaction) -> Look:
    """How the user of an interaction likes what they alone see; where they do not say, the server.

    A look is not worth losing an answer for, least of all after a move was stored: where it cannot
    be read, it is the plain one.
    """
    store = interaction.client.store
    try:
        own, rules = await asyncio.gather(
            settings_of(store, interaction.user.id), rules_of(store, interaction.guild_id or 0)
        )
    except StoreError as error:
        log.warning("interaction %s: nobody knows how it should look: %s", interaction.id, error)
        return _look(interaction.client, HouseRules(), None)
    return _look(interaction.client, rules, own.tiles)


def _look(client: QwirkleClient, rules: HouseRules, style: TileStyle | None) -> Look:
    return Look(client.tile_names, style or rules.style, rules.width)


def board_parts(board: Board, new: Sequence[Cell], look: Look, most_characters: int) -> list[Part]:
    """The board, with a picture of all of it where its text shows only a part."""
    if look.in_pictures:
        return [_whole_board(board, new)]
    note = "" if look.attaches else f"\n{gettext(PART_NOTE)}"
    text, is_whole = _board_text(board, new, look, most_characters - len(note))
    if is_whole:
        return [text]
    return [text, _whole_board(board, new)] if look.attaches else [text + note]


def _whole_board(board: Board, new: Sequence[Cell]) -> Picture:
    return Picture("board.png", board_alt(board, new=new), partial(board_png, board, new=new))


def _board_text(
    board: Board, new: Sequence[Cell], look: Look, most_characters: int
) -> tuple[str, bool]:
    if look.emoji is not None:
        emoji = emoji_board(
            board, new=new, names=look.emoji, width=look.width, most_characters=most_characters
        )
        return emoji.text, emoji.is_whole
    text = narrow_text_board(
        board,
        new=new,
        width=columns_for(look.width),
        most_characters=most_characters - FENCE_CHARACTERS,
    )
    return fence(text.text, ansi=True), text.is_whole


def preview_parts(
    board: Board, placed: Sequence[Laid], look: Look, most_characters: int, number: int = 1
) -> list[Part]:
    """The board around a placement that is not made yet; ``number`` tells several apart."""
    if look.in_pictures:
        alt, draw = preview_alt(board, placed), partial(preview_png, board, placed)
        return [Picture(f"preview{number}.png", alt, draw)]
    if look.emoji is None:
        return [fence(text_preview(board, placed, colors=True), ansi=True)]
    return [emoji_preview(board, placed, names=look.emoji, most_characters=most_characters)]


def hand_parts(hand: Sequence[Tile], look: Look) -> list[Part]:
    """A hand in one row."""
    if not hand:
        return [gettext("Your hand is empty.")]
    if look.in_pictures:
        return [Picture("hand.png", hand_alt(hand), partial(hand_png, hand))]
    if look.emoji is not None:
        return [emoji_hand(hand, names=look.emoji)]
    return [fence(hand_text(hand, colors=True), ansi=True)]


def without_files(look: Look) -> Look:
    """The same look where no picture can be sent along."""
    return replace(look, attaches=False)
