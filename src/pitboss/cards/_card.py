"""A card is a number that knows its rank and suit, and how it is written; some decks have a joker too."""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from pitboss.errors import BadInput

RANK_CHARS = "23456789TJQKA"
SUIT_CHARS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"


class Card(int):
    """One of the 52 cards, or the joker: four times the rank (deuce 0 to ace 12) plus the
    suit (clubs 0 to spades 3); the joker, 52, has neither.

    >>> ace = Card(50)
    >>> ace.rank, ace.suit, str(ace), ace.pretty, ace.red
    (12, 2, 'Ah', 'A♥', True)
    >>> Card(52), Card(52).joker
    (Jk, True)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> "Card":
        if not 0 <= number <= 52:
            raise BadInput(f"{number} is no card; cards are numbered 0 to 51, and the joker is 52")
        return super().__new__(cls, number)

    @property
    def joker(self) -> bool:
        """Whether it is the joker, of no rank and suit."""
        return self == 52

    @property
    def rank(self) -> int:
        """0 for a deuce up to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    @property
    def rank_char(self) -> str:
        return "Jk" if self == 52 else RANK_CHARS[self >> 2]

    @property
    def suit_char(self) -> str:
        return "" if self == 52 else SUIT_CHARS[self & 3]

    @property
    def red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self & 3 in (1, 2)

    @property
    def pretty(self) -> str:
        """The card with its suit as a sign: `A♥`."""
        return "Jk" if self == 52 else RANK_CHARS[self >> 2] + SUIT_SIGNS[self & 3]

    def __str__(self) -> str:
        return "Jk" if self == 52 else RANK_CHARS[self >> 2] + SUIT_CHARS[self & 3]

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


CARDS = tuple(Card(number) for number in range(52))
"""All 52 cards, deuces first; `CARDS[n]` is cheaper than `Card(n)`."""
JOKER = Card(52)
"""The 53rd card of some decks, written `Jk`."""

_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])|jk", re.IGNORECASE)


def parse_card(text: str) -> Card:
    """Read one card: `Ah`, `A♥`, `10h` or `Th`; `Jk` is the joker.

    >>> parse_card("10♦")
    Td
    """
    match = _CARD.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"{_short(text.strip())} is not a card; write rank and suit, as in Ah, Td or 10♦")
    return _card(match)


def parse_cards(text: str, decks: int = 1, deck: Collection[Card] = CARDS) -> tuple[Card, ...]:
    """Read cards of a deck, written together or apart; none may be there more often than in so many decks.

    >>> parse_cards("AhKd 10♠, 2c")
    (Ah, Kd, Ts, 2c)
    """
    cards = []
    for word in re.split(r"[\s,]+", text):
        position = 0
        while position < len(word):
            match = _CARD.match(word, position)
            if match is None:
                wrong = _short(word[position:])
                raise BadInput(f"{wrong} is not a card; write rank and suit, as in Ah, Td or 10♦")
            cards.append(_card(match))
            position = match.end()
    for card, times in Counter(cards).items():
        if times > decks and times > decks * [*deck].count(card):
            where = "one deck" if decks == 1 else f"{decks} decks"
            raise BadInput(f"{card} appears {times} times; {where} cannot give that")
        if (card == JOKER or deck is not CARDS) and card not in deck:
            raise BadInput(f"{card} is none of the cards of this deck")
    return tuple(cards)


def format_cards(cards: Iterable[Card], pretty: bool = False) -> str:
    """Write cards so that `parse_cards` reads them back.

    >>> format_cards(parse_cards("A♥ K♦"))
    'Ah Kd'
    """
    return " ".join(card.pretty if pretty else str(card) for card in cards)


def _card(match: re.Match[str]) -> Card:
    if match[1] is None:
        return JOKER
    rank, suit = match[1].upper().replace("10", "T"), match[2].lower()
    suits = SUIT_SIGNS if suit in SUIT_SIGNS else SUIT_CHARS
    return CARDS[4 * RANK_CHARS.index(rank) + suits.index(suit)]


def _short(text: str) -> str:
    return repr(text if len(text) <= 12 else text[:12] + "…")
