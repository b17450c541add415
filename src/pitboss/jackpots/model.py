"""The books once more, by another path: fractions of a cent, from what was wagered, claimed and decided.

It reads no posting and no figure the core computed, only the facts (seats, hands, settings, what people
decided), works out every amount again, and reports each event whose own figures differ. Wagers are only
counted; a meter is worked out when something other than a wager happens. A long journal can be gone through
in stretches: a model may begin at a state that the model of the stretch before confirmed in everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import AdjustReason, Target
from pitboss.jackpots.config import JackpotType, Level, LinkConfig, PayKind
from pitboss.jackpots.events import Event
from pitboss.jackpots.state import BACK_OUT_DAYS, Award, State
from pitboss.money import UNITS_PER_CENT

_PPM = 1_000_000
_UNCAPPED_CENTS = 10**18


@dataclass(slots=True)
class Pot:
    """One level in fractions of a cent."""

    meter: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    overflow: Fraction = Fraction(0)


@dataclass(slots=True)
class Played:
    """A table's last round: who sat in, what each level got (meter, overflow) under a cap, and its awards."""

    seats: tuple[int, ...]
    together: tuple[tuple[int, ...], ...]
    wagered_cents: int
    splits: dict[str, tuple[Fraction, Fraction]]
    wins: list[int]


@dataclass(slots=True)
class Win:
    """An award as the model sees it: what the meter gave and got back."""

    level: str
    cents: int
    from_meter: Fraction
    house: str
    from_house: Fraction
    seed: Fraction
    reserve: Fraction
    seat: int = 0
    envy_cents: int = 0
    paid: bool = False
    day_no: int = field(default=0, compare=False)


class Model:
    """Takes a link's events one by one; `faults` names every one whose figures it can't confirm."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._seq = 0
        self._config: LinkConfig | None = None
        self._room_cents = 0
        self._pots: dict[str, Pot] = {}
        self._other: dict[str, Fraction] = {}
        self._wins: dict[int, Win] = {}
        self._waiting_cents = 0
        self._rounds: dict[str, Played] = {}
        self._day, self._day_no = "", 0
        self._closings: dict[str, dict[str, Fraction]] = {}

    @classmethod
    def at(cls, state: State) -> Model:
        """A model that goes on from a state, for which another model has found no differences."""
        model = cls()
        model._seq, model._config = state.seq, state.config
        model._day, model._day_no = state.day.day, state.day.day_no
        model._pots = {
            name: Pot(
                _cents(state.meter_units(name)),
                _cents(state.reserve_units(name)),
                _cents(state.overflow_units(name)),
            )
            for name in state.levels
        }
        for account, units in state.balances.items():
            kind = account.partition(":")[0]
            if kind not in ("METER", "RESERVE", "OVERFLOW"):
                model._add(kind if kind == "PAYABLE" else account, _cents(units))
        model._wins = {number: _won(award) for number, award in state.awards.items() if not award.backed_out}
        model._rounds = {
            name: _played(table.started, table.awards)
            for name, table in state.tables.items()
            if table.open and table.started
        }
        model._closings = {
            name: {account: _cents(units) for account, units in day.closing.items() if units}
            for name, day in state.unsigned.items()
            if day.closing
        }
        return model

    def take(self, event: Event) -> None:
        """Work the event out again."""
        self._seq += 1
        match event:
            case ev.RoundStarted():
                self._start(event)
            case ev.RoundEnded():
                self._envy(event)
            case ev.Configured():
                self._configure(event)
            case ev.AwardConfirmed():
                self._award(event)
            case ev.AwardPaid():
                self._pay(event)
            case ev.AwardBackedOut():
                self._back_out(event)
            case ev.RoundVoided():
                self._void(event)
            case ev.MeterAdjusted():
                self._adjust(event)
            case ev.DayBegan():
                self._closings[self._day] = self.cents()
                self._day, self._day_no = event.day, self._day_no + 1
            case ev.ClockConfirmed() if self._day >= event.day:
                self._closings = {day: held for day, held in self._closings.items() if day < event.day}
                self._day = event.day
            case ev.DayClosed():
                self._close_day(event)

    def cents(self) -> dict[str, Fraction]:
        """Every account that is not empty, in cents; all payable awards as one."""
        self._settle()
        accounts = dict(self._other)
        for name, pot in self._pots.items():
            accounts[f"METER:{name}"] = pot.meter
            accounts[f"RESERVE:{name}"] = pot.reserve
            accounts[f"OVERFLOW:{name}"] = pot.overflow
        return {account: cents for account, cents in accounts.items() if cents}

    def differences(self, state: State) -> list[str]:
        """Where the core's balances are not the model's, nor its awards, open rounds and unsigned days."""
        core, mine = Model.at(state), self.cents()
        books = core.cents()
        wrong = [
            f"{account}: the books hold {books.get(account, 0)} cents, the model {mine.get(account, 0)}"
            for account in sorted(books.keys() | mine.keys())
            if books.get(account, 0) != mine.get(account, 0)
        ]
        wrong += _unlike("award", core._wins, self._wins)
        wrong += _unlike("the round at", core._rounds, self._rounds)
        wrong += _unlike("the end of", core._closings, self._closings)
        return wrong

    def _add(self, account: str, cents: Fraction | int) -> None:
        self._other[account] = self._other.get(account, Fraction(0)) + cents

    def _check(self, what: str, seen: Fraction | int, computed: Fraction | int) -> None:
        if seen != computed:
            self.faults.append(f"event {self._seq}: {what} is {seen} cents, the model has {computed}")

    def _configure(self, event: ev.Configured) -> None:
        self._settle()
        if self._config is None:
            self._pots = {level.name: Pot() for level in event.config.levels}
            if event.config.type is JackpotType.PROGRESSIVE:
                for level in event.config.levels:
                    self._pots[level.name].meter += level.seed_cents
                    self._add("HOUSE:SEED", -level.seed_cents)
        self._config = event.config

    def _settle(self) -> None:
        """Bring in the wagers counted since the last time: one product instead of one sum a round."""
        self._room_cents = 0
        if self._config and self._waiting_cents:
            for level in self._config.levels:
                self._contribute(level, self._waiting_cents)
            self._add("WAGERS", -self._waiting_cents)
            kept = _PPM - sum(level.rate_ppm + level.reserve_ppm for level in self._config.levels)
            self._add("HOUSE:HOLD", Fraction(self._waiting_cents * kept, _PPM))
            self._waiting_cents = 0

    def _contribute(self, level: Level, wagered_cents: int) -> tuple[Fraction, Fraction]:
        pot = self._pots[level.name]
        share = Fraction(wagered_cents * level.rate_ppm, _PPM)
        fits = share if level.cap_cents is None else min(share, level.cap_cents - pot.meter)
        pot.meter += fits
        pot.overflow += share - fits
        pot.reserve += Fraction(wagered_cents * level.reserve_ppm, _PPM)
        return fits, share - fits

    def _start(self, event: ev.RoundStarted) -> None:
        assert self._config is not None
        wagered_cents = len(event.seats) * self._config.wager_cents
        splits: dict[str, tuple[Fraction, Fraction]] = {}
        if self._waiting_cents + wagered_cents > self._room_cents:
            self._settle()
            self._room_cents = self._room(self._config)
        self._waiting_cents += wagered_cents
        if self._waiting_cents > self._room_cents:
            # A void must know how a cap split the round.
            before = {name: (pot.meter, pot.overflow) for name, pot in self._pots.items()}
            self._settle()
            splits = {
                name: (pot.meter - before[name][0], pot.overflow - before[name][1])
                for name, pot in self._pots.items()
            }
        self._rounds[event.table] = Played(event.seats, event.together, wagered_cents, splits, [])

    def _room(self, config: LinkConfig) -> int:
        """How many cents can be wagered before a meter passes its cap."""
        return min(
            [
                int((level.cap_cents - self._pots[level.name].meter) * _PPM / level.rate_ppm)
                for level in config.levels
                if level.cap_cents is not None and level.rate_ppm
            ],
            default=_UNCAPPED_CENTS,
        )

    def _award(self, event: ev.AwardConfirmed) -> None:
        self._settle()
        assert self._config is not None
        win = self._win(event, self._config)
        if win.level:
            pot = self._pots[win.level]
            self._check("the meter before the award", Fraction(event.before_units, UNITS_PER_CENT), pot.meter)
            pot.meter += win.seed + win.reserve - win.from_meter
            pot.reserve -= win.reserve
            self._check("the meter after the award", Fraction(event.after_units, UNITS_PER_CENT), pot.meter)
        self._add("HOUSE:SEED", -win.seed)
        self._add(win.house, -win.from_house)
        self._add("PAYABLE", win.cents)
        self._check("the award", event.amount_cents, win.cents)
        win.seat, win.day_no = event.seat, self._day_no
        win.envy_cents = next(line.envy_cents for line in self._config.lines if line.hand == event.hand)
        self._wins[event.award_no] = win
        self._rounds[event.table].wins.append(event.award_no)

    def _win(self, event: ev.AwardConfirmed, config: LinkConfig) -> Win:
        line = next(line for line in config.lines if line.hand == event.hand)
        none = Fraction(0)
        if line.kind is PayKind.TRAY:
            return Win("", line.cents, none, "HOUSE:TRAY", Fraction(line.cents), none, none)
        level = next(level for level in config.levels if level.name == line.level)
        share = Fraction(line.ppm, _PPM)
        if config.type is JackpotType.HOUSE:
            prize = int(level.seed_cents * share)
            return Win("", prize, none, "HOUSE:PRIZE", Fraction(prize), none, none)
        pot = self._pots[level.name]
        if line.kind is PayKind.METER:
            taken = min(pot.meter, Fraction(line.cents))
            return Win(level.name, line.cents, taken, "HOUSE:SHORTFALL", line.cents - taken, none, none)
        cents = int(pot.meter * share)
        if share < 1:
            return Win(level.name, cents, Fraction(cents), "HOUSE:SHORTFALL", none, none, none)
        left = pot.meter - cents
        reserve = pot.reserve
        if level.cap_cents is not None:
            reserve = min(reserve, level.cap_cents - left - level.seed_cents)
        seed = Fraction(level.seed_cents)
        return Win(level.name, cents, Fraction(cents), "HOUSE:SHORTFALL", none, seed, reserve)

    def _pay(self, event: ev.AwardPaid) -> None:
        win = self._wins[event.award_no]
        self._check("the payment", event.amount_cents, win.cents)
        win.paid = True
        self._add("PAYABLE", -win.cents)
        self._add("PAID", win.cents)

    def _back_out(self, event: ev.AwardBackedOut) -> None:
        self._settle()
        assert self._config is not None
        win = self._wins.pop(event.award_no)
        self._add("RECOVERABLE" if win.paid else "PAYABLE", -win.cents)
        if event.keep_meters:
            self._add("ADJUST", win.cents)
            return
        self._add("HOUSE:SEED", win.seed)
        self._add(win.house, win.from_house)
        if win.level:
            pot = self._pots[win.level]
            pot.meter += win.from_meter - win.seed - win.reserve
            pot.reserve += win.reserve
            cap = next(level.cap_cents for level in self._config.levels if level.name == win.level)
            if cap is not None and pot.meter > cap:
                pot.overflow += pot.meter - cap
                pot.meter = Fraction(cap)
            self._check(
                "the meter after the back-out", Fraction(event.after_units, UNITS_PER_CENT), pot.meter
            )

    def _envy(self, event: ev.RoundEnded) -> None:
        played = self._rounds[event.table]
        if not played.wins and not event.envy:
            return
        due = [
            (number, seat, win.envy_cents)
            for number in played.wins
            if (win := self._wins.get(number)) is not None and win.envy_cents
            for seat in played.seats
            if seat != win.seat and not any({seat, win.seat} <= set(group) for group in played.together)
        ]
        seen = [(pay.award_no, pay.seat, pay.cents) for pay in event.envy]
        # 0.1 put an award away a week after it was paid, also that of a round still open.
        if seen not in (due, [line for line in due if not self._put_away(line[0])]):
            self.faults.append(f"event {self._seq}: envy is {event.envy}, the model has {due}")
        cents = sum(amount for _, _, amount in seen)
        self._add("HOUSE:TRAY", -cents)
        self._add("ENVY", cents)

    def _put_away(self, award_no: int) -> bool:
        win = self._wins[award_no]
        return win.paid and self._day_no - win.day_no >= BACK_OUT_DAYS

    def _void(self, event: ev.RoundVoided) -> None:
        self._settle()
        assert self._config is not None
        wagered_cents, splits = self._rounds[event.table].wagered_cents, self._rounds[event.table].splits
        self._check("the refund", event.refund_cents, wagered_cents)
        left = Fraction(wagered_cents)
        for level in self._config.levels:
            pot = self._pots[level.name]
            to_meter, over = splits.get(
                level.name, (Fraction(wagered_cents * level.rate_ppm, _PPM), Fraction(0))
            )
            aside = Fraction(wagered_cents * level.reserve_ppm, _PPM)
            left -= to_meter + over + aside
            for part, held in ((to_meter, pot.meter), (over, pot.overflow), (aside, pot.reserve)):
                self._add("HOUSE:SHORTFALL", min(Fraction(0), held - part))
            pot.meter = max(Fraction(0), pot.meter - to_meter)
            pot.overflow = max(Fraction(0), pot.overflow - over)
            pot.reserve = max(Fraction(0), pot.reserve - aside)
        self._add("WAGERS", wagered_cents)
        self._add("HOUSE:HOLD", -left)

    def _adjust(self, event: ev.MeterAdjusted) -> None:
        self._settle()
        cents = Fraction(event.units, UNITS_PER_CENT)
        pot = self._pots[event.level]
        if event.target is Target.METER:
            pot.meter += cents
        else:
            pot.reserve += cents
        if event.reason is AdjustReason.OVERFLOW_RETURN:
            pot.overflow -= cents
        else:
            self._add(_CONTRA.get(event.reason, "ADJUST"), -cents)

    def _close_day(self, event: ev.DayClosed) -> None:
        closing = self._closings.get(event.day, {})
        for line in event.accounts:
            seen = Fraction(line.closing_units, UNITS_PER_CENT)
            self._check(f"{line.account} at the end of {event.day}", seen, closing.get(line.account, 0))


def _cents(units: int) -> Fraction:
    return Fraction(units, UNITS_PER_CENT)


def _won(award: Award) -> Win:
    """An award of the core as the model keeps it."""
    event = award.confirmed
    return Win(
        event.level if event.on_meter else "",
        event.amount_cents,
        _cents(event.meter_units),
        event.house_account,
        _cents(event.house_units),
        _cents(event.seed_units),
        _cents(event.reserve_units),
        event.seat,
        event.envy_cents,
        award.paid,
        award.day_no,
    )


def _played(event: ev.RoundStarted, awards: tuple[int, ...]) -> Played:
    """An open round of the core as the model keeps it."""
    shares = event.shares if any(share.overflow_units for share in event.shares) else ()
    splits = {share.level: (_cents(share.meter_units), _cents(share.overflow_units)) for share in shares}
    wagered_cents = len(event.seats) * event.wager_cents
    return Played(event.seats, event.together, wagered_cents, splits, list(awards))


def _unlike(what: str, held: Mapping[Any, object], known: Mapping[Any, object]) -> list[str]:
    return [
        f"{what} {key}: the books hold {value}, the model {known.get(key)}"
        for key, value in held.items()
        if value != known.get(key)
    ]


_CONTRA = {
    AdjustReason.RESERVE_TO_RECEIPTS: "HOUSE:RECEIPTS",
    AdjustReason.SEED_RECOVERY: "HOUSE:SEED",
}


def verify(events: Iterable[Event], state: State) -> list[str]:
    """Everything in which the model differs from the events' figures and the state they led to."""
    model = Model()
    for event in events:
        model.take(event)
    return model.faults + model.differences(state)
