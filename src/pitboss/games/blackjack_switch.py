"""Blackjack Switch: two hands each, whose second cards may change places; the dealer's 22 pushes."""

from pitboss.errors import BadInput
from pitboss.games.common import SETTLEMENT_ORDER
from pitboss.games.contract import Bet, Clause, Game, Option, Script
from pitboss.games.layout import Layout

SLUG = "blackjack-switch"


def _script(layout: Layout) -> Script:
    raise BadInput("Blackjack Switch is described, but not dealt yet")
    yield


GAME = Game(
    slug=SLUG,
    name="Blackjack Switch",
    source="003_0622aa161427af84.txt",
    words="Two blackjack hands each; the player may switch their second cards, and the dealer's 22 pushes.",
    cards_per_seat=4,
    cards_for_table=2,
    bets=(
        Bet("hand-1", "First hand", "Required. Blackjack pays 1 to 1.", required=True),
        Bet("hand-2", "Second hand", "Required, equal to the first hand.", required=True, equals="hand-1"),
        Bet(
            "insurance-1",
            "Insurance, first hand",
            "Up to half the hand's wager on an ace up; pays 2 to 1.",
            in_round=True,
        ),
        Bet(
            "insurance-2",
            "Insurance, second hand",
            "Up to half the hand's wager on an ace up; pays 2 to 1.",
            in_round=True,
        ),
        Bet("kings-bounty", "King's Bounty", "The first hand's two cards make 20.", kind="side"),
        Bet("super-match", "Super Match", "A pair or better among the four cards dealt.", kind="side"),
    ),
    options=(
        Option("decks", ("6", "8"), "6", "The number of decks in the shoe."),
        Option(
            "version",
            ("1", "2", "3", "4"),
            "1",
            "1: the dealer hits soft 17, a switched blackjack is one. 2: it is 21. 3: as 2, and a dealt "
            "blackjack is paid against the dealer's. 4: as 2, and the dealer stands on soft 17.",
        ),
        Option(
            "check_before_switch",
            ("by-version", "no", "yes"),
            "by-version",
            "Whether the dealer looks for blackjack before the switch: not in version 1, else yes.",
        ),
        Option(
            "pay_naturals_at_once",
            ("no", "yes"),
            "no",
            "Whether a dealt blackjack is paid at once and is out of the round.",
        ),
        Option(
            "kings_bounty_cards",
            ("first-hand", "four-cards"),
            "first-hand",
            "Which cards King's Bounty counts.",
        ),
        Option("split_hands", ("1", "2", "3", "4"), "4", "The most hands one dealt hand may become."),
        Option("resplit_aces", ("no", "yes"), "no", "Whether aces may be split again."),
        Option("hit_split_aces", ("no", "yes"), "no", "Whether split aces take more than one card."),
        Option("split_unlike_tens", ("yes", "no"), "yes", "Whether a ten and a face may be split."),
        Option(
            "double", ("any-two", "nine-to-eleven", "ten-or-eleven"), "any-two", "Which two cards may double."
        ),
        Option("double_after_split", ("yes", "no"), "yes", "Whether a split hand may double."),
        SETTLEMENT_ORDER,
    ),
    clauses=(
        Clause(
            1,
            "Six or eight decks. Two equal wagers, one for each hand; King's Bounty and Super Match are "
            "optional. Super Match counts the four dealt cards by rank.",
        ),
        Clause(
            2,
            "Two hands each, the dealer one card up and one down. King's Bounty is settled first; two kings "
            "of spades wait for the end of the round while the dealer may have blackjack.",
        ),
        Clause(
            3,
            "On an ace up, either hand or both may be insured for up to half its wager, 2 to 1. Then the "
            "second cards of the two hands may be switched.",
        ),
        Clause(
            4,
            "Each hand is played as blackjack: hit, stand, double any two cards, split, double after split, "
            "also after a switch. No surrender.",
        ),
        Clause(5, "The dealer's 22 pushes every standing hand but a blackjack. Blackjack pays 1 to 1."),
        Clause(
            6,
            "The version says whether the dealer hits soft 17, whether a switched blackjack counts as one, "
            "and whether a dealt blackjack is paid against the dealer's.",
        ),
        Clause(
            7,
            "King's Bounty pays two kings of spades, most with the dealer's blackjack, suited pairs of "
            "kings, queens, jacks or tens, a suited 20, two kings, and any other 20. Ace-nine is a 20.",
        ),
    ),
    rulings=(),
    script=_script,
    decisions=("insure", "decline", "switch", "keep", "hit", "stand", "double", "split"),
)
