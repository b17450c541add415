"""The tables of games that bring their own are found by any process, whatever it imported before."""

import subprocess
import sys

import pytest

from pitboss.games import GAMES
from pitboss.paytables import metered_tables

BROUGHT = [
    table.designator
    for game in GAMES.values()
    for bet in game.bets
    if bet.kind == "jackpot" and game.rules_from == "public"
    for table in game.paytables(bet.slug)
]


def said(code: str) -> str:
    """What a new process prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", [BROUGHT[0], BROUGHT[-1]])
def test_a_table_is_found_by_whoever_asks_first(name: str) -> None:
    asked = f"from pitboss.paytables import paytable; print(paytable({name!r}).designator)"
    assert said(asked).strip() == name


def test_a_table_of_one_s_own_may_pay_a_bet_of_such_a_game() -> None:
    asked = "from pitboss.paytables import spots_of; print(*spots_of('three-card-poker'))"
    assert "progressive" in said(asked).split()


def test_all_tables_with_a_meter_are_listed_the_approved_ones_first() -> None:
    listed = [(table.approved, table.designator) for table in metered_tables()]
    assert sorted(listed, key=lambda row: not row[0]) == listed
    assert [name for approved, name in listed if not approved] == BROUGHT


def test_an_approved_table_is_found_without_the_games() -> None:
    loaded = "print(*(name for name in sys.modules if name.startswith('pitboss.games')))"
    asked = f"import sys; from pitboss.paytables import paytable; paytable('CSTUD-01').lines; {loaded}"
    assert said(asked).split() == []
