"""The progressive of Caribbean Stud, on the player's five cards."""

from collections.abc import Mapping
from math import comb

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.progressive import Counted, sheet
from pitboss.games.caribbean_stud import SLUG
from pitboss.paytables import RANKINGS, Paytable

_METHOD = "All five-card hands; under optimal play of the base game where a folded hand does not qualify."


def hands(table: Paytable, folded_qualify: bool) -> Counted:
    """The player's five cards by outcome."""
    from pitboss.analysis.stud.five_cards import five_card_hands
    from pitboss.games.caribbean_stud.analysis.counting import DEALS, staying_hands

    counts, total = (five_card_hands(), comb(52, 5)) if folded_qualify else (staying_hands(), DEALS)
    return (dict(zip(RANKINGS["poker"].outcomes, counts, strict=True)), total), _METHOD


def progressive(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the progressive."""
    counted, method = hands(table, options["folded_hands_qualify"] == "yes")
    return sheet(SLUG, "progressive", table, options, counted, method)
