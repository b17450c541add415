"""War: all orders of four cards on a short deck, and the published figures for one to eight decks."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.analysis import registry
from pitboss.analysis.families import solving, war
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import Round
from pitboss.games.described import game_of
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.simulation import counted
from pitboss.simulation.described import prepare
from tests.analysis.test_families import TEXTS, described

NAME, SHORT = "casino-war", "56789TJKA"
PUBLISHED = {
    1: ("2.06", "2.42", "2.94", "35.29"),
    2: ("2.24", "2.70", "3.40", "25.24"),
    3: ("2.29", "2.79", "3.55", "21.94"),
    4: ("2.31", "2.84", "3.62", "20.29"),
    5: ("2.32", "2.86", "3.67", "19.31"),
    6: ("2.33", "2.88", "3.70", "18.65"),
    7: ("2.34", "2.89", "3.72", "18.18"),
    8: ("2.34", "2.90", "3.73", "17.83"),
}
"""With a bonus, without one, surrendering always, and the Tie bet, in percent."""


def short(decks: int) -> Description:
    return described(NAME, SHORT, "decks = 6", f"decks = {decks}")


@pytest.mark.parametrize("decks", [1, 2])
def test_all_orders_of_four_cards_of_a_short_deck_end_as_counted(decks: int) -> None:
    game = short(decks)
    cards = [card.rank for card in game.cards.deck] * decks
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for own, dealer, again, theirs in permutations(cards, 4):
        first[_compared(own, dealer)] += 1
        if own == dealer:
            second[f"war_{_compared(again, theirs)}"] += 1
    counts = war.count(game)
    assert counts.first == first
    assert counts.second == second


def _compared(own: int, dealer: int) -> str:
    return "win" if own > dealer else "lose" if own < dealer else "tie"


@pytest.mark.parametrize(("decks", "published"), PUBLISHED.items())
def test_published_figures_for_each_number_of_decks(decks: int, published: tuple[str, ...]) -> None:
    options = {"decks": str(decks)}
    surrendering = registry.strategy(NAME, options).rule_sets[1]
    values = (
        registry.par(NAME, options=options).expected_value,
        registry.par(NAME, options=options | {"war_tie_bonus": "0"}).expected_value,
        surrendering.expected_value,
        registry.par(NAME, "tie", options=options).expected_value,
    )
    assert surrendering.name == "always surrender"
    for value, figure in zip(values, published, strict=True):
        assert abs(-100 * value - Fraction(figure)) <= Fraction(1, 180)


def test_the_rank_of_a_tie_changes_nothing_and_without_a_tie_nothing_is_asked() -> None:
    found = solving.optimal(Pays.of(described(NAME)))
    values = {
        found.values(parse_cards(own), parse_cards(dealer)) for own, dealer in (("2c", "2c"), ("As", "Ad"))
    }
    assert len(values) == 1
    with pytest.raises(BadInput, match="only when both cards are of one rank"):
        registry.values(NAME, "7h/8h")


def test_the_same_card_may_come_as_often_as_there_are_decks() -> None:
    assert registry.values(NAME, "7h/7h").best.name == "war"
    with pytest.raises(BadInput, match="7h is there twice"):
        registry.values(NAME, "7h/7h", {"decks": "1"})


def test_where_war_and_surrender_are_worth_the_same_the_average_wager_is_given_for_both() -> None:
    """The initial wager is lost either way, and a war wins as often as it loses."""
    text = TEXTS[NAME]
    for old, new in (
        ('pays = "half"', 'pays = "lose"'),
        ('when = "second > dealer-second", pays = "push"', 'when = "second > dealer-second", pays = "lose"'),
        ('pays = "table"', 'pays = "lose"'),
        ('table = "initial"\n', ""),
        ('[bet.lines]\nequal-ranks = "second == dealer-second"\n', ""),
        ('"tables.initial.first" = "CW-01"', '"bet.initial.settles.war-tie.pays" = "push"'),
        (text[text.index("[[tables]]") : text.index("[[table]]")], ""),
        (
            'when = "second == dealer-second", pays = "1 to 1"',
            'when = "second == dealer-second", pays = "push"',
        ),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    sheet = solving.optimal(Pays.of(parse(text))).sheet()
    ties = Fraction(23, 311)
    assert sheet.wagered == 1 + ties
    assert [figure.value for figure in sheet.figures] == [1]
    assert "two decisions are worth exactly the same" in sheet.notes[0]


# Side bets on the first two cards by any ranking.

SIDES = """
[[bet]]
slug = "same-suit"
name = "Same Suit"
words = "Both cards of one suit."
kind = "side"
table = "same-suit"
reads = "own+dealer"

[[bet]]
slug = "ace"
name = "Ace"
words = "The dealer's card is an ace."
kind = "side"
table = "ace"
reads = "dealer"

[[table]]
designator = "SS-1"
bet = "same-suit"
ranking = "flush-lengths"
pays = { two-card-flush = "1 to 1" }

[[table]]
designator = "SS-2"
bet = "ace"
pays = { ace = "10 to 1" }
"""


@pytest.mark.parametrize("decks", [1, 6])
def test_a_side_bet_of_any_ranking_has_one_value_in_sheet_simulation_and_at_the_table(decks: int) -> None:
    """Two cards of one suit, 1 to 1: six decks keep 50.48 %, and a card may lie there twice."""
    text = TEXTS[NAME].replace("decks = 6", f"decks = {decks}", 1)
    war_game = game_of(parse(text.replace("[[act]]", f"{SIDES}\n[[act]]", 1)))
    rules, size = war_game.rules(), 52 * decks
    expected = {
        "same-suit": Fraction(2 * (13 * decks - 1), size - 1) - 1,
        "ace": Fraction(10 + 1, 13) - 1,
    }
    laid = {"initial": 100, "same-suit": 100, "ace": 100}
    values, _, _ = counted.exact(rules, laid, "optimal")
    description = rules.game.description
    assert description is not None
    made = prepare(rules, laid, 1, "optimal")
    column = {bet: made.columns.index(bet) for bet in expected}
    for bet, worth in expected.items():
        assert solving.par(description, bet).expected_value == values[bet].expected_value == worth
    chance, totals = random.Random(decks), Counter[str]()
    cards = [*description.cards.deck] * decks
    for own, dealer in [(own, dealer) for own in range(0, 52, 5) for dealer in range(0, 52, 3)]:
        if own == dealer and decks == 1:
            continue
        order = [cards[own], cards[dealer], *chance.sample(cards, 12)]
        played = Round(rules, {1: laid}, order)
        while played.request is not None:
            played.decide("war")
        (codes,) = made.settle(np.array([order], np.uint8))[0]
        for line in played.lines:
            if line.bet in expected:
                assert line.net_cents == made.nets[column[line.bet]][codes[column[line.bet]]]
                totals[line.bet] += 1
    assert totals["same-suit"] == totals["ace"] > 100
