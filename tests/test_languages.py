"""Which language is spoken when, and what it says."""

from __future__ import annotations

import asyncio
import unicodedata

import pytest

from qwirkle_bot.engine.tiles import KINDS, TILES
from qwirkle_bot.languages import CATALOGS, gettext, ngettext, speak, speaking
from qwirkle_bot.notation import parse_tiles
from qwirkle_bot.tile_names import a_tile, tile_name, two_tiles
from qwirkle_bot.words.moves import points


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("de", "roter Kreis"),
        ("es-ES", "círculo rojo"),
        pytest.param("es-419", "círculo rojo", id="a country without words of its own"),
        ("fr", "cercle rouge"),
        ("nl", "rode cirkel"),
        ("pt-BR", "círculo vermelho"),
        ("en-US", "red circle"),
        ("en-GB", "red circle"),
        pytest.param("sv-SE", "red circle", id="a language that is missing"),
        pytest.param("../de", "red circle", id="no locale at all"),
    ],
)
def test_a_locale_is_spoken_to_in_its_language(locale: str, words: str) -> None:
    with speaking(locale):
        assert tile_name(TILES["RC"]) == words


@pytest.mark.parametrize(
    ("locale", "none", "one", "two"),
    [
        ("en-US", "0 points", "1 point", "2 points"),
        ("de", "0 Punkte", "1 Punkt", "2 Punkte"),
        ("es-ES", "0 puntos", "1 punto", "2 puntos"),
        ("fr", "0 point", "1 point", "2 points"),
        ("nl", "0 punten", "1 punt", "2 punten"),
        ("pt-BR", "0 ponto", "1 ponto", "2 pontos"),
    ],
)
def test_each_language_counts_in_its_own_way(locale: str, none: str, one: str, two: str) -> None:
    with speaking(locale):
        assert (points(0), points(1), points(2)) == (none, one, two)


@pytest.mark.parametrize(
    ("locale", "code", "names"),
    [
        ("en-US", "OX", ("orange cross", "an orange cross", "two orange crosses")),
        ("de", "GD", ("grüne Raute", "eine grüne Raute", "zwei grüne Rauten")),
        ("de", "RT", ("roter Stern", "einen roten Stern", "zwei rote Sterne")),
        ("fr", "PT", ("étoile violette", "une étoile violette", "deux étoiles violettes")),
        ("es-ES", "YX", ("cruz amarilla", "una cruz amarilla", "dos cruces amarillas")),
        ("nl", "RS", ("rood vierkant", "een rood vierkant", "twee rode vierkanten")),
        ("pt-BR", "PT", ("estrela roxa", "uma estrela roxa", "duas estrelas roxas")),
    ],
)
def test_a_color_goes_by_its_shape(locale: str, code: str, names: tuple[str, str, str]) -> None:
    tile = TILES[code]
    with speaking(locale):
        assert (tile_name(tile), a_tile(tile), two_tiles(tile)) == names


def test_a_language_is_spoken_within_its_context_only() -> None:
    with speaking("de"):
        with speaking("fr"):
            assert gettext("someone") == "quelqu'un"
        assert gettext("someone") == "jemand"
    assert gettext("someone") == "someone"


async def test_tasks_speak_each_their_own_language() -> None:
    together = asyncio.Barrier(2)

    async def say(locale: str) -> str:
        speak(locale)
        await together.wait()
        return ngettext("{count} tile", "{count} tiles", 2)

    said = await asyncio.gather(*(asyncio.create_task(say(locale)) for locale in ("de", "nl")))

    assert said == ["2 Steine", "2 stenen"]
    assert gettext("someone") == "someone"


@pytest.mark.parametrize("locale", ["en-US", *(name.replace("_", "-") for name in CATALOGS)])
def test_tiles_are_read_by_their_names_in_the_language_that_is_spoken(locale: str) -> None:
    with speaking(locale):
        for tile in KINDS:
            assert parse_tiles(f"{tile_name(tile).upper()}, RC {tile_name(tile)}", ()) == (
                tile,
                TILES["RC"],
                tile,
            )
        english = parse_tiles("red circle and blue stars", ())
    assert english == (TILES["RC"], TILES["BT"])


@pytest.mark.parametrize(
    ("locale", "typed"),
    [
        ("de", "roter Kreis und blaues Quadrat"),
        ("es-ES", "c\u00edrculo rojo y cuadrado azul"),
        ("es-ES", "Circulo rojo, cuadrado azul"),
        ("es-ES", "ci\u0301rculo rojo, cuadrado azul"),
        ("fr", "cercle rouge et carre bleu"),
        ("nl", "rode cirkel en blauw vierkant"),
        ("pt-BR", "circulo vermelho e quadrado azul"),
    ],
)
def test_tiles_are_read_without_accents_and_joined_by_a_word(locale: str, typed: str) -> None:
    with speaking(locale):
        assert parse_tiles(typed, ()) == (TILES["RC"], TILES["BS"])


@pytest.mark.parametrize("locale", ["de", "fr", "es-ES", "pt-BR"])
def test_an_accent_may_be_a_character_of_its_own(locale: str) -> None:
    with speaking(locale):
        for tile in KINDS:
            assert parse_tiles(unicodedata.normalize("NFD", tile_name(tile)), ()) == (tile,)
