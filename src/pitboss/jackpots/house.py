"""The house's own commands: set-up, opening and closing, locks, the end of a gaming day."""

from __future__ import annotations

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import HaltReason, Role, Run
from pitboss.jackpots.config import JackpotType, LinkConfig
from pitboss.jackpots.events import Event, LevelAmount
from pitboss.jackpots.gaming_day import gaming_day
from pitboss.jackpots.people import (
    CLOCK_LEAP_US,
    CLOCK_TOLERANCE_US,
    FLOOR,
    OFFICE,
    verify_pair,
    verify_swipe,
)
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import Day, State, TableState
from pitboss.money import UNITS_PER_CENT, format_units

EXECUTIVE = frozenset({Role.EXECUTIVE})
NUMBERS_APART = 1_000
"""After a loss claims and awards go on at the next multiple of this: the lost ones had others."""
_GRAVITY: dict[HaltReason | None, int] = {HaltReason.INVARIANT: 2, HaltReason.LOSS: 1}


def configure(state: State, command: cmd.Configure, at_us: int, now_us: int) -> Event | Refusal:
    """Take over a version while nothing is in play; the approver is an executive."""
    refusal = verify_pair(command.requester, command.approver, now_us, EXECUTIVE)
    if refusal:
        return refusal
    config, present = command.config, state.config
    if state.open:
        return Refusal(Code.LINK_OPEN, "the set-up changes only while the link is closed; close it first")
    busy = [name for name, table in state.tables.items() if table.open]
    if busy:
        return Refusal(Code.LINK_BUSY, f"a round is still open at {', '.join(busy)}")
    due = present.version + 1 if present else 1
    if config.version != due:
        return Refusal(Code.STALE_VERSION, f"the next version of this link is {due}, not {config.version}")
    refusal = _verify_change(state, present, config) if present else None
    if refusal:
        return refusal
    seeds: tuple[LevelAmount, ...] = ()
    if present is None and config.type is JackpotType.PROGRESSIVE:
        seeds = tuple(LevelAmount(level.name, level.seed_cents * UNITS_PER_CENT) for level in config.levels)
    return ev.Configured(at_us, config, seeds, command.requester, command.approver)


def _verify_change(state: State, present: LinkConfig, config: LinkConfig) -> Refusal | None:
    if (config.link, config.type) != (present.link, present.type):
        return Refusal(Code.BAD_CONFIG, "a link keeps its name and its jackpot type; make a new link")
    if [level.name for level in config.levels] != [level.name for level in present.levels]:
        return Refusal(Code.BAD_CONFIG, "a link keeps its levels; make a new link")
    for level in config.levels:
        held = state.meter_units(level.name)
        if level.cap_cents is not None and level.cap_cents * UNITS_PER_CENT < held:
            return Refusal(
                Code.CAP_BELOW_METER, f"the cap of {level.name} lies below its meter of {format_units(held)}"
            )
    return None


def open_link(state: State, command: cmd.OpenLink, at_us: int, now_us: int) -> Event | Refusal:
    """Open a closed link; after a halt with an executive and a second person."""
    if state.open:
        return Refusal(Code.LINK_OPEN, "the link is open already")
    if state.halted is HaltReason.LOSS:
        return Refusal(Code.LINK_HALTED, "entries were lost; two people must accept that first")
    if state.halted:
        if command.second is None:
            return Refusal(Code.LINK_HALTED, "the link was halted; a second person must agree to open it")
        refusal = verify_pair(command.second, command.by, now_us, EXECUTIVE)
    else:
        refusal = verify_swipe(command.by, now_us, FLOOR)
    return refusal or ev.LinkOpened(at_us, command.by, command.second)


def close_link(state: State, command: cmd.CloseLink, at_us: int, now_us: int) -> Event | Refusal:
    """Close an open link; rounds in progress finish."""
    refusal = verify_swipe(command.by, now_us, FLOOR)
    if refusal:
        return refusal
    if not state.open:
        return Refusal(Code.LINK_CLOSED, "the link is closed already")
    return ev.LinkClosed(at_us, command.by)


def halt_link(state: State, command: cmd.HaltLink, at_us: int, now_us: int) -> Event | Refusal:
    """Stop the link; a failed check or a loss is never overwritten by a milder reason."""
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say why the link must stop")
    if state.halted is command.reason or _GRAVITY.get(state.halted, 0) > _GRAVITY.get(command.reason, 0):
        return Refusal(Code.LINK_HALTED, "the link is halted already")
    return ev.LinkHalted(at_us, command.reason, command.explanation)


def accept_loss(state: State, command: cmd.AcceptLoss, at_us: int, now_us: int) -> Event | Refusal:
    """Go on after a loss, with an executive and a second person; numbers that may be given are skipped."""
    refusal = verify_pair(command.requester, command.approver, now_us, EXECUTIVE)
    if refusal:
        return refusal
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say what is known of the entries that are lost")
    if not 0 <= command.kept <= state.seq or command.kept in state.losses:
        return Refusal(Code.NOTHING_LOST, f"no loss after entry {command.kept} waits to be accepted")
    lost = max(0, (command.known or 0) - command.kept)  # none of which gave more than one number
    return ev.LossAccepted(
        at_us,
        command.kept,
        _next_thousand(state.last_claim + lost),
        _next_thousand(state.last_award + lost),
        command.explanation,
        command.requester,
        command.approver,
    )


def confirm_clock(state: State, command: cmd.ConfirmClock, at_us: int, now_us: int) -> Event | Refusal:
    """Follow the clock from here, ahead or back; days that were signed off ahead of their time stay so."""
    refusal = verify_swipe(command.by, now_us, FLOOR)
    if refusal:
        return refusal
    if -CLOCK_TOLERANCE_US <= now_us - state.last_us <= CLOCK_LEAP_US:
        return Refusal(Code.CLOCK_AGREES, "the clock agrees with the last entry; nothing needs to be said")
    assert state.config is not None
    zone, cut = state.config.policy.time_zone, state.config.policy.day_cut_minute
    today = gaming_day(now_us, zone, cut)
    while today.day in command.signed:
        today = gaming_day(today.ends_us, zone, cut)
    return ev.ClockConfirmed(
        now_us, state.last_us, today.day, today.ends_us, tuple(sorted(command.signed)), command.by
    )


def _next_thousand(number: int) -> int:
    return (number // NUMBERS_APART + 1) * NUMBERS_APART


UNLOCK_ROUNDS_MAX = 10_000
"""How far ahead a locked table may go on: months of play, and far from where round numbers end."""


def unlock_table(state: State, command: cmd.UnlockTable, at_us: int, now_us: int) -> Event | Refusal:
    """Free a locked table and say which round comes next; a number already used is refused."""
    refusal = verify_swipe(command.by, now_us, FLOOR)
    if refusal:
        return refusal
    table = state.tables.get(command.table)
    if table is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {command.table} is not on this link")
    if not table.locked:
        return Refusal(Code.TABLE_NOT_LOCKED, f"table {command.table} is not locked")
    if command.next_round_no <= table.last_round:
        return Refusal(
            Code.ROUND_EXISTS, f"round {command.next_round_no} was played; go on from a later number"
        )
    if command.next_round_no > table.last_round + UNLOCK_ROUNDS_MAX:
        return Refusal(
            Code.BAD_AMOUNT,
            f"round {command.next_round_no} lies more than {UNLOCK_ROUNDS_MAX:,} after round "
            f"{table.last_round}; look at the table's number again",
        )
    if table.has_played(command.next_round_no):
        return _was_played(command)
    return ev.TableUnlocked(at_us, command.table, command.next_round_no, command.by)


def renumber_table(state: State, command: cmd.RenumberTable, at_us: int, now_us: int) -> Event | Refusal:
    """Let a table whose numbers ran wrong go on at one it never played, with an executive."""
    refusal = verify_pair(command.requester, command.approver, now_us, EXECUTIVE)
    if refusal:
        return refusal
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say how the numbers ran wrong")
    table = state.tables.get(command.table)
    if table is None:
        return Refusal(Code.UNKNOWN_TABLE, f"table {command.table} is not on this link")
    if table.open:
        return Refusal(Code.ROUND_OPEN, f"round {table.last_round} at {command.table} is not ended")
    if command.next_round_no < 1:
        return Refusal(Code.BAD_AMOUNT, "rounds count from 1")
    played = _played(table, command.played)
    if any(run.first <= command.next_round_no <= run.last for run in played):
        return _was_played(command)
    if command.next_round_no == table.last_round + 1 and not table.locked:
        return Refusal(Code.BAD_AMOUNT, f"round {command.next_round_no} is due at {command.table} already")
    return ev.TableRenumbered(
        at_us,
        command.table,
        table.last_round,
        command.next_round_no,
        played,
        command.explanation,
        command.requester,
        command.approver,
    )


def _played(table: TableState, journal: tuple[Run, ...]) -> tuple[Run, ...]:
    """All numbers a table has played: as it knows since it was renumbered, until then as the journal said.

    What the journal said may be minutes old: up to the last round all is taken as played since.
    """
    known = table.played or journal
    first = table.first or max((run.last for run in known), default=0) + 1
    return (*known, *([Run(first, table.last_round)] if first <= table.last_round else []))


def _was_played(command: cmd.UnlockTable | cmd.RenumberTable) -> Refusal:
    return Refusal(
        Code.ROUND_EXISTS,
        f"round {command.next_round_no} was played at {command.table}; go on at a number that was not",
    )


def close_day(state: State, command: cmd.CloseDay, at_us: int, now_us: int) -> Event | Refusal:
    """Sign off the oldest gaming day that is over."""
    refusal = verify_swipe(command.by, now_us, OFFICE)
    if refusal:
        return refusal
    if command.day >= state.day.day:
        return Refusal(Code.DAY_NOT_OVER, f"gaming day {command.day} is not over yet")
    day = state.unsigned.get(command.day)
    if day is None:
        return Refusal(Code.DAY_CLOSED, f"gaming day {command.day} is signed off, or had no events")
    oldest = min(state.unsigned)
    if command.day != oldest:
        return Refusal(Code.DAY_ORDER, f"gaming day {oldest} must be signed off first")
    return ev.DayClosed(at_us, command.day, account_days(day), command.by)


def account_days(day: Day) -> tuple[ev.AccountDay, ...]:
    """A day's figures, account by account; the closing is the sum of what stands before it.

    >>> account_days(Day("2023-06-14", opening={"PAID": 5}, moves={"PAID|AwardPaid": 2}))[0].closing_units
    7
    """
    moves: dict[str, list[ev.Move]] = {account: [] for account in day.opening}
    for key, units in sorted(day.moves.items()):
        account, kind = key.split("|")
        moves.setdefault(account, []).append(ev.Move(kind, units))
    return tuple(
        ev.AccountDay(
            account,
            day.opening.get(account, 0),
            tuple(lines),
            day.opening.get(account, 0) + sum(line.units for line in lines),
        )
        for account, lines in sorted(moves.items())
    )
