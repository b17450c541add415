"""A simple way to play Blackjack Switch: points decide the switch, a chart for the pushing 22 the play."""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import Card
from pitboss.games import HandView, Request, View
from pitboss.hands.blackjack import total, value

WORDS = (
    "Never insure. Switch when the two hands then have more points: ten for 21, six for 20, two for 19, 11 "
    "and a pair of aces, one for 10, none for 18; less one for 9 and soft 13 to 17, two for 8 or less, "
    "three for 12 and 17, four for 13 to 16. Split aces always; eights against 2 to 9, nines against 4 to "
    "6, 8 and 9, sevens against 3 to 7, sixes against 4 to 6, twos and threes against 5 to 7. Double 11 "
    "against 2 to 9, 10 against 2 to 8, 9 against 6, soft 17 and 18 against 5 and 6. Stand on 17, on 14 "
    "against 2 to 6, on 13 against 3 to 6, on 12 against 5 and 6; on soft 19, and on soft 18 against 2 to "
    "8. Else hit."
)

_POINTS = {21: 10, 20: 6, 19: 2, 18: 0, 17: -3, 12: -3, 11: 2, 10: 1, 9: -1}
_SPLITS = {
    1: range(1, 11),
    2: (5, 6, 7),
    3: (5, 6, 7),
    6: (4, 5, 6),
    7: (3, 4, 5, 6, 7),
    8: range(2, 10),
    9: (4, 5, 6, 8, 9),
}
"""The upcards against which a pair is split."""
_DOUBLES = {11: range(2, 10), 10: range(2, 9), 9: (6,)}
_STANDS = {12: (5, 6), 13: (3, 4, 5, 6), 14: range(2, 7), 15: range(2, 7), 16: range(2, 7)}
_SOFT_STANDS = {18: range(2, 9), 19: range(1, 11), 20: range(1, 11)}


@cache
def points(first: Card, second: Card) -> int:
    """How good two cards are to begin with.

    >>> from pitboss.cards import parse_cards
    >>> points(*parse_cards("KhAd")), points(*parse_cards("Kh6d")), points(*parse_cards("Ah6d"))
    (10, -4, -1)
    """
    now, soft = total((first, second))
    if soft and now < 18:
        return 2 if now == 12 else -1
    return _POINTS.get(now, -2 if now < 9 else -4)


def switches(first: Sequence[Card], second: Sequence[Card]) -> bool:
    """Whether the second cards of two hands should change places.

    >>> from pitboss.cards import parse_cards
    >>> switches(parse_cards("Kh5d"), parse_cards("6cTs"))
    True
    """
    (a, b), (c, d) = first, second
    return points(a, d) + points(c, b) > points(a, b) + points(c, d)


def plays(cards: Sequence[Card], upcard: Card, choices: Sequence[str]) -> str:
    """What the chart says of a hand, among the choices there are.

    >>> from pitboss.cards import parse_cards
    >>> plays(parse_cards("6h5d"), parse_cards("9c")[0], ("hit", "stand", "double"))
    'double'
    """
    up = value(upcard)
    now, soft = total(cards)
    if "split" in choices and up in _SPLITS.get(value(cards[0]), ()):
        return "split"
    if "hit" not in choices:
        return "stand"
    if "double" in choices and up in ((5, 6) if soft and now in (17, 18) else _DOUBLES.get(now, ())):
        return "double"
    if soft:
        return "stand" if up in _SOFT_STANDS.get(now, ()) else "hit"
    return "stand" if now >= 17 or up in _STANDS.get(now, ()) else "hit"


def decide(request: Request, view: View) -> str:
    """A seat's decision: about insurance, the switch, or the hand whose turn it is."""
    stage = request.stage
    if stage.startswith("insurance"):
        return "decline"
    hands = view.hands[request.seat]
    if stage == "switch":
        return "switch" if switches(_seen(hands[0]), _seen(hands[1])) else "keep"
    upcard = view.dealer[0]
    assert upcard is not None
    hand = next(hand for hand in hands if hand.name == stage)
    return plays(_seen(hand), upcard, [choice.name for choice in request.choices])


def _seen(hand: HandView) -> Sequence[Card]:
    return [card for card in hand.cards if card is not None]
