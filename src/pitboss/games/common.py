"""What all games share: the clauses that bind each of them, and two options."""

from pitboss.games.contract import Clause, Option, Outside


def settlement_order(ruled_out: str = "") -> Option:
    """The order in which the dealer settles the seats; another one may be ruled out by the text of a game."""
    free = "" if ruled_out else "; the house may choose another one"
    return Option(
        "settlement_order",
        ("right-to-left", "left-to-right"),
        "right-to-left",
        f"The order in which the dealer settles the seats{free}.",
        (Outside("left-to-right", ruled_out),) if ruled_out else (),
    )


ORDER_IS_FIXED = "only one text of the approval leaves the order to the house (002:215)"
FOLDED_HANDS_QUALIFY = Option(
    "folded_hands_qualify",
    ("no", "yes"),
    "no",
    "Whether a folded hand can still claim the jackpot; fixed before the round and posted.",
)
FOLDED_HANDS = {
    "no": "A folded hand can't win the progressive.",
    "yes": "A folded hand can still win the progressive.",
}
"""What a clause takes in where it names this option in braces."""

ALL_GAMES = (
    Clause(1, "Only the approved rules and paytables are dealt; anything else is for analysis and says so."),
    Clause(2, "No wager exceeds the authorised limits; otherwise standard poker or blackjack rules apply."),
    Clause(
        3,
        "A wager is money on a bet. “To 1” returns the stake, “for 1” keeps it; a push returns it. "
        "A paytable pays its highest line only. A jackpot wager is taken before the deal and paid elsewhere.",
    ),
    Clause(4, "Seats count from the dealer's left; cards go left to right, settlement right to left."),
    Clause(5, "Nobody bets on the dealer's or another player's hand; a table aggregate may limit a payout."),
    Clause(
        6,
        "Where an Ante is refunded because the dealer doesn't qualify, "
        "it goes back before any hand is opened.",
    ),
    Clause(7, "A shuffler malfunction voids every hand, and every wager goes back."),
    Clause(
        8, "A folder's wagers and cards are collected at once; cards a side bet still needs stay under it."
    ),
    Clause(9, "Cards come from an approved shuffler in packets, or by hand under the house's procedure."),
)
"""The clauses of every game, referred to as `all-games N`."""
