"""The private hand panel in words."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.tile_names import tile_name
from qwirkle_bot.views import View
from qwirkle_bot.words.names import shown
from qwirkle_bot.words.refusals import named


def panel_heading(view: View) -> str:
    """The turn's number, whose turn, the bag, and what an opening must lay."""
    bag = (
        ngettext("bag: {count} tile", "bag: {count} tiles", view.bag_count)
        if view.bag_count
        else gettext("bag: empty")
    )
    turn = gettext("Turn {number}", number=view.turn_number)
    lines = [f"### {gettext('Your hand')}", f"{turn} · {bag} · {_whose_turn(view)}"]
    if view.is_my_turn and view.opening_size is not None:
        lines.append(_opening_task(view.opening_size))
    if view.is_my_turn and view.nothing_fits:
        lines.append(gettext("None of your tiles fits anywhere: exchange some."))
    return "\n".join(lines)


def nowhere(view: View, tiles: Sequence[Tile]) -> str:
    """Why chosen tiles have no spot."""
    codes = f"**{' '.join(map(str, tiles))}**"
    if len(set(tiles)) < len(tiles):
        return gettext("{tiles}: no line holds the same kind twice. Pick other tiles.", tiles=codes)
    if view.opening_size is not None and len(tiles) != view.opening_size:
        picked = gettext("You picked {number}.", number=len(tiles))
        return f"{picked} {_opening_task(view.opening_size)}"
    if len({tile.color for tile in tiles}) > 1 and len({tile.shape for tile in tiles}) > 1:
        return gettext(
            "{tiles} share neither one color nor one shape. Pick other tiles.", tiles=codes
        )
    if len(tiles) > 1:
        return gettext("{tiles} fits nowhere together just now. Pick other tiles.", tiles=codes)
    return gettext("{tile} fits nowhere just now. Pick other tiles.", tile=codes)


def tile_choice(place: int, tile: Tile) -> str:
    """A tile of the hand as an option or a line of a list: ``1 RC red circle``."""
    return f"{place} {tile} {tile_name(tile)}"


def hand_list(hand: Sequence[Tile]) -> str:
    """A hand in lines with places, codes and names."""
    return "\n".join(tile_choice(place, tile) for place, tile in enumerate(hand, start=1))


def spots_heading(tiles: Sequence[Tile], count: int) -> str:
    """Which tiles were chosen, and in how many spots they can go."""
    found = ngettext("{count} spot for these tiles.", "{count} spots for these tiles.", count)
    return f"### {' '.join(map(str, tiles))}\n{', '.join(map(tile_name, tiles))}\n{found}"


def no_exchange(view: View) -> str:
    """Why nothing can be exchanged on one's own turn."""
    if view.board:
        return gettext("The bag is empty, so nothing can be exchanged.")
    return gettext("The opening must lay tiles, so nothing can be exchanged.")


def exchange_heading() -> str:
    """What an exchange is, above the hand to pick from."""
    what = gettext("It takes your whole turn and scores nothing.")
    return f"### {gettext('Exchange')}\n{what}"


def exchange_question(tiles: Sequence[Tile]) -> str:
    """The tiles of an exchange, before it counts."""
    question = ngettext("Exchange {count} tile?", "Exchange {count} tiles?", len(tiles))
    return f"### {question}\n{', '.join(map(named, tiles))}"


def _opening_task(size: int) -> str:
    return ngettext(
        "You open: lay exactly {count} tile.",
        "You open: lay exactly {count} tiles that share a color or a shape.",
        size,
    )


def _whose_turn(view: View) -> str:
    if view.result is not None:
        return gettext("the game is over")
    if view.is_my_turn:
        return gettext("it is **your turn**")
    mover = shown(view.mover.name)
    if view.seat == view.turn:
        return gettext("your partner {who} is to move", who=mover)
    return gettext("{who} is to move", who=mover)
