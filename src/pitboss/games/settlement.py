"""Lines of a settlement: a wager wins by odds, loses, or comes back."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.games.contract import EVEN as EVEN
from pitboss.games.contract import Line, Rules, Ruling, Wager
from pitboss.money import Odds
from pitboss.paytables.model import at_hands

Settle = Callable[[Wager, Any, Any, Rules], Line]
"""How a bet is settled by the player's hand, which may be unseen, and the dealer's."""


def win(wager: Wager, odds: Odds, ruling: Ruling, player: Any = None, dealer: Any = None) -> Line:
    """The wager is paid at these odds; a part of a cent, which only odd chips can make, stays with the house.

    >>> win(Wager(1, "blind", 500), Odds.parse("3 to 2"), Ruling("", 1, "")).net_cents
    750
    """
    seat, bet, cents = wager
    paid = odds.pays_rounded_down(cents)
    return Line(seat, bet, cents, "win", odds, paid, cents if odds.stake_back else 0, ruling, player, dealer)


def lose(wager: Wager, ruling: Ruling, player: Any = None, dealer: Any = None) -> Line:
    """The wager goes to the house."""
    seat, bet, cents = wager
    return Line(seat, bet, cents, "lose", None, 0, 0, ruling, player, dealer)


def push(wager: Wager, ruling: Ruling, player: Any = None, dealer: Any = None) -> Line:
    """The wager comes back, no more."""
    seat, bet, cents = wager
    return Line(seat, bet, cents, "push", None, 0, cents, ruling, player, dealer)


UNSAID = Ruling("", 0, "")
"""For settlements of which only the money matters."""


def settled(
    wager: Wager,
    odds: Odds | None,
    ruling: Ruling = UNSAID,
    player: Any = None,
    dealer: Any = None,
    rounds: str = "exact",
    commission: Fraction | None = None,
) -> Line:
    """A wager paid at these odds, of which none are a loss and 0 to 1 a push; of less a part goes back."""
    if odds is not None and odds.net >= 0:
        if commission and odds.numerator:
            return _less(win(wager, odds, ruling, player, dealer), commission, rounds)
        return (
            win(wager, odds, ruling, player, dealer)
            if odds.numerator
            else push(wager, ruling, player, dealer)
        )
    lost = lose(wager, ruling, player, dealer)
    return lost if odds is None else lost._replace(returned_cents=_part(odds, wager.cents, rounds))


def _less(line: Line, commission: Fraction, rounds: str) -> Line:
    """A win less the commission on it, of which the house rounds parts of a cent, or of a dollar."""
    kept = line.paid_cents * (1 - commission)
    if rounds == "exact":
        return line._replace(paid_cents=math.floor(kept))
    whole = math.floor(kept / 100) if rounds == "house-down" else math.ceil(kept / 100)
    return line._replace(paid_cents=100 * whole)


def _part(odds: Odds, cents: int, rounds: str) -> int:
    """What goes back of a stake of which a part is lost; the house keeps parts of a cent."""
    back = odds.pays_rounded_down(cents)
    if rounds == "exact":
        return back
    return min(cents, (back + 99 * (rounds == "player-up")) // 100 * 100)


def odds_at(rules: Rules, bet: str, hand: str, hands: int) -> Odds | None:
    """What a hand of this class pays when so many hands are dealt; nothing where it has no line."""
    pay = rules.pays[bet].get(hand)
    odds = None if pay is None else at_hands(pay, hands)
    assert odds is None or isinstance(odds, Odds)
    return odds


def by_table(
    wager: Wager, odds: Odds | None, wins: Ruling, loses: Ruling, player: Any = None, dealer: Any = None
) -> Line:
    """A bet against a paytable: paid if its hand has a line there, lost otherwise."""
    if odds is None:
        return lose(wager, loses, player, dealer)
    return win(wager, odds, wins, player, dealer)


def compared(
    wins: Ruling,
    loses: Ruling,
    ties: Ruling,
    pays: Callable[[Any, Any, Rules], Odds | None] | None = None,
    pushes: Ruling | None = None,
) -> Settle:
    """A bet on the better of two hands: even money, or what `pays` says, of which nothing is a push."""

    def settle(wager: Wager, player: Any, dealer: Any, rules: Rules) -> Line:
        if player > dealer:
            odds = EVEN if pays is None else pays(player, dealer, rules)
            if odds is None or not odds.numerator:
                return push(wager, pushes or ties, player, dealer)
            return win(wager, odds, wins, player, dealer)
        if player < dealer:
            return lose(wager, loses, player, dealer)
        return push(wager, ties, player, dealer)

    return settle


def no_hand(below: Any, ruling: Ruling, otherwise: Settle, odds: Odds | None = None) -> Settle:
    """A bet that goes back, or is paid at some odds, if the dealer has less, whatever the player has."""

    def settle(wager: Wager, player: Any, dealer: Any, rules: Rules) -> Line:
        if not dealer < below:
            return otherwise(wager, player, dealer, rules)
        return win(wager, odds, ruling, None, dealer) if odds else push(wager, ruling, None, dealer)

    return settle
