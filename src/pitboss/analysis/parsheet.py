"""The par sheet of a bet: one value, in fractions, that every output form is drawn from."""

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal

from pitboss.analysis.bounds import roots
from pitboss.analysis.printed_figures import agrees
from pitboss.frames import certainty, frame, kind, numbers, texts
from pitboss.report import Report, Shown
from pitboss.schemas import marked, quantity

if TYPE_CHECKING:
    from pitboss.arrays import Floats

BASE = "base"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a bet can end: how many of the equally likely cases, and the net result in bets.

    Where a meter moves the result from wager to wager, `net` is its mean, `square` the mean of its square.
    `doubt` is by how many `combinations` may be off where they stand between bounds.
    """

    name: str
    combinations: int
    net: Fraction
    pays: str = ""
    square: Fraction | None = None
    error: Fraction = Fraction(0)
    square_error: Fraction = Fraction(0)
    doubt: int = 0

    @property
    def moves(self) -> bool:
        """Whether the net result is not always the same."""
        return self.square is not None

    @property
    def mean_square(self) -> Fraction:
        """The mean of the squared net result."""
        return self.net**2 if self.square is None else self.square

    def return_error(self, total: int) -> Fraction:
        """How far off may be what it returns, of so many cases in all."""
        return (self.error * (self.combinations + self.doubt) + abs(self.net) * self.doubt) / total


@dataclass(frozen=True, slots=True)
class Process:
    """What wager the figures of a sheet are of, where that is not the same from wager to wager."""

    kind: Literal["next-wager", "long-run"]
    words: str
    """For example: the next wager at main $10,000.00."""


@dataclass(frozen=True, slots=True)
class DecisionFrequency:
    """How often optimal play takes a decision, of all rounds."""

    name: str
    frequency: Fraction


@dataclass(frozen=True, slots=True)
class Figure:
    """A further number with its name, e.g. a break-even meter in dollars; its error if not the sheet's."""

    name: str
    value: Fraction
    unit: str = ""
    error: Fraction | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ParSheet(Shown):
    """Everything a par sheet says about one bet; all results are per unit of that bet (Ante for a base game).

    `initial` is the money wagered before the deal and `wagered` the average in all, in the same unit.
    `error` is zero where the result is exact, and otherwise bounds the absolute error of every figure that
    has none of its own in `errors`.
    """

    game: str
    bet: str
    paytable: str | None
    options: Mapping[str, str]
    expected_value: Fraction
    hit_frequency: Fraction | None
    variance: Fraction | None
    total: int = 0
    outcomes: tuple[Outcome, ...] = ()
    initial: Fraction = Fraction(1)
    wagered: Fraction = Fraction(1)
    decisions: tuple[DecisionFrequency, ...] = ()
    expected_by_bet: tuple[tuple[str, Fraction], ...] = ()
    figures: tuple[Figure, ...] = ()
    joint: "ParSheet | None" = None
    process: Process | None = None
    next_wager: "ParSheet | None" = None
    """Beside a sheet of the long run: that of the next wager."""
    lines: tuple[tuple[str, str], ...] = ()
    """The paytable as it was read: each hand and its pay."""
    stated: Mapping[str, str] = field(default_factory=dict)
    unspecified: tuple[str, ...] = ()
    """The stated figures that nothing computed can be set beside, for want of something in the approval."""
    approved: bool = True
    method: str = ""
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    error: Fraction = Fraction(0)
    errors: Mapping[str, Fraction] = field(default_factory=dict)
    measured: tuple[str, ...] = ()
    """The figures, by name, of which simulations have measured the error and nothing proves a bound."""
    unmet: bool = False
    """Whether one engine has counted it, and no second method could meet its figures."""

    def __repr__(self) -> str:
        table = f" {self.paytable}" if self.paytable else ""
        edge = f"house edge {float(self.house_edge):.4%}"
        return f"<ParSheet {self.game} {self.bet}{table}: {edge}>"

    def __hash__(self) -> int:
        return hash((self.game, self.bet, self.paytable, self.expected_value, self.total))

    def report(self) -> Report:
        """The sheet for people."""
        from pitboss.analysis.report import of_sheet

        return of_sheet(self)

    def to_frame(self) -> Any:
        """The outcomes as a data frame of pandas or polars; what is exact in it is text, as in JSON."""
        rows = self.outcomes
        return frame(
            {
                "name": texts(row.name for row in rows),
                "pays": texts(row.pays for row in rows),
                "combinations": texts(str(row.combinations) for row in rows),
                "probability": numbers(row.combinations / self.total for row in rows),
                "probability_error": numbers(row.doubt / self.total for row in rows),
                "net": numbers(float(row.net) for row in rows),
                **certainty(((row.net, row.error) for row in rows), "net_"),
                "return": numbers(float(row.net * row.combinations / self.total) for row in rows),
            }
        )

    def arrays(self) -> "tuple[Floats, Floats]":
        """The net results from worst to best and their probabilities, as arrays of numpy."""
        import numpy as np

        found = self.distribution()
        nets = np.array([float(net) for net, _ in found])
        return nets, np.array([count / self.total for _, count in found])

    @property
    def is_exact(self) -> bool:
        """Whether no figure of the sheet has an error."""
        errors = (self.error, *self.errors.values(), *map(self.error_of, self.figures))
        return not any(errors)

    @property
    def is_sampled(self) -> bool:
        """Whether its value lies between bounds that were measured on a sample."""
        return "expected_value" in self.measured

    def error_in(self, name: str) -> Fraction:
        """The error of a figure by its name in JSON, or that of the sheet."""
        return self.errors.get(name, self.error)

    def error_of(self, figure: Figure) -> Fraction:
        """A further figure's own error, or that of the sheet."""
        return self.error if figure.error is None else figure.error

    def stored(self) -> dict[str, Any]:
        """What was counted for a sheet, to be kept, to the last digit: without what it is a sheet of."""
        assert self.outcomes, "only outcomes are kept, and figures are counted from them again"
        return {
            "outcomes": [[row.name, row.combinations, str(row.net), row.pays] for row in self.outcomes],
            "initial": str(self.initial),
            "wagered": str(self.wagered),
            "decisions": [[one.name, str(one.frequency)] for one in self.decisions],
            "expected_by_bet": [[slug, str(value)] for slug, value in self.expected_by_bet],
            "method": self.method,
            "notes": list(self.notes),
            "joint": self.joint.stored() if self.joint else None,
            "figures": [[figure.name, str(figure.value), figure.unit] for figure in self.figures],
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any], **said: Any) -> "ParSheet":
        """The sheet of what was kept; `said` are its game, bet, options and paytable."""
        rows = [Outcome(name, count, Fraction(net), pays) for name, count, net, pays in found["outcomes"]]
        return from_outcomes(
            rows,
            initial=Fraction(found["initial"]),
            wagered=Fraction(found["wagered"]),
            decisions=tuple(DecisionFrequency(name, Fraction(share)) for name, share in found["decisions"]),
            expected_by_bet=tuple((slug, Fraction(value)) for slug, value in found["expected_by_bet"]),
            method=found["method"],
            notes=tuple(found["notes"]),
            joint=cls.restored(found["joint"], **said) if found["joint"] else None,
            figures=tuple(Figure(name, Fraction(value), unit) for name, value, unit in found["figures"]),
            **said,
        )

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps, per unit of the bet."""
        return -self.expected_value

    @property
    def house_edge_initial(self) -> Fraction:
        """What the house keeps, per unit of all money wagered before the deal."""
        return -self.expected_value / self.initial

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps, per unit of all money wagered."""
        return -self.expected_value / self.wagered

    @property
    def standard_deviation(self) -> float | None:
        """Of the net result, in units of the bet."""
        return None if self.variance is None else math.sqrt(self.variance)

    @property
    def deviation_error(self) -> Fraction:
        """How far off the standard deviation can be: the root is steepest below."""
        error = self.error_in("variance")
        if self.variance is None or not error:
            return Fraction(0)
        return roots(self.variance).most - roots(max(self.variance - error, Fraction(0))).least

    @property
    def verdict(self) -> str | None:
        """Whether every stated figure of the bet agrees; None where nothing is stated or computed for it."""
        computed = {"house_edge": self.house_edge, "hit_frequency": self.hit_frequency}
        checks = [
            agrees(text, value)
            for name, text in self.stated.items()
            if name not in self.unspecified and (value := computed.get(name)) is not None
        ]
        if not all(checks):
            return "differs"
        if self.unspecified:
            return "unspecified"
        return "agrees" if checks else None

    def distribution(self) -> list[tuple[Fraction, int]]:
        """The net results from worst to best, each with its cases; none where a meter moves them."""
        sums: dict[Fraction, int] = {}
        if any(outcome.moves for outcome in self.outcomes):
            return []
        for outcome in self.outcomes:
            sums[outcome.net] = sums.get(outcome.net, 0) + outcome.combinations
        return sorted(sums.items())

    def as_json(self) -> dict[str, Any]:
        """The sheet for programs; `digest` is the SHA-256 of everything else in it."""
        body = marked("par", self._body())
        return {**body, "digest": digest(body)}

    def _body(self) -> dict[str, Any]:
        sheet: dict[str, Any] = {
            "game": self.game,
            "bet": self.bet,
            "paytable": self.paytable,
            "approved": self.approved,
            "lines": [{"hand": hand, "pays": pays} for hand, pays in self.lines],
            "options": dict(self.options),
            "process": None
            if self.process is None
            else {"kind": self.process.kind, "words": self.process.words},
            "house_edge": quantity(self.house_edge, self.error),
            "expected_value": quantity(self.expected_value, self.error),
            "hit_frequency": None
            if self.hit_frequency is None
            else quantity(self.hit_frequency, self.error_in("hit_frequency")),
            "standard_deviation": self._deviation(),
            "variance": None if self.variance is None else quantity(self.variance, self.error_in("variance")),
            "element_of_risk": quantity(self.element_of_risk, self.error_in("element_of_risk")),
            "average_wagered": quantity(self.wagered, self.error_in("average_wagered")),
        }
        if self.bet == BASE:
            sheet["house_edge_initial"] = quantity(
                self.house_edge_initial, self.error_in("house_edge_initial")
            )
        sheet["decisions"] = [
            {"name": decision.name, "frequency": quantity(decision.frequency, self.error)}
            for decision in self.decisions
        ]
        sheet["expected_by_bet"] = [
            {"bet": bet, "expected_value": quantity(value, self.error)} for bet, value in self.expected_by_bet
        ]
        sheet["combinations"] = str(self.total)
        sheet["outcomes"] = [
            {
                "name": outcome.name,
                "combinations": str(outcome.combinations),
                **({"combinations_error": str(outcome.doubt)} if outcome.doubt else {}),
                "probability": float(Fraction(outcome.combinations, self.total)),
                "pays": outcome.pays,
                **_net(outcome),
                "return": float(outcome.net * outcome.combinations / self.total),
            }
            for outcome in self.outcomes
        ]
        sheet["distribution"] = [
            {"net": str(net), "combinations": str(count), "probability": float(Fraction(count, self.total))}
            for net, count in self.distribution()
        ]
        sheet["figures"] = [
            {"name": figure.name, **quantity(figure.value, self.error_of(figure)), "unit": figure.unit}
            for figure in self.figures
        ]
        if self.measured:
            sheet["measured"] = list(self.measured)
        if self.unmet:
            sheet["unmet"] = True
        sheet["stated"] = dict(self.stated)
        sheet["verdict"] = self.verdict
        sheet["method"] = self.method
        sheet["sources"] = list(self.sources)
        sheet["notes"] = list(self.notes)
        sheet["version"] = version("pitboss")
        if self.joint is not None:
            sheet["joint"] = self.joint._body()
        if self.next_wager is not None:
            sheet["next_wager"] = self.next_wager._body()
        return sheet

    def _deviation(self) -> dict[str, float] | None:
        if self.standard_deviation is None:
            return None
        error = {"error": float(self.deviation_error)} if self.deviation_error else {}
        return {"value": self.standard_deviation, **error}

    def as_csv(self) -> str:
        """The sheet for spreadsheets: a row for each figure, then for each outcome.

        Beside each value stands the fraction where it is exact, and the bound of its error where it isn't.
        """
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["section", "name", "combinations", "exact", "value", "pays", "error", "kind"])
        sheet = self.as_json()
        for name in ("game", "bet", "paytable", "approved", "version", "digest"):
            rows.writerow(["input", name, "", sheet[name], "", "", "", ""])
        rows.writerows(["option", name, "", value, "", "", "", ""] for name, value in self.options.items())
        rows.writerows(_csv_figures(sheet, self))
        for name, block in (("joint", self.joint), ("next_wager", self.next_wager)):
            if block is not None:
                rows.writerows([f"{name} {row[0]}", *row[1:]] for row in _csv_figures(sheet[name], block))
        rows.writerows(["stated", name, "", value, "", "", "", ""] for name, value in self.stated.items())
        rows.writerows(["note", "", "", note, "", "", "", ""] for note in self.notes)
        return out.getvalue()


def _net(outcome: Outcome) -> dict[str, Any]:
    """The net result of an outcome: the fraction, or mean and mean square where a meter moves it."""
    if not outcome.moves:
        return {"net": str(outcome.net)}
    return {
        "net": None,
        "mean_net": quantity(outcome.net, outcome.error),
        "mean_squared_net": quantity(outcome.mean_square, outcome.square_error),
    }


def _csv_figures(sheet: Mapping[str, Any], block: ParSheet) -> Iterator[list[Any]]:
    """The figures and outcomes of a block, from its JSON."""
    for row in _csv_rows(sheet, block):
        yield [*row[:-1], "measured"] if row[1] in sheet.get("measured", ()) else row


def _csv_rows(sheet: Mapping[str, Any], block: ParSheet) -> Iterator[list[Any]]:
    if sheet["process"]:
        yield ["process", sheet["process"]["kind"], "", sheet["process"]["words"], "", "", "", ""]
    for name, value in sheet.items():
        if isinstance(value, dict) and "exact" in value:
            yield ["figure", name, *_csv_value(value)]
    if deviation := sheet["standard_deviation"]:
        root = f"√({sheet['variance']['exact']})" if "error" not in deviation else None
        yield ["figure", "standard_deviation", *_csv_value({"exact": root, **deviation})]
    for entry in sheet["figures"]:
        yield ["figure", entry["name"], *_csv_value(entry, entry["unit"])]
    for entry in sheet["decisions"]:
        yield ["decision", entry["name"], *_csv_value(entry["frequency"])]
    for entry in sheet["expected_by_bet"]:
        yield ["expected_by_bet", entry["bet"], *_csv_value(entry["expected_value"])]
    for outcome in block.outcomes:
        error = outcome.return_error(block.total)
        returned = quantity(outcome.net * outcome.combinations / block.total, error)
        _, *cells = _csv_value(returned | {"exact": None if error else str(outcome.net)}, outcome.pays)
        yield ["outcome", outcome.name, outcome.combinations, *cells]


def _csv_value(value: Mapping[str, Any], unit: str = "") -> list[Any]:
    """A value as cells: no combinations, the fraction if it is exact, the decimal, unit, error and kind."""
    error = value.get("error", "")
    return ["", value["exact"] or "", value["value"], unit, error, kind(error)]


def digest(body: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a result."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def from_outcomes(outcomes: Iterable[Outcome], **rest: Any) -> ParSheet:
    """A sheet whose figures are counted from its outcomes; a win is a net result above zero.

    >>> coin = from_outcomes(
    ...     [Outcome("heads", 1, Fraction(1)), Outcome("tails", 1, Fraction(-1))],
    ...     game="coin", bet="base", paytable=None, options={},
    ... )
    >>> coin.house_edge, coin.hit_frequency, coin.variance
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    rows = tuple(outcomes)
    total = sum(row.combinations for row in rows)
    expected = sum((row.net * row.combinations for row in rows), Fraction(0)) / total
    square = sum((row.mean_square * row.combinations for row in rows), Fraction(0)) / total
    return ParSheet(
        expected_value=expected,
        variance=square - expected**2,
        hit_frequency=Fraction(sum(row.combinations for row in rows if row.net > 0), total),
        total=total,
        outcomes=rows,
        **rest,
    )
