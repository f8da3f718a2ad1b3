"""What an operator sets: the environment, a ``.env`` file, or files that hold one value each.

The one entry point is :func:`load_settings`. It tells all faults at once, and no message of it
quotes what may be secret. Any ``NAME`` can be given as ``NAME_FILE``, the path of a file with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from qwirkle_bot.errors import OperatorError
from qwirkle_bot.redis_url import parse_redis_url


class HttpAddress(NamedTuple):
    """Where to listen."""

    host: str
    port: int


class Settings(BaseSettings):
    """One field for each line of ``.env.example``. A description completes "must be"."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr = Field(
        description="the bot's token, from discord.com/developers/applications under Bot"
    )
    redis_url: SecretStr | None = Field(default=None, description="the address of a server")
    """``None`` for the embedded store."""

    qwirkle_data_dir: Path = Field(default=Path("data"), description="the path of a folder")
    """Where the embedded store keeps its files."""

    qwirkle_keep_days: int = Field(
        default=365, ge=1, le=3650, description="a whole number of days from 1 to 3650"
    )
    """How long a finished game is kept with all its moves."""

    qwirkle_commands_a_minute: int = Field(
        default=120, ge=0, le=100_000, description="a whole number from 0 to 100000"
    )
    """How many commands, presses and completions one user may ask for, in the long run; 0 for no
    limit."""

    discord_api_url: str | None = Field(
        default=None, description="the base of Discord's API, such as https://discord.com/api/v10"
    )
    """Without a slash at the end; ``None`` for Discord's own."""

    shard_count: int | None = Field(default=None, ge=1, description="a whole number from 1 on")
    """Shards of all processes together; ``None`` to let Discord choose."""

    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(
        default=None, description="whole numbers from 0 on with commas between, such as 0,1"
    )
    """The shards of this process; ``None`` for all."""

    qwirkle_http: Annotated[HttpAddress | None, NoDecode] = Field(
        default=None, description="host:port, such as 127.0.0.1:8080, or off"
    )
    """Where to answer about health and numbers; ``None`` for nowhere."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = Field(
        default="INFO", description="DEBUG, INFO, WARNING, ERROR or CRITICAL"
    )
    log_format: Literal["text", "json"] = Field(default="text", description="text or json")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the library's hook
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        given: dict[str, str | None] = {}
        for source in (dotenv_settings, env_settings):
            if isinstance(source, EnvSettingsSource):
                given.update(source.env_vars)
        files = _FileSource(settings_cls, given)
        return init_settings, files, env_settings, dotenv_settings

    @field_validator("*", mode="before")
    @classmethod
    def _tell_fault_of_file(cls, value: object) -> object:
        if isinstance(value, _FileFaultError):
            raise value
        return value.strip() if isinstance(value, str) else value

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, token: SecretStr) -> SecretStr:
        if any(letter.isspace() for letter in token.get_secret_value()):
            raise ValueError('must be the token alone, without a space or "Bot" before it')
        return token

    @field_validator("redis_url")
    @classmethod
    def _check_redis_url(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None:
            parse_redis_url(url.get_secret_value())
        return url

    @field_validator("discord_api_url")
    @classmethod
    def _check_api_url(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
            raise ValueError("must begin with http:// or https:// and a host")
        return url.rstrip("/")

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_shard_ids(cls, value: object) -> object:
        return value.split(",") if isinstance(value, str) else value

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(
        cls, ids: tuple[int, ...] | None, others: ValidationInfo
    ) -> tuple[int, ...] | None:
        # A count that is wrong itself is missing here, and told already.
        if ids is None or "shard_count" not in others.data:
            return ids
        count = others.data["shard_count"]
        if count is None:
            raise ValueError("needs SHARD_COUNT beside it")
        if not all(0 <= shard < count for shard in ids) or len(set(ids)) < len(ids):
            raise ValueError(f"must be different numbers from 0 to {count - 1}, by SHARD_COUNT")
        return ids

    @field_validator("qwirkle_http", mode="before")
    @classmethod
    def _split_address(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if value.lower() == "off":
            return None
        host, _, port = value.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
            raise ValueError("must be host:port, such as 127.0.0.1:8080, or off")
        return HttpAddress(host, int(port))

    @field_validator("log_level", mode="before")
    @classmethod
    def _raise_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


class _FileFaultError(ValueError):
    """Stands in for a value that could not be read, so that it is told with the other faults."""


class _FileSource(PydanticBaseSettingsSource):
    """The settings that are given as ``NAME_FILE``."""

    def __init__(self, settings_cls: type[BaseSettings], given: Mapping[str, str | None]) -> None:
        super().__init__(settings_cls)
        self._given = given

    def get_field_value(
        self,
        field: FieldInfo,  # noqa: ARG002 - the library's hook
        field_name: str,
    ) -> tuple[str | _FileFaultError | None, str, bool]:
        path = self._given.get(f"{field_name}_file")
        if not path:
            return None, field_name, False
        name = field_name.upper()
        value: str | _FileFaultError
        try:
            value = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            value = _FileFaultError(f"cannot be read from {name}_FILE, {path}: {reason}")
        if not value:
            value = _FileFaultError(f"cannot be read from {name}_FILE: {path} is empty")
        if self._given.get(field_name):
            value = _FileFaultError(f"is given twice: as {name} and as {name}_FILE")
        return value, field_name, False

    def __call__(self) -> dict[str, Any]:
        values = {
            name: self.get_field_value(field, name)[0]
            for name, field in self.settings_cls.model_fields.items()
        }
        return {name: value for name, value in values.items() if value is not None}


def load_settings() -> Settings:
    """The settings of this process.

    Raises:
        OperatorError: with a line for each fault.
    """
    try:
        return Settings()
    except ValidationError as error:
        faults = [_describe_fault(fault) for fault in error.errors(include_input=False)]
        raise OperatorError("\n".join(dict.fromkeys(faults))) from None
    except (OSError, UnicodeError):
        raise OperatorError("The file .env cannot be read, or is not text.") from None


def _describe_fault(fault: ErrorDetails) -> str:
    field_name = str(fault["loc"][0])
    name = field_name.upper()
    wanted = Settings.model_fields[field_name].description
    if fault["type"] == "missing":
        return f"{name} is missing; it must be {wanted}."
    if fault["type"] == "value_error":
        return f"{name} {fault['ctx']['error']}."
    return f"{name} must be {wanted}."
