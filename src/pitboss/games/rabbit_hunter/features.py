"""What rules for Rabbit Hunter may name."""

from collections import Counter

from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.strategy import Turn, seen
from pitboss.hands.poker import STRAIGHTS, strength


def _hand(request: Request, view: View) -> int:
    return strength(seen(view.own))


def _high(request: Request, view: View) -> int:
    return max(card.rank for card in seen(view.own)) + 2


def _suited(request: Request, view: View) -> int:
    """Most cards of one suit."""
    return max(Counter(card.suit for card in seen(view.own)).values())


def _completing(request: Request, view: View) -> int:
    """How many ranks would complete a straight."""
    held = {card.rank for card in seen(view.own)}
    missing = [set(run) - held for run in STRAIGHTS]
    return len(set().union(*(ranks for ranks in missing if len(ranks) == 1)))


TURNS = (
    Turn(
        "decision",
        ("play", "play-and-buy", "fold"),
        {"hand": _hand, "high": _high, "suited": _suited, "completing": _completing},
    ),
)
