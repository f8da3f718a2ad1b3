from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

from qwirkle_bot import consent, offers, overdue, turns
from qwirkle_bot.calendar import HOUR_MS, Moment
from qwirkle_bot.engine.moves import Exchange
from qwirkle_bot.export import export
from qwirkle_bot.people import UserSettings
from qwirkle_bot.saved import Player, Table
from qwirkle_bot.snowflakes import first_at
from tests.kit import ended
from tests.kit.timed import BEGAN_MS, begun, by, changed, moved, mover, people, the_game

LATER = Moment(BEGAN_MS + HOUR_MS)


def exported(table: Table, player: Player) -> dict[str, Any]:
    text = export(player.id, UserSettings(), [table], [], [])
    [game] = json.loads(text)["games"]
    assert isinstance(game, dict)
    return game


def test_votes_quiet_and_having_left_are_told_to_those_whose_they_are() -> None:
    table = begun(*people)
    late = mover(table)
    voter, leaver, other = [player for player in people if player != late]
    table = by(table, LATER, late, partial(overdue.hush, turn_ms=BEGAN_MS))
    table = by(table, LATER, voter, partial(consent.vote_skip, is_late=True))
    assert table.saved.clock is not None
    clock = table.saved.clock.model_copy(update={"left": (leaver.id,)})
    table = replace(table, saved=table.saved.model_copy(update={"clock": clock}))

    marks = ("asked_for_quiet", "voted_to_skip", "voted_to_undo", "left_the_server")

    def of(player: Player) -> list[str]:
        return [mark for mark in marks if exported(table, player)[mark]]

    assert of(late) == ["asked_for_quiet"]
    assert of(voter) == ["voted_to_skip"]
    assert of(leaver) == ["left_the_server"]
    assert of(other) == []


def test_an_offer_of_a_seat_is_told_to_its_player() -> None:
    table = begun(*people)
    leaving, other = mover(table), next(one for one in people if one != mover(table))
    offer_id = str(first_at(BEGAN_MS))
    saved = offers.make(table, offer_id, leaving.id, BEGAN_MS)
    table = changed(table, saved, LATER, leaving.id)

    assert exported(table, leaving)["offered_ms"] == [BEGAN_MS]
    assert exported(table, other)["offered_ms"] == []


def test_a_vote_to_take_back_is_told() -> None:
    table = begun(*people)
    first = mover(table)
    table = by(moved(table, LATER), LATER, first, consent.ask_undo)
    voter = next(player for player in people if player != first)
    table = by(table, LATER, voter, partial(consent.agree_undo, moves=table.move_count))

    assert exported(table, voter)["voted_to_undo"]
    assert not exported(table, first)["voted_to_undo"]


def test_of_a_game_without_a_result_ones_own_moves_are_told_and_no_others() -> None:
    first_table = moved(begun(*people[:2]), LATER)
    second = mover(first_table)
    game = the_game(first_table)
    swap = turns.play(first_table, game, Exchange(game.turn, game.hands[game.turn][:2]))
    table = changed(first_table, swap, LATER, second.id)
    [first] = [player for player in people[:2] if player != second]
    closed = replace(table, saved=table.saved.model_copy(update={"closed": True}))

    for shown in (table, closed):
        own, others = exported(shown, first), exported(shown, second)
        assert [move["type"] for move in own["moves"]] == ["place"]
        assert [move["type"] for move in others["moves"]] == ["exchange"]
        assert others["moves"][0]["tiles"] == [str(tile) for tile in swap_tiles(table)]
        assert others["hand"] == [str(tile) for tile in the_game(table).hands[game.turn]]
    assert exported(closed, first)["phase"] == "closed"


def swap_tiles(table: Table) -> tuple[object, ...]:
    move = the_game(table).history[-1].move
    assert isinstance(move, Exchange)
    return move.tiles


def test_results_are_told_without_anybodys_id() -> None:
    ann = ended.PEOPLE["Ann"].model_copy(update={"id": 700_000_001})
    bo = ended.PEOPLE["Bo"].model_copy(update={"id": 700_000_002})
    result = ended.ended(1, "Ann 120", "Bo 110-")
    seats = zip(result.seats, (ann, bo), strict=True)
    result = result.model_copy(
        update={"seats": tuple(s.model_copy(update={"players": (p,)}) for s, p in seats)}
    )

    text = export(bo.id, UserSettings(), [], [], [result])

    [told] = json.loads(text)["results"]
    assert (told["seat"], told["won"], told["ended_ms"]) == (1, False, 1)
    assert [seat["names"] for seat in told["seats"]] == [["Ann"], ["Bo"]]
    assert told["seats"][1]["score"] == 110
    assert told["seats"][1]["resigned"] is True
    assert str(ann.id) not in text
