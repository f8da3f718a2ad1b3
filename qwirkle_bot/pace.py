"""How fast one user may give commands, so that nobody can use up what the others wait for.

The one entry point is :class:`Pace`: a bucket of tokens for each user, in the memory of this
process alone. It guards no secret and no game, so it may forget.

The numbers: a turn by thumb takes four presses, and somebody who leafs through pages presses four
times a second. So forty at once and two a second on top stop nobody who plays, while a thousand a
minute get no more than 160 of them through.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

BURST: Final = 40
"""How many commands may come at once."""

MOST_USERS: Final = 10_000
"""How many users are remembered, in about two megabytes; the one not seen for longest goes."""

MINUTE_SECONDS: Final = 60


class Pace:
    """Counts commands by user. ``seconds`` is a clock that never goes back.

    ``a_minute`` is how many a user may give in the long run.
    """

    def __init__(self, seconds: Callable[[], float], a_minute: int) -> None:
        self._seconds = seconds
        self._a_second = a_minute / MINUTE_SECONDS
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        """How many users are remembered."""
        return len(self._buckets)

    def admits(self, user_id: int) -> bool:
        """Whether a command of this user may go on now; one that may not is not counted."""
        now = self._seconds()
        tokens, since = self._buckets.pop(user_id, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - since) * self._a_second)
        goes_on = tokens >= 1
        self._buckets[user_id] = (tokens - goes_on, now)
        if len(self._buckets) > MOST_USERS:
            self._buckets.popitem(last=False)
        return goes_on
