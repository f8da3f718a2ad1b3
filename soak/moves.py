"""Which move a simulated person makes, and the two ways to give it: by typing and by taps.

The entry points are :func:`chosen`, :func:`typed` and :func:`tap_to_the_end`. People know what
lies in the store, so that they are cheap; what they are shown is judged at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import Final

from playground.person import Person, Reply
from playground.things import Channel, Message
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.notation import cell_name, describe_placement
from soak.scene import Scene

EXCHANGES: Final = 0.08
BEST: Final = 0.8
"""How many of the placements are the best there is."""

_COUNTED: Final = re.compile(r"\*\*(?:.*: -?\d+ points?|Exchanged\.)\*\*")
"""How the answer to a move begins that counts."""


def chosen(game: Game, chance: Random) -> Place | Exchange:
    """Mostly the best placement, at times another one, at times an exchange."""
    hand = game.hands[game.turn]
    found = legal_placements(game.board, hand)
    can_exchange = bool(game.board) and bool(game.bag)
    if not found or (can_exchange and chance.random() < EXCHANGES):
        most = min(len(game.bag), len(hand))
        return Exchange(game.turn, tuple(chance.sample(hand, chance.randint(1, most))))
    if chance.random() < BEST:
        return Place(game.turn, max(found, key=attrgetter("points")).tiles)
    return Place(game.turn, chance.choice(found).tiles)


def counted(message: Message) -> bool:
    """Whether an answer says that a move counts."""
    return _COUNTED.match(message.text) is not None


async def typed(person: Person, channel: Channel, game: Game, move: Place | Exchange) -> Reply:
    """Give a move by command."""
    if isinstance(move, Exchange):
        return await person.slash("exchange", channel=channel, tiles=" ".join(map(str, move.tiles)))
    laid = sorted(move.tiles)
    down = len(laid) > 1 and laid[0][0][0] == laid[1][0][0]
    options = {"tiles": " ".join(str(tile) for _, tile in laid)}
    if len(laid) > 1:
        options["direction"] = "down" if down else "right"
    if game.board:
        options["at"] = cell_name(laid[0][0])
    return await person.slash("place", channel=channel, **options)


async def tap_to_the_end(
    scene: Scene, person: Person, panel: Message, game: Game, move: Place | Exchange
) -> bool:
    """Tap a move into a hand panel, up to the preview.

    Returns:
        False where something else came up; then the panel shows what.
    """
    hand = game.hands[move.seat]
    if isinstance(move, Exchange):
        places = _places(move.tiles, hand)
        if await scene.ask(person.click(panel, "Exchange")) is None:
            return False
        return await scene.ask(person.choose(panel, *places)) is not None
    laid = sorted(move.tiles)
    if await scene.ask(person.choose(panel, *_places([t for _, t in laid], hand))) is None:
        return False
    label = describe_placement(laid)
    for _ in range(_pages(panel)):
        if label in _offered(panel):
            return await scene.ask(person.choose(panel, label)) is not None
        if await scene.ask(person.click(panel, _more(panel))) is None:
            return False
    return False


def _more(panel: Message) -> str:
    """The button that turns the page of spots; empty where there is none."""
    return next((name for name, _, _ in panel.buttons if name.startswith("More spots")), "")


def _pages(panel: Message) -> int:
    """How many pages of spots there are."""
    return int(_more(panel).rpartition(" of ")[2].rstrip(")") or 1)


def _offered(panel: Message) -> list[str]:
    return [option["label"] for part in panel.selects for option in part["options"]]


def _places(tiles: Sequence[Tile], hand: Sequence[Tile]) -> list[str]:
    """Where these tiles are in the hand, counted from 1."""
    free = list(enumerate(hand, start=1))
    places = []
    for tile in tiles:
        found = next(one for one in free if one[1] == tile)
        free.remove(found)
        places.append(str(found[0]))
    return places
