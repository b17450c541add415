"""Plain Stud, a made-up game in Python: five cards each, and a dealer who needs a pair."""

from pitboss.games.against_dealer import AgainstDealer, Decision, Stage
from pitboss.games.common import settlement_order
from pitboss.games.contract import Bet, Clause, Game, Ruling
from pitboss.games.layout import Layout
from pitboss.games.settlement import compared, no_hand
from pitboss.hands.poker import CATEGORY_FLOOR, Category, describe, strength

QUALIFIES = CATEGORY_FLOOR[Category.PAIR]

FOLDED = Ruling("plain-stud", 2, "Folded: the Ante is lost.", describe)
REFUND = Ruling("plain-stud", 3, "The dealer has {dealer}, less than a pair: the Ante goes back.", describe)
WINS = Ruling("plain-stud", 4, "{player} beats the dealer's {dealer}: paid {odds}.", describe)
LOSES = Ruling("plain-stud", 4, "The dealer's {dealer} beats {player}.", describe)
TIE = Ruling("plain-stud", 4, "Both have {dealer}: push.", describe)


settle_play = compared(WINS, LOSES, TIE)
settle_ante = no_hand(QUALIFIES, REFUND, settle_play)


def deal(layout: Layout) -> None:
    for spot in layout.spots:
        layout.deal(spot, "hand", 5)
    layout.deal_dealer(5, up=0b10000)


FAMILY = AgainstDealer(
    deal=deal,
    stages=(
        Stage(
            "decision",
            "Play, or fold?",
            (Decision("play", "Play", (("play", 1),)), Decision("fold", "Fold", folds=True)),
        ),
    ),
    folded=FOLDED,
    player=lambda layout, spot: strength(spot.hands[0].cards),
    dealer=lambda layout: strength(layout.dealer.cards),
    qualifies=lambda dealer: dealer >= QUALIFIES,
    base={"ante": settle_ante, "play": settle_play},
    first_if_no_hand=("ante",),
)

GAME = Game(
    slug="plain-stud",
    name="Plain Stud",
    source="this page",
    words="Five cards against the dealer's five, who needs a pair.",
    cards_per_seat=5,
    cards_for_table=5,
    bets=(
        Bet("ante", "Ante", "Required.", required=True),
        Bet("play", "Play", "Equal to the Ante, to stay in.", in_round=True, multiples=(1,), of="ante"),
    ),
    options=(settlement_order(),),
    clauses=(
        Clause(1, "An Ante before the deal; five cards each, the dealer's fifth face up."),
        Clause(2, "Each player folds and loses the Ante, or plays the Ante once more."),
        Clause(3, "Without a pair the dealer doesn't qualify, and every Ante goes back first."),
        Clause(4, "The higher hand wins: Ante and Play 1 to 1. Ties push."),
    ),
    rulings=(FOLDED, REFUND, WINS, LOSES, TIE),
    script=FAMILY.script,
    decisions=("play", "fold"),
)
