"""A move that is taken back with the word of all the others, judged without Discord and store."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from qwirkle_bot import consent, turns
from qwirkle_bot.calendar import HOUR_MS, Moment
from qwirkle_bot.engine.moves import Exchange, Pass, Place, TakeBack
from qwirkle_bot.errors import TableError
from qwirkle_bot.saved import Player, Table
from qwirkle_bot.votes import undo_waits_for
from tests.kit.timed import (
    ANN,
    BEGAN_MS,
    BO,
    CY,
    DI,
    ROBOT,
    begun,
    by,
    changed,
    moved,
    mover,
    people,
    skipped,
    the_game,
)

NOW = Moment(BEGAN_MS)
LATER = Moment(BEGAN_MS + HOUR_MS)


def votes_of(table: Table) -> tuple[int, ...] | None:
    """Who agreed to an undo; ``None`` while nobody asks for one."""
    assert table.saved.clock is not None
    return table.saved.clock.turn.undo_votes


def others(table: Table, player: Player) -> list[Player]:
    return [p for p in table.saved.players if p.id != player.id and not p.is_robot]


def asked(table: Table, player: Player) -> Table:
    return by(table, LATER, player, consent.ask_undo)


def agreed(table: Table, player: Player, moves: int | None = None) -> Table:
    count = table.move_count if moves is None else moves
    return by(table, LATER, player, partial(consent.agree_undo, moves=count))


def declined(table: Table, player: Player, moves: int | None = None) -> Table:
    count = table.move_count if moves is None else moves
    return by(table, LATER, player, partial(consent.decline_undo, moves=count))


def voted(table: Table, player: Player, *, is_late: bool = True) -> Table:
    return by(table, LATER, player, partial(consent.vote_skip, is_late=is_late))


def claimed(table: Table, player: Player, moves: int | None = None) -> Table:
    count = table.move_count if moves is None else moves
    return by(table, LATER, player, partial(consent.claim_win, moves=count))


def resigned(table: Table, player: Player) -> Table:
    return by(table, LATER, player, turns.resign)


def exchanged(table: Table) -> Table:
    """The table after the player to move set aside two tiles."""
    game = the_game(table)
    tiles = game.hands[game.turn][:2]
    return changed(table, turns.play(table, game, Exchange(game.turn, tiles)), NOW, mover(table).id)


def after_a_move(*players: Player, pairs: bool = False) -> tuple[Table, Table, Player]:
    """A game before and after its second move, and whose that was."""
    before = moved(begun(*players, pairs=pairs), NOW)
    while mover(before).is_robot:
        before = moved(before, NOW)
    return before, moved(before, NOW), mover(before)


def same_position(one: Table, other: Table) -> bool:
    """Whether two tables are alike for all that is to come, but for the draws."""
    here, there = the_game(one), the_game(other)
    return (
        here.board == there.board
        and here.scores == there.scores
        and here.turn == there.turn
        and list(map(Counter, here.hands)) == list(map(Counter, there.hands))
        and Counter(here.bag.tiles) == Counter(there.bag.tiles)
    )


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_move_is_taken_back_when_all_the_others_agree(count: int) -> None:
    before, table, asker = after_a_move(*people[:count])

    table = asked(table, asker)
    for other in others(table, asker):
        assert len(the_game(table).history) == 2
        assert undo_waits_for(table, the_game(table)) is not None
        table = agreed(table, other)

    assert the_game(table).history[-1].move == TakeBack(the_game(before).turn)
    assert mover(table) == asker
    assert same_position(before, table)
    assert votes_of(table) is None


def test_an_exchange_is_taken_back_too() -> None:
    before = moved(begun(ANN, BO), NOW)
    table, asker = exchanged(before), mover(before)

    table = agreed(asked(table, asker), others(before, asker)[0])

    assert same_position(before, table)


def test_what_is_drawn_again_comes_fresh_and_what_lies_where_is_as_the_record_says() -> None:
    before = moved(begun(ANN, BO), NOW)
    laid = moved(before, NOW)
    seat = the_game(before).turn
    last = the_game(laid).history[-1]
    asker = mover(before)

    table = agreed(asked(laid, asker), others(before, asker)[0])

    assert isinstance(last.move, Place)
    placed = tuple(tile for _, tile in last.move.tiles)
    kept = the_game(laid).hands[seat][: 6 - len(last.drawn)]
    assert the_game(table).hands[seat] == kept + placed
    assert the_game(table).bag.tiles[-len(last.drawn) :] == last.drawn
    again = moved(table, NOW)
    assert the_game(again).history[-1].drawn != last.drawn


def test_robots_are_never_waited_for() -> None:
    _, table, asker = after_a_move(ANN, BO, ROBOT)
    table = asked(table, asker)
    assert undo_waits_for(table, the_game(table)) == (table.seat_of(others(table, asker)[0].id),)

    alone, table, asker = after_a_move(ANN, ROBOT)
    assert same_position(alone, asked(table, asker))


def test_one_who_declines_ends_the_question_and_it_is_not_asked_again() -> None:
    _, table, asker = after_a_move(ANN, BO, CY)
    one, other = others(table, asker)
    table = agreed(asked(table, asker), one)

    table = declined(table, other)

    assert votes_of(table) is None
    assert table.move_count == 2
    with pytest.raises(TableError, match="asked for this move already"):
        asked(table, asker)
    table = moved(table, LATER)
    next_asker = table.saved.players[the_game(table).history[-1].move.seat]
    assert votes_of(asked(table, next_asker)) == ()


def test_whoever_asked_may_withdraw() -> None:
    _, table, asker = after_a_move(ANN, BO)

    table = declined(asked(table, asker), asker)

    assert votes_of(table) is None
    with pytest.raises(TableError, match="Nobody asks"):
        agreed(table, others(table, asker)[0])
    with pytest.raises(TableError, match="asked for this move already"):
        asked(table, asker)


def test_the_next_move_ends_the_question() -> None:
    _, table, asker = after_a_move(ANN, BO)
    table = asked(table, asker)
    moves = table.move_count

    table = moved(table, LATER)

    assert votes_of(table) is None
    for act in (agreed, declined):
        with pytest.raises(TableError, match="Nobody asks"):
            act(table, others(table, asker)[0], moves)
    with pytest.raises(TableError, match="next seat has moved"):
        asked(table, asker)


def test_an_answer_to_an_earlier_question_is_none_to_this_one() -> None:
    _, table, first = after_a_move(ANN, BO)
    table = asked(table, first)
    earlier = table.move_count
    table = moved(table, LATER)
    second = others(table, first)[0]
    table = asked(table, second)

    for act in (agreed, declined):
        with pytest.raises(TableError, match="Nobody asks"):
            act(table, first, earlier)


def test_nobody_agrees_to_their_own_question_or_asks_twice() -> None:
    _, table, asker = after_a_move(ANN, BO)
    table = asked(table, asker)

    with pytest.raises(TableError, match="not you"):
        agreed(table, asker)
    with pytest.raises(TableError, match="asked already"):
        asked(table, asker)


def test_only_ones_own_last_move_can_be_taken_back() -> None:
    table = begun(ANN, BO)
    with pytest.raises(TableError, match="no move of yours"):
        asked(table, mover(table))
    _, table, asker = after_a_move(ANN, BO)
    with pytest.raises(TableError, match="no move of yours"):
        asked(table, others(table, asker)[0])


def test_never_after_a_skip_a_resignation_a_takeback_a_pass_or_the_end() -> None:
    before, table, asker = after_a_move(ANN, BO, CY)
    other = others(table, asker)[0]
    with pytest.raises(TableError, match="no move of yours"):
        asked(skipped(before, NOW), asker)
    with pytest.raises(TableError, match="no move of yours"):
        asked(resigned(table, other), asker)
    back = asked(table, asker)
    for one in others(table, asker):
        back = agreed(back, one)
    with pytest.raises(TableError, match="no move of yours"):
        asked(back, asker)
    game = the_game(table)
    forced = replace(game.history[-1], move=Pass(game.turn), drawn=())
    passed = replace(table, game=replace(game, history=(*game.history, forced)))
    with pytest.raises(TableError, match="had to pass"):
        consent.ask_undo(passed, asker.id)
    two = after_a_move(ANN, BO)[1]
    over = resigned(two, ANN)
    with pytest.raises(TableError, match="over"):
        asked(over, BO)


def test_a_resignation_ends_the_question() -> None:
    _, table, asker = after_a_move(ANN, BO, CY, DI)
    table = asked(table, asker)
    moves = table.move_count
    gone = next(p for p in others(table, asker) if p != mover(table))

    table = resigned(table, gone)

    assert votes_of(table) is None
    with pytest.raises(TableError, match="Nobody asks"):
        agreed(table, mover(table), moves)


def test_whoever_resigned_has_no_say() -> None:
    table = begun(*people)
    gone = next(p for p in people if p != mover(table))
    table = moved(resigned(table, gone), NOW)
    while mover(table) == gone:
        table = moved(table, NOW)
    asker = table.saved.players[the_game(table).history[-1].move.seat]
    table = asked(table, asker)

    for act in (agreed, declined, voted, claimed):
        with pytest.raises(TableError, match="have resigned"):
            act(table, gone)
    for other in others(table, asker):
        if other != gone:
            table = agreed(table, other)
    assert isinstance(the_game(table).history[-1].move, TakeBack)


def test_in_pairs_one_partner_answers_for_the_seat() -> None:
    before, table, asker = after_a_move(*people, pairs=True)
    partner = people[(people.index(asker) + 2) % 4]
    with pytest.raises(TableError, match="not you"):
        agreed(asked(table, partner), asker)

    other = next(p for p in people if p not in {asker, partner})
    table = agreed(asked(table, partner), other)

    assert same_position(before, table)
    assert mover(table) == asker
