"""Lines of a settlement: a wager wins by odds, loses, or comes back."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.games.contract import EVEN as EVEN
from pitboss.games.contract import Line, Rules, Ruling, Wager
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.money import Odds

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


def bad_beat(
    wager: Wager,
    player: int,
    dealer: int,
    pays: Mapping[str, Odds],
    wins: Ruling,
    loses: Ruling,
    tie: Ruling,
) -> Line:
    """A bet on a good hand being beaten, whoever holds it: paid by the rank of the beaten hand."""
    if player == dealer:
        return lose(wager, tie, player, dealer)
    beaten, winner = sorted((player, dealer))
    return by_table(wager, pays.get(POKER_OUTCOMES[beaten]), wins, loses, winner, beaten)
