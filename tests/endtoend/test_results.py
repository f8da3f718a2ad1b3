"""`/qwirkle stats` and `/qwirkle leaderboard` through Discord."""

from __future__ import annotations

import pytest

from playground.person import Person
from tests.kit.bot import Scene, told_privately
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")


async def resign(person: Person) -> None:
    question = await person.slash("qwirkle resign")
    await person.click(question.message, "Resign")


async def test_results_are_told_on_their_server_and_to_oneself(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people(4)
    await told_privately(scene, await ann.slash("qwirkle stats"), "have not finished a game")
    await told_privately(scene, await ann.slash("qwirkle leaderboard"), "Nobody has finished")
    await open_game(scene, [ann, bo])
    await play_typed(scene, [ann, bo], chance_from(1), turns=2)
    await resign(bo)
    await scene.settled()
    game = await scene.game()
    assert game.result is not None
    best = max(turn.points for turn in game.history if turn.move.seat == 0)

    own = await ann.slash("qwirkle stats")
    await told_privately(
        scene,
        own,
        "Your results on this server",
        "Games: **1** · won **1** (100%) · resigned **0**",
        f"Best move: **{best}**",
        "**Bo** · 1 : 0 in 1 game",
    )
    of_bo = await cy.slash("qwirkle stats", player=bo)
    await told_privately(scene, of_bo, "Results of Bo", "won **0** (0%) · resigned **1**")
    of_cy = await ann.slash("qwirkle stats", player=cy)
    await told_privately(scene, of_cy, "Results of Cy", "has not finished a game")
    board = await bo.slash("qwirkle leaderboard")
    await told_privately(
        scene, board, "1\\. Ann · **1** of 1", "**2\\. Bo** (you) · **0** of 1 won (0%)"
    )

    direct = ann.conversation()
    everywhere = await ann.slash("qwirkle stats", channel=direct)
    assert "Your results on all servers\nGames: **1**" in everywhere.text
    refused = await ann.slash("qwirkle stats", channel=direct, player=bo)
    assert "on a server" in refused.text
    refused = await ann.slash("qwirkle leaderboard", channel=direct)
    assert "on a server" in refused.text


async def test_deletion_takes_a_name_out_of_the_results(scene: Scene) -> None:
    ann, bo, *_ = scene.people(2)
    await open_game(scene, [ann, bo])
    await resign(bo)
    show = await ann.slash("qwirkle privacy", action="show")
    assert "**Results**: 1." in show.text

    question = (await ann.slash("qwirkle privacy", action="delete")).message
    await ann.click(question, "Delete everything")
    await scene.settled()

    assert "**Results**: 0." in (await ann.slash("qwirkle privacy", action="show")).text
    assert "has not finished" in (await bo.slash("qwirkle stats", player=ann)).text
    assert "Head to head" not in (await bo.slash("qwirkle stats")).text
    board = await bo.slash("qwirkle leaderboard")
    assert "Ann" not in board.text
    assert "**1\\. Bo** (you)" in board.text
