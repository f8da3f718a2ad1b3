"""Time that counts, against a plain count of seconds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.calendar import Gap, Moment, Outages, elapsed_ms, when

WHOLE = 12

MANY = settings(max_examples=300, deadline=None)

marks = st.integers(-3, WHOLE)
gaps = st.lists(st.builds(Gap, marks, marks), max_size=5)
"""Some overlap, some are empty, some end before they begin; in no order."""


def counted(began: int, now: int, lost: list[Gap]) -> int:
    """Second by second, whether it lies in a gap."""
    return sum(
        not any(gap.from_ms <= second < gap.until_ms for gap in lost)
        for second in range(began, now)
    )


@MANY
@given(marks, marks, gaps)
def test_elapsed_is_what_a_count_of_seconds_says(began: int, now: int, lost: list[Gap]) -> None:
    assert elapsed_ms(began, now, lost) == counted(began, now, lost)


@MANY
@given(marks, st.integers(0, WHOLE), gaps)
def test_when_is_the_first_second_at_which_so_much_has_counted(
    began: int, target: int, lost: list[Gap]
) -> None:
    first = began
    while counted(began, first, lost) < target:
        first += 1

    assert when(began, target, lost) == first


@MANY
@given(marks, st.integers(0, WHOLE), gaps)
def test_when_and_elapsed_are_inverses(began: int, target: int, lost: list[Gap]) -> None:
    assert elapsed_ms(began, when(began, target, lost), lost) == target


@MANY
@given(marks, st.integers(0, WHOLE), gaps, st.builds(Gap, marks, marks))
def test_gap_never_gives_more_than_its_own_length(
    began: int, target: int, lost: list[Gap], gap: Gap
) -> None:
    sooner, later = when(began, target, lost), when(began, target, [*lost, gap])

    assert later >= sooner
    # Not in moments: a gap may move the end over another one.
    gained = elapsed_ms(began, later, lost) - target
    assert gained <= max(0, gap.until_ms - gap.from_ms)


def test_outage_of_another_server_is_no_gap() -> None:
    now = Moment(100, Outages((Gap(1, 2),), {7: (Gap(3, 4),), 8: (Gap(5, 6),)}))

    assert now.gaps(7) == (Gap(1, 2), Gap(3, 4))
    assert now.gaps(9) == (Gap(1, 2),)
