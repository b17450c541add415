"""After a restore with loss: which entries are gone, and the procedure by which a link goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from pitboss.floor.records.store import alarms
from pitboss.floor.refused import Refused
from pitboss.jackpots.commands import HaltLink, HaltReason

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager

_REPORTED = "rollback "


@dataclass(frozen=True, slots=True)
class Loss:
    """A link's entries after `kept` are lost, as `sentence` says, up to `known` where that can be told."""

    kept: int
    sentence: str
    known: int | None = None


def pending(floor: GameManager, link: str) -> Loss | None:
    """The loss that two people have still to accept: of a restore, or one that a table remembers."""
    accepted = floor.state(link).losses
    for name, kept, known in floor.losses:
        if name == link and kept not in accepted:
            if known is None:
                return Loss(kept, f"entries after {kept:,} may be lost: the floor was restored from a backup")
            what = f"entries {kept + 1:,} to {known:,} are lost: an older backup was restored"
            return Loss(kept, what, known)
    return _remembered(floor, link)


def _remembered(floor: GameManager, link: str) -> Loss | None:
    last = floor.journal.newest(link, "loss after ")
    wanted = select(alarms.c.cause).where(
        alarms.c.cause.startswith(f"{_REPORTED}{link} ", autoescape=True),
        alarms.c.at_us > (last.ts_us if last else 0),
    )
    with floor.store.reader.connect() as connection:
        causes = connection.execute(wanted).scalars().all()
    if not causes:
        return None
    first = min(int(cause.rpartition(" ")[2].partition(":")[0]) for cause in causes)
    return Loss(
        min(first - 1, floor.state(link).seq), f"a table remembers entry {first:,}, and the journal does not"
    )


def report(floor: GameManager, link: str, table: str, seen: str) -> Refused:
    """Ring for a table that remembers what the journal has otherwise; what its dealer is told."""
    seq = int(seen.partition(":")[0])
    what = f"table {table} remembers entry {seq:,} of {link} otherwise than the journal: entries were lost"
    floor.alarms.ring(f"{_REPORTED}{link} {seen}", f"{what}; two people accept that under Links")
    return Refused(
        409,
        "ROLLBACK_DETECTED",
        f"this table remembers more than the journal of {link}: call a supervisor, and start no round",
    )


def watch_losses(floor: GameManager) -> None:
    """Keep every link shut that a restore took entries from, until two people have accepted that."""
    for name, kept, _ in floor.losses:
        state = floor.state(name)
        loss = pending(floor, name) if kept not in state.losses and state.config else None
        if loss and state.halted not in (HaltReason.LOSS, HaltReason.INVARIANT):
            halt = HaltLink(HaltReason.LOSS, loss.sentence)
            floor.execute(name, f"loss-{name}-{kept}-{floor.clock_us()}", halt)


def refuse_lost(floor: GameManager, link: str) -> None:
    """Refuse to open a link whose loss nobody has accepted."""
    for name, kept, _ in floor.losses:
        if name == link and kept not in floor.state(link).losses:
            raise Refused(409, "ENTRIES_LOST", "entries were lost; two people must accept that first")
