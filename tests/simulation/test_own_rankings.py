"""Games that rank hands their own way: figures are the judge's, rounds the table's, means the sheets'."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

import pitboss
from pitboss.analysis import registry
from pitboss.analysis.families import solving
from pitboss.analysis.families.agreement import agreement
from pitboss.analysis.families.by_class import histogram
from pitboss.analysis.families.deals import Deck, sets, strengths_of
from pitboss.analysis.parsheet import BASE
from pitboss.cards import CARDS, JOKER, parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES, discovery
from pitboss.games.described import game_of
from pitboss.games.description import Description
from pitboss.games.description.shape import parse, shape
from pitboss.simulation import described
from pitboss.solve.judge import judged, with_ranks
from tests.simulation.test_settlement import compared

FOLDER = Path(__file__).parents[1] / "games/rankings"
FILES = sorted(FOLDER.glob("*.toml"))
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
ROUNDS, SIMULATED = 400, 200_000


def read(path: Path) -> Description:
    return parse(path.read_text("utf-8"), path.name)


def bets_of(game: Description) -> list[str]:
    return [BASE, *(bet.slug for bet in game.bets if bet.kind == "side")]


@pytest.mark.long
@every_file
def test_every_figure_is_the_judges_on_short_decks(path: Path) -> None:
    """A disagreement is raised; where both can count, they meet on one deck at least."""
    game = read(path)
    for bet in bets_of(game):
        assert agreement(game, bet), bet
        assert solving.par(game, bet).expected_value


def test_a_joker_may_lie_open_before_the_dealer_while_another_is_held() -> None:
    game = parse(
        (FOLDER / "two_jokers.toml")
        .read_text("utf-8")
        .replace("dealer = 3", "dealer = { cards = 3, up = 1 }")
    )
    short = with_ranks(game.form, "AKQ")
    plain, engine = judged(short, most=10_000_000), shape(short)
    for bet in bets_of(engine):
        assert solving.par(engine, bet).expected_value == plain[bet]
    held, up = parse_cards("3d2c"), JOKER
    ranked, left = game.cards.ranking, [card for card in CARDS if card not in held]
    own = ranked.rank((JOKER, *held))
    worth = Fraction(0)
    for pair in combinations(left, 2):
        theirs = ranked.rank((up, *pair))
        worth += 1 if theirs < game.qualifying_strength else 2 * ((own > theirs) - (own < theirs))
    found = {one.name: one.expected_value for one in solving.values(game, "Jk3d2c/Jk").decisions}
    assert found == {"play": worth / comb(50, 2), "fold": -1}
    with pytest.raises(BadInput, match="Jk is there too often"):
        solving.values(game, "JkJk2c/Jk")


@pytest.mark.parametrize("first", ["flush", "straight"])
def test_hands_of_seven_are_counted_by_ranks_and_suits_as_one_by_one(first: str) -> None:
    """Where a straight is the better hand, cards beside a flush may make it, and hands are ranked each."""
    text = (FOLDER / "short_deck.toml").read_text("utf-8")
    if first == "straight":
        straight = '    { name = "straight", when = "run == 5" },\n'
        text = text.replace(straight, "").replace('    { name = "flush"', f'{straight}    {{ name = "flush"')
    ranked, deck = parse(text).cards.ranking, Deck(tuple(card for card in CARDS if card.rank >= 7))
    of_seven = sets(deck, 7)
    places = ranked.places()[strengths_of(deck, ranked, of_seven.places)]
    each = np.bincount(places, of_seven.weights, len(ranked.classes)).astype(int)
    assert dict(zip(ranked.classes, each.tolist(), strict=True)) == histogram(deck, ranked, 7)


@every_file
def test_the_kernel_settles_every_bet_as_the_table_does(path: Path) -> None:
    rules = game_of(read(path)).rules()
    laid = {bet.slug: 100 for bet in rules.game.bets if not bet.in_round}
    made = described.prepare(rules, laid, 1, "optimal")
    deck = np.array(made.cards, np.uint8)
    dealt = np.random.default_rng(1).permuted(np.tile(deck, (ROUNDS, 1)), axis=1)
    codes = made.settle(np.ascontiguousarray(dealt))
    met = compared(made, laid, zip(dealt.tolist(), codes.tolist(), strict=True))
    assert met.total() == ROUNDS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games that every verb finds."""
    for path in FILES:
        (tmp_path / path.stem).mkdir()
        (tmp_path / path.stem / "game.toml").write_text(path.read_text("utf-8"), "utf-8")
    monkeypatch.setenv(discovery.VARIABLE, str(tmp_path))
    yield tmp_path
    discovery.forget()


@pytest.mark.long
@every_file
def test_a_simulation_is_within_its_errors_of_the_sheets(path: Path, folder: Path) -> None:
    game = GAMES[read(path).slug]
    found = pitboss.simulate(game.slug, SIMULATED, workers=1)
    assert found.contradiction == ""
    values = {row.bet: row.exact.expected_value for row in found.bets if row.exact is not None}
    sheets = {bet: registry.par(game.slug, bet).expected_value for bet in registry.bets(game.slug)}
    assert {bet: values.get(bet) for bet in sheets} == sheets
