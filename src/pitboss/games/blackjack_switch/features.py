"""What rules for Blackjack Switch may name."""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import Card
from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.strategy import Turn, seen, upcard
from pitboss.hands.blackjack import total, value

_POINTS = {21: 10, 20: 6, 19: 2, 18: 0, 17: -3, 12: -3, 11: 2, 10: 1, 9: -1}


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


def _dealt(view: View) -> list[list[Card]]:
    return [seen(hand.cards) for hand in view.hands[view.seat]]


def _before(request: Request, view: View) -> int:
    (a, b), (c, d) = _dealt(view)
    return points(a, b) + points(c, d)


def _after(request: Request, view: View) -> int:
    (a, b), (c, d) = _dealt(view)
    return points(a, d) + points(c, b)


def _tens(request: Request, view: View) -> int:
    return sum(value(card) == 10 for cards in _dealt(view) for card in cards)


def _upcard(request: Request, view: View) -> int:
    return value(upcard(view))


def _hand(request: Request, view: View) -> Sequence[Card]:
    """The hand whose turn it is."""
    return next(seen(hand.cards) for hand in view.hands[view.seat] if hand.name == request.stage)


def _total(request: Request, view: View) -> int:
    return total(_hand(request, view)).value


def _soft(request: Request, view: View) -> int:
    return total(_hand(request, view)).soft


def _pair(request: Request, view: View) -> int:
    """What the cards of a pair count, 0 without one."""
    counts = [value(card) for card in _hand(request, view)]
    return counts[0] if len(counts) == 2 and counts[0] == counts[1] else 0


def _cards(request: Request, view: View) -> int:
    return len(_hand(request, view))


TURNS = (
    Turn("insurance", ("insure", "decline"), {"tens": _tens}, otherwise="decline"),
    Turn(
        "switch",
        ("switch", "keep"),
        {"points_before": _before, "points_after": _after, "upcard": _upcard},
    ),
    Turn(
        "play",
        ("hit", "stand", "double", "split"),
        {"total": _total, "soft": _soft, "pair": _pair, "cards": _cards, "upcard": _upcard},
    ),
)
