from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from qwirkle_bot import tables
from qwirkle_bot.engine.bag import draw_lot
from qwirkle_bot.engine.game import deal, largest_sets
from qwirkle_bot.errors import TableError
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Options, Phase, Player, SavedGame, Table, Tiebreak, read_table
from tests.kit.games import SEED, dealt
from tests.kit.moments import GAME_ID, PEOPLE, lobby, table_at, variant

ANN, BO, CY, DI = PEOPLE
OLD, YOUNG = Player(id=1, name="Old"), Player(id=9, name="Young")


def tie(seats: int, tied: list[int]) -> bytes:
    """A seed whose largest sets are those of just these seats."""
    seeds = (number.to_bytes(32, "big") for number in range(10_000))
    return next(seed for seed in seeds if largest_sets(deal(seed, seats)[0]) == tied)


def opening(changes: Mapping[str, Any] | None = None) -> tables.Opening:
    plain = tables.Opening(GAME_ID, 1, 2, ANN, Options())
    return replace(plain, **(changes or {}))


def phase(saved: SavedGame) -> Phase:
    return read_table(saved.model_dump_json(), 1, None).phase


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        pytest.param({}, 4, id="nobody named"),
        pytest.param({"invited": (BO.id,)}, 2, id="one invited"),
        pytest.param({"invited": (BO.id, CY.id)}, 3, id="two invited"),
        pytest.param({"wanted": 3}, 3, id="three wanted"),
        pytest.param({"wanted": 4, "invited": (BO.id,)}, 4, id="a free place"),
        pytest.param({"robots": 1, "wanted": 3}, 3, id="a bot and a free place"),
        pytest.param({"options": Options(variant=variant("pairs"))}, 4, id="pairs"),
    ],
)
def test_a_lobby_waits_for_as_many_as_were_named(changes: dict[str, Any], wanted: int) -> None:
    saved = tables.open_lobby(None, opening(changes), SEED)
    assert saved.wanted == wanted
    assert phase(saved) is Phase.LOBBY


def test_bots_that_fill_a_table_begin_at_once() -> None:
    saved = tables.open_lobby(
        None, opening({"robots": 2, "options": Options(level=Level.HARD)}), SEED
    )
    assert phase(saved) is Phase.RUNNING
    assert [player.level for player in saved.players] == [None, Level.HARD, Level.HARD]
    assert len({player.name for player in saved.players}) == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({"invited": (ANN.id,)}, "not yourself", id="the host"),
        pytest.param({"invited": (BO.id, BO.id)}, "once", id="twice"),
        pytest.param({"invited": (BO.id, CY.id), "wanted": 2}, "2 seats", id="too many"),
        pytest.param({"invited": (BO.id, CY.id), "robots": 2}, "4 seats", id="five"),
        pytest.param({"wanted": 2, "options": Options(variant=variant("pairs"))}, "four", id="2"),
        pytest.param(
            {"robots": 3, "invited": (BO.id,), "options": Options(variant=variant("pairs"))},
            "four",
            id="five in pairs",
        ),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(TableError, match=words):
        tables.open_lobby(None, opening(changes), SEED)


def test_only_a_table_that_is_done_with_makes_way() -> None:
    running = table_at(dealt(SEED, 2))
    for busy in (lobby(ANN), running):
        with pytest.raises(TableError, match="already on"):
            tables.open_lobby(busy, opening(), SEED)
    closed = lobby(ANN)
    closed = replace(closed, saved=closed.saved.model_copy(update={"closed": True}))
    assert tables.open_lobby(closed, opening(), SEED).players == (ANN,)


Act = Callable[[Table | None], SavedGame]
ACTS: list[Act] = [
    lambda table: tables.join(table, GAME_ID, DI, SEED),
    lambda table: tables.leave(table, GAME_ID, ANN.id),
    lambda table: tables.add_robot(table, GAME_ID, ANN.id, SEED),
    lambda table: tables.begin(table, GAME_ID, ANN.id, SEED),
    lambda table: tables.cancel(table, GAME_ID, ANN.id, is_moderator=True),
]


@pytest.mark.parametrize("act", ACTS, ids=["join", "leave", "add bot", "begin", "cancel"])
def test_nothing_is_done_to_another_lobby_or_a_game(act: Act) -> None:
    other = lobby(ANN, BO)
    other = replace(other, saved=other.saved.model_copy(update={"id": "1"}))
    closed = lobby(ANN, BO)
    closed = replace(closed, saved=closed.saved.model_copy(update={"closed": True}))
    for table, words in [(None, "closed"), (other, "closed"), (closed, "closed")]:
        with pytest.raises(TableError, match=words):
            act(table)
    with pytest.raises(TableError, match="begun"):
        act(table_at(dealt(SEED, 2)))


def test_the_last_to_join_begins() -> None:
    saved = tables.join(lobby(ANN, wanted=3), GAME_ID, BO, SEED)
    assert phase(saved) is Phase.LOBBY
    saved = tables.join(lobby(ANN, BO, wanted=3), GAME_ID, CY, SEED)
    assert phase(saved) is Phase.RUNNING
    assert saved.players == (ANN, BO, CY)
    assert saved.record is not None
    assert saved.record.seed == SEED.hex()
    assert saved.record.opener in largest_sets(deal(SEED, 3)[0])


def test_places_are_kept() -> None:
    table = lobby(ANN, invited=[BO.id], wanted=2)
    with pytest.raises(TableError, match="kept for"):
        tables.join(table, GAME_ID, CY, SEED)
    with pytest.raises(TableError, match="No place"):
        tables.add_robot(table, GAME_ID, ANN.id, SEED)
    assert phase(tables.join(table, GAME_ID, BO, SEED)) is Phase.RUNNING
    declined = tables.leave(table, GAME_ID, BO.id)
    assert declined.invited == ()
    assert declined.players == (ANN,)


def test_whoever_sits_cannot_sit_twice() -> None:
    with pytest.raises(TableError, match="already"):
        tables.join(lobby(ANN), GAME_ID, ANN, SEED)
    with pytest.raises(TableError, match="do not sit"):
        tables.leave(lobby(ANN), GAME_ID, BO.id)


def test_the_host_hands_over_and_the_last_one_closes() -> None:
    robot = Player(id=0, name="Bot 1", level=Level.EASY)
    left = tables.leave(lobby(ANN, robot, CY), GAME_ID, ANN.id)
    assert left.host == CY.id
    assert left.players == (robot, CY)
    assert tables.leave(lobby(ANN, robot), GAME_ID, ANN.id).closed
    assert not tables.leave(lobby(ANN, BO), GAME_ID, BO.id).closed


def test_begin_needs_the_host_and_two_or_all_four_of_pairs() -> None:
    with pytest.raises(TableError, match=f"Only the host, <@{ANN.id}>"):
        tables.begin(lobby(ANN, BO), GAME_ID, BO.id, SEED)
    with pytest.raises(TableError, match="two seats"):
        tables.begin(lobby(ANN), GAME_ID, ANN.id, SEED)
    pairs = Options(variant=variant("pairs"))
    with pytest.raises(TableError, match="all four"):
        tables.begin(lobby(ANN, BO, CY, options=pairs), GAME_ID, ANN.id, SEED)
    begun = tables.begin(lobby(ANN, BO, invited=[CY.id]), GAME_ID, ANN.id, SEED)
    assert begun.invited == ()
    assert phase(begun) is Phase.RUNNING


def test_cancel_needs_the_host_or_a_moderator() -> None:
    with pytest.raises(TableError, match="Only the host"):
        tables.cancel(lobby(ANN, BO), GAME_ID, BO.id, is_moderator=False)
    assert tables.cancel(lobby(ANN, BO), GAME_ID, BO.id, is_moderator=True).closed
    assert tables.cancel(lobby(ANN, BO), GAME_ID, ANN.id, is_moderator=False).closed


def opener_of(seed: bytes, tiebreak: Tiebreak, *players: Player, **names: bool) -> int:
    options = Options(tiebreak=tiebreak, variant=variant(*names))
    *there, last = players
    saved = tables.join(lobby(*there, wanted=len(players), options=options), GAME_ID, last, seed)
    assert saved.record is not None
    return saved.record.opener


def test_one_largest_set_opens_whatever_the_tiebreak() -> None:
    seed = tie(2, [1])
    assert {opener_of(seed, tiebreak, OLD, YOUNG) for tiebreak in Tiebreak} == {1}


def test_a_tie_goes_by_account() -> None:
    seed = tie(2, [0, 1])
    assert opener_of(seed, Tiebreak.ACCOUNT, OLD, YOUNG) == 0
    assert opener_of(seed, Tiebreak.ACCOUNT, YOUNG, OLD) == 1
    assert opener_of(seed, Tiebreak.YOUNGEST, OLD, YOUNG) == 1
    assert opener_of(seed, Tiebreak.RANDOM, OLD, YOUNG) == draw_lot(seed, 2)


def test_only_the_tied_count() -> None:
    assert opener_of(tie(3, [1, 2]), Tiebreak.ACCOUNT, OLD, YOUNG, BO) == 1


def test_a_robot_is_younger_than_everybody() -> None:
    seed = tie(2, [0, 1])
    for tiebreak, opener in [(Tiebreak.ACCOUNT, 0), (Tiebreak.YOUNGEST, 1)]:
        saved = tables.open_lobby(
            None, opening({"robots": 1, "options": Options(tiebreak=tiebreak)}), seed
        )
        assert saved.record is not None
        assert saved.record.opener == opener


def test_of_a_pair_the_oldest_account_counts() -> None:
    seed = tie(2, [0, 1])
    assert opener_of(seed, Tiebreak.ACCOUNT, BO, ANN, OLD, CY, pairs=True) == 0


def asked() -> Table:
    table = lobby(ANN, BO, CY, wanted=3, options=Options(tiebreak=Tiebreak.ASK))
    saved = tables.begin(table, GAME_ID, ANN.id, tie(3, [1, 2]))
    return read_table(saved.model_dump_json(), 1, None)


def test_the_tied_are_asked() -> None:
    table = asked()
    assert table.phase is Phase.ASKING
    assert table.saved.record is None
    assert tables.tied_seats(table.saved) == [1, 2]
    assert tables.tied_seats(lobby(ANN).saved) == []


@pytest.mark.parametrize("user", [BO.id, ANN.id])
def test_a_tied_player_or_the_host_says_who_opens(user: int) -> None:
    saved = tables.name_oldest(asked(), GAME_ID, user, 1)
    assert saved.record is not None
    assert saved.record.opener == 1
    assert saved.tied_seed is None


@pytest.mark.parametrize(
    ("table", "user", "seat", "words"),
    [
        pytest.param(asked(), CY.id, 1, "Only Bo or", id="for another"),
        pytest.param(asked(), DI.id, 1, "Only Bo or", id="without a seat"),
        pytest.param(asked(), ANN.id, 0, "not among the tied", id="not tied"),
        pytest.param(lobby(ANN), ANN.id, 0, "settled", id="a lobby"),
        pytest.param(None, ANN.id, 0, "settled", id="nothing"),
    ],
)
def test_nobody_else_says_who_opens(table: Table | None, user: int, seat: int, words: str) -> None:
    with pytest.raises(TableError, match=words):
        tables.name_oldest(table, GAME_ID, user, seat)
