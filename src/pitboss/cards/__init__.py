"""Cards, their notation, shuffles and shoes."""

from pitboss.cards._card import CARDS, JOKER, RANK_CHARS, Card, format_cards, parse_card, parse_cards
from pitboss.cards._shoe import Shoe
from pitboss.cards._shuffle import DECKS_MAX, SeededShuffle, shuffled

__all__ = [
    "CARDS",
    "DECKS_MAX",
    "JOKER",
    "RANK_CHARS",
    "Card",
    "SeededShuffle",
    "Shoe",
    "format_cards",
    "parse_card",
    "parse_cards",
    "shuffled",
]
