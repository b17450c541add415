"""A bet on the highest hand at the table: every dealt hand counts, the dealer's and folded ones too."""

from collections.abc import Callable, Sequence

from pitboss.cards import Card
from pitboss.games.against_dealer import Showdown
from pitboss.games.contract import Line, Rules, Wager
from pitboss.games.layout import ALL, NO_CARDS
from pitboss.money import Odds
from pitboss.paytables.model import at_hands

Rank = Callable[[Sequence[Card]], int]
Settle = Callable[[Wager, int, int, Rules], Line]
"""How the bet is settled by the strength of the highest hand and the number of hands dealt."""


def settled_by_highest(wager: Wager, at: Showdown, rank: Rank, settle: Settle) -> Line:
    """The bet settled, with the board if there is one; of a bet that wins the best hand stays exposed."""
    layout = at.layout
    hands = [spot.hands[0] for spot in layout.spots]
    if layout.dealer is not NO_CARDS:
        hands.insert(0, layout.dealer)
    if layout.board is not NO_CARDS:
        layout.board.up = ALL
    strengths = [rank([*hand.cards, *layout.board.cards]) for hand in hands]
    line = settle(wager, max(strengths), len(hands), at.rules)
    if line.outcome == "win":
        hands[strengths.index(max(strengths))].up = ALL
    return line


def odds_at(rules: Rules, bet: str, hand: str, hands: int) -> Odds | None:
    """What a hand of this class pays when so many hands are dealt; nothing where it has no line."""
    pay = rules.pays[bet].get(hand)
    odds = None if pay is None else at_hands(pay, hands)
    assert odds is None or isinstance(odds, Odds)
    return odds
