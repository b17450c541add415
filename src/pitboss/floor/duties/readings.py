"""Readings of the signs on the floor: what a sign showed beside what its meter held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import readings
from pitboss.floor.refused import Refused
from pitboss.money import format_cents

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sign showed beside its meter; `incident` if they are too far apart."""

    number: int
    link: str
    level: str
    seq: int
    at_us: int
    sign_cents: int
    meter_cents: int
    by: str
    variance_cents: int
    incident: bool


def read(floor: GameManager, link: str, level: str, sign_cents: int, key: str, by: str) -> Reading:
    """Note what a sign shows; a sign too far from its meter is a malfunction with its 72 hours.

    The same key gives the same reading, however often it comes.
    """
    state, now = floor.state(link), floor.clock_us()
    if state.config is None or state.config.level(level) is None:
        raise Refused(404, "UNKNOWN_LEVEL", f"{link} has no meter {level}")
    row = {"key": key, "link": link, "level": level, "seq": state.seq, "at_us": now, "by": by}
    row |= {"sign_cents": sign_cents, "meter_cents": state.shown_cents(level)}
    try:
        with floor.store.writer.begin() as connection:
            number = connection.execute(
                insert(readings).values(row).returning(readings.c.number)
            ).scalar_one()
            facts = {"link": link, "level": level, "cents": str(sign_cents), "by": by}
            record(connection, now, "sign read", (readings, number), **facts)
    except IntegrityError:
        pass  # it came before
    with floor.store.reader.connect() as connection:
        noted = connection.execute(select(readings).where(readings.c.key == key)).one()
    reading = _reading(floor, noted)
    if (reading.link, reading.level, reading.sign_cents) != (link, level, sign_cents):
        raise Refused(409, "ID_REUSED", "this key was used for another reading; use a new one")
    if reading.incident:
        sign, meter = format_cents(sign_cents), format_cents(reading.meter_cents)
        what = f"link {link}: a sign showed {sign} where meter {level} held {meter}"
        floor.notices.open(f"reading {reading.number}", what, reading.at_us, by)
    floor.changed(f"link:{link}")
    return reading


def readings_of(floor: GameManager, link: str, limit: int = 10) -> list[Reading]:
    """The readings of a link's signs, newest first."""
    wanted = select(readings).where(readings.c.link == link).order_by(readings.c.number.desc()).limit(limit)
    with floor.store.reader.connect() as connection:
        return [_reading(floor, row) for row in connection.execute(wanted)]


def _reading(floor: GameManager, row: Row[Any]) -> Reading:
    variance = row.sign_cents - row.meter_cents
    return Reading(
        number=row.number,
        link=row.link,
        level=row.level,
        seq=row.seq,
        at_us=row.at_us,
        sign_cents=row.sign_cents,
        meter_cents=row.meter_cents,
        by=row.by,
        variance_cents=variance,
        incident=abs(variance) > floor.floor.site.sign_tolerance_cents,
    )
