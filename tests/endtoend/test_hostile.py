"""Whatever people type, are called, or forge: a polite private answer, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from cogs._buttons import _ACTIONS
from playground.components import TEXT_DISPLAY
from playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction
from playground.person import Person, Reply
from playground.things import COMPONENTS_V2
from playground.wire import Json, JsonObject
from qwirkle_bot.saved import Phase
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed
from tests.kit.stored_games import everything

pytestmark = pytest.mark.usefixtures("known_deal")

OVERRIDE, ISOLATE, ZERO_WIDTH, JOINER = "\u202e", "\u2066", "\u200b", "\u200d"

HOSTILE: Final = {
    "everyone": "@everyone @here",
    "a mention": "<@132271570944000000> <@&1> <#1> </start:1>",
    "markdown": "**b** __u__ *i* ~~s~~ `c` ```x``` > q\n# h\n- l",
    "a spoiler": "||secret||",
    "a link": "[free](https://evil.example) https://evil.example <https://evil.example>",
    "an override": f"{OVERRIDE}txet{ISOLATE}x",
    "zero width": f"R{ZERO_WIDTH}C{JOINER}\ufeff",
    "32 marks": "Z" + "\u0301\u0489\u20dd\u0335" * 8,
    "6,000 characters": "R" * 6000,
    "6,000 words": "RC " * 2000,
    "NUL": "R\x00C\x00",
    "controls": "\x1b[31mred\x07\r\n\t",
    "a surrogate's bytes": "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "nothing seen": f" {ZERO_WIDTH} ",
    "a format": "{0} {view.seed} %s %(x)s $HOME",
    "a timestamp": "<t:0:R> <:name:1> :smile:",
    "Lua and Redis": "'; redis.call('FLUSHALL') --\r\n*1\r\n$8\r\nFLUSHALL\r\n",
    "a huge number": "9" * 400,
    "other digits": "١٢٣ Ⅷ ²",
    "less than nothing": "-1",
}

EXPLOSIVE: Final = re.compile(
    r"(?<!\\)\|\||(?<!\\)@everyone|(?<!\\)@here|<@&|<#1>|</start|https?://evil|(?<!\\)\*\*b|```x|\x00|\x1b"
    f"|[{OVERRIDE}{ISOLATE}{ZERO_WIDTH}{JOINER}]|[\u0300-\u036f\u0483-\u0489\u20d0-\u20f0]{{3}}"
)
"""What must reach nobody's screen as it was typed."""


MOST_OF_A_NAME: Final = 500
"""More than Discord lets anyone be called."""

OWN_COLORS: Final = re.compile(r"```ansi\n.*?```", re.DOTALL)


def defused(text: str) -> bool:
    """Whether nothing in a message acts on whoever reads it, but for the colors of our own."""
    return not EXPLOSIVE.search(OWN_COLORS.sub("", text))


@pytest.fixture
async def game(scene: Scene) -> Scene:
    """A game of Ann and Bo after some turns."""
    await open_game(scene, scene.people(2), hints=True)
    await play_typed(scene, scene.people(2), chance_from(1), turns=2)
    return scene


async def truth(scene: Scene) -> list[str]:
    """All that is stored, but for what notes that a request was made."""
    lines = (await everything(scene.store)).splitlines()
    return [line for line in lines if ":request:" not in line]


async def answered(scene: Scene, interaction: Interaction, person: Person) -> Reply:
    """The answer to what was sent, which is private and polite."""
    reply = await person._reply(interaction)
    await scene.settled()
    check_private(reply, person)
    return reply


def check_private(reply: Reply, person: Person) -> None:
    assert reply.messages or reply.modal, "a form is seen by whoever pressed alone"
    for message in reply.messages:
        assert message.ephemeral_to == person.id
        assert message.mentions == []
        assert defused(message.text), message.text
        assert "went wrong" not in message.text
        assert len(message.text) < 2000


def text_options(scene: Scene) -> list[tuple[str, str]]:
    """Every command that takes text which is not chosen from a list, with that option."""
    found: list[tuple[str, str]] = []

    def walk(name: str, part: JsonObject) -> None:
        for option in part.get("options") or ():
            if option["type"] in {1, 2}:
                walk(f"{name} {option['name']}", option)
            elif option["type"] == 3 and not option.get("choices"):
                found.append((name, option["name"]))

    for command in scene.standin.world.all_commands():
        walk(command["name"], command)
    return found


async def test_every_text_of_every_command_may_be_anything(game: Scene) -> None:
    scene, people = game, game.people(2)
    mover = people[(await scene.game()).turn]
    needed: Mapping[str, Mapping[str, str]] = {
        "place": {"tiles": "1", "at": "N20"},
        "exchange": {"tiles": "1"},
        "qwirkle settings": {},
    }
    options = text_options(scene)
    assert {name for name, _ in options} == set(needed)
    before, shown = await truth(scene), [m.text for m in scene.public()]

    for name, option in options:
        for what, text in HOSTILE.items():
            reply = await mover.slash(name, channel=None, **{**needed[name], option: text})
            await scene.settled()
            check_private(reply, mover)
            assert await truth(scene) == before, (name, option, what)
    assert [m.text for m in scene.public()] == shown


async def test_completion_may_be_asked_for_anything(game: Scene) -> None:
    scene, people = game, game.people(2)
    mover = people[(await scene.game()).turn]
    before = await truth(scene)

    for text in HOSTILE.values():
        for choices in (
            await mover.complete("place", "at", text, tiles="1"),
            await mover.complete("place", "at", "N", tiles=text),
            await scene.people()[3].complete("place", "at", text, tiles="1"),
        ):
            assert all(re.fullmatch(r"[A-Z]-?\d+", choice["value"]) for choice in choices)
    assert await truth(scene) == before


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
async def test_people_may_be_called_anything(scene: Scene, name: str) -> None:
    everyone = ann, bo, cy, di = scene.people()
    users = scene.standin.world.users
    users[bo.id] = replace(users[bo.id], name=name[:MOST_OF_A_NAME])
    await ann.slash("start", opponent1=bo, seats=2)
    await bo.click(scene.board_message(), "Join")
    await scene.settled()
    await play_typed(scene, [ann, bo], chance_from(1), turns=3)
    mover = (ann, bo)[(await scene.game()).history[-1].move.seat]
    await mover.slash("qwirkle undo")
    await scene.settled()
    other = ann if mover is bo else bo
    question = next(m for m in scene.public() if "Agree" in [label for label, _, _ in m.buttons])
    assert set(question.mentions) <= {other.id}
    await other.click(question, "Decline")
    replies = [
        await ann.slash("qwirkle scores"),
        await ann.slash("qwirkle board"),
        await ann.slash("qwirkle games"),
        await bo.slash("hand"),
        await bo.slash("qwirkle substitute", player=cy),
        await ann.slash("qwirkle-admin replace", player=bo, newcomer=di),
    ]
    await bo.click((await bo.slash("qwirkle resign")).message, "Resign")
    await scene.settled()

    assert (await scene.table()).phase is Phase.OVER
    for message in [*scene.public(), *[m for reply in replies for m in reply.messages]]:
        assert defused(message.text), message.text
        assert all(len(label) <= 80 for label, _, _ in message.buttons)
    pinged = {user for message in scene.public() for user in message.mentions}
    assert pinged <= {person.id for person in everyone}


FORGED_DETAILS: Final = (
    "",
    "ZZ",
    "RC",
    "RC.0.0.r",
    "RC.0.0.z",
    "RC.1e3.0.r",
    f"RC.{'9' * 60}.0.r",
    "RC" * 20 + ".0.0.r",
    ".0.0.r",
    "....",
    "-1",
    "0",
    "1.2",
    "٣",
    "9" * 60,
    "0.0",
    "x.y",
    "\x00",
    "a\nb",
    ":::::",
    "osp.999999.zz-zz",
    "osp.000009.",
)

FORGED_VALUES: Final = ((), ("0",), ("7",), ("-1",), ("x",), ("1", "1"), ("RC.0.0.r",), ("\x00",))

FORGED_IDS: Final = (
    "",
    "q",
    "q:hand",
    "q:hand:x:y:",
    "q::1:1:",
    "q:HAND:1:1:",
    "x:hand:1:1:",
    f"q:hand:{'9' * 80}:1:",
    f"q:hand:1:{'9' * 80}:",
    "q:hand:-1:-1:",
    "s:hand:1:1:",
    "q:hand:1:1:\n",
    "persistent_view:1",
)


async def press(
    scene: Scene, person: Person, custom_id: str, values: tuple[str, ...] | None
) -> Reply:
    """Use a component that no message ever had, on a message that only this person sees."""
    world = scene.standin.world
    message = world.new_message(scene.channel, world.bot.id, ephemeral_to=person.id)
    message.flags |= COMPONENTS_V2
    message.components = [{"type": TEXT_DISPLAY, "id": 1, "content": "forged"}]
    world.show(message)
    data: JsonObject = {"custom_id": custom_id, "component_type": 2, "id": 1}
    if values is not None:
        data |= {"component_type": 3, "values": list(values)}
    started = await scene.standin.interactions.start(
        COMPONENT, person.id, scene.channel, data, message=message
    )
    return await answered(scene, started, person)


PERSONAL: Final = frozenset(
    {"copies", "quietoff", "reminders", "tilestyle", "erase", "resign", "back"}
)
"""They ask for nothing that could be forged, or read it and change what is one's own."""


@pytest.mark.parametrize("action", sorted(_ACTIONS))
async def test_a_forged_button_does_nothing(game: Scene, action: str) -> None:
    scene = game
    mover = scene.people(2)[(await scene.game()).turn]
    table = await scene.table()
    before, shown = await truth(scene), [m.text for m in scene.public()]
    if action in {"erase", "resign"}:
        return

    for revision in (table.revision, 0):
        for detail in FORGED_DETAILS:
            custom_id = f"q:{action}:{table.saved.id}:{revision}:{detail}"
            await press(scene, mover, custom_id, None)
            assert action in PERSONAL or await truth(scene) == before, custom_id
    for values in FORGED_VALUES:
        for detail in ("", "RC.0"):
            custom_id = f"s:{action}:{table.saved.id}:{table.revision}:{detail}"
            await press(scene, mover, custom_id, values)
            assert action in PERSONAL or await truth(scene) == before, (custom_id, values)
    assert [m.text for m in scene.public()] == shown


@pytest.mark.parametrize("custom_id", FORGED_IDS)
async def test_a_forged_id_is_explained(game: Scene, custom_id: str) -> None:
    before = await truth(game)

    for values in (None, ("1",)):
        reply = await press(game, game.people(1)[0], custom_id, values)
        assert len(reply.text) > 10
    assert await truth(game) == before


def option(name: str, kind: int, value: Json, **more: Json) -> JsonObject:
    return {"name": name, "type": kind, "value": value, **more}


def command(name: str, *options: JsonObject) -> JsonObject:
    return {"id": "1", "name": name, "type": 1, "options": list(options)}


def inside(name: str, *options: JsonObject) -> JsonObject:
    return {"name": name, "type": 1, "options": list(options)}


FORGED_COMMANDS: Final = {
    "a command that is no more": command("play"),
    "a subcommand that is no more": command("qwirkle", inside("cheat")),
    "a group alone": command("qwirkle"),
    "too many seats": command("start", option("seats", 4, 99)),
    "fewer than none": command("start", option("bots", 4, -(2**53))),
    "a number beyond all": command("start", option("bots", 4, 10**300)),
    "a level that is none": command("start", option("level", 3, "godlike")),
    "a variant that is none": command("start", option("variant", 3, "classic open pairs")),
    "a time that is none": command("start", option("time", 3, "1s")),
    "a tiebreak that is none": command("start", option("tiebreak", 3, HOSTILE["an override"])),
    "an option that is none": command("start", option("seed", 3, "0")),
    "a direction that is none": command(
        "place", option("tiles", 3, "1"), option("at", 3, "N20"), option("direction", 3, "over")
    ),
    "no tiles": command("place"),
    "days without end": command("qwirkle", inside("away", option("days", 4, 10**12))),
    "no day": command("qwirkle", inside("away", option("days", 4, 0))),
    "an action that is none": command(
        "qwirkle", inside("privacy", option("action", 3, "delete all"))
    ),
    "a style that is none": command("qwirkle", inside("board", option("style", 3, "3d"))),
    "a width that is none": command("qwirkle-admin", inside("settings", option("width", 4, 3))),
    "a width beyond all": command("qwirkle-admin", inside("settings", option("width", 4, 10**9))),
    "a look that is none": command("qwirkle-admin", inside("settings", option("style", 3, "3d"))),
    "a reminder that is none": command("qwirkle", inside("settings", option("reminders", 3, "x"))),
}


@pytest.mark.parametrize("data", FORGED_COMMANDS.values(), ids=FORGED_COMMANDS)
async def test_a_forged_command_is_explained(game: Scene, data: JsonObject) -> None:
    mover = game.people(2)[(await game.game()).turn]
    before, shown = await truth(game), [m.text for m in game.public()]

    started = await game.standin.interactions.start(COMMAND, mover.id, game.channel, data)
    reply = await answered(game, started, mover)

    assert len(reply.text) > 10
    assert await truth(game) == before
    assert [m.text for m in game.public()] == shown


FORGED_COMPLETIONS: Final = {
    "nothing in focus": command("place", option("tiles", 3, "1")),
    "what is not completed": command("place", option("direction", 3, "r", focused=True)),
    "a number for half-typed tiles": command("place", option("tiles", 4, 7, focused=True)),
    "an option that is none": command("place", option("seed", 3, "1", focused=True)),
    "a command that is no more": command("play", option("at", 3, "N", focused=True)),
    "a number for a text": command(
        "place", option("tiles", 3, "1"), option("at", 4, 7, focused=True)
    ),
    "a number for tiles": command(
        "place", option("tiles", 4, 7), option("at", 3, "", focused=True)
    ),
}


@pytest.mark.parametrize("data", FORGED_COMPLETIONS.values(), ids=FORGED_COMPLETIONS)
async def test_a_forged_completion_offers_nothing(game: Scene, data: JsonObject) -> None:
    mover = game.people(2)[(await game.game()).turn]
    before = await truth(game)

    started = await game.standin.interactions.start(AUTOCOMPLETE, mover.id, game.channel, data)
    await mover._reply(started)
    await game.settled()

    assert not started.choices
    assert await truth(game) == before


async def test_commands_of_a_game_that_come_from_a_direct_message(game: Scene) -> None:
    [ann] = game.people(1)
    before = await truth(game)

    for data in (
        command("start"),
        command("start", option("thread", 5, value=True)),
        command("place", option("tiles", 3, "1")),
        command("exchange", option("tiles", 3, "1")),
        command("hand"),
        *[command("qwirkle", inside(name)) for name in ("undo", "skip", "resign", "scores")],
        *[command("qwirkle-admin", inside(name)) for name in ("end", "skip", "repost")],
    ):
        started = await game.standin.interactions.start(COMMAND, ann.id, ann.conversation(), data)
        await answered(game, started, ann)
        assert await truth(game) == before, data
