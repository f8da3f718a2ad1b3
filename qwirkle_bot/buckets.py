"""The hash tags of keys: which of them share a node of a Cluster, so that they change together.

The entry points are :func:`bucket_of` and :func:`bucket_key`. All that belongs to a channel's game
lies in the channel's bucket.
"""

from __future__ import annotations

from typing import Final

BUCKETS: Final = 64
BUCKETS_AT_ONCE: Final = 8
"""How many are asked together where all must be asked."""


def bucket_of(channel_id: int) -> int:
    """The bucket of a channel."""
    # The low 22 bits of a Discord id count and name machines; the time above them is even.
    return (channel_id >> 22) % BUCKETS


def bucket_key(bucket: int, name: str) -> str:
    """A key in a bucket."""
    return f"qwirkle:{{{bucket:02}}}:{name}"


def in_every_bucket(name: str) -> str:
    """A pattern for the keys of that name, which may have a ``*``, in all buckets."""
    return f"qwirkle:{{[0-9][0-9]}}:{name}"
