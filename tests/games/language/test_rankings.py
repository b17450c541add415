"""Every way to rank hands that ships is said as data, and ranks as the kinds of Python do."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from pitboss.cards import CARDS, JOKER, Card, parse_cards
from pitboss.games.language.evaluate import Ranker
from pitboss.games.language.rankings import shipped
from pitboss.hands.kinds import KINDS, Kind, kind

DRAWN = 10_000
SIZES = {
    "three-card": (3,),
    "three-card-spades": (3,),
    "rummy": (3,),
    "rummy-bonus": (3,),
    "four-card": (4,),
    "starting-hands": (4,),
    "two-alike": (2,),
    "one-card": (1,),
    "flush-lengths": (1, 3, 4, 7),
    "suit-lengths": (1, 3, 4, 7),
    "runs": (1, 3, 7),
    "five-card": (5,),
    "five-card-bug": (5,),
    "deuces-wild": (5,),
    "deuces-wild-aces": (5,),
    "natural-or-wild": (5,),
}
WILD = tuple(card for card in (*CARDS, JOKER) if card < 4 or card == JOKER)


def same_order(name: str, hands: Iterable[Sequence[Card]]) -> None:
    """The better hand is better in both, equal ones are equal, and all names take in the same hands."""
    python, data = kind(name), Ranker(shipped()[name])
    found: dict[int, tuple[object, str]] = {}
    for cards in hands:
        strength, made = python.rank(cards), data.rank(cards)
        assert found.setdefault(strength, (made.strength, made.name)) == (made.strength, made.name), cards
    in_order = [found[strength][0] for strength in sorted(found)]
    assert all(one < other for one, other in pairwise(in_order))  # type: ignore[operator]
    same_names(python, {strength: made for strength, (_, made) in found.items()})


def same_names(python: Kind, made: dict[int, str]) -> None:
    ranking = shipped()[python.name]
    for called, classes in python.names.items():
        taken = ranking.named(called)
        for strength, name in made.items():
            assert (python.class_of(strength) in classes) == (name in taken), (called, name)


def deck(name: str) -> tuple[Card, ...]:
    return (*CARDS, JOKER) if kind(name).jokers else CARDS


def test_every_kind_is_said() -> None:
    assert {*SIZES} == {*KINDS}
    assert {*KINDS} <= {*shipped()}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if kind(name).wild else name for name in SIZES]
)
def test_hands_at_random_rank_alike(name: str) -> None:
    chance = random.Random(name)
    hands = [
        chance.sample(deck(name), size) for size in SIZES[name] for _ in range(DRAWN // len(SIZES[name]))
    ]
    same_order(name, hands)


@pytest.mark.long
@pytest.mark.parametrize("name", ["three-card", "three-card-spades", "rummy", "rummy-bonus"])
def test_every_hand_of_three_cards_ranks_alike(name: str) -> None:
    same_order(name, combinations(CARDS, 3))


@pytest.mark.long
def test_every_hand_of_four_cards_ranks_alike() -> None:
    """Suits are alike, so that one hand of those that differ by the names of suits stands for all."""
    same_order("four-card", (cards for cards in combinations(CARDS, 4) if in_first_suits(cards)))


def in_first_suits(cards: Sequence[Card]) -> bool:
    """Whether suits are met in their order, so that no other naming of them comes before."""
    seen: list[int] = []
    for card in cards:
        if card.suit not in seen:
            if card.suit != len(seen):
                return False
            seen.append(card.suit)
    return True


def by_ranks() -> Iterator[tuple[Card, ...]]:
    """A hand of five cards for each set of ranks, in unlike suits and where it can be in one."""
    for ranks in combinations_with_replacement(range(13), 5):
        if max(map(ranks.count, ranks)) < 5:
            suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
            if len({*suits}) == 1:
                yield tuple(Card(4 * rank) for rank in ranks)
                suits[0] = 1
            yield tuple(Card(4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True))


@pytest.mark.long
def test_every_class_of_five_cards_ranks_alike() -> None:
    hands = [*by_ranks()]
    assert len({kind("five-card").rank(hand) for hand in hands}) == kind("five-card").strength_max
    same_order("five-card", hands)


@pytest.mark.long
def test_hands_with_a_bug_rank_alike() -> None:
    chance = random.Random(1)
    hands = [(*chance.sample(CARDS, 4), JOKER) for _ in range(1_000)]
    four_aces = parse_cards("AcAdAhAs")
    same_order("five-card-bug", [*hands, (*four_aces, JOKER), *(hand for hand in by_ranks() if hand[0] < 12)])


@pytest.mark.long
@pytest.mark.parametrize("name", ["deuces-wild", "deuces-wild-aces", "natural-or-wild"])
def test_hands_with_wild_cards_rank_alike(name: str) -> None:
    chance = random.Random(name)
    plain = [card for card in CARDS if card not in WILD]
    hands = [
        (*chance.sample(WILD, wild), *chance.sample(plain, 5 - wild))
        for wild, times in ((1, 600), (2, 200), (3, 30), (4, 3), (5, 1))
        for _ in range(times)
    ]
    same_order(name, hands)


@pytest.mark.parametrize(
    ("name", "cards", "best"),
    [
        ("five-card", "AhKhQhJhTh2c2d", "royal-flush"),
        ("five-card", "Ah2h3h4h5h6s7s", "straight-flush"),
        ("three-card", "Ah2d3sKcKd", "straight"),
        ("four-card", "2c3c4c5cKd", "straight-flush"),
    ],
)
def test_of_more_cards_the_best_count(name: str, cards: str, best: str) -> None:
    assert Ranker(shipped()[name]).rank(parse_cards(cards)).name == best


@pytest.mark.parametrize(
    ("cards", "total", "name"), [("AhKd", 21, "total"), ("AhAd9c", 21, "total"), ("KhQd2c", 22, "bust")]
)
def test_a_total_counts_aces_as_high_as_the_limit_lets_it(cards: str, total: int, name: str) -> None:
    made = Ranker(shipped()["twenty-one"]).rank(parse_cards(cards))
    assert (made.name, made.strength.measures) == (name, (total,))


@pytest.mark.parametrize(("cards", "points"), [("AhKd", 1), ("9h9d", 8), ("7h8d9c", 4), ("KhQd", 0)])
def test_points_drop_tens(cards: str, points: int) -> None:
    assert Ranker(shipped()["points"]).rank(parse_cards(cards)).strength.measures == (points,)
