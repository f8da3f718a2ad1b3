"""Settings, own games, being away, and direct messages, through Discord."""

from __future__ import annotations

import re

import pytest

from cogs.people import has_moved
from playground.person import Person
from playground.rest import Fault
from playground.things import Channel
from qwirkle_bot.calendar import DAY_MS
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.people import QuietHours, Reminders, TileStyle
from qwirkle_bot.store import Commit, Store
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_tapped, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

DAY_SECONDS = DAY_MS // 1000
CLOSED = 50007


async def move_once(scene: Scene, people: list[Person]) -> None:
    await play_typed(scene, people, chance_from(1), turns=1)


async def open_elsewhere(scene: Scene, people: list[Person], **options: str) -> None:
    await open_game(scene, people, channel=scene.standin.channel("games"), **options)


async def mover(scene: Scene, people: list[Person]) -> Person:
    game = await scene.game()
    return people[game.turn]


async def test_settings_are_shown_to_their_owner_alone_and_changed_by_taps(scene: Scene) -> None:
    [ann] = scene.people(1)
    reply = await ann.slash("qwirkle settings")
    assert reply.ephemeral
    assert "Reminders: **normal**" in reply.text
    panel = reply.message

    await ann.choose(panel, "once", custom_id="s:reminders:0:0:")
    await ann.choose(panel, "text", custom_id="s:tilestyle:0:0:")
    await ann.click(panel, "Send me direct messages")
    await scene.settled()

    assert "Reminders: **once**" in panel.text
    settings = await settings_of(scene.store, ann.id)
    assert settings.reminders is Reminders.ONCE
    assert settings.tiles is TileStyle.TEXT
    assert settings.copies
    await ann.click(panel, "Stop direct messages")
    assert not (await settings_of(scene.store, ann.id)).copies


@pytest.mark.parametrize("direct", [False, True], ids=["in a channel", "in a direct message"])
async def test_settings_by_options(scene: Scene, direct: bool) -> None:
    [ann] = scene.people(1)
    place = ann.conversation() if direct else scene.channel

    reply = await ann.slash(
        "qwirkle settings",
        channel=place,
        reminders="off",
        quiet="22-7 europe/berlin",
        dm=True,
    )

    settings = await settings_of(scene.store, ann.id)
    assert settings.reminders is Reminders.OFF
    assert settings.quiet == QuietHours(start="22:00", end="07:00", zone="Europe/Berlin")
    assert settings.copies
    assert "22:00 to 07:00, Europe/Berlin" in reply.text
    await ann.click(reply.message, "No quiet hours")
    assert (await settings_of(scene.store, ann.id)).quiet is None


async def test_wrong_quiet_hours_change_nothing_and_are_explained(scene: Scene) -> None:
    [ann] = scene.people(1)

    reply = await ann.slash("qwirkle settings", reminders="off", quiet="22:00-07:00 Nowhere")

    assert reply.ephemeral
    assert "no time zone" in reply.text
    assert "Europe/Berlin" in reply.text
    assert (await settings_of(scene.store, ann.id)).reminders is Reminders.NORMAL


async def test_the_panel_works_after_a_restart(scene: Scene) -> None:
    [ann] = scene.people(1)
    panel = (await ann.slash("qwirkle settings")).message
    await scene.restart_bot()

    await ann.choose(panel, "off", custom_id="s:reminders:0:0:")

    assert "Reminders: **off**" in panel.text


@pytest.mark.parametrize("direct", [False, True], ids=["in a channel", "in a direct message"])
async def test_own_games_with_links_yours_to_move_first(scene: Scene, direct: bool) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await open_elsewhere(scene, people)
    first = await mover(scene, people)
    await move_once(scene, people)
    second = await mover(scene, people)
    assert second is not first
    other = scene.standin.channel("games")
    other_mover = people[(await scene.game(other)).turn]
    assert other_mover is not second

    for person in people:
        place = person.conversation() if direct else scene.channel
        reply = await person.slash("qwirkle games", channel=place)

        assert reply.ephemeral
        for channel in (scene.channel, other):
            board = scene.board_message(channel)
            link = f"https://discord.com/channels/{scene.standin.world.guild_id}"
            assert f"{link}/{channel.id}/{board.id}" in reply.text
        lines = [line for line in reply.text.splitlines() if "board" in line]
        own = [person is second, person is other_mover]
        assert [line.startswith("**Your turn**") for line in lines] == sorted(own, reverse=True)


async def test_the_game_whose_time_is_over_first_comes_first(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, time="7d")
    await open_elsewhere(scene, people, time="1h")
    to_move = await mover(scene, people)

    reply = await to_move.slash("qwirkle games")

    lines = [line for line in reply.text.splitlines() if line.startswith("**Your turn**")]
    assert [f"<#{scene.channel.id}>" in line for line in lines] == [False, True]
    deadlines = [int(unix) for line in lines for unix in re.findall(r"<t:(\d+):R>", line)]
    hours = [(unix - scene.time.seconds()) / 3600 for unix in deadlines]
    assert hours == [4, 7 * 24 * 4]


async def test_whoever_is_in_no_game_is_told_so(scene: Scene) -> None:
    reply = await scene.people(1)[0].slash("qwirkle games")

    assert "in no game" in reply.text


async def test_a_game_that_was_left_is_not_shown(scene: Scene) -> None:
    people = scene.people(3)
    await open_game(scene, people)
    reply = await people[0].slash("qwirkle resign")
    await people[0].click(reply.message, "Resign")
    await scene.settled()

    assert "in no game" in (await people[0].slash("qwirkle games")).text
    assert "board" in (await people[1].slash("qwirkle games")).text


async def test_a_game_that_the_list_misses_is_added_by_any_command_in_it(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    for person in people:
        await scene.store.people.forget(person.id)

    await people[0].slash("hand")
    await people[1].click(scene.board_message(), "My hand")
    await scene.settled()

    for person in people:
        assert "board" in (await person.slash("qwirkle games")).text


async def test_more_games_than_fit_are_counted(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    stored = await scene.store.load(scene.channel.id)
    assert stored is not None
    for number in range(60):
        channel_id = scene.channel.id + (number + 1 << 22)
        text = stored.game.replace(f'"channel_id":{scene.channel.id}', f'"channel_id":{channel_id}')
        game_id = re.search(r'"id":"([0-9]+)"', text)
        assert game_id is not None
        await put(scene.store, channel_id, text)
        await scene.store.people.add_game(people[0].id, f"{channel_id}:{game_id[1]}")

    reply = await people[0].slash("qwirkle games")

    shown = reply.text.count("https://")
    counted = re.search(r"and (\d+) more games", reply.text)
    assert counted is not None
    assert shown + int(counted[1]) == 61


async def put(store: Store, channel_id: int, game: str) -> None:
    await store.commit(Commit(channel_id, "put", 0, game, None))


async def test_away_reaches_all_games_and_ends_with_the_first_move_anywhere(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    await open_elsewhere(scene, people)
    away = await mover(scene, people)
    other = scene.standin.channel("games")

    reply = await away.slash("qwirkle away", days=7, channel=away.conversation())
    assert reply.ephemeral
    assert "2 games" in reply.text
    until_ms = scene.time.ms + 7 * DAY_MS
    assert f"<t:{until_ms // 1000}:f>" in reply.text
    for channel in (scene.channel, other):
        assert await absences(scene, channel) == [(away.id, until_ms)]

    scene.time.passes(2 * DAY_SECONDS)
    await move_once(scene, people)
    await scene.settled()

    for channel in (scene.channel, other):
        assert [until for _, until in await absences(scene, channel)] in (
            [],
            [scene.time.ms],
        )
    assert (await settings_of(scene.store, away.id)).away_at(scene.time.ms) is None
    told = [message.text for message in away.sees() if message.ephemeral_to == away.id]
    assert "Welcome back" in told[-1]


async def test_away_ends_with_a_tapped_move_too(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people, variant="sprint")
    away = people[1]
    await away.slash("qwirkle away", days=14)
    assert (await settings_of(scene.store, away.id)).away_at(scene.time.ms) is not None

    await play_tapped(scene, people, chance_from(2))
    await scene.settled()

    assert (await settings_of(scene.store, away.id)).away_at(scene.time.ms) is None


async def test_the_move_of_another_ends_nobodys_absence(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    mover_now = await mover(scene, people)
    away = next(person for person in people if person is not mover_now)
    await away.slash("qwirkle away", days=14)

    await move_once(scene, people)
    await away.slash("hand")
    await scene.settled()

    assert has_moved(await scene.table(), mover_now.id, 0)
    assert not has_moved(await scene.table(), away.id, 0)
    assert (await settings_of(scene.store, away.id)).away_at(scene.time.ms) is not None


async def test_back(scene: Scene) -> None:
    people = scene.people(2)
    await open_game(scene, people)
    ann = people[0]
    await ann.slash("qwirkle away", days=3)
    scene.time.passes(DAY_SECONDS)

    reply = await ann.slash("qwirkle back")

    assert "Welcome back" in reply.text
    assert [until for _, until in await absences(scene, scene.channel)] in ([], [scene.time.ms])
    assert "not away" in (await ann.slash("qwirkle back")).text


async def test_too_long_away_is_refused_with_what_is_left(scene: Scene) -> None:
    [ann] = scene.people(1)
    await ann.slash("qwirkle away", days=14)

    scene.time.passes(14 * DAY_SECONDS)
    reply = await ann.slash("qwirkle away", days=1)

    assert reply.ephemeral
    assert "14 days at once" in reply.text


async def absences(scene: Scene, channel: Channel) -> list[tuple[int, int]]:
    table = await scene.table(channel)
    assert table.saved.clock is not None
    return [(a.user_id, a.until_ms) for a in table.saved.clock.absences]


def direct_messages(scene: Scene, person: Person) -> list[str]:
    conversation = scene.standin.world.conversation(person.id)
    return [message.text for message in person.sees(conversation) if message.ephemeral_to is None]


async def test_a_direct_message_for_those_who_asked_for_it(scene: Scene) -> None:
    people = scene.people(2)
    ann, bo = people
    await ann.slash("qwirkle settings", dm=True)
    await open_game(scene, people)
    turns = 1 if await mover(scene, people) is ann else 0

    for _ in range(4):
        await move_once(scene, people)
        await scene.settled()
        turns += await mover(scene, people) is ann
    board = scene.board_message()

    sent = direct_messages(scene, ann)
    assert len(sent) == turns >= 2
    assert direct_messages(scene, bo) == []
    if await mover(scene, people) is ann:
        assert f"/{scene.channel.id}/{board.id}" in sent[-1]
    assert f"<#{scene.channel.id}>" in sent[-1]
    game = await scene.game()
    for tile in game.hands[0]:
        assert str(tile) not in sent[-1]
        assert tile.words not in sent[-1]


async def test_a_direct_message_speaks_as_it_was_asked_for(scene: Scene) -> None:
    people = scene.people(2)
    for person in people:
        person.speak("de")
        await person.slash("qwirkle settings", dm=True)

    await open_game(scene, people)
    await scene.settled()

    [first] = [text for person in people for text in direct_messages(scene, person)]
    assert "bist du am Zug" in first


async def test_direct_messages_stop_where_they_are_closed_and_that_is_told(scene: Scene) -> None:
    scene.expected.add(CLOSED)
    people = scene.people(2)
    for person in people:
        await person.slash("qwirkle settings", dm=True)
        scene.standin.world.refuses_dms.add(person.id)
    await open_game(scene, people)
    refused = await mover(scene, people)
    other = next(person for person in people if person is not refused)
    own = await settings_of(scene.store, refused.id)
    assert (own.copies, own.copies_locale) == (False, None)
    assert (await settings_of(scene.store, other.id)).copies

    for _ in range(2):
        await refused.slash("hand")
        await scene.settled()

    told = [m for m in refused.sees() if "messages about your turns are off" in m.text]
    assert [message.ephemeral_to for message in told] == [refused.id]


async def test_a_message_that_fails_costs_nothing_else(scene: Scene) -> None:
    people = scene.people(2)
    for person in people:
        await person.slash("qwirkle settings", dm=True)
    scene.expected.add(50001)
    scene.standin.faults.append(
        Fault(method="POST", path_regex=r"/users/@me/channels$", status=403, code=50001)
    )
    board = await open_game(scene, people)

    assert board.buttons
    for person in people:
        assert (await settings_of(scene.store, person.id)).copies


async def test_whoever_is_away_when_a_game_begins_is_away_in_it(scene: Scene) -> None:
    people = scene.people(2)
    ann = people[0]
    reply = await ann.slash("start", seats=2)
    await ann.slash("qwirkle away", days=3)
    await people[1].click(reply.message, "Join")
    await scene.settled()

    assert [user for user, _ in await absences(scene, scene.channel)] == [ann.id]
    boards = [message for message in scene.public() if message.buttons]
    assert len(boards) == 1


async def test_one_direct_message_a_turn_however_often_its_board_is_drawn_again(
    scene: Scene,
) -> None:
    people = scene.people(2)
    for person in people:
        await person.slash("qwirkle settings", dm=True)
    await open_game(scene, people)
    to_move = await mover(scene, people)
    waiting = next(person for person in people if person is not to_move)
    scene.time.passes(DAY_SECONDS)

    await waiting.slash("qwirkle away", days=2)
    await scene.settled()

    assert (await scene.table()).told is not None
    assert len(direct_messages(scene, to_move)) == 1
    assert direct_messages(scene, waiting) == []
