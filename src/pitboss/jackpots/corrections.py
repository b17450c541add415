"""Corrections outside play: back-outs of mistaken awards and manual adjustments, by two people."""

from __future__ import annotations

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.awards import missing_award
from pitboss.jackpots.commands import AdjustReason, Role, Target
from pitboss.jackpots.config import JackpotType
from pitboss.jackpots.events import Event
from pitboss.jackpots.people import verify_apart, verify_pair
from pitboss.jackpots.refusals import Code, Refusal
from pitboss.jackpots.state import Award, State
from pitboss.money import UNITS_PER_CENT, format_units

EXECUTIVE = frozenset({Role.EXECUTIVE})


def back_out(state: State, command: cmd.BackOut, at_us: int, now_us: int) -> Event | Refusal:
    """Post the exact inverse of an award, seed and reserve included; contributions since then stay."""
    refusal = verify_pair(command.requester, command.approver, now_us, EXECUTIVE)
    if refusal:
        return refusal
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say why the award is backed out")
    award = state.awards.get(command.award_no)
    if award is None:
        return missing_award(state, command.award_no)
    refusal = _verify_back_out(state, command, award)
    if refusal:
        return refusal
    won = award.confirmed
    before = state.meter_units(won.level) if won.on_meter else 0
    after, over = before, 0
    if won.on_meter and not command.keep_meters:
        after += won.meter_units - won.seed_units - won.reserve_units
        if after < 0:
            return Refusal(
                Code.NEGATIVE_METER,
                f"the meter {won.level} would stand at {format_units(after)}; nothing is changed",
            )
        over = _above_cap(state, won.level, after)
    return ev.AwardBackedOut(
        at_us=at_us,
        award_no=won.award_no,
        amount_cents=won.amount_cents,
        paid_cents=won.amount_cents if award.paid else 0,
        level=won.level,
        meter_units=won.meter_units,
        house_units=won.house_units,
        house_account=won.house_account,
        seed_units=won.seed_units,
        reserve_units=won.reserve_units,
        overflow_units=over,
        before_units=before,
        after_units=after - over,
        keep_meters=command.keep_meters,
        envy_paid=award.envy,
        explanation=command.explanation,
        requester=command.requester,
        approver=command.approver,
    )


def _verify_back_out(state: State, command: cmd.BackOut, award: Award) -> Refusal | None:
    won = award.confirmed
    if award.backed_out:
        return Refusal(Code.ALREADY_BACKED_OUT, f"award {won.award_no} was backed out already")
    if command.keep_meters and command.requester.role is not Role.ACCOUNTING:
        return Refusal(Code.ROLE, "leaving the meters alone is for an executive and accounting together")
    if won.on_meter and not command.keep_meters and state.levels[won.level].tip != won.award_no:
        return Refusal(
            Code.INTERVENING_AWARD,
            f"award {state.levels[won.level].tip} came after award {won.award_no} on {won.level}; "
            "an executive and accounting must decide",
        )
    return verify_apart(command.approver, "the confirmer", won.by.person)


def _above_cap(state: State, level: str, units: int) -> int:
    """How much a meter of so many units would stand above its cap."""
    setting = state.config and state.config.level(level)
    if not setting or setting.cap_cents is None:
        return 0
    return max(0, units - setting.cap_cents * UNITS_PER_CENT)


_BOTH = frozenset(Target)
_METER = frozenset({Target.METER})

_RULES: dict[AdjustReason, tuple[frozenset[Target], bool, bool, str]] = {
    AdjustReason.MALFUNCTION: (_BOTH, True, True, ev.ADJUST),
    AdjustReason.RESERVE_TO_RECEIPTS: (frozenset({Target.RESERVE}), False, True, ev.RECEIPTS),
    AdjustReason.SEED_RECOVERY: (_METER, False, True, ev.SEED),
    AdjustReason.OVERFLOW_RETURN: (_METER, True, False, ""),
    AdjustReason.HOUSE_ADDITION: (_BOTH, True, False, ev.ADJUST),
}
"""For each reason: what it may move, whether up, whether down, and the account on the other side."""

_BY_ITSELF = {
    AdjustReason.WIN: "a win is recorded at its table, by J-POT or CONFIRM, and undone by a back-out; "
    "no adjustment is one",
    AdjustReason.CAP: "a meter stops at its cap by itself; there is nothing to bring down",
}
"""The reasons of the law that happen by themselves, and why nobody asks for them."""


def reasons(target: Target, up: bool) -> tuple[AdjustReason, ...]:
    """Why two people may raise or lower a meter or reserve.

    >>> [reason.value for reason in reasons(Target.RESERVE, up=False)]
    ['malfunction', 'reserve-to-receipts']
    """
    return tuple(
        reason
        for reason, (targets, may_up, may_down, _) in _RULES.items()
        if target in targets and (may_up if up else may_down)
    )


def adjust(state: State, command: cmd.Adjust, at_us: int, now_us: int) -> Event | Refusal:
    """Move a meter or reserve for a listed reason, with the values before and after."""
    refusal = verify_pair(command.requester, command.approver, now_us, EXECUTIVE) or _verify_adjust(
        state, command
    )
    if refusal:
        return refusal
    account = (
        ev.overflow(command.level)
        if command.reason is AdjustReason.OVERFLOW_RETURN
        else _RULES[command.reason][3]
    )
    before = _held(state, command)
    refusal = _verify_amount(state, command, before)
    if refusal:
        return refusal
    return ev.MeterAdjusted(
        at_us=at_us,
        level=command.level,
        target=command.target,
        units=command.units,
        account=account,
        reason=command.reason,
        explanation=command.explanation,
        reference=command.reference,
        before_units=before,
        after_units=before + command.units,
        requester=command.requester,
        approver=command.approver,
    )


def _held(state: State, command: cmd.Adjust) -> int:
    held = state.meter_units if command.target is Target.METER else state.reserve_units
    return held(command.level)


def _verify_adjust(state: State, command: cmd.Adjust) -> Refusal | None:
    assert state.config is not None
    if state.config.type is JackpotType.HOUSE:
        return Refusal(Code.BAD_REASON, "a house jackpot has no meter to adjust")
    marks = state.levels.get(command.level)
    if marks is None:
        return Refusal(Code.UNKNOWN_LEVEL, f"the link has no level {command.level!r}")
    if not command.explanation.strip():
        return Refusal(Code.NO_EXPLANATION, "say why the meter is adjusted")
    if command.units == 0:
        return Refusal(Code.BAD_AMOUNT, "an adjustment of nothing is none")
    if command.reason in _BY_ITSELF:
        return Refusal(Code.BAD_REASON, _BY_ITSELF[command.reason])
    targets, up, down, _ = _RULES[command.reason]
    if command.target not in targets or not (up if command.units > 0 else down):
        way = "raise" if command.units > 0 else "lower"
        return Refusal(
            Code.BAD_REASON, f"{command.reason.value} is no reason to {way} a {command.target.value}"
        )
    if command.seen_epoch != marks.epoch:
        return Refusal(
            Code.METER_CHANGED, f"the meter {command.level} changed since it was shown; look again"
        )
    return None


def _verify_amount(state: State, command: cmd.Adjust, before: int) -> Refusal | None:
    after = before + command.units
    name = f"{command.target.value} {command.level}"
    if after < 0:
        return Refusal(
            Code.NEGATIVE_METER, f"the {name} would stand at {format_units(after)}; nothing is changed"
        )
    if command.target is Target.METER and command.units > 0 and _above_cap(state, command.level, after):
        return Refusal(Code.ABOVE_CAP, f"the {name} would pass its cap; nothing is changed")
    held = {
        AdjustReason.SEED_RECOVERY: -state.balances.get(ev.SEED, 0),
        AdjustReason.OVERFLOW_RETURN: state.overflow_units(command.level),
    }.get(command.reason)
    if held is not None and abs(command.units) > held:
        return Refusal(
            Code.MORE_THAN_HELD, f"only {format_units(held)} can be moved for {command.reason.value}"
        )
    return None
