"""A game of Qwirkle from the deal to the end (R2, R3, R6 to R11).

The one entry point is :meth:`Game.play`: it judges a move and answers with the game after it. A
game is a value and never changes, so a refused move cannot leave anything half done, and an earlier
game stays as it was. Everything follows from the seed, the options and the moves.

Who may see what is not decided here: a game knows every hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from qwirkle_bot.engine.bag import Bag
from qwirkle_bot.engine.board import Score, fits_anywhere, going_out_bonus, score_placement
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import Cell, Tile, set_size
from qwirkle_bot.errors import MoveError

HAND_SIZE: Final = 6
"""Tiles in a full hand (R2.2)."""

SPRINT_TURNS: Final = 6
"""Turns of each seat in a sprint (R11.3)."""

SEAT_RANGE: Final = range(2, 5)
"""How many seats a game can have (R2.1)."""

Hand: TypeAlias = tuple[Tile, ...]

_T = TypeVar("_T")


PAIRS_SEATS: Final = 2
"""Seats of the pairs variant, each of two partners (R11.2)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What was chosen before the deal (R11). ``open`` changes nothing in the engine."""

    sprint: bool = False
    open: bool = False
    pairs: bool = False


class EndReason(StrEnum):
    """Why a game is over."""

    OUT = "out"
    STALLED = "stalled"
    SPRINT = "sprint"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; equal totals share the win (R8.3)."""

    reason: EndReason
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played, what it scored, and what taking it back needs to know."""

    move: Move
    score: Score | None = None
    drawn: Hand = ()
    passed_before: frozenset[int] = frozenset()

    @property
    def points(self) -> int:
        return self.score.total if self.score else 0


@dataclass(frozen=True, slots=True)
class Game:
    """A moment of a game. ``turn`` is the seat to move; once ``result`` is there, nobody moves."""

    variant: Variant
    opener: int
    board: MappingProxyType[Cell, Tile]
    bag: Bag = field(repr=False)
    hands: tuple[Hand, ...] = field(repr=False)
    scores: tuple[int, ...]
    turns_had: tuple[int, ...]
    turn: int
    playing: frozenset[int]
    passed: frozenset[int] = frozenset()
    """The seats that have passed since the last placement or exchange (R9.2)."""
    history: tuple[Turn, ...] = field(default=(), repr=False)
    result: Result | None = None

    @classmethod
    def start(cls, seed: bytes, seats: int, opener: int, variant: Variant | None = None) -> Game:
        """Deal the hands.

        Raises:
            MoveError: if there are not two to four seats, or the opener has no largest set (R3.2).
        """
        variant = variant or Variant()
        if seats not in SEAT_RANGE:
            raise MoveError(Refusal.SEAT_COUNT, count=seats)
        if variant.pairs and seats != PAIRS_SEATS:
            raise MoveError(Refusal.PAIRS_SEATS, count=seats)
        hands, bag = deal(seed, seats)
        if opener not in largest_sets(hands):
            raise MoveError(Refusal.WRONG_OPENER)
        return cls(
            variant=variant,
            opener=opener,
            board=MappingProxyType({}),
            bag=bag,
            hands=hands,
            scores=(0,) * seats,
            turns_had=(0,) * seats,
            turn=opener,
            playing=frozenset(range(seats)),
        )

    @property
    def opening_size(self) -> int | None:
        """How many tiles the opening move must lay (R3.3); ``None`` once tiles lie on the board."""
        return None if self.board else set_size(self.hands[self.turn])

    @property
    def must_pass(self) -> bool:
        """Whether the seat to move can do nothing else (R9.1)."""
        return not self.result and not self.can_move(self.turn)

    def play(self, move: Move) -> Game:
        """The game after ``move``.

        Raises:
            MoveError: with the rule that forbids it.
        """
        self._check_turn(move)
        match move:
            case Place():
                return self._place(move)
            case Exchange():
                return self._exchange(move)
            case Pass():
                return self._pass(move)
            case Skip():
                return self._end_turn(Turn(move, passed_before=self.passed), passed=self.passed)
            case Resign():
                return self._resign(move)
            case TakeBack():
                return self._take_back(move)

    def _check_turn(self, move: Move) -> None:
        if self.result:
            raise MoveError(Refusal.GAME_OVER)
        if move.seat not in range(len(self.hands)):
            raise MoveError(Refusal.NO_SUCH_SEAT)
        if move.seat not in self.playing:
            raise MoveError(Refusal.HAS_RESIGNED)
        if move.seat != self.turn and not isinstance(move, Resign | TakeBack):
            raise MoveError(Refusal.NOT_YOUR_TURN)

    def _place(self, move: Place) -> Game:
        tiles = tuple(tile for _, tile in move.tiles)
        if not 1 <= len(tiles) <= HAND_SIZE:
            raise MoveError(Refusal.TILE_COUNT, count=HAND_SIZE)
        hand = self.hands[move.seat]
        left = _take(hand, tiles, Refusal.NOT_IN_HAND)
        size = self.opening_size
        if size is not None and len(tiles) != size:
            raise MoveError(Refusal.OPENING_COUNT, tiles=tiles, count=size)
        score = score_placement(self.board, move.tiles)
        bonus = going_out_bonus(len(tiles), len(hand), len(self.bag))
        if bonus:
            score = replace(score, bonus=bonus)
        drawn, bag = self.bag.draw(HAND_SIZE - len(left))
        return self._end_turn(
            Turn(move, score, drawn, self.passed),
            hand=left + drawn,
            bag=bag,
            board=MappingProxyType(self.board | dict(move.tiles)),
            went_out=bonus > 0,
        )

    def _exchange(self, move: Exchange) -> Game:
        if not self.board:
            raise MoveError(Refusal.EXCHANGE_AT_OPENING, count=self.opening_size)
        if not 1 <= len(move.tiles) <= HAND_SIZE:
            raise MoveError(Refusal.EXCHANGE_COUNT, count=HAND_SIZE)
        left = _take(self.hands[move.seat], move.tiles, Refusal.EXCHANGE_NOT_IN_HAND)
        if not self.bag:
            raise MoveError(Refusal.EXCHANGE_BAG_EMPTY)
        if len(move.tiles) > len(self.bag):
            raise MoveError(Refusal.EXCHANGE_OVER_BAG, count=len(self.bag))
        drawn, bag = self.bag.draw(len(move.tiles))
        return self._end_turn(
            Turn(move, None, drawn, self.passed), hand=left + drawn, bag=bag.put_back(move.tiles)
        )

    def _pass(self, move: Pass) -> Game:
        if self.bag:
            raise MoveError(Refusal.PASS_WITH_BAG, count=len(self.bag))
        if self._can_place(move.seat):
            raise MoveError(Refusal.PASS_BUT_CAN_PLACE)
        return self._end_turn(
            Turn(move, passed_before=self.passed), passed=self.passed | {move.seat}
        )

    def _end_turn(
        self,
        turn: Turn,
        *,
        hand: Hand | None = None,
        bag: Bag | None = None,
        board: MappingProxyType[Cell, Tile] | None = None,
        passed: frozenset[int] = frozenset(),
        went_out: bool = False,
    ) -> Game:
        seat = turn.move.seat
        after = replace(
            self,
            board=self.board if board is None else board,
            bag=self.bag if bag is None else bag,
            hands=self.hands if hand is None else _with(self.hands, seat, hand),
            scores=_with(self.scores, seat, self.scores[seat] + turn.points),
            turns_had=_with(self.turns_had, seat, self.turns_had[seat] + 1),
            turn=self._next_seat(seat, self.playing),
            passed=passed,
            history=(*self.history, turn),
        )
        return _judged(after, went_out=went_out, layout_changed=board is not None)

    def _resign(self, move: Resign) -> Game:
        playing = self.playing - {move.seat}
        turn = self._next_seat(move.seat, playing) if move.seat == self.turn else self.turn
        history = (*self.history, Turn(move))
        after = replace(self, playing=playing, turn=turn, history=history)
        return _judged(after, layout_changed=True)

    def _take_back(self, move: TakeBack) -> Game:
        last = self.history[-1] if self.history else None
        if last is None or not isinstance(last.move, Place | Exchange | Pass):
            raise MoveError(Refusal.NOTHING_TO_TAKE_BACK)
        seat = last.move.seat
        if seat != move.seat:
            raise MoveError(Refusal.NOT_YOURS_TO_TAKE_BACK)
        kept = self.hands[seat][: len(self.hands[seat]) - len(last.drawn)]
        board, bag = self.board, self.bag
        returned: Hand = ()
        if isinstance(last.move, Place):
            returned = tuple(tile for _, tile in last.move.tiles)
            lifted = {cell for cell, _ in last.move.tiles}
            board = MappingProxyType({c: tile for c, tile in board.items() if c not in lifted})
        elif isinstance(last.move, Exchange):
            returned = last.move.tiles
            bag = bag.take_from_end(len(returned))
        return replace(
            self,
            board=board,
            bag=bag.put_back(last.drawn),
            hands=_with(self.hands, seat, kept + returned),
            scores=_with(self.scores, seat, self.scores[seat] - last.points),
            turns_had=_with(self.turns_had, seat, self.turns_had[seat] - 1),
            turn=seat,
            passed=last.passed_before,
            history=(*self.history, Turn(move)),
        )

    def can_move(self, seat: int) -> bool:
        """Whether a seat, if it is its turn, could place or exchange; else it passes (R9.1)."""
        return bool(self.bag) or self._can_place(seat)

    def _can_place(self, seat: int) -> bool:
        return not self.board or fits_anywhere(self.board, self.hands[seat])

    def _next_seat(self, seat: int, playing: frozenset[int]) -> int:
        after = (seat + 1) % len(self.hands)
        while after not in playing:
            after = (after + 1) % len(self.hands)
        return after


def deal(seed: bytes, seats: int) -> tuple[tuple[Hand, ...], Bag]:
    """Six tiles for each seat in turn, and the bag that is left (R2.2)."""
    bag = Bag.full(seed)
    hands = []
    for _ in range(seats):
        hand, bag = bag.draw(HAND_SIZE)
        hands.append(hand)
    return tuple(hands), bag


def largest_sets(hands: tuple[Hand, ...]) -> list[int]:
    """The seats whose set is the largest; one of them opens (R3.2)."""
    sizes = [set_size(hand) for hand in hands]
    return [seat for seat, size in enumerate(sizes) if size == max(sizes)]


def _judged(game: Game, *, went_out: bool = False, layout_changed: bool = False) -> Game:
    """The game, with its result if the move that led here ended it (R8, R9, R10.1, R11.3)."""
    if went_out:
        reason = EndReason.OUT
    elif len(game.playing) == 1:
        reason = EndReason.RESIGNED
    elif game.playing <= game.passed or (layout_changed and _is_closed(game)):
        reason = EndReason.STALLED
    elif game.variant.sprint and all(game.turns_had[seat] >= SPRINT_TURNS for seat in game.playing):
        reason = EndReason.SPRINT
    else:
        return game
    best = max(game.scores[seat] for seat in game.playing)
    winners = tuple(seat for seat in sorted(game.playing) if game.scores[seat] == best)
    return replace(game, result=Result(reason, game.scores, winners))


def _is_closed(game: Game) -> bool:
    """Whether nobody can ever place again although the bag still holds tiles (R9.3)."""
    if not game.bag or not game.board:
        return False
    if fits_anywhere(game.board, game.bag.tiles):
        return False
    return not any(fits_anywhere(game.board, game.hands[seat]) for seat in game.playing)


def _take(hand: Hand, tiles: Hand, refusal: Refusal) -> Hand:
    """The hand without ``tiles``, each taken once for each time that it is named."""
    left = list(hand)
    missing = []
    for tile in tiles:
        try:
            left.remove(tile)
        except ValueError:
            missing.append(tile)
    if missing:
        raise MoveError(refusal, tiles=missing)
    return tuple(left)


def _with(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])
