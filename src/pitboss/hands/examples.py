"""Examples of hands by name, for lessons: left to chance one would wait weeks for a royal flush."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from pitboss.cards import Card
from pitboss.hands.kinds import Kind

TRIED = 8000
KEPT = 24
DRAWN = 2000
"""So many hands of a deck that is not whole are looked at, at most."""


def classes_of(kind: Kind, name: str) -> frozenset[str]:
    """The class of a name, or those it takes in; of a name the kind doesn't know, the longest one within it.

    >>> from pitboss.hands.kinds import kind
    >>> sorted(classes_of(kind("five-card"), "royal-flush-in-hearts"))
    ['royal-flush']
    """
    if name in kind.classes:
        return frozenset([name])
    if name in kind.names:
        return kind.covers(name)
    within = [found for found in kind.classes if found in name]
    return frozenset([max(within, key=len)]) if within else frozenset()


def example(
    kind: Kind, name: str, cards: int, chance: random.Random, deck: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """A hand of this name, of `cards` cards where all of them count; none where no such hand was found.

    Where a deck is given its cards are of this deck.

    >>> from pitboss.hands.kinds import kind
    >>> three = kind("three-card")
    >>> three.class_of(three.rank(example(three, "mini-royal", 3, random.Random(1))))
    'mini-royal'
    """
    size, wanted = min(cards, kind.size_max) if kind.whole else kind.size, classes_of(kind, name)
    known = _examples(kind, size)
    found = [found for one in kind.classes if one in wanted for found in known.get(one, ())]
    if deck:
        found = [held for held in found if {*held} <= {*deck}]
        return chance.choice(found) if found else _drawn(kind, wanted, size, chance, deck)
    if not found:
        return ()
    held = chance.choice(found)
    if not kind.suits_alike:
        return held
    suits = chance.sample(range(4), 4)
    return tuple(Card(card.rank * 4 + suits[card.suit]) for card in held)


def _drawn(
    kind: Kind, wanted: Collection[str], size: int, chance: random.Random, deck: Sequence[Card]
) -> tuple[Card, ...]:
    """A hand of one of these classes among many of this deck."""
    for _ in range(DRAWN if size <= len(deck) else 0):
        held = tuple(chance.sample(deck, size))
        if kind.class_of(kind.rank(held)) in wanted:
            return held
    return ()


@cache
def _examples(kind: Kind, size: int) -> Mapping[str, Sequence[tuple[Card, ...]]]:
    """A few hands of each class: made of few ranks or few suits, or in sequence, rare ones come soon."""
    found: dict[str, list[tuple[Card, ...]]] = {}
    for cards in _candidates(size, random.Random(f"{kind.name} {size}")):
        held = tuple(map(Card, cards))
        kept = found.setdefault(kind.class_of(kind.rank(held)), [])
        if len(kept) < KEPT:
            kept.append(held)
    return found


def _candidates(size: int, chance: random.Random) -> Iterator[list[int]]:
    for number in range(TRIED):
        low, suits = chance.randrange(13), chance.sample(range(4), chance.randint(1, 4))
        if number % 4 == 0:
            yield [(low + step) % 13 * 4 + suits[step % len(suits)] for step in range(size)]
            continue
        ranks = [(low + step) % 13 for step in range(chance.randint(1, 13))]
        deck = [rank * 4 + suit for rank in ranks for suit in suits]
        if len(deck) >= size:
            yield chance.sample(deck, size)
