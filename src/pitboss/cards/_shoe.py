"""A shoe: an order of cards and how far it has been dealt."""

from collections.abc import Iterable

from pitboss.cards._card import Card
from pitboss.errors import BadInput


class Shoe:
    """Cards in the order they come out; a round that is replayed gets the same order again.

    >>> from pitboss.cards import parse_cards
    >>> shoe = Shoe(parse_cards("2c3c4c 5c6c"))
    >>> shoe.cut(1)
    >>> shoe.burn(), shoe.deal(), shoe.deal_packet(2), shoe.remaining
    (3c, 4c, (5c, 6c), 1)
    """

    __slots__ = ("_dealt", "_order")

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = tuple(order)
        self._dealt = 0

    @property
    def remaining(self) -> int:
        """How many cards have not come out yet."""
        return len(self._order) - self._dealt

    def deal(self) -> Card:
        """The next card."""
        return self.deal_packet(1)[0]

    def deal_packet(self, count: int) -> tuple[Card, ...]:
        """The next cards, as a shuffler dispenses them."""
        if not 0 <= count <= self.remaining:
            raise BadInput(f"{count} cards cannot be dealt; {self.remaining} are left")
        packet = self._order[self._dealt : self._dealt + count]
        self._dealt += count
        return packet

    def burn(self) -> Card:
        """Take the next card out of play; it is returned for the record, not to be shown."""
        return self.deal()

    def cut(self, count: int) -> None:
        """Move this many cards from the top to the bottom, before anything is dealt."""
        if self._dealt:
            raise BadInput("the cards are cut before the first is dealt")
        if not 0 <= count <= len(self._order):
            raise BadInput(f"{count} cards cannot be cut off {len(self._order)}")
        self._order = self._order[count:] + self._order[:count]
