"""Undo, skip votes, substitutes, claimed wins and rematches, through Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from playground.person import Person
from playground.rest import Fault
from playground.things import Message
from qwirkle_bot.calendar import HOUR_MS, SECOND_MS
from qwirkle_bot.clocks import GRACE_MS
from qwirkle_bot.engine.moves import Exchange, Skip, TakeBack
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.views import SeatView, view_of
from tests.kit.bot import Scene, as_it_was, custom_id, press
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

THREE_DAYS = 72 * 60 * 60
TURN_SECONDS = (4 * HOUR_MS + GRACE_MS) // SECOND_MS
"""All that a seat's first turn has at an hour a turn."""


async def after_moves(scene: Scene, people: Sequence[Person], moves: int = 2) -> None:
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=moves)


async def last_mover(scene: Scene, people: Sequence[Person]) -> tuple[Person, list[Person]]:
    """Who made the last move, and the others."""
    mover = people[(await scene.game()).history[-1].move.seat]
    return mover, [person for person in people if person is not mover]


async def to_move(scene: Scene, people: Sequence[Person]) -> tuple[Person, list[Person]]:
    mover = people[(await scene.game()).turn]
    return mover, [person for person in people if person is not mover]


async def slash(scene: Scene, person: Person, command: str, **options: str | Person) -> str:
    """Give a command, and wait for all that comes of it; what its user was told, privately."""
    reply = await person.slash(command, channel=None, **options)
    await scene.settled()
    assert all(message.ephemeral_to == person.id for message in reply.messages)
    return reply.text


async def click(scene: Scene, person: Person, message: Message, label: str) -> str:
    reply = await person.click(message, label)
    await scene.settled()
    return reply.text


def labels(message: Message) -> list[str]:
    return [label for label, _, _ in message.buttons]


def boards(scene: Scene) -> list[Message]:
    """The messages that carry the buttons of the game."""
    return [m for m in scene.public() if "My hand" in labels(m)]


def questions(scene: Scene) -> list[Message]:
    """The messages that ask for an undo, beside the board."""
    return [m for m in scene.public() if "Agree" in labels(m) and "My hand" not in labels(m)]


async def skips(scene: Scene) -> int:
    return sum(isinstance(turn.move, Skip) for turn in (await scene.game()).history)


@pytest.mark.parametrize("count", [2, 3, 4])
async def test_a_move_is_taken_back_with_everybodys_word(scene: Scene, count: int) -> None:
    people = scene.people(count)
    await after_moves(scene, people)
    before = await scene.game()
    await play_typed(scene, people, chance_from(1), turns=1)
    asker, others = await last_mover(scene, people)

    told = await slash(scene, asker, "qwirkle undo")

    [board], [question] = boards(scene), questions(scene)
    assert all(other.name in told for other in others)
    assert "take the last move back" in board.text
    assert sorted(question.mentions) == sorted(other.id for other in others)
    assert f"/{board.id})" in question.text
    for asked, other in enumerate(others):
        assert len((await scene.game()).history) == len(before.history) + 1
        await click(scene, other, (question, board)[asked % 2], "Agree")
    game = await scene.game()
    assert isinstance(game.history[-1].move, TakeBack)
    assert (game.board, game.scores, game.turn) == (before.board, before.scores, before.turn)
    assert sorted(map(str, game.hands[game.turn])) == sorted(map(str, before.hands[game.turn]))
    assert question.deleted
    assert questions(scene) == []
    [board] = boards(scene)
    assert "took the last move back" in board.text
    assert board.mentions == [asker.id]
    await play_typed(scene, people, chance_from(2), turns=3)


async def test_an_exchange_is_taken_back(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    before = await scene.game()
    mover, [other] = await to_move(scene, people)
    await slash(scene, mover, "exchange", tiles="1 2")
    assert isinstance((await scene.game()).history[-1].move, Exchange)

    await slash(scene, mover, "qwirkle undo")
    await click(scene, other, boards(scene)[0], "Agree")

    game = await scene.game()
    assert sorted(map(str, game.hands[game.turn])) == sorted(map(str, before.hands[game.turn]))
    assert game.turn == before.turn


async def test_the_button_asks_as_the_command_does_and_only_for_what_it_showed(
    scene: Scene,
) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    asker, _ = await last_mover(scene, people)
    more = (await asker.click(boards(scene)[0], "More")).message
    old = as_it_was(more)

    await click(scene, asker, more, "Undo")
    assert len(questions(scene)) == 1
    await click(scene, asker, boards(scene)[0], "Decline")
    await play_typed(scene, people, chance_from(1), turns=2)

    assert (await last_mover(scene, people))[0] is asker
    reply = await press(scene, asker, old, custom_id(old, "Undo"))
    await scene.settled()
    assert "moved on" in reply.text
    assert questions(scene) == []


async def test_one_word_against_it_is_enough(scene: Scene) -> None:
    people = scene.people(3)
    await after_moves(scene, people)
    before = await scene.game()
    asker, [one, other] = await last_mover(scene, people)
    await slash(scene, asker, "qwirkle undo")
    [question] = questions(scene)
    await click(scene, one, question, "Agree")
    assert one.name not in boards(scene)[0].text.split("asks to take")[1].split("press")[0]

    told = await click(scene, other, question, "Decline")

    assert "stands" in told
    assert question.deleted
    assert await scene.game() == before
    assert "Agree" not in labels(boards(scene)[0])
    late = await press(scene, one, as_it_was(question), custom_id(question, "Agree"))
    assert "Nobody asks" in late.text
    assert late.ephemeral
    await slash(scene, asker, "qwirkle undo")
    assert sorted(questions(scene)[0].mentions) == sorted([one.id, other.id])


async def test_whoever_asked_withdraws_and_cannot_agree(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    before = await scene.game()
    asker, _ = await last_mover(scene, people)
    await slash(scene, asker, "qwirkle undo")
    [question] = questions(scene)

    assert "not you" in await click(scene, asker, question, "Agree")
    assert "asked already" in await slash(scene, asker, "qwirkle undo")
    await click(scene, asker, question, "Decline")

    assert question.deleted
    assert await scene.game() == before


async def test_the_next_move_settles_the_question(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    asker, [other] = await last_mover(scene, people)
    await slash(scene, asker, "qwirkle undo")
    [question] = questions(scene)

    await play_typed(scene, people, chance_from(1), turns=1)

    assert question.deleted
    before = await scene.game()
    late = await press(scene, other, as_it_was(question), custom_id(question, "Agree"))
    assert "Nobody asks" in late.text
    # Nor does it answer the next question.
    await slash(scene, other, "qwirkle undo")
    late = await press(scene, asker, as_it_was(question), custom_id(question, "Agree"))
    assert "Nobody asks" in late.text
    assert await scene.game() == before
    assert len(questions(scene)) == 1


async def test_strangers_have_no_say(scene: Scene) -> None:
    *people, stranger = scene.people(3)
    await after_moves(scene, people)
    asker, _ = await last_mover(scene, people)
    await slash(scene, asker, "qwirkle undo")
    before = await scene.table()

    for label in ("Agree", "Decline"):
        for message in (questions(scene)[0], boards(scene)[0]):
            assert "no seat" in await click(scene, stranger, message, label)
    assert "no seat" in await slash(scene, stranger, "qwirkle undo")
    assert "no seat" in await slash(scene, stranger, "qwirkle skip")
    assert await scene.table() == before


async def test_robots_are_never_asked(scene: Scene) -> None:
    people = scene.people(2)
    reply = await people[0].slash("start", seats=3, bots=1, level="easy")
    await people[1].click(reply.message, "Join")
    await scene.settled()
    await scene.tick()
    names = [player.name for player in (await scene.table()).saved.players]
    while not (game := await scene.game()).board or game.history[-1].move.seat == 1:
        mover = next(p for p in people if p.name == names[game.turn])
        await play_typed(scene, [mover] * 3, chance_from(1), turns=1)
        if (await scene.game()).turn != 1:
            break
        await scene.tick()
    table = await scene.table()
    assert table.game is not None
    asker = next(p for p in people if p.name == names[table.game.history[-1].move.seat])
    [other] = [person for person in people if person is not asker]

    await slash(scene, asker, "qwirkle undo")

    assert questions(scene)[0].mentions == [other.id]
    await click(scene, other, questions(scene)[0], "Agree")
    assert isinstance((await scene.game()).history[-1].move, TakeBack)


async def test_a_question_that_was_lost_is_asked_by_the_clock(scene: Scene) -> None:
    people = scene.people(2)
    await after_moves(scene, people)
    asker, [other] = await last_mover(scene, people)
    scene.expected.add(0)
    scene.standin.faults.append(
        Fault("POST", f"/channels/{scene.channel.id}/messages$", 403, code=0, times=1)
    )

    await slash_alone(scene, asker, "qwirkle undo")
    assert questions(scene) == []
    await scene.tick(10)

    assert questions(scene)[0].mentions == [other.id]
    await scene.tick(60)
    assert len(questions(scene)) == 1


async def slash_alone(scene: Scene, person: Person, command: str) -> None:
    await person.slash(command)
    await scene.settled()


async def test_the_question_outlives_a_restart(scene: Scene) -> None:
    people = scene.people(3)
    await after_moves(scene, people)
    asker, others = await last_mover(scene, people)
    await slash(scene, asker, "qwirkle undo")
    [question] = questions(scene)

    for other in others:
        await scene.restart_bot()
        await click(scene, other, question, "Agree")

    assert isinstance((await scene.game()).history[-1].move, TakeBack)
    assert question.deleted


async def test_a_late_player_is_skipped_by_vote_after_three_days(scene: Scene) -> None:
    people = scene.people(4)
    await after_moves(scene, people)
    late, [one, two, _] = await to_move(scene, people)
    scene.time.passes(THREE_DAYS - 1)
    assert "72 hours" in await slash(scene, one, "qwirkle skip")
    scene.time.passes(1)
    assert "your own turn" in await slash(scene, late, "qwirkle skip")

    assert "counted" in await slash(scene, one, "qwirkle skip")
    assert f"Votes to skip {late.name}: 1" in boards(scene)[0].text
    assert "already" in await slash(scene, one, "qwirkle skip")
    assert await skips(scene) == 0
    assert "is skipped" in await slash(scene, two, "qwirkle skip")

    assert await skips(scene) == 1
    [board] = boards(scene)
    assert "was skipped" in board.text
    assert "Votes to skip" not in board.text
    assert board.mentions == [(await to_move(scene, people))[0].id]


async def test_a_move_of_the_late_player_cancels_the_vote(scene: Scene) -> None:
    people = scene.people(3)
    await after_moves(scene, people)
    _, [one, other] = await to_move(scene, people)
    scene.time.passes(THREE_DAYS)
    await slash(scene, one, "qwirkle skip")

    await play_typed(scene, people, chance_from(1), turns=1)

    assert "Votes to skip" not in boards(scene)[0].text
    mover = (await to_move(scene, people))[0]
    voter = one if mover is not one else other
    assert "72 hours" in await slash(scene, voter, "qwirkle skip")
    assert await skips(scene) == 0


async def test_two_votes_at_once_are_one_skip(scene: Scene) -> None:
    people = scene.people(4)
    await after_moves(scene, people)
    _, others = await to_move(scene, people)
    scene.time.passes(THREE_DAYS)

    await asyncio.gather(*(voter.slash("qwirkle skip") for voter in others))
    await scene.settled()

    assert await skips(scene) == 1
    assert len(boards(scene)) == 1


async def offered(scene: Scene, leaving: Person, newcomer: Person) -> Message:
    told = await slash(scene, leaving, "qwirkle substitute", player=newcomer)
    assert newcomer.name in told
    offer = scene.board_message()
    assert offer.mentions == [newcomer.id]
    return offer


async def test_a_seat_changes_hands_when_it_is_taken(scene: Scene) -> None:
    *people, newcomer = scene.people(3)
    await after_moves(scene, people)
    leaving, [stays] = await to_move(scene, people)
    before = await scene.table()
    seat = before.seat_of(leaving.id)
    assert before.game is not None
    assert seat is not None

    offer = await offered(scene, leaving, newcomer)
    assert await scene.table() == before
    for wrong in (leaving, stays):
        assert "was offered to" in await click(scene, wrong, offer, "Take the seat")
    assert await scene.table() == before
    scene.time.passes(1)
    await click(scene, newcomer, offer, "Take the seat")

    table = await scene.table()
    assert table.seat_of(newcomer.id) == seat
    assert table.seat_of(leaving.id) is None
    assert offer.buttons == []
    [board] = boards(scene)
    assert board.mentions == [newcomer.id]
    hand = await slash(scene, newcomer, "hand")
    assert all(tile.words in hand for tile in before.game.hands[seat])
    for command in ("hand", "qwirkle hint", "qwirkle undo", "qwirkle resign"):
        assert "no seat" in await slash(scene, leaving, command)
    assert "no seat" in await click(scene, leaving, board, "My hand")
    await play_typed(scene, [newcomer if p is leaving else p for p in people], chance_from(1))
    assert (await scene.table()).phase is Phase.OVER


async def test_the_new_player_has_all_of_a_turn(scene: Scene) -> None:
    *people, newcomer = scene.people(3)
    await open_game(scene, people, time="1h")
    leaving, _ = await to_move(scene, people)
    scene.time.passes(1800)
    offer = await offered(scene, leaving, newcomer)

    await click(scene, newcomer, offer, "Take the seat")

    ends = (scene.time.ms + 4 * HOUR_MS) // SECOND_MS
    assert f"<t:{ends}:R>" in boards(scene)[0].text


async def test_an_offer_is_declined_or_withdrawn_for_good(scene: Scene) -> None:
    ann, bo, newcomer, stranger = scene.people()
    await after_moves(scene, [ann, bo])
    before = await scene.table()

    offer = await offered(scene, bo, newcomer)
    asked = as_it_was(offer)
    assert "was offered to" in await click(scene, stranger, offer, "Decline")
    await click(scene, newcomer, offer, "Decline")
    assert f"{newcomer.name} did not take" in offer.text
    second = await offered(scene, bo, newcomer)
    await click(scene, bo, second, "Decline")
    assert f"{bo.name} withdrew" in second.text

    reply = await press(scene, newcomer, asked, custom_id(asked, "Take the seat"))
    assert "settled" in reply.text
    assert reply.ephemeral
    assert await scene.table() == before


async def test_a_seat_is_taken_once(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    await after_moves(scene, [ann, bo])
    first = await offered(scene, ann, cy)
    second = await offered(scene, ann, di)
    again = await offered(scene, bo, cy)
    await click(scene, cy, first, "Take the seat")
    before = await scene.table()

    reply = await di.click(second, "Take the seat")
    await scene.settled()
    assert "not to be had" in reply.text
    assert [m.ephemeral_to for m in reply.messages if "not to be had" in m.text] == [di.id]
    assert "a seat in this game already" in await click(scene, cy, again, "Take the seat")
    assert "has no seat" in await slash(scene, bo, "qwirkle substitute", player=cy)
    assert await scene.table() == before


async def sleeping(scene: Scene, people: Sequence[Person], awake: Person) -> None:
    """A game in which all the others were skipped twice in a row."""
    await open_game(scene, people, time="1h")
    while not all(seat.idle for seat in await seats(scene) if seat.players[0].id != awake.id):
        if (await to_move(scene, people))[0] is awake:
            await play_typed(scene, people, chance_from(1), turns=1)
        else:
            await scene.tick(TURN_SECONDS)


async def seats(scene: Scene) -> Sequence[SeatView]:
    return view_of(await scene.table(), None).seats


async def test_the_only_one_awake_claims_the_win(scene: Scene) -> None:
    people = scene.people(3)
    ann, bo, _ = people
    await sleeping(scene, people, bo)
    [board] = boards(scene)
    shown = as_it_was(board)
    before = await scene.game()
    assert "no seat" in await click(scene, scene.people()[3], board, "Claim the win")
    assert await scene.game() == before

    assert "is yours" in await click(scene, bo, board, "Claim the win")

    table = await scene.table()
    assert table.game is not None
    assert table.game.result is not None
    assert table.game.result.winners == (table.seat_of(bo.id),)
    over = scene.board_message()
    assert over.mentions == [bo.id]
    assert f"**{ann.name}** resigned" in over.text
    late = await press(scene, bo, shown, custom_id(shown, "Claim the win"))
    assert "over" in late.text
    assert late.ephemeral


async def test_a_win_is_claimed_only_while_all_the_others_are_idle(scene: Scene) -> None:
    people = scene.people(3)
    ann, bo, _ = people
    await sleeping(scene, people, bo)
    shown = as_it_was(boards(scene)[0])
    await click(scene, ann, boards(scene)[0], "I'm back")

    assert "Claim the win" not in labels(boards(scene)[0])
    reply = await press(scene, bo, shown, custom_id(shown, "Claim the win"))
    await scene.settled()
    assert "every other seat" in reply.text
    assert (await scene.table()).phase is Phase.RUNNING


async def rematch(scene: Scene, people: Sequence[Person], **options: str | int | bool) -> Message:
    """The last message of a game that is over."""
    await open_game(scene, people, channel=None, variant="sprint", **options)
    await play_typed(scene, people, chance_from(1))
    await scene.settled()
    over = scene.board_message()
    assert "Rematch" in labels(over)
    return over


async def test_a_rematch_asks_the_others_one_by_one(scene: Scene) -> None:
    people = scene.people(3)
    over = await rematch(scene, people, time="1d", hints=True)
    first = await scene.table()

    await click(scene, people[1], over, "Rematch")

    lobby = scene.board_message()
    table = await scene.table()
    assert table.phase is Phase.LOBBY
    assert table.saved.options == first.saved.options
    assert [player.id for player in table.saved.players] == [people[1].id]
    assert sorted(lobby.mentions) == sorted([people[0].id, people[2].id])
    assert "Game over" in over.text
    await click(scene, people[0], lobby, "Join")
    assert (await scene.table()).phase is Phase.LOBBY
    await click(scene, people[2], lobby, "Join")
    assert (await scene.table()).phase is Phase.RUNNING


async def test_a_rematch_pressed_twice_is_one(scene: Scene) -> None:
    people = scene.people(2)
    over = await rematch(scene, people)
    await click(scene, people[0], over, "Rematch")
    before = await scene.table()

    for person in people:
        reply = await person.click(over, "Rematch")
        await scene.settled()
        assert "next game already" in reply.text
        assert reply.ephemeral
    assert await scene.table() == before


async def test_two_rematches_at_once_are_one(scene: Scene) -> None:
    people = scene.people(2)
    over = await rematch(scene, people)
    count = len(scene.public())

    replies = await asyncio.gather(*(person.click(over, "Rematch") for person in people))
    await scene.settled()

    assert (await scene.table()).phase is Phase.LOBBY
    assert len(scene.public()) == count + 1
    assert [reply.ephemeral for reply in replies].count(True) == 1


async def test_a_rematch_is_for_those_who_played(scene: Scene) -> None:
    *people, stranger = scene.people(3)
    over = await rematch(scene, people)
    before = await scene.table()

    reply = await stranger.click(over, "Rematch")
    await scene.settled()

    assert reply.ephemeral
    assert "those who played" in reply.text
    assert await scene.table() == before


async def test_a_rematch_where_another_game_is_on_is_offered_a_thread(scene: Scene) -> None:
    ann, bo, cy, di = scene.people()
    over = await rematch(scene, [ann, bo])
    await open_game(scene, [cy, di])
    before = await scene.table()

    reply = await ann.click(over, "Rematch")
    assert reply.ephemeral
    await ann.click(reply.message, "Play in a new thread")
    await scene.settled()

    assert await scene.table() == before
    thread = scene.standin.channel("Qwirkle of Ann")
    table = await scene.table(thread)
    assert table.saved.invited == (bo.id,)


async def test_a_rematch_against_robots_begins_at_once(scene: Scene) -> None:
    [ann] = scene.people(1)
    await ann.slash("start", bots=1, level="easy", variant="sprint")
    await scene.settled()
    await ann.click((await ann.slash("qwirkle resign")).message, "Resign")
    await scene.settled()
    over = scene.board_message()
    old = await scene.table()

    await click(scene, ann, over, "Rematch")

    table: Table = await scene.table()
    assert table.phase is Phase.RUNNING
    assert table.saved.id != old.saved.id
    assert [player.level for player in table.saved.players] == [
        player.level for player in old.saved.players
    ]
