"""Suit-canonical forms: hands that differ only in the names of suits are one class with a weight."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from pitboss.cards import CARDS, Card


def canonical(*groups: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The deal that stands for all that differ only in the names of suits and the order within a group.

    Groups stand for what must be kept apart, as hole cards and flop; all cards are from one deck.

    >>> from pitboss.cards import parse_cards
    >>> canonical(parse_cards("7h6h"), parse_cards("2cAh2d"))
    ((7s, 6s), (As, 2h, 2d))
    """
    holdings = _holdings(groups)
    names = {
        suit: 3 - place for place, suit in enumerate(sorted(range(4), key=lambda suit: holdings[suit])[::-1])
    }
    return tuple(
        tuple(sorted((CARDS[4 * card.rank + names[card.suit]] for card in group), reverse=True))
        for group in groups
    )


def weight(*groups: Iterable[Card]) -> int:
    """How many deals share this one's canonical form.

    >>> from pitboss.cards import parse_cards
    >>> [weight(parse_cards(hand)) for hand in ("AsAh", "AsKs", "AsKh")]
    [6, 4, 12]
    """
    return _renamings(_holdings(groups))


def classes(count: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Each canonical hand of so many cards with its weight; the weights add up to all hands.

    >>> sum(1 for _ in classes(3)), sum(weight for _, weight in classes(3))
    (1755, 22100)
    """
    by_size = [
        sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size))
        for size in range(min(count, 13) + 1)
    ]

    def deals(held: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(held) == 4:
            yield held
            return
        for size in range(left if len(held) == 3 else 0, min(left, 13) + 1):
            for ranks in by_size[size]:
                if held and ranks > held[-1]:
                    break
                yield from deals((*held, ranks), left - size)

    for holdings in deals((), count):
        spades, hearts, diamonds, clubs = holdings
        cards = _cards(spades, 3) + _cards(hearts, 2) + _cards(diamonds, 1) + _cards(clubs, 0)
        yield tuple(sorted(cards, reverse=True)), _renamings(holdings)


@cache
def _cards(ranks: int, suit: int) -> tuple[Card, ...]:
    return tuple(CARDS[4 * rank + suit] for rank in range(13) if ranks >> rank & 1)


def _holdings(groups: Iterable[Iterable[Card]]) -> tuple[int, ...]:
    """What each suit holds, as bits: thirteen ranks for each group."""
    held = [0, 0, 0, 0]
    for place, group in enumerate(groups):
        for card in group:
            held[card.suit] |= 1 << 13 * place + card.rank
    return tuple(held)


def _renamings(holdings: tuple[int, ...]) -> int:
    """In how many ways four suits can have these holdings: 24, divided by m! for each that m suits share."""
    _, second, third, fourth = holdings
    return 24 // (holdings[:2].count(second) * holdings[:3].count(third) * holdings.count(fourth))
