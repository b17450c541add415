"""A payoff is written once: where a game settles otherwise, its par sheet, values and simulation follow."""

import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import values
from pitboss.games import game
from pitboss.games.contract import Line, Rules, Wager
from pitboss.games.ultimate_texas_holdem.analysis import base as holdem
from pitboss.games.ultimate_texas_holdem.analysis import solve as holdem_solve
from pitboss.paytables import paytables
from tests.caches import new_cache

MORE = 3
KEPT = holdem.approved_blind, holdem_solve.worths
"""What a process asks of settlement once."""
SHOWN = Fraction(1, 4)
"""Of the deals made up below; the others are folded."""


def holdem_sheet() -> ParSheet:
    """Every decision but a fold is taken as often, each with every kind of hand and result."""
    counts = np.ones((5, 22, 5), np.int64)
    shown = int(holdem_solve.DEALS * SHOWN)
    counts[3, 0, 0] += shown - 4 * 22 * 5
    counts[4, 0, 0] += 3 * shown - 22 * 5
    table = paytables("ultimate-texas-holdem", "blind")[0]
    return holdem.sheet_of(table, holdem_solve.Outcomes(counts), {})


SHEETS: dict[str, tuple[Callable[[], ParSheet], str, str, list[int]]] = {
    "ultimate-texas-holdem": (holdem_sheet, "Jc6c/TsKd5s/3sAd", "play-1x", []),
}
"""The par sheet of made-up deals; a situation, a decision that keeps the hand; seats, if bets read them."""
CASES = [
    ("ultimate-texas-holdem", "ante", 1),
    ("ultimate-texas-holdem", "blind", 1),
]


def test_another_settlement_is_another_result(tmp_path: Path) -> None:
    """In a process and a cache of its own: nothing that is counted or kept here may meet a changed game."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.analysis.test_settled"],
        env=os.environ | {"PITBOSS_CACHE": new_cache(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert (found.returncode, found.stdout.splitlines()) == (0, [f"{case}" for case in CASES]), found.stderr


def pay_more(slug: str, bet: str, units: int) -> None:
    """A bet that every showdown pays some more of is worth that much more, also simulated; a fold is not."""
    sheet, situation, decision, seats = SHEETS[slug]
    module = import_module(game(slug).package)
    kernel = import_module(f"{game(slug).package}.kernel")
    settle = module.FAMILY.base[bet]

    def generous(wager: Wager, player: object, dealer: object, rules: Rules) -> Line:
        line: Line = settle(wager, player, dealer, rules)
        return line._replace(paid_cents=line.paid_cents + MORE * wager.cents)

    def asked() -> tuple[ParSheet, dict[str, Fraction], list[int]]:
        worth = {each.name: each.expected_value for each in values(slug, situation).decisions}
        nets, _ = kernel._worth(game(slug).rules(), {"ante": 100, "blind": 100}, *seats)
        return sheet(), worth, nets[kernel.COLUMNS.index(bet)]

    before = asked()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(module.FAMILY.base, bet, generous)
        for each in KEPT:
            each.cache_clear()
        after = asked()
    for each in KEPT:
        each.cache_clear()
    gained = {name: mean - dict(before[0].expected_by_bet)[name] for name, mean in after[0].expected_by_bet}
    assert after[0].expected_value - before[0].expected_value == MORE * units * SHOWN
    assert {name: gain for name, gain in gained.items() if gain} == {bet: MORE * units * SHOWN}
    assert after[1][decision] - before[1][decision] == MORE * units
    assert after[1]["fold"] == before[1]["fold"]
    more = [new - old for new, old in zip(after[2], before[2], strict=True)]
    assert sorted(more) == [0, *[100 * MORE * units] * (len(more) - 1)]


if __name__ == "__main__":
    for case in CASES:
        pay_more(*case)
        print(case)
