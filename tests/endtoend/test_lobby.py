from __future__ import annotations

from typing import Any

import pytest

from playground import permissions
from playground.client_options import InvalidCommand
from playground.things import PUBLIC_THREAD
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene, as_it_was, custom_id, press, told_privately
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

LOBBY_BUTTONS = ["Join", "Leave", "Add bot", "Begin", "Cancel"]


def labels(scene: Scene) -> list[str]:
    return [label for label, _, _ in scene.board_message().buttons]


async def test_the_lobby_says_who_plays_and_how(scene: Scene) -> None:
    ann, bo, *_ = scene.people()

    reply = await ann.slash("start", opponent1=bo, seats=3, variant="open sprint", hints=True)

    assert not reply.ephemeral
    assert labels(scene) == LOBBY_BUTTONS
    assert "Open hands and sprint of six turns" in reply.text
    assert "hints allowed" in reply.text
    assert "At the table: Ann" in reply.text
    assert f"<@{bo.id}>: you are invited" in reply.text
    assert "1 place free" in reply.text
    assert reply.message.mentions == [bo.id]


async def test_a_full_lobby_begins_by_itself(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    lobby = (await ann.slash("start", seats=3)).message
    await bo.click(lobby, "Join")
    assert (await scene.table()).phase is Phase.LOBBY

    await cy.click(lobby, "Join")
    await scene.settled()

    table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert [player.id for player in table.saved.players] == [ann.id, bo.id, cy.id]
    assert "The game has begun" in lobby.text
    assert lobby.buttons == []
    assert len(scene.public()) == 2


async def test_places_are_kept_for_those_invited(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    lobby = (await ann.slash("start", opponent1=bo, opponent2=cy)).message
    assert (await scene.table()).saved.wanted == 3

    await told_privately(scene, await di.click(lobby, "Join"), "kept for", f"<@{bo.id}>")
    await told_privately(scene, await ann.click(lobby, "Add bot"), "No place is free")
    await bo.click(lobby, "Leave")
    assert (await scene.table()).saved.invited == (cy.id,)
    await di.click(lobby, "Join")
    await told_privately(scene, await bo.click(lobby, "Join"), "kept for")
    await cy.click(lobby, "Join")
    await scene.settled()

    table = await scene.table()
    assert [player.id for player in table.saved.players] == [ann.id, di.id, cy.id]
    assert table.phase is Phase.RUNNING


async def test_nobody_is_seated_unasked(scene: Scene) -> None:
    ann, bo, *_ = scene.people()

    await ann.slash("start", opponent1=bo)

    assert [player.id for player in (await scene.table()).saved.players] == [ann.id]


async def test_joining_and_leaving(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    lobby = (await ann.slash("start", seats=4)).message

    await told_privately(scene, await ann.click(lobby, "Join"), "already")
    await told_privately(scene, await cy.click(lobby, "Leave"), "do not sit")
    await bo.click(lobby, "Join")
    await cy.click(lobby, "Join")
    assert "Ann, Bo and Cy" in lobby.text
    await bo.click(lobby, "Leave")
    assert "Ann and Cy" in lobby.text
    await ann.click(lobby, "Leave")
    assert (await scene.table()).saved.host == cy.id
    assert f"<@{cy.id}> presses **Begin**" in lobby.text
    await cy.click(lobby, "Leave")

    assert (await scene.table()).phase is Phase.CLOSED
    assert "was closed" in lobby.text
    assert lobby.buttons == []
    assert len(scene.public()) == 1


async def test_only_the_host_begins_and_adds_bots(scene: Scene) -> None:
    ann, bo, *_ = scene.people()
    lobby = (await ann.slash("start", seats=4)).message

    await told_privately(scene, await ann.click(lobby, "Begin"), "two seats or more")
    await bo.click(lobby, "Join")
    for label in ("Begin", "Add bot"):
        await told_privately(scene, await bo.click(lobby, label), "Only the host", f"<@{ann.id}>")
    await ann.click(lobby, "Add bot")
    assert (await scene.table()).saved.players[2].is_robot
    await ann.click(lobby, "Begin")
    await scene.settled()

    assert (await scene.table()).phase is Phase.RUNNING


async def test_a_lobby_is_canceled_by_its_host_or_a_moderator(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()  # Ann owns the server.
    lobby = (await bo.slash("start")).message
    await told_privately(scene, await cy.click(lobby, "Cancel"), "Only the host", "moderator")

    await bo.click(lobby, "Cancel")
    assert (await scene.table()).phase is Phase.CLOSED

    lobby = (await bo.slash("start")).message
    await ann.click(lobby, "Cancel")
    assert (await scene.table()).phase is Phase.CLOSED
    assert lobby.buttons == []


async def test_what_can_no_longer_be_joined_says_so(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    lobby = (await ann.slash("start", seats=2)).message
    old = as_it_was(lobby)
    await bo.click(lobby, "Join")
    await scene.settled()
    before = await scene.table()

    for label in LOBBY_BUTTONS:
        reply = await press(scene, cy, as_it_was(old), custom_id(old, label))
        await told_privately(scene, reply, "begun already")
    assert await scene.table() == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param({"opponent1": "Ann"}, "not yourself", id="oneself"),
        pytest.param({"opponent1": "Bo", "opponent2": "Bo"}, "each opponent once", id="twice"),
        pytest.param({"opponent1": "Qwirkle"}, "A bot cannot be invited", id="a bot"),
        pytest.param({"seats": 2, "opponent1": "Bo", "opponent2": "Cy"}, "2 seats", id="seats"),
        pytest.param(
            {"bots": 3, "opponent1": "Bo", "opponent2": "Cy"}, "4 seats", id="five players"
        ),
        pytest.param({"seats": 3, "variant": "pairs"}, "by four", id="pairs of three"),
        pytest.param({"seats": 2, "bots": 2}, "2 seats", id="bots"),
    ],
)
async def test_what_does_not_fit_is_refused_privately(
    scene: Scene, options: dict[str, str | int], words: str
) -> None:
    ann = scene.people()[0]
    users = {user.name: str(user.id) for user in scene.standin.world.users.values()}
    given: dict[str, Any] = {n: users.get(str(value), value) for n, value in options.items()}

    for thread in (False, True):
        reply = await ann.slash("start", thread=thread, **given)
        await told_privately(scene, reply, words)
    assert scene.public() == []
    assert await scene.store.load(scene.channel.id) is None


async def test_discord_itself_refuses_other_options(scene: Scene) -> None:
    ann = scene.people()[0]
    for wrong in ({"seats": 5}, {"bots": 4}, {"variant": "chess"}, {"tiebreak": "me"}):
        with pytest.raises(InvalidCommand):
            await ann.slash("start", **wrong)


async def test_a_busy_channel_offers_a_thread(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await open_game(scene, [ann, bo])
    public = len(scene.public())

    offer = await cy.slash("start", opponent1=di, variant="open sprint", hints=True)
    assert offer.ephemeral
    await cy.click(offer.message, "Play in a new thread")
    await scene.settled()

    [thread] = [c for c in scene.standin.world.channels.values() if c.type == PUBLIC_THREAD]
    table = await scene.table(thread)
    assert table.saved.options.variant.open
    assert table.saved.options.variant.sprint
    assert table.saved.options.hints
    assert table.saved.invited == (di.id,)
    lobby = scene.board_message(thread)
    assert lobby.mentions == [di.id]
    assert len(scene.public()) == public
    await di.click(lobby, "Join")
    await scene.settled()
    turns = await play_typed(scene, [cy, di], chance_from(1), channel=thread)
    assert turns >= 12
    assert (await scene.game()).result is None


async def test_a_thread_from_the_start(scene: Scene) -> None:
    ann, bo, *_ = scene.people()

    reply = await ann.slash("start", thread=True, opponent1=bo)
    await scene.settled()

    [thread] = [c for c in scene.standin.world.channels.values() if c.type == PUBLIC_THREAD]
    assert f"<#{thread.id}>" in reply.text
    assert scene.board_message(thread).mentions == [bo.id]
    assert await scene.store.load(scene.channel.id) is None
    await bo.click(scene.board_message(thread), "Join")
    await scene.settled()
    assert (await scene.table(thread)).phase is Phase.RUNNING


async def test_a_game_that_is_over_makes_way(scene: Scene) -> None:
    ann, bo, *_ = scene.people()
    first = await open_game(scene, [ann, bo])
    await bo.click((await bo.slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    assert (await scene.table()).phase is Phase.OVER

    await open_game(scene, [bo, ann])

    table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert table.saved.id != first.nonce
    assert table.saved.host == bo.id


@pytest.mark.parametrize(
    ("name", "bit"),
    [
        pytest.param("View Channel", permissions.VIEW_CHANNEL, id="view"),
        pytest.param("Send Messages", permissions.SEND_MESSAGES, id="send"),
        pytest.param("Attach Files", permissions.ATTACH_FILES, id="files"),
        pytest.param("Read Message History", permissions.READ_MESSAGE_HISTORY, id="history"),
        pytest.param("Embed Links", permissions.EMBED_LINKS, id="links"),
    ],
)
async def test_a_missing_permission_is_named(scene: Scene, name: str, bit: int) -> None:
    ann = scene.people()[0]
    scene.channel.denied = bit

    await told_privately(scene, await ann.slash("start"), name)
    assert scene.public() == []
    scene.channel.denied = 0
    await ann.slash("start")
    assert (await scene.table()).phase is Phase.LOBBY


async def test_a_thread_needs_its_own_permissions(scene: Scene) -> None:
    ann = scene.people()[0]
    scene.channel.denied = permissions.CREATE_PUBLIC_THREADS | permissions.SEND_MESSAGES_IN_THREADS

    reply = await ann.slash("start", thread=True)
    await told_privately(scene, reply, "Create Public Threads and Send Messages In Threads")
    await ann.slash("start")
    offer = await ann.slash("start")
    reply = await ann.click(offer.message, "Play in a new thread")
    await told_privately(scene, reply, "Create Public Threads")
