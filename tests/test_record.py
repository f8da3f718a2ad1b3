"""Records: what holds, what does not, and where it first goes wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle_bot.commandline.answers import explain
from qwirkle_bot.errors import RecordError
from qwirkle_bot.record import (
    FARTHEST,
    Record,
    entry_of,
    is_json,
    read_position,
    replay,
    result_entry,
    verify_record,
)
from tests.kit.vectors import vector_lines, vectors

GOOD = [*vector_lines("records-good"), *vector_lines("records-endings")]


@pytest.mark.parametrize("line", GOOD, ids=range(len(GOOD)))
def test_a_good_record_holds_to_its_result(line: str) -> None:
    claimed = json.loads(line)["result"]

    result = verify_record(line).result

    assert result is not None
    assert (result.reason, list(result.scores), list(result.winners)) == (
        claimed["reason"],
        claimed["scores"],
        claimed["winners"],
    )


@pytest.mark.parametrize(
    "bad", [pytest.param(b, id=b["expect"]["why"]) for b in vectors("records-bad")]
)
def test_a_bad_record_is_refused_at_its_first_bad_move(bad: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        verify_record(json.dumps(bad))

    assert caught.value.where == bad["expect"]["move"]


@pytest.mark.parametrize("line", GOOD, ids=range(len(GOOD)))
def test_a_game_writes_the_moves_and_the_result_that_it_was_read_from(line: str) -> None:
    record = Record.model_validate_json(line)

    game = replay(record)

    assert tuple(entry_of(turn) for turn in game.history) == record.moves
    assert game.result is not None
    assert result_entry(game.result) == record.result


def _good() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(GOOD[0])
    return record


def _without(key: str) -> dict[str, Any]:
    return {name: value for name, value in _good().items() if name != key}


def _with_first_move(**changes: object) -> dict[str, Any]:
    record = _good()
    record["moves"][0] |= changes
    return record


FAULTS: list[tuple[str, object, int | str]] = [
    ("a list", [], "format"),
    ("a number", 5, "format"),
    ("nothing", None, "format"),
    ("another format", _good() | {"format": "qwirkle-record/2"}, "format"),
    ("no moves", _without("moves"), "format"),
    ("moves that are no list", _good() | {"moves": {}}, "format"),
    ("no seed", _without("seed"), -1),
    ("a short seed", _good() | {"seed": "00"}, -1),
    ("a seed of other letters", _good() | {"seed": "g" * 64}, -1),
    ("a seed and a line break", _good() | {"seed": "0" * 64 + "\n"}, -1),
    ("a seed that is a number", _good() | {"seed": 7}, -1),
    ("no seats", _without("seats"), -1),
    ("one seat", _good() | {"seats": 1}, -1),
    ("five seats", _good() | {"seats": 5}, -1),
    ("seats as text", _good() | {"seats": "2"}, -1),
    ("seats as a truth value", _good() | {"seats": True}, -1),
    ("seats as a fraction", _good() | {"seats": 2.0}, -1),
    ("huge seats", _good() | {"seats": 10**4000}, -1),
    ("no opener", _without("opener"), -1),
    ("an opener below 0", _good() | {"opener": -1}, -1),
    ("an opener beyond the seats", _good() | {"opener": 2}, -1),
    ("a variant that is a word", _good() | {"variant": "sprint"}, -1),
    ("sprint as a number", _good() | {"variant": {"sprint": 1}}, -1),
    ("pairs of three seats", _good() | {"variant": {"pairs": True}, "seats": 3, "opener": 1}, -1),
    ("names for another number of seats", _good() | {"players": [["Ann"]]}, -1),
    ("names that are numbers", _good() | {"players": [[1], [2]]}, -1),
    ("a move that is no object", _good() | {"moves": [7]}, 0),
    ("a move without a type", _good() | {"moves": [{"seat": 0}]}, 0),
    ("a move of an unknown type", _with_first_move(type="swap"), 0),
    ("a move of no seat", _with_first_move(seat=4), 0),
    ("a seat below 0", _with_first_move(seat=-4), 0),
    ("a seat as text", _with_first_move(seat="0"), 0),
    ("a placement of nothing", _with_first_move(tiles=[]), 0),
    ("tiles that are a word", _with_first_move(tiles="RC"), 0),
    ("a tile of no kind", _with_first_move(tiles=[{"at": [0, 0], "tile": "RR"}]), 0),
    ("a cell of one number", _with_first_move(tiles=[{"at": [0], "tile": "RC"}]), 0),
    ("a cell between cells", _with_first_move(tiles=[{"at": [0.5, 0], "tile": "RC"}]), 0),
    ("a cell too far out", _with_first_move(tiles=[{"at": [FARTHEST + 1, 0], "tile": "RC"}]), 0),
    ("a huge cell", _with_first_move(tiles=[{"at": [0, -(10**4200)], "tile": "RC"}]), 0),
    ("a score as text", _with_first_move(score="3"), 0),
    ("a huge score", _with_first_move(score=10**4299), 0),
    ("a result of a game that runs", _good() | {"moves": []}, "result"),
    ("another reason", _good() | {"result": {"reason": "stalled"}}, "result"),
    ("a reason that is none", _good() | {"result": {"reason": "bored"}}, "result"),
    ("other winners", _good() | {"result": {"winners": [0, 1]}}, "result"),
    ("a result that is a list", _good() | {"result": []}, "result"),
]


@pytest.mark.parametrize(
    ("record", "where"), [pytest.param(record, where, id=name) for name, record, where in FAULTS]
)
def test_a_fault_is_found_where_it_is(record: object, where: int | str) -> None:
    with pytest.raises(RecordError) as caught:
        verify_record(json.dumps(record))

    assert caught.value.where == where


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="another encoding"),
        pytest.param(b'{"seed": "\xc3"}', id="bytes that are no text"),
        pytest.param(b'{"players": [["\\ud800"]], "moves": []}', id="half a character"),
        pytest.param(b'{"moves": ' + b"[" * 100_000, id="deep brackets"),
        pytest.param(b'{"moves": [], "seats": ' + b"9" * 10_000 + b"}", id="ten thousand digits"),
    ],
)
def test_what_is_no_json_is_no_record(text: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        verify_record(text)

    assert caught.value.where == "format"
    assert not is_json(text)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            {"weather": [["rain"], {"model_config": 1, "__dict__": {}}]}, id="unknown keys"
        ),
        pytest.param({"players": [["Ann"], ["Bo"]]}, id="names"),
        pytest.param({"result": {"reason": "out"}}, id="half a result"),
        pytest.param({"result": None}, id="no result"),
        pytest.param({"variant": {}}, id="no variant chosen"),
        pytest.param({"format": "qwirkle-record/1"}, id="the format"),
    ],
)
def test_the_rest_of_a_record_may_say_more_or_less(change: dict[str, object]) -> None:
    assert verify_record(json.dumps(_good() | change)).result


@pytest.mark.parametrize("key", ["format", "variant", "players", "result"])
def test_the_rest_of_a_record_may_be_missing(key: str) -> None:
    assert verify_record(json.dumps(_without(key))).result


def test_a_record_may_stop_while_its_game_runs() -> None:
    record = _without("result")
    record["moves"] = record["moves"][:5]

    assert verify_record(json.dumps(record)).result is None


@pytest.mark.parametrize("shift", [-FARTHEST // 2, 1000])
def test_a_game_may_begin_anywhere(shift: int) -> None:
    record = _good()
    for move in record["moves"]:
        if move["type"] == "place":
            for laid in move["tiles"]:
                laid["at"] = [laid["at"][0] + shift, laid["at"][1] - shift]

    assert verify_record(json.dumps(record)).result


def test_codes_read_either_way_round_and_in_either_case() -> None:  # R1.2
    record = _good()
    for move in record["moves"]:
        if move["type"] == "place":
            for laid in move["tiles"]:
                laid["tile"] = laid["tile"][::-1].lower()

    assert verify_record(json.dumps(record)).result


def test_unknown_keys_are_kept() -> None:
    record = Record.model_validate(_with_first_move(mood="brave") | {"weather": "rain"})

    written = record.model_dump(mode="json")

    assert (written["weather"], written["moves"][0]["mood"]) == ("rain", "brave")


@pytest.mark.parametrize(
    "position",
    [
        pytest.param({"hand": []}, id="no board"),
        pytest.param({"board": []}, id="no hand"),
        pytest.param({"board": [], "hand": ["RC"] * 7}, id="seven tiles in hand"),
        pytest.param(
            {"board": [{"at": [0, 0], "tile": "RC"}, {"at": [0, 0], "tile": "RS"}], "hand": []},
            id="two tiles in a cell",
        ),
        pytest.param(
            {"board": [{"at": [0, 0], "tile": "RC"}, {"at": [0, 1], "tile": "RC"}], "hand": []},
            id="a line of two of a kind",
        ),
        pytest.param([], id="a list"),
    ],
)
def test_what_is_no_position_is_refused(position: object) -> None:
    with pytest.raises(RecordError) as caught:
        read_position(json.dumps(position))

    assert caught.value.where == "format"


ODD_NUMBERS = st.integers() | st.floats() | st.sampled_from([10**18, -(10**19), 10**4200])
ODD_VALUES = st.recursive(
    st.none() | st.booleans() | ODD_NUMBERS | st.text(max_size=3) | st.sampled_from(["RC", "ŝL"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=5,
)


def places_in(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values within a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:6]):
            yield from places_in(inner, (*path, index))


PLACES = list(places_in(_good()))


def complaint(text: str | bytes) -> str | None:
    """What the command line says is wrong with a record; ``None`` where it holds."""
    try:
        verify_record(text)
    except RecordError as error:
        return explain(error)
    return None


@settings(max_examples=400, deadline=None)
@given(path=st.sampled_from(PLACES), value=ODD_VALUES)
def test_an_odd_record_holds_or_is_refused_in_a_sentence(
    path: tuple[Any, ...], value: object
) -> None:
    record = _good()
    *steps, last = path
    inner: Any = record
    for step in steps:
        inner = inner[step]
    inner[last] = value

    said = complaint(json.dumps(record))

    assert said is None or said.endswith(".")


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 2000), junk=st.binary(max_size=4))
def test_a_damaged_text_holds_or_is_refused_in_a_sentence(cut: int, junk: bytes) -> None:
    text = GOOD[0].encode()

    said = complaint(text[:cut] + junk + text[cut + len(junk) :])

    assert said is None or said.endswith(".")
