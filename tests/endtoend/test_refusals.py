from __future__ import annotations

from collections.abc import Iterator

import pytest

from playground.person import Person, Reply
from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.refusals import Refusal
from qwirkle_bot.engine.tiles import TILES
from qwirkle_bot.errors import MoveError
from qwirkle_bot.notation import Direction, cell_name, spread
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import mover_of, open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

HOSTILE = [
    pytest.param("@everyone", id="everyone"),
    pytest.param("<@123456789012345678> <@&1> <#2>", id="mentions"),
    pytest.param("**bold** __under__ ||spoiler|| `code` ```fence```", id="markdown"),
    pytest.param("[a link](https://example.com) https://example.com", id="links"),
    pytest.param("\u202egnirts\u202c \u200b\ufeff", id="right to left"),
    pytest.param("\x00\x07\x1b[31m", id="controls"),
    pytest.param("\n\n\n# Heading\n> quote\n- list", id="lines"),
    pytest.param("Z\u0351\u036b\u0343" * 20, id="stacked marks"),
    pytest.param("\uff11 \uff12 \u2462 \u2163 \u0663", id="other digits"),
    pytest.param("R" * 6000, id="6000 letters"),
    pytest.param("RC," * 2000, id="2000 tiles"),
    pytest.param("😀" * 3000, id="3000 emoji"),
    pytest.param("RC" * 7, id="seven tiles"),
    pytest.param("0", id="place 0"),
    pytest.param("99999999999999999999", id="a large place"),
    pytest.param("1 1", id="a place twice"),
    pytest.param("red", id="half a tile"),
    pytest.param(" ", id="a blank"),
    pytest.param("' OR 1=1; --", id="another language"),
]


async def test_each_kind_of_illegal_placement_names_rule_cells_and_tiles(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    chance = chance_from(1)
    wanted = {
        Refusal.NOT_IN_HAND: "R4.1",
        Refusal.CELL_TAKEN: "R4.1",
        Refusal.APART: "R4.3",
        Refusal.SAME_KIND: "R4.4",
        Refusal.NO_MATCH: "R4.4",
    }

    while wanted:
        await play_typed(scene, people, chance, turns=1)
        game = await scene.game()
        assert not game.result, f"there was never a chance for {wanted}"
        person = mover_of(game, people, pairs=False)
        found = illegal_placements(game)
        for refusal in found.keys() & wanted.keys():
            placed, error = found[refusal]
            reply = await refused(scene, person, placed)
            assert f"Rule {wanted.pop(refusal)}" in reply.text
            assert [c for c in error.cells if cell_name(c) not in reply.text] == []
            assert [t for t in error.tiles if t.words not in reply.text] == []


async def refused(scene: Scene, person: Person, placed: tuple[Laid, ...]) -> Reply:
    """Try a placement that must be refused privately and change nothing."""
    before, shown = await scene.table(), [(m.id, m.text) for m in scene.public()]
    tiles = " ".join(str(tile) for _, tile in placed)
    at = cell_name(placed[0][0])
    direction = "down" if placed[-1][0][1] > placed[0][0][1] else "right"
    reply = await person.slash("place", tiles=tiles, at=at, direction=direction)
    await check_untouched(scene, reply)
    assert await scene.table() == before
    assert [(m.id, m.text) for m in scene.public()] == shown
    return reply


async def check_untouched(scene: Scene, reply: Reply) -> None:
    """The answer is private, pings nobody and is short enough to read."""
    await scene.settled()
    assert reply.ephemeral
    assert 10 < len(reply.text) < 600
    assert reply.message.mentions == []
    assert not reply.message.mention_everyone
    assert "went wrong" not in reply.text


def illegal_placements(game: Game) -> dict[Refusal, tuple[tuple[Laid, ...], MoveError]]:
    """For each kind of refusal, one placement that is refused so."""
    found: dict[Refusal, tuple[tuple[Laid, ...], MoveError]] = {}
    for placed in candidates(game):
        try:
            game.play(Place(game.turn, placed))
        except MoveError as error:
            found.setdefault(error.refusal, (placed, error))
    return found


def candidates(game: Game) -> Iterator[tuple[Laid, ...]]:
    hand = game.hands[game.turn]
    strange = next(tile for tile in TILES.values() if tile not in hand)
    xs, ys = [x for x, _ in game.board], [y for _, y in game.board]
    for x in range(min(xs) - 3, max(xs) + 4):
        for y in range(min(ys) - 3, max(ys) + 4):
            for direction in (Direction.RIGHT, Direction.DOWN):
                for tiles in [*((tile,) for tile in (*hand, strange)), hand[:2], hand[2:5]]:
                    yield spread(game.board, tiles, (x, y), direction)


async def test_an_opening_of_the_wrong_size_is_refused(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    game = await scene.game()
    person = mover_of(game, people, pairs=False)
    size = game.opening_size
    assert size is not None

    for count in (1, 5):
        placed = tuple(((n, 0), tile) for n, tile in enumerate(game.hands[game.turn][:count]))
        reply = await refused(scene, person, placed)
        assert "Rule R3.3" in reply.text or "Rule R4.4" in reply.text
        if "R3.3" in reply.text:
            assert f"exactly {size}" in reply.text
    reply = await person.slash("exchange", tiles="1")
    assert "Rule R7.2" in reply.text
    assert f"exactly {size}" in reply.text


async def test_illegal_exchanges_are_refused(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=2)
    game = await scene.game()
    person = mover_of(game, people, pairs=False)
    strange = next(tile for tile in TILES.values() if tile not in game.hands[game.turn])
    before = await scene.table()

    reply = await person.slash("exchange", tiles=str(strange))

    await check_untouched(scene, reply)
    assert "Rule R7.1" in reply.text
    assert strange.words in reply.text
    assert await scene.table() == before


async def test_an_exchange_that_the_bag_cannot_give_is_refused(long_scene: Scene) -> None:
    scene, people = long_scene, long_scene.people(2)
    await open_game(scene, people)
    chance = chance_from(1)
    over, empty = False, False
    while not (game := await scene.game()).result:
        person = mover_of(game, people, pairs=False)
        if len(game.bag) < len(game.hands[game.turn]):
            reply = await person.slash("exchange", tiles="all")
            await check_untouched(scene, reply)
            over = over or ("R7.1" in reply.text and f"{len(game.bag)}" in reply.text)
            empty = empty or ("R7.2" in reply.text and "empty" in reply.text)
            assert await scene.game() == game
        await play_typed(scene, people, chance, turns=1)

    assert empty
    assert over


async def test_whoever_may_not_move_is_told_why(scene: Scene) -> None:
    ann, bo, cy, _ = people = scene.people()
    for command in ("hand", "qwirkle board", "qwirkle scores", "qwirkle resign", "qwirkle record"):
        reply = await ann.slash(command)
        await check_untouched(scene, reply)
        assert "game" in reply.text
    assert "no game" in (await ann.slash("place", tiles="RC", at="N20")).text

    await ann.slash("start", seats=2)
    assert "not begun" in (await ann.slash("place", tiles="RC", at="N20")).text
    await bo.click(scene.board_message(), "Join")
    game = await scene.game()
    mover = mover_of(game, people[:2], pairs=False)
    other = bo if mover is ann else ann

    assert f"{mover.name} is to move" in (await other.slash("place", tiles="1")).text
    assert f"{mover.name} is to move" in (await other.slash("exchange", tiles="1")).text
    assert "no seat" in (await cy.slash("place", tiles="1")).text
    assert "no seat" in (await cy.slash("exchange", tiles="all")).text
    assert await scene.game() == game
    assert len(scene.public()) == 2

    await play_typed(scene, [ann, bo], chance_from(1), turns=1)
    await ann.click((await ann.slash("qwirkle resign")).message, "Resign")
    assert "over" in (await ann.slash("place", tiles="1", at="N20")).text
    assert "over" in (await bo.slash("exchange", tiles="1")).text


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_texts_are_refused_and_act_on_nobody(scene: Scene, text: str) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=1)
    before = await scene.table()
    person = mover_of(await scene.game(), people, pairs=False)

    for reply in (
        await person.slash("place", tiles=text, at="N20"),
        await person.slash("place", tiles="1", at=text),
        await person.slash("exchange", tiles=text),
    ):
        await check_untouched(scene, reply)
        for bad in (
            "@everyone",
            "<@",
            "<#",
            "https://",
            "\u202e",
            "\x00",
            "\x1b",
            "```",
            "||",
            "**b",
        ):
            assert bad not in reply.text
    await person.complete("place", "at", text, tiles=text)
    assert await scene.table() == before
