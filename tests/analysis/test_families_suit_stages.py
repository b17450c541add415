"""Flush games with cards between two stages: a short deck dealt out, published counts, and refusals."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.analysis.families import solving, suit_stages
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.description import Description
from tests.analysis.test_families import charted, described

NAME, SHORT = "flush-rush", "6789TJQK"
PUBLISHED = {
    "seven card straight flush": 3_360,
    "six card straight flush": 167_160,
    "five card straight flush": 4_127_760,
}


@cache
def solved(removed: str = "") -> suit_stages.FlushSolution:
    found: suit_stages.FlushSolution = solving.optimal(Pays.of(described(NAME, removed)))
    return found


def final(game: Description, hand: tuple[Card, ...]) -> int:
    """What three Antes are ahead with seven cards."""
    ranking = game.cards.ranking
    odds = game.tables[0].pays.get(ranking.class_of(ranking.rank(hand)))
    return -3 if odds is None else odds.numerator + 2


def second(game: Description, seen: tuple[Card, ...]) -> Fraction:
    """What the second Play is worth with six cards seen."""
    left = [card for card in game.cards.deck if card not in seen]
    return Fraction(sum(final(game, (*seen, card)) for card in left), len(left))


def test_a_short_deck_dealt_card_by_card_is_worth_the_same() -> None:
    game, chance = described(NAME, SHORT), random.Random(NAME)
    for _ in range(3):
        hand = tuple(chance.sample(game.cards.deck, 4))
        left = [card for card in game.cards.deck if card not in hand]
        after = [max(Fraction(-2), second(game, (*hand, *more))) for more in combinations(left, 2)]
        found = {one.name: one.expected_value for one in solved(SHORT).values(hand, ())}
        assert found == {"play": sum(after, Fraction(0)) / len(after), "fold": Fraction(-1)}


def test_six_cards_of_the_whole_deck_are_worth_what_the_last_card_makes_of_them() -> None:
    game, chance = described(NAME), random.Random(7)
    for _ in range(20):
        seen = tuple(chance.sample(game.cards.deck, 6))
        found = {one.name: one.expected_value for one in solved().values(seen, ("play",))}
        assert found == {"play": second(game, seen), "fold": Fraction(-2)}


def test_published_counts_strategy_and_edge() -> None:
    sheet = solved().sheet()
    counted = {row.name.partition(",")[0]: row.combinations for row in sheet.outcomes}
    assert {name: counted[name] for name in PUBLISHED} == PUBLISHED
    assert round(100 * float(-sheet.expected_value), 2) == 3.75
    one, two = solved().choice_of(0), solved().choice_of(1)
    ranking = described(NAME).cards.ranking
    folded = {ranking.class_of(held) for held, choice in one.items() if choice}
    assert folded == {"one-card-flush-one-card-straight-flush"}, "one card of each suit"
    assert all(choice == (held < 4) for held, choice in two.items()), "less than three of a suit"


def test_the_rule_of_the_charts_is_optimal_play_with_the_whole_deck() -> None:
    found, short = charted(solved()), solving.strategy(described(NAME, SHORT))
    assert found.rule_sets[0].expected_value == found.expected_value == solved().sheet().expected_value
    assert short.rule_sets[0].expected_value < short.expected_value
    assert [chart.columns[1:] for chart in found.charts] == [("Play", "Fold")] * 2
    assert found.rule_sets[0].rules == (
        "Four cards, Play: two-card flush or better.",
        "Four cards, Fold: the rest.",
        "Six cards, Play: three-card flush or better.",
        "Six cards, Fold: the rest.",
    )


def test_a_table_that_pays_two_suits_of_a_hand_is_refused() -> None:
    three = described(NAME, "", '"four-card-flush",\n]', '"three-card-flush",\n]')
    with pytest.raises(BadInput, match="more than one suit of a hand may be paid"):
        solving.optimal(Pays.of(three))
    with pytest.raises(BadInput, match="no decision with 5 cards in sight"):
        solved().values(parse_cards("2h3h4h5h6h"), ())
