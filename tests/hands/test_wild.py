"""Hands of decks with a joker, beside a slow count that tries every card for every wild one."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np
import pytest

from pitboss.cards import CARDS, JOKER, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.hands import poker
from pitboss.hands.kinds import KINDS, Kind, kind
from pitboss.hands.poker import Category
from pitboss.kernels import Kernel

DECK = (*CARDS, JOKER)
ORDER = (
    *(
        "high-card",
        "pair",
        "two-pair",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
    ),
    *("straight-flush", "five-of-a-kind", "royal-flush", "five-wild-cards"),
)
COMPLETED = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text, deck=DECK)


def said(name: str, text: str) -> str:
    return kind(name).describe(kind(name).rank(cards(text)))


def tried(natural: Sequence[Card], wild: int) -> tuple[int, tuple[int, ...]]:
    """The best that natural cards make with wild ones, each tried as every other card of the deck."""
    ranks = {card.rank for card in natural}
    found: list[tuple[int, tuple[int, ...]]] = [(9, (ranks.pop(),))] if wild and len(ranks) == 1 else []
    if not natural:
        return 11, ()
    for others in combinations([card for card in CARDS if card not in natural], wild):
        strength = poker.strength([*natural, *others])
        place = ORDER.index(poker.category(strength).name.lower().replace("_", "-"))
        found.append((place, () if place == 10 else poker.class_ranks(strength)))
    return max(found)


def sampled(count: int, seed: int, wild: range, size: int = 5) -> Iterator[tuple[Card, ...]]:
    """Hands at random, as many of each number of wild cards."""
    chance, wilds = random.Random(seed), (*CARDS[:4], JOKER)
    for number in wild:
        for _ in range(count):
            yield (*chance.sample(wilds, number), *chance.sample(CARDS[4:], size - number))


def test_wild_hands_stand_as_if_every_card_were_tried_for_every_wild_one() -> None:
    ranked = kind("deuces-wild")
    hands = [*sampled(150, 1, range(3)), *sampled(8, 2, range(3, 4))]
    keys = {
        hand: tried([card for card in hand if 4 <= card < 52], sum(card < 4 or card == 52 for card in hand))
        for hand in hands
    }
    strengths = {hand: ranked.rank(hand) for hand in hands}
    by_key = sorted(hands, key=keys.__getitem__)
    for lower, higher in pairwise(by_key):
        assert (strengths[lower] < strengths[higher]) == (keys[lower] < keys[higher]), (lower, higher)
        assert ranked.class_of(strengths[lower]) == ORDER[keys[lower][0]]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2c2d2h2sJk", "five wild cards"),
        ("2c2d2h2sTh", "royal flush"),
        ("2c2d2h2s9h", "five of a kind, nines"),
        ("2c2dJk7h6s", "four of a kind, sevens, six kicker"),
        ("2cKhKd4s4c", "full house, kings over fours"),
        ("2cKhQdJs9c", "straight, king high"),
        ("2c3h4d5s7c", "straight, seven high"),
        ("JkAh3d4s5c", "straight, five high"),
        ("JkAhKhQh7h", "flush, ace high, king-queen-jack-seven"),
        ("2cJkKhQh7h", "flush, ace high, king-queen-jack-seven"),
        ("JkAhTd8s4c", "pair of aces, ten-eight-four kickers"),
        ("AhTd8s4c3h", "ace high, ten-eight-four-three"),
    ],
)
def test_a_dealer_names_wild_hands(hand: str, words: str) -> None:
    assert said("deuces-wild", hand) == words


def test_wild_cards_of_a_flush_may_count_as_aces() -> None:
    plain, aces = kind("deuces-wild"), kind("deuces-wild-aces")
    assert said("deuces-wild-aces", "2cJkKhQh7h") == "flush, ace high, ace-king-queen-seven"
    assert plain.rank(cards("JkAhKhQh7h")) == plain.rank(cards("2cJkKhQh7h"))
    assert aces.rank(cards("JkAhKhQh7h")) == aces.rank(cards("2cJkKhQh7h")) > aces.rank(cards("AhKhQhJh7h"))
    for hand in sampled(50, 3, range(5)):
        assert plain.class_of(plain.rank(hand)) == aces.class_of(aces.rank(hand))


def test_all_hands_of_five_cards_fall_into_classes_of_these_sizes() -> None:
    ranked = kind("deuces-wild")
    every = np.array([*combinations(range(53), 5)], np.uint8)
    counts = np.bincount(ranked.places()[ranked.strengths(every)])
    sizes = [1, 1004, 1400, 3648, 51688, 15048, 18956, 84000, 458040, 95040, 1341180, 799680]
    assert counts.tolist() == sizes
    royals = sum(len([*combinations(range(5), wild)]) * [4, 20, 40, 40, 20][wild] for wild in range(5))
    assert counts[1] == royals, "4 suits times the ways to lack some of five ranks"


PAYS = dict(
    zip(
        kind("natural-or-wild").classes,
        (2000, 1000, 200, 90, 70, 60, 30, 25, 25, 20, 6, 6, 5, 4, 3, 1, -1),
        strict=True,
    )
)


def best_paid(hand: Sequence[Card]) -> int:
    """The best pay of all readings: each deuce as a two or wild."""
    deuces, others = [card for card in hand if card < 4], [card for card in hand if 4 <= card < 52]
    found = []
    for size in range(len(deuces) + 1):
        for twos in combinations(deuces, size):
            wild = 5 - len(others) - size
            name = ORDER[tried([*twos, *others], wild)[0]]
            column = f"{'wild' if wild else 'natural'}-{name}"
            found.append(PAYS.get(name, PAYS.get(column, -1)))
    return max(found)


def test_of_all_readings_of_deuces_the_one_that_pays_most_counts() -> None:
    ranked = kind("natural-or-wild")
    for hand in [*sampled(40, 4, range(3)), *(cards(text) for text in SHOWN)]:
        assert PAYS[ranked.class_of(ranked.rank(hand))] == best_paid(hand), hand


SHOWN = (
    "2c2d2h9s9h",
    "2h3h4h5h6h",
    "2h3h4h5h7h",
    "2c3h4d5s6c",
    "2c2d2h7s7h",
    "2c2dKhQd7s",
    "Ah2h3h4h5h",
    "Jk2h3h4h5h",
)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2h3h4h5h7h", "natural flush"),
        ("2c3h4d5s6c", "natural straight"),
        ("2c2d2h2s7h", "five of a kind"),
        ("2c2d2h7s5h", "natural three of a kind"),
        ("Jk7d7h7s5h", "wild four of a kind"),
        ("Jk3h4h5h7h", "wild straight flush"),
        ("JkAdKhQs5h", "less than three of a kind"),
    ],
)
def test_a_hand_is_natural_when_no_card_of_it_is_used_as_wild(hand: str, words: str) -> None:
    assert said("natural-or-wild", hand) == words


def bugged(hand: Sequence[Card]) -> int:
    """The joker as an ace, or as any card that completes a straight or a flush."""
    rest = [card for card in hand if card != JOKER]
    if sum(card.rank == 12 for card in rest) == 4:
        return poker.STRENGTH_MAX + 1
    strengths = ((card, poker.strength([*rest, card])) for card in CARDS if card not in rest)
    return max(found for card, found in strengths if card.rank == 12 or poker.category(found) in COMPLETED)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_bug_is_an_ace_or_completes_a_straight_or_a_flush(size: int) -> None:
    ranked, chance = kind("five-card-bug"), random.Random(size)
    hands = [(JOKER, *chance.sample(CARDS, size - 1)) for _ in range(300)]
    suited = [(JOKER, *chance.sample(CARDS[chance.randrange(4) :: 4], size - 1)) for _ in range(100)]
    close = [(JOKER, *chance.sample(CARDS[8:32], size - 1)) for _ in range(100)]
    for hand in hands + suited + close:
        assert ranked.rank(hand) == bugged(hand), hand
    many = np.array(hands + suited + close, np.uint8)
    assert ranked.strengths(many).tolist() == [ranked.rank(hand) for hand in hands + suited + close]
    plain = [tuple(chance.sample(CARDS, size)) for _ in range(100)]
    assert [ranked.rank(hand) for hand in plain] == [poker.strength(hand) for hand in plain]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("JkAcAdAhAs", "five aces"),
        ("JkAcAdKhKs", "full house, aces over kings"),
        ("JkKcKdKhKs", "four of a kind, kings, ace kicker"),
        ("JkKcKdQhQs", "two pair, kings and queens, ace kicker"),
        ("JkAcKcQcTc", "royal flush"),
        ("JkAcKcQc9c", "flush, ace high, king-queen-jack-nine"),
        ("Jk4c3d2hAs", "straight, five high"),
        ("JkKc8d6h2s9c4d", "ace high, king-nine-eight-six"),
    ],
)
def test_a_dealer_names_hands_with_the_bug(hand: str, words: str) -> None:
    assert said("five-card-bug", hand) == words


@pytest.mark.parametrize("name", KINDS)
def test_no_kind_needs_the_compiler_to_rank_one_hand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page names the hands it shows; it would wait seconds for the first one with a joker."""

    def refuse(compiled: Kernel[..., object], *given: object) -> None:
        raise AssertionError(f"{compiled.function.__name__} is compiled for one hand")

    monkeypatch.setattr(Kernel, "__call__", refuse)
    ranked = kind(name)
    for size in range(ranked.size, ranked.size_max + 1):
        for last in (CARDS[-1], *([JOKER] if ranked.jokers else [])):
            assert ranked.rank((*CARDS[7 : 6 + size], last)) > 0


@pytest.mark.parametrize("name", ["deuces-wild", "deuces-wild-aces", "natural-or-wild", "five-card-bug"])
def test_one_hand_and_many_are_ranked_alike(name: str) -> None:
    ranked: Kind = kind(name)
    chance = random.Random(name)
    rows = [chance.sample(DECK, ranked.size_max) for _ in range(500)]
    assert ranked.strengths(np.array(rows, np.uint8)).tolist() == [ranked.rank(row) for row in rows]
    with pytest.raises(BadInput, match="different cards, not 4"):
        ranked.rank((JOKER, *CARDS[:3]))
