"""What people choose for themselves, and how long they may be away.

The entry point is :class:`UserSettings`. All of it is pure: :mod:`qwirkle_bot.people_store` keeps
it. Being away is budgeted here and not in a game, since it stops a person's clock in all of theirs.
"""

from __future__ import annotations

import difflib
import re
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Annotated, Final, TypeAlias
from zoneinfo import available_timezones

from pydantic import Field, field_validator

from qwirkle_bot.calendar import DAY_MS
from qwirkle_bot.errors import PlayerError
from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.record import Model
from qwirkle_bot.saved import Absence, Phase, SavedGame, Table

AWAY_AT_ONCE_DAYS: Final = 14
AWAY_A_YEAR_DAYS: Final = 30
YEAR_MS: Final = 365 * DAY_MS

QUIET_EXAMPLE: Final = "22:00-07:00 Europe/Berlin"
TIME_EXAMPLE: Final = "22:00"
ZONE_EXAMPLE: Final = "Europe/Berlin"
MOST_QUIET_CHARACTERS: Final = 100
"""The longest text that is read as quiet hours. With the 6,000 that Discord lets one type the
pattern takes most of a second, and nobody else is answered meanwhile."""

_QUIET: Final = re.compile(
    r"(.+?)\s*(?:-|\u2013|\bto\b)\s*(\S+(?:\s+[ap]m)?)\s+(\S.*)", re.IGNORECASE
)
_TIME: Final = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?\s*([ap]m)?", re.IGNORECASE)


TimeOfDay: TypeAlias = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Reminders(StrEnum):
    """How often a person is reminded of a turn."""

    NORMAL = "normal"
    ONCE = "once"
    OFF = "off"


class TileStyle(StrEnum):
    """How a person likes to see tiles."""

    EMOJI = "emoji"
    TEXT = "text"
    PICTURE = "picture"


class QuietHours(Model):
    """From when to when, by the clock on the person's wall; over midnight where that is needed."""

    start: TimeOfDay
    end: TimeOfDay
    zone: str
    """A name of the IANA's time zones, such as ``Europe/Berlin``."""

    @field_validator("zone")
    @classmethod
    def _check_zone(cls, text: str) -> str:
        if text.casefold() not in _zones():
            raise ValueError("there is no such time zone")
        return _zones()[text.casefold()]

    def __str__(self) -> str:
        return f"{self.start}-{self.end} {self.zone}"


class Away(Model):
    """A stretch of time in which a person is away from all games, in Unix milliseconds."""

    from_ms: int
    until_ms: int


class UserSettings(Model):
    """What a person chose, and when they were away in the last year.

    Attributes:
        tiles: ``None`` for the style of each server.
        copies: whether they asked for a direct message when it becomes their turn.
        copies_locale: Discord's name of the language in which they asked.
        copies_refused: such a message was refused, which stopped them; they were not told yet.
        absences: the oldest first. Only the last one can still be going on.
    """

    reminders: Reminders = Reminders.NORMAL
    quiet: QuietHours | None = None
    tiles: TileStyle | None = None
    copies: bool = False
    copies_locale: str | None = None
    copies_refused: bool = False
    absences: tuple[Away, ...] = ()

    def away_at(self, now_ms: int) -> Away | None:
        """The absence that is going on at a time."""
        return next((a for a in self.absences if a.from_ms <= now_ms < a.until_ms), None)


def parse_quiet_hours(text: str) -> QuietHours | None:
    """Read ``22:00-07:00 Europe/Berlin``; ``None`` for ``off``.

    Raises:
        PlayerError: it says neither, with what would do.
    """
    text = text.strip()
    if text.casefold() == "off":
        return None
    found = _QUIET.fullmatch(text) if len(text) <= MOST_QUIET_CHARACTERS else None
    if not found:
        what = gettext("Quiet hours are two times and a time zone.")
        how = gettext("Write them as {example}, or `off` for none.", example=f"`{QUIET_EXAMPLE}`")
        raise PlayerError(f"{what} {how}")
    return read_quiet_hours(*found.groups())


def read_quiet_hours(start: str, end: str, zone: str) -> QuietHours:
    """Read quiet hours from three texts, such as ``22:00``, ``7 am`` and ``Berlin``.

    Raises:
        PlayerError: one of them cannot be read, with what would do.
    """
    hours = QuietHours(start=_clock_time(start), end=_clock_time(end), zone=_zone(zone))
    if hours.start == hours.end:
        raise PlayerError(gettext("Quiet hours end at another time than they begin."))
    return hours


def _clock_time(text: str) -> str:
    found = _TIME.fullmatch(text.strip())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (24, 0)
    half = (found[3] or "").casefold() if found else ""
    if half:
        # Twelve comes before one: 12 am is midnight.
        hour = hour % 12 + 12 * (half == "pm") if 1 <= hour <= 12 else 24
    if hour > 23 or minute > 59:
        what = gettext("{time} is no time of the day.", time=f"`{_quoted_time(text)}`")
        how = gettext("Write it as {example}.", example=f"`{TIME_EXAMPLE}`")
        raise PlayerError(f"{what} {how}")
    return f"{hour:02}:{minute:02}"


def _quoted_time(text: str) -> str:
    """The first of what was typed, with nothing that acts on who reads it."""
    return re.sub(r"[^\w: ]", "?", text.strip()[:8])


def _zone(text: str) -> str:
    wanted = text.strip().replace(" ", "_").casefold()
    if wanted in _zones():
        return _zones()[wanted]
    by_city = [name for key, name in _zones().items() if key.rpartition("/")[2] == wanted]
    if len(by_city) == 1:
        return by_city[0]
    near = by_city or [_zones()[key] for key in difflib.get_close_matches(wanted, _zones(), 1)]
    what = gettext("There is no time zone of that name.")
    if near:
        how = gettext("Did you mean {zone}?", zone=f"`{min(near)}`")
    else:
        how = gettext("Write it as {example}.", example=f"`{ZONE_EXAMPLE}`")
    raise PlayerError(f"{what} {how}")


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}


def go_away(settings: UserSettings, days: int, now_ms: int) -> UserSettings:
    """The settings of someone who is away from now on, for so many days of 24 hours.

    An absence that is going on ends now and is followed by the new one. What was used of those
    before counts, not what was planned.

    Raises:
        PlayerError: that would be too long at once, or too much in 365 days.
    """
    past = _ended(settings.absences, now_ms)
    at_once = AWAY_AT_ONCE_DAYS * DAY_MS - _length(_running_stretch(past, now_ms))
    year = AWAY_A_YEAR_DAYS * DAY_MS - _length(_since(past, now_ms - YEAR_MS))
    left = max(0, min(at_once, year)) // DAY_MS
    if not 1 <= days <= left:
        limits = gettext(
            "You can be away for {at_once} days at once and {year} days a year.",
            at_once=AWAY_AT_ONCE_DAYS,
            year=AWAY_A_YEAR_DAYS,
        )
        rest = ngettext("Left to you now: {count} day.", "Left to you now: {count} days.", left)
        raise PlayerError(f"{limits} {rest}")
    away = Away(from_ms=now_ms, until_ms=now_ms + days * DAY_MS)
    kept = (*_since(past, now_ms - YEAR_MS), away)
    return settings.model_copy(update={"absences": kept})


def come_back(settings: UserSettings, now_ms: int) -> UserSettings:
    """The settings of someone who is not away any more; the same if they were not away."""
    absences = _since(_ended(settings.absences, now_ms), now_ms - YEAR_MS)
    return settings.model_copy(update={"absences": absences})


def away_days_left(settings: UserSettings, now_ms: int) -> int:
    """How many whole days of the year's are left, after an absence that is going on."""
    used = _length(_since(settings.absences, now_ms - YEAR_MS))
    return max(0, AWAY_A_YEAR_DAYS * DAY_MS - used) // DAY_MS


def _ended(absences: tuple[Away, ...], now_ms: int) -> tuple[Away, ...]:
    """The absences up to now, without what was planned beyond."""
    cut = [Away(from_ms=a.from_ms, until_ms=min(a.until_ms, now_ms)) for a in absences]
    return tuple(away for away in cut if away.from_ms < away.until_ms)


def _since(absences: tuple[Away, ...], since_ms: int) -> tuple[Away, ...]:
    """What of the absences lies after a time."""
    cut = [Away(from_ms=max(a.from_ms, since_ms), until_ms=a.until_ms) for a in absences]
    return tuple(away for away in cut if away.from_ms < away.until_ms)


def _running_stretch(past: tuple[Away, ...], now_ms: int) -> tuple[Away, ...]:
    """The last absences with less than a day between them, if the last ended in the last day."""
    marks = [*past, Away(from_ms=now_ms, until_ms=now_ms)]
    breaks = [n for n, (a, b) in enumerate(pairwise(marks), 1) if b.from_ms - a.until_ms >= DAY_MS]
    return past[breaks[-1] if breaks else 0 :]


def _length(absences: tuple[Away, ...]) -> int:
    return sum(away.until_ms - away.from_ms for away in absences)


def note_absence(saved: SavedGame, user_id: int, away: Away | None, now_ms: int) -> SavedGame:
    """A game that knows when its player is away; ``None`` for no longer.

    What was noted before stays as far as it lies before now: it stopped the clock of this turn.
    The game must have begun.
    """
    if saved.clock is None:
        raise PlayerError(gettext("The game has not begun."))
    began_ms = saved.clock.turn.began_ms
    noted: list[Absence] = []
    for absence in saved.clock.absences:
        if absence.user_id == user_id and absence.until_ms > now_ms:
            absence = absence.model_copy(update={"until_ms": now_ms})  # noqa: PLW2901 - cut
        if absence.until_ms > max(absence.from_ms, began_ms):
            noted.append(absence)
    if away is not None:
        noted.append(Absence(user_id=user_id, from_ms=away.from_ms, until_ms=away.until_ms))
    clock = saved.clock.model_copy(update={"absences": tuple(noted)})
    return saved.model_copy(update={"clock": clock})


def knows_absence(saved: SavedGame, user_id: int, away: Away) -> bool:
    """Whether a game that has begun was told of all that is left of an absence."""
    noted = saved.clock.absences if saved.clock is not None else ()
    return any(a.user_id == user_id and a.until_ms >= away.until_ms for a in noted)


def named_in(saved: SavedGame) -> frozenset[int]:
    """The user ids that a stored game holds, in whatever part of it."""
    ids = {saved.host, *saved.invited, *(player.id for player in saved.players)}
    if saved.clock is not None:
        turn = saved.clock.turn
        ids |= {absence.user_id for absence in saved.clock.absences}
        ids |= {*turn.skip_votes, *(turn.undo_votes or ()), *saved.clock.left}
    return frozenset(user for user in ids if user > 0)


def is_live(table: Table) -> bool:
    """Whether something may still happen in a game."""
    return table.phase in {Phase.LOBBY, Phase.ASKING, Phase.RUNNING}
