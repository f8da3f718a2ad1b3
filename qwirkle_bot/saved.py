"""A game as the store keeps it: its record, and what the rules do not know.

The entry point is :func:`read_table`. Board, hands, bag, scores and whose turn it is are never
stored: they follow from the record. A game's revision and what its channel has been told lie beside
it in the store, since neither is for the game to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from qwirkle_bot.engine.game import Game
from qwirkle_bot.errors import RecordError, StoreError
from qwirkle_bot.record import Model, Record, VariantEntry, replay, result_entry
from qwirkle_bot.robots.level import Level

FORMAT: Final = "qwirkle-game/1"
CACHED_GAMES: Final = 256
"""How many games are kept replayed; one takes about 100 KiB."""

PAIRS_PLAYERS: Final = 4
"""Two seats of two partners (R11.2)."""


class Tiebreak(StrEnum):
    """How a tie for the largest set is broken (R3.2)."""

    ACCOUNT = "account"
    YOUNGEST = "youngest-account"
    ASK = "ask"
    RANDOM = "random"


class TimeLimit(StrEnum):
    """How long a turn may take, in the words of ``/start``."""

    NONE = "none"
    TEN_MINUTES = "10m"
    ONE_HOUR = "1h"
    EIGHT_HOURS = "8h"
    ONE_DAY = "1d"
    THREE_DAYS = "3d"
    SEVEN_DAYS = "7d"


class Reminder(StrEnum):
    """Which reminder of a turn: with a time limit, and without one."""

    HALF = "half"
    """Half of the turn's time is over."""
    BANK = "bank"
    """The turn's time is over, and the bank runs."""
    LAST_CALL = "last call"
    """The turn will be lost soon."""
    DAY = "day"
    THREE_DAYS = "three days"
    WEEK = "week"


class Phase(StrEnum):
    """Where a game stands."""

    LOBBY = "lobby"
    ASKING = "asking"
    """The hands are dealt and tied; the players say who is the oldest (R3.2)."""
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"
    """Ended without a result: the lobby was cancelled, or the game abandoned or stopped."""


class Player(Model):
    """Someone at the table. A robot has a level, and no Discord account: its id is 0."""

    id: int
    name: str
    level: Level | None = None

    @property
    def is_robot(self) -> bool:
        return self.level is not None


class Options(Model):
    """What ``/start`` was told."""

    variant: VariantEntry = VariantEntry()
    tiebreak: Tiebreak = Tiebreak.ACCOUNT
    time: TimeLimit = TimeLimit.NONE
    hints: bool = False
    level: Level = Level.MEDIUM
    """How well a robot plays that is added in the lobby."""


class TurnState(Model):
    """What belongs to the present turn alone, and starts anew with the next.

    Attributes:
        began_ms: when the seat's turn began, in Unix milliseconds.
        revision: the revision of the game with which it began; ``None`` where that was not kept.
        hushed: the player asked for quiet this turn.
        skip_votes: user ids of those who voted to skip the late player.
        undo_votes: user ids of those who agree that the move before is taken back; ``None`` while
            nobody has asked for it.
        undo_refused: that was declined, or withdrawn; whoever was pinged once is not asked again.
    """

    began_ms: int
    revision: int | None = None
    hushed: bool = False
    skip_votes: tuple[int, ...] = ()
    undo_votes: tuple[int, ...] | None = None
    undo_refused: bool = False


class Absence(Model):
    """A stretch of time in which a player is away, in Unix milliseconds."""

    user_id: int
    from_ms: int
    until_ms: int


class Clock(Model):
    """Time in a game that has begun.

    Attributes:
        turn: the present turn.
        banks_ms: what each seat has left on top of its turns; empty without a limit.
        missed: how many turns in a row each seat was skipped, since its last sign of life.
        absences: when players were or will be away; they stop the clock of that player's turns.
        left: user ids of players who were found to have left the server.
    """

    turn: TurnState
    banks_ms: tuple[int, ...] = ()
    missed: tuple[int, ...]
    absences: tuple[Absence, ...] = ()
    left: tuple[int, ...] = ()


class SeatOffer(Model):
    """A seat that somebody was asked to take over, with whom its message names.

    Attributes:
        id: the id of the interaction that offered it, which says when that was.
        place: whose seat it is, counted among the players from 0.
    """

    id: str
    place: int


class SavedGame(Model):
    """Everything of a game that does not follow from something else.

    Attributes:
        id: the id of the interaction that opened the lobby; unique for ever.
        host: the user id of the player who opened it.
        wanted: how many players the lobby waits for.
        invited: user ids that were asked and have not answered; a place is kept for each.
        players: in the order of joining. In pairs the first and the third are partners.
        tied_seed: the seed while the players are asked who is the oldest, in hex.
        record: from the opening on.
        clock: from the opening on.
        offers: the last offer of each place at the table that somebody offered.
        changed_ms: when this revision was made, in Unix milliseconds.
        touched_ms: when a person last did something here, in Unix milliseconds.
        closed: whether it was ended without a result: the lobby cancelled, or the game abandoned.
    """

    format: Literal["qwirkle-game/1"] = FORMAT
    id: str
    guild_id: int
    channel_id: int
    host: int
    options: Options
    wanted: int
    invited: tuple[int, ...] = ()
    players: tuple[Player, ...]
    tied_seed: str | None = None
    record: Record | None = None
    clock: Clock | None = None
    offers: tuple[SeatOffer, ...] = ()
    changed_ms: int = 0
    touched_ms: int = 0
    closed: bool = False

    @property
    def seats(self) -> tuple[tuple[Player, ...], ...]:
        """The players of each seat: one, or two partners (R2.1)."""
        if not self.options.variant.pairs:
            return tuple((player,) for player in self.players)
        half = PAIRS_PLAYERS // 2
        return tuple(self.players[seat::half] for seat in range(half))


class Told(Model):
    """What the channel has been shown.

    Reminders and notices are noted here and not in the game: they change nothing in it, and so no
    button that somebody is about to press grows old by them.

    Attributes:
        revision: the revision of the game that the message shows.
        moves: how many moves of the record had been told by then.
        message_id: the message that carries the game's buttons.
        since: how many moves had been told before that message, so that it can be drawn again.
        turn_ms: when the turn began that it shows; ``None`` where it is no board.
        deadline_ms: the deadline that it shows.
        reminded: the last reminder of this turn.
        reminder_id: its message, which the next one replaces.
        question_id: the message that asks whether a move may be taken back.
        looked: whether it was looked up that the player to move is still on the server.
        closing_ms: when the game will be closed as abandoned, as was announced last.
    """

    revision: int
    moves: int
    message_id: int
    since: int = 0
    turn_ms: int | None = None
    deadline_ms: int | None = None
    reminded: Reminder | None = None
    reminder_id: int | None = None
    question_id: int | None = None
    looked: bool = False
    closing_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A game as it was read: what is stored, and the moment of play that follows from it."""

    saved: SavedGame
    revision: int
    told: Told | None = None
    game: Game | None = None

    @property
    def phase(self) -> Phase:
        if self.saved.closed:
            return Phase.CLOSED
        if self.game is None:
            return Phase.ASKING if self.saved.tied_seed else Phase.LOBBY
        return Phase.OVER if self.game.result else Phase.RUNNING

    @property
    def move_count(self) -> int:
        return len(self.saved.record.moves) if self.saved.record else 0

    def seat_of(self, user_id: int) -> int | None:
        """The seat in which a user sits, if any."""
        for seat, players in enumerate(self.saved.seats):
            if any(player.id == user_id and not player.is_robot for player in players):
                return seat
        return None

    def still_shows(self, revision: int) -> bool:
        """Whether the turn is the one that a revision had, so that what was shown then still holds.

        Votes, hushes and absences make revisions too, and change neither board nor hands.
        """
        clock = self.saved.clock
        if clock is None or clock.turn.revision is None:
            return revision == self.revision
        return clock.turn.revision <= revision <= self.revision

    def voted(self, votes: tuple[int, ...], seat: int) -> bool:
        """Whether a vote of one of a seat's players is among ``votes``, which are user ids."""
        return any(player.id in votes for player in self.saved.seats[seat])

    def mover(self, game: Game) -> Player:
        """Who takes the next turn; partners take their seat's turns by turns (R11.2)."""
        players = self.saved.seats[game.turn]
        return players[game.turns_had[game.turn] % len(players)]


Judge: TypeAlias = Callable[[Table | None], SavedGame]
"""Answers with a game as it should become, or raises a :class:`PlayerError`; it changes nothing."""


def read_table(game: str, revision: int, told: str | None) -> Table:
    """Read what the store holds for a channel.

    Raises:
        StoreError: if it does not hold together, which no version of this bot has written.
    """
    try:
        saved, moment = _read_game(game)
        return Table(saved, revision, Told.model_validate_json(told) if told else None, moment)
    except (ValueError, RecordError) as error:
        raise StoreError(f"a stored game cannot be read: {error}") from error


def export_record(table: Table) -> Record:
    """The record of a game that is over, with names and result, without any Discord id.

    ``table`` must be one whose game is over, since the seed tells every hand.
    """
    saved, game = table.saved, table.game
    if saved.record is None or game is None or game.result is None:
        raise ValueError("the game is not over")
    names = tuple(tuple(player.name for player in seat) for seat in saved.seats)
    result = result_entry(game.result)
    return saved.record.model_copy(update={"players": names, "result": result})


@lru_cache(CACHED_GAMES)
def _read_game(text: str) -> tuple[SavedGame, Game | None]:
    saved = SavedGame.model_validate_json(text)
    return saved, replay(saved.record) if saved.record else None
