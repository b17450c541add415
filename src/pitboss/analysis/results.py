"""What `ev` and `strategy` answer: the value of each decision, charts, and rules with their cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.frames import certainty, frame, numbers, texts
from pitboss.report import Report, Section, Shown
from pitboss.schemas import marked, quantity


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """The expected net result, in Antes, of taking a decision and playing on optimally."""

    name: str
    expected_value: Fraction
    error: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, repr=False)
class Values(Shown):
    """Every decision open in a situation; where two are equal the earlier one, which bets more, is best."""

    game: str
    situation: str
    decisions: tuple[DecisionValue, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    sampled: bool = False
    """Whether each value is the middle of an interval that was sampled, and its error half the width."""

    def __repr__(self) -> str:
        best = self.best
        return f"<Values {self.game} {self.situation}: best {best.name} {float(best.expected_value):+.6f}>"

    def __hash__(self) -> int:
        return hash((self.game, self.situation, self.decisions))

    def report(self) -> Report:
        """The values for people."""
        from pitboss.analysis.report import of_values

        return of_values(self)

    def to_frame(self) -> Any:
        """The decisions as a data frame of pandas or polars."""
        return frame(
            {
                "name": texts(value.name for value in self.decisions),
                "expected_value": numbers(float(value.expected_value) for value in self.decisions),
                **certainty((value.expected_value, value.error) for value in self.decisions),
                "cost": numbers(float(self.cost(value)) for value in self.decisions),
                "cost_error": numbers(float(value.error + self.best.error) for value in self.decisions),
            }
        )

    @property
    def best(self) -> DecisionValue:
        """The decision with the highest value."""
        return max(self.decisions, key=lambda decision: decision.expected_value)

    def cost(self, decision: DecisionValue) -> Fraction:
        """What a decision gives up against the best one."""
        return self.best.expected_value - decision.expected_value

    def as_json(self) -> dict[str, Any]:
        """The values for programs."""
        body = {
            "game": self.game,
            "situation": self.situation,
            "options": dict(self.options),
            "decisions": [
                {
                    "name": value.name,
                    "expected_value": quantity(value.expected_value, value.error),
                    "cost": quantity(self.cost(value), value.error + self.best.error),
                }
                for value in self.decisions
            ],
            "best": self.best.name,
            "notes": list(self.notes),
        }
        return marked("ev", body)


@dataclass(frozen=True, slots=True, repr=False)
class Chart(Shown):
    """A table to look a decision up in: a heading for each column, then rows of a label and its cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: str = ""

    def __repr__(self) -> str:
        return f"<Chart {self.title}: {len(self.rows)} rows>"

    def report(self) -> Report:
        """The chart for people."""
        return Report(self.title, self.legend, (Section("", (), self.columns, self.rows),))

    def to_frame(self) -> Any:
        """The chart as a data frame of pandas or polars."""
        return frame(
            {name: texts(row[place] for row in self.rows) for place, name in enumerate(self.columns)}
        )

    def as_json(self) -> dict[str, Any]:
        """The chart for programs."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "legend": self.legend,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "Chart":
        """The chart that `as_json` wrote."""
        rows = tuple(tuple(row) for row in found["rows"])
        return cls(found["title"], tuple(found["columns"]), rows, found["legend"])


def share(part: int, whole: int) -> str:
    """A percentage for a chart; 0 and 100 mean never and always, nothing that it can't happen.

    >>> share(0, 0), share(1, 1000), share(999, 1000), share(1, 1)
    ('', '<1', '>99', '100')
    """
    if whole == 0:
        return ""
    if part in (0, whole):
        return str(100 * part // whole)
    rounded = round(Fraction(100 * part, whole))
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules a person can remember, and the exact result of following them."""

    name: str
    rules: tuple[str, ...]
    expected_value: Fraction
    error: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, repr=False)
class Strategy(Shown):
    """Optimal play of a base game, in Antes: charts, and shorter rules whose cost is what they give up."""

    game: str
    expected_value: Fraction
    charts: tuple[Chart, ...]
    rule_sets: tuple[RuleSet, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    error: Fraction = Fraction(0)
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        value = f"{float(self.expected_value):+.6f}"
        return (
            f"<Strategy {self.game}: {value}, {len(self.charts)} charts, {len(self.rule_sets)} sets of rules>"
        )

    def __hash__(self) -> int:
        return hash((self.game, self.expected_value, self.charts, self.rule_sets))

    def report(self) -> Report:
        """The strategy for people."""
        from pitboss.analysis.report import of_strategy

        return of_strategy(self)

    def to_frame(self) -> Any:
        """The sets of rules with what they cost, as a data frame of pandas or polars."""
        return frame(
            {
                "name": texts(rules.name for rules in self.rule_sets),
                "expected_value": numbers(float(rules.expected_value) for rules in self.rule_sets),
                **certainty((rules.expected_value, rules.error) for rules in self.rule_sets),
                "cost": numbers(float(self.cost(rules)) for rules in self.rule_sets),
                "cost_error": numbers(float(self.error + rules.error) for rules in self.rule_sets),
                "rules": texts(" ".join(rules.rules) for rules in self.rule_sets),
            }
        )

    def cost(self, rules: RuleSet) -> Fraction:
        """What following the rules gives up against the optimum, per Ante."""
        return self.expected_value - rules.expected_value

    def as_json(self) -> dict[str, Any]:
        """The strategy for programs."""
        body = {
            "game": self.game,
            "options": dict(self.options),
            "expected_value": quantity(self.expected_value, self.error),
            "charts": [chart.as_json() for chart in self.charts],
            "rules": [
                {
                    "name": rules.name,
                    "sentences": list(rules.rules),
                    "expected_value": quantity(rules.expected_value, rules.error),
                    "cost": quantity(self.cost(rules), self.error + rules.error),
                }
                for rules in self.rule_sets
            ],
            "notes": list(self.notes),
        }
        return marked("strategy", body)

    def stored(self) -> dict[str, Any]:
        """What was found for a strategy, to be kept, to the last digit: without game and options."""
        return {
            "expected_value": str(self.expected_value),
            "charts": [chart.as_json() for chart in self.charts],
            "rules": [
                [rules.name, list(rules.rules), str(rules.expected_value), str(rules.error)]
                for rules in self.rule_sets
            ],
            "error": str(self.error),
            "notes": list(self.notes),
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any], game: str, options: Mapping[str, str]) -> "Strategy":
        """The strategy of what was kept."""
        return cls(
            game,
            Fraction(found["expected_value"]),
            tuple(map(Chart.from_json, found["charts"])),
            tuple(
                RuleSet(name, tuple(rules), Fraction(value), Fraction(error))
                for name, rules, value, error in found["rules"]
            ),
            options,
            Fraction(found["error"]),
            tuple(found["notes"]),
        )
