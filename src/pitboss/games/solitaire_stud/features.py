"""What rules for Solitaire Stud may name."""

from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.strategy import Turn, seen
from pitboss.hands.runs import best_run


def _length(request: Request, view: View) -> int:
    return best_run(seen(view.own)).length


def _top(request: Request, view: View) -> int:
    return best_run(seen(view.own)).top


TURNS = (Turn("decision", ("play", "fold"), {"length": _length, "top": _top}),)
