"""Bots: a strategy is a value handed to a seat; it sees what that seat sees and names one of the choices."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.games import Request, View, rabbit_hunter, solitaire_stud
from pitboss.hands.poker import CATEGORY_FLOOR, Category, category, strength
from pitboss.hands.runs import best_run
from pitboss.table import simple_switch


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play: its name, its rule in words, and the decision it takes in a seat's view."""

    name: str
    words: str
    decide: Callable[[Request, View], str]


def random_play(seed: int | str) -> Strategy:
    """Any legal choice, each as likely as the others, from a private generator."""
    draw = random.Random(seed).choice
    return Strategy(
        "random", "Any legal choice.", lambda request, view: draw([choice.name for choice in request.choices])
    )


def legal(request: Request, wanted: str, otherwise: str) -> str:
    """The wanted decision if it is offered (there may be too few chips for it), else the other one.

    >>> from pitboss.games import Choice
    >>> legal(Request(1, "", "", (Choice("fold", "Fold"),)), "bet", "fold")
    'fold'
    """
    return wanted if any(choice.name == wanted for choice in request.choices) else otherwise


def _cards(seen: Sequence[Card | None]) -> list[Card]:
    return [card for card in seen if card is not None]


_ACE_KING_JACK = strength(parse_cards("AcKdJh8s3c"))


def _caribbean_stud(request: Request, view: View) -> str:
    hand = strength(_cards(view.own))
    return legal(request, "bet", "fold") if hand >= _ACE_KING_JACK else "fold"


_SUITED_LEAST = {12: 0, 11: 0, 10: 4, 9: 6}
_UNSUITED_LEAST = {12: 0, 11: 3, 10: 6, 9: 8}
"""The lowest second card with which to raise before the flop, by the higher card's rank."""
_OUTS_MAX = 20


def raises_before_flop(hole: Sequence[Card]) -> bool:
    """Whether the chart for Ultimate Texas Hold'em raises these two cards.

    >>> raises_before_flop(parse_cards("Kh5d")), raises_before_flop(parse_cards("Kh4d"))
    (True, False)
    """
    low, high = sorted(card.rank for card in hole)
    if low == high:
        return low > 0
    least = _SUITED_LEAST if hole[0].suit == hole[1].suit else _UNSUITED_LEAST
    return low >= least.get(high, 13)


def raises_on_flop(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    """Two pair or better; a pair with a hole card, but not two deuces; a flush draw with a high hole card.

    >>> raises_on_flop(parse_cards("Th2h"), parse_cards("5h9hKc"))
    True
    """
    ranks = [card.rank for card in flop]
    if strength([*hole, *flop]) >= CATEGORY_FLOOR[Category.TWO_PAIR] and len(set(ranks)) > 1:
        return True
    if any(card.rank in ranks for card in hole):
        return True
    if hole[0].rank == hole[1].rank:
        return hole[0].rank > 0
    suit, count = Counter(card.suit for card in (*hole, *flop)).most_common(1)[0]
    return count == 4 and any(card.suit == suit and card.rank >= 8 for card in hole)


def plays_river(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    """A hand better in kind than the board alone, or fewer than 21 cards that would put the dealer ahead."""
    own = strength([*hole, *board])
    if category(own) > category(strength(board)):
        return True
    held = {*hole, *board}
    outs = sum(strength([*board, card]) > own for card in CARDS if card not in held)
    return outs <= _OUTS_MAX


def _holdem(request: Request, view: View) -> str:
    hole, board = _cards(view.own), _cards(view.board)
    if request.stage == "preflop":
        return legal(request, "play-4x", "check") if raises_before_flop(hole) else "check"
    if request.stage == "flop":
        return legal(request, "play-2x", "check") if raises_on_flop(hole, board) else "check"
    return legal(request, "play-1x", "fold") if plays_river(hole, board) else "fold"


def _rabbit_hunter(request: Request, view: View) -> str:
    hand = strength(_cards(view.own))
    return legal(request, "play", "fold") if hand >= rabbit_hunter.QUALIFIES else "fold"


def _solitaire_stud(request: Request, view: View) -> str:
    run = best_run(_cards(view.own))
    return "fold" if run < solitaire_stud.QUALIFIES else legal(request, "play", "fold")


SIMPLE: dict[str, Strategy] = {
    "caribbean-stud": Strategy("simple", "Bet ace-king-jack-8-3 or better, else fold.", _caribbean_stud),
    "ultimate-texas-holdem": Strategy(
        "simple",
        "Before the flop play 4x with a pair of threes or better, any ace, king-2 suited or king-5, queen-6 "
        "suited or queen-8, jack-8 suited or jack-ten. On the flop play 2x with two pair, a pair that uses "
        "a hole card, or a flush draw with a hole card of ten or better. At the river play 1x when the "
        "hole cards improve the board, or fewer than 21 cards beat you; else fold.",
        _holdem,
    ),
    "blackjack-switch": Strategy("simple", simple_switch.WORDS, simple_switch.decide),
    "rabbit-hunter": Strategy("simple", "Play ace high or better, never buy; else fold.", _rabbit_hunter),
    "solitaire-stud": Strategy("simple", "Play five-four or better, else fold.", _solitaire_stud),
}
"""A simple way to play each game; those of Caribbean Stud and Hold'em are widely published."""
