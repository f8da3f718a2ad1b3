"""Every button of every age: whatever there is to press, wherever and whenever somebody does.

The list of actions is the bot's own, so one that is added later is tried here too, or this fails.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pytest

from cogs._buttons import _ACTIONS, OLD_BUTTON
from cogs._opening_code import opening_code
from cogs._panel import placement_code
from playground import components as kinds
from playground.interactions import COMPONENT
from playground.person import Person, Reply
from playground.things import COMPONENTS_V2, Channel, Message
from qwirkle_bot import tables
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.saved import Options, Phase, Player, Table
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed
from tests.kit.stored_games import everything

FORMS = {"quiet", "quietset"}
"""What opens a form, and what sends it: of no game, and tested with it."""

pytestmark = pytest.mark.usefixtures("known_deal")

MINUTE: Final = 60
DAY: Final = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Part:
    """A button or a select: what its id says beside its game, and what is chosen.

    ``private``: only the person who presses sees its message. ``anyone``: it is no part of a game,
    or it does to this day what it says, so that it is pressed by somebody who plays in none.
    """

    detail: str = ""
    values: tuple[str, ...] = ()
    private: bool = False
    anyone: bool = False


def parts(table: Table, presser: Person, stranger: Person) -> Mapping[str, Part]:
    """One of each kind, as the bot made it when a game was as it is now."""
    tiles, spot, began, moves = "RC", "RC.0.0.r", "0", str(table.move_count)
    game, clock = table.game, table.saved.clock
    if game is not None and clock is not None:
        laid = legal_placements(game.board, game.hands[game.turn])[0].tiles
        tiles, spot = str(laid[0][1]), placement_code(laid)
        began = str(clock.turn.began_ms)
    offer = f"1.{presser.id}"
    host = Player(id=stranger.id, name=stranger.name)
    opening = tables.Opening("1", 1, 1, host, Options(), robots=1)
    public = {
        **dict.fromkeys(("hand", "place", "exchange", "more", "back", "record", "rematch"), Part()),
        **dict.fromkeys(("join", "leave", "addbot", "begin", "cancel"), Part()),
        **dict.fromkeys(("agree", "decline", "claim"), Part(moves)),
        "oldest": Part("0"),
        "hush": Part(began),
        "takeover": Part(offer),
        "noseat": Part(offer),
    }
    private = {
        **dict.fromkeys(("refresh", "swappick", "resign", "resignask"), Part(private=True)),
        **dict.fromkeys(("undo", "scores", "hint", "rules"), Part(private=True)),
        "pick": Part(values=("1",), private=True),
        "spots": Part(f"{tiles}.0", private=True),
        "spot": Part(values=(spot,), private=True),
        "lay": Part(spot, private=True),
        "swap": Part(values=("1",), private=True),
        "swapdo": Part(tiles, private=True),
    }
    personal = {
        "thread": Part(opening_code(opening), private=True, anyone=True),
        "reminders": Part(values=("once",), private=True, anyone=True),
        "tilestyle": Part(values=("text",), private=True, anyone=True),
        "copies": Part("off", private=True, anyone=True),
        "rulespage": Part("2", private=True, anyone=True),
        "rulestap": Part("0.1", private=True, anyone=True),
        **dict.fromkeys(("quietoff", "erasenot", "erase"), Part(private=True, anyone=True)),
    }
    return public | private | personal


@dataclass(frozen=True, slots=True)
class Setting:
    """What there is to press: parts of a table as it was, in a channel, for these people.

    ``still_acts`` are the actions that are right to do what they say.
    """

    pressers: tuple[Person, ...]
    channel: Channel
    was: Table
    still_acts: frozenset[str] = frozenset()


async def of_a_finished_game(scene: Scene) -> Setting:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=3)
    was = await scene.table()
    await people[0].click((await people[0].slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(2), turns=2)
    return Setting(tuple(people), scene.channel, was)


async def of_another_channels_game(scene: Scene) -> Setting:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=3)
    return Setting(tuple(people), scene.standin.channel("games"), await scene.table())


async def of_a_game_beside_another_channels(scene: Scene) -> Setting:
    """Both channels hold a game, and somebody presses a button of the one in the other."""
    people = scene.people(2)
    games = scene.standin.channel("games")
    await open_game(scene, people, channel=games)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=3)
    return Setting(tuple(people), games, await scene.table())


async def of_an_earlier_turn(scene: Scene) -> Setting:
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=2)
    was = await scene.table()
    scene.time.passes(1)
    await play_typed(scene, people, chance_from(1), turns=2)
    return Setting(tuple(people), scene.channel, was)


async def of_other_people(scene: Scene) -> Setting:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo])
    await play_typed(scene, [ann, bo], chance_from(1), turns=3)
    return Setting((cy,), scene.channel, await scene.table())


async def of_other_peoples_lobby(scene: Scene) -> Setting:
    _, bo, cy, _ = scene.people()
    await bo.slash("start", seats=3)
    await scene.settled()
    return Setting((cy,), scene.channel, await scene.table(), frozenset({"join"}))


async def of_a_closed_lobby(scene: Scene) -> Setting:
    ann, bo, _, _ = scene.people()
    lobby = (await ann.slash("start", opponent1=bo, seats=3)).message
    was = await scene.table()
    await ann.click(lobby, "Cancel")
    await scene.settled()
    await ann.slash("start", seats=3)
    await scene.settled()
    return Setting((ann, bo), scene.channel, was)


async def of_a_lobby_that_has_begun(scene: Scene) -> Setting:
    ann, bo, _, _ = scene.people()
    await ann.slash("start", seats=2)
    was = await scene.table()
    await bo.click(scene.board_message(), "Join")
    await scene.settled()
    return Setting((ann, bo), scene.channel, was)


SETTINGS: Final[tuple[Callable[[Scene], Awaitable[Setting]], ...]] = (
    of_a_finished_game,
    of_another_channels_game,
    of_a_game_beside_another_channels,
    of_an_earlier_turn,
    of_other_people,
    of_other_peoples_lobby,
    of_a_closed_lobby,
    of_a_lobby_that_has_begun,
)


def carrier(scene: Scene, person: Person, setting: Setting, action: str, part: Part) -> Message:
    """A message of the bot's with this one part in it."""
    game, world = setting.was, scene.standin.world
    kind = "s" if part.values else "q"
    custom_id = f"{kind}:{action}:{game.saved.id}:{game.revision}:{part.detail}"
    shape = {"type": kinds.BUTTON, "id": 2, "style": 2, "label": action, "custom_id": custom_id}
    if part.values:
        options = [{"label": value, "value": value} for value in part.values]
        shape = {"type": kinds.STRING_SELECT, "id": 2, "custom_id": custom_id, "options": options}
    message = world.new_message(
        setting.channel, world.bot.id, ephemeral_to=person.id if part.private else None
    )
    message.flags |= COMPONENTS_V2
    message.components = [{"type": kinds.ACTION_ROW, "id": 1, "components": [shape]}]
    world.show(message)
    return message


async def use(scene: Scene, person: Person, message: Message, part: Part) -> Reply:
    [shape] = message.components[0]["components"]
    data = {"custom_id": shape["custom_id"], "component_type": shape["type"], "id": shape["id"]}
    if part.values:
        data["values"] = list(part.values)
    channel = scene.standin.world.channels[message.channel_id]
    interaction = await scene.standin.interactions.start(
        COMPONENT, person.id, channel, data, message=message
    )
    reply = await person._reply(interaction)
    await scene.settled()
    return reply


async def truth(scene: Scene) -> list[str]:
    """All games of both channels that are or were, as they are stored."""
    places = (scene.channel.id, scene.standin.channel("games").id)
    kept = (":finished:", *(f":game:{place} " for place in places))
    lines = (await everything(scene.store)).splitlines()
    return [line for line in lines if any(key in line for key in kept)]


def shown(scene: Scene, but: Message) -> list[tuple[int, str, str]]:
    """All that everybody sees, but for one message."""
    places = (scene.channel, scene.standin.channel("games"))
    return [
        (m.id, m.text, str(m.components))
        for place in places
        for m in scene.public(place)
        if m is not but
    ]


async def check(scene: Scene, setting: Setting, age: int, *, restarts: bool) -> None:
    """Press everything, after a time; each is answered privately, and none acts."""
    stranger = scene.people()[3]
    messages = [
        (presser, action, part, carrier(scene, presser, setting, action, part))
        for person in setting.pressers
        for action, part in parts(setting.was, person, stranger).items()
        if action not in setting.still_acts
        for presser in [stranger if part.anyone else person]
    ]
    tried = {action for _, action, _, _ in messages} | setting.still_acts
    assert tried | FORMS == set(_ACTIONS)
    scene.time.passes(age)
    if restarts:
        await scene.restart_bot()
    for presser, action, part, message in messages:
        before, saw = await truth(scene), shown(scene, message)
        reply = await use(scene, presser, message, part)
        assert reply.messages, action
        assert reply.messages[-1].ephemeral_to == presser.id, action
        assert len(reply.messages[-1].text) > 10 or reply.messages[-1].attachments, action
        assert "went wrong" not in reply.text, action
        assert OLD_BUTTON not in reply.text, action
        assert await truth(scene) == before, action
        assert shown(scene, message) == saw, action


@pytest.mark.parametrize(
    ("age", "restarts"),
    [
        pytest.param(1, False, id="fresh"),
        pytest.param(16 * MINUTE, True, id="sixteen minutes and a restart"),
        pytest.param(10 * DAY, False, id="ten days"),
    ],
)
@pytest.mark.parametrize("build", SETTINGS, ids=lambda build: build.__name__.replace("_", " "))
async def test_every_button_that_does_not_fit_says_so_and_does_nothing(
    scene: Scene, build: Callable[[Scene], Awaitable[Setting]], age: int, restarts: bool
) -> None:
    await check(scene, await build(scene), age, restarts=restarts)


async def test_a_button_of_another_version_is_explained(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    table = await scene.table()
    setting = Setting(tuple(people), scene.channel, table)

    message = carrier(scene, people[0], setting, "long ago", Part(private=True))
    reply = await use(scene, people[0], message, Part(private=True))

    assert reply.text == OLD_BUTTON
    assert reply.ephemeral
    assert await scene.table() == table


async def test_what_still_holds_acts_after_ten_days_and_a_restart(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo])
    await play_typed(scene, [ann, bo], chance_from(1), turns=2)
    game = await scene.game()
    mover, other = (ann, bo)[game.turn], (ann, bo)[1 - game.turn]
    board = scene.board_message()

    scene.time.passes(4 * DAY)
    await other.slash("qwirkle substitute", player=cy)
    offer = scene.board_message()
    scene.time.passes(6 * DAY)
    await scene.restart_bot()
    hand = await mover.click(board, "My hand")
    assert all(tile.words in hand.text for tile in game.hands[game.turn])
    await cy.click(offer, "Take the seat")
    await scene.settled()

    table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert table.seat_of(cy.id) == 1 - game.turn


async def test_an_old_question_whether_to_resign_does_not_act(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo, cy])
    more = (await ann.click(scene.board_message(), "More")).message
    old = (await ann.slash("qwirkle resign")).message
    await play_typed(scene, [ann, bo, cy], chance_from(1), turns=2)
    before = await scene.table()

    reply = await ann.click(old, "Resign")
    await scene.settled()
    assert "moved on" in reply.text
    assert "`/qwirkle resign`" in reply.text
    assert await scene.table() == before
    # The old menu asks about the game as it is, so that what it asks can be answered.
    again = (await ann.click(more, "Resign")).message
    await ann.click(again, "Resign")
    await scene.settled()
    assert 0 not in (await scene.game()).playing
