"""A floor's links from its journal alone, for those who have no place at a console."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from pitboss.jackpots import State
from pitboss.ledger import AUDIT
from pitboss.ledger.engine import reading, url_of_ledger
from pitboss.ledger.entries import followed
from pitboss.ledger.journal import entries_after
from pitboss.ledger.notes import Verifiers
from pitboss.ledger.opening import newest_snapshot, wall_clock_us
from pitboss.ledger.schema import heads
from pitboss.ledger.verify import witness_of
from pitboss.money import format_units


@dataclass(frozen=True, slots=True)
class LevelFacts:
    """What a level holds."""

    level: str
    meter: str
    meter_units: int
    reserve: str
    reserve_units: int


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """A link in a few figures."""

    link: str
    state: str
    last_entry: int
    levels: tuple[LevelFacts, ...]
    open_claims: int
    unpaid_awards: int
    unsigned_days: tuple[str, ...]


def links(database: str, folder: Path | None = None) -> list[LinkFacts]:
    """Every link as of its last entry; nothing is written, so the floor may be open."""
    url = url_of_ledger(database)
    witness, noted = witness_of(database, folder)
    verifiers = noted or Verifiers((witness.key.verifier,))
    with reading(url) as connection:
        names = connection.execute(select(heads.c.link).where(heads.c.link != AUDIT)).scalars().all()
        bases = {name: newest_snapshot(connection, verifiers, name) for name in names}
        states = {
            name: followed(base, entries_after(connection, name, base.state.seq)).state
            for name, base in bases.items()
        }
    return [link_facts(name, state, wall_clock_us()) for name, state in sorted(states.items())]


def unsigned_days(state: State, now_us: int) -> list[str]:
    """The gaming days that are over and not signed off, also one after which nothing has happened yet."""
    today = state.day
    over = [today.day] if today.day and today.ends_us <= now_us else []
    return sorted([*state.unsigned, *over])


def still_holds(facts: LinkFacts) -> str:
    """What keeps a link from leaving the floor, in words; nothing if it may go."""
    money = sum(level.meter_units + level.reserve_units for level in facts.levels)
    counted = (
        (facts.unpaid_awards, "unpaid award{}"),
        (facts.open_claims, "open claim{}"),
        (len(facts.unsigned_days), "day{} to sign off"),
    )
    parts = [format_units(money)] if money else []
    parts += [f"{count} {what.format('s' * (count > 1))}" for count, what in counted if count]
    return ", ".join(parts)


def link_facts(name: str, state: State, now_us: int) -> LinkFacts:
    """A link as it stands."""
    levels = [level.name for level in state.config.levels] if state.config else []
    return LinkFacts(
        link=name,
        state=f"halted: {state.halted.value}" if state.halted else "open" if state.open else "closed",
        last_entry=state.seq,
        levels=tuple(_level_facts(state, level) for level in levels),
        open_claims=len(state.claims),
        unpaid_awards=sum(not (award.paid or award.backed_out) for award in state.awards.values()),
        unsigned_days=tuple(unsigned_days(state, now_us)),
    )


def _level_facts(state: State, level: str) -> LevelFacts:
    meter, reserve = state.meter_units(level), state.reserve_units(level)
    return LevelFacts(level, format_units(meter), meter, format_units(reserve), reserve)
