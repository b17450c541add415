"""What rules for Ultimate Texas Hold'em may name."""

from collections import Counter

from pitboss.cards import CARDS
from pitboss.games.contract import Request
from pitboss.games.layout import View
from pitboss.games.strategy import Turn, seen
from pitboss.hands.poker import category, strength


def _high(request: Request, view: View) -> int:
    return max(card.rank for card in seen(view.own)) + 2


def _low(request: Request, view: View) -> int:
    return min(card.rank for card in seen(view.own)) + 2


def _suited(request: Request, view: View) -> int:
    return len({card.suit for card in seen(view.own)}) == 1


def _hand(request: Request, view: View) -> int:
    return strength([*seen(view.own), *seen(view.board)])


def _paired(request: Request, view: View) -> int:
    """Whether a hole card makes a pair, two deuces in the hole apart."""
    one, two = (card.rank for card in seen(view.own))
    return one == two > 0 or any(card.rank in (one, two) for card in seen(view.board))


def _draw(request: Request, view: View) -> int:
    """The highest hole card among four of a suit, 0 without such a draw."""
    hole = seen(view.own)
    suits = Counter(card.suit for card in (*hole, *seen(view.board)))
    return max((card.rank + 2 for card in hole if suits[card.suit] == 4), default=0)


def _three_on_flop(request: Request, view: View) -> int:
    return len({card.rank for card in seen(view.board)}) == 1


def _outs(request: Request, view: View) -> int:
    """How many cards would put the dealer ahead."""
    board = seen(view.board)
    held = {*seen(view.own), *board}
    own = strength([*held])
    return sum(strength([*board, card]) > own for card in CARDS if card not in held)


def _better(request: Request, view: View) -> int:
    """Whether the hole cards make a better kind of hand than the board."""
    board = seen(view.board)
    return category(strength([*seen(view.own), *board])) > category(strength(board))


_HOLE = {"high": _high, "low": _low, "suited": _suited}
TURNS = (
    Turn("preflop", ("check", "play-3x", "play-4x"), _HOLE),
    Turn(
        "flop",
        ("check", "play-2x"),
        {"hand": _hand, "paired": _paired, "draw": _draw, "three_on_flop": _three_on_flop, **_HOLE},
    ),
    Turn("river", ("play-1x", "fold"), {"outs": _outs, "better": _better}),
)
