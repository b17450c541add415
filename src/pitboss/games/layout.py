"""What lies on the table while a round is dealt: cards with their faces, chips, and the lines settled."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.contract import Claim, Line, Rules, Wager

DOWN = 0
ALL = -1
DEALER = 0
"""The dealer's number among the owners of cards, and the viewer who sees only what is face up."""


class Hand:
    """Cards that lie together; bit i of `up`: card i is face up, of `known`: its owner has seen it."""

    __slots__ = ("cards", "dealt", "known", "name", "owner", "part", "up")

    def __init__(
        self, owner: int, name: str, cards: Sequence[Card], up: int, known: int, dealt: int = 0, part: int = 0
    ) -> None:
        self.owner = owner
        self.name = name
        self.cards = cards
        self.up = up
        self.known = known
        self.dealt = dealt
        """Which it is of several hands that a seat was dealt."""
        self.part = part
        """Which part it is of a hand that was split."""

    def seen_by(self, seat: int) -> tuple[Card | None, ...]:
        """The cards as this seat sees them: None is a card back."""
        faces = self.up | self.known if seat == self.owner else self.up
        if faces == ALL:
            return tuple(self.cards)
        return tuple([card if faces >> place & 1 else None for place, card in enumerate(self.cards)])


NO_CARDS = Hand(DEALER, "", (), DOWN, DOWN)
"""What lies where nothing has been dealt."""


class Spot:
    """A seat in the round: the wagers not yet settled, all it has laid, the hands, and whether it folded."""

    __slots__ = ("decided", "folded", "hands", "seat", "staked", "thrown", "wagers")

    def __init__(self, seat: int, laid: Mapping[str, int]) -> None:
        self.seat = seat
        self.wagers = {bet: Wager(seat, bet, cents) for bet, cents in laid.items()}
        self.staked = dict(laid)
        self.hands: list[Hand] = []
        self.decided: list[str] = []
        self.folded = False
        self.thrown: tuple[Card, ...] = ()
        """The cards it has exchanged."""

    def stake(self, bet: str, cents: int) -> None:
        """Lay chips in the course of the round; on a bet that has some, they are added."""
        self.staked[bet] = self.staked.get(bet, 0) + cents
        laid = self.wagers.get(bet)
        self.wagers[bet] = Wager(self.seat, bet, cents if laid is None else laid.cents + cents)


class HandView(NamedTuple):
    """A hand as somebody sees it."""

    name: str
    cards: tuple[Card | None, ...]


class View(NamedTuple):
    """What a seat may see: its own cards, every card that is face up, all chips; seat 0 is an onlooker."""

    seat: int
    dealer: tuple[Card | None, ...]
    board: tuple[Card | None, ...]
    hands: dict[int, tuple[HandView, ...]]
    wagers: dict[int, dict[str, int]]
    folded: tuple[int, ...]
    decided: tuple[str, ...] = ()
    """What the viewer's seat has decided so far."""

    @property
    def own(self) -> tuple[Card | None, ...]:
        """The first hand of the viewer's seat."""
        return self.hands[self.seat][0].cards


class Layout:
    """The state a script works on; it deals from the given order and takes every wager off exactly once."""

    __slots__ = ("_by_seat", "boards", "claims", "dealers", "dealt", "lines", "order", "rules", "spots")

    def __init__(self, rules: Rules, wagers: Mapping[int, Mapping[str, int]], order: Sequence[Card]) -> None:
        self.rules = rules
        self.order = order
        self.dealt = 0
        self.spots: list[Spot] = []
        self._by_seat: dict[int, Spot] = {}
        for seat in sorted(wagers):
            self._by_seat[seat] = spot = Spot(seat, wagers[seat])
            self.spots.append(spot)
        self.dealers: list[Hand] = []
        """The hands before the dealer."""
        self.boards: list[Hand] = []
        """Those in the middle of the table."""
        self.lines: list[Line] = []
        self.claims: list[Claim] = []

    @property
    def dealer(self) -> Hand:
        """The first hand before the dealer."""
        return self.dealers[0] if self.dealers else NO_CARDS

    @dealer.setter
    def dealer(self, hand: Hand) -> None:
        self.dealers[:1] = [hand]

    @property
    def board(self) -> Hand:
        """The first cards in the middle of the table."""
        return self.boards[0] if self.boards else NO_CARDS

    def draw(self, count: int) -> Sequence[Card]:
        """The next cards of the order."""
        start = self.dealt
        self.dealt = end = start + count
        if end > len(self.order):
            raise BadInput(f"the deck of {len(self.order)} cards has run out")
        return self.order[start:end]

    def deal(self, spot: Spot, name: str, count: int, up: int = DOWN, known: int = ALL) -> Hand:
        """Deal a hand to a seat, by default to be seen by that player only."""
        hand = Hand(spot.seat, name, self.draw(count), up, known)
        spot.hands.append(hand)
        return hand

    def deal_dealer(self, count: int, up: int = DOWN) -> Hand:
        """Deal the dealer's hand."""
        self.dealer = Hand(DEALER, "dealer", self.draw(count), up, DOWN)
        return self.dealer

    def lay(self, hand: Hand, dealers: bool) -> None:
        """Lay a hand before the dealer, or in the middle of the table."""
        (self.dealers if dealers else self.boards).append(hand)

    def lying(self, hand: Hand) -> list[Hand]:
        """The hands among which one lies, before the dealer or in the middle."""
        return self.dealers if hand in self.dealers else self.boards

    def exchange(self, spot: Spot, hand: Hand, places: Iterable[int], looks: bool) -> None:
        """Take cards of a hand away, counted from the lowest up, for the next of the deck.

        These lie unseen unless the seat `looks` at them, to decide once more.
        """
        thrown = [sorted(hand.cards)[place - 1] for place in places]
        kept = list(hand.cards)
        for card in thrown:
            kept.remove(card)
        spot.thrown += (*thrown,)
        hand.cards, hand.known = (*kept, *self.draw(len(thrown))), ALL if looks else (1 << len(kept)) - 1

    def settle(self, line: Line) -> None:
        """Take a wager off the layout, once, and record how it was settled."""
        del self._by_seat[line.seat].wagers[line.bet]
        self.lines.append(line)

    def pay(self, line: Line) -> None:
        """Record what is paid besides on a wager that is settled by a line of its own."""
        self.lines.append(line)

    def settling(self) -> list[Spot]:
        """The seats in the order of settlement: from the dealer's right unless the house says otherwise."""
        return self.spots[:: 1 if self.rules.options["settlement_order"] == "left-to-right" else -1]

    def staked_cents(self, seat: int) -> int:
        """All a seat has laid in the round so far, settled or not."""
        return sum(self._by_seat[seat].staked.values())

    def view(self, seat: int) -> View:
        """What a seat may see; seat 0 is an onlooker."""
        return View(
            seat,
            _seen_by(self.dealers, seat),
            _seen_by(self.boards, seat),
            {
                spot.seat: tuple([HandView(hand.name, hand.seen_by(seat)) for hand in spot.hands])
                for spot in self.spots
            },
            {spot.seat: spot.staked.copy() for spot in self.spots},
            tuple([spot.seat for spot in self.spots if spot.folded]),
            tuple(self._by_seat[seat].decided) if seat in self._by_seat else (),
        )

    def decided(self, seat: int, decision: str) -> None:
        """Note what a seat has decided."""
        self._by_seat[seat].decided.append(decision)


def _seen_by(hands: Sequence[Hand], seat: int) -> tuple[Card | None, ...]:
    """The cards of several hands as a seat sees them."""
    if len(hands) == 1:
        return hands[0].seen_by(seat)
    return tuple([card for hand in hands for card in hand.seen_by(seat)])
