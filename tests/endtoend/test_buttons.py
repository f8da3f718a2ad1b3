from __future__ import annotations

import pytest

from playground.person import Person, Reply
from playground.rest import Fault
from playground.things import Message
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.notation import describe_placement
from tests.kit.bot import Scene, as_it_was, custom_id, press
from tests.kit.games import chance_from
from tests.kit.players import mover_of, open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

ARCHIVED = 50083
LATER_SECONDS = 15 * 60 + 1
"""After this the bot can no longer edit its private answers on its own."""


async def begun(scene: Scene, turns: int = 2) -> tuple[Person, Person]:
    """A game of Ann and Bo after some turns: who moves, and the other."""
    people = scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=turns)
    mover = mover_of(await scene.game(), people, pairs=False)
    return mover, people[1 - people.index(mover)]


def best_of_two(game: Game) -> tuple[list[str], str, int]:
    """A legal placement of two tiles: their places in the hand, its label, and its points."""
    hand = game.hands[game.turn]
    spot = next(s for s in legal_placements(game.board, hand) if len(s.tiles) == 2)
    tiles = [tile for _, tile in spot.tiles]
    first = hand.index(tiles[0])
    second = next(p for p, tile in enumerate(hand) if tile == tiles[1] and p != first)
    return [str(first + 1), str(second + 1)], describe_placement(spot.tiles), spot.points


async def check_nothing_failed(scene: Scene, reply: Reply) -> None:
    await scene.settled()
    assert reply.messages, "somebody was left without an answer"
    assert reply.messages[-1].ephemeral_to is not None
    assert "went wrong" not in reply.text
    assert [m for m in scene.public()[:-1] if m.buttons] == []


async def test_a_panel_outlives_a_restart_at_every_step(scene: Scene) -> None:
    mover, _ = await begun(scene)
    game = await scene.game()
    places, label, points = best_of_two(game)

    await scene.restart_bot()
    panel = (await mover.click(scene.board_message(), "My hand")).message
    await scene.restart_bot()
    await mover.choose(panel, *places)
    await scene.restart_bot()
    await mover.choose(panel, label)
    await scene.restart_bot()
    await mover.click(panel, "Back")
    await scene.restart_bot()
    await mover.choose(panel, label)
    assert f"{points} point" in panel.text
    await scene.restart_bot()
    await mover.click(panel, "Confirm")
    await scene.settled()

    after = await scene.game()
    assert len(after.history) == len(game.history) + 1
    assert after.history[-1].points == points
    assert [m for m in scene.public()[:-1] if m.buttons] == []
    await scene.restart_bot()
    await mover.click(panel, "Refresh")
    assert "is to move" in panel.text


async def test_an_exchange_outlives_a_restart_at_every_step(scene: Scene) -> None:
    mover, _ = await begun(scene)
    game = await scene.game()

    await scene.restart_bot()
    panel = (await mover.click(scene.board_message(), "Exchange")).message
    await scene.restart_bot()
    await mover.choose(panel, "1", "3")
    await scene.restart_bot()
    await mover.click(panel, "Back")
    await scene.restart_bot()
    await mover.choose(panel, "2", "4")
    assert [str(game.hands[game.turn][p]) in panel.text for p in (1, 3)] == [True, True]
    await scene.restart_bot()
    await mover.click(panel, "Confirm")
    await scene.settled()

    assert len((await scene.game()).history) == len(game.history) + 1
    assert "exchanged 2 tiles" in scene.board_message().text


async def test_a_panel_works_when_its_token_has_expired(scene: Scene) -> None:
    mover, _ = await begun(scene)
    game = await scene.game()
    places, label, _ = best_of_two(game)
    panel = (await mover.slash("hand")).message

    scene.time.passes(LATER_SECONDS)
    await mover.choose(panel, *places)
    scene.time.passes(LATER_SECONDS)
    await mover.choose(panel, label)
    scene.time.passes(LATER_SECONDS)
    await mover.click(panel, "Confirm")
    await scene.settled()

    assert len((await scene.game()).history) == len(game.history) + 1


async def panels_of_every_step(scene: Scene, mover: Person) -> list[tuple[Message, str]]:
    """A panel at each step that could act, with what is done to it: a button or an option."""
    places, label, _ = best_of_two(await scene.game())
    board = scene.board_message()

    async def panel(*steps: str | list[str]) -> Message:
        found = (await mover.click(board, str(steps[0]))).message
        for step in steps[1:]:
            await (
                mover.choose(found, *step) if isinstance(step, list) else mover.click(found, step)
            )
        return found

    return [
        (await panel("My hand"), "1"),
        (await panel("My hand", places), label),
        (await panel("My hand", places), "Back"),
        (await panel("My hand", places, [label]), "Confirm"),
        (await panel("My hand", places, [label]), "Back"),
        (await panel("Exchange"), "1"),
        (await panel("Exchange", ["1", "2"]), "Confirm"),
        (await panel("Exchange", ["1", "2"]), "Back"),
        (await panel("My hand"), "Exchange"),
    ]


async def use(person: Person, message: Message, what: str) -> Reply:
    if what in {label for label, _, _ in message.buttons}:
        return await person.click(message, what)
    return await person.choose(message, what)


async def test_a_stale_panel_shows_the_present_hand_and_does_not_act(scene: Scene) -> None:
    mover, other = await begun(scene)
    panels = await panels_of_every_step(scene, mover)
    people = sorted((mover, other), key=lambda person: person.id)
    await play_typed(scene, people, chance_from(3), turns=2)
    before, game = await scene.table(), await scene.game()
    shown = len(scene.public())

    for panel, what in panels:
        reply = await use(mover, panel, what)
        await check_nothing_failed(scene, reply)
        assert reply.message is panel
        assert "moved on" in panel.text or what == "Back"
        for place, tile in enumerate(game.hands[people.index(mover)], start=1):
            assert f"{place} {tile} {tile.words}" in panel.text
    assert await scene.table() == before
    assert len(scene.public()) == shown


async def test_a_panel_after_the_end_does_not_act(scene: Scene) -> None:
    mover, other = await begun(scene)
    panels = await panels_of_every_step(scene, mover)
    await other.click((await other.slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    before = await scene.table()
    assert before.game is not None
    assert before.game.result is not None

    for panel, what in panels:
        reply = await use(mover, panel, what)
        await scene.settled()
        assert "over" in reply.messages[-1].text
        assert reply.messages[-1].ephemeral_to == mover.id
    assert await scene.table() == before


async def test_whoever_does_not_resign_after_all_is_back_at_their_hand(scene: Scene) -> None:
    mover, _ = await begun(scene)
    before = await scene.table()

    question = (await mover.slash("qwirkle resign")).message
    await mover.click(question, "Back")

    assert "Your hand" in question.text
    assert await scene.table() == before


async def test_a_finished_games_buttons_keep_to_their_game(scene: Scene) -> None:
    mover, other = await begun(scene)
    panels = await panels_of_every_step(scene, mover)
    old_board = as_it_was(scene.board_message())
    resigning = (await other.slash("qwirkle resign")).message
    asked_again = as_it_was(resigning)
    await other.click(resigning, "Resign")
    await scene.settled()
    first = await scene.table()
    over = scene.board_message()
    await open_game(scene, [other, mover])
    before = await scene.table()
    assert before.saved.id != first.saved.id

    sheet = await mover.click(over, "Score sheet")
    assert "resigned" in sheet.text
    record = await mover.click(over, "Record")
    assert first.saved.id in record.message.attachments[0].filename
    assert "from the seed to the last move" in record.text
    for panel, what in panels:
        reply = await use(mover, panel, what)
        assert "over" in reply.messages[-1].text
    for label, button, disabled in old_board.buttons:
        if not disabled:
            reply = await press(scene, mover, as_it_was(old_board), button)
            assert reply.messages[-1].ephemeral_to == mover.id, label
    reply = await press(scene, other, asked_again, custom_id(asked_again, "Resign"))
    assert "over" in reply.messages[-1].text
    await scene.settled()
    assert await scene.table() == before


async def test_an_old_boards_buttons_show_the_present(scene: Scene) -> None:
    mover, other = await begun(scene)
    old = as_it_was(scene.board_message())
    people = sorted((mover, other), key=lambda person: person.id)
    await play_typed(scene, people, chance_from(3), turns=2)
    before = await scene.table()
    assert before.game is not None

    for person in people:
        hand = before.game.hands[people.index(person)]
        for label, button, disabled in old.buttons:
            reply = await press(scene, person, as_it_was(old), button)
            assert not disabled
            assert reply.ephemeral
            if label in {"My hand", "Place"}:
                assert all(tile.words in reply.text for tile in hand)
    assert await scene.table() == before


async def test_a_board_serves_whoever_presses(scene: Scene) -> None:
    mover, other = await begun(scene)
    cy, game = scene.people()[2], await scene.game()
    board = scene.board_message()

    for person in (mover, other):
        seat = game.turn if person is mover else 1 - game.turn
        reply = await person.click(board, "My hand")
        assert reply.message.ephemeral_to == person.id
        assert all(tile.words in reply.text for tile in game.hands[seat])
        assert ("Pick tiles" in str(reply.message.selects)) == (person is mover)
    for label in ("My hand", "Place", "Exchange"):
        reply = await cy.click(board, label)
        assert reply.message.ephemeral_to == cy.id
        assert "no seat" in reply.text
    more = await cy.click(board, "More")
    assert "1." in (await cy.click(more.message, "Scores")).text
    assert "The goal" in (await cy.click(more.message, "Rules")).text
    assert [label for label, _, _ in more.message.buttons] == ["Scores", "Rules"]
    assert board.buttons
    assert await scene.game() == game


async def test_more_offers_what_the_game_allows(scene: Scene) -> None:
    ann, bo = scene.people(2)
    await open_game(scene, [ann, bo], hints=True)
    mover = mover_of(await scene.game(), [ann, bo], pairs=False)

    more = await mover.click(scene.board_message(), "More")
    hint = await mover.click(more.message, "Hint")

    best = max(
        legal_placements({}, (await scene.game()).hands[(await scene.game()).turn]),
        key=lambda spot: spot.points,
    )
    assert f"{best.points} point" in hint.text
    assert hint.ephemeral
    assert hint.text == (await mover.slash("qwirkle hint")).text
    other = bo if mover is ann else ann
    assert "player to move" in (await other.slash("qwirkle hint")).text


async def test_hints_are_off_unless_allowed(scene: Scene) -> None:
    mover, _ = await begun(scene, turns=1)

    assert "without hints" in (await mover.slash("qwirkle hint")).text
    more = await mover.click(scene.board_message(), "More")
    assert "Hint" not in [label for label, _, _ in more.message.buttons]


async def test_resigning_asks_first_and_is_told(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo, cy])
    await play_typed(scene, [ann, bo, cy], chance_from(1), turns=4)
    before = await scene.game()

    question = (await ann.slash("qwirkle resign")).message
    assert question.ephemeral_to == ann.id
    assert await scene.game() == before
    await ann.click(question, "Resign")
    await scene.settled()

    game = await scene.game()
    assert game.playing == {1, 2}
    assert "**Ann** resigned" in scene.board_message().text
    assert game.turn != 0
    again = (await ann.slash("qwirkle resign")).message
    reply = await ann.click(again, "Resign") if again.buttons else None
    assert await scene.game() == game
    assert reply is None or reply.messages[-1].ephemeral_to == ann.id
    for command in ("hand", "qwirkle board", "qwirkle scores"):
        assert (await ann.slash(command)).ephemeral
    for label, _, disabled in scene.board_message().buttons:
        if not disabled:
            await ann.click(scene.board_message(), label)
    await play_typed(scene, [ann, bo, cy], chance_from(1), turns=3)


@pytest.mark.parametrize(
    "unknown",
    [
        pytest.param("q:gone:1:1:", id="an action that is no more"),
        pytest.param("q:hand:99999999999999999999:1:", id="a game that never was"),
        pytest.param("hand", id="an id of another kind"),
        pytest.param("q:lay:{game}:{revision}:RCRC.0.0.r", id="tiles that are not there"),
        pytest.param("q:swapdo:{game}:{revision}:RCRCRC", id="tiles that are not in the hand"),
    ],
)
async def test_an_unknown_button_is_answered(scene: Scene, unknown: str) -> None:
    mover, _ = await begun(scene)
    panel = (await mover.slash("hand")).message
    table = await scene.table()
    unknown = unknown.format(game=table.saved.id, revision=table.revision)
    panel.components[-1]["components"][0]["custom_id"] = unknown

    reply = await press(scene, mover, panel, unknown)
    await scene.settled()

    assert reply.messages[-1].ephemeral_to == mover.id
    assert reply.messages[-1].text
    assert await scene.table() == table


async def test_only_the_newest_board_has_buttons(scene: Scene) -> None:
    people = scene.people(3)
    await open_game(scene, people, variant="sprint")

    async def check(*_: object) -> None:
        assert [bool(m.buttons) for m in scene.public()[1:]] == [False] * (
            len(scene.public()) - 2
        ) + [True]

    await play_typed(scene, people, chance_from(1), after=check)


async def test_a_board_that_was_deleted_does_not_stop_the_game(scene: Scene) -> None:
    mover, other = await begun(scene)
    scene.standin.world.delete(scene.board_message())
    scene.expected.add(10008)

    people = sorted((mover, other), key=lambda person: person.id)
    await play_typed(scene, people, chance_from(1), turns=2)

    assert scene.board_message().buttons


async def test_an_old_exchange_button_works_when_the_bag_is_empty(long_scene: Scene) -> None:
    scene, people = long_scene, long_scene.people(2)
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=1)
    old = as_it_was(scene.board_message())
    chance = chance_from(2)
    while (await scene.game()).bag:
        await play_typed(scene, people, chance, turns=1)
    before = await scene.table()

    for person in people:
        reply = await press(scene, person, as_it_was(old), custom_id(old, "Exchange"))
        await check_nothing_failed(scene, reply)
        assert "went wrong" not in reply.text
    assert await scene.table() == before


async def test_an_old_board_that_cannot_be_edited_does_not_stop_the_game(scene: Scene) -> None:
    mover, _ = await begun(scene)
    scene.expected.add(ARCHIVED)
    scene.standin.faults.append(Fault("PATCH", r"/channels/\d+/messages/\d+$", 400, ARCHIVED))

    reply = await mover.slash("exchange", tiles="1")
    await scene.settled()

    assert len(reply.messages) == 1
    assert scene.board_message().buttons
    assert [line for line in scene.log.own_lines() if "owed" in line] == []
