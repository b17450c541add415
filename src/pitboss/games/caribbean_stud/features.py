"""What rules for Caribbean Stud may name."""

from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.strategy import Turn, seen, upcard
from pitboss.hands.poker import strength


def _hand(request: Request, view: View) -> int:
    return strength(seen(view.own))


def _upcard(request: Request, view: View) -> int:
    return upcard(view).rank + 2


def _held(request: Request, view: View) -> int:
    """Whether the upcard's rank is in the hand."""
    return any(card.rank == upcard(view).rank for card in seen(view.own))


def _high(request: Request, view: View) -> int:
    return max(card.rank for card in seen(view.own)) + 2


TURNS = (Turn("decision", ("bet", "fold"), {"hand": _hand, "upcard": _upcard, "held": _held, "high": _high}),)
