"""The private hand panel in words."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle_bot.engine.board import Score
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.languages import ngettext
from qwirkle_bot.views import View
from qwirkle_bot.words.moves import count_of, opening_task
from qwirkle_bot.words.names import shown


def panel_heading(view: View) -> str:
    """The turn's number, whose turn, the bag, and what an opening must lay."""
    bag = count_of(view.bag_count, "tile") if view.bag_count else "empty"
    lines = [f"### Your hand\nTurn {view.turn_number} · bag: {bag} · {_whose_turn(view)}"]
    if view.is_my_turn and view.opening_size is not None:
        lines.append(_opening_task(view.opening_size))
    if view.is_my_turn and view.nothing_fits:
        lines.append("None of your tiles fits anywhere: exchange some.")
    return "\n".join(lines)


def nowhere(view: View, tiles: Sequence[Tile]) -> str:
    """Why chosen tiles have no spot."""
    codes = " ".join(map(str, tiles))
    if len(set(tiles)) < len(tiles):
        return f"**{codes}**: no line holds the same kind twice. Pick other tiles."
    if view.opening_size is not None and len(tiles) != view.opening_size:
        return f"You picked {len(tiles)}. {_opening_task(view.opening_size)}"
    if view.opening_size is not None:
        return f"**{codes}** share neither one color nor one shape. Pick other tiles."
    together = " together" if len(tiles) > 1 else ""
    return f"**{codes}** fits nowhere{together} just now. Pick other tiles."


def spots_found(count: int) -> str:
    """In how many places chosen tiles can go."""
    return ngettext("{count} spot for these tiles.", "{count} spots for these tiles.", count)


def points(score: Score) -> str:
    """What a spot brings, beside it in a list."""
    return ngettext("{count} point", "{count} points", score.total)


def tile_choice(place: int, tile: Tile) -> str:
    """A tile of the hand as an option: ``1 RC red circle``."""
    return f"{place} {tile} {tile.words}"


def _opening_task(size: int) -> str:
    return f"You open: lay {opening_task(size)}."


def _whose_turn(view: View) -> str:
    if view.result is not None:
        return "the game is over"
    if view.is_my_turn:
        return "it is **your turn**"
    partner = "your partner " if view.seat == view.turn else ""
    return f"{partner}{shown(view.mover.name)} is to move"
