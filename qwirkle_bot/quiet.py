"""Quiet hours in the calendar: from and until when, by the clock on a person's wall.

The one entry point is :func:`quiet_stretch`. Where the clock is put back, the quiet hours hold in
both of the hours that have the same name; where it is put forward over one of their ends, they are
an hour longer rather than shorter.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from qwirkle_bot.calendar import SECOND_MS, Gap
from qwirkle_bot.people import QuietHours

_DAY = timedelta(days=1)


def quiet_stretch(quiet: QuietHours, at_ms: int) -> Gap | None:
    """The quiet hours that a moment lies in, if any; several that meet are one."""
    zone = ZoneInfo(quiet.zone)
    today = datetime.fromtimestamp(at_ms / SECOND_MS, UTC).astimezone(zone).date()
    found: Gap | None = None
    for day in (today - _DAY, today, today + _DAY):
        stretch = _stretch_from(day, quiet, zone)
        if found is not None and stretch.from_ms <= found.until_ms:
            found = Gap(found.from_ms, stretch.until_ms)
        elif found is None or found.until_ms <= at_ms:
            found = stretch
    return found if found is not None and found.from_ms <= at_ms < found.until_ms else None


def _stretch_from(day: date, quiet: QuietHours, zone: ZoneInfo) -> Gap:
    """The quiet hours that begin on a day."""
    start, end = time.fromisoformat(quiet.start), time.fromisoformat(quiet.end)
    last_day = day if start < end else day + _DAY
    return Gap(min(_instants(day, start, zone)), max(_instants(last_day, end, zone)))


def _instants(day: date, wall: time, zone: ZoneInfo) -> list[int]:
    """The two moments that a time on the wall can mean; nearly always the same."""
    return [
        int(datetime.combine(day, wall.replace(fold=fold), zone).timestamp()) * SECOND_MS
        for fold in (0, 1)
    ]
