"""Hand kinds: classes counted by a second hand, one hand and many ranked alike, names a paytable knows."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.hands.kinds import KINDS, kind
from pitboss.paytables.rankings import ranking as ranking_of

THREE = kind("three-card")


def by_hand(cards: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """The place of a three-card hand, written from the rules of the page and from nothing else."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    straight = {12, 0, 1} == {*ranks} or (ranks[0] - 1 == ranks[1] and ranks[1] - 1 == ranks[2])
    top = 1 if {12, 0, 1} == {*ranks} else ranks[0]
    counted = Counter(ranks).most_common()
    if straight and suited:
        return 6, (top,)
    if len(counted) == 1:
        return 5, (ranks[0],)
    if straight:
        return 4, (top,)
    if suited:
        return 3, tuple(ranks)
    if len(counted) == 2:
        return 2, (counted[0][0], counted[1][0])
    return 1, tuple(ranks)


def test_all_22100_three_card_hands_stand_in_the_order_of_the_rules() -> None:
    hands = list(combinations(CARDS, 3))
    strengths = THREE.strengths(np.array(hands, np.uint8))
    order = {key: place for place, key in enumerate(sorted({by_hand(hand) for hand in hands}), 1)}
    assert len(order) == THREE.strength_max == 741
    assert strengths.tolist() == [order[by_hand(hand)] for hand in hands]


def test_classes_of_three_card_hands_have_the_published_counts() -> None:
    strengths = THREE.strengths(np.array(list(combinations(range(52), 3)), np.uint8))
    counted = dict(zip(THREE.classes, np.bincount(THREE.places()[strengths]).tolist(), strict=True))
    assert counted == {
        "mini-royal": 4,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high-card": 16440,
    }


@pytest.mark.parametrize("name", KINDS)
def test_one_hand_and_many_are_ranked_alike_from_any_number_of_cards(name: str) -> None:
    ranking, chance = kind(name), random.Random(name)
    for size in range(ranking.size, ranking.size_max + 1):
        hands = [chance.sample(CARDS, size) for _ in range(300)]
        bulk = ranking.strengths(np.array(hands, np.uint8)).tolist()
        assert bulk == [ranking.rank(hand) for hand in hands]
        places = ranking.places()
        assert [ranking.classes[places[strength]] for strength in bulk] == [*map(ranking.class_of, bulk)]


@pytest.mark.parametrize("name", KINDS)
def test_every_rank_has_words_of_its_own(name: str) -> None:
    ranking = kind(name)
    words = {ranking.describe(strength) for strength in range(1, ranking.strength_max + 1)}
    assert len(words) == ranking.strength_max


@pytest.mark.parametrize(("name", "ranking"), [("five-card", "poker"), ("runs", "runs")])
def test_a_paytable_of_today_reads_the_same_names(name: str, ranking: str) -> None:
    assert kind(name).classes == ranking_of(ranking).outcomes
    assert kind(name).names == ranking_of(ranking).names


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AhKhQh", "mini royal"),
        ("Ah2h3h", "straight flush, three high"),
        ("8c8d8h", "three of a kind, eights"),
        ("Ah2c3h", "straight, three high"),
        ("KhAc2h", "ace high, king-deuce"),
        ("Kh9h2h", "flush, king high, nine-deuce"),
        ("6h6d2h", "pair of sixes, deuce kicker"),
    ],
)
def test_a_dealer_names_three_cards(cards: str, words: str) -> None:
    assert THREE.describe(THREE.rank(parse_cards(cards))) == words


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(BadInput, match="3 to 7 different cards"):
        THREE.rank(parse_cards("AhKh"))
    with pytest.raises(BadInput, match="from 3 to 7 cards, not 2"):
        THREE.strengths(np.zeros((1, 2), np.uint8))
    with pytest.raises(BadInput, match="no hand called 'four-of-a-kind'"):
        THREE.covers("four-of-a-kind")
    with pytest.raises(BadInput, match="no strength"):
        THREE.class_of(742)
    with pytest.raises(BadInput, match="no hand kind called 'three-cards'; did you mean three-card"):
        kind("three-cards")
