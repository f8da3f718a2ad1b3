"""Before the first move: open a lobby, join, leave, begin.

Each function judges: it answers with the game as it should become, or raises :class:`TableError`
with a sentence for the player. :func:`qwirkle_bot.change.change_game` stores what they answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qwirkle_bot.engine.bag import draw_lot
from qwirkle_bot.engine.game import deal, largest_sets
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.record import Record
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import (
    PAIRS_PLAYERS,
    Options,
    Phase,
    Player,
    SavedGame,
    Table,
    Tiebreak,
)
from qwirkle_bot.words.names import listed, shown

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Opening:
    """What ``/start`` asks for.

    ``invited`` are user ids; ``wanted`` is the number of players, or ``None`` where it was left
    out.
    """

    game_id: str
    guild_id: int
    channel_id: int
    host: Player
    options: Options
    invited: tuple[int, ...] = ()
    robots: int = 0
    wanted: int | None = None


def open_lobby(table: Table | None, opening: Opening, seed: bytes) -> SavedGame:
    """A new lobby with its host, and the game itself if robots fill it at once."""
    if table is not None and table.phase not in {Phase.OVER, Phase.CLOSED}:
        raise TableError(gettext("A game is already on in this channel."))
    if len(set(opening.invited)) < len(opening.invited) or opening.host.id in opening.invited:
        raise TableError(
            gettext("Name each opponent once, and not yourself: you sit at the table already.")
        )
    lobby = SavedGame(
        id=opening.game_id,
        guild_id=opening.guild_id,
        channel_id=opening.channel_id,
        host=opening.host.id,
        options=opening.options,
        wanted=_wanted(opening),
        invited=opening.invited,
        players=(opening.host,),
    )
    for _ in range(opening.robots):
        lobby = _seat(lobby, _next_robot(lobby))
    return _begin_if_full(lobby, seed)


def join(table: Table | None, game_id: str, player: Player, seed: bytes) -> SavedGame:
    """Take a seat; the last one to come begins the game."""
    lobby = _lobby(table, game_id)
    if any(other.id == player.id for other in lobby.players if not other.is_robot):
        raise TableError(gettext("You sit at this table already."))
    kept = len(set(lobby.invited) - {player.id})
    if len(lobby.players) + kept >= lobby.wanted:
        kept_for = listed([f"<@{user}>" for user in lobby.invited])
        raise TableError(gettext("The places that are left are kept for {who}.", who=kept_for))
    return _begin_if_full(_seat(lobby, player), seed)


def leave(table: Table | None, game_id: str, user_id: int) -> SavedGame:
    """Give a seat back, or decline an invitation. A lobby that nobody sits in is closed."""
    lobby = _lobby(table, game_id)
    if user_id in lobby.invited:
        return lobby.model_copy(update={"invited": _without(lobby.invited, user_id)})
    players = tuple(p for p in lobby.players if p.is_robot or p.id != user_id)
    if len(players) == len(lobby.players):
        raise TableError(gettext("You do not sit at this table."))
    people = [player for player in players if not player.is_robot]
    if not people:
        return lobby.model_copy(update={"closed": True})
    host = lobby.host if user_id != lobby.host else people[0].id
    return lobby.model_copy(update={"players": players, "host": host})


def add_robot(table: Table | None, game_id: str, user_id: int, seed: bytes) -> SavedGame:
    """Seat a robot in an open place, for the host."""
    lobby = _lobby(table, game_id)
    if user_id != lobby.host:
        raise TableError(gettext("Only the host, {host}, can add a bot.", host=f"<@{lobby.host}>"))
    if len(lobby.players) + len(lobby.invited) >= lobby.wanted:
        raise TableError(
            gettext("No place is free for a bot. Someone invited may press Leave to free one.")
        )
    return _begin_if_full(_seat(lobby, _next_robot(lobby)), seed)


def begin(table: Table | None, game_id: str, user_id: int, seed: bytes) -> SavedGame:
    """Begin with those who are there, for the host."""
    lobby = _lobby(table, game_id)
    if user_id != lobby.host:
        raise TableError(gettext("Only the host, {host}, can begin.", host=f"<@{lobby.host}>"))
    return _deal(lobby, seed)


def cancel(table: Table | None, game_id: str, user_id: int, *, is_moderator: bool) -> SavedGame:
    """Close a lobby, for its host or a moderator."""
    lobby = _lobby(table, game_id)
    if user_id != lobby.host and not is_moderator:
        raise TableError(
            gettext(
                "Only the host, {host}, or a moderator can cancel the lobby.",
                host=f"<@{lobby.host}>",
            )
        )
    return lobby.model_copy(update={"closed": True})


def name_oldest(table: Table | None, game_id: str, user_id: int, seat: int) -> SavedGame:
    """Let a tied seat open: for its own player, or for the host (R3.2)."""
    if table is None or table.saved.id != game_id or table.phase is not Phase.ASKING:
        raise TableError(gettext("It is settled already who opens."))
    saved = table.saved
    if saved.tied_seed is None or seat not in tied_seats(saved):
        raise TableError(gettext("That seat is not among the tied."))
    if user_id != saved.host and table.seat_of(user_id) != seat:
        names = " & ".join(shown(player.name) for player in saved.seats[seat])
        raise TableError(gettext("Only {who} or the host can say so.", who=names))
    return _start(saved, bytes.fromhex(saved.tied_seed), seat)


def take_over(table: Table | None, game_id: str, leaving: int, newcomer: Player) -> SavedGame:
    """Give the seat of the user ``leaving`` to someone else, with hand and score.

    The clock sees to the fresh turn: another player is to move.
    """
    if table is None or table.saved.id != game_id or table.phase is not Phase.RUNNING:
        raise TableError(gettext("That game is not running any more."))
    saved, game = table.saved, table.game
    seat = table.seat_of(leaving)
    if seat is None or game is None or seat not in game.playing:
        raise TableError(gettext("That seat is not to be had any more."))
    if table.seat_of(newcomer.id) is not None:
        raise TableError(gettext("You have a seat in this game already."))
    players = tuple(newcomer if player.id == leaving else player for player in saved.players)
    host = newcomer.id if saved.host == leaving else saved.host
    return saved.model_copy(update={"players": players, "host": host})


def close(table: Table | None, game_id: str) -> SavedGame:
    """End a game without a result: for a moderator, or because nobody touched it for long."""
    if table is None or table.saved.id != game_id or table.phase in {Phase.OVER, Phase.CLOSED}:
        raise TableError(gettext("There is no game here that could be ended."))
    return table.saved.model_copy(update={"closed": True})


def rematch_of(saved: SavedGame, *, game_id: str, host: Player) -> Opening:
    """A new lobby for the players of a finished game, who are asked one by one.

    Raises:
        TableError: the host did not play in it.
    """
    # Those who were deleted have no account to ask; their places stay open.
    others = [player for player in saved.players if player.id > 0 and player.id != host.id]
    robots = sum(player.is_robot for player in saved.players)
    if all(player.id != host.id for player in saved.players):
        raise TableError(
            gettext("A rematch is for those who played. Open your own game with `/start`.")
        )
    return Opening(
        game_id=game_id,
        guild_id=saved.guild_id,
        channel_id=saved.channel_id,
        host=host,
        options=saved.options,
        invited=tuple(player.id for player in others),
        robots=robots,
        wanted=len(saved.players),
    )


def tied_seats(saved: SavedGame) -> list[int]:
    """The seats that hold a largest set while the players are asked who is the oldest."""
    if saved.tied_seed is None:
        return []
    hands, _ = deal(bytes.fromhex(saved.tied_seed), len(saved.seats))
    return largest_sets(hands)


def _wanted(opening: Opening) -> int:
    wanted = opening.wanted or MOST_PLAYERS
    if not 0 <= opening.robots < MOST_PLAYERS or not FEWEST_PLAYERS <= wanted <= MOST_PLAYERS:
        raise TableError(
            gettext(
                "A game has {fewest} to {most} seats.", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS
            )
        )
    named = 1 + len(opening.invited) + opening.robots
    if opening.options.variant.pairs:
        if opening.wanted not in {None, PAIRS_PLAYERS} or named > PAIRS_PLAYERS:
            raise TableError(gettext("Pairs are played by four: two seats of two partners."))
        return PAIRS_PLAYERS
    wanted = opening.wanted or (named if named > 1 else MOST_PLAYERS)
    if named > min(wanted, MOST_PLAYERS):
        places = opening.wanted or MOST_PLAYERS
        raise TableError(
            gettext(
                "You, your opponents and the bots are {players}; there are {places} seats.",
                players=named,
                places=places,
            )
        )
    return wanted


def _lobby(table: Table | None, game_id: str) -> SavedGame:
    if table is None or table.saved.id != game_id or table.phase is Phase.CLOSED:
        raise TableError(gettext("This lobby is closed. Open another with `/start`."))
    if table.phase is not Phase.LOBBY:
        raise TableError(gettext("This game has begun already."))
    return table.saved


def _seat(lobby: SavedGame, player: Player) -> SavedGame:
    return lobby.model_copy(
        update={
            "players": (*lobby.players, player),
            "invited": _without(lobby.invited, player.id),
        }
    )


def _next_robot(lobby: SavedGame) -> Player:
    number = 1 + sum(player.is_robot for player in lobby.players)
    level: Level = lobby.options.level
    return Player(id=0, name=f"Bot {number} ({level})", level=level)


def _begin_if_full(lobby: SavedGame, seed: bytes) -> SavedGame:
    return _deal(lobby, seed) if len(lobby.players) >= lobby.wanted else lobby


def _deal(lobby: SavedGame, seed: bytes) -> SavedGame:
    """Deal, and find who opens; in a tie under ``ask``, leave that to the players (R3.2)."""
    if lobby.options.variant.pairs and len(lobby.players) != PAIRS_PLAYERS:
        raise TableError(gettext("Pairs need all four players. A bot may take a free place."))
    if len(lobby.players) < FEWEST_PLAYERS:
        raise TableError(
            gettext("A game needs two seats or more. Wait for someone to join, or add a bot.")
        )
    lobby = lobby.model_copy(update={"invited": ()})
    hands, _ = deal(seed, len(lobby.seats))
    tied = largest_sets(hands)
    if len(tied) == 1:
        return _start(lobby, seed, tied[0])
    match lobby.options.tiebreak:
        case Tiebreak.ACCOUNT:
            return _start(lobby, seed, min(tied, key=lambda seat: _age_rank(lobby, seat)))
        case Tiebreak.YOUNGEST:
            return _start(lobby, seed, max(tied, key=lambda seat: _age_rank(lobby, seat)))
        case Tiebreak.RANDOM:
            return _start(lobby, seed, tied[draw_lot(seed, len(tied))])
        case Tiebreak.ASK:
            return lobby.model_copy(update={"tied_seed": seed.hex()})


def _age_rank(lobby: SavedGame, seat: int) -> float:
    """The oldest account of a seat; a Discord id grows with time, and robots are the youngest."""
    ids = [player.id for player in lobby.seats[seat] if not player.is_robot]
    return min(ids, default=float("inf"))


def _start(lobby: SavedGame, seed: bytes, opener: int) -> SavedGame:
    record = Record(
        seed=seed.hex(), seats=len(lobby.seats), opener=opener, variant=lobby.options.variant
    )
    return lobby.model_copy(update={"record": record, "tied_seed": None})


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(other for other in values if other != value)
