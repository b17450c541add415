"""Where a seat stands in a round that is dealt: what conditions ask of its cards, bets and answers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pitboss.cards import Card
from pitboss.games.language import form
from pitboss.games.language.evaluate import Seen
from pitboss.games.language.expressions import Expression, Part, Term
from pitboss.games.layout import ALL, Hand, Layout, Spot

if TYPE_CHECKING:
    from pitboss.games.procedure import Procedure

_NONE: Mapping[str, Any] = MappingProxyType({})
_NO_NAMES: frozenset[str] = frozenset()
NOTHING, CLOSED, SEATS = range(3)
"""What is not known from somewhere: nothing, cards that lie face down, or whatever a seat holds."""


class Dealing:
    """A round as the dealer sees it: the hands of dealer and table by place, the seats, what was told."""

    __slots__ = ("act", "by", "layout", "over", "places", "seats", "strengths", "told")

    def __init__(self, by: "Procedure", layout: Layout) -> None:
        self.by = by
        self.layout = layout
        self.places: dict[str, Hand] = {}
        self.told: dict[str, bool] = {}
        """What the house has told, by the name of a term or as it is written."""
        self.over = False
        """Whether nobody is asked any more, because the house said so."""
        self.act = 0
        """The number of the act that is done now."""
        self.strengths: dict[int, Any] = {}
        """What the hands of dealer and table make, by their numbers."""
        self.seats = [Seat(self, spot) for spot in layout.spots]

    def tell(self, of: Expression, holds: bool) -> None:
        """Say to all whether something holds."""
        self.told[of.name if isinstance(of, Term) else str(of)] = holds

    def told_plainly(self, of: Expression) -> bool | None:
        """What was told of a condition that is no term."""
        known = self.by.told
        return self.told.get(str(of)) if any(of == one for one in known) else None

    def changed(self) -> None:
        """Cards have come or gone: what hands made is no more."""
        self.strengths.clear()
        for seat in self.seats:
            seat.here.strengths.clear()


class Seat:
    """A seat of the round: its hands by place, what it answered, and its cards as they lay after an act."""

    __slots__ = (
        "answers", "away", "back", "dealing", "hands", "here", "joined", "lacks", "owed", "riders", "snaps",
        "spot",
    )  # fmt: skip

    def __init__(self, dealing: Dealing, spot: Spot) -> None:
        self.dealing = dealing
        self.spot = spot
        self.hands: dict[str, list[Hand]] = {}
        self.joined: Mapping[str, list[Hand]] = _NONE
        """Cards of another place that were taken into the hand of a place."""
        self.away: frozenset[str] = _NO_NAMES
        """Places whose cards are no longer the seat's."""
        self.answers: frozenset[tuple[str, int, str]] = frozenset()
        """The choices taken that conditions ask for: at which act, for which hand, and what it is called."""
        self.back: frozenset[str] = _NO_NAMES
        """Bets that were taken back."""
        self.riders: Mapping[str, int] = _NONE
        """What a win is reckoned on, of riders laid in the round."""
        self.snaps: dict[str, dict[str, tuple[Card, ...]]] | None = None
        """The cards of each place as they lay after an act."""
        self.owed: tuple[str, ...] = ()
        """Bets that are to be settled when the seat's turn comes."""
        self.lacks: dict[str, int] = _NONE  # type: ignore[assignment]
        """Cards of places that a folded hand was not dealt."""
        self.here = Standing(self)

    def join(self, place: str, other: str) -> None:
        """The cards of another place join the hand of a place."""
        self.joined = {**self.joined, place: [*self.joined.get(place, ()), *self.hands.get(other, ())]}
        self.here.plain = False

    def snap(self, act: str) -> None:
        """Remember how the cards lie."""
        if self.snaps is None:
            self.snaps = {}
        self.snaps[act] = {place: tuple(hands[0].cards) for place, hands in self.hands.items()}


class Standing:
    """What conditions ask, from a seat and one of its hands; it is a `State` of the language."""

    __slots__ = ("as_of", "everywhere", "hides", "plain", "seat", "shared", "strengths", "turn")

    def __init__(
        self,
        seat: Seat,
        turn: Hand | None = None,
        as_of: str = form.END,
        hides: int = NOTHING,
        everywhere: bool = False,
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.as_of = as_of
        self.hides = hides
        self.everywhere = everywhere
        """Whether `each` hand is one of every seat: in an act of the house."""
        self.strengths: dict[int, Any] = {}
        self.shared = self.strengths if hides == CLOSED else seat.dealing.strengths
        """Where it is kept what the hands of dealer and table make."""
        self.plain = not hides and as_of == form.END and not seat.joined
        """Whether cards are known here as they lie at last, and no place has taken others in."""

    def hand(self, part: Part) -> Hand | None:
        """The hand that a place and a number mean; without one it is that whose turn it is, or the first."""
        place, number = part.place, part.number
        hands = self.seat.hands.get(place)
        if hands is None:
            return self.seat.dealing.places.get(place)
        if number:
            return next((one for one in hands if one.dealt == number and not one.part), None)
        if self.turn is not None and len(hands) > 1 and self.turn in hands:
            return self.turn
        return hands[0]

    def cards(self, part: Part) -> Seen | None:
        """The cards of a place as they lie; None each that is not known here."""
        seat, place = self.seat, part.place
        if self.hides and self._closed(place):
            return None
        hand = self.hand(part)
        if hand is None or place in seat.away:
            return ()
        cards: Sequence[Card | None] = hand.cards
        if self.as_of != form.END:
            cards = self._as_they_lay(place, hand)
        elif place in seat.joined and hand is seat.hands[place][0]:
            cards = [*cards, *(card for other in seat.joined[place] for card in other.cards)]
        if self.hides and hand.up != ALL:
            cards = [card if hand.up >> at & 1 else None for at, card in enumerate(cards)]
        if part.positions is None:
            return cards
        return cards[part.positions[0] - 1 : part.positions[1]]

    def _closed(self, place: str) -> bool:
        """Whether nothing is known of a place, as it may change, or is a seat's."""
        dealing = self.seat.dealing
        if self.hides == SEATS:
            return dealing.by.of_seat[place]
        return self.as_of == form.END and dealing.by.changes(place, dealing.act)

    def _as_they_lay(self, place: str, hand: Hand) -> tuple[Card, ...]:
        """The cards after the act that a bet names, or of those dealt the ones that are still there."""
        act = self.seat.dealing.by.first if self.as_of == form.KEPT else self.as_of
        then = (self.seat.snaps or {}).get(act, {}).get(place, tuple(hand.cards))
        return tuple(card for card in then if card in hand.cards) if self.as_of == form.KEPT else then

    def count(self, part: Part) -> int | None:
        """How many cards a place has."""
        cards = self.cards(part)
        return None if cards is None else len(cards)

    def fact(self, name: str) -> bool | int | None:
        """What is so of the seat, or of the hand whose turn it is."""
        dealing = self.seat.dealing
        match name:
            case "folded":
                return self.seat.spot.folded
            case "hands-dealt":
                return len(dealing.seats) + dealing.by.dealer_has_hand
            case "decks":
                return dealing.by.game.shoe.decks
        hands = next((hands for hands in self.seat.hands.values() if self.turn in hands), [])
        parts = sum(one.dealt == self.turn.dealt for one in hands) if self.turn is not None else 1
        if name == "hands":
            return parts
        return parts > 1 and (name == "split" or bool(self.turn is not None and self.turn.part))

    def number(self, act: str) -> int:
        """Which of a seat's hands an act is asked of: 0 where it is asked of the seat."""
        each = self.seat.dealing.by.each.get(act, "")
        if not each:
            return 0
        hand = self.hand(Part(each))
        return 0 if hand is None else id(hand)

    def answer(self, act: str, choice: str) -> bool | None:
        """Whether a choice was taken."""
        return (act, self.number(act), choice) in self.seat.answers

    def laid(self, bet: str) -> bool | None:
        """Whether there is money on a bet."""
        slug = self.seat.dealing.by.laid_as(bet, self.turn)
        return (slug in self.seat.spot.staked or slug in self.seat.riders) and slug not in self.seat.back

    def paid(self, bet: str) -> Fraction | None:
        """What a bet was paid, in units of the first bet; None while it is not settled."""
        layout, spot = self.seat.dealing.layout, self.seat.spot
        lines = [line.paid_cents for line in layout.lines if (line.seat, line.bet) == (spot.seat, bet)]
        unit = spot.staked.get(self.seat.dealing.by.game.unit.slug, 1)
        return Fraction(sum(lines), unit) if lines else None

    def told(self, of: Expression) -> bool | None:
        """What the house has told of a condition, if it has; a term is known by its name."""
        told = self.seat.dealing.told
        if not told:
            return None
        return told.get(of.name) if isinstance(of, Term) else self.seat.dealing.told_plainly(of)

    def each(self, place: str) -> "Sequence[Standing]":
        """The round as seen by each hand of a place: of this seat, or of all in an act of the house."""
        seats = self.seat.dealing.seats if self.everywhere else [self.seat]
        return [self.at(hand, seat) for seat in seats for hand in seat.hands.get(place, ())]

    def seats(self) -> "Sequence[Standing]":
        """The round as seen by each seat."""
        return [self.at(None, seat) for seat in self.seat.dealing.seats]

    def at(self, turn: Hand | None, seat: Seat | None = None) -> "Standing":
        """The same from another hand, or from another seat."""
        return Standing(seat or self.seat, turn, self.as_of, self.hides, self.everywhere)
