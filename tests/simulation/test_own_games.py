"""Descriptions that no built-in game resembles: kernels settle as the table, exact values are the sheets'."""

from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.families import solving
from pitboss.games import Rules
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse
from pitboss.simulation import counted, described
from pitboss.simulation.compiled import Compiled
from tests.analysis.test_exchange_kin import ONE, SIDES, written
from tests.games.test_own_games import DAKOTA, side
from tests.judge.test_judge import STUD
from tests.simulation.test_settlement import compared, orders

DRAW = written(3, 1, "", ONE, "QcJdTh")
FIRST = side(reads="first", ranking="three-card").replace('"side"', '"first-three"').replace("D-2", "D-3")
STAGED = DAKOTA + side() + FIRST.replace('kind = "first-three"', 'kind = "side"')
ON_SUITS = """
[[bet]]
slug = "suits-{number}"
name = "Suits {number}"
kind = "side"
table = "suits-{number}"
reads = "{reads}"
after_fold = "in-action"

[[table]]
designator = "SU-{number}"
bet = "suits-{number}"
ranking = "{ranking}"
pays = {{ three-card-flush-or-better = "9 to 1", two-card-flush = "2 to 1" }}
"""
STREETS = (Path(__file__).parents[1] / "games/own/three_streets/game.toml").read_text("utf-8")
BOARD = STREETS + "".join(
    ON_SUITS.format(number=number, reads=reads, ranking="flush-lengths")
    for number, reads in enumerate(("board", "hole", "hole + board"))
)
DRAWN = written(
    3,
    1,
    "",
    "".join(
        ON_SUITS.format(number=number, reads=reads, ranking="flush-lengths")
        for number, reads in enumerate(("player", "dealt", "kept", "player + dealer"))
    ),
    "QcJdTh",
)


def prepared(text: str, seats: int = 1) -> tuple[Rules, dict[str, int], Compiled]:
    rules = game_of(parse(text)).rules()
    laid = {bet.slug: 100 for bet in rules.game.bets if not bet.in_round}
    return rules, laid, described.prepare(rules, laid, seats, "optimal")


@pytest.mark.parametrize(
    ("text", "seats"),
    [(DRAW, 2), (STAGED, 2), (BOARD, 2), (DRAWN, 2), (STUD, 2)],
    ids=["draw", "staged", "suits of the board", "suits after an exchange", "suits beside an upcard"],
)
def test_the_kernel_settles_every_bet_as_the_table_does(text: str, seats: int) -> None:
    """Cards dealt in stages come to each seat at once in the kernel, which is told the table's order."""
    _, laid, made = prepared(text, seats)
    dealt = orders(np.random.default_rng(1), 400)
    codes = made.settle(dealt)
    met = compared(made, laid, zip(dealt.tolist(), codes.tolist(), strict=True))
    assert met.total() == 400 * seats


@pytest.mark.parametrize("slug", [row[0] for row in SIDES])
def test_the_exact_value_beside_a_simulated_one_is_that_of_the_sheet(slug: str) -> None:
    rules, laid, _ = prepared(DRAW)
    description = rules.game.description
    assert description is not None
    values, _, notes = counted.exact(rules, laid, "optimal")
    if slug in values:
        assert values[slug].expected_value == solving.par(description, slug).expected_value
    else:
        assert any(description.bet(slug).name in note and "steps" in note for note in notes)
