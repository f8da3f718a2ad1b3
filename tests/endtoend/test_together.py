"""Undo, skip votes and claimed wins, through Discord."""

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
from qwirkle_bot.saved import Phase
from qwirkle_bot.views import SeatView, view_of
from tests.kit.acts import after_moves, boards, click, labels, last_mover, slash, to_move
from tests.kit.bot import Scene, as_it_was, custom_id, press
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed

pytestmark = pytest.mark.usefixtures("known_deal")

THREE_DAYS = 72 * 60 * 60
TURN_SECONDS = (4 * HOUR_MS + GRACE_MS) // SECOND_MS
"""All that a seat's first turn has at an hour a turn."""


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
        told = await click(scene, other, (question, board)[asked % 2], "Agree")
        done = asked == len(others) - 1
        assert ("took the last move back" if done else "when all of the others have") in told
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
    assert "The last move stands" in boards(scene)[0].text
    await play_typed(scene, people, chance_from(1), turns=2)
    assert "The last move stands" not in boards(scene)[0].text

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
    # Nobody is pinged twice about one move.
    assert "asked for this move already" in await slash(scene, asker, "qwirkle undo")
    assert questions(scene) == []


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
