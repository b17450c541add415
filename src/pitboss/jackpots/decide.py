"""What a link answers to a command: pure, exact, and the same every time.

`decide` looks at a state and a command and gives either the events that follow or a refusal; `apply` in
`pitboss.jackpots.state` takes the events in. Nothing here reads a clock, a file or a random number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.jackpots import awards, commands, corrections, events, house, rounds
from pitboss.jackpots.commands import Command, Configure, ConfirmClock, HaltLink, HaltReason, OpenLink
from pitboss.jackpots.events import ClockAnomaly, DayBegan, Event, postings
from pitboss.jackpots.gaming_day import gaming_day
from pitboss.jackpots.people import CLOCK_LEAP_US, CLOCK_TOLERANCE_US
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import BACK_OUT_DAYS, State, apply

UNITS_MAX = 2**63 - 1
"""Balances fit the eight bytes that databases keep: a little over 92 billion dollars."""

TEXT_MAX = 500


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens: the events in order, the last of which answers the command."""

    events: tuple[Event, ...]

    @property
    def answer(self) -> Event:
        """What the sender is told: the event its command caused."""
        return self.events[-1]


Handler = Callable[[State, Any, int, int], Event | tuple[Event, ...] | Refusal]

_HANDLERS: dict[type[Any], Handler] = {
    commands.Configure: house.configure,
    commands.OpenLink: house.open_link,
    commands.CloseLink: house.close_link,
    commands.HaltLink: house.halt_link,
    commands.AcceptLoss: house.accept_loss,
    commands.ConfirmClock: house.confirm_clock,
    commands.UnlockTable: house.unlock_table,
    commands.RenumberTable: house.renumber_table,
    commands.CloseDay: house.close_day,
    commands.StartRound: rounds.start,
    commands.EndRound: awards.end,
    commands.VoidRound: rounds.void,
    commands.PressHand: awards.press_hand,
    commands.Confirm: awards.confirm,
    commands.TurnToJph: awards.turn_to_jph,
    commands.PressJPot: awards.press_j_pot,
    commands.TurnToRun: awards.turn_to_run,
    commands.RecordPaid: awards.record_paid,
    commands.BackOut: corrections.back_out,
    commands.Adjust: corrections.adjust,
}


def decide(state: State, command: Command, now_us: int) -> Decision | Refusal:
    """What the command leads to: a decision whose last event is its answer, or a refusal.

    Both have `.answer`, and `.events` to append: none for a refusal, but for the lock at ROUND_GAP.
    """
    refusal = _verify_fields(command) or _verify_running(state, command)
    if refusal:
        return refusal
    before, state = _prelude(state, command, now_us)
    at_us = max(now_us, state.last_us + 1)
    outcome = _HANDLERS[type(command)](state, command, at_us, now_us)
    if isinstance(outcome, Refusal):
        if outcome.events:
            return Refusal(outcome.code, outcome.sentence, outcome.original, (*before, *outcome.events))
        return outcome
    made = outcome if isinstance(outcome, tuple) else (outcome,)
    held: dict[str, int] = {}
    for account, units in [line for event in made for line in postings(event)]:
        held[account] = held.get(account, state.balances.get(account, 0)) + units
        if abs(held[account]) > UNITS_MAX:
            return Refusal(Code.AMOUNT_TOO_LARGE, f"account {account} would pass what the books can hold")
    return Decision((*before, *made))


def _verify_fields(command: Command) -> Refusal | None:
    """Texts are one printable line and numbers fit eight bytes, wherever in a command they stand."""
    parts: list[Any] = [command]
    for part in parts:
        if isinstance(part, str):
            if len(part) > TEXT_MAX or not part.isprintable():
                return Refusal(
                    Code.BAD_TEXT, f"a text must be one printable line of at most {TEXT_MAX} letters"
                )
        elif isinstance(part, int):
            if not -UNITS_MAX <= part <= UNITS_MAX:
                return Refusal(Code.BAD_AMOUNT, "a number is larger than the books can hold")
        elif isinstance(part, tuple):
            parts += part
        elif part is not None:
            parts += [getattr(part, name) for name in part.__slots__]
    return None


_WHILE_BROKEN = (OpenLink, HaltLink, ConfirmClock)


def _verify_running(state: State, command: Command) -> Refusal | None:
    if state.config is None and not isinstance(command, Configure):
        return Refusal(Code.NOT_CONFIGURED, "this link has no set-up yet; configure it first")
    if state.halted is HaltReason.INVARIANT and not isinstance(command, _WHILE_BROKEN):
        return Refusal(Code.LINK_HALTED, "the link stopped on a failed check; two people must clear it")
    return None


def _in_open_rounds(state: State) -> tuple[int, ...]:
    """The awards of open rounds that a new gaming day would put away though END GAME still needs them."""
    last = state.day.day_no + 1 - BACK_OUT_DAYS
    numbers = [number for table in state.tables.values() if table.open for number in table.awards]
    found = [(number, state.awards.get(number)) for number in numbers]
    return tuple(number for number, award in found if award and award.settled and award.day_no <= last)


def _prelude(state: State, command: Command, now_us: int) -> tuple[tuple[Event, ...], State]:
    """Notes on clock and calendar that come before the command's own event, and the state after them."""
    if isinstance(command, ConfirmClock):
        return (), state  # which is such a note itself
    notes: tuple[Event, ...] = ()
    behind = now_us < state.last_us - CLOCK_TOLERANCE_US
    leapt = state.last_us > 0 and now_us > state.last_us + CLOCK_LEAP_US
    if (behind and not state.clock_behind) or (state.clock_behind and now_us > state.last_us) or leapt:
        note = ClockAnomaly(max(now_us, state.last_us + 1), now_us)
        notes, state = (note,), apply(state, note)
    at_us = max(now_us, state.last_us + 1)
    if at_us >= state.day.ends_us:
        config = command.config if isinstance(command, Configure) else state.config
        assert config is not None
        today = gaming_day(at_us, config.policy.time_zone, config.policy.day_cut_minute)
        # After a change of the cut the label may not have moved on yet; then the old day goes on.
        if today.day > state.day.day and today.day not in state.signed_ahead:
            began = events.DayBegan(at_us, *today, kept=_in_open_rounds(state))
            notes, state = (*notes, began), apply(state, began)
    return notes, state


__all__ = ["ClockAnomaly", "DayBegan", "Decision", "decide"]
