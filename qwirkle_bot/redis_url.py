"""The address of a store, read from a `REDIS_URL`. Knows nothing of the redis library.

The one entry point is :func:`parse_redis_url`. It takes more forms than the library does (several
hosts, Sentinel, Cluster), and no message of it quotes the address: a password that was not escaped
can end up in any part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

REDIS_PORT: Final = 6379
SENTINEL_PORT: Final = 26379

FORMS: Final = "redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://"

_KINDS: Final[dict[str, tuple[Literal["single", "sentinel", "cluster", "unix"], bool]]] = {
    "redis": ("single", False),
    "rediss": ("single", True),
    "unix": ("unix", False),
    "redis+sentinel": ("sentinel", False),
    "rediss+sentinel": ("sentinel", True),
    "redis+cluster": ("cluster", False),
    "rediss+cluster": ("cluster", True),
}
_TLS_OPTIONS: Final = frozenset(
    {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs", "ssl_check_hostname"}
)
_OTHER_OPTIONS: Final = frozenset({"db", "sentinel_username", "sentinel_password"})


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """Where a store is and how to sign in. The secrets are kept out of ``repr``."""

    kind: Literal["single", "sentinel", "cluster", "unix"]
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    """The socket, for ``unix``."""
    service: str = ""
    """The name that the sentinels know the master by."""
    db: int = 0
    tls: bool = False
    tls_options: dict[str, str] = field(default_factory=dict)
    """redis-py's ``ssl_*`` settings, as written."""
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    sentinel_username: str | None = None
    sentinel_password: str | None = field(default=None, repr=False)


def parse_redis_url(url: str) -> RedisAddress:
    """Read the address of a store; ``valkey`` may stand for ``redis`` in the scheme.

    Raises:
        ValueError: with a sentence for the operator that quotes nothing of the address.
    """
    scheme, _, _ = url.partition("://")
    kind, tls = _KINDS.get(scheme.lower().replace("valkey", "redis"), (None, False))
    if kind is None:
        raise ValueError(f"must begin with {FORMS}")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("has brackets that fit no IPv6 address") from None
    if parts.fragment:
        raise ValueError("has a # in it; within a password, write it as %23")
    options = _parse_options(parts.query, tls=tls)
    userinfo, _, netloc = parts.netloc.rpartition("@")
    username, _, password = userinfo.partition(":")
    service, db = _parse_path(kind, parts, options)
    return RedisAddress(
        kind=kind,
        hosts=() if kind == "unix" else _parse_hosts(kind, netloc),
        path=unquote(parts.path) if kind == "unix" else "",
        service=service,
        db=db,
        tls=tls,
        tls_options={name: options[name] for name in _TLS_OPTIONS & options.keys()},
        username=unquote(username) or None,
        password=unquote(password) or None,
        sentinel_username=options.get("sentinel_username"),
        sentinel_password=options.get("sentinel_password"),
    )


def _parse_options(query: str, *, tls: bool) -> dict[str, str]:
    options = dict(parse_qsl(query, keep_blank_values=True))
    known = _OTHER_OPTIONS | (_TLS_OPTIONS if tls else frozenset())
    if not options.keys() <= known:
        raise ValueError(
            f"has an unknown option behind the ?; known here are {', '.join(sorted(known))}"
        )
    if options.get("ssl_check_hostname", "true") not in {"true", "false"}:
        raise ValueError("ssl_check_hostname must be true or false")
    if options.get("ssl_cert_reqs", "required") not in {"none", "optional", "required"}:
        raise ValueError("ssl_cert_reqs must be none, optional or required")
    return options


def _parse_path(kind: str, parts: SplitResult, options: dict[str, str]) -> tuple[str, int]:
    """The sentinels' name for the master, and the number of the database."""
    if kind == "unix":
        if not parts.path or parts.netloc.rpartition("@")[2]:
            raise ValueError("must name the socket as unix:///path/to/socket, with three slashes")
        return "", _parse_db(options.get("db", "0"))
    steps = [unquote(step) for step in parts.path.split("/") if step]
    service = ""
    if kind == "sentinel":
        if not steps:
            raise ValueError("must name the master, as redis+sentinel://host:26379/mymaster")
        service = steps.pop(0)
    if len(steps) > 1:
        raise ValueError("has too many slashes; within a password, write / as %2F")
    db = _parse_db(steps[0] if steps else options.get("db", "0"))
    if kind == "cluster" and db:
        raise ValueError("names a database, but a cluster has only number 0")
    return service, db


def _parse_db(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(
            "may only name a database by its number, such as /0; within a password, write / as %2F"
        )
    return int(text)


def _parse_hosts(kind: str, netloc: str) -> tuple[tuple[str, int], ...]:
    hosts = tuple(_parse_host(kind, text) for text in netloc.split(",") if text)
    if not hosts:
        raise ValueError("must name a host")
    if kind == "single" and len(hosts) > 1:
        raise ValueError(
            "names several hosts; write redis+cluster:// or redis+sentinel:// for those"
        )
    return hosts


def _parse_host(kind: str, text: str) -> tuple[str, int]:
    name, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        name, port = text, str(SENTINEL_PORT if kind == "sentinel" else REDIS_PORT)
    name = name.removeprefix("[").removesuffix("]")
    if not name or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise ValueError(
            "must give each host as name:port; within a password, write @ : / as %40 %3A %2F"
        )
    return name, int(port)
