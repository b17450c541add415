"""A bet on the highest hand at the table, simulated: as the script settles it, and true to its odds."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pitboss.games import Game, game
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse
from pitboss.games.strategy import simple
from pitboss.simulation import described
from pitboss.simulation.job import new_job
from pitboss.simulation.results import simulate
from tests.cli.running import run
from tests.games.test_cover_all import STUD
from tests.houses import COVERING, entered
from tests.simulation.test_settlement import compared, orders, stacked

pytestmark = pytest.mark.kernels
GAMES = Path(described.__file__).parents[1] / "games"
ROUNDS = 150
BEST = """
[[bet]]
slug = "best"
name = "Best"
kind = "side"
table = "best"
reads = "highest"
[[table]]
designator = "B-1"
bet = "best"
pays = { full-house = "9 to 1", flush = "4 to 1", straight = "3 to 1", pair-of-aces = "push" }
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the house has entered tables of Cover All."""
    with entered(tmp_path, monkeypatch, COVERING):
        yield tmp_path


def _settled_alike(played: Game, seats: int, options: dict[str, str] | None = None) -> None:
    """Every bet of dealt and of stacked decks, in the kernel and in the script."""
    laid = {bet.slug: 100 for bet in played.bets if not bet.in_round}
    made = described.prepare(played.rules(options), laid, seats, simple(played).text)
    assert made.known.seeks_highest
    for deal in (orders, stacked):
        decks = deal(np.random.default_rng(seats), ROUNDS)
        compared(made, laid, zip(decks.tolist(), made.settle(decks).tolist(), strict=True))
    column = next(
        place for place, name in enumerate(made.columns) if played.has(name) and played.bet(name).highest
    )
    assert len({made.nets[column][row[0][column]] for row in made.settle(decks).tolist()}) > 2


@pytest.mark.parametrize("seats", [1, 2, 7])
@pytest.mark.parametrize("slug", ["three-card-poker", "mississippi-stud", "let-it-ride"])
def test_the_bet_is_settled_as_in_the_script(house: Path, slug: str, seats: int) -> None:
    _settled_alike(game(slug), seats)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("dealer = 3", "dealer = 5"),
        ('bet = "best"\n', 'bet = "best"\nranking = "flush-lengths"\n'),
        ('bet = "best"\n', 'bet = "best"\nranking = "three-card-spades"\n'),
    ],
)
@pytest.mark.parametrize("after_fold", ["in-action", "lose"])
def test_a_fold_another_ranking_and_a_dealer_with_more_cards(old: str, new: str, after_fold: str) -> None:
    lengths = 'pays = { two-card-flush = "1 to 1", three-card-flush = "5 to 1" }'
    pays = lengths if "flush-lengths" in new else 'pays = { straight = "4 to 1", pair = "1 to 1" }'
    text = STUD.replace(old, new, 1).replace('pays = { pair = "1 to 1" }', pays)
    _settled_alike(game_of(parse(text)), 3, {"best_after_fold": after_fold})


def test_a_dealer_on_the_same_board() -> None:
    text = (GAMES / "texas_holdem_bonus/game.toml").read_text("utf-8")
    _settled_alike(game_of(parse(text + BEST)), 3)


def test_other_bets_have_the_same_rounds_of_a_seed_with_the_bet_and_without(house: Path) -> None:
    found = [
        simulate(new_job("three-card-poker", 20_000, seats=3, wagers={"ante": 100, "pair-plus": 100} | more))
        for more in ({}, {"cover-all": 100})
    ]
    for name in ("base", "ante", "play", "pair-plus"):
        assert found[0].bet(name).mean == found[1].bet(name).mean
    plain = described.prepare(
        game("three-card-poker").rules(), {"ante": 100}, 1, simple(game("three-card-poker")).text
    )
    assert not plain.known.seeks_highest


@pytest.mark.parametrize(
    ("slug", "seats", "laid"),
    [
        ("three-card-poker", 3, ("ante",)),
        ("mississippi-stud", 6, ("ante",)),
        ("let-it-ride", 2, ("first", "second", "dollar")),
    ],
)
def test_the_mean_is_within_four_standard_errors_of_the_exact_value(
    house: Path, slug: str, seats: int, laid: tuple[str, ...]
) -> None:
    wagers = dict.fromkeys((*laid, "cover-all"), 100)
    row = simulate(new_job(slug, 300_000, seats=seats, strategy="simple", wagers=wagers)).bet("cover-all")
    assert row.exact is not None
    assert row.standard_error < 0.02
    assert abs(row.mean - row.exact.expected_value) < 4 * row.standard_error


def test_the_verb_takes_the_bet(house: Path) -> None:
    told = run("simulate", "three-card-poker", "--rounds", "2000", "--seats", "2", "--strategy", "simple")
    assert told.exit_code == 0, told.output
    assert "cover-all" in told.output
