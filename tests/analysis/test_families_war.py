"""War: all orders of four cards on a short deck, and the published figures for one to eight decks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.analysis import registry
from pitboss.analysis.families import war
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.description import Description, parse
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
    found = war.solve(Pays.of(described(NAME)))
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
        ('fold = "half"', 'fold = "lose"'),
        ('war_win = "push", war_tie = "table"', 'war_win = "lose", war_tie = "lose"'),
        ('table = "initial"\nreads = "own+dealer"\n', ""),
        ('"tables.initial.first" = "CW-01"', '"bet.initial.settles.war_tie" = "push"'),
        (text[text.index("[[tables]]") : text.index("[[table]]")], ""),
        ('war_win = "1 to 1", war_tie = "1 to 1"', 'war_win = "1 to 1", war_tie = "push"'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    sheet = war.solve(Pays.of(parse(text))).sheet()
    ties = Fraction(23, 311)
    assert sheet.wagered == 1 + ties
    assert [figure.value for figure in sheet.figures] == [1]
    assert "two decisions are worth exactly the same" in sheet.notes[0]
