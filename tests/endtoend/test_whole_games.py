from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from random import Random
from typing import Protocol

import pytest

from playground.person import Person
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.record import verify_record
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_tapped, play_typed

LONG = [
    pytest.param(2, "classic", id="two"),
    pytest.param(3, "classic", id="three"),
    pytest.param(4, "classic", id="four"),
    pytest.param(2, "open", id="open"),
    pytest.param(4, "pairs", id="pairs"),
]
SHORT = [
    pytest.param(3, "sprint", id="sprint"),
    pytest.param(2, "open sprint", id="open sprint"),
    pytest.param(4, "pairs sprint", id="pairs sprint"),
]

pytestmark = pytest.mark.usefixtures("known_deal")


@pytest.mark.parametrize(("players", "variant"), LONG)
async def test_a_whole_game_typed(long_scene: Scene, players: int, variant: str) -> None:
    await play_to_the_end(long_scene, players, variant, play_typed)


@pytest.mark.parametrize(("players", "variant"), SHORT)
async def test_a_whole_sprint_typed(scene: Scene, players: int, variant: str) -> None:
    await play_to_the_end(scene, players, variant, play_typed)


async def test_a_whole_game_by_taps_alone(long_scene: Scene) -> None:
    await play_to_the_end(long_scene, 2, "classic", play_tapped)


async def test_a_whole_sprint_of_pairs_by_taps_alone(scene: Scene) -> None:
    await play_to_the_end(scene, 4, "pairs sprint", play_tapped)


class Play(Protocol):
    async def __call__(
        self, scene: Scene, people: Sequence[Person], chance: Random, *, pairs: bool
    ) -> int: ...


async def play_to_the_end(scene: Scene, players: int, variant: str, play: Play) -> None:
    people = scene.people(players)
    pairs = "pairs" in variant
    await open_game(scene, people, variant=variant)

    turns = await play(scene, people, chance_from(players), pairs=pairs)

    assert turns >= 12
    await check_the_end(scene, people, pairs=pairs)


async def check_the_end(scene: Scene, people: Sequence[Person], *, pairs: bool) -> None:
    game = await scene.game()
    assert game.result is not None
    over = scene.board_message()
    check_totals(over.text, game, people, pairs=pairs)
    check_fairness(scene, over.text)
    assert [label for label, _, _ in over.buttons] == ["Rematch", "Score sheet", "Record"]
    assert [m for m in scene.public()[:-1] if m.buttons] == []
    winners = {
        people[seat + step].id for seat in game.result.winners for step in ((0, 2)[: 1 + pairs])
    }
    assert set(over.mentions) == winners
    await check_record(scene, people, game, pairs=pairs)
    await check_score_sheet(scene, people[0], game)


def check_totals(text: str, game: Game, people: Sequence[Person], *, pairs: bool) -> None:
    """Totals with the winners first, the best move of each seat, and why it is over."""
    result = game.result
    assert result is not None
    names = [p.name for p in people]
    seats = [f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}"] if pairs else names
    told = re.findall(r"^(\S+) \*\*(.+?)\*\* · (\d+) points?$", text, re.MULTILINE)
    assert {name: int(points) for _, name, points in told} == dict(
        zip(seats, result.scores, strict=True)
    )
    order = [seats.index(name) for _, name, _ in told]
    assert set(order[: len(result.winners)]) == set(result.winners)
    assert [result.scores[s] for s in order] == sorted(result.scores, reverse=True)
    best = re.findall(r"Best move: .*: (\d+) points?$", text, re.MULTILINE)
    assert [int(points) for points in best] == [best_points(game, seat) for seat in order]
    reasons = {"out": "the bag is empty", "sprint": "six turns", "stalled": "nobody can place"}
    assert reasons[result.reason.value] in text.lower()


def best_points(game: Game, seat: int) -> int:
    return max(t.points for t in game.history if isinstance(t.move, Place) and t.move.seat == seat)


def check_fairness(scene: Scene, text: str) -> None:
    """The code that was told at the deal is the hash of the seed that is told now."""
    code, seed = re.findall(r"`([0-9a-f]{64})`", text)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == code
    [told_first] = [m.text for m in scene.public() if "The game begins" in m.text]
    assert f"`{code}`" in told_first
    assert seed not in told_first


async def check_record(scene: Scene, people: Sequence[Person], game: Game, *, pairs: bool) -> None:
    by_command = (await people[1].slash("qwirkle record")).message.attachments
    by_button = (await people[0].click(scene.board_message(), "Record")).message.attachments
    assert [f.data for f in by_command] == [f.data for f in by_button]
    [file] = by_command
    verified = verify_record(file.data)
    assert verified.result == game.result
    record = json.loads(file.data)
    assert record["result"]["scores"] == list(game.scores)
    assert record["players"] == (
        [["Ann", "Cy"], ["Bo", "Di"]] if pairs else [[p.name] for p in people]
    )
    assert not re.search(r"\d{17,}", file.data.decode().replace(record["seed"], ""))


async def check_score_sheet(scene: Scene, person: Person, game: Game) -> None:
    """Every turn is there, over as many pages as it takes, and they add up."""
    sheet = await person.slash("qwirkle scores")
    await scene.settled()  # The first page ends the wait; the others follow.
    lines = re.findall(r"^(\d+)\. \*\*(.+?)\*\* (.*)$", sheet.text, re.MULTILINE)
    assert [int(number) for number, _, _ in lines] == list(range(1, len(game.history) + 1))
    totals: dict[str, int] = {}
    for _, name, what in lines:
        points = re.search(r": (\d+) points? \(total (\d+)\)$", what)
        if points:
            totals[name] = totals.get(name, 0) + int(points[1])
            assert totals[name] == int(points[2])
    assert sorted(totals.values()) == sorted(game.scores)
    assert sheet.ephemeral
