"""Ids of buttons that no panel writes: they are explained, and lay nothing."""

from __future__ import annotations

import pytest

from cogs._buttons import OLD_BUTTON
from playground import permissions
from playground.interactions import COMPONENT
from playground.person import Person, Reply
from tests.kit.bot import Scene
from tests.kit.players import mover_of, open_game

pytestmark = pytest.mark.usefixtures("known_deal")


async def press(scene: Scene, person: Person, custom_id: str) -> Reply:
    board = scene.board_message()
    data = {"custom_id": custom_id, "component_type": 2, "id": 1}
    interaction = await scene.standin.interactions.start(
        COMPONENT, person.id, scene.channel, data, message=board
    )
    return await person._reply(interaction)


@pytest.mark.parametrize("code", ["{tiles}.7.5.r", "{tiles}.1000000000000000005.0.r", ".0.0.r"])
async def test_an_opening_elsewhere_is_no_button_of_ours(scene: Scene, code: str) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    game = await scene.game()
    tiles = "".join(map(str, game.hands[game.turn][: game.opening_size]))
    table = await scene.table()
    mover = mover_of(game, people, pairs=False)
    custom_id = f"q:lay:{table.saved.id}:{table.revision}:{code.format(tiles=tiles)}"

    reply = await press(scene, mover, custom_id)

    assert OLD_BUTTON in reply.messages[-1].text
    assert (await scene.table()).saved == table.saved


async def test_what_discord_forbids_is_said_so(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    scene.channel.denied |= permissions.SEND_MESSAGES
    scene.expected |= {50001, 50013}

    reply = await people[0].slash("qwirkle-admin repost")

    assert reply.ephemeral
    assert "Discord does not let the bot do that here" in reply.text
