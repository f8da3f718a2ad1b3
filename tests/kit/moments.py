"""Tables as the store would hold them, at any moment, and layouts of extreme shapes.

The entry points are :func:`table_at`, :func:`stairs` and :func:`sprawl`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.tiles import COPIES, KINDS, Cell, Color, Shape, Tile
from qwirkle_bot.record import Record, VariantEntry
from qwirkle_bot.saved import Options, Player, SavedGame, Table, Told
from tests.kit.games import SEED, chance_from

GAME_ID = "9" * 20
"""As long as a Discord id will ever be."""
REVISION = 99_999

NASTIEST_NAME = "*_~`|>#-+.[]()" * 3
"""A name that is twice as long where it is shown, since each of its characters is escaped."""

PEOPLE = tuple(
    Player(id=2**63 - n, name=name) for n, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1)
)


def table_at(
    game: Game,
    *,
    players: Sequence[Player] = PEOPLE,
    options: Options | None = None,
    told: Told | None = None,
    revision: int = REVISION,
) -> Table:
    """A table whose game is at this moment; its record holds no moves."""
    options = options or Options()
    seats = len(game.hands)
    wanted = 2 * seats if options.variant.pairs else seats
    saved = SavedGame(
        id=GAME_ID,
        guild_id=1,
        channel_id=2,
        host=players[0].id,
        options=options,
        wanted=wanted,
        players=tuple(players[:wanted]),
        record=Record(seed=SEED.hex(), seats=seats, opener=game.opener, variant=options.variant),
    )
    return Table(saved, revision, told, game)


def lobby(
    *players: Player, invited: Sequence[int] = (), wanted: int = 4, options: Options | None = None
) -> Table:
    """An open lobby."""
    saved = SavedGame(
        id=GAME_ID,
        guild_id=1,
        channel_id=2,
        host=players[0].id,
        options=options or Options(),
        wanted=wanted,
        invited=tuple(invited),
        players=players,
    )
    return Table(saved, 1)


def variant(*names: str) -> VariantEntry:
    return VariantEntry.model_validate(dict.fromkeys(names, True))


def stairs(tiles: int, run: int) -> MappingProxyType[Cell, Tile]:
    """A layout of so many tiles: runs to the right, each one row below the one before.

    Legal where ``run`` is 2 or 6: each tile shares its color or its shape with the next one.
    """
    shapes = list(Shape)
    order = [
        Tile(color, shape)
        for number, color in enumerate(Color)
        for shape in (shapes if number % 2 == 0 else reversed(shapes))
    ]
    board: dict[Cell, Tile] = {}
    x = y = 0
    for number, tile in enumerate((order * COPIES)[:tiles], start=1):
        board[x, y] = tile
        if number % run:
            x += 1
        else:
            y += 1
    return MappingProxyType(board)


def sprawl(side: int) -> dict[Cell, Tile]:
    """All tiles of the bag, strewn over a square that they fill to its corners."""
    chance, bag = chance_from(side), KINDS * COPIES
    places = chance.sample([(x, y) for x in range(side) for y in range(side)], len(bag))
    places[:2] = [(0, 0), (side - 1, side - 1)]
    return dict(zip(places, chance.sample(bag, len(bag)), strict=True))
