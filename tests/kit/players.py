"""People who play whole games through Discord, by typing or by taps alone.

The entry points are :func:`open_game`, :func:`play_typed` and :func:`play_tapped`. What they play
is chance that can be repeated; what they know comes from the store, not from what they are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

import pytest

from cogs._panel import placement_code
from playground.person import Person, Reply
from playground.things import Channel, Message
from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange, Place
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.notation import Direction, cell_name, describe_placement
from tests.kit.bot import Scene

SEED = bytes(range(32))

AfterTurn = Callable[[Person, Reply, Game, Game], Awaitable[None]]
"""Called after each turn with who played, the answer, and the game before and after."""


def seeded(patch: pytest.MonkeyPatch, seed: bytes = SEED) -> None:
    """Let every deal to come be the one of this seed."""
    patch.setattr("cogs.lobby.new_seed", lambda: seed)


async def open_game(
    scene: Scene,
    people: Sequence[Person],
    *,
    channel: Channel | None = None,
    **options: str | int | bool,
) -> Message:
    """Open a lobby and let the others join, so that it begins; the first board."""
    host, *others = people
    reply = await host.slash("start", channel=channel, seats=len(people), **options)
    for person in others:
        await person.click(reply.message, "Join")
    await scene.settled()
    return scene.board_message(channel)


def mover_of(game: Game, people: Sequence[Person], *, pairs: bool) -> Person:
    """Who takes the next turn (R11.2), by the rules' own words and not by the bot's."""
    if not pairs:
        return people[game.turn]
    partners = [people[game.turn], people[game.turn + 2]]
    return partners[game.turns_had[game.turn] % 2]


def chosen_move(game: Game, chance: Random) -> Place | Exchange:
    """Mostly the best placement, at times another one, at times an exchange."""
    seat = game.turn
    found = legal_placements(game.board, game.hands[seat])
    can_exchange = bool(game.board) and bool(game.bag)
    if not found or (can_exchange and chance.random() < 0.08):
        most = min(len(game.bag), len(game.hands[seat]))
        return Exchange(seat, tuple(chance.sample(game.hands[seat], chance.randint(1, most))))
    if chance.random() < 0.2:
        return Place(seat, chance.choice(found).tiles)
    return Place(seat, max(found, key=lambda spot: (len(spot.tiles), spot.points)).tiles)


def in_direction(tiles: Sequence[Laid], chance: Random) -> tuple[tuple[Laid, ...], Direction]:
    """The tiles in the order in which they would be typed, and the way they then go."""
    in_order = sorted(tiles)
    down = len(tiles) > 1 and in_order[0][0][0] == in_order[-1][0][0]
    if chance.random() < 0.5:
        return tuple(in_order), Direction.DOWN if down else Direction.RIGHT
    return tuple(reversed(in_order)), Direction.UP if down else Direction.LEFT


def typed_tiles(tiles: Sequence[Tile], hand: Sequence[Tile], chance: Random) -> str:
    """Tiles in one of the ways to type them."""
    codes = [str(tile) for tile in tiles]
    match chance.randrange(5):
        case 0:
            return " ".join(codes)
        case 1:
            return "".join(code[::-1].lower() for code in codes)
        case 2:
            return ", ".join(tile.words for tile in tiles)
        case 3:
            return ",".join(codes)
        case _:
            free = list(range(len(hand)))
            places = []
            for tile in tiles:
                place = next(p for p in free if hand[p] == tile)
                free.remove(place)
                places.append(str(place + 1))
            return " ".join(places)


async def type_move(
    person: Person,
    game: Game,
    move: Place | Exchange,
    chance: Random,
    channel: Channel | None = None,
) -> Reply:
    """Give a move by command, with the direction or without; answer the question, if one comes."""
    hand = game.hands[game.turn]
    if isinstance(move, Exchange):
        everything = len(move.tiles) == len(hand) and chance.random() < 0.5
        tiles = "all" if everything else typed_tiles(move.tiles, hand, chance)
        return await person.slash("exchange", channel=channel, tiles=tiles)
    laid, direction = in_direction(move.tiles, chance)
    options = {"at": cell_name(laid[0][0]), "direction": str(direction)}
    if direction in {Direction.RIGHT, Direction.DOWN} and chance.random() < 0.5:
        del options["direction"]
    if not game.board and chance.random() < 0.5:
        del options["at"]
    tiles = typed_tiles([tile for _, tile in laid], hand, chance)
    reply = await person.slash("place", channel=channel, tiles=tiles, **options)
    meant = next((i for _, i, _ in reply.message.buttons if i.startswith("q:lay:")), None)
    if meant is None:
        return reply
    code = _moved(placement_code(laid), game)
    wanted = [i for _, i, _ in reply.message.buttons if i.endswith(f":{code}")]
    return await person.click(reply.message, wanted[0])


async def tap_move(
    person: Person,
    board: Message,
    game: Game,
    move: Place | Exchange,
    chance: Random,
) -> Reply:
    """Give a move by taps alone, through previews, and back once in a while."""
    hand = game.hands[game.turn]
    tiles = move.tiles if isinstance(move, Exchange) else tuple(tile for _, tile in move.tiles)
    places = typed_tiles(tiles, hand, _Always(4)).split()
    if isinstance(move, Exchange):
        if chance.random() < 0.5:
            reply = await person.click(board, "Exchange")
        else:
            reply = await person.click((await person.click(board, "My hand")).message, "Exchange")
        await person.choose(reply.message, *places)
        return await person.click(reply.message, "Confirm")
    reply = await person.click(board, chance.choice(["My hand", "Place"]))
    panel = reply.message
    await person.choose(panel, *places)
    if chance.random() < 0.1:
        await person.click(panel, "Back")
        await person.choose(panel, *places)
    label = describe_placement(move.tiles)
    if not game.board:
        # Any order fits there, so only the one that was picked is offered, both ways.
        way = label.rpartition(" ")[2] if len(move.tiles) > 1 else ""
        label = next(offered for offered in _labels(panel) if offered.endswith(way))
    while label not in _labels(panel):
        more = next(name for name, _, _ in panel.buttons if name.startswith("More spots"))
        await person.click(panel, more)
    await person.choose(panel, label)
    return await person.click(panel, "Confirm")


async def play_typed(
    scene: Scene,
    people: Sequence[Person],
    chance: Random,
    *,
    pairs: bool = False,
    channel: Channel | None = None,
    turns: int | None = None,
    after: AfterTurn | None = None,
) -> int:
    """Play by commands, to the end or for some turns; how many were played."""

    async def give(person: Person, game: Game, move: Place | Exchange) -> Reply:
        return await type_move(person, game, move, chance, channel)

    return await _play(
        scene, people, chance, give, pairs=pairs, channel=channel, turns=turns, after=after
    )


async def play_tapped(
    scene: Scene,
    people: Sequence[Person],
    chance: Random,
    *,
    pairs: bool = False,
    turns: int | None = None,
) -> int:
    """Play by taps alone, to the end or for some turns; how many were played."""

    async def give(person: Person, game: Game, move: Place | Exchange) -> Reply:
        return await tap_move(person, scene.board_message(), game, move, chance)

    return await _play(scene, people, chance, give, pairs=pairs, turns=turns)


async def _play(
    scene: Scene,
    people: Sequence[Person],
    chance: Random,
    give: Callable[[Person, Game, Place | Exchange], Awaitable[Reply]],
    *,
    pairs: bool,
    channel: Channel | None = None,
    turns: int | None = None,
    after: AfterTurn | None = None,
) -> int:
    game = await scene.game(channel)
    played = 0
    while not game.result and played != turns:
        person = mover_of(game, people, pairs=pairs)
        move = chosen_move(game, chance)
        reply = await give(person, game, move)
        await scene.settled()
        before, game = game, await scene.game(channel)
        done = game.history[len(before.history)].move
        assert _same(done, move), f"{move} was meant, but {done} was done"
        played += 1
        if after is not None:
            await after(person, reply, before, game)
    return played


class _Always(Random):
    """Chance that is none."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def randrange(self, *_: object) -> int:
        return self._number


def _labels(message: Message) -> list[str]:
    return [option["label"] for option in message.selects[0]["options"]]


def _moved(code: str, game: Game) -> str:
    """The code of an opening, which lies at the first cell whatever was typed."""
    if game.board:
        return code
    tiles, _, _, direction = code.split(".")
    return f"{tiles}.0.0.{direction}"


def _same(done: object, move: Place | Exchange) -> bool:
    if isinstance(move, Exchange) and isinstance(done, Exchange):
        return Counter(move.tiles) == Counter(done.tiles)
    if not isinstance(move, Place) or not isinstance(done, Place):
        return False
    meant, laid = sorted(move.tiles), sorted(done.tiles)
    if done.tiles[0][0] == (0, 0):  # An opening: where it begins, and in which order, is free.
        return Counter(tile for _, tile in meant) == Counter(tile for _, tile in laid)
    return laid == meant
