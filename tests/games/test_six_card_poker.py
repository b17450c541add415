"""Six Card Poker, clause by clause, and the engine for several upcards beside plain counts."""

import random
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.families import solving, upcards
from pitboss.analysis.families.deals import Deck, sets
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import CARDS
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from tests.games.settled import choices, settled

KINGS, QUEENS = "KcKd9h7s5c3d", "QcQd9h7s5c3d"
ACE_KING, ACE = "AhKs9dTc8h4c", "AhJs9dTc8h4c"


def scp(player: str, dealer: str = ACE_KING, decisions: str = "raise") -> str:
    return f"six-card-poker | 1 ante=5 | {player}{dealer} | {decisions}"


def description() -> Description:
    found = game("six-card-poker").description
    assert found is not None
    return found


def test_six_card_poker_1_an_ante_is_laid_before_the_deal() -> None:
    with pytest.raises(BadInput, match="Raise is not laid before the deal"):
        parse_round(f"six-card-poker | 1 ante=5 raise=5 | {KINGS}{ACE_KING} |")


def test_six_card_poker_2_six_cards_each_three_of_the_dealers_face_up() -> None:
    begun = parse_round(scp(KINGS, decisions=""))
    assert begun.cards_dealt == 12
    assert "".join(str(card or "--") for card in begun.view(1).dealer) == "------Tc8h4c"


def test_six_card_poker_3_fold_or_raise_exactly_the_ante() -> None:
    assert choices(parse_round(scp(KINGS, decisions=""))) == {"raise": 500, "fold": 0}
    assert settled(scp(KINGS, decisions="fold")) == {"1 ante": "lose"}


@pytest.mark.parametrize(
    ("dealer", "ante"),
    [
        (ACE_KING, "win 1 to 1"),
        (ACE, "push"),
        ("KhTs9d6c8h4c", "push"),
        ("2h2s9dTc8h4c", "win 1 to 1"),
        ("AhKs4d3c2h6c", "win 1 to 1"),
    ],
)
def test_six_card_poker_4_the_dealer_needs_ace_and_king(dealer: str, ante: str) -> None:
    assert settled(scp(QUEENS, dealer)) == {"1 ante": ante, "1 raise": "win 1 to 1"}


def test_six_card_poker_5_without_it_the_ante_goes_back_and_the_raise_is_decided() -> None:
    assert settled(scp(KINGS, ACE)) == {"1 ante": "push", "1 raise": "win 1 to 1"}
    assert settled(scp("KcTd9h7s5c3d", ACE)) == {"1 ante": "push", "1 raise": "lose"}
    assert settled(scp("AcJd9h8s7c3d", "AhJs9d8c7h2c")) == {"1 ante": "push", "1 raise": "push"}


def test_six_card_poker_6_with_it_the_higher_hand_wins_and_ties_push() -> None:
    assert settled(scp(KINGS)) == dict.fromkeys(("1 ante", "1 raise"), "win 1 to 1")
    assert settled(scp(KINGS, "AdAs9dTc8h4c")) == dict.fromkeys(("1 ante", "1 raise"), "lose")
    assert settled(scp(KINGS, "KhKs9d7c5d2c")) == dict.fromkeys(("1 ante", "1 raise"), "push")


def plain(own: tuple[int, ...], up: tuple[int, ...]) -> Fraction:
    """What a raise is worth, told once more: hidden card by hidden card."""
    ranking, lowest = description().cards.ranking, description().qualifying_strength
    left = [card for card in CARDS if card not in own and card not in up]
    hands = np.array([(*up, *hidden) for hidden in combinations(left, 3)], np.uint8)
    dealer, strength = ranking.strengths(hands), ranking.rank([CARDS[card] for card in own])
    ahead = np.sign(np.int64(strength) - dealer.astype(np.int64))
    return Fraction(int((ahead * (1 + (dealer >= lowest))).sum()), len(hands))


@pytest.mark.kernels
def test_a_case_is_what_every_three_hidden_cards_give() -> None:
    chance = random.Random(6)
    for _ in range(20):
        cards = tuple(chance.sample(CARDS, 9))
        typed = f"{''.join(map(str, cards[:6]))}/{''.join(map(str, cards[6:]))}"
        values = solving.values(description(), typed).decisions
        assert [value.expected_value for value in values] == [plain(cards[:6], cards[6:]), -1]


@pytest.mark.kernels
@pytest.mark.parametrize("ranks", ["3456789", "TJQKA"])
def test_hands_below_a_flush_end_with_upcards_as_they_do_without(ranks: str) -> None:
    """All hands against all upcards by ranks and suits are all hands against all dealer hands, end by end."""
    folder = game("six-card-poker").folder
    assert folder is not None
    text = (folder / "game.toml").read_text("utf-8")
    always = 'no_hand = "lose", win = "lose", tie = "lose", lose = "lose"'
    nobody_wins = parse(re.sub("(?<=settles = { ).*(?= })", always, text))
    deck = Deck(tuple(card for card in CARDS if card.rank_char in ranks))
    solved = upcards.by_ranks(upcards.count(nobody_wins, deck), Pays.of(nobody_wins))
    low = [place for place, floor in enumerate(nobody_wins.cards.ranking.floors) if floor < upcards.FLUSH]
    assert solved.tally[1, :, low].sum() > 0
    assert (solved.tally[0, :, low] == 0).all(), "every hand below a flush folds, whatever the end"


@pytest.mark.kernels
def test_what_folds_on_a_short_deck_is_what_folds_hand_by_hand() -> None:
    """Every hand of five ranks against every upcards and hidden cards; a flush or better is always raised."""
    deck = Deck(tuple(card for card in CARDS if card.rank_char in "59JKA"))
    solved = upcards.by_ranks(upcards.count(description(), deck), Pays.of(description()))
    ranking, lowest = description().cards.ranking, description().qualifying_strength
    # Six of the fourteen cards that a hand leaves, and which of them hold each three upcards.
    sixes = np.array([*combinations(range(14), 6)])
    held = np.array([[{*up} <= {*six} for up in combinations(range(14), 3)] for six in sixes.tolist()])
    cards, folded, tied, worth, hidden = np.array(deck.cards, np.uint8), 0, 0, 0, 165
    hands = sets(deck, 6)
    for places, weight in zip(hands.places, hands.weights.tolist(), strict=True):
        own = ranking.rank([deck.cards[place] for place in places])
        dealer = ranking.strengths(np.delete(cards, places)[sixes]).astype(np.int64)
        paid = np.sign(own - dealer) * (1 + (dealer >= lowest))
        values = paid.astype(float) @ held.astype(float)
        folds = (values < -hidden) & (own < upcards.FLUSH)
        folded += weight * hidden * int(folds.sum())
        tied += weight * hidden * int((values == -hidden).sum()) * (own < upcards.FLUSH)
        worth += weight * int(np.where(folds, -hidden, values).sum())
    assert folded == solved.tally[1].sum() > 0
    assert tied == solved.equal_deals
    assert Fraction(worth, solved.deals) == solved.sheet().expected_value


def test_other_shapes_are_refused_with_the_reason() -> None:
    shape = replace(description(), cards=replace(description().cards, dealer_up=2))
    with pytest.raises(BadInput, match="can't be solved with several upcards: not three of them lie face up"):
        upcards.count(shape)
