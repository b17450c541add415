"""What was not approved, or pays players more than they wager, opens by a named decision or not at all."""

import json
from fractions import Fraction

import pytest

from pitboss.analysis.registry import par
from pitboss.analysis.report import of_sheet
from pitboss.errors import BadInput
from pitboss.floor.compliance.advice import long_run_edge
from pitboss.floor.compliance.findings import Severity
from pitboss.floor.compliance.opening import check, may_open
from pitboss.floor.config.floor_file import link_config, parse_floor
from pitboss.floor.demo import demo_floor
from pitboss.games import GAMES, game
from pitboss.jackpots.pays import paytable_words
from pitboss.table.table import Table
from tests.floor.floors import changed, refused, said, warned
from tests.record import FILE

DECISION = 'decision = "board minutes,  no. 3"\n'
FIRST = ('paytable = "CSTUD-01"\n', 'paytable = "CSTUD-14"\n')
GIVES_AWAY = ('rates = { main = "70%" }', 'rates = { main = "90%" }')
DECIDED = ('paytable = "CSTUD-14"\n', f'paytable = "CSTUD-14"\n{DECISION}')
MORE = "players get more than they wager"


def test_a_rate_that_gives_players_more_than_they_wager_opens_no_table() -> None:
    (sentence,) = refused(FIRST, GIVES_AWAY)
    assert sentence.startswith("link pit-1: at these rates and seeds the house keeps -")
    assert MORE in sentence
    floor = parse_floor(changed(FIRST, GIVES_AWAY))
    shut = {table.name for table in floor.tables if may_open(floor, check(floor), table.name)}
    assert shut == {"CS-1", "CS-2"}, "the tables on that link"


def test_envy_of_a_full_table_counts_for_what_players_get() -> None:
    """A lone player loses 1 %; of seven who all wager each wins 2 %, by the envy of the others."""
    (sentence,) = refused(
        ('rates = { mega = "12%", major = "6%" }', 'rates = { mega = "28%", major = "12%" }')
    )
    assert sentence.startswith("link five-card: at these rates and seeds the house keeps -2.")
    assert f"envy at 7 seats that all wager counted: {MORE}" in sentence


@pytest.mark.parametrize("decided", [False, True])
def test_a_prize_of_a_house_jackpot_that_gives_players_more_than_they_wager_needs_a_decision(
    decided: bool,
) -> None:
    """002:484: the house sets the prize; at $1 a royal flush in 649,740 hands is worth less than that."""
    lavish = ('seeds = { mega = "$20,000"', 'seeds = { mega = "$2,000,000"')
    to_house = [
        ('paytable = "MG-ML01"\n', f'paytable = "MG-ML01"\n{DECISION * decided}'),
        ('name = "five-card"\ntype = "progressive"', 'name = "five-card"\ntype = "house"'),
        ('rates = { mega = "12%", major = "6%" }\n', ""),
        ('reserves = { mega = "1%", major = "0.5%" }\n', ""),
    ]
    found = said(Severity.WARNING if decided else Severity.REFUSED, *to_house, lavish)
    (sentence,) = [line for line in found if MORE in line]
    assert sentence.startswith("link five-card: at these prizes the house keeps -2")
    assert ("opened by decision of the house: board minutes, no. 3" in sentence) is decided
    assert not [line for line in said(Severity.REFUSED, *to_house) if MORE in line]


def test_options_that_give_best_play_more_than_it_wagers_are_named() -> None:
    """Blackjack Switch, version 1 with six decks: approved, and not in silence."""
    (sentence,) = warned(('version = "4"', 'version = "1"'))
    assert sentence.startswith("table BJS-1: by these options the house keeps -0.0180% of a hand's wager")
    assert sentence.endswith(MORE)
    assert not warned()


def test_no_other_game_gives_players_more_than_they_wager_by_any_option_on_record() -> None:
    edges = {
        name: float(Fraction(figure))
        for name, (_, figure) in json.loads(FILE.read_text("utf-8")).items()
        if not {"audit", "drill", "ev", "strategy"} & set(name.split())
    }
    assert len(edges) > 100
    favouring = {slug for slug, played in GAMES.items() if played.favours}
    assert {name.split()[0] for name, edge in edges.items() if edge < 0} == favouring


def test_a_link_that_keeps_something_needs_no_decision() -> None:
    assert not refused()
    (sentence,) = warned(('paytable = "CSTUD-01"\n', f'paytable = "CSTUD-01"\n{DECISION}'))
    assert "nothing at this link needs one; leave it out" in sentence
    assert all(long_run_edge(link) > 0 for link in demo_floor().links)


def test_a_decision_of_the_house_opens_such_a_link_and_stays_in_sight() -> None:
    """In the check, and wherever pages and papers name the link's paytable."""
    floor = parse_floor(changed(FIRST, GIVES_AWAY, DECIDED))
    assert not [one for one in check(floor) if one.severity is Severity.REFUSED]
    (sentence,) = [line for line in warned(FIRST, GIVES_AWAY, DECIDED) if MORE in line]
    assert sentence.endswith("opened by decision of the house: board minutes, no. 3")
    words = paytable_words(link_config(floor, floor.links[0]))
    assert words == "CSTUD-14 version 1, by decision of the house: board minutes, no. 3"


@pytest.mark.parametrize("decided", [False, True])
def test_the_scaled_reading_opens_by_a_decision_alone(decided: bool) -> None:
    lines = 'paytable = "CSTUD-16"\nreading = "scaled"\n' + DECISION * decided
    change = ('paytable = "CSTUD-01"\nwager = "$1" ', f'{lines}wager = "$5" ')
    rates = ('rates = { main = "70%" }', 'rates = { main = "5%" }')
    severity = Severity.WARNING if decided else Severity.REFUSED
    sentences = [line for line in said(severity, change, rates) if "CSTUD-16 scaled reads" in line]
    assert len(sentences) == 1
    assert ("opened by decision of the house: board minutes, no. 3" in sentences[0]) is decided


def test_four_cards_for_kings_bounty_are_for_analysis_only() -> None:
    """003:116, 132: the first two cards count; four give a wager more than three times itself."""
    (sentence,) = refused(
        (
            'options = { decks = "6", version = "4" }',
            'options = { decks = "6", version = "4", kings_bounty_cards = "four-cards" }',
        )
    )
    assert (
        "kings_bounty_cards=four-cards: King's Bounty counts the first two cards (003:116, 132)" in sentence
    )
    rules = game("blackjack-switch").rules({"kings_bounty_cards": "four-cards"})
    with pytest.raises(BadInput, match="approved rules only: kings_bounty_cards=four-cards"):
        Table(rules)
    sheet = par("blackjack-switch", "kings-bounty", options={"kings_bounty_cards": "four-cards"})
    assert not sheet.approved
    assert "not approved: for analysis only" in of_sheet(sheet).subtitle
