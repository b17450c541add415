"""The clock of a floor for money: one that is far from the journal waits for somebody's word."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, text

from pitboss.errors import BadInput
from pitboss.jackpots.people import CLOCK_LEAP_US

CLOCK_APART_US = 60 * 1_000_000
"""The clocks of this machine and of its database may differ by this much."""

CLOCK_BACK_US = 3600 * 1_000_000
"""A floor that starts so long before its newest entry has a wrong clock, or had one."""

_THERE = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")


def steady_us() -> int:
    """Microseconds since some moment, on a clock that nobody sets."""
    return time.monotonic_ns() // 1000


class Timekeeper:
    """Trusts the clock as long as it goes on from the newest entry, or from where it was trusted before.

    A floor that is open may rest for days: only a clock that was set leaps. One that was shut is compared
    with its newest entry. Where the clock of an open floor is set back, play goes on: times wait for it, an
    alarm rings, and Links asks whether it is right.
    """

    def __init__(
        self, clock_us: Callable[[], int], steady_us: Callable[[], int], newest_us: Callable[[], int]
    ) -> None:
        self._clock_us, self._steady_us, self._newest_us = clock_us, steady_us, newest_us
        self._trusted: tuple[int, int] | None = None

    def trust(self) -> None:
        """Take the clock as it stands."""
        self._trusted = self._clock_us(), self._steady_us()

    def waits(self) -> str:
        """Why nothing may be written by this clock, or nothing."""
        now = self._clock_us()
        if self._trusted:
            then, steady = self._trusted
            if now - then - (self._steady_us() - steady) <= CLOCK_LEAP_US:
                return ""
        newest = self._newest_us()
        if not newest or -CLOCK_BACK_US <= now - newest <= CLOCK_LEAP_US:
            self.trust()
            return ""
        return (
            f"the clock says {_moment(now)} and the newest entry is of {_moment(newest)}: "
            "a supervisor must look at the clock and say under Links that the time is right"
        )


def _moment(at_us: int) -> str:
    return f"{datetime.fromtimestamp(at_us // 1_000_000, UTC):%d %B %Y, %H:%M} UTC"


def refuse_other_clock(connection: Connection, now_us: int) -> None:
    """Refuse to begin where this machine and its database do not agree on the time."""
    there = connection.execute(_THERE).scalar_one()
    if abs(there - now_us) > CLOCK_APART_US:
        raise BadInput(
            f"this machine's clock says {_moment(now_us)}, the database's {_moment(there)}; "
            "set them right, or say --clock-is-right"
        )
