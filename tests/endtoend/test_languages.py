"""Everybody is addressed in their own language, and a channel in its server's, all along a story.

The languages here only mark what they translate: a sentence that nobody can translate has no marks,
and one that was built in the wrong language has the wrong ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Final

import pytest

from cogs import _telling
from cogs._client import QwirkleClient
from playground.gateway import Session
from playground.person import Person, Reply
from playground.things import Channel, Message
from playground.wire import JsonObject
from qwirkle_bot import turns
from qwirkle_bot.calendar import DAY_MS, HOUR_MS
from qwirkle_bot.change import change_game
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.keys import game_key
from tests.kit.acts import boards, labels, last_mover, to_move
from tests.kit.bot import Scene
from tests.kit.faults import forgive
from tests.kit.games import chance_from
from tests.kit.marked import MARKS, PERSONS, faults_of, form_faults, speak_marked, unmarked
from tests.kit.players import open_game, play_typed
from tests.kit.waking import clocks, let_pass, reminders

LOCALES: Final = {"de", "es-419", "es-ES", "fr", "nl", "pt-BR"}

pytestmark = pytest.mark.usefixtures("known_deal")


class Story:
    """Acts, after each of which nobody must have read a word in another's language."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    async def slash(
        self,
        person: Person,
        command: str,
        channel: Channel | None = None,
        **options: str | int | bool | Person,
    ) -> Message:
        return await self._after(await person.slash(command, channel=channel, **options))

    async def click(self, person: Person, message: Message, label: str) -> Message:
        return await self._after(await person.click(message, label))

    async def choose(
        self, person: Person, message: Message, *values: str, custom_id: str | None = None
    ) -> Message:
        return await self._after(await person.choose(message, *values, custom_id=custom_id))

    async def passes(self, ms: int) -> None:
        await let_pass(self.scene, ms)
        self.check()

    def check(self) -> None:
        assert faults_of(self.scene) == []

    async def _after(self, reply: Reply) -> Message:
        await self.scene.settled()
        self.check()
        return reply.messages[0] if reply.messages else self.scene.board_message()


async def tap_a_move(story: Story, mover: Person) -> None:
    """Make a move by taps, and turn back once at each step."""
    game = await story.scene.game()
    tile = next(spot.tiles[0][1] for spot in legal_placements(game.board, game.hands[game.turn]))
    panel = await story.click(mover, story.scene.board_message(), "My hand")
    for back in (True, False):
        await story.choose(mover, panel, str(game.hands[game.turn].index(tile) + 1))
        if back:
            await story.click(mover, panel, "Back")
    await story.choose(mover, panel, panel.selects[0]["options"][0]["value"])
    await story.click(mover, panel, "Back")
    await story.click(mover, panel, "Back")
    await story.click(mover, panel, "Exchange")
    await story.choose(mover, panel, "1", "2")
    await story.click(mover, panel, "Confirm")


async def open_form(story: Story, person: Person) -> None:
    """Open the form for quiet hours, and send what cannot be read."""
    reply = await person.click(await story.slash(person, "qwirkle settings"), "Quiet hours")
    assert reply.modal is not None
    assert form_faults(reply.modal) == []
    await person.submit(reply.modal, start="25", end="7", zone="Berlin")
    story.check()


@pytest.fixture
async def story(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Story:
    await speak_marked(scene, monkeypatch)
    return Story(scene)


async def test_a_game_is_told_to_the_channel_and_a_hand_to_its_player(story: Story) -> None:
    scene = story.scene
    ann, bo, cy, _ = scene.people()
    lobby = await story.slash(ann, "start", opponent1=bo, seats=2, time="1d", hints=True)
    for person, label in ((bo, "Begin"), (ann, "Add bot"), (cy, "Join"), (bo, "Cancel")):
        await story.click(person, lobby, label)
    await story.slash(bo, "hand")
    await story.click(bo, lobby, "Join")
    people = [ann, bo]
    mover, _ = await to_move(scene, people)
    for tiles in ("xx", "circle", "1 1", "9", "N20", "1"):
        await story.slash(mover, "place", tiles=tiles)
    await play_typed(scene, people, chance_from(1), turns=1)
    mover, _ = await to_move(scene, people)
    for at in ("A1", "N20", "x"):
        await story.slash(mover, "place", tiles="1", at=at)
    await tap_a_move(story, mover)
    await play_typed(scene, people, chance_from(2), turns=4)
    board = boards(scene)[-1]
    for label in ("My hand", "Exchange", "More"):
        await story.click(ann, board, label)
        await story.click(cy, board, label)
    await story.click(ann, await story.click(ann, board, "More"), "Resign")


async def test_a_table_decides_together_in_the_servers_language(story: Story) -> None:
    scene = story.scene
    ann, bo, cy, di = scene.people()
    people = [ann, bo, cy]
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=3)
    asker, [agrees, declines] = await last_mover(scene, people)
    await story.slash(asker, "qwirkle undo")
    board = boards(scene)[0]
    await story.click(asker, board, "Agree")
    await story.click(agrees, board, "Agree")
    await story.click(declines, board, "Decline")
    mover, [voter, _] = await to_move(scene, people)
    await story.slash(voter, "qwirkle skip")
    await story.passes(3 * DAY_MS + HOUR_MS)
    await story.slash(voter, "qwirkle skip")
    await story.slash(mover, "qwirkle substitute", player=di)
    offer = scene.board_message()
    await story.click(voter, offer, "Take the seat")
    await story.click(di, offer, "Take the seat")
    await story.slash(di, "qwirkle substitute", player=mover)
    again = await story.slash(di, "qwirkle substitute", player=mover)
    assert "Withdraw the offer" in labels(again)
    await story.click(di, again, "Withdraw the offer")
    await story.slash(di, "qwirkle resign")
    left = next(person for person in people if person is not mover)
    await story.click(left, await story.slash(left, "qwirkle resign"), "Resign")
    await story.click(di, await story.slash(di, "qwirkle resign"), "Resign")
    over = scene.board_message()
    assert "Rematch" in labels(over)
    await story.click(mover, over, "Rematch")
    await story.click(di, over, "Rematch")
    await story.click(mover, over, "Score sheet")
    await story.slash(mover, "start")
    await story.slash(mover, "start", channel=scene.standin.channel("games"), thread=True)
    assert any(channel.is_thread for channel in scene.standin.world.channels.values())


async def test_persons_read_what_is_theirs_in_their_own_language(story: Story) -> None:
    scene = story.scene
    ann, bo = people = scene.people(2)
    direct = ann.conversation()
    await open_game(scene, people, hints=True)
    await play_typed(scene, people, chance_from(1), turns=2)
    for command in ("settings", "games", "back", "hint", "board", "scores", "record", "rules"):
        await story.slash(ann, f"qwirkle {command}")
    await story.slash(ann, "qwirkle board", style="picture")
    await story.slash(ann, "qwirkle away", days=3)
    await story.slash(ann, "qwirkle away", days=14)
    await story.slash(ann, "qwirkle settings", channel=direct, quiet="22-7 Berlin", dm=True)
    await story.slash(ann, "qwirkle settings", channel=direct, quiet="at night")
    panel = await story.slash(ann, "qwirkle settings")
    for style in ("text", "picture"):
        await story.choose(ann, panel, style, custom_id="s:tilestyle:0:0:")
        await story.slash(ann, "hand")
    form = (await ann.click(panel, "Quiet hours")).modal
    assert form is not None
    labels_of_form = [form.title, *(str(part["label"]) for part in form.components)]
    assert [unmarked(label, MARKS[PERSONS]) for label in labels_of_form] == [""] * 4
    await story.slash(ann, "qwirkle games", channel=direct)
    await open_form(story, ann)
    await story.slash(ann, "qwirkle privacy", action="show")
    await play_typed(scene, people, chance_from(1), turns=2)
    story.check()
    deletion = await story.slash(bo, "qwirkle privacy", action="delete")
    await story.click(bo, deletion, "Delete everything")
    await story.slash(bo, "qwirkle games")


async def test_moderators_are_answered_in_their_own_language(story: Story) -> None:
    scene = story.scene
    ann, bo, cy, _ = scene.people()
    await story.slash(ann, "qwirkle-admin end")
    for options in (
        {},
        {"threads": False},
        {"games_in": str(scene.channel.id)},
        {"style": "text"},
        {"style": "picture"},
    ):
        await story.slash(ann, "qwirkle-admin settings", **options)
    await story.slash(bo, "start", channel=scene.standin.channel("games"))
    await open_game(scene, [ann, bo])
    await story.slash(ann, "qwirkle-admin skip")
    await story.slash(ann, "qwirkle-admin replace", player=bo, newcomer=cy)
    await story.slash(ann, "qwirkle-admin repost")
    await story.slash(ann, "qwirkle-admin end")


async def test_the_clock_speaks_the_servers_language(story: Story) -> None:
    scene = story.scene
    people = scene.people(2)
    await open_game(scene, people, time="1h")
    await play_typed(scene, people, chance_from(1), turns=2)
    [clock] = clocks(scene)
    await clock.beat()
    scene.time.passes(30 * 60)
    await clock.beat()  # There was none between, so this half an hour counts for nobody.
    await story.passes(0)
    assert scene.board_message().edited is not None
    await story.passes(HOUR_MS)
    assert reminders(scene)
    mover, _ = await to_move(scene, people)
    await story.click(mover, reminders(scene)[0], "Quiet this turn")
    await story.passes(28 * DAY_MS)
    await story.passes(3 * DAY_MS)
    assert "closed" in scene.board_message().text


async def test_a_channel_reads_its_servers_language_before_the_bot_knows_the_server(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.stop_bot()
    scene.standin.world.guild_locale = "fr"
    add = Session.add
    with monkeypatch.context() as patch:
        # After READY, Discord tells of one server after another.
        patch.setattr(Session, "add", lambda s, t, d: None if t == "GUILD_CREATE" else add(s, t, d))
        await scene.start_bot()
        ann, bo, *_ = scene.people()

        await ann.slash("start", opponent1=bo)
        await scene.settled()

    assert "sans limite de temps" in scene.board_message().text


async def served_elsewhere(scene: Scene) -> QwirkleClient:
    """A game on a French server, and then a bot alone that serves other servers than that."""
    await scene.stop_bot()
    scene.standin.world.guild_locale = "fr"
    own = (scene.standin.world.guild_id >> 22) % 2
    bot = await scene.start_bot(shard=(own, 2))
    await open_game(scene, scene.people(2))
    await scene.stop_bot(bot)
    return await scene.start_bot(shard=(1 - own, 2))


async def test_a_board_is_told_in_its_servers_language_by_any_process(scene: Scene) -> None:
    bot = await served_elsewhere(scene)
    table = await scene.table()
    judge = partial(turns.resign, user_id=scene.people(1)[0].id)
    outcome = await change_game(
        scene.store, table.saved.channel_id, request_id="1", judge=judge, now=bot.moment(), by=None
    )

    await _telling.tell(bot, outcome.table)

    assert "Fin de la partie" in scene.board_message().text


async def test_a_reminder_is_told_in_its_servers_language_by_any_process(scene: Scene) -> None:
    await served_elsewhere(scene)

    await let_pass(scene, DAY_MS)

    [reminder] = reminders(scene)
    assert "les autres attendent" in reminder.text
    [board] = boards(scene)
    place = f"{scene.standin.world.guild_id}/{scene.channel.id}"
    assert f"/channels/{place}/{board.id})" in reminder.text


async def test_lost_moves_are_told_in_the_servers_language(story: Story) -> None:
    scene = story.scene
    people = scene.people(2)
    await open_game(scene, people)
    key = game_key(scene.channel.id)
    older = await scene.store._client.read("HGETALL", key)
    await play_typed(scene, people, chance_from(1), turns=2)
    await scene.store._client.read("DEL", key)
    await scene.store._client.read("HSET", key, *chain.from_iterable(older.items()))
    await story.slash(people[0], "hand")
    *_, notice, _ = scene.public()
    assert "broke down" in notice.text
    forgive(scene, "the store lost moves")


def described(command: JsonObject) -> Iterator[JsonObject]:
    """A command, its subcommands and all of their options."""
    yield command
    for option in command.get("options") or ():
        yield from described(option)


async def test_commands_are_described_in_all_languages_and_named_in_english(scene: Scene) -> None:
    parts = [part for command in scene.standin.world.all_commands() for part in described(command)]
    choices = [choice for part in parts for choice in part.get("choices") or ()]

    assert parts
    assert choices
    assert [part["name"] for part in parts if not said(part).keys() >= LOCALES] == []
    assert [part for part in parts + choices if part.get("name_localizations")] == []
    [start] = [part for part in parts if part["name"] == "start"]
    assert said(start)["de"] == "Eine Partie Qwirkle in diesem Kanal eröffnen."
    assert said(start)["es-419"] == said(start)["es-ES"]


def said(part: JsonObject) -> dict[str, str]:
    """The descriptions by locale."""
    return dict(part.get("description_localizations") or {})


def test_what_the_marks_find() -> None:
    assert unmarked("⟦{who} is ⟦red⟧⟧ here", ("⟦", "⟧")) == " here"
