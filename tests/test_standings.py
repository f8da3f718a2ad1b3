from __future__ import annotations

import pytest

from qwirkle_bot.results import GameResult, SeatResult
from qwirkle_bot.saved import Player
from qwirkle_bot.standings import Leader, Points, Rival, Stats, leaders, share, stats_of
from tests.kit.ended import PEOPLE, ended

ANN, BO, CY, DI = (player.id for player in PEOPLE.values())

YEAR = [
    ended(1, "Ann 120", "Bo 110"),
    ended(2, "Ann 151", "Bo 80", "Cy 99"),
    ended(3, "Bo 130", "Ann 40-"),
    ended(4, "Ann 90", "Robot 140"),
    ended(5, "Ann 44", "Bo 44", sprint=True),
    ended(6, "Robot 70", "Ann 170"),
    ended(7, "Ann & Cy 210", "Bo & Di 205"),
]
"""Ann plays seven games. She wins 1, 2, 5 (shared), 6 and 7."""


def test_statistics_are_counted_as_by_hand() -> None:
    assert stats_of(YEAR, ANN) == Stats(
        name="Ann",
        games=7,
        wins=5,
        resigned=1,
        solo=2,  # The fourth and the sixth,
        solo_wins=1,  # of which the sixth is won.
        full=Points(average=148, best=210),  # 120, 151, 90, 170 and 210: 741 / 5 = 148.2.
        sprint=Points(average=44, best=44),
        best_move=21,
        qwirkles=5,  # One each in 1, 2 and 6, two in 7.
        streak=3,  # 5, 6 and 7.
        longest_streak=3,
        rivals=(
            Rival("Bo", games=5, won=4, lost=2),  # 1, 2, 3, 5 and 7; both win 5.
            Rival("Di", games=1, won=1, lost=0),  # The last one is met later than Cy in 2.
            Rival("Cy", games=1, won=1, lost=0),
        ),
    )


def test_a_streak_ends_with_a_game_that_is_not_won() -> None:
    longest = stats_of([*YEAR, ended(8, "Ann 1", "Bo 2"), ended(9, "Ann 3", "Bo 2")], ANN)

    assert (longest.streak, longest.longest_streak) == (1, 3)


def test_whoever_has_not_played_has_nothing() -> None:
    nothing = stats_of(YEAR, 99)

    assert nothing == Stats(None, 0, 0, 0, 0, 0, None, None, 0, 0, 0, 0, ())


def test_a_game_that_all_others_resigned_counts_for_no_average() -> None:
    given_up = [ended(8, "Ann 0", "Bo 0-"), ended(9, "Ann 7", "Bo 3-", "Cy 0-")]

    stats = stats_of([*YEAR, *given_up], ANN)

    assert stats.full == Points(average=148, best=210)
    assert stats.wins == 7


def test_a_game_that_was_resigned_counts_for_no_average() -> None:
    stats = stats_of([ended(1, "Ann 40-", "Bo 50")], ANN)

    assert (stats.games, stats.full, stats.sprint) == (1, None, None)


@pytest.mark.parametrize(
    ("part", "whole", "percent"), [(0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 8, 13), (5, 5, 100)]
)
def test_a_share_is_rounded_to_a_whole_percent(part: int, whole: int, percent: int) -> None:
    assert share(part, whole) == percent


def test_leaders_go_by_wins_then_by_their_share() -> None:
    # Ann wins 1, 2, 5 and 7 of 1, 2, 3, 5 and 7; the two against robots alone do not count.
    # Bo wins 3 and 5 of the same five, Cy the last of two, Di none of one.
    assert leaders(YEAR) == [
        Leader(ANN, "Ann", place=1, games=5, wins=4),
        Leader(BO, "Bo", place=2, games=5, wins=2),
        Leader(CY, "Cy", place=3, games=2, wins=1),
        Leader(DI, "Di", place=4, games=1, wins=0),
    ]


def test_equals_share_a_place() -> None:
    results = [
        ended(1, "Ann 2", "Bo 2", "Cy 1"),
        ended(2, "Ann 1", "Di 1"),
        ended(3, "Ann 0", "Cy 9"),
    ]

    places = [(leader.name, leader.place) for leader in leaders(results)]

    # Ann has 2 of 3; Bo and Di have 1 of 1; Cy has 1 of 2.
    assert places == [("Ann", 1), ("Bo", 2), ("Di", 2), ("Cy", 4)]


def test_a_name_is_that_of_the_last_game() -> None:
    renamed = SeatResult(players=(Player(id=BO, name="Bob"),), score=1)
    ann = SeatResult(players=(PEOPLE["Ann"],), score=2)
    results = [
        *YEAR,
        GameResult(game_id="9", guild_id=5, ended_ms=9, seats=(renamed, ann)),
    ]

    assert stats_of(results, BO).name == "Bob"
    assert stats_of(results, ANN).rivals[0].name == "Bob"
    assert leaders(results)[1].name == "Bob"


def test_whoever_was_deleted_is_neither_leader_nor_rival() -> None:
    deleted = SeatResult(players=(Player(id=-1, name="deleted player"),), score=1)
    ann = SeatResult(players=(PEOPLE["Ann"],), score=2)
    results = [GameResult(game_id="9", guild_id=5, ended_ms=9, seats=(deleted, ann))]

    assert [leader.name for leader in leaders(results)] == ["Ann"]
    assert stats_of(results, ANN).rivals == ()
    assert stats_of(results, ANN).solo == 0
