"""What a dealer or a coach calls the cards of a hand, whole or not yet."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.hands.kinds import Kind
from pitboss.hands.runs import best_run


def called(kind: Kind, cards: Sequence[Card]) -> str:
    """What a whole hand is called; nothing while cards are missing.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.hands.kinds import kind
    >>> called(kind("three-card"), parse_cards("QhQd4s")), called(kind("five-card"), parse_cards("QhQd"))
    ('pair of queens, four kicker', '')
    """
    return kind.describe(kind.rank(cards)) if kind.size <= len(cards) <= kind.size_max else ""


def seen(kind: Kind, cards: Sequence[Card]) -> str:
    """What a hand is called in mid-round: by its ranks while cards are missing.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.hands.kinds import kind
    >>> [seen(kind("five-card"), parse_cards(cards)) for cards in ("AhKh", "KhAd", "8s8d", "2h9hKh")]
    ['A-K suited', 'A-K offsuit', '8-8', 'K-9-2 suited']
    """
    if whole := called(kind, cards):
        return whole
    ranks = "-".join(card.rank_char for card in sorted(cards, reverse=True))
    if len({card.rank for card in cards}) < len(cards):
        return ranks
    if len({card.suit for card in cards}) == 1:
        return f"{ranks} suited"
    return f"{ranks} offsuit" if len(cards) == 2 else ranks


def made_of(kind: Kind, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that make the hand, where they are to be shown apart from the rest: those of a run."""
    return best_run(cards).cards if kind.by_suit is not None and kind.by_suit.by_run else ()
