"""The command line as its users run it: arguments, files and pipes in, lines and a status out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from tests.kit.vectors import VECTORS, vector_lines, vectors

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "qwirkle_bot"]
TIMEOUT_SECONDS = 60

GOOD_LINE = vector_lines("records-good")[0].encode()
PRETTY = json.dumps(json.loads(GOOD_LINE), indent=2).encode()


def run(
    *arguments: str, given: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=TIMEOUT_SECONDS,
        env={**os.environ, **(environment or {})},
    )
    assert b"Traceback" not in done.stderr
    return done


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def started(*arguments: str, output: int | IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )


def test_verify_answers_for_every_good_record() -> None:
    done = run("verify", *(str(VECTORS / f"records-{name}.jsonl") for name in ("good", "endings")))

    claims = [
        vector["result"] for name in ("good", "endings") for vector in vectors(f"records-{name}")
    ]
    assert done.returncode == 0
    assert answers(done) == [
        {
            "ok": True,
            "scores": claim["scores"],
            "winners": claim["winners"],
            "reason": claim["reason"],
        }
        for claim in claims
    ]


def test_verify_names_the_first_bad_move_of_every_bad_record() -> None:
    done = run("verify", str(VECTORS / "records-bad.jsonl"))

    assert done.returncode == 1
    assert [(line["ok"], line["move"]) for line in answers(done)] == [
        (False, vector["expect"]["move"]) for vector in vectors("records-bad")
    ]
    assert all(set(line) == {"ok", "move", "rule", "error"} for line in answers(done))


def test_moves_answers_for_every_position() -> None:
    done = run("moves", "--brief", str(VECTORS / "positions.jsonl"))

    assert done.returncode == 0
    assert answers(done) == [
        {name: vector[name] for name in ("count", "best", "sum")} for vector in vectors("positions")
    ]


def test_moves_lists_placements_best_first() -> None:
    vector = next(vector for vector in vectors("positions") if vector["placements"])
    done = run("moves", "-", given=json.dumps(vector).encode())

    (line,) = answers(done)
    scores = [placement["score"] for placement in line["placements"]]
    assert scores == sorted(scores, reverse=True)
    assert {
        (frozenset((*laid["at"], laid["tile"]) for laid in placement["tiles"]), placement["score"])
        for placement in line["placements"]
    } == {
        (frozenset((x, y, tile) for x, y, tile in tiles), score)
        for tiles, score in vector["placements"]
    }
    assert len(scores) == vector["count"]


def test_verify_names_the_rule_and_the_cells_in_a_sentence() -> None:
    record = json.loads(GOOD_LINE)
    first = record["moves"][0]["tiles"][0]
    record["moves"][0]["tiles"][1]["at"] = first["at"]

    done = run("verify", "-", given=json.dumps(record).encode())

    (line,) = answers(done)
    assert line["rule"] == "R4.1"
    assert line["error"].startswith("N20 is named twice")


def test_verify_says_that_a_game_still_runs() -> None:
    record = {key: vectors("records-good")[0][key] for key in ("seed", "seats", "opener")}

    done = run("verify", "-", given=json.dumps(record | {"moves": []}).encode())

    assert done.returncode == 0
    assert answers(done) == [{"ok": True, "scores": [0, 0], "winners": [], "reason": None}]


@pytest.mark.parametrize(
    ("given", "verdicts"),
    [
        pytest.param(PRETTY, [True], id="one record over many lines"),
        pytest.param(GOOD_LINE, [True], id="no line break at the end"),
        pytest.param(b"\n\r\n" + GOOD_LINE + b"\r\n\n" + GOOD_LINE, [True, True], id="blank lines"),
        pytest.param(b"\xef\xbb\xbf" + GOOD_LINE, [True], id="a byte order mark"),
        pytest.param(b"oops\n" + GOOD_LINE, [False, True], id="a bad line first"),
        pytest.param(GOOD_LINE + b"\noops\n", [True, False], id="a bad line last"),
        pytest.param(GOOD_LINE[:-5] + b"\n" + GOOD_LINE, [False, True], id="a line cut off"),
        pytest.param(PRETTY[:-5], [False], id="many lines cut off"),
        pytest.param(b"", [False], id="nothing"),
        pytest.param(b"\n \n", [False], id="blank lines only"),
        pytest.param(bytes(range(256)), [False, False], id="every byte there is"),
        pytest.param(b'"\\ud800"', [False], id="half a character"),
        pytest.param(b"[" * 100_000, [False], id="deep brackets"),
    ],
)
def test_verify_reads_one_record_or_one_a_line(given: bytes, verdicts: list[bool]) -> None:
    done = run("verify", "-", given=given)

    assert [line["ok"] for line in answers(done)] == verdicts
    assert done.returncode == (0 if all(verdicts) else 1)


@pytest.mark.parametrize(
    "given", [b"", b"{", b"[]", b"\xff\x00", b"9" * 9999, b'{"board": [], "hand": ["RR"]}']
)
def test_moves_answers_what_is_no_position_in_words(given: bytes) -> None:
    done = run("moves", "-", given=given)

    assert done.returncode == 1
    assert [list(line) for line in answers(done)] == [["error"]]


@pytest.mark.parametrize("command", ["verify", "moves"])
def test_a_file_that_cannot_be_read_is_answered_in_words(command: str, tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        done = run(command, str(path))

        assert done.returncode == 1
        assert str(path) in answers(done)[0]["error"]


def test_verify_goes_on_after_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    done = run("verify", str(tmp_path / "missing"), "-", given=GOOD_LINE)

    assert [line["ok"] for line in answers(done)] == [False, True]
    assert done.returncode == 1


def test_each_answer_is_sent_before_the_next_record_comes() -> None:
    with started("verify", "-", output=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(GOOD_LINE + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(TIMEOUT_SECONDS) == 0


def test_a_reader_that_leaves_is_no_reason_to_complain() -> None:
    with started("verify", "-", output=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(GOOD_LINE)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(TIMEOUT_SECONDS) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no /dev/full")
def test_a_full_disk_is_told_in_words() -> None:
    with Path("/dev/full").open("wb") as full, started("verify", "-", output=full) as process:
        _, complaint = process.communicate(GOOD_LINE, TIMEOUT_SECONDS)

    assert process.returncode == 1
    assert complaint.startswith(b"qwirkle_bot: ")
    assert complaint.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["verify"], ["moves"], ["juggle"], ["moves", "a", "b"], ["verify", "--fast", "a"]],
)
def test_arguments_that_cannot_be_understood_end_with_status_2(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert b"usage: python -m qwirkle_bot" in done.stderr


def test_replay_shows_the_board_after_each_move() -> None:
    record = json.loads(GOOD_LINE)
    done = run("replay", "-", given=GOOD_LINE)

    text = done.stdout.decode()
    assert done.returncode == 0
    assert [line.split()[0] for line in text.splitlines() if " Seat " in line] == [
        f"{index}." for index in range(len(record["moves"]))
    ]
    assert "The game is over (out): seat " in text
    assert "\x1b" not in text


def test_replay_stops_at_the_first_bad_move_and_says_why() -> None:
    record = json.loads(GOOD_LINE)
    record["moves"][1]["score"] += 1

    done = run("replay", "-", given=json.dumps(record).encode())

    assert done.returncode == 1
    assert b"\n0. Seat " in done.stdout
    assert b"\n1. Seat " not in done.stdout
    assert done.stderr.startswith(b"qwirkle_bot: Move 1: The move scores ")


@pytest.mark.parametrize("given", [b"", b"{", b"\xff", b'{"moves": []}'])
def test_replay_answers_what_is_no_record_in_words(given: bytes) -> None:
    done = run("replay", "-", given=given)

    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"qwirkle_bot: ")


def test_replay_shows_every_ending_even_where_little_can_be_written() -> None:
    done = run(
        "replay",
        str(VECTORS / "records-endings.jsonl"),
        environment={"PYTHONIOENCODING": "ascii", "COLUMNS": "20"},
    )

    assert done.returncode == 0
    assert done.stdout.count(b"The game is over (") == len(vectors("records-endings"))


def test_selfplay_plays_the_same_games_again() -> None:
    def play(seed: str) -> dict[str, Any]:
        arguments = ["--games", "3", "--seats", "3", "--players", "easy,medium,easy"]
        (line,) = answers(run("selfplay", *arguments, "--seed", seed))
        assert 0 < line.pop("mean_ms") <= line.pop("p99_ms")
        return line

    first = play("Ann")

    assert first["players"] == ["easy", "medium", "easy"]
    assert sum(first["wins"]) >= 3
    assert first == play("Ann")
    assert first["mean_scores"] != play("Bo")["mean_scores"]


def test_selfplay_ranks_medium_over_easy() -> None:
    (line,) = answers(run("selfplay", "--games", "6", "--players", "easy,medium", "--seed", "1"))

    assert line["wins"] == [0, 6]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--games", "9" * 5000],
        ["--seats", "5"],
        ["--players", "hard"],
        ["--players", "hard,genius"],
        ["--players", ""],
    ],
)
def test_selfplay_refuses_what_cannot_be_played(arguments: list[str]) -> None:
    done = run("selfplay", *arguments)

    assert done.returncode == 2
    assert b"error: " in done.stderr
