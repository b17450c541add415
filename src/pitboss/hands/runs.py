"""Solitaire runs: adjacent ranks going down by one, red and black in turn, ace low, king high.

The cards fall into two *weaves*: red on odd numbers with black on even ones, and the reverse. Colours
alternate along a weave by themselves, so a run is a stretch of adjacent numbers in one of the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput

_LENGTHS = ("one", "two", "three", "four", "five", "six", "seven")
_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class Run:
    """A run, compared by its length and then by its top card (ace 1, king 13)."""

    length: int
    top: int
    cards: tuple[Card, ...] = field(compare=False)

    def __str__(self) -> str:
        return f"{_LENGTHS[self.length - 1]}-card run, {_NAMES[self.top - 1]} high"


def number(card: Card) -> int:
    """A card's place in a run: ace 1, king 13."""
    return (card.rank + 1) % 13 + 1


def weave(card: Card) -> int:
    """0 for red on an odd number or black on an even one, else 1."""
    return (number(card) + card.red) % 2


def longest(numbers: int) -> tuple[int, int]:
    """Length and top of the longest, then highest, stretch in a weave given as bits (bit 0 is the ace).

    >>> longest(0b0110111011100)
    (3, 9)
    """
    length, bottoms = _longest(numbers, 1)
    return length, bottoms.bit_length() + length - 1


def _longest(bits: int, apart: int) -> tuple[int, int]:
    """The length of the longest stretches of bits that lie so far apart, and the lowest bit of each."""
    length, bottoms = 0, 0
    while bits:
        length, bottoms, bits = length + 1, bits, bits & bits >> apart
    return length, bottoms


_BITS = tuple(1 << 2 * (number(card) - 1) + weave(card) for card in CARDS)
"""Each card's place among those of both weaves in turn: the next one of its own weave is two bits up."""


def best_run(cards: Sequence[Card]) -> Run:
    """The longest run in one to seven cards, the highest of the longest, its cards from the top down.

    >>> from pitboss.cards import parse_cards
    >>> run = best_run(parse_cards("KhQsJs Jd4c3h2s"))
    >>> run.cards, str(run), run > best_run(parse_cards("5c4d3c 9s9hKdKc"))
    ((Kh, Qs, Jd), 'three-card run, king high', True)
    """
    if not 1 <= len(cards) <= 7:
        raise BadInput(f"a run is made from 1 to 7 cards, not {len(cards)}")
    at = {_BITS[card]: card for card in cards}
    length, bottoms = _longest(sum(at), 2)
    bottom = bottoms.bit_length() - 1
    places = range(bottom + 2 * (length - 1), bottom - 1, -2)
    return Run(length, bottom // 2 + length, tuple([at[1 << place] for place in places]))
