"""Which addresses are read, and that no message quotes one."""

from __future__ import annotations

import pytest

from qwirkle_bot.redis_url import RedisAddress, parse_redis_url


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://h", RedisAddress("single", (("h", 6379),))),
        ("valkey://h:1/2", RedisAddress("single", (("h", 1),), db=2)),
        ("redis://[::1]:1", RedisAddress("single", (("::1", 1),))),
        ("redis://[::1]", RedisAddress("single", (("::1", 6379),))),
        (
            "rediss://Ann:p%40ss%3A%2F@h/3?ssl_ca_certs=/ca.crt",
            RedisAddress(
                "single",
                (("h", 6379),),
                db=3,
                tls=True,
                tls_options={"ssl_ca_certs": "/ca.crt"},
                username="Ann",
                password="p@ss:/",  # noqa: S106 - an example
            ),
        ),
        ("unix:///run/a%20b.sock?db=4", RedisAddress("unix", path="/run/a b.sock", db=4)),
        (
            "redis+sentinel://:secret@a,b:2/mymaster/1?sentinel_password=other",
            RedisAddress(
                "sentinel",
                (("a", 26379), ("b", 2)),
                service="mymaster",
                db=1,
                password="secret",  # noqa: S106 - an example
                sentinel_password="other",  # noqa: S106 - an example
            ),
        ),
        ("redis+cluster://a,b:2", RedisAddress("cluster", (("a", 6379), ("b", 2)))),
        ("rediss+cluster://a", RedisAddress("cluster", (("a", 6379),), tls=True)),
    ],
)
def test_address_is_read(url: str, address: RedisAddress) -> None:
    assert parse_redis_url(url) == address


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("", "must begin with redis://"),
        ("http://hunter2", "must begin with redis://"),
        ("redis://", "must name a host"),
        ("redis://:hunter2@", "must name a host"),
        ("redis://:hun#ter2@h", "write it as %23"),
        ("redis://:hunter2/3@h", "write / as %2F"),
        ("redis://:hunter2@h:port", "name:port"),
        ("redis://:hunter2@h:70000", "name:port"),
        ("redis://:hunter2@h/x", "by its number"),
        ("redis://:hunter2@h/1/2", "too many slashes"),
        ("redis://:hunter2@[h", "IPv6"),
        ("redis://:hunter2@a,b", "several hosts"),
        ("redis://:hunter2@h?ssl_ca_certs=x", "unknown option"),
        ("rediss://:hunter2@h?ssl_cert_reqs=x", "none, optional or required"),
        ("rediss://:hunter2@h?ssl_check_hostname=x", "true or false"),
        ("redis+sentinel://:hunter2@h", "name the master"),
        ("redis+cluster://:hunter2@h/1", "only number 0"),
        ("unix://hunter2/s", "three slashes"),
        ("unix://", "three slashes"),
    ],
)
def test_fault_of_an_address_is_told_without_quoting_it(url: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault) as caught:
        parse_redis_url(url)

    assert "hunter2" not in str(caught.value)


def test_passwords_are_not_shown() -> None:
    address = parse_redis_url("redis+sentinel://:hunter2@h/m?sentinel_password=hunter2")

    assert "hunter2" not in repr(address)
