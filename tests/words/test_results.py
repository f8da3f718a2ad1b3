from __future__ import annotations

from dataclasses import replace

from qwirkle_bot.standings import Leader, Rival, leaders, stats_of
from qwirkle_bot.words.results import leaderboard_words, stats_words
from tests.kit.ended import PEOPLE, ended
from tests.kit.moments import NASTIEST_NAME

MOST_CHARACTERS = 4_000
"""Discord's limit for the texts of a message (Components V2)."""

ANN, BO = PEOPLE["Ann"].id, PEOPLE["Bo"].id

GAMES = [
    ended(1, "Ann 120", "Bo 110"),
    ended(2, "Ann 90", "Robot 140"),
    ended(3, "Ann 44", "Bo 50", sprint=True),
]


def test_statistics_are_told_in_a_few_lines() -> None:
    assert stats_words(stats_of(GAMES, ANN), None) == (
        "## Your results on this server\n"
        "Games: **3** · won **1** (33%) · resigned **0**\n"
        "Wins in a row: **0** now, **1** at most\n"
        "Points a game: **105** on average, **120** at best\n"
        "Points a sprint: **44** on average, **44** at best\n"
        "Best move: **12** · Qwirkles: **1**\n"
        "Against robots alone: **1** · won **0**\n"
        "### Head to head\n"
        "-# Games that you won : games that the other one won\n"
        "**Bo** · 1 : 1 in 2 games"
    )


def test_statistics_of_others_name_them() -> None:
    words = stats_words(stats_of(GAMES, BO), "B*o")

    assert words.startswith("## Results of B\\*o on this server\n")
    assert "-# Games that B\\*o won : games that the other one won\n**Ann** · 1 : 1" in words
    assert "robots" not in words


def test_a_direct_message_tells_of_all_servers() -> None:
    words = stats_words(stats_of(GAMES, ANN), None, on_all_servers=True)

    assert words.startswith("## Your results on all servers\n")


def test_whoever_has_no_results_is_told_how_to_get_some() -> None:
    nothing = stats_of([], ANN)

    assert "/start" in stats_words(nothing, None)
    assert "Bo has not finished a game" in stats_words(nothing, "Bo")
    assert "/start" in leaderboard_words([], ANN)


def test_the_leaderboard_marks_whoever_asks() -> None:
    lines = leaderboard_words(leaders(GAMES), BO).splitlines()

    assert lines[0] == "## Leaderboard of this server"
    assert lines[1] == "1\\. Ann · **1** of 2 won (50%)"
    assert lines[2] == "**1\\. Bo** (you) · **1** of 2 won (50%)"
    assert lines[3].startswith("-# Only games count in which two people or more")


def test_names_act_on_nobody() -> None:
    nasty = "<@1> **x**"
    rivals = (Rival(nasty, 1, 1, 0),)
    leader = Leader(7, nasty, 1, 1, 1)

    for words in (
        stats_words(replace(stats_of(GAMES, ANN), rivals=rivals), nasty),
        stats_words(stats_of([], ANN), nasty),
        leaderboard_words([leader], ANN),
        leaderboard_words([leader], 7),
    ):
        assert "<@" not in words
        assert "**x" not in words


def a_crowd(count: int) -> list[Leader]:
    return [Leader(n, NASTIEST_NAME, n, 10**6, 10**6 - n) for n in range(1, count + 1)]


def test_whoever_is_far_behind_is_told_their_place_too() -> None:
    words = leaderboard_words(a_crowd(40), 31)

    assert "…and 15 more players." in words
    assert "**31\\. " in words
    assert "**26\\. " not in words


def test_long_lists_of_nasty_names_fit_into_a_message() -> None:
    assert len(leaderboard_words(a_crowd(40), 31)) <= MOST_CHARACTERS
    rivals = tuple(Rival(NASTIEST_NAME, 10**6, 10**6, 10**6) for _ in range(40))
    words = stats_words(replace(stats_of(GAMES, ANN), rivals=rivals), NASTIEST_NAME)
    assert "…and 30 more opponents." in words
    assert len(words) <= MOST_CHARACTERS
