"""Side bets: one histogram of outcomes serves any paytable of the bet."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.errors import BadInput
from pitboss.money import Odds
from pitboss.paytables import Paytable, ranking

LOST = Fraction(-1)
SCALED_MAX = 10**9
"""Kernels sum net results in 64 bits; more than this per bet could overflow."""


def odds_of(table: Paytable, outcome: str) -> Odds | None:
    """What the table pays an outcome, or nothing; only plain odds have a fixed value."""
    line = table.line(outcome)
    if line is None:
        return None
    if not isinstance(line.pay, Odds):
        raise BadInput(f"{table.designator} pays {line.pay} for {line.hand}: that is not plain odds")
    return line.pay


def net_of(table: Paytable, outcome: str, otherwise: Fraction = LOST) -> Fraction:
    """What a player is ahead, per unit of the bet, when the hand ends as this outcome."""
    odds = odds_of(table, outcome)
    return otherwise if odds is None else odds.net


def scaled_nets(table: Paytable, otherwise: Fraction = LOST) -> tuple[list[int], int]:
    """The net results by outcome of the table's ranking as integers, and the scale that makes them so."""
    nets = [net_of(table, outcome, otherwise) for outcome in ranking(table.ranking).outcomes]
    scale = lcm(*(net.denominator for net in nets))
    if max(map(abs, nets)) * scale > SCALED_MAX:
        raise BadInput(
            f"{table.designator}: odds this large or with such denominators can't be summed exactly"
        )
    return [int(net * scale) for net in nets], scale


def outcomes_by_line(
    table: Paytable, histogram: Mapping[str, int], nets: Mapping[str, Fraction] | None = None
) -> list[Outcome]:
    """One outcome for each line of the table, in its order, and what no line covers.

    What an outcome wins is in `nets`, where that is not what the table alone pays for it.
    """

    def net(covered: list[str]) -> Fraction:
        if not covered:
            return LOST
        return net_of(table, covered[0]) if nets is None else nets[covered[0]]

    rest = dict(histogram)
    rows = []
    for line in table.lines:
        covered = [outcome for outcome in rest if table.line(outcome) is line]
        count = sum(rest.pop(outcome) for outcome in covered)
        rows.append(Outcome(line.title, count, net(covered), str(line.pay)))
    return [*rows, Outcome("any other hand", sum(rest.values()), net([*rest]), "loses")]


def described(table: Paytable | None) -> dict[str, Any]:
    """What a par sheet says about its table."""
    if table is None:
        return {"paytable": None}
    return {
        "paytable": table.designator,
        "lines": tuple((line.hand, str(line.pay)) for line in table.lines),
        "stated": table.stated.figures(),
        "approved": table.approved,
        "sources": tuple(map(str, table.source)),
    }


def side_bet(
    game: str,
    bet: str,
    table: Paytable,
    options: Mapping[str, str],
    histogram: Mapping[str, int],
    **rest: Any,
) -> ParSheet:
    """The par sheet of a bet that is settled by a paytable alone."""
    rows = outcomes_by_line(table, histogram)
    return from_outcomes(rows, game=game, bet=bet, options=options, **(described(table) | rest))
