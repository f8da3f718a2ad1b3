"""Where the games lie in the store: their keys, which are built here only.

All that belongs to a channel's game lies in the channel's bucket. The keys of a bucket share a node
of a Cluster, by the hash tag in their braces, so that they change together.
"""

from __future__ import annotations

from typing import Final

from qwirkle_bot.snowflakes import TIME_SHIFT

BUCKETS: Final = 64
BUCKETS_AT_ONCE: Final = 8
"""How many are asked together where all must be asked."""


def bucket_of(channel_id: int) -> int:
    """The bucket of a channel."""
    return (channel_id >> TIME_SHIFT) % BUCKETS


def bucket_key(bucket: int, name: str) -> str:
    """A key in a bucket."""
    return f"qwirkle:{{{bucket:02}}}:{name}"


def in_every_bucket(name: str) -> str:
    """A pattern for the keys of that name, which may have a ``*``, in all buckets."""
    return f"qwirkle:{{[0-9][0-9]}}:{name}"


def game_key(channel_id: int) -> str:
    """Where a channel's game lies."""
    return bucket_key(bucket_of(channel_id), f"game:{channel_id}")


def finished_key(channel_id: int, game_id: str) -> str:
    """Where a finished game lies after another began in its channel."""
    return bucket_key(bucket_of(channel_id), f"finished:{game_id}")


def request_key(channel_id: int, request_id: str) -> str:
    """Where the mark of a stored request lies."""
    return bucket_key(bucket_of(channel_id), f"request:{channel_id}:{request_id}")


def due_key(bucket: int) -> str:
    """Where the wake-ups of a bucket lie."""
    return bucket_key(bucket, "due")


def results_key(bucket: int, guild_id: int) -> str:
    """Where the results lie of a server's games, those of a bucket's channels."""
    return bucket_key(bucket, f"results:{guild_id}")
