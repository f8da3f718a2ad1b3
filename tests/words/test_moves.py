from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle_bot.engine.board import Axis, Line, Score
from qwirkle_bot.engine.game import EndReason, Game, Result, Turn
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.saved import Options
from qwirkle_bot.views import View, view_of
from qwirkle_bot.words import moves
from tests.kit.boards import tiles
from tests.kit.games import SEED, dealt, moment, place
from tests.kit.moments import PEOPLE, table_at, variant

ROW, COLUMN = Line(Axis.ROW, (0, 0), 4), Line(Axis.COLUMN, (0, 0), 2)
QWIRKLE = Line(Axis.ROW, (0, 0), 6)


def seen(game: Game, *played: Move, options: Options | None = None) -> View:
    """Everyone's view of a game in which these moves were made."""
    history = tuple(
        Turn(move, Score((ROW, COLUMN)) if isinstance(move, Place) else None) for move in played
    )
    return view_of(table_at(replace(game, history=history), options=options), None)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        pytest.param(Score((ROW, COLUMN)), "4 in the row, 2 in the column: 6 points", id="two"),
        pytest.param(
            Score((QWIRKLE,)), "12 in the row (six tiles, a Qwirkle!): 12 points", id="Qwirkle"
        ),
        pytest.param(Score((COLUMN,), 6), "2 in the column, 6 for going out: 8 points", id="out"),
        pytest.param(Score((Line(Axis.ROW, (0, 0), 1),)), "1 in the row: 1 point", id="one"),
    ],
)
def test_a_score_is_told_line_by_line(score: Score, words: str) -> None:
    assert moves.score_words(score) == words


@pytest.mark.parametrize(
    ("move", "words"),
    [
        pytest.param(
            place(1, "RC RT"),
            "**Bo** laid red circle (RC) at N20, red star (RT) at O20.\n"
            "4 in the row, 2 in the column: 6 points",
            id="place",
        ),
        pytest.param(Exchange(0, tiles("RC GS")), "**Ann** exchanged 2 tiles.", id="exchange"),
        pytest.param(Exchange(0, tiles("RC")), "**Ann** exchanged 1 tile.", id="one tile"),
        pytest.param(Skip(1), "**Bo** was skipped: the turn is lost, for 0 points.", id="skip"),
        pytest.param(Resign(1), "**Bo** resigned.", id="resign"),
    ],
)
def test_a_move_is_told_in_a_sentence(move: Move, words: str) -> None:
    assert moves.news(seen(dealt(SEED, 2), move), 0) == words


def test_a_pass_says_why() -> None:
    assert "bag is empty" in moves.news(seen(dealt(SEED, 2), Pass(0)), 0)


def test_only_new_moves_are_told() -> None:
    view = seen(dealt(SEED, 2), Exchange(0, tiles("RC")), Skip(1))
    assert moves.news(view, 1) == "**Bo** was skipped: the turn is lost, for 0 points."
    assert moves.news(view, 2) == ""


def test_the_beginning_tells_sets_opener_and_code() -> None:
    game = dealt(SEED, 2)
    words = moves.news(seen(game), 0)
    assert "Largest sets: Ann 2 and Bo 3" in words
    assert "**Bo** opens" in words
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in words
    assert SEED.hex() not in words


def test_the_score_table_tells_no_hand() -> None:
    view = seen(replace(dealt(SEED, 2), scores=(1, 12), turn=1))
    ann, bo, bag = moves.score_table(view).splitlines()
    assert ann.endswith(" **Ann** · 1 point · 6 tiles")
    assert bo.endswith(" **Bo** · 12 points · 6 tiles")
    assert ann[0] != bo[0]
    assert bag == "Bag: 96 tiles"


def test_the_score_table_tells_who_won_and_of_no_turns_to_come() -> None:
    options = Options(variant=variant("sprint"))
    playing = moves.score_table(seen(dealt(SEED, 2), options=options))
    assert "turns left" in playing
    assert "🏆" not in playing

    result = Result(EndReason.SPRINT, (3, 9), (1,))
    over = seen(replace(dealt(SEED, 2), scores=(3, 9), result=result), options=options)
    ann, bo, _ = moves.score_table(over).splitlines()
    assert ann == "◦ **Ann** · 3 points · 6 tiles"
    assert bo == "🏆 **Bo** · 9 points · 6 tiles"


def test_an_open_hand_is_in_the_score_table() -> None:
    game = dealt(SEED, 2)
    words = moves.score_table(seen(game, options=Options(variant=variant("open"))))
    for hand in game.hands:
        assert f"-# {' '.join(map(str, hand))}" in words


def test_a_seat_that_left_and_a_bag_that_is_empty() -> None:
    view = seen(replace(moment("RC", "RS", "GS"), playing=frozenset({0})))
    assert "**Bo** · 0 points · resigned" in moves.score_table(view)
    assert moves.score_table(view).endswith("Bag: empty")


def test_the_prompt_mentions_who_moves_and_what_an_opening_lays() -> None:
    assert moves.prompt(seen(moment("RC", "RS", "GS", turn=1))) == (
        f"<@{PEOPLE[1].id}>, it is your turn."
    )
    opening = seen(dealt(SEED, 2))
    assert "lay exactly 3 tiles that share a color or a shape" in moves.prompt(opening)
    one = moves.prompt(replace(opening, opening_size=1))
    assert "lay exactly 1 tile in one row or column" in one


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        pytest.param((1,), f"<@{PEOPLE[1].id}> wins!", id="one"),
        pytest.param((0, 1), f"<@{PEOPLE[0].id}> and <@{PEOPLE[1].id}> share the win!", id="two"),
    ],
)
def test_the_winners_are_told(winners: tuple[int, ...], words: str) -> None:
    result = Result(EndReason.STALLED, (3, 4), winners)
    view = seen(replace(dealt(SEED, 2), result=result), Pass(0))
    assert words in moves.game_over(view)
    assert "Nobody can place" in moves.game_over(view)


def test_a_pair_wins_together() -> None:
    result = Result(EndReason.SPRINT, (3, 4), (1,))
    options = Options(variant=variant("pairs"))
    view = seen(replace(dealt(SEED, 2), result=result), Skip(0), options=options)
    assert f"<@{PEOPLE[1].id}> and <@{PEOPLE[3].id}> win!" in moves.game_over(view)


def test_going_out_names_who_did() -> None:
    result = Result(EndReason.OUT, (3, 4), (1,))
    view = seen(replace(dealt(SEED, 2), result=result), place(0, "RC"))
    assert "Ann laid the last tile" in moves.game_over(view)


def test_totals_have_the_winners_first_with_best_moves() -> None:
    result = Result(EndReason.OUT, (3, 9, 9), (1, 2))
    game = replace(dealt(SEED, 3), result=result, playing=frozenset({1, 2}))
    *winners, last = moves.final_totals(seen(game, place(2, "RC RS"), Resign(0))).splitlines()
    assert winners == [
        "🏆 **Bo** · 9 points",
        "🏆 **Cy** · 9 points",
        "-# Best move: RC N20, RS O20 · 4 in the row, 2 in the column: 6 points",
    ]
    assert last.endswith(" **Ann** · 3 points · resigned")


def test_the_seed_is_told_at_the_end() -> None:
    result = Result(EndReason.OUT, (3, 9), (1,))
    view = seen(replace(dealt(SEED, 2), result=result), place(0, "RC"))
    assert f"`{SEED.hex()}`" in moves.fairness_words(view)


def test_a_sheet_leaves_out_what_was_taken_back() -> None:
    game = dealt(SEED, 2)
    view = seen(game, place(1, "RC"), TakeBack(1), Exchange(0, tiles("RC")), place(1, "GS GT"))
    sheet = moves.score_sheet(view)
    assert sheet[:2] == [
        "1. **Ann** exchanged 1 tile",
        "2. **Bo** GS N20, GT O20 · 4 in the row, 2 in the column: 6 points (total 6)",
    ]
    assert "RC" not in "\n".join(sheet)
