from __future__ import annotations

from qwirkle_bot.pace import BURST, MOST_USERS, Pace

ANN, BO = 1, 2


class Seconds:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def admitted(pace: Pace, clock: Seconds, commands: int, within: float) -> int:
    """How many of a user's evenly spread commands go on."""
    count = 0
    for _ in range(commands):
        count += pace.admits(ANN)
        clock.now += within / commands
    return count


def test_a_thousand_a_minute_are_slowed_down() -> None:
    clock = Seconds()

    assert admitted(Pace(clock, 120), clock, 1000, 60) in range(BURST + 118, BURST + 121)


def test_nobody_who_plays_is_stopped() -> None:
    clock = Seconds()
    pace = Pace(clock, 120)

    assert admitted(pace, clock, BURST, 1) == BURST
    clock.now += 60
    assert admitted(pace, clock, 4 * 18, 18) == 4 * 18  # Leafing: four a second.
    clock.now += 60
    assert admitted(pace, clock, 2 * 3600, 3600) == 2 * 3600


def test_one_who_floods_slows_nobody_else_down() -> None:
    pace = Pace(Seconds(), 120)
    for _ in range(10 * BURST):
        pace.admits(ANN)

    assert not pace.admits(ANN)
    assert [pace.admits(BO) for _ in range(BURST)] == [True] * BURST


def test_whoever_waits_may_go_on() -> None:
    clock = Seconds()
    pace = Pace(clock, 120)
    for _ in range(10 * BURST):
        pace.admits(ANN)

    clock.now += 0.4
    assert not pace.admits(ANN)
    clock.now += 0.1
    assert pace.admits(ANN)
    assert not pace.admits(ANN)


def test_a_long_rest_is_worth_no_more_than_a_full_bucket() -> None:
    clock = Seconds()
    pace = Pace(clock, 120)
    pace.admits(ANN)
    clock.now += 1_000_000

    assert sum(pace.admits(ANN) for _ in range(10 * BURST)) == BURST


def test_memory_is_bounded_and_who_was_seen_last_is_remembered() -> None:
    pace = Pace(Seconds(), 120)
    for _ in range(BURST):
        pace.admits(ANN)

    for user in range(10, 10 + 3 * MOST_USERS):
        pace.admits(user)
        if user % (MOST_USERS // 2) == 0:
            assert not pace.admits(ANN)

    assert len(pace) == MOST_USERS
