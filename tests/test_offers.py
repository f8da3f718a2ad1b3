"""Offers of a seat, judged without a Discord and a store."""

from __future__ import annotations

from functools import partial

import pytest

from qwirkle_bot import offers, turns
from qwirkle_bot.calendar import DAY_MS, Moment
from qwirkle_bot.errors import TableError
from qwirkle_bot.saved import Player, Table
from qwirkle_bot.snowflakes import first_at
from tests.kit.timed import ANN, BEGAN_MS, BO, CY, DI, begun, changed, the_game

NOW = Moment(BEGAN_MS)


def id_at(ms: int, number: int = 1) -> str:
    """An id that Discord gave at a time (its docs, "Snowflakes": milliseconds since 2015)."""
    return str(first_at(ms) + number)


def made(table: Table, player: Player, number: int = 1, ms: int = BEGAN_MS) -> Table:
    return changed(table, offers.make(table, id_at(ms, number), player.id, ms), NOW, player.id)


def taken(table: Table, newcomer: Player, number: int = 1, ms: int = BEGAN_MS) -> Table:
    saved = offers.take(table, table.saved.id, id_at(BEGAN_MS, number), newcomer, ms)
    return changed(table, saved, Moment(ms), newcomer.id)


def test_an_offer_holds_for_a_week_and_leaves_room_for_another_then() -> None:
    table = made(begun(ANN, BO), ANN)
    week = BEGAN_MS + 7 * DAY_MS

    assert taken(table, CY, ms=week).seat_of(CY.id) == table.seat_of(ANN.id)
    with pytest.raises(TableError, match="offered already"):
        made(table, ANN, 2, week)
    with pytest.raises(TableError, match="has lapsed"):
        taken(table, CY, ms=week + 1)
    assert len(made(table, ANN, 2, week + 1).saved.offers) == 1


def test_each_player_has_an_offer_of_their_own() -> None:
    table = made(made(begun(ANN, BO, CY, DI, pairs=True), ANN), CY, 2)

    table = taken(table, Player(id=9, name="Eve"))

    assert [player.id for player in table.saved.players] == [9, BO.id, CY.id, DI.id]
    assert offers.open_offer(table, CY.id, BEGAN_MS) is not None
    assert offers.open_offer(table, 9, BEGAN_MS) is None


def test_an_offer_is_settled_once() -> None:
    table = made(begun(ANN, BO, CY), ANN)
    withdraw = partial(
        offers.withdraw, game_id=table.saved.id, offer_id=id_at(BEGAN_MS), user_id=ANN.id
    )
    with pytest.raises(TableError, match="somebody else"):
        offers.withdraw(table, table.saved.id, id_at(BEGAN_MS), BO.id, may=False)

    after = changed(table, withdraw(table, may=False), NOW, ANN.id)

    assert after.saved.offers == ()
    for act in (partial(withdraw, may=True), partial(taken, newcomer=DI)):
        with pytest.raises(TableError, match="settled"):
            act(after)
    with pytest.raises(TableError, match="settled"):
        offers.withdraw(table, "2", id_at(BEGAN_MS), ANN.id, may=True)


def test_whoever_has_resigned_offers_no_seat() -> None:
    table = begun(ANN, BO, CY)
    table = changed(table, turns.resign(table, ANN.id), NOW, ANN.id)
    assert table.seat_of(ANN.id) not in the_game(table).playing

    with pytest.raises(TableError, match="has resigned"):
        made(table, ANN)
