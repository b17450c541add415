"""Gaming days: each instant lies in exactly one, also when the clocks change."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

MICROSECONDS = 1_000_000


class GamingDay(NamedTuple):
    """A gaming day and the instants it begins (in) and ends (out), in microseconds since 1970."""

    day: str
    begins_us: int
    ends_us: int


def gaming_day(at_us: int, time_zone: str, cut_minute: int) -> GamingDay:
    """The gaming day of an instant; a day runs from the cut to the next day's cut, in local time.

    >>> spring = gaming_day(1_678_618_800_000_000, "America/Los_Angeles", 120)
    >>> spring.day, (spring.ends_us - spring.begins_us) // 3_600_000_000
    ('2023-03-12', 23)
    """
    instant = datetime.fromtimestamp(at_us // MICROSECONDS, UTC)
    day = instant.astimezone(ZoneInfo(time_zone)).date() + timedelta(days=1)
    while _cut_us(day, time_zone, cut_minute) > at_us:
        day -= timedelta(days=1)
    following = day + timedelta(days=1)
    return GamingDay(
        day.isoformat(),
        _cut_us(day, time_zone, cut_minute),
        _cut_us(following, time_zone, cut_minute),
    )


@lru_cache(maxsize=64)
def _cut_us(day: date, time_zone: str, cut_minute: int) -> int:
    """The instant of a day's cut; of a time that occurs twice, the first."""
    local = datetime(
        day.year, day.month, day.day, cut_minute // 60, cut_minute % 60, tzinfo=ZoneInfo(time_zone)
    )
    return int(local.timestamp()) * MICROSECONDS
