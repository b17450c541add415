"""Design help: which change of a single line, in whole units, brings a bet's edge nearest to a target."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.printed_figures import parse_percent
from pitboss.analysis.progress import steps
from pitboss.analysis.report import exact_share, percent
from pitboss.errors import BadInput
from pitboss.letters import capital
from pitboss.money import Odds
from pitboss.paytables import FixedPay, Line, OddsByHands, Pay, Paytable
from pitboss.report import Report, Section, Shown
from pitboss.schemas import marked, quantity

_UNIT_CENTS = 100


@dataclass(frozen=True, slots=True)
class Change:
    """One line with another pay, and the edge that gives."""

    hand: str
    printed: str
    pays: str
    house_edge: Fraction
    error: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Changes(Shown):
    """The best change of each line, the nearest to the target first."""

    game: str
    bet: str
    paytable: str
    target: Fraction
    house_edge: Fraction
    changes: tuple[Change, ...]
    error: Fraction = Fraction(0)
    """That of the edge as it is."""

    @property
    def told_apart(self) -> bool:
        """Whether the nearest change is surely nearer to the target than the next."""
        if len(self.changes) < 2:
            return True
        first, second = self.changes[:2]
        further = abs(second.house_edge - self.target) - abs(first.house_edge - self.target)
        return not (first.error or second.error) or further > first.error + second.error

    @property
    def notes(self) -> tuple[str, ...]:
        """What must be said beside the changes."""
        if self.told_apart:
            return ()
        first, second = self.changes[:2]
        return (
            f"{capital(first.hand)} at {first.pays} and {second.hand} at {second.pays} can't be told apart: "
            "they are as near to the target as each other within the error of their edges.",
        )

    def as_json(self) -> dict[str, Any]:
        """The changes for programs."""
        body = {
            "game": self.game,
            "bet": self.bet,
            "paytable": self.paytable,
            "target_edge": quantity(self.target),
            "house_edge": quantity(self.house_edge, self.error),
            "changes": [
                {
                    "line": change.hand,
                    "printed": change.printed,
                    "pays": change.pays,
                    "house_edge": quantity(change.house_edge, change.error),
                }
                for change in self.changes
            ],
            "notes": list(self.notes),
        }
        return marked("target-edge", body)

    def report(self) -> Report:
        """The changes for people."""
        rows = tuple(
            (
                change.hand,
                change.printed,
                change.pays,
                percent(change.house_edge),
                exact_share(change.house_edge, change.error),
            )
            for change in self.changes
        )
        columns = ("line", "printed", "instead", "house edge", "exact")
        error = f" {exact_share(self.house_edge, self.error)}" if self.error else ""
        section = Section("Changes of one line, in whole units", self.notes, columns, rows, (3,))
        return Report(
            f"Target edge {percent(self.target, 2)}: {self.game}, {self.bet}, table {self.paytable}",
            f"house edge as it is {percent(self.house_edge)}{error}; "
            "changed tables are not approved: analysis only",
            (section,),
        )


def nearest(
    game: str, bet: str, table: str | None, options: Mapping[str, str], target: str, line: str | None
) -> Changes:
    """The changes of a table, by its designator or file, that bring the edge nearest to a target as typed."""
    given = registry.resolve_paytable(game, bet, table, options)
    return nearest_of(game, bet, given, options, parse_percent(target), line)


def nearest_of(
    game: str,
    bet: str,
    table: Paytable | None,
    options: Mapping[str, str],
    goal: Fraction,
    line: str | None = None,
) -> Changes:
    """For each line of a table, or the one named, the whole-unit pay whose edge is nearest to the goal."""
    if bet == "base":
        raise BadInput("a target edge is for a side bet; name it with --bet")
    if table is None:
        raise BadInput(f"the {bet} bet of {game} has no paytable to change")
    lines = [entry for entry in table.lines if line in (None, entry.hand)]
    if not lines:
        hands = ", ".join(entry.hand for entry in table.lines)
        raise BadInput(f"{table.designator} has no line {line!r}; there are {hands}")
    resolved = registry.resolve_options(game, options, registry.analysis_of(game).par[bet].options)
    sheet = registry.par_of(game, bet, table, options)
    found = []
    for entry in steps("Lines", lines, len(lines)):
        if (units := _units(entry.pay, resolved)) is not None:
            sheet_at = _sheets(game, bet, table, entry, resolved)
            best = _nearest_units(units, _edge_of(sheet_at), goal)
            pays = str(_with_units(entry.pay, best, resolved))
            changed = sheet_at(best)
            printed = _printed(entry.pay, resolved)
            found.append(Change(entry.hand, printed, pays, changed.house_edge, changed.error))
    if not found:
        raise BadInput(
            "only odds and fixed pays can be changed in whole units; this line is a share of a meter"
        )
    found.sort(key=lambda change: abs(change.house_edge - goal))
    return Changes(game, bet, table.designator, goal, sheet.house_edge, tuple(found), sheet.error)


def _sheets(
    game: str, bet: str, table: Paytable, entry: Line, options: Mapping[str, str]
) -> Callable[[int], ParSheet]:
    """The sheet of the bet as a function of the pay of one line."""
    sheets: dict[int, ParSheet] = {}

    def sheet_at(units: int) -> ParSheet:
        if units not in sheets:
            lines = tuple(
                replace(line, pay=_with_units(line.pay, units, options)) if line is entry else line
                for line in table.lines
            )
            changed = replace(table, lines=lines, approved=False)
            sheets[units] = registry.par_of(game, bet, changed, options)
        return sheets[units]

    return sheet_at


def _edge_of(sheet_at: Callable[[int], ParSheet]) -> Callable[[int], Fraction]:
    return lambda units: sheet_at(units).house_edge


def _nearest_units(units: int, edge_at: Callable[[int], Fraction], goal: Fraction) -> int:
    """Follow the slope of the edge to the goal; where play depends on the pay a few steps correct it."""
    at = units
    for _ in range(8):
        slope = edge_at(at + 1) - edge_at(at)
        if slope == 0:
            break
        step = round((goal - edge_at(at)) / slope)
        if step == 0:
            break
        at = max(0, at + step)
    around = [units, *(near for near in (at - 1, at, at + 1) if near >= 0)]
    return min(around, key=lambda near: abs(edge_at(near) - goal))


def _plain(pay: Pay, options: Mapping[str, str]) -> Pay:
    return pay.at(int(options["hands"])) if isinstance(pay, OddsByHands) else pay


def _printed(pay: Pay, options: Mapping[str, str]) -> str:
    return str(_plain(pay, options))


def _units(pay: Pay, options: Mapping[str, str]) -> int | None:
    plain = _plain(pay, options)
    if isinstance(plain, Odds):
        return plain.numerator // plain.denominator
    return plain.cents // _UNIT_CENTS if isinstance(plain, FixedPay) else None


def _with_units(pay: Pay, units: int, options: Mapping[str, str]) -> Pay:
    plain = _plain(pay, options)
    if isinstance(plain, Odds):
        return Odds(units, 1, stake_back=plain.stake_back)
    assert isinstance(plain, FixedPay)
    return replace(plain, cents=units * _UNIT_CENTS)
