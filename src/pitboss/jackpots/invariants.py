"""What must hold after every event; a breach halts the link.

The ledger looks at each event before it is written (`breaches`): what does not hold is never in the books.

The numbers are those of the design: I1 double entry, I2 meters, I3 wagers, I4 awards, I7 once only,
I8 reseed, I9 people, I10 why a meter falls. I5 is the model's, I6, I11 and I12 are the ledger's.
"""

from __future__ import annotations

from typing import Any

from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Role
from pitboss.jackpots.config import JackpotType, LinkConfig, PayKind, TrayPays
from pitboss.jackpots.events import Event, meter, postings
from pitboss.jackpots.state import State
from pitboss.money import UNITS_PER_CENT

_CARDS = (Role.SUPERVISOR, Role.EXECUTIVE)
_FALLS = (ev.AwardConfirmed, ev.AwardBackedOut, ev.MeterAdjusted, ev.RoundVoided)


class Auditor:
    """Watches one link from its first event; a breach is a sentence that begins with its number."""

    def __init__(self) -> None:
        self._wagered = 0
        self._given = 0
        self._flows: dict[str, int] = {}
        self._awarded = 0
        self._paid = 0
        self._reversed_unpaid = 0
        self._claims_paid: set[int] = set()
        self._backed_out: set[int] = set()
        self._confirmed_by: dict[int, str] = {}
        self._by_press: set[int] = set()

    @classmethod
    def at(cls, state: State, event: Event) -> Auditor:
        """An auditor that goes on from a state in which everything held, for one more event."""
        auditor = cls()
        if state.config:
            auditor._flows = {
                meter(level.name): state.meter_units(level.name) for level in state.config.levels
            }
        auditor._paid = state.balances.get(ev.PAID, 0)
        auditor._awarded = auditor._paid + sum(_owed(state))
        if isinstance(event, ev.AwardConfirmed | ev.AwardPaid | ev.AwardBackedOut):
            for award_no, award in state.awards.items():
                auditor._claims_paid.add(award.confirmed.claim_no)
                auditor._confirmed_by[award_no] = award.confirmed.by.person
                if award.confirmed.by.role is Role.DEALER:
                    auditor._by_press.add(award_no)
                if award.backed_out:
                    auditor._backed_out.add(award_no)
        return auditor

    def observe(self, before: State, event: Event, after: State) -> list[str]:
        """The breaches found in one step; an empty list is what one wants."""
        lines = postings(event)
        breaches = []
        if sum(units for _, units in lines):
            breaches.append("I1 the postings of the event do not sum to zero")
        if lines and sum(after.balances.values()):
            breaches.append("I1 the accounts do not sum to zero")
        set_back = isinstance(event, ev.ClockConfirmed)
        if (after.last_us <= before.last_us and not set_back) or after.seq != before.seq + 1:
            breaches.append("I6 number or time did not rise")
        if isinstance(event, ev.RoundStarted | ev.RoundVoided):
            breaches += self._wagers(event)
        elif isinstance(event, ev.AwardConfirmed):
            breaches += self._award(event, after)
        elif isinstance(event, ev.AwardPaid | ev.AwardBackedOut):
            breaches += self._settled(event)
        if lines and after.config:
            breaches += self._meters(before, event, after, after.config, lines)
        return breaches

    def _wagers(self, event: ev.RoundStarted | ev.RoundVoided) -> list[str]:
        started = isinstance(event, ev.RoundStarted)
        sign = 1 if started else -1
        cents = (
            len(event.seats) * event.wager_cents if isinstance(event, ev.RoundStarted) else event.refund_cents
        )
        shares = sum(share.meter_units + share.overflow_units + share.reserve_units for share in event.shares)
        extra = 0 if isinstance(event, ev.RoundStarted) else event.shortfall_units
        self._wagered += sign * cents * UNITS_PER_CENT
        self._given += sign * (shares + event.house_units + extra)
        return (
            []
            if self._wagered == self._given
            else ["I3 wagers are not contributions, reserve and house share"]
        )

    def _award(self, event: ev.AwardConfirmed, after: State) -> list[str]:
        breaches = []
        if event.claim_no in self._claims_paid:
            breaches.append(f"I7 claim {event.claim_no} was paid twice")
        self._claims_paid.add(event.claim_no)
        self._awarded += event.amount_cents * UNITS_PER_CENT
        self._confirmed_by[event.award_no] = event.by.person
        if event.meter_units + event.house_units != event.amount_cents * UNITS_PER_CENT:
            breaches.append("I4 an award is not what meter and house gave for it")
        assert after.config is not None
        if event.by.role is Role.DEALER:
            self._by_press.add(event.award_no)
        elif event.by.person in (event.dealer, event.claimer):
            breaches.append("I9 the confirmer is the dealer or the claimer")
        if event.by.role not in _confirmers(after.config, event):
            breaches.append("I9 the confirmer's role does not cover the award")
        if event.reseeded:
            residue = event.before_units - event.meter_units
            cap = after.config.level(event.level).cap_cents  # type: ignore[union-attr]
            at_cap = cap is not None and event.after_units == cap * UNITS_PER_CENT
            if event.after_units != residue + event.seed_units + event.reserve_units:
                breaches.append("I8 the meter was not reseeded with seed, reserve and residue")
            if after.reserve_units(event.level) and not at_cap:
                breaches.append("I8 the reserve did not follow the award")
            if not 0 <= residue < UNITS_PER_CENT:
                breaches.append("I8 more than a fraction of a cent was left of a full award")
        return breaches

    def _settled(self, event: ev.AwardPaid | ev.AwardBackedOut) -> list[str]:
        breaches = []
        units = event.amount_cents * UNITS_PER_CENT
        if isinstance(event, ev.AwardPaid):
            self._paid += units
            own = () if event.award_no in self._by_press else (event.by.person,)
            if self._confirmed_by.get(event.award_no) in (None, *own):
                breaches.append("I9 an award was paid by its confirmer, or never confirmed")
        else:
            if event.award_no in self._backed_out:
                breaches.append(f"I7 award {event.award_no} was backed out twice")
            self._backed_out.add(event.award_no)
            self._reversed_unpaid += 0 if event.paid_cents else units
            if event.requester.person == event.approver.person:
                breaches.append("I9 one person backed out an award alone")
        return breaches

    def _meters(
        self, before: State, event: Event, after: State, config: LinkConfig, lines: tuple[ev.Posting, ...]
    ) -> list[str]:
        breaches = []
        for account, units in lines:
            self._flows[account] = self._flows.get(account, 0) + units
        for level in config.levels:
            held, was = after.meter_units(level.name), before.meter_units(level.name)
            if held != self._flows.get(meter(level.name), 0):
                breaches.append(f"I2 meter {level.name} is not what flowed into it")
            if min(held, after.reserve_units(level.name), after.overflow_units(level.name)) < 0:
                breaches.append(f"I2 level {level.name} is negative")
            if level.cap_cents is not None and held > level.cap_cents * UNITS_PER_CENT:
                breaches.append(f"I2 meter {level.name} stands above its cap")
            if held < was and not isinstance(event, _FALLS):
                breaches.append(f"I10 meter {level.name} fell on {type(event).__name__}")
            if config.type is JackpotType.HOUSE and held:
                breaches.append(f"I10 the house jackpot {level.name} has a meter")
        owed = _owed(after)
        if any(units < 0 for units in owed):
            breaches.append("I4 more was paid for an award than it won")
        if sum(owed) != self._awarded - self._paid - self._reversed_unpaid:
            breaches.append("I4 what is payable is not awards less payments and back-outs")
        if after.balances.get(ev.PAID, 0) != self._paid:
            breaches.append("I4 what is paid is not the sum of payments")
        return breaches


def breaches(before: State, event: Event, after: State) -> list[str]:
    """What one more event breaks, if everything held before it."""
    return Auditor.at(before, event).observe(before, event, after)


def _owed(state: State) -> list[int]:
    return [units for account, units in state.balances.items() if account.startswith("PAYABLE:")]


def _confirmers(config: LinkConfig, event: ev.AwardConfirmed) -> tuple[Any, ...]:
    limit = config.policy.executive_from_cents
    if event.hand in config.policy.executive_hands or (limit is not None and event.amount_cents >= limit):
        return (Role.EXECUTIVE,)
    above = config.policy.tray_supervisor_above_cents
    if event.kind is PayKind.TRAY and config.policy.tray_pays is TrayPays.DEALER:
        return (Role.DEALER, *_CARDS) if above is None or event.amount_cents < above else _CARDS
    return _CARDS
