"""The jackpot of Ultimate Texas Hold'em: seven cards, or hole cards and flop on the multi-game link."""

from collections.abc import Mapping
from math import comb

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.progressive import Counted, sheet
from pitboss.paytables import RANKINGS, Paytable
from tests.oracles.holdem.script import SLUG


def jackpot(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the jackpot."""
    counted, method = hands(table, options["folded_hands_qualify"] == "yes")
    return sheet(SLUG, "jackpot", table, options, counted, method)


def hands(table: Paytable, folded_qualify: bool) -> Counted:
    """The player's cards by outcome of the table's ranking, as far as it pays, and how they were counted."""
    from tests.oracles.five_cards import five_card_hands
    from tests.oracles.holdem.side_bets import folded_hands, seven_card_histogram

    if table.ranking == "poker":
        cards, places = 5, 1
        counts = dict(zip(RANKINGS["poker"].outcomes, five_card_hands(), strict=True))
        royals = {"royal-flush": counts.pop("royal-flush")}
        method = "All hands of hole cards and flop."
    else:
        # Two of seven cards lie beside a royal flush: turn and river, the hole cards, or any others.
        cards, places = 7, comb(7, 2)
        counts = seven_card_histogram()
        royal = counts.pop("royal-flush")
        royals = {
            "royal-flush-first-five": royal,
            "royal-flush-first-seven": (places - 2) * royal,
            "community-royal-flush": royal,
        }
        method = "All seven-card hands, and for a royal flush the 21 places of the two cards beside it."
    histogram = royals | {outcome: places * count for outcome, count in counts.items()}
    total = sum(histogram.values())
    if not folded_qualify:
        deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
        histogram = {outcome: deals // total * count for outcome, count in histogram.items()}
        total = deals
        paid = [outcome for outcome in counts if table.line(outcome) is not None]
        folded = folded_hands(cards, paid)
        for outcome in paid:
            histogram[outcome] -= folded[outcome]
        method += " Hands that optimal play of the base game folds do not qualify."
    return (histogram, total), method
