"""What a simulation found: each bet beside its exact value, sessions, bankrolls, and the house's hours."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.arrays import Ints
from pitboss.errors import unknown
from pitboss.frames import frame, numbers, texts, wholes
from pitboss.money import amounts_json, format_cents, money_json
from pitboss.report import Report, Shown
from pitboss.schemas import marked, quantity
from pitboss.simulation.counted import Exact
from pitboss.simulation.exact import exact_values
from pitboss.simulation.job import Job, compiled, not_simulated
from pitboss.simulation.measured import Share
from pitboss.simulation.run import Engine, Sums, add_up, on_threads

if TYPE_CHECKING:
    from pitboss.simulation.saving import Saving

RISKS = (Fraction(1, 2), Fraction(1, 5), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100))
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
PERIODS_HOURS = (1, 8, 24, 168, 720)
PERIODS_LEAST = 50
"""A period is reported when it came so often."""
COMPARED_ROUNDS = 100_000
"""A mean of fewer rounds proves nothing."""
_LOG_CHANCE = 18
"""A true mean is off by more than is allowed with a chance of 4 times e to minus this: one in 16 million."""


@dataclass(frozen=True, slots=True, repr=False)
class BetResult(Shown):
    """A bet in units of its wager; base bets in Antes (Switch: one hand), `all` in all that is laid."""

    bet: str
    wager_cents: int
    mean: Fraction
    standard_error: float
    exact: Exact | None = None
    rounds: int = 0
    span: Fraction = Fraction(0)
    """From the least net result of a round to the largest."""

    def __repr__(self) -> str:
        exact = "" if self.exact is None else f", exact {float(self.exact.expected_value):+.6f}"
        return f"<BetResult {self.bet}: {self.estimate}{exact}>"

    @property
    def estimate(self) -> str:
        """The mean and its standard error."""
        return f"{float(self.mean):+.6f} ± {self.standard_error:.6f}"

    def report(self) -> Report:
        """The bet for people."""
        from pitboss.simulation.report import of_bet

        return of_bet(self)

    @property
    def deviations(self) -> float | None:
        """How many standard errors the mean is from the exact value."""
        if self.exact is None or self.standard_error == 0:
            return None
        return float(self.mean - self.exact.expected_value) / self.standard_error

    @property
    def allowed(self) -> float:
        """How far the mean may be from a true expected value: six standard errors.

        Of pays that are too rare for these rounds the measured error knows nothing; where the exact spread
        is known, the larger of the two counts. Elsewhere this is the bound of Maurer and Pontil (2009,
        theorem 4), whose second part is what such pays can hide.
        """
        if self.exact is not None and self.exact.deviation is not None:
            known = self.exact.deviation / math.sqrt(max(self.rounds, 1))
            return math.sqrt(2 * _LOG_CHANCE) * max(self.standard_error, known)
        hidden = 7 * _LOG_CHANCE * self.span / (3 * max(self.rounds - 1, 1))
        return math.sqrt(2 * _LOG_CHANCE) * self.standard_error + float(hidden)

    @property
    def contradicted(self) -> bool:
        """Whether mean and exact value can't both be right."""
        if self.exact is None or self.rounds < COMPARED_ROUNDS:
            return False
        off = abs(self.mean - self.exact.expected_value) - self.exact.error
        return float(off) > self.allowed

    def as_json(self) -> dict[str, Any]:
        """The result for programs."""
        exact = self.exact
        return {
            "bet": self.bet,
            **money_json("wager", self.wager_cents),
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "expected_value": None if exact is None else quantity(exact.expected_value, exact.error),
            "deviations": self.deviations,
            "contradicted": self.contradicted,
        }


@dataclass(frozen=True, slots=True)
class DecisionResult:
    """How often a decision was taken, of all seats and rounds."""

    name: str
    frequency: float
    exact: Fraction | None
    error: Fraction = Fraction(0)
    """That of the exact frequency, where it is not."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Sessions(Shown):
    """Sessions of one seat: what they ended with, and the lowest point each came to, in cents."""

    rounds: int
    ends_cents: Ints
    lows_cents: Ints
    unit_cents: int

    def __repr__(self) -> str:
        return f"<Sessions: {len(self.ends_cents):,} of {self.rounds} rounds>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sessions):
            return NotImplemented
        same = (self.rounds, self.unit_cents) == (other.rounds, other.unit_cents)
        ends = np.array_equal(self.ends_cents, other.ends_cents)
        return same and ends and np.array_equal(self.lows_cents, other.lows_cents)

    def __hash__(self) -> int:
        return hash((self.rounds, self.unit_cents, self.ends_cents.tobytes()))

    def report(self) -> Report:
        """The sessions for people."""
        from pitboss.simulation.report import of_sessions

        return of_sessions(self)

    def to_frame(self) -> Any:
        """The sessions as a data frame of pandas or polars."""
        return frame({"end_cents": wholes(self.ends_cents), "low_cents": wholes(self.lows_cents)})

    def percentile(self, percent: int) -> int:
        """The result that this share of sessions does not exceed."""
        return int(np.percentile(self.ends_cents, percent, method="inverted_cdf"))

    def risk_of_ruin(self, bankroll_cents: int) -> Share:
        """The share of sessions in which a player with this bankroll is down to nothing at some time."""
        return Share(int((self.lows_cents <= -bankroll_cents).sum()), len(self.lows_cents))

    def bankroll_cents(self, risk: Fraction) -> int:
        """The least bankroll that lasts but for this share of sessions."""
        depths = np.sort(-self.lows_cents)
        survive = math.ceil(len(depths) * (1 - risk))
        return int(depths[survive - 1]) + self.unit_cents

    @property
    def ahead(self) -> Share:
        """The share of sessions that end with a win."""
        return Share(int((self.ends_cents > 0).sum()), len(self.ends_cents))

    def as_json(self, bankrolls: tuple[int, ...]) -> dict[str, Any]:
        """The sessions for programs."""
        return {
            "count": len(self.ends_cents),
            "session_rounds": self.rounds,
            **money_json("mean_result", round(float(self.ends_cents.mean()))),
            **money_json("result_deviation", round(float(self.ends_cents.std()))),
            "ahead": self.ahead.as_json(),
            **amounts_json("percentiles", {str(p): self.percentile(p) for p in PERCENTILES}),
            **amounts_json("bankroll_for_risk", {str(risk): self.bankroll_cents(risk) for risk in RISKS}),
            "risk_of_ruin": {format_cents(b): self.risk_of_ruin(b).as_json() for b in bankrolls},
        }


@dataclass(frozen=True, slots=True)
class Period:
    """What the house wins in so many hours, of what is wagered in them."""

    hours: int
    periods: int
    mean_cents: int
    low_cents: int
    high_cents: int
    hold: float
    hold_low: float
    hold_high: float
    behind: Share
    """The share of periods in which the house loses."""

    def as_json(self) -> dict[str, Any]:
        """The period for programs; low and high are the 5th and 95th percentiles."""
        return {
            "hours": self.hours,
            "count": self.periods,
            **amounts_json("win", {"mean": self.mean_cents, "low": self.low_cents, "high": self.high_cents}),
            "hold": {"mean": self.hold, "low": self.hold_low, "high": self.hold_high},
            "behind": self.behind.as_json(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Shown):
    """A job's result; `seconds`, what its rounds took without making ready, make no difference to `==`."""

    job: Job
    rounds: int
    seconds: float = field(compare=False)
    interrupted: bool
    bets: tuple[BetResult, ...]
    decisions: tuple[DecisionResult, ...]
    outcomes: dict[str, dict[int, int]]
    """For each bet its net results in cents, envy apart, with how often each came."""
    staked_cents: Fraction
    """What a seat lays in a round on average."""
    sessions: Sessions | None
    house: tuple[Period, ...]
    notes: tuple[str, ...] = ()
    """What to know about the bets: rules in place of the best play, pays rounded down to the cent."""
    preparing_seconds: float = field(default=0.0, compare=False)
    """What passed before the first round: compiling kernels, or counting the best play; and exact values."""
    resumed_rounds: int = field(default=0, compare=False)
    """Rounds that an earlier run had done."""
    trouble: str = field(default="", compare=False)
    """Why it ended early, if nobody interrupted it."""

    @property
    def rounds_per_second(self) -> float:
        """How quickly the rounds of this run were dealt."""
        return (self.rounds - self.resumed_rounds) / self.seconds if self.seconds else 0.0

    def bet(self, name: str) -> BetResult:
        """The result of a bet; `base` is the base game, `all` everything."""
        for found in self.bets:
            if found.bet == name:
                return found
        raise unknown(
            f"this simulation of {self.job.game} has no bet called", name, (b.bet for b in self.bets)
        )

    @property
    def contradiction(self) -> str:
        """The bets whose mean and exact value can't both be right, as a sentence; empty where all agree."""
        bets = [
            f"{row.bet}, simulated {row.estimate}, exact {float(row.exact.expected_value):+.6f}"
            for row in self.bets
            if row.contradicted and row.exact is not None
        ]
        if not bets:
            return ""
        return (
            f"simulation and exact value contradict each other ({'; '.join(bets)}): "
            "one of them is wrong, so rely on neither"
        )

    def __repr__(self) -> str:
        done = replace(self.job, rounds=self.rounds)
        return f"<Simulation {done.told}, base {self.bet('base').estimate}>"

    def __hash__(self) -> int:
        return hash((self.job, self.rounds, self.bets))

    def report(self) -> Report:
        """The result for people."""
        from pitboss.simulation.report import of_simulation

        return of_simulation(self)

    def to_frame(self) -> Any:
        """The bets as a data frame of pandas or polars."""
        exact = [None if row.exact is None else float(row.exact.expected_value) for row in self.bets]
        return frame(
            {
                "bet": texts(row.bet for row in self.bets),
                "wager_cents": wholes(row.wager_cents for row in self.bets),
                "mean": numbers(float(row.mean) for row in self.bets),
                "standard_error": numbers(row.standard_error for row in self.bets),
                "expected_value": numbers(exact),
                "expected_value_error": numbers(
                    None if row.exact is None else float(row.exact.error) for row in self.bets
                ),
                "deviations": numbers(row.deviations for row in self.bets),
            }
        )

    def as_json(self, bankrolls: tuple[int, ...] = ()) -> dict[str, Any]:
        """The result for programs; `seconds` and the rate are those of the rounds alone."""
        job = self.job
        body = {
            "game": job.game,
            "rounds": self.rounds,
            "interrupted": self.interrupted,
            "shuffle_seed": str(job.seed),
            "seats": job.seats,
            "strategy": job.strategy,
            "options": dict(job.options),
            "paytable_by_bet": {bet: table.designator for bet, table in job.paytables},
            "approved": job.rules.approved,
            "departures": list(job.rules.departures),
            **amounts_json("wager_by_bet", dict(job.wagers)),
            "seconds": round(self.seconds, 3),
            "preparing_seconds": round(self.preparing_seconds, 3),
            "resumed_rounds": self.resumed_rounds,
            "rounds_per_second": round(self.rounds_per_second) if self.seconds else None,
            "bets": [found.as_json() for found in self.bets],
            "contradiction": self.contradiction,
            "notes": list(self.notes),
            "decisions": [
                {
                    "name": found.name,
                    "simulated_frequency": found.frequency,
                    "frequency": None if found.exact is None else quantity(found.exact, found.error),
                }
                for found in self.decisions
            ],
            "wagered_per_round": float(self.staked_cents / 100),
            "sessions": self.sessions.as_json(bankrolls) if self.sessions else None,
            "house": [period.as_json() for period in self.house],
        }
        return marked("simulate", body)


def simulate(
    job: Job,
    engine: Engine | None = None,
    show: Callable[[int], object] = lambda rounds: None,
    saving: "Saving | None" = None,
) -> Simulation:
    """Run a job and set what it finds beside the exact values; `saving` keeps what is done in a file."""
    asked = time.monotonic()
    compiled(job)
    start = time.monotonic()
    sums = add_up(job, engine or on_threads(), show, saving)
    seconds = time.monotonic() - start
    found = _results(sums, seconds)
    waited = time.monotonic() - asked - seconds
    return replace(found, preparing_seconds=waited, resumed_rounds=sums.resumed_rounds, trouble=sums.trouble)


def _results(sums: Sums, seconds: float) -> Simulation:
    job, made = sums.job, compiled(sums.job)
    exact, decisions, notes = exact_values(job)
    reason = "" if job.strategy == "optimal" else not_simulated(job.rules.game)
    by_rules = f"Played by rules: {reason}." if reason else ""
    laid = dict(job.wagers)
    hands = sums.rounds * job.seats
    unit = made.unit_cents
    ante = next(iter(laid.values()))
    outcomes: dict[str, dict[int, int]] = {}
    rows, staked = [], Fraction(0)
    spans = [0, 0]
    for place, name in enumerate(made.columns[1:], 1):
        in_base = place <= made.base
        if not in_base and name not in laid:
            continue
        counts = [int(count) for count in sums.counts[place]]
        nets = made.nets[place]
        total = sum(count * net for count, net in zip(counts, made.table_nets(place), strict=False))
        staked += Fraction(
            sum(c * s for c, s in zip(counts, made.stakes[place], strict=False)), max(hands, 1)
        )
        square = sum(count * net**2 for count, net in zip(counts, nets, strict=False))
        if job.seats > 1:
            square = sums.squares[place] * unit**2
        if not any(nets):
            continue
        per = ante if in_base else laid[name]
        span = max(made.table_nets(place)) - min(made.table_nets(place))
        spans = [spans[0] + (span if in_base else 0), spans[1] + span]
        rows.append(_row(name, per, total, square, span, sums, exact))
        found = outcomes.setdefault(name, {})
        for count, net in zip(counts, nets, strict=False):
            if count:
                found[net] = found.get(net, 0) + count
    base, base_square, both, both_square = sums.sums
    rows.insert(0, _row("base", ante, base * unit, base_square * unit**2, spans[0], sums, exact))
    rows.append(_row("all", sum(laid.values()), both * unit, both_square * unit**2, spans[1], sums, exact))
    ends, lows, hours = (sums.recorded(name) * unit for name in ("ends", "lows", "hours"))
    return Simulation(
        job,
        sums.rounds,
        seconds,
        sums.interrupted,
        tuple(rows),
        tuple(
            _decision(name, count / max(hands, 1), decisions.get(name))
            for name, count in made.frequencies(sums.counts[0].tolist()).items()
        ),
        outcomes,
        staked,
        Sessions(job.session_rounds, ends, lows, unit) if len(ends) else None,
        tuple(_periods(-hours, float(staked) * job.seats * job.hour_rounds)),
        tuple(filter(None, (job.rules.game.mark, by_rules, *notes))),
    )


def _decision(name: str, frequency: float, exact: Exact | None) -> DecisionResult:
    if exact is None:
        return DecisionResult(name, frequency, None)
    return DecisionResult(name, frequency, exact.expected_value, exact.error)


def _row(
    bet: str, per: int, total: int, square: int, span: int, sums: Sums, exact: dict[str, Exact]
) -> BetResult:
    """A row from the sum of a bet's net results over rounds and that of their squares, in cents.

    `span` is how far a seat's results are apart at most, in cents.
    """
    seats, rounds = sums.job.seats, max(sums.rounds, 1)
    mean = Fraction(total, rounds)
    variance = Fraction(square, rounds) - mean**2
    error = math.sqrt(variance / rounds) / (per * seats)
    apart = Fraction(span, per)
    return BetResult(bet, per, mean / (per * seats), error, exact.get(bet), sums.rounds, apart)


def _periods(wins_cents: Ints, wagered_cents: float) -> list[Period]:
    """The house's wins over whole periods of hours that follow each other."""
    found = []
    for hours in PERIODS_HOURS:
        many = len(wins_cents) // hours
        if many < PERIODS_LEAST:
            break
        wins = wins_cents[: many * hours].reshape(many, hours).sum(axis=1)
        mean, low, high = float(wins.mean()), *(float(np.percentile(wins, p)) for p in (5, 95))
        hold, hold_low, hold_high = (value / (wagered_cents * hours) for value in (mean, low, high))
        behind = Share(int((wins < 0).sum()), many)
        money = round(mean), round(low), round(high)
        found.append(Period(hours, many, *money, hold, hold_low, hold_high, behind))
    return found
