"""The private hand panel in words."""

from __future__ import annotations

from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.views import View
from qwirkle_bot.words.moves import count_of, opening_task
from qwirkle_bot.words.names import shown


def panel_heading(view: View) -> str:
    """The turn's number, whose turn, the bag, and what an opening must lay."""
    bag = count_of(view.bag_count, "tile") if view.bag_count else "empty"
    lines = [f"### Your hand\nTurn {view.turn_number} · bag: {bag} · {_whose_turn(view)}"]
    if view.is_my_turn and view.opening_size is not None:
        lines.append(f"You open: lay {opening_task(view.opening_size)}.")
    if view.is_my_turn and view.nothing_fits:
        lines.append("None of your tiles fits anywhere: exchange some.")
    return "\n".join(lines)


def tile_choice(place: int, tile: Tile) -> str:
    """A tile of the hand as an option: ``1 RC red circle``."""
    return f"{place} {tile} {tile.words}"


def _whose_turn(view: View) -> str:
    if view.result is not None:
        return "the game is over"
    if view.is_my_turn:
        return "it is **your turn**"
    partner = "your partner " if view.seat == view.turn else ""
    return f"{partner}{shown(view.mover.name)} is to move"
