"""Plain Stud, a made-up game in Python: five cards each, and a dealer who needs a pair."""

from pitboss.games.common import settlement_order
from pitboss.games.contract import Bet, Choice, Clause, Game, Request, Ruling, Script
from pitboss.games.layout import ALL, Layout
from pitboss.games.settlement import compared, lose, no_hand
from pitboss.hands.poker import CATEGORY_FLOOR, Category, describe, strength
from pitboss.money import format_cents

QUALIFIES = CATEGORY_FLOOR[Category.PAIR]

FOLDED = Ruling("plain-stud", 2, "Folded: the Ante is lost.", describe)
REFUND = Ruling("plain-stud", 3, "The dealer has {dealer}, less than a pair: the Ante goes back.", describe)
WINS = Ruling("plain-stud", 4, "{player} beats the dealer's {dealer}: paid {odds}.", describe)
LOSES = Ruling("plain-stud", 4, "The dealer's {dealer} beats {player}.", describe)
TIE = Ruling("plain-stud", 4, "Both have {dealer}: push.", describe)


settle_play = compared(WINS, LOSES, TIE)
settle_ante = no_hand(QUALIFIES, REFUND, settle_play)


def script(layout: Layout) -> Script:
    for spot in layout.spots:
        layout.deal(spot, "hand", 5)
    layout.deal_dealer(5, up=0b10000)
    for spot in layout.spots:
        ante = spot.staked["ante"]
        play = Choice("play", f"Play {format_cents(ante)}", ante)
        taken = yield Request(spot.seat, "decision", "Play, or fold?", (play, Choice("fold", "Fold")))
        if taken == "play":
            spot.stake("play", ante)
        else:
            spot.folded = True
            layout.settle(lose(spot.wagers["ante"], FOLDED))
    layout.dealer.up = ALL
    dealer = strength(layout.dealer.cards)
    playing = [spot for spot in layout.settling() if not spot.folded]
    for spot in playing if dealer < QUALIFIES else []:
        layout.settle(settle_ante(spot.wagers["ante"], None, dealer, layout.rules))
    for spot in playing:
        spot.hands[0].up = ALL
        player = strength(spot.hands[0].cards)
        for bet, settle in (("ante", settle_ante), ("play", settle_play)):
            if bet in spot.wagers:
                layout.settle(settle(spot.wagers[bet], player, dealer, layout.rules))


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
    script=script,
    decisions=("play", "fold"),
)
