"""Settings, quiet hours and absences: what is allowed, what is left, and what is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle_bot.calendar import DAY_MS, HOUR_MS
from qwirkle_bot.errors import PlayerError
from qwirkle_bot.people import (
    Away,
    QuietHours,
    UserSettings,
    away_days_left,
    come_back,
    go_away,
    note_absence,
    parse_quiet_hours,
)
from qwirkle_bot.saved import Absence, Clock, SavedGame, TurnState
from tests.kit.stored_games import ANN, BO, GUILD

NOW = 1_800_000_000_000


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("22:00-07:00 Europe/Berlin", "22:00-07:00 Europe/Berlin", id="as shown"),
        pytest.param("22-7 europe/berlin", "22:00-07:00 Europe/Berlin", id="hours alone"),
        pytest.param(" 9:30 to 17:00  UTC ", "09:30-17:00 UTC", id="in words"),
        pytest.param(
            "23:15 \u2013 6:00 America/New York", "23:15-06:00 America/New_York", id="dash"
        ),
    ],
)
def test_quiet_hours_are_read(text: str, wanted: str) -> None:
    assert str(parse_quiet_hours(text)) == wanted


def test_off_is_no_quiet_hours() -> None:
    assert parse_quiet_hours(" OFF ") is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param("at night", "two times", id="no times"),
        pytest.param("22:00-07:00", "two times", id="no zone"),
        pytest.param("24:00-07:00 UTC", "`24:00`", id="no such hour"),
        pytest.param("22:00-07:60 UTC", "`07:60`", id="no such minute"),
        pytest.param("22:00-22:00 UTC", "another time", id="all day"),
        pytest.param("22:00-07:00 Europe/Berlni", "`Europe/Berlin`", id="slip"),
        pytest.param("22:00-07:00 ../etc/passwd", "no time zone", id="path"),
        pytest.param("22:00-07:00 " + "x" * 6000, "two times", id="long"),
        # Of such a text the pattern takes the square of its length.
        pytest.param("22:00" + " " * 6000 + "-07:00 UTC", "two times", id="long and readable"),
    ],
)
def test_wrong_quiet_hours_are_explained(text: str, named: str) -> None:
    with pytest.raises(PlayerError) as caught:
        parse_quiet_hours(text)

    assert named in str(caught.value)
    assert len(str(caught.value)) < 300


def test_stored_quiet_hours_name_a_zone_that_there_is() -> None:
    with pytest.raises(ValueError, match="time zone"):
        QuietHours(start="22:00", end="07:00", zone="Europe/Atlantis")
    with pytest.raises(ValueError, match="end"):
        QuietHours(start="22:00", end="24:00", zone="UTC")


def test_settings_come_back_as_they_were_kept() -> None:
    settings = go_away(UserSettings(quiet=parse_quiet_hours("22-7 UTC"), copies=True), 3, NOW)

    kept = settings.model_dump_json(exclude_defaults=True)

    assert UserSettings.model_validate_json(kept) == settings


def test_whoever_goes_away_is_away_until_then() -> None:
    settings = go_away(UserSettings(), 3, NOW)

    assert settings.away_at(NOW) == Away(from_ms=NOW, until_ms=NOW + 3 * DAY_MS)
    assert settings.away_at(NOW + 3 * DAY_MS - 1) is not None
    assert settings.away_at(NOW + 3 * DAY_MS) is None


def test_nobody_is_away_longer_than_14_days_at_once() -> None:
    settings = go_away(UserSettings(), 14, NOW)

    for later in (NOW + DAY_MS, NOW + 14 * DAY_MS, NOW + 15 * DAY_MS - 1):
        with pytest.raises(PlayerError, match="14 days at once"):
            go_away(settings, 14, later)
    assert go_away(settings, 14, NOW + 15 * DAY_MS).away_at(NOW + 16 * DAY_MS)


def test_an_absence_that_goes_on_is_replaced_and_what_was_used_counts() -> None:
    settings = go_away(UserSettings(), 14, NOW)
    settings = go_away(settings, 10, NOW + 4 * DAY_MS)

    until = NOW + 14 * DAY_MS
    assert settings.away_at(NOW + 5 * DAY_MS) == Away(from_ms=NOW + 4 * DAY_MS, until_ms=until)
    with pytest.raises(PlayerError, match="now: 10 days"):
        go_away(settings, 11, NOW + 4 * DAY_MS)


def test_30_days_a_year_and_no_more() -> None:
    settings = go_away(UserSettings(), 14, NOW)
    settings = go_away(settings, 14, NOW + 40 * DAY_MS)

    with pytest.raises(PlayerError, match="now: 2 days"):
        go_away(settings, 3, NOW + 80 * DAY_MS)
    assert len(go_away(settings, 2, NOW + 80 * DAY_MS).absences) == 3
    assert away_days_left(settings, NOW + 80 * DAY_MS) == 2


def test_days_of_more_than_a_year_ago_are_free_again() -> None:
    settings = go_away(go_away(UserSettings(), 14, NOW), 14, NOW + 40 * DAY_MS)

    later = go_away(settings, 9, NOW + 372 * DAY_MS)

    assert later.absences[0].from_ms == NOW + 7 * DAY_MS
    with pytest.raises(PlayerError, match="now: 9 days"):
        go_away(settings, 10, NOW + 372 * DAY_MS)


def test_coming_back_early_gives_the_rest_back() -> None:
    settings = come_back(go_away(UserSettings(), 14, NOW), NOW + 2 * DAY_MS)

    assert settings.away_at(NOW + 2 * DAY_MS) is None
    assert away_days_left(settings, NOW + 2 * DAY_MS) == 28


@given(
    steps=st.lists(st.tuples(st.integers(0, 30 * 24), st.integers(0, 14)), min_size=1, max_size=40)
)
def test_no_year_holds_more_than_30_days_and_no_fortnight_is_exceeded(
    steps: list[tuple[int, int]],
) -> None:
    settings, now, real = UserSettings(), NOW, list[Away]()
    for hours, days in steps:
        now += hours * HOUR_MS
        before = settings
        try:
            settings = go_away(settings, days, now) if days else come_back(settings, now)
        except PlayerError:
            assert settings == before
            continue
        real = [Away(from_ms=a.from_ms, until_ms=min(a.until_ms, now)) for a in real]
        real += [away for away in settings.absences if away.from_ms == now]
        for until in (away.until_ms for away in real):
            used = [
                max(0, min(a.until_ms, until) - max(a.from_ms, until - 365 * DAY_MS)) for a in real
            ]
            assert sum(used) <= 30 * DAY_MS
        assert all(away.until_ms - away.from_ms <= 14 * DAY_MS for away in settings.absences)


def game(*absences: Absence, began_ms: int = NOW) -> SavedGame:
    clock = Clock(turn=TurnState(began_ms=began_ms), missed=(0, 0), absences=absences)
    return SavedGame(
        id="7",
        guild_id=GUILD,
        channel_id=8,
        host=ANN.id,
        options={},
        wanted=2,
        players=(ANN, BO),
        clock=clock,
    )


def absences_of(saved: SavedGame) -> list[tuple[int, int, int]]:
    assert saved.clock is not None
    return [(a.user_id, a.from_ms - NOW, a.until_ms - NOW) for a in saved.clock.absences]


def absence(user_id: int, from_ms: int, until_ms: int) -> Absence:
    return Absence(user_id=user_id, from_ms=NOW + from_ms, until_ms=NOW + until_ms)


def test_a_game_notes_who_is_away() -> None:
    away = Away(from_ms=NOW + 5, until_ms=NOW + 50)

    noted = note_absence(game(absence(BO.id, 0, 90)), ANN.id, away, NOW + 5)

    assert absences_of(noted) == [(BO.id, 0, 90), (ANN.id, 5, 50)]


def test_what_was_the_absence_until_now_still_counts_in_the_game() -> None:
    noted = note_absence(game(absence(ANN.id, 0, 90)), ANN.id, None, NOW + 30)

    assert absences_of(noted) == [(ANN.id, 0, 30)]


def test_a_game_forgets_absences_from_before_the_turn() -> None:
    before = game(absence(ANN.id, 0, 10), absence(BO.id, 0, 20), began_ms=NOW + 15)

    assert absences_of(note_absence(before, ANN.id, None, NOW + 30)) == [(BO.id, 0, 20)]


def test_an_absence_that_is_sent_twice_is_noted_once() -> None:
    away = Away(from_ms=NOW, until_ms=NOW + 50)

    once = note_absence(game(), ANN.id, away, NOW)

    assert note_absence(once, ANN.id, away, NOW) == once
