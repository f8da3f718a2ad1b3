from __future__ import annotations

from dataclasses import replace

from qwirkle_bot.saved import Options, Tiebreak
from qwirkle_bot.words.lobby import asking_words, lobby_words
from qwirkle_bot.words.options import options_words
from tests.kit.moments import PEOPLE, lobby, variant

ANN, BO, CY, DI = PEOPLE


def test_options_are_told_in_a_line() -> None:
    assert (
        options_words(Options())
        == "Classic rules · no time limit · where largest sets tie, the oldest account opens"
    )
    chosen = Options(variant=variant("open", "sprint"), tiebreak=Tiebreak.RANDOM, hints=True)
    assert options_words(chosen) == (
        "Open hands and sprint of six turns · no time limit"
        " · where largest sets tie, who opens is drawn by lot · hints allowed"
    )


def test_a_lobby_tells_who_is_there_who_is_asked_and_what_is_free() -> None:
    words = lobby_words(lobby(ANN, BO, invited=[CY.id], wanted=4))
    assert "At the table: Ann and Bo" in words
    assert f"<@{CY.id}>: you are invited." in words
    assert "1 place free" in words
    assert f"<@{ANN.id}> presses **Begin**" in words


def test_a_lobby_without_a_free_place_does_not_offer_one() -> None:
    assert "free" not in lobby_words(lobby(ANN, invited=[BO.id], wanted=2))


def test_pairs_are_told_by_pair() -> None:
    words = lobby_words(lobby(ANN, BO, CY, options=Options(variant=variant("pairs"))))
    assert "Pair 1: Ann & Cy\nPair 2: Bo" in words


def test_a_closed_lobby_says_so() -> None:
    table = lobby(ANN)
    closed = replace(table, saved=table.saved.model_copy(update={"closed": True}))
    assert "was closed" in lobby_words(closed)
    assert "free" not in lobby_words(closed)


def test_the_tied_are_asked_by_mention() -> None:
    saved = lobby(ANN, BO, CY).saved
    words = asking_words(saved, [1, 2], (2, 3, 3))
    assert "Ann 2, Bo 3 and Cy 3" in words
    assert f"<@{BO.id}> and <@{CY.id}>: you are tied" in words
