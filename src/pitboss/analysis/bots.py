"""The best play of each game as a strategy that can be handed to a seat."""

from collections.abc import Mapping

from pitboss.analysis.registry import optimal_of, values
from pitboss.games import Request, View, game
from pitboss.games.situation import situations_of
from pitboss.table.bots import Strategy


def optimal(slug: str, options: Mapping[str, str] | None = None) -> Strategy:
    """The best play of a game under the options of a table.

    >>> optimal("caribbean-stud").name
    'optimal'
    """
    rules = game(slug).rules(options)
    if (own := optimal_of(slug)) is not None:
        found: Strategy = own(rules.options)
        return found

    def decide(request: Request, view: View) -> str:
        situation = situations_of(rules.game).seen(request, view)
        worth = {one.name: one.expected_value for one in values(slug, situation, rules.options).decisions}
        offered = {choice.name: choice.amount_cents for choice in request.choices}
        # Where two are equal the one that bets more is taken.
        return max((name for name in worth if name in offered), key=lambda name: (worth[name], offered[name]))

    return Strategy("optimal", "The decision worth most with the cards in sight.", decide)
