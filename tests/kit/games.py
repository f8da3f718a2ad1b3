"""Moments of games, set up as a test needs them, and whole games that somebody plays at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from types import MappingProxyType

from qwirkle_bot.engine.bag import Bag
from qwirkle_bot.engine.game import Game, Variant, deal, largest_sets
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.engine.placements import legal_placements
from tests.kit.boards import board, laid, tiles

SEED = bytes(range(32))


def moment(
    lying: str,
    *hands: str,
    bag: str = "",
    turn: int = 0,
    scores: Sequence[int] | None = None,
    turns_had: Sequence[int] | None = None,
    sprint: bool = False,
) -> Game:
    """A game with this board, these hands and this bag; nobody has resigned or passed."""
    return Game(
        variant=Variant(sprint=sprint),
        opener=0,
        board=MappingProxyType(board(lying)),
        bag=Bag(SEED, tiles(bag)),
        hands=tuple(tiles(hand) for hand in hands),
        scores=tuple(scores or [0] * len(hands)),
        turns_had=tuple(turns_had or [0] * len(hands)),
        turn=turn,
        playing=frozenset(range(len(hands))),
    )


def place(seat: int, picture: str) -> Place:
    """A placement as a picture with the corner of the board's own."""
    return Place(seat, laid(picture))


def dealt(seed: bytes, seats: int, variant: Variant | None = None) -> Game:
    """A game after the deal; the first of the largest sets opens."""
    return Game.start(seed, seats, largest_sets(deal(seed, seats)[0])[0], variant)


def chance_from(whim: int) -> Random:
    """Chance that can be repeated."""
    return Random(whim)  # noqa: S311 - it guards no secret


def random_moves(game: Game, chance: Random) -> Iterator[tuple[Game, Move, Game]]:
    """Play to the end: each move with the game before and after it.

    Most moves are placements, the rest everything else that is allowed.
    """
    while not game.result:
        move = random_move(game, chance)
        after = game.play(move)
        yield game, move, after
        game = after


def random_move(game: Game, chance: Random) -> Move:
    """Any move that is allowed now."""
    seat = game.turn
    whim = chance.random()
    last = game.history[-1].move if game.history else None
    if whim < 0.05 and isinstance(last, Place | Exchange | Pass):
        return TakeBack(last.seat)
    if whim < 0.07:
        return Skip(seat)
    if whim < 0.075 + 0.01 * (len(game.playing) - 2):
        return Resign(chance.choice(sorted(game.playing)))
    found = legal_placements(game.board, game.hands[seat])
    exchange_size = min(len(game.bag), len(game.hands[seat]))
    if game.board and exchange_size and (whim < 0.15 or not found):
        count = chance.randint(1, exchange_size)
        return Exchange(seat, tuple(chance.sample(game.hands[seat], count)))
    return Place(seat, chance.choice(found).tiles) if found else Pass(seat)
