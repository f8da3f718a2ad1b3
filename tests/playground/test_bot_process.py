"""The bot as a child process: it gets its settings, is started again, and is never left behind."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import pytest

from playground import bot_process
from playground.__main__ import main
from playground.bot_process import BotProcess
from playground.standin import StandIn

CHILD = """
import os, signal, sys, time, urllib.request

def tell(path):
    headers = {"Authorization": "Bot " + os.environ["DISCORD_TOKEN"]}
    url = os.environ["DISCORD_API_URL"] + path
    urllib.request.urlopen(urllib.request.Request(url, headers=headers))

told = []
signal.signal(signal.SIGTERM, {handler})
tell("/users/@me")
{then}
"""


WAIT = """
while not told:
    time.sleep(0.01)
tell("/gateway/bot")
"""


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standin: StandIn, said: list[str]
) -> BotProcess:
    monkeypatch.setattr(bot_process, "BOT", tmp_path / "bot.py")
    return BotProcess(standin.api_url, standin.token, tmp_path / "games", said.append)


def write_bot(
    tmp_path: Path, then: str = WAIT, handler: str = "lambda number, frame: told.append(number)"
) -> None:
    (tmp_path / "bot.py").write_text(
        CHILD.replace("{handler}", handler).replace("{then}", then), encoding="utf-8"
    )


async def end(running: asyncio.Task[None]) -> None:
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def asked(standin: StandIn, path: str) -> int:
    return [request.path for request in standin.requests].count(path)


async def test_the_bot_is_ended_as_an_operator_would(
    tmp_path: Path, standin: StandIn, child: BotProcess, said: list[str]
) -> None:
    write_bot(tmp_path)
    running = asyncio.create_task(child.keep_running())
    await standin.until(lambda: asked(standin, "/users/@me") == 1)

    await end(running)

    assert asked(standin, "/gateway/bot") == 1
    assert said == []


async def test_a_bot_that_dies_is_started_again_and_that_is_said(
    tmp_path: Path,
    standin: StandIn,
    child: BotProcess,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_process, "FIRST_PAUSE_SECONDS", 0.01)
    write_bot(tmp_path, then="sys.exit(3)")
    running = asyncio.create_task(child.keep_running())
    await standin.until(lambda: asked(standin, "/users/@me") == 3)

    await end(running)

    assert said[:2] == [
        "The bot has ended (exit status 3). It starts again in 0.01 s.",
        "The bot has ended (exit status 3). It starts again in 0.02 s.",
    ]


async def test_a_bot_that_does_not_end_is_killed(
    tmp_path: Path,
    standin: StandIn,
    child: BotProcess,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_process, "END_SECONDS", 0.1)
    write_bot(tmp_path, handler="signal.SIG_IGN")
    running = asyncio.create_task(child.keep_running())
    await standin.until(lambda: asked(standin, "/users/@me") == 1)

    await end(running)

    assert said == ["The bot did not end within 0.1 s and is killed."]


async def test_the_bot_is_told_where_it_keeps_its_games(
    tmp_path: Path, standin: StandIn, child: BotProcess
) -> None:
    write = 'open(os.environ["QWIRKLE_DATA_DIR"] + "/kept", "w").close()'
    write_bot(tmp_path, then=f'{write}\ntell("/oauth2/applications/@me")\n{WAIT}')
    running = asyncio.create_task(child.keep_running())
    await standin.until(lambda: asked(standin, "/oauth2/applications/@me") == 1)
    await end(running)

    assert (tmp_path / "games" / "kept").exists()


def test_a_port_that_is_taken_is_told_plainly(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert main(["--port", str(port), "--no-browser"]) == 2

    told = capsys.readouterr().out
    assert told.startswith(f"Port {port} is taken")
    assert f'make play ARGS="--port {port + 1}"' in told


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_is_none_is_refused_in_words(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([f"--port={port}", "--no-browser"])

    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert f"argument --port: '{port}' is no port: give a number from 0 to 65535" in told


def test_a_smoke_test_fails_without_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_process, "BOT", tmp_path / "bot.py")
    write_bot(tmp_path)

    assert main(["--port", "0", "--smoke", "0.2"]) == 1

    told = capsys.readouterr().out
    assert "The playground is at http://127.0.0.1:" in told
    assert "The bot was not there within 0.2 s." in told


TELL_SETTINGS = """
names = ("REDIS_URL", "SHARD_COUNT", "DISCORD_TOKEN", "HOME")
import json, pathlib
seen = {name: os.environ.get(name) for name in names}
pathlib.Path("seen.json").write_text(json.dumps(seen))
tell("/gateway/bot")
while not told:
    time.sleep(0.01)
"""


async def test_an_operators_own_settings_do_not_reach_it(
    tmp_path: Path, standin: StandIn, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    monkeypatch.setattr(bot_process, "BOT", tmp_path / "bot.py")
    for name in ("REDIS_URL", "SHARD_COUNT", "DISCORD_TOKEN", "HOME"):
        monkeypatch.setenv(name, "the operator's")
    child = BotProcess(standin.api_url, standin.token, tmp_path / "games", said.append)
    write_bot(tmp_path, TELL_SETTINGS)
    running = asyncio.create_task(child.keep_running())
    await standin.until(lambda: asked(standin, "/gateway/bot") == 1)
    await end(running)

    # It runs in the folder of its games, where no .env of the operator's lies.
    assert json.loads((tmp_path / "games" / "seen.json").read_text()) == {
        "REDIS_URL": None,
        "SHARD_COUNT": None,
        "DISCORD_TOKEN": standin.token,
        "HOME": "the operator's",
    }
