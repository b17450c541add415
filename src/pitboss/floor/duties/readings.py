"""Readings of the signs on the floor: what a sign showed beside what its meter held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import readings
from pitboss.floor.refused import Refused
from pitboss.money import format_cents

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager


def read(floor: GameManager, link: str, level: str, sign_cents: int, key: str, by: str) -> dict[str, Any]:
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
        noted = connection.execute(select(readings).where(readings.c.key == key)).mappings().one()
    if (noted["link"], noted["level"], noted["sign_cents"]) != (link, level, sign_cents):
        raise Refused(409, "ID_REUSED", "this key was used for another reading; use a new one")
    reading = _view(floor, dict(noted))
    if reading["incident"]:
        sign, meter = format_cents(sign_cents), format_cents(noted["meter_cents"])
        what = f"link {link}: a sign showed {sign} where meter {level} held {meter}"
        floor.notices.open(f"reading {noted['number']}", what, noted["at_us"], by)
    floor.changed(f"link:{link}")
    return reading


def readings_of(floor: GameManager, link: str, limit: int = 10) -> list[dict[str, Any]]:
    """The readings of a link's signs, newest first."""
    wanted = select(readings).where(readings.c.link == link).order_by(readings.c.number.desc()).limit(limit)
    with floor.store.reader.connect() as connection:
        return [_view(floor, dict(row)) for row in connection.execute(wanted).mappings()]


def _view(floor: GameManager, row: dict[str, Any]) -> dict[str, Any]:
    variance = row["sign_cents"] - row["meter_cents"]
    del row["key"]
    return row | {
        "sign_cents": str(row["sign_cents"]),
        "meter_cents": str(row["meter_cents"]),
        "variance_cents": str(variance),
        "incident": abs(variance) > floor.floor.site.sign_tolerance_cents,
    }
