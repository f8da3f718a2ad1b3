"""Settings come from three places; all their faults are told at once, and no secret with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qwirkle_bot.errors import OperatorError
from qwirkle_bot.settings import HttpAddress, Settings, load_settings

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is set but a token, and there is no .env file."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(f"{name.upper()}_FILE", raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "hunter2")
    monkeypatch.chdir(tmp_path)


def faults() -> list[str]:
    with pytest.raises(OperatorError) as caught:
        load_settings()
    return str(caught.value).splitlines()


def test_a_token_is_enough() -> None:
    settings = load_settings()

    assert settings.discord_token.get_secret_value() == "hunter2"
    assert settings.model_dump(exclude={"discord_token"}) == {
        "redis_url": None,
        "qwirkle_data_dir": Path("data"),
        "qwirkle_keep_days": 365,
        "qwirkle_commands_a_minute": 120,
        "discord_api_url": None,
        "shard_count": None,
        "shard_ids": None,
        "qwirkle_http": None,
        "log_level": "INFO",
        "log_format": "text",
    }


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("QWIRKLE_DATA_DIR", "/var/lib/qwirkle", Path("/var/lib/qwirkle")),
        ("DISCORD_API_URL", "http://127.0.0.1:8333/api/v10/", "http://127.0.0.1:8333/api/v10"),
        ("QWIRKLE_KEEP_DAYS", "30", 30),
        ("QWIRKLE_COMMANDS_A_MINUTE", "0", 0),
        ("SHARD_COUNT", "4", 4),
        ("QWIRKLE_HTTP", "0.0.0.0:8080", HttpAddress("0.0.0.0", 8080)),  # noqa: S104 - only read
        ("QWIRKLE_HTTP", "[::1]:8080", HttpAddress("::1", 8080)),
        ("QWIRKLE_HTTP", "off", None),
        ("QWIRKLE_HTTP", "", None),
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("LOG_FORMAT", "JSON", "json"),
    ],
)
def test_setting_is_read(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, value: object
) -> None:
    monkeypatch.setenv(name, given)

    assert getattr(load_settings(), name.lower()) == value


def test_shards_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0, 3")

    assert load_settings().shard_ids == (0, 3)


@pytest.mark.parametrize(
    ("name", "given", "fault"),
    [
        ("DISCORD_TOKEN", "", "DISCORD_TOKEN is missing"),
        ("DISCORD_TOKEN", "Bot hunter2", "must be the token alone"),
        ("REDIS_URL", "http://h", "must begin with redis://"),
        ("DISCORD_API_URL", "discord.com", "must begin with http"),
        ("SHARD_COUNT", "0", "whole number from 1 on"),
        ("SHARD_COUNT", "many", "whole number from 1 on"),
        ("SHARD_IDS", "0", "needs SHARD_COUNT"),
        ("SHARD_IDS", "a", "whole numbers from 0 on"),
        ("QWIRKLE_HTTP", "8080", "host:port"),
        ("QWIRKLE_HTTP", "h:70000", "host:port"),
        ("LOG_LEVEL", "loud", "DEBUG, INFO"),
        ("LOG_FORMAT", "xml", "text or json"),
    ],
)
def test_fault_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, fault: str
) -> None:
    monkeypatch.setenv(name, given)

    (line,) = faults()

    assert line.startswith(name)
    assert fault in line


@pytest.mark.parametrize("ids", ["2", "0,0", "-1"])
def test_shards_must_fit_their_count(monkeypatch: pytest.MonkeyPatch, ids: str) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", ids)

    (line,) = faults()

    assert line == "SHARD_IDS must be different numbers from 0 to 1, by SHARD_COUNT."


def test_all_faults_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("REDIS_URL_FILE", "/nowhere")
    monkeypatch.setenv("SHARD_COUNT", "0")
    monkeypatch.setenv("SHARD_IDS", "0,a,b")
    monkeypatch.setenv("LOG_LEVEL", "loud")

    names = [line.split()[0] for line in faults()]

    assert names == ["DISCORD_TOKEN", "REDIS_URL", "SHARD_COUNT", "SHARD_IDS", "LOG_LEVEL"]


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("DISCORD_TOKEN", "hunter2 hunter2"),
        ("REDIS_URL", "redis://:hunter2@h:x"),
        ("REDIS_URL", "redis://:hun#hunter2@h"),
        ("DISCORD_API_URL", "https://:hunter2@h"),
    ],
)
def test_faults_show_no_secret(monkeypatch: pytest.MonkeyPatch, name: str, secret: str) -> None:
    monkeypatch.setenv(name, secret)

    assert "hunter2" not in "".join(faults())


def test_settings_show_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:hunter2@h")

    settings = load_settings()

    assert "hunter2" not in f"{settings!r} {settings} {settings.model_dump()}"


def test_env_file_is_read_and_the_environment_goes_before_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nLOG_FORMAT=json\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")

    settings = load_settings()

    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")


def test_env_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")

    assert faults() == ["The file .env cannot be read, or is not text."]


@pytest.mark.parametrize("in_env_file", [False, True])
def test_value_is_read_from_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, in_env_file: bool
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    (tmp_path / "token").write_text("from-a-file\n")
    if in_env_file:
        (tmp_path / ".env").write_text(f"DISCORD_TOKEN_FILE={tmp_path / 'token'}\n")
    else:
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))

    assert load_settings().discord_token.get_secret_value() == "from-a-file"


def test_value_of_a_file_is_checked_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "count").write_text("many")
    monkeypatch.setenv("SHARD_COUNT_FILE", str(tmp_path / "count"))

    assert faults() == ["SHARD_COUNT must be a whole number from 1 on."]


def test_file_and_value_together_are_one_too_many(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("hunter2")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))

    assert faults() == ["DISCORD_TOKEN is given twice: as DISCORD_TOKEN and as DISCORD_TOKEN_FILE."]


@pytest.mark.parametrize(
    ("content", "fault"), [(None, "No such file"), (b" \n", "is empty"), (b"\xff", "not text")]
)
def test_file_that_holds_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None, fault: str
) -> None:
    if content is not None:
        (tmp_path / "url").write_bytes(content)
    monkeypatch.setenv("REDIS_URL_FILE", str(tmp_path / "url"))

    (line,) = faults()

    assert line.startswith("REDIS_URL cannot be read from REDIS_URL_FILE")
    assert fault in line


def test_example_names_every_setting() -> None:
    example = (ROOT / ".env.example").read_text()

    names = re.findall(r"^#?([A-Z_]+)=", example, flags=re.MULTILINE)

    assert names == [name.upper() for name in Settings.model_fields]


def test_example_can_be_copied_as_it_is(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text())

    assert load_settings().redis_url is None


def test_values_of_the_example_are_good(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text()
    (tmp_path / ".env").write_text(re.sub(r"^#([A-Z_]+=)", r"\1", example, flags=re.MULTILINE))

    load_settings()
