"""What moderators may do, and the rules of a house."""

from __future__ import annotations

import pytest
from discord import app_commands

import cogs.admin
from cogs._games import change
from cogs._groups import QWIRKLE_ADMIN
from playground.client_options import InvalidCommand
from playground.person import Person, Reply
from playground.things import Channel, Message
from qwirkle_bot.engine.moves import Skip
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene, as_it_was, press
from tests.kit.games import chance_from
from tests.kit.players import chosen_move, open_game, play_typed, type_move

pytestmark = pytest.mark.usefixtures("known_deal")

THREAD_OFFER = "Play in a new thread"


async def admin(
    scene: Scene,
    command: str,
    *,
    channel: Channel | None = None,
    **options: str | bool | Person,
) -> str:
    """Ann, who owns the server, gives a moderator's command; what she is told, privately."""
    ann = scene.people(1)[0]
    reply = await ann.slash(f"qwirkle-admin {command}", channel=channel, **options)
    await scene.settled()
    assert all(message.ephemeral_to == ann.id for message in reply.messages)
    return reply.text


async def game_of(scene: Scene, *people: Person) -> Message:
    """A running game; its board."""
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=2)
    return scene.board_message()


def labels(message: Message) -> list[str]:
    return [label for label, _, _ in message.buttons]


def newest_private(reply: Reply) -> Message:
    message = reply.messages[-1]
    assert message.ephemeral_to is not None
    return message


async def test_the_commands_are_for_moderators_unless_a_server_says_otherwise(
    scene: Scene,
) -> None:
    [command] = [c for c in scene.standin.world.all_commands() if c["name"] == "qwirkle-admin"]

    assert command["default_member_permissions"] == str(1 << 4)  # manage_channels
    assert command["contexts"] == [0]
    assert {option["name"] for option in command["options"]} == {
        "end",
        "replace",
        "repost",
        "settings",
        "skip",
    }
    with pytest.raises(InvalidCommand):
        await scene.people()[1].slash("qwirkle-admin end")


async def test_a_game_is_ended_without_a_result_and_the_channel_sees_it(scene: Scene) -> None:
    _, bo, cy, _ = scene.people()
    board = await game_of(scene, bo, cy)

    assert "ended" in await admin(scene, "end")

    assert (await scene.table()).phase is Phase.CLOSED
    closed = scene.board_message()
    assert closed is not board
    assert "no result" in closed.text
    assert closed.mentions == []
    assert [m for m in scene.public() if m.buttons] == []
    for command in ("hand", "qwirkle undo", "qwirkle resign", "qwirkle skip"):
        assert "no game" in (await bo.slash(command)).text
    assert "no game" in await admin(scene, "end")
    await game_of(scene, bo, cy)


async def test_a_lobby_is_ended_where_it_stands(scene: Scene) -> None:
    bo = scene.people()[1]
    lobby = (await bo.slash("start", seats=2)).message

    await admin(scene, "end")

    assert (await scene.table()).phase is Phase.CLOSED
    assert "closed" in lobby.text
    assert not lobby.buttons


async def test_a_turn_is_skipped_at_once(scene: Scene) -> None:
    people = scene.people(3)
    await game_of(scene, *people)
    late = people[(await scene.game()).turn]

    assert "skipped" in await admin(scene, "skip")

    game = await scene.game()
    assert game.history[-1].move == Skip(people.index(late))
    assert f"**{late.name}** was skipped" in scene.board_message().text
    assert scene.board_message().mentions == [people[game.turn].id]
    await play_typed(scene, people, chance_from(1), turns=3)


async def test_a_skip_that_crosses_a_move_skips_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = scene.people(2)
    await game_of(scene, *people)

    async def change_later(*args: object) -> object:
        game, chance = await scene.game(), chance_from(1)
        await type_move(people[game.turn], game, chosen_move(game, chance), chance)
        return await change(*args)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(cogs.admin, "change", change_later)
    moves = len((await scene.game()).history)

    ann = people[0]
    reply = await ann.slash("qwirkle-admin skip")

    assert "nobody was skipped" in reply.text
    assert len((await scene.game()).history) == moves + 1


async def test_a_player_is_replaced_only_by_someone_who_wants_it(scene: Scene) -> None:
    _, bo, cy, di = scene.people()
    await game_of(scene, bo, cy)
    before = await scene.table()
    assert before.game is not None

    assert di.name in await admin(scene, "replace", player=bo, newcomer=di)
    offer = scene.board_message()
    assert offer.mentions == [di.id]
    asked = await scene.table()
    assert (asked.saved.players, asked.game) == (before.saved.players, before.game)
    assert "no seat" in (await di.slash("hand")).text
    await di.click(offer, "Take the seat")
    await scene.settled()

    table = await scene.table()
    assert table.seat_of(di.id) == before.seat_of(bo.id)
    assert table.seat_of(bo.id) is None
    hand = await di.slash("hand")
    seat = table.seat_of(di.id)
    assert seat is not None
    assert all(tile.words in hand.text for tile in before.game.hands[seat])


async def test_nobody_is_replaced_who_does_not_play_or_by_who_cannot(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    assert "no game" in await admin(scene, "replace", player=bo, newcomer=di)
    await game_of(scene, bo, cy)
    before, count = await scene.table(), len(scene.public())

    assert "no seat" in await admin(scene, "replace", player=ann, newcomer=di)
    assert "has no seat" in await admin(scene, "replace", player=bo, newcomer=cy)
    assert await scene.table() == before
    assert len(scene.public()) == count


async def test_a_moderator_takes_an_offer_back(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await game_of(scene, bo, cy)
    await admin(scene, "replace", player=bo, newcomer=di)
    offer = scene.board_message()

    await ann.click(offer, "Decline")

    assert f"{ann.name} withdrew" in offer.text
    assert offer.buttons == []


async def test_the_board_is_posted_again(scene: Scene) -> None:
    _, bo, cy, _ = scene.people()
    board = await game_of(scene, bo, cy)
    before = await scene.game()
    for text in ("a", "b", "c"):
        await bo.say(text)

    await admin(scene, "repost")

    newest = scene.board_message()
    assert newest is not board
    assert "My hand" in labels(newest)
    assert board.buttons == []
    assert newest.mentions == []
    assert await scene.game() == before
    await play_typed(scene, [bo, cy], chance_from(1), turns=1)
    assert newest.buttons == []


async def test_a_board_that_was_deleted_is_posted_again(scene: Scene) -> None:
    _, bo, cy, _ = scene.people()
    scene.expected.add(10008)
    board = await game_of(scene, bo, cy)
    scene.standin.world.delete(board)

    await admin(scene, "repost")

    assert "My hand" in labels(scene.board_message())


async def test_a_lobby_is_posted_again(scene: Scene) -> None:
    _, bo, cy, _ = scene.people()
    lobby = (await bo.slash("start", opponent1=cy, seats=2)).message

    await admin(scene, "repost")
    newest = scene.board_message()
    assert newest is not lobby
    assert lobby.buttons == []
    assert newest.mentions == []
    await cy.click(newest, "Join")
    await scene.settled()

    assert (await scene.table()).phase is Phase.RUNNING


@pytest.mark.parametrize("command", ["skip", "repost", "end"])
async def test_where_no_game_is_on_that_is_said(scene: Scene, command: str) -> None:
    assert "no game" in await admin(scene, command)
    assert scene.public() == []


async def test_games_are_played_in_the_channels_of_the_house(scene: Scene) -> None:
    bo = scene.people()[1]
    games = scene.standin.channel("games")
    assert "every channel" in await admin(scene, "settings")

    told = await admin(scene, "settings", games_in=str(games.id))
    assert f"<#{games.id}>" in told
    assert f"<#{games.id}>" in await admin(scene, "settings")
    for thread in (False, True):
        reply = await bo.slash("start", thread=thread)
        assert f"<#{games.id}>" in newest_private(reply).text
    assert scene.public() == []
    assert (await bo.slash("start", channel=games)).message.ephemeral_to is None

    assert "every channel" in await admin(scene, "settings", games_in=str(games.id))
    assert (await bo.slash("start")).message.ephemeral_to is None


async def test_a_game_that_is_on_goes_on_where_no_more_may_be_opened(scene: Scene) -> None:
    _, bo, cy, _ = scene.people()
    await open_game(scene, [bo, cy], variant="sprint")
    games = scene.standin.channel("games")
    await admin(scene, "settings", games_in=str(games.id))

    await play_typed(scene, [bo, cy], chance_from(1))

    assert (await scene.table()).phase is Phase.OVER
    before = await scene.table()
    reply = await bo.click(scene.board_message(), "Rematch")
    assert f"<#{games.id}>" in newest_private(reply).text
    assert await scene.table() == before


async def test_threads_of_an_allowed_channel_are_allowed(scene: Scene) -> None:
    bo = scene.people()[1]
    await admin(scene, "settings", games_in=str(scene.channel.id))

    await bo.slash("start", thread=True)
    await scene.settled()

    thread = scene.standin.channel("Qwirkle of Bo")
    assert (await scene.table(thread)).phase is Phase.LOBBY
    await bo.click(scene.board_message(thread), "Cancel")
    await scene.settled()
    assert (await bo.slash("start", channel=thread)).message.ephemeral_to is None


async def test_the_list_of_channels_is_emptied_at_once(scene: Scene) -> None:
    bo = scene.people()[1]
    gone = scene.standin.channel("games")
    await admin(scene, "settings", games_in=str(gone.id))
    del scene.standin.world.channels[gone.id]

    assert "every channel" in await admin(scene, "settings", everywhere=True)

    assert (await bo.slash("start")).message.ephemeral_to is None


async def test_no_threads_where_the_house_has_none(scene: Scene) -> None:
    _, bo, cy, di = scene.people()
    await game_of(scene, bo, cy)
    offered = (await di.slash("start")).message
    assert THREAD_OFFER in labels(offered)
    old = as_it_was(offered)

    assert "may not open threads" in await admin(scene, "settings", threads=False)

    for reply in (
        await di.slash("start", thread=True),
        await di.slash("start"),
        await di.click(old, THREAD_OFFER),
        await press(scene, di, old, old.buttons[0][1]),
    ):
        message = newest_private(reply)
        assert "no threads" in message.text
    assert "Qwirkle of Di" not in [c.name for c in scene.standin.world.channels.values()]
    assert "may open threads" in await admin(scene, "settings", threads=True)
    await di.click(old, THREAD_OFFER)
    await scene.settled()
    assert "Qwirkle of Di" in [c.name for c in scene.standin.world.channels.values()]


async def test_the_rules_of_the_house_outlive_a_restart(scene: Scene) -> None:
    bo = scene.people()[1]
    await admin(scene, "settings", threads=False)

    await scene.restart_bot()

    assert "no threads" in newest_private(await bo.slash("start", thread=True)).text


def test_games_may_be_allowed_wherever_people_write() -> None:
    settings = QWIRKLE_ADMIN.get_command("settings")
    assert isinstance(settings, app_commands.Command)
    channels = settings.get_parameter("games_in")
    assert channels is not None

    names = {kind.name for kind in channels.channel_types}
    assert names == {"text", "news", "voice", "stage_voice", "forum"}
