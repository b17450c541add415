"""Charts of hold'em games, and side bets to which it matters who holds the cards."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.families import solving
from pitboss.analysis.families.by_class import histogram
from pitboss.analysis.families.community import charting
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.deals import Deck
from pitboss.cards import parse_cards
from pitboss.hands.kinds import kind
from tests.analysis.test_families import charted, described
from tests.analysis.test_families_community import SHORT, THB, UTH, solved


def place(deck: Deck, cards: str) -> set[int]:
    return {deck.cards.index(card) for card in parse_cards(cards)}


@pytest.mark.parametrize(
    ("hole", "board", "row"),
    [
        ("AsKs", "QsJsTs", "straight or better"),
        ("5s4d", "As2h3c", "straight or better"),
        ("AsAh", "AdKcKh", "straight or better"),
        ("AsAh", "Ad9c2h", "three of a kind"),
        ("9s2d", "9h9c4s", "three of a kind"),
        ("Ks9d", "Kh9h2c", "two pair"),
        ("AsAh", "Kd9c2h", "pair above the board"),
        ("Ks9d", "Kh8h2c", "pair with the board's highest card"),
        ("8s9d", "Kh8h2c", "pair with its second card"),
        ("9s9d", "Kh8h2c", "lower pair"),
        ("As2d", "Kh8h2c", "lower pair"),
        ("As2s", "Ks8s3c", "four to a flush"),
        ("As4d", "KhKc2c", "ace high"),
        ("9s4d", "KhKcKd", "nine high or less"),
    ],
)
def test_a_row_is_what_the_own_cards_make_of_the_board(hole: str, board: str, row: str) -> None:
    """A pair or three of a kind that lies on the board is everybody's."""
    deck = Deck(Deck.full().cards, suits_alike=False)
    held, known = holes(deck), boards(deck, 3)
    at = next(n for n, places in enumerate(held.places.tolist()) if {*places} == place(deck, hole))
    on = next(n for n, places in enumerate(known.places.tolist()) if {*places} == place(deck, board))
    found = np.zeros((1, 1), np.uint8)
    cards = np.array(deck.cards, np.int64)
    charting._rows(
        cards[known.places[on : on + 1]], cards[held.places[at : at + 1]], known.masks[on : on + 1],
        held.masks[at : at + 1], found,
    )  # fmt: skip
    assert charting._ROWS[found[0, 0]] == row


@pytest.mark.parametrize("name", [THB, UTH])
def test_optimal_play_followed_as_a_policy_is_worth_what_the_sheet_says_and_rows_cost_something(
    name: str,
) -> None:
    found = solved(name, SHORT)
    assert charting.worth_of_policy(found, dict(found.best)) == found.sheet().expected_value
    told = charted(found)
    assert len(told.charts) == len(found.plan.game.stages) + 1, "and what the starting hands are worth"
    assert all(set(row[1:]) <= {"-", "1", "2", "3"} for row in told.charts[0].rows)
    assert told.cost(told.rule_sets[0]) > 0


def test_it_matters_who_holds_the_aces() -> None:
    """Counted pair by pair on a short deck."""
    starting = kind("starting-hands")
    deck = Deck(tuple(card for card in Deck.full().cards if str(card)[0] in "9TJQKA"))
    counted = dict.fromkeys(starting.classes, 0)
    for own in combinations(deck.cards, 2):
        for theirs in combinations([card for card in deck.cards if card not in own], 2):
            counted[starting.class_of(starting.rank([*own, *theirs]))] += 1
    assert counted == histogram(deck, starting, 4)
    assert counted["aces-against-aces"] == 6
    assert starting.rank(parse_cards("AsAh" + "KsKh")) != starting.rank(parse_cards("KsKh" + "AsAh"))


def test_a_bonus_that_a_fold_loses_is_counted_for_base_play_and_for_both_bets() -> None:
    """Nobody folds what the Bonus pays, so nothing is lost, and the sheet says how often one folds."""
    low = "9TJQK"
    game = described(THB, low, 'after_fold = "in-action"', 'after_fold = "lose"')
    sheet, plain = solving.par(game, "bonus"), solving.par(described(THB, low), "bonus")
    assert sheet.joint is not None
    assert sheet.expected_value == plain.expected_value == sheet.joint.expected_value
    bets, folds = sheet.decisions
    assert folds.name == "two-cards: fold"
    assert bets.frequency + folds.frequency == 1


@pytest.mark.parametrize("ranks", ["JQKA", "TJQKA"])
@pytest.mark.parametrize("size", [6, 7])
def test_hands_of_few_ranks_are_counted_as_they_are_dealt(ranks: str, size: int) -> None:
    """Of four ranks there is no flush: their count ended in an index that is none."""
    poker = kind("five-card")
    deck = Deck(tuple(card for card in Deck.full().cards if str(card)[0] in ranks))
    dealt = Counter(poker.class_of(poker.rank(cards)) for cards in combinations(deck.cards, size))
    assert Counter(histogram(deck, poker, size)) == dealt
