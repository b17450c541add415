"""Hands ranked a second time, as the rules say it: the usual rankings in a few lines each.

A ranking gives a set of cards a strength that compares, and the name of its class. Those that are not written
here a second time (wild cards, rummy, runs) are taken from `pitboss.hands.kinds`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from pitboss.cards import Card
from pitboss.hands.kinds import kind

Strength = Any
"""Tuples, or integers, that compare within a ranking."""
Ranked = tuple[Strength, str]
ACE = 12
NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
LENGTHS = ("", "one", "two", "three", "four", "five", "six", "seven")
ORDER = {
    3: ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush", "mini-royal"),
    4: (
        *("high-card", "pair", "two-pair", "straight", "flush", "three-of-a-kind", "straight-flush"),
        *("four-of-a-kind", "four-aces"),
    ),
    5: (
        *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house"),
        *("four-of-a-kind", "straight-flush", "royal-flush"),
    ),
}
"""The classes of poker hands by their number of cards, from the lowest up."""
BY_COUNTS = {
    (3,): "three-of-a-kind",
    (4,): "four-of-a-kind",
    (2, 2): "two-pair",
    (3, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (4, 1): "four-of-a-kind",
    (2, 2, 1): "two-pair",
    (3, 1, 1): "three-of-a-kind",
}


@cache
def cards_in(cards: int) -> tuple[Card, ...]:
    """The cards of a set, which is a bit for each card's number."""
    return tuple(Card(number) for number in range(53) if cards >> number & 1)


def _poker(size: int, cards: Sequence[Card]) -> Ranked:
    """As many cards as make a hand; of fewer only what is alike counts."""
    groups = sorted(((many, rank) for rank, many in Counter(c.rank for c in cards).items()), reverse=True)
    ranks = tuple(rank for _, rank in groups)
    counts = tuple(many for many, _ in groups)
    straight = flush = False
    if len(cards) == size:
        flush = len({card.suit for card in cards}) == 1
        if len(ranks) == size and {*ranks} == {ACE, *range(size - 1)}:
            straight, ranks = True, (size - 2,)
        elif len(ranks) == size and ranks[0] - ranks[-1] == size - 1:
            straight, ranks = True, ranks[:1]
    name = BY_COUNTS.get(counts, "pair" if counts[0] == 2 else "high-card")
    if straight and flush:
        best = {3: "mini-royal", 4: "straight-flush", 5: "royal-flush"}[size]
        name = best if ranks == (ACE,) else "straight-flush"
    elif straight or flush:
        name = "straight" if straight else "flush"
    elif size == 4 and counts == (4,) and ranks == (ACE,):
        name = "four-aces"
    strength = ORDER[size].index(name), ranks
    if size > 3 and name == "pair":
        name = f"pair-of-{NAMES[ranks[0]]}{'es' if NAMES[ranks[0]] == 'six' else 's'}"
    return strength, name


def _flush_lengths(cards: Sequence[Card]) -> Ranked:
    suits = [sorted((card.rank for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
    length, ranks = max((len(suit), suit) for suit in suits)
    return (length, tuple(ranks)), f"{LENGTHS[length]}-card-flush"


def _suit_lengths(cards: Sequence[Card]) -> Ranked:
    """The longest flush and the longest run in a suit, of any suit each; an ace stands at both ends."""
    flush = run = 0
    for suit in range(4):
        suited = [card.rank for card in cards if card.suit == suit]
        held = {*suited}
        flush = max(flush, len(suited))
        for low in (-1, *range(13)):
            top = low
            while (ACE if top == -1 else top) in held and top - low < len(held):
                top += 1
            run = max(run, top - low)
    return (flush, run), f"{LENGTHS[flush]}-card-flush-{LENGTHS[run]}-card-straight-flush"


def _one(cards: Sequence[Card]) -> Ranked:
    (card,) = cards
    return card.rank, "deuce" if not card.rank else NAMES[card.rank]


def _two_alike(cards: Sequence[Card]) -> Ranked:
    first, second = cards
    alike = first.rank == second.rank
    return alike, "equal-ranks" if alike else "different-ranks"


def _starting_hands(cards: Sequence[Card]) -> Ranked:
    """The player's two cards, which come first, and whether the dealer has two aces as well."""
    (low, high), dealer = sorted(cards[:2]), cards[2:]
    top, name = NAMES[high.rank], "no-pair"
    if low.rank == high.rank == ACE:
        name = "aces-against-aces" if all(card.rank == ACE for card in dealer) else "aces"
    elif low.rank == high.rank:
        name = f"pair-of-{top}{'es' if top == 'six' else 's'}"
    elif high.rank == ACE and low.rank >= NAMES.index("jack"):
        name = f"ace-{NAMES[low.rank]}-{'suited' if low.suit == high.suit else 'unsuited'}"
    return -kind("starting-hands").classes.index(name), name


def _as_kind(name: str) -> Callable[[Sequence[Card]], Ranked]:
    found = kind(name)

    def rank(cards: Sequence[Card]) -> Ranked:
        strength = found.rank(cards)
        return strength, found.class_of(strength)

    return rank


POKER = {"three-card": 3, "four-card": 4, "five-card": 5}
OTHERS = {
    "flush-lengths": _flush_lengths,
    "suit-lengths": _suit_lengths,
    "one-card": _one,
    "two-alike": _two_alike,
    "starting-hands": _starting_hands,
}
WRITTEN = (*POKER, *OTHERS)
"""The rankings that are written here."""


class Ranking(dict[int, Ranked]):
    """Strength and class by the set of cards, of which the best count; each set is ranked when first met."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.size = POKER.get(name, 0)
        self.of: Callable[[Sequence[Card]], Ranked] = OTHERS.get(name) or _as_kind(name)

    def of_both(self, own: int, dealer: int) -> Ranked:
        """The same where it matters whose cards they are."""
        key = own << 53 | dealer
        if key not in self:
            self[key] = self.of((*cards_in(own), *cards_in(dealer)))
        return self[key]

    def __missing__(self, cards: int) -> Ranked:
        held = cards_in(cards)
        if not self.size:
            found = self.of(held)
        elif len(held) <= self.size:
            found = _poker(self.size, held)
        else:
            found = max(self[cards & ~(1 << without)] for without in held)
        self[cards] = found
        return found


@cache
def ranking(name: str) -> Ranking:
    """A ranking by the name of its kind."""
    return Ranking(name)


def subsets(cards: int, count: int) -> list[int]:
    """All sets of so many of the cards."""
    return [sum(1 << card for card in some) for some in combinations(cards_in(cards), count)]
