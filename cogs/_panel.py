"""The private hand panel: tap tiles, tap a spot, look, confirm.

Every step is in the ids of its buttons, so a panel needs no memory of the bot and no draft is lost.
"""

from __future__ import annotations

from typing import Final

import discord

from cogs import _layouts
from cogs._buttons import GameButton, GameSelect, Target, reading
from cogs._drawing import Look, Part, hand_parts, preview_parts
from cogs._pages import Page
from qwirkle_bot.engine.board import Board, Laid
from qwirkle_bot.engine.game import HAND_SIZE
from qwirkle_bot.engine.tiles import TILES, Tile
from qwirkle_bot.languages import gettext
from qwirkle_bot.notation import Direction, describe_placement, spread
from qwirkle_bot.spots import FIRST_CELL, spots_for
from qwirkle_bot.typed import WHICH_ONE
from qwirkle_bot.views import View
from qwirkle_bot.words import hand as words
from qwirkle_bot.words.moves import laid_words, points, score_words

FARTHEST: Final = 1_000
"""Columns or rows from the first cell that no layout of 108 tiles can reach."""

SPOTS_A_PAGE: Final = 25
"""Discord's limit for the options of a select."""

PREVIEW_CHARACTERS: Final = 1_500
"""Room for the board around a placement; of several placements each has its share."""

MOST_PREVIEWS: Final = 5
"""As many buttons fit in a row."""

_DIRECTIONS: Final = {direction.value[0]: direction for direction in Direction}


def panel(view: View, note: str = "", *, look: Look) -> Page:
    """A seat's hand with what it can do now; ``note`` stands on top."""
    hand = view.hand or ()
    target = Target(view.game_id, view.revision)
    refresh = GameButton.make("Refresh", "refresh", target)
    texts = (note, words.panel_heading(view), *hand_parts(hand, look), words.hand_list(hand))
    if not view.is_my_turn or not hand:
        return _layouts.layout(*texts, [refresh])
    buttons = [refresh]
    if view.may_exchange:
        buttons.insert(0, GameButton.make("Exchange", "swappick", target))
    select = _tile_select(hand, gettext("Pick tiles to lay"), "pick", target, look, most=len(hand))
    return _layouts.layout(*texts, select, buttons)


def spots(view: View, tiles: tuple[Tile, ...], page: int = 0, *, look: Look) -> Page:
    """The places where just these tiles can go, to choose from."""
    found = spots_for(view, tiles)
    target = Target(view.game_id, view.revision)
    if not found:
        return panel(view, words.nowhere(view, tiles), look=look)
    if view.allows_hints:
        found.sort(key=lambda spot: -view.score_of(spot).total)
    pages = (len(found) + SPOTS_A_PAGE - 1) // SPOTS_A_PAGE
    page %= pages
    options = [
        discord.SelectOption(
            label=describe_placement(spot),
            value=placement_code(spot),
            description=points(view.score_of(spot).total) if view.allows_hints else None,
        )
        for spot in found[page * SPOTS_A_PAGE :][:SPOTS_A_PAGE]
    ]
    buttons = [GameButton.make("Back", "refresh", target)]
    if pages > 1:
        detail = f"{tiles_code(tiles)}.{(page + 1) % pages}"
        label = f"More spots ({page + 1} of {pages})"
        buttons.append(GameButton.make(label, "spots", target.with_detail(detail)))
    heading = words.spots_heading(tiles, len(found))
    select = GameSelect.make(gettext("Pick a spot"), "spot", target, options)
    return _layouts.layout(heading, *hand_parts(view.hand or (), look), select, buttons)


def preview(view: View, placed: tuple[Laid, ...], *, look: Look) -> Page:
    """A placement on the board with its score, before it counts."""
    target = Target(view.game_id, view.revision)
    score = view.score_of(placed)
    back = target.with_detail(f"{tiles_code(tuple(tile for _, tile in placed))}.0")
    return _layouts.layout(
        f"### {describe_placement(placed)}\n{laid_words(placed)}\n{score_words(score)}",
        *preview_parts(view.board, placed, look, PREVIEW_CHARACTERS),
        [
            GameButton.make(
                "Confirm", "lay", target.with_detail(placement_code(placed)), _layouts.SUCCESS
            ),
            GameButton.make("Back", "spots", back),
        ],
    )


def which_placement(view: View, choices: tuple[tuple[Laid, ...], ...], *, look: Look) -> Page:
    """The question which of several placements was meant, with a preview and a button for each."""
    target = Target(view.game_id, view.revision)
    shown = choices[:MOST_PREVIEWS]
    room = 2 * PREVIEW_CHARACTERS // len(shown)
    parts: list[Part] = []
    buttons: list[GameButton] = []
    for number, placed in enumerate(shown, start=1):
        score = view.score_of(placed)
        parts.append(f"**{number}.** {describe_placement(placed)} · {score_words(score)}")
        parts += preview_parts(view.board, placed, look, room, number)
        label = f"{number}. {describe_placement(placed)}"
        detail = target.with_detail(placement_code(placed))
        buttons.append(GameButton.make(label, "lay", detail, _layouts.PRIMARY))
    return _layouts.layout(gettext(WHICH_ONE), *parts, buttons)


def exchange_picker(view: View, *, look: Look) -> Page:
    """The hand, to pick the tiles of an exchange from; with a word why, where none can be made."""
    if not view.is_my_turn:
        return panel(view, gettext("It is not your turn."), look=look)
    if not view.may_exchange:
        return panel(view, words.no_exchange(view), look=look)
    target = Target(view.game_id, view.revision)
    hand = view.hand or ()
    most = min(len(hand), view.bag_count)
    select = _tile_select(hand, gettext("Pick tiles to exchange"), "swap", target, look, most=most)
    return _layouts.layout(
        words.exchange_heading(),
        *hand_parts(hand, look),
        select,
        [GameButton.make("Back", "refresh", target)],
    )


def exchange_preview(view: View, tiles: tuple[Tile, ...]) -> Page:
    """The tiles of an exchange, before it counts."""
    target = Target(view.game_id, view.revision)
    confirm = target.with_detail(tiles_code(tiles))
    return _layouts.layout(
        words.exchange_question(tiles),
        [
            GameButton.make("Confirm", "swapdo", confirm, _layouts.SUCCESS),
            GameButton.make("Back", "swappick", target),
        ],
    )


def tiles_code(tiles: tuple[Tile, ...]) -> str:
    """Tiles within the id of a button: ``RCRS``."""
    return "".join(map(str, tiles))


def read_tiles_code(code: str) -> tuple[Tile, ...]:
    """The tiles that :func:`tiles_code` wrote."""
    with reading():
        tiles = tuple(TILES[code[start : start + 2]] for start in range(0, len(code), 2))
        if not 1 <= len(tiles) <= HAND_SIZE:
            raise ValueError("no hand has so many tiles to choose from")
    return tiles


def placement_code(placed: tuple[Laid, ...]) -> str:
    """A placement within the id of a button: ``RCRS.0.-1.r``."""
    (first, _), (last, _) = placed[0], placed[-1]
    backward = last < first
    down = first[0] == last[0] and len(placed) > 1
    direction = {
        (False, False): Direction.RIGHT,
        (False, True): Direction.DOWN,
        (True, False): Direction.LEFT,
        (True, True): Direction.UP,
    }[backward, down]
    tiles = tiles_code(tuple(tile for _, tile in placed))
    return f"{tiles}.{first[0]}.{first[1]}.{direction.value[0]}"


def read_placement_code(board: Board, code: str) -> tuple[Laid, ...]:
    """The placement that :func:`placement_code` wrote when the board was the same."""
    with reading():
        tiles, x, y, direction = code.split(".")
        start, onward = (int(x), int(y)), _DIRECTIONS[direction]
        if not board and start != FIRST_CELL:
            raise ValueError("an opening begins in the first cell")
        if max(map(abs, start)) > FARTHEST:
            raise ValueError("no board reaches that far")
    return spread(board, read_tiles_code(tiles), start, onward)


def _tile_select(
    hand: tuple[Tile, ...],
    placeholder: str,
    action: str,
    target: Target,
    look: Look,
    *,
    most: int,
) -> GameSelect:
    options = [
        discord.SelectOption(
            label=words.tile_choice(place, tile),
            value=str(place),
            emoji=look.emoji[str(tile)] if look.emoji else None,
        )
        for place, tile in enumerate(hand, start=1)
    ]
    return GameSelect.make(placeholder, action, target, options, most=most)
