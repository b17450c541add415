"""Lines of a settlement: a wager wins by odds, loses, or comes back."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.contract import EVEN as EVEN
from pitboss.games.contract import Line, Ruling, Wager
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.money import Odds


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
