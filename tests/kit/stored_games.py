"""Games in a store, made as the bot makes them, and what else a test of the store asks."""

from __future__ import annotations

from functools import partial
from typing import Final

from qwirkle_bot import tables, turns
from qwirkle_bot.calendar import Moment
from qwirkle_bot.change import change_game
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.record import VariantEntry
from qwirkle_bot.saved import Options, Player, SavedGame, Table, Tiebreak, TimeLimit
from qwirkle_bot.store import Store
from tests.kit.games import SEED

GUILD = 1_100_000_000_000_000_001
CHANNEL = 1_200_000_000_000_000_007
NOW = Moment(1_800_000_000_000)

ANN = Player(id=300_000_000_000_000_001, name="Ann")
BO = Player(id=300_000_000_000_000_002, name="Bo")
CY = Player(id=300_000_000_000_000_003, name="Cy")
DI = Player(id=300_000_000_000_000_004, name="Di")

TIED_SEED = bytes(31) + b"\x02"
"""Deals two seats largest sets of one size."""


def opening(
    *players: Player,
    channel_id: int = CHANNEL,
    game_id: str = "77",
    tiebreak: Tiebreak = Tiebreak.ACCOUNT,
    time: TimeLimit = TimeLimit.NONE,
    pairs: bool = False,
) -> tables.Opening:
    """A lobby of the first player, to which the others are invited."""
    return tables.Opening(
        game_id=game_id,
        guild_id=GUILD,
        channel_id=channel_id,
        host=players[0],
        options=Options(variant=VariantEntry(pairs=pairs), tiebreak=tiebreak, time=time),
        invited=tuple(player.id for player in players[1:]),
    )


async def change(store: Store, channel_id: int, what: str, judge: partial[SavedGame]) -> Table:
    """One change of a channel's game; ``what`` names the request."""
    outcome = await change_game(store, channel_id, request_id=what, judge=judge, now=NOW, by=None)
    return outcome.table


async def open_lobby(store: Store, opened: tables.Opening, seed: bytes = SEED) -> Table:
    judge = partial(tables.open_lobby, opening=opened, seed=seed)
    return await change(store, opened.channel_id, f"open {opened.game_id}", judge)


async def open_game(
    store: Store, *players: Player, opened: tables.Opening | None = None, seed: bytes = SEED
) -> Table:
    """A game that has begun, since everybody who was invited has joined."""
    opened = opened or opening(*players)
    table = await open_lobby(store, opened, seed)
    for number, player in enumerate(players[1:]):
        judge = partial(tables.join, game_id=opened.game_id, player=player, seed=seed)
        what = f"join {opened.game_id} {number}"
        table = await change(store, opened.channel_id, what, judge)
    return table


async def play_one(store: Store, table: Table) -> Table:
    """A move of whoever is to move."""
    game = table.game
    assert game is not None
    found = legal_placements(game.board, game.hands[game.turn])
    spot = max(found, key=lambda spot: len(spot.tiles))
    judge = partial(turns.place, user_id=table.mover(game).id, tiles=spot.tiles)
    what = f"move {table.saved.id} {table.revision}"
    return await change(store, table.saved.channel_id, what, judge)


async def resign(store: Store, table: Table, player: Player) -> Table:
    judge = partial(turns.resign, user_id=player.id)
    what = f"resign {table.saved.id} {table.revision}"
    return await change(store, table.saved.channel_id, what, judge)


_EVERYTHING: Final = """
local read = {string = {'GET'}, hash = {'HGETALL'}, set = {'SMEMBERS'},
              zset = {'ZRANGE', 0, -1, 'WITHSCORES'}}
local lines = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
    local how = read[redis.call('TYPE', key).ok]
    lines[#lines + 1] = key .. ' ' .. cjson.encode(redis.call(how[1], key, unpack(how, 2)))
end
table.sort(lines)
return lines
"""


async def everything(store: Store) -> str:
    """All keys of a store on one server, with all that they hold, a line each."""
    lines: list[str] = await store._client.read("EVAL", _EVERYTHING, "0")
    return "\n".join(lines)
