from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from playground.person import Person, Reply
from playground.things import Message
from qwirkle_bot.engine.game import Game, Hand
from qwirkle_bot.engine.moves import Exchange
from qwirkle_bot.engine.tiles import TILES
from qwirkle_bot.notation import parse_tiles
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.leaks import Witness, kinds_in_id, kinds_named
from tests.kit.players import SEED, mover_of, open_game, play_tapped, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.mark.parametrize("players", [2, 4])
async def test_nobody_is_told_a_tile_that_is_not_theirs_to_see(
    long_scene: Scene, players: int
) -> None:
    scene, people = long_scene, long_scene.people(players)
    seats = {person.id: seat for seat, person in enumerate(people)}
    witness = Witness()
    scene.standin.world.listeners.append(witness)
    chance = chance_from(players)
    await open_game(scene, people)
    await look_at_everything(scene, people, await scene.game())
    assert witness.judge([await scene.game()], seats) == []

    async def judge(_: Person, __: Reply, before: Game, after: Game) -> None:
        if chance.random() < 0.08:
            await look_at_everything(scene, people, after)
        assert witness.judge([before, after], seats) == []
        if isinstance(exchange := after.history[len(before.history)].move, Exchange):
            check_exchange(scene, exchange)

    await play_typed(scene, people, chance, after=judge)

    assert witness.texts > 1000
    check_logs(scene)


async def look_at_everything(scene: Scene, people: list[Person], game: Game) -> None:
    """Give every command that shows something, and complete cells for everybody's hand."""
    for seat, person in enumerate(people):
        own = game.hands[seat]
        for command in ("hand", "qwirkle board", "qwirkle scores"):
            assert (await person.slash(command)).ephemeral
        await person.slash("qwirkle record")
        await person.slash("qwirkle hint")
        for hand in game.hands:
            await check_completion(person, hand, own, moves=seat == game.turn and not game.result)
    for label in ("My hand", "Place", "Exchange", "More"):
        if label in enabled(scene.board_message()):
            await people[0].click(scene.board_message(), label)
    await scene.settled()


def enabled(message: Message) -> list[str]:
    return [label for label, _, disabled in message.buttons if not disabled]


async def check_completion(person: Person, hand: Hand, own: Hand, *, moves: bool) -> None:
    """Cells are offered to the player to move alone, and tiles of their own hand to everybody."""
    for typed in ("1", "2 3", " ".join(map(str, hand[:2])), str(hand[-1]) if hand else "RC"):
        choices = await person.complete("place", "at", "", tiles=typed)
        assert moves or choices == []
        for choice in choices:
            assert re.fullmatch(r"[A-Z]-?\d+", choice["value"])
            assert re.fullmatch(r"(: \d+ points?)?", choice["name"].removeprefix(choice["value"]))
    for command, typed in (("exchange", ""), ("place", str(hand[0]) if hand else "RC")):
        choices = await person.complete(command, "tiles", typed)
        offered = [choice["value"] for choice in choices if choice["value"] != "all"]
        assert not any(Counter(parse_tiles(text, own)) - Counter(own) for text in offered)


def check_exchange(scene: Scene, exchange: Exchange) -> None:
    text = scene.board_message().text
    assert f"exchanged {len(exchange.tiles)} tile" in text
    assert "exchanged" in text.splitlines()[0]


def check_logs(scene: Scene) -> None:
    lines = scene.log.own_lines()
    assert [line for line in lines if kinds_named(line) or kinds_in_id(line)] == []
    assert [line for line in lines if SEED.hex() in line] == []


async def test_taps_tell_nobody_else_anything(long_scene: Scene) -> None:
    scene, people = long_scene, long_scene.people(2)
    witness = Witness()
    scene.standin.world.listeners.append(witness)
    await open_game(scene, people)
    games = [await scene.game()]
    seats = {person.id: seat for seat, person in enumerate(people)}

    for turn in range(20):
        person = mover_of(await scene.game(), people, pairs=False)
        other = people[1 - people.index(person)]
        for name in enabled(scene.board_message()):
            await other.click(scene.board_message(), name)
        await play_tapped(scene, people, chance_from(turn), turns=1)
        games.append(await scene.game())
        assert witness.judge(games[-2:], seats) == []


async def test_partners_see_one_hand_and_the_other_pair_does_not(scene: Scene) -> None:
    people = scene.people(4)
    await open_game(scene, people, variant="pairs")
    game = await scene.game()

    for number, person in enumerate(people):
        reply = await person.slash("hand")
        assert kinds_named(reply.text) == {str(tile) for tile in game.hands[number % 2]}


async def test_the_seed_is_told_to_nobody_before_the_end(long_scene: Scene) -> None:
    scene, people = long_scene, long_scene.people(2)
    witness = Witness()
    scene.standin.world.listeners.append(witness)
    await open_game(scene, people, variant="open sprint")
    await play_typed(scene, people, chance_from(5), turns=11)
    await look_at_everything(scene, people, await scene.game())
    for start in range(0, 64, 8):
        part = SEED.hex()[start : start + 8]
        assert witness.naming(part) == []
        assert [r for r in scene.standin.requests if part in json.dumps(r.body)] == []
    refused = await people[0].slash("qwirkle record")
    assert "attachments" not in refused.text
    assert refused.message.attachments == []

    await play_typed(scene, people, chance_from(6))

    assert (await scene.game()).result is not None
    assert len(witness.naming(SEED.hex())) == 1


async def test_nobody_is_pinged_but_the_player_to_move_and_the_winners(scene: Scene) -> None:
    people = scene.people(3)
    await open_game(scene, people, variant="sprint")

    async def check(_: Person, reply: Reply, __: Game, after: Game) -> None:
        result = after.result
        pinged = {people[seat].id for seat in result.winners} if result else {people[after.turn].id}
        assert set(scene.board_message().mentions) == pinged
        assert reply.message.mentions == []

    await play_typed(scene, people, chance_from(3), after=check)


async def test_whoever_has_no_seat_sees_no_hand(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo])
    witness = Witness()
    scene.standin.world.listeners.append(witness)

    assert "no seat" in (await cy.slash("hand")).text
    for label in ("My hand", "Place"):
        assert "no seat" in (await cy.click(scene.board_message(), label)).text
    assert await cy.complete("place", "at", "", tiles="1") == []
    assert await cy.complete("place", "tiles", "") == []
    assert await cy.complete("exchange", "tiles", "") == []
    assert witness.judge([await scene.game()], {ann.id: 0, bo.id: 1}) == []


async def test_open_hands_are_open(scene: Scene) -> None:
    people = scene.people(2)
    board = await open_game(scene, people, variant="open")
    game = await scene.game()

    every = {str(tile) for hand in game.hands for tile in hand}
    assert kinds_named(board.text) == every


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        pytest.param("**Ann** laid red circle (RC) at N20.", {"RC"}, id="code and words"),
        pytest.param("you hold a purple\nstar", {"PT"}, id="words over two lines"),
        pytest.param(
            "```ansi\n20 \x1b[31mRC\x1b[0m\x1b[32mgs\x1b[0m ·\n```", {"RC", "GS"}, id="picture"
        ),
        pytest.param("```ansi\n   M N O\n20 · · ·\n```", set(), id="an empty picture"),
        pytest.param("RC, PX", {"RC", "PX"}, id="codes"),
        pytest.param("OK, N20 and P19", set(), id="cells"),
    ],
)
def test_the_witness_reads_tiles(text: str, kinds: set[str]) -> None:
    assert kinds_named(text) == kinds


def test_the_witness_reads_ids() -> None:
    assert kinds_in_id("q:lay:1:2:RCGS.0.-1.r") == {"RC", "GS"}
    assert kinds_in_id("q:swapdo:1:2:PX") == {"PX"}
    assert kinds_in_id("q:hand:123:4:") == set()
    assert set(TILES) == kinds_in_id(f"q:swapdo:1:2:{''.join(TILES)}")
