"""Games with a clock, changed as the bot changes them but without a store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qwirkle_bot import turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.clocks import deadline, keep_time, mark_turn
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Pass, Place, Skip
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.record import Record, VariantEntry
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import (
    Options,
    Player,
    Reminder,
    SavedGame,
    Table,
    TimeLimit,
    Told,
    read_table,
)
from tests.kit.games import SEED, dealt

BEGAN_MS = 1_800_000_000_000
GUILD = 1_200_000_000_000_000_007
ANN, BO, CY, DI = people = tuple(
    Player(id=number, name=name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1)
)
ROBOT = Player(id=0, name="Bot 1 (easy)", level=Level.EASY)


def lobby(*players: Player, time: TimeLimit = TimeLimit.NONE, pairs: bool = False) -> SavedGame:
    """A lobby that Ann opened when all of it begins."""
    return SavedGame(
        id="1",
        guild_id=GUILD,
        channel_id=5,
        host=ANN.id,
        options=Options(time=time, variant=VariantEntry(pairs=pairs)),
        wanted=len(players),
        players=players,
        changed_ms=BEGAN_MS,
        touched_ms=BEGAN_MS,
    )


def begun(
    *players: Player,
    time: TimeLimit = TimeLimit.NONE,
    pairs: bool = False,
    now: Moment | None = None,
) -> Table:
    """A game that has just begun, with the seat of its largest set to move."""
    saved = lobby(*players, time=time, pairs=pairs)
    seats = len(saved.seats)
    record = Record(
        seed=SEED.hex(),
        seats=seats,
        opener=dealt(SEED, seats).opener,
        variant=saved.options.variant,
    )
    before = read_table(saved.model_dump_json(), 1, None)
    began = saved.model_copy(update={"record": record})
    return changed(before, began, now or Moment(BEGAN_MS), ANN.id)


def changed(table: Table, saved: SavedGame, now: Moment, by: int | None) -> Table:
    """The table after a change, as :func:`qwirkle_bot.change.change_game` makes it."""
    saved = mark_turn(keep_time(table, saved, now, by), table.revision + 1)
    after = read_table(saved.model_dump_json(), table.revision + 1, None)
    return replace(after, told=table.told)


def told(
    table: Table, now: Moment, *, reminded: Reminder | None = None, looked: bool = True
) -> Table:
    """The same table, shown to its channel."""
    clock = table.saved.clock
    note = Told(
        revision=table.revision,
        moves=table.move_count,
        message_id=9,
        turn_ms=clock.turn.began_ms if clock else None,
        deadline_ms=deadline(table, now),
        reminded=reminded,
        looked=looked,
    )
    return replace(table, told=note)


def the_game(table: Table) -> Game:
    assert table.game is not None
    return table.game


def mover(table: Table) -> Player:
    return table.mover(the_game(table))


def moved(table: Table, now: Moment) -> Table:
    """The table after any move of the player to move."""
    game = the_game(table)
    found = legal_placements(game.board, game.hands[game.turn])
    move: Place | Exchange | Pass
    if found:
        move = Place(game.turn, found[0].tiles)
    elif game.bag:
        move = Exchange(game.turn, game.hands[game.turn][:1])
    else:
        move = Pass(game.turn)
    by = None if mover(table).is_robot else mover(table).id
    return changed(table, turns.play(table, game, move), now, by)


def skipped(table: Table, now: Moment) -> Table:
    """The table after its player to move was skipped by the clock."""
    game = the_game(table)
    return changed(table, turns.play(table, game, Skip(game.turn)), now, None)


def by(
    table: Table, now: Moment, player: Player, judge: Callable[[Table, int], SavedGame]
) -> Table:
    """The table after something that a player did."""
    return changed(table, judge(table, player.id), now, player.id)
