"""Bets of which no pay scale is public: listed, refused, and offered once the house has entered its own."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.analysis import registry
from pitboss.cards import CARDS
from pitboss.errors import BadInput
from pitboss.games import GAMES, format_round, game, parse_round
from pitboss.simulation.job import new_job
from pitboss.simulation.results import simulate
from pitboss.table import Table
from pitboss.web.lab.setup import SetUp
from tests.cli.running import run
from tests.games.settled import settled
from tests.houses import enter, entered

LISTED = {
    "big-raise-stud": ["progressive"],
    "flush-rush": ["all-or-nothing"],
    "let-it-ride": ["five-card-progressive", "three-card-progressive", "cover-all"],
    "mississippi-stud": ["cover-all"],
    "three-card-poker": ["cover-all"],
}
ALL_OR_NOTHING = """[[table]]
designator = "HOUSE-AON"
bet = "all-or-nothing"
pays = { four-card-straight-flush = "100 to 1", four-card-flush = "20 to 1" }
"""
PROGRESSIVES = """[[table]]
designator = "HOUSE-3"
bet = "three-card-progressive"
ranking = "three-card-spades"
wager = "$1"
seed = "$1,000"
pays = { mini-royal-in-spades = "100% of main", mini-royal = "500 for 1", straight-flush = "70 for 1" }
envy = { mini-royal-in-spades = "$25" }

[[table]]
designator = "HOUSE-5"
bet = "five-card-progressive"
wager = "$1"
seed = "$10,000"
pays = { royal-flush = "100% of main", straight-flush = "10% of main", four-of-a-kind = "300 for 1" }
"""

FIVE = """[[table]]
designator = "HOUSE-5"
bet = "all-or-nothing"
ranking = "five-card"
pays = { flush = "20 to 1" }
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the house has entered tables."""
    with entered(tmp_path, monkeypatch, {"flush_rush": ALL_OR_NOTHING, "let-it-ride": PROGRESSIVES}):
        yield tmp_path


def test_the_bets_without_a_public_pay_scale_are_listed() -> None:
    listed = {slug: [bet.slug for bet in one.listed] for slug, one in GAMES.items() if one.listed}
    assert listed == LISTED


@pytest.mark.parametrize(("slug", "bet"), [(slug, bet) for slug, bets in LISTED.items() for bet in bets])
def test_a_listed_bet_is_told_and_refused_with_what_to_do(slug: str, bet: str) -> None:
    told = run("rules", slug)
    assert next(one.name for one in game(slug).listed if one.slug == bet) in told.output
    todo = f"{slug.replace('-', '_')}/paytables.toml in a folder"
    for refused in (
        lambda: registry.par(slug, bet),
        lambda: game(slug).bet(bet),
        lambda: game(slug).rules(paytables={bet: "X"}),
        lambda: game(slug).written_rules({bet: "X"}),
        lambda: new_job(slug, 10, wagers={bet: 100}),
        lambda: SetUp.read([("game", slug), ("bet", bet)]),
    ):
        with pytest.raises(BadInput, match="is listed only: no pay scale is public") as why:
            refused()
        assert todo in str(why.value)


def test_with_a_table_of_the_house_the_bet_is_counted_exactly(house: Path) -> None:
    sheet = registry.par("flush-rush", "all-or-nothing")
    runs = [{0, 1, 2, 12}, *({*range(low, low + 4)} for low in range(10))]
    suited = [{card.rank for card in hand} for hand in combinations(CARDS[::4], 4)]
    low = min(card.rank for card in CARDS)
    straight = 4 * sum({rank - low for rank in ranks} in runs for ranks in suited)
    flushes = 4 * len(suited) - straight
    assert (straight, flushes) == (44, 2816)
    assert sheet.expected_value == Fraction(101 * straight + 21 * flushes, 270_725) - 1
    assert not sheet.approved
    assert "Paytable HOUSE-AON is the house's own, not approved." in sheet.notes
    assert not game("flush-rush").listed
    assert game("flush-rush").rules().mark.endswith("Paytable HOUSE-AON is the house's own, not approved.")
    assert not game("flush-rush").rules().approved
    assert game("flush-rush").paytables("all-or-nothing")[0].label == "HOUSE-AON (the house's own)"


def test_a_table_deals_the_bet_and_the_terminal_plays_it(house: Path) -> None:
    table = Table(game("flush-rush").rules())
    assert table.limits.bets["all-or-nothing"].most_cents == 500
    dealt = run("play", "flush-rush", "--auto", "5", "-w", "ante=5", "-w", "all-or-nothing=1")
    assert dealt.exit_code == 0, dealt.output
    assert "all-or-nothing" in dealt.output


def test_flush_rush_7_all_or_nothing_pays_the_first_four_cards_at_the_end_or_at_once(house: Path) -> None:
    flush = "flush-rush {} | 1 ante=5 all-or-nothing=2 | 2d3d5d9dKsQs7c | play play"
    for setting, place in (("", 3), ("all_or_nothing_when=four-cards", 0)):
        found = settled(flush.format(setting))
        assert [*found].index("1 all-or-nothing") == place
        assert found["1 all-or-nothing"] == "win 20 to 1"
    folded = settled("flush-rush | 1 ante=5 all-or-nothing=2 | AdKdQdJd | fold")
    assert folded == {"1 ante": "lose", "1 all-or-nothing": "win 100 to 1"}
    lost = parse_round("flush-rush | 1 ante=5 all-or-nothing=2 | 2d3d5d9hKdQs7c | play play")
    assert settled(lost)["1 all-or-nothing"] == "lose"
    assert settled(format_round(lost)) == settled(lost)


def test_let_it_ride_8_progressives_of_the_house_are_counted_and_claimed(house: Path) -> None:
    sheet = registry.par("let-it-ride", "three-card-progressive")
    assert sheet.hit_frequency == Fraction(48, 22_100)
    assert registry.par("let-it-ride", "five-card-progressive").hit_frequency == Fraction(40 + 624, 2_598_960)
    bets = "first=5 second=5 dollar=5 three-card-progressive=1 five-card-progressive=1"
    dealt = parse_round(f"let-it-ride | 1 {bets} | AsKsQsJsTs2c | take-back take-back")
    assert [(claim.bet, claim.hand) for claim in dealt.claims] == [
        ("five-card-progressive", "royal-flush"),
        ("three-card-progressive", "mini-royal-in-spades"),
    ]


@pytest.mark.kernels
def test_progressives_of_a_game_without_a_fold_are_simulated_beside_their_exact_values(house: Path) -> None:
    found = {one.bet: one for one in simulate(new_job("let-it-ride", 1_000_000)).bets}
    for bet in ("three-card-progressive", "five-card-progressive"):
        row = found[bet]
        assert row.exact is not None
        assert abs(row.mean - row.exact.expected_value) < 4 * row.standard_error


@pytest.mark.kernels
def test_all_or_nothing_of_the_house_is_simulated_beside_its_exact_value(house: Path) -> None:
    found = simulate(new_job("flush-rush", 1_000_000))
    row = next(one for one in found.bets if one.bet == "all-or-nothing")
    assert row.exact is not None
    assert row.exact.expected_value == Fraction(-2437, 3185)
    assert abs(row.mean - row.exact.expected_value) < 4 * row.standard_error


def test_a_table_that_cannot_be_read_is_told_and_the_game_is_there_without_it(house: Path) -> None:
    for text, words in (
        (ALL_OR_NOTHING.replace("all-or-nothing", "ante"), "flush_rush/paytables.toml:3: the paytable"),
        (ALL_OR_NOTHING.replace("four-card-flush", "four-crad-flush"), "flush_rush/paytables.toml:4: "),
        (
            FIVE,
            "4: the bet 'all-or-nothing': it reads player, of which some round has only 4 cards",
        ),
        ("[[table]\n", "flush_rush/paytables.toml:1: "),
    ):
        enter(house, "flush_rush", text)
        assert [bet.slug for bet in game("flush-rush").listed] == ["all-or-nothing"], text
        (trouble,) = GAMES.troubles
        assert words in trouble
