"""What a seat may see: the one door that hidden tiles pass.

The entry point is :func:`view_of`. Whoever writes messages gets a view and never the game, so a
tile that a view does not hold cannot be told to anyone. A view for everyone holds
no hand unless the game is played openly (R11.1), and never what was drawn or set aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qwirkle_bot.calendar import Moment
from qwirkle_bot.clocks import (
    banks_left_ms,
    claimant,
    deadline,
    is_asleep,
    is_away,
    is_idle,
)
from qwirkle_bot.engine.bag import fairness_code
from qwirkle_bot.engine.board import (
    Board,
    Laid,
    Score,
    fits_anywhere,
    going_out_bonus,
    score_placement,
)
from qwirkle_bot.engine.game import Game, Hand, Result, Turn, deal
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.engine.tiles import Cell, set_size
from qwirkle_bot.saved import Options, Phase, Player, Table
from qwirkle_bot.votes import undo_waits_for


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everyone sees it.

    Attributes:
        hand: only where the game is played openly.
        idle: its turns are skipped at once.
        away: its players said that they are away now.
        left: its players have left the server.
    """

    players: tuple[Player, ...]
    score: int
    hand_size: int
    turns_had: int
    playing: bool
    hand: Hand | None
    idle: bool = False
    away: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Tiles were laid."""

    seat: int
    tiles: tuple[Laid, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles were exchanged: how many, never which."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could do nothing (R9.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat's time ran out (R10.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat left the game (R10.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """A seat took its last move back (R10.3)."""

    seat: int


Event = Placed | Exchanged | Passed | Skipped | Resigned | TookBack
"""A move as everyone may know it."""


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it, or everyone.

    Attributes:
        seat: whose view this is; ``None`` for everyone's.
        viewer: the user id of the player of that seat who looks.
        turn: the seat to move; of no meaning once ``result`` is there.
        mover: who moves for that seat.
        set_sizes: the announced size of each seat's set, until the opening is laid (R3.1).
        opening_size: how many tiles the opening must lay; ``None`` once tiles lie on the board.
        hand: the seat's own tiles; ``None`` in everyone's view.
        seed: in hex, only when the game is over.
        deadline_ms: when the turn is lost, in Unix milliseconds; ``None`` where nothing ends it, or
            where no time was given.
        undo_waits_for: the seats that have not agreed to take the last move back; ``None`` while
            nobody asks for that.
        undo_refused: that was declined, or withdrawn by whoever asked.
        skip_votes: how many have voted to skip the player to move.
        is_asleep: nobody plays any more, so the game waits for whoever comes back.
        claimant: the seat that may claim the win, since all others are idle.
        banks_ms: what each seat has left on top of its turns; empty where no time was given, or
            without a limit.
    """

    game_id: str
    revision: int
    options: Options
    seat: int | None
    viewer: int | None
    seats: tuple[SeatView, ...]
    opener: int
    turn: int
    mover: Player
    board: Board
    bag_count: int
    set_sizes: tuple[int, ...]
    opening_size: int | None
    hand: Hand | None
    events: tuple[Event, ...]
    result: Result | None
    undo_waits_for: tuple[int, ...] | None
    undo_refused: bool
    skip_votes: int
    fairness_code: str
    seed: str | None
    deadline_ms: int | None = None
    is_asleep: bool = False
    claimant: int | None = None
    banks_ms: tuple[int, ...] = ()

    @property
    def turn_number(self) -> int:
        """The number of the turn that is being played, counted from 1 over all seats."""
        return sum(seat.turns_had for seat in self.seats) + (self.result is None)

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the viewer who moves next; of two partners only one does (R11.2)."""
        return self.result is None and self.viewer is not None and self.viewer == self.mover.id

    @property
    def may_exchange(self) -> bool:
        """Whether an exchange is open to the seat to move at all (R7.2)."""
        return bool(self.board) and self.bag_count > 0

    @property
    def nothing_fits(self) -> bool:
        """Whether no tile of the viewer's hand can be laid anywhere (R9.1)."""
        return bool(self.board) and not fits_anywhere(self.board, self.hand or ())

    @property
    def allows_hints(self) -> bool:
        """Whether the seat to move may be told the best placements (R11.1)."""
        return self.options.hints or self.options.variant.open

    @property
    def newest_cells(self) -> list[Cell]:
        """The cells of the last placement that still lies."""
        placed = [event for event in self.standing_turns() if isinstance(event, Placed)]
        return [cell for cell, _ in placed[-1].tiles] if placed else []

    def score_of(self, placed: tuple[Laid, ...]) -> Score:
        """What a legal placement of the viewer's will score, going out included (R8.2)."""
        bonus = going_out_bonus(len(placed), len(self.hand or ()), self.bag_count)
        return replace(score_placement(self.board, placed), bonus=bonus)

    def standing_turns(self) -> Iterator[Event]:
        """The moves that count for the score sheet: those that were not taken back."""
        standing: list[Event] = []
        for event in self.events:
            if isinstance(event, TookBack):
                standing.pop()
            else:
                standing.append(event)
        return iter(standing)


def view_of(table: Table, viewer: int | None, now: Moment | None = None) -> View:
    """What a user may see of a game whose hands have been dealt; ``None`` for everyone.

    A user without a seat sees what everyone sees. Without ``now`` it shows no deadline, and nobody
    as away.
    """
    saved, game = table.saved, table.game
    if game is None or saved.record is None:
        raise ValueError("no tile has been dealt yet")
    seed = bytes.fromhex(saved.record.seed)
    seat = None if viewer is None else table.seat_of(viewer)
    return View(
        game_id=saved.id,
        revision=table.revision,
        options=saved.options,
        seat=seat,
        viewer=viewer,
        seats=tuple(_seat_view(table, game, number, now) for number in range(len(saved.seats))),
        opener=game.opener,
        turn=game.turn,
        mover=table.mover(game),
        board=game.board,
        bag_count=len(game.bag),
        set_sizes=announced_sizes(seed, len(saved.seats)) if not game.board else (),
        opening_size=game.opening_size,
        hand=None if seat is None else game.hands[seat],
        events=tuple(_event(turn) for turn in game.history),
        result=game.result,
        undo_waits_for=undo_waits_for(table, game),
        undo_refused=saved.clock is not None and saved.clock.turn.undo_refused,
        skip_votes=len(saved.clock.turn.skip_votes) if saved.clock else 0,
        fairness_code=fairness_code(seed),
        seed=saved.record.seed if game.result else None,
        deadline_ms=None if now is None else deadline(table, now),
        is_asleep=table.phase is Phase.RUNNING and is_asleep(table),
        claimant=claimant(table),
        banks_ms=() if now is None else banks_left_ms(table, now),
    )


def announced_sizes(seed: bytes, seats: int) -> tuple[int, ...]:
    """The size of each seat's set after the deal, which all may know (R3.1)."""
    hands, _ = deal(seed, seats)
    return tuple(set_size(hand) for hand in hands)


def _seat_view(table: Table, game: Game, seat: int, now: Moment | None) -> SeatView:
    hand = game.hands[seat]
    players = table.saved.seats[seat]
    gone = table.saved.clock.left if table.saved.clock else ()
    return SeatView(
        players=players,
        score=game.scores[seat],
        hand_size=len(hand),
        turns_had=game.turns_had[seat],
        playing=seat in game.playing,
        hand=hand if table.saved.options.variant.open and seat in game.playing else None,
        idle=is_idle(table, seat),
        away=now is not None and is_away(table, seat, now),
        left=all(player.id in gone for player in players),
    )


def _event(turn: Turn) -> Event:
    move: Move = turn.move
    match move:
        case Place(seat, tiles):
            if turn.score is None:
                raise ValueError("a placement has a score")
            return Placed(seat, tiles, turn.score)
        case Exchange(seat, tiles):
            return Exchanged(seat, len(tiles))
        case Pass(seat):
            return Passed(seat)
        case Skip(seat):
            return Skipped(seat)
        case Resign(seat):
            return Resigned(seat)
        case TakeBack(seat):
            return TookBack(seat)
