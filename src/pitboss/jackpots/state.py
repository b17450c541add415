"""A link as its events left it, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import HaltReason, Run
from pitboss.jackpots.config import JackpotType, LinkConfig
from pitboss.jackpots.events import EnvyPay, Event, Posting, meter, overflow, payable, postings, reserve
from pitboss.money import UNITS_PER_CENT

BACK_OUT_DAYS = 7
"""A paid award can be backed out while its cards and deck are held: for seven gaming days."""


@dataclass(frozen=True, slots=True)
class LevelMarks:
    """`epoch` counts what moved a level's meter other than wagers; `tip` is its last award not backed out."""

    epoch: int = 0
    tip: int = 0


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's last round as it started, whether it is open, its awards, and whether the table is locked.

    `jph` holds the awards recorded since the key was turned to JPH; with the key at RUN it is None. Where the
    table was renumbered, `played` are the numbers before and `first` is the one it went on at.
    """

    last_round: int = 0
    started: ev.RoundStarted | None = None
    open: bool = False
    awards: tuple[int, ...] = ()
    locked: bool = False
    jph: tuple[int, ...] | None = field(default=None, metadata={"before": None})
    played: tuple[Run, ...] = field(default=(), metadata={"before": ()})
    first: int = field(default=0, metadata={"before": 0})

    def has_played(self, round_no: int) -> bool:
        """Whether a number was played before the table was renumbered."""
        return any(run.first <= round_no <= run.last for run in self.played)


@dataclass(frozen=True, slots=True)
class Award:
    """A confirmed win, what became of it, and the award its level had before."""

    confirmed: ev.AwardConfirmed
    day_no: int
    previous: int
    paid: bool = False
    backed_out: bool = False
    envy: tuple[EnvyPay, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing more is to be paid for it."""
        return self.paid or self.backed_out


@dataclass(frozen=True, slots=True)
class Day:
    """A gaming day's figures: balances at its start and what each kind of event moved, as `account|kind`."""

    day: str = ""
    day_no: int = 0
    ends_us: int = 0
    opening: dict[str, int] = field(default_factory=dict)
    moves: dict[str, int] = field(default_factory=dict)
    closing: dict[str, int] | None = None


_NOTHING: dict[Any, Any] = {}


class State(NamedTuple):
    """One link: everything `decide` needs, and nothing that is not in its events.

    `balances` holds no zeros. Dictionaries are replaced, never changed. `losses` are the last entries kept at
    each loss that was accepted, `clock_set` the entries at which the time went back to a corrected clock, and
    `signed_ahead` gaming days that were signed off before their time.
    """

    config: LinkConfig | None = None
    seq: int = 0
    last_us: int = 0
    clock_behind: bool = False
    open: bool = False
    halted: HaltReason | None = None
    balances: dict[str, int] = _NOTHING
    levels: dict[str, LevelMarks] = _NOTHING
    tables: dict[str, TableState] = _NOTHING
    claims: dict[int, ev.ClaimOpened] = _NOTHING
    awards: dict[int, Award] = _NOTHING
    last_claim: int = 0
    last_award: int = 0
    day: Day = Day()
    unsigned: dict[str, Day] = _NOTHING
    losses: tuple[int, ...] = ()
    clock_set: tuple[int, ...] = ()
    signed_ahead: tuple[str, ...] = ()

    def meter_units(self, level: str) -> int:
        """What a level shows; for a house jackpot, nothing: its prize is not a meter."""
        return self.balances.get(meter(level), 0)

    def shown_units(self, level: str, table: str) -> int:
        """What a level shows at a table: after J-POT what it showed before, until the key is back at RUN."""
        place = self.tables.get(table)
        for award_no in (place and place.jph) or ():
            award = self.awards.get(award_no)
            if award and award.confirmed.on_meter and award.confirmed.level == level and not award.backed_out:
                return award.confirmed.before_units
        return self.meter_units(level)

    def prize_units(self, level: str, table: str = "") -> int:
        """What a share of a level is a share of: its meter, or the fixed prize of a house jackpot."""
        if self.config and self.config.type is JackpotType.HOUSE:
            found = self.config.level(level)
            return found.seed_cents * UNITS_PER_CENT if found else 0
        return self.shown_units(level, table)

    def shown_cents(self, level: str, table: str = "") -> int:
        """What a display shows: the meter cut to whole cents, or the fixed prize of a house jackpot."""
        return self.prize_units(level, table) // UNITS_PER_CENT

    def reserve_units(self, level: str) -> int:
        """What a level's hidden reserve holds."""
        return self.balances.get(reserve(level), 0)

    def overflow_units(self, level: str) -> int:
        """What came in past a level's cap."""
        return self.balances.get(overflow(level), 0)

    def payable_units(self, award_no: int) -> int:
        """What is still to be handed over for an award."""
        return self.balances.get(payable(award_no), 0)


def apply(state: State, event: Event) -> State:
    """The state after one more event; the only way a state comes about."""
    return book(state, event, postings(event))


def book(state: State, event: Event, lines: tuple[Posting, ...]) -> State:
    """The same, for an event whose postings are at hand."""
    after = [*state]
    after[_SEQ], after[_LAST_US] = state.seq + 1, event.at_us
    if lines:
        kind = type(event).__name__
        balances, moves = state.balances.copy(), state.day.moves.copy()
        for account, units in lines:
            balance = balances.get(account, 0) + units
            if balance:
                balances[account] = balance
            else:
                del balances[account]
            move = _move(account, kind)
            moves[move] = moves.get(move, 0) + units
        today = state.day
        after[_BALANCES] = balances
        after[_DAY] = Day(today.day, today.day_no, today.ends_us, today.opening, moves)
    for name, value in _STEPS[type(event)](state, event).items():
        after[_PLACES[name]] = value
    return State._make(after)


_PLACES = {name: place for place, name in enumerate(State._fields)}
_SEQ, _LAST_US, _BALANCES, _DAY = (_PLACES[name] for name in ("seq", "last_us", "balances", "day"))


@lru_cache(maxsize=1_000)
def _move(account: str, kind: str) -> str:
    return ("PAYABLE" if account.startswith("PAYABLE:") else account) + "|" + kind


def _without(mapping: dict[Any, Any], *keys: Any) -> dict[Any, Any]:
    return {key: value for key, value in mapping.items() if key not in keys}


def _totals(balances: dict[str, int]) -> dict[str, int]:
    """Balances with all payable awards as one account."""
    totals: dict[str, int] = {}
    for account, units in balances.items():
        name = "PAYABLE" if account.startswith("PAYABLE:") else account
        totals[name] = totals.get(name, 0) + units
    return totals


def _table(state: State, table: str, **changes: Any) -> dict[str, Any]:
    return {"tables": state.tables | {table: replace(state.tables[table], **changes)}}


def _bump(state: State, level: str, **changes: Any) -> dict[str, LevelMarks]:
    marks = state.levels[level]
    return state.levels | {level: replace(marks, epoch=marks.epoch + 1, **changes)}


def _day_began(state: State, event: ev.DayBegan) -> dict[str, Any]:
    totals = _totals(state.balances)
    day_no = state.day.day_no + 1
    changes: dict[str, Any] = {
        "day": Day(event.day, day_no, event.ends_us, opening=totals),
        "awards": {
            number: award
            for number, award in state.awards.items()
            if award.day_no > day_no - BACK_OUT_DAYS or not award.settled or number in event.kept
        },
    }
    if state.day.day:
        changes["unsigned"] = state.unsigned | {state.day.day: replace(state.day, closing=totals)}
    return changes


def _clock(state: State, event: ev.ClockAnomaly) -> dict[str, Any]:
    return {"clock_behind": event.seen_us < event.at_us}


def _clock_confirmed(state: State, event: ev.ClockConfirmed) -> dict[str, Any]:
    changes: dict[str, Any] = {"clock_behind": False, "signed_ahead": event.signed}
    if event.at_us > state.last_us:
        return changes
    changes["clock_set"] = (*state.clock_set, state.seq + 1)
    if state.day.day >= event.day:
        here = {name: day for name, day in state.unsigned.items() if name < event.day}
        taken_in = [day for name, day in state.unsigned.items() if name not in here]
        changes |= {"unsigned": here, "day": _as_one(event, [*taken_in, state.day])}
    return changes


def _as_one(event: ev.ClockConfirmed, days: list[Day]) -> Day:
    """What days ahead of the clock moved, and the day it really is, as one day."""
    first = min(days, key=lambda day: day.day_no)
    moves: dict[str, int] = {}
    for day in days:
        for move, units in day.moves.items():
            moves[move] = moves.get(move, 0) + units
    return Day(event.day, first.day_no, event.ends_us, first.opening, moves)


def _configured(state: State, event: ev.Configured) -> dict[str, Any]:
    return {
        "config": event.config,
        "levels": {level.name: state.levels.get(level.name, LevelMarks()) for level in event.config.levels},
        "tables": state.tables
        | {t.table: TableState() for t in event.config.tables if t.table not in state.tables},
    }


def _link_opened(state: State, event: ev.LinkOpened) -> dict[str, Any]:
    return {"open": True, "halted": None}


def _link_closed(state: State, event: ev.LinkClosed) -> dict[str, Any]:
    return {"open": False}


def _link_halted(state: State, event: ev.LinkHalted) -> dict[str, Any]:
    return {"open": False, "halted": event.reason}


def _loss_accepted(state: State, event: ev.LossAccepted) -> dict[str, Any]:
    return {
        "halted": None if state.halted is HaltReason.LOSS else state.halted,
        "losses": (*state.losses, event.kept),
        "last_claim": event.last_claim,
        "last_award": event.last_award,
    }


def _round_started(state: State, event: ev.RoundStarted) -> dict[str, Any]:
    was = state.tables[event.table]
    now = TableState(event.round_no, event, open=True, played=was.played, first=was.first)
    return {"tables": state.tables | {event.table: now}}


def _round_ended(state: State, event: ev.RoundEnded) -> dict[str, Any]:
    table = state.tables[event.table]
    ended = TableState(
        table.last_round, table.started, False, table.awards, table.locked, None, table.played, table.first
    )
    changes: dict[str, Any] = {"tables": state.tables | {event.table: ended}}
    if event.envy:
        awards = dict(state.awards)
        for pay in event.envy:
            award = awards[pay.award_no]
            awards[pay.award_no] = replace(award, envy=(*award.envy, pay))
        changes["awards"] = awards
    return changes


def _round_voided(state: State, event: ev.RoundVoided) -> dict[str, Any]:
    changes = _table(state, event.table, open=False, jph=None)
    changes["claims"] = _without(state.claims, *event.cleared)
    levels = dict(state.levels)
    for share in event.shares:
        marks = levels[share.level]
        levels[share.level] = replace(marks, epoch=marks.epoch + 1)
    changes["levels"] = levels
    return changes


def _claim_opened(state: State, event: ev.ClaimOpened) -> dict[str, Any]:
    return {"claims": state.claims | {event.claim_no: event}, "last_claim": event.claim_no}


def _claim_cleared(state: State, event: ev.ClaimCleared) -> dict[str, Any]:
    return {"claims": _without(state.claims, event.claim_no)}


def _old_j_pot(state: State, event: ev.AwardFixed | ev.AwardReleased) -> dict[str, Any]:
    """A J-POT of version 0.1 held the link; nothing waits for it now, and its claim is open as any other."""
    return {}


def _key_at_jph(state: State, event: ev.KeyAtJph) -> dict[str, Any]:
    return _table(state, event.table, jph=())


def _key_at_run(state: State, event: ev.KeyAtRun) -> dict[str, Any]:
    return _table(state, event.table, jph=None)


def _award_confirmed(state: State, event: ev.AwardConfirmed) -> dict[str, Any]:
    number = event.award_no
    previous = state.levels[event.level].tip if event.on_meter else 0
    table = state.tables[event.table]
    changes = _table(
        state,
        event.table,
        awards=(*table.awards, number),
        jph=None if table.jph is None else (*table.jph, number),
    )
    changes["claims"] = _without(state.claims, event.claim_no)
    changes["awards"] = state.awards | {number: Award(event, state.day.day_no, previous)}
    changes["last_award"] = number
    if event.on_meter:
        changes["levels"] = _bump(state, event.level, tip=number)
    return changes


def _award_paid(state: State, event: ev.AwardPaid) -> dict[str, Any]:
    award = state.awards[event.award_no]
    return {"awards": state.awards | {event.award_no: replace(award, paid=True)}}


def _award_backed_out(state: State, event: ev.AwardBackedOut) -> dict[str, Any]:
    award = state.awards[event.award_no]
    changes: dict[str, Any] = {"awards": state.awards | {event.award_no: replace(award, backed_out=True)}}
    if award.confirmed.on_meter and not event.keep_meters:
        changes["levels"] = _bump(state, event.level, tip=award.previous)
    return changes


def _meter_adjusted(state: State, event: ev.MeterAdjusted) -> dict[str, Any]:
    return {"levels": _bump(state, event.level)}


def _table_locked(state: State, event: ev.TableLocked) -> dict[str, Any]:
    return _table(state, event.table, locked=True)


def _table_unlocked(state: State, event: ev.TableUnlocked) -> dict[str, Any]:
    return _table(state, event.table, locked=False, last_round=event.next_round_no - 1)


def _table_renumbered(state: State, event: ev.TableRenumbered) -> dict[str, Any]:
    number = event.next_round_no
    changes = {"locked": False, "last_round": number - 1, "played": event.played, "first": number}
    return _table(state, event.table, **changes)


def _day_closed(state: State, event: ev.DayClosed) -> dict[str, Any]:
    return {"unsigned": _without(state.unsigned, event.day)}


_STEPS: dict[type[Any], Callable[[State, Any], dict[str, Any]]] = {
    ev.DayBegan: _day_began,
    ev.ClockAnomaly: _clock,
    ev.Configured: _configured,
    ev.LinkOpened: _link_opened,
    ev.LinkClosed: _link_closed,
    ev.LinkHalted: _link_halted,
    ev.LossAccepted: _loss_accepted,
    ev.ClockConfirmed: _clock_confirmed,
    ev.RoundStarted: _round_started,
    ev.RoundEnded: _round_ended,
    ev.RoundVoided: _round_voided,
    ev.ClaimOpened: _claim_opened,
    ev.ClaimCleared: _claim_cleared,
    ev.AwardFixed: _old_j_pot,
    ev.AwardReleased: _old_j_pot,
    ev.KeyAtJph: _key_at_jph,
    ev.KeyAtRun: _key_at_run,
    ev.AwardConfirmed: _award_confirmed,
    ev.AwardPaid: _award_paid,
    ev.AwardBackedOut: _award_backed_out,
    ev.MeterAdjusted: _meter_adjusted,
    ev.TableLocked: _table_locked,
    ev.TableUnlocked: _table_unlocked,
    ev.TableRenumbered: _table_renumbered,
    ev.DayClosed: _day_closed,
}
