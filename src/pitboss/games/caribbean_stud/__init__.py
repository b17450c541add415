"""Caribbean Stud Poker: five cards against the dealer's five, who needs ace-king."""

from pathlib import Path

from pitboss.cards import Card
from pitboss.games.against_dealer import (
    AgainstDealer,
    Decision,
    Jackpot,
    Showdown,
    SideBet,
    Stage,
    after_fold,
)
from pitboss.games.caribbean_stud.features import TURNS
from pitboss.games.common import FOLDED_HANDS_QUALIFY, ORDER_IS_FIXED, settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Line, Option, Rules, Ruling, Wager
from pitboss.games.highest import odds_at, settled_by_highest
from pitboss.games.layout import Layout, Spot
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.games.settlement import EVEN, by_table, compared, no_hand
from pitboss.games.telling import Telling
from pitboss.hands.poker import describe, strength
from pitboss.money import Odds

SLUG = "caribbean-stud"
QUALIFIES = strength([Card(50), Card(46), Card(8), Card(5), Card(0)])
"""Ace-king with 4-3-2, the lowest hand with which the dealer plays."""


def _ruling(clause: int, words: str) -> Ruling:
    return Ruling(SLUG, clause, words, describe)


FOLDED = _ruling(2, "Folded: the Ante is lost, and so is any bet that ends with the hand.")
NO_HAND_ANTE = _ruling(3, "No hand, dealer has {dealer}: the Ante is paid {odds}.")
NO_HAND_BET = _ruling(3, "No hand, dealer has {dealer}: the Bet pushes.")
ANTE_WINS = _ruling(3, "{player} beats the dealer's {dealer}: the Ante is paid {odds}.")
BET_WINS = _ruling(3, "{player} beats the dealer's {dealer}: the Bet is paid {odds} by the schedule.")
LOSES = _ruling(3, "The dealer's {dealer} beats {player}.")
TIE = _ruling(3, "Both have {dealer}: push.")
BONUS_WINS = _ruling(4, "Bonus: {player} is paid {odds}.")
BONUS_LOSES = _ruling(4, "Bonus: {player} is less than a pair of tens.")
COVER_ALL_WINS = _ruling(5, "Cover All: the highest hand at the table is {player}, paid {odds}.")
COVER_ALL_LOSES = _ruling(
    5, "Cover All: the highest hand at the table, {player}, is less than three of a kind."
)


def _bet_pays(player: int, dealer: int, rules: Rules) -> Odds:
    odds: Odds = rules.pays["bet"][POKER_OUTCOMES[player]]
    return odds


settle_ante = no_hand(QUALIFIES, NO_HAND_ANTE, compared(ANTE_WINS, LOSES, TIE), EVEN)
"""The Ante: paid even money when the dealer has no hand; the player's hand is not looked at then."""
settle_bet = no_hand(QUALIFIES, NO_HAND_BET, compared(BET_WINS, LOSES, TIE, _bet_pays))
"""The Bet: pushes when the dealer has no hand, else paid by the schedule for a winning hand."""


def settle_bonus(wager: Wager, player: int, rules: Rules) -> Line:
    """The Caribbean Stud Bonus: the player's five cards against its table."""
    return by_table(wager, rules.pays["bonus"].get(POKER_OUTCOMES[player]), BONUS_WINS, BONUS_LOSES, player)


def settle_cover_all(wager: Wager, highest: int, hands: int, rules: Rules) -> Line:
    """Cover All: the highest hand at the table, paid by the number of hands dealt, the dealer's counted."""
    odds = odds_at(rules, "cover-all", POKER_OUTCOMES[highest], hands)
    return by_table(wager, odds, COVER_ALL_WINS, COVER_ALL_LOSES, highest)


def _deal(layout: Layout) -> None:
    for spot in layout.spots:
        layout.deal(spot, "hand", 5)
    layout.deal_dealer(5, up=0b10000)


def _player(layout: Layout, spot: Spot) -> int:
    return strength(spot.hands[0].cards)


def _dealer(layout: Layout) -> int:
    return strength(layout.dealer.cards)


def _bonus(wager: Wager, at: Showdown) -> Line:
    return settle_bonus(wager, at.player, at.rules)


def _cover_all(wager: Wager, at: Showdown) -> Line:
    return settled_by_highest(wager, at, strength, settle_cover_all)


def _progressive(at: Showdown) -> tuple[str, tuple[Card, ...]]:
    return POKER_OUTCOMES[at.player], tuple(at.spot.hands[0].cards)


FAMILY = AgainstDealer(
    deal=_deal,
    stages=(
        Stage(
            "decision",
            "Bet twice the Ante, or fold?",
            (Decision("bet", "Bet", (("bet", 2),)), Decision("fold", "Fold", folds=True)),
        ),
    ),
    folded=FOLDED,
    player=_player,
    dealer=_dealer,
    qualifies=lambda dealer: bool(dealer >= QUALIFIES),
    base={"ante": settle_ante, "bet": settle_bet},
    first_if_no_hand=("ante", "bet"),
    sides=(
        SideBet("bonus", _bonus, after_fold("bonus_after_fold")),
        SideBet("cover-all", _cover_all, after_fold("cover_all_after_fold"), last=True),
    ),
    jackpots=(Jackpot("progressive", _progressive),),
)

GAME = Game(
    slug=SLUG,
    folder=Path(__file__).parent,
    package=__name__,
    name="Caribbean Stud Poker",
    source="001_ab17b2f997b67aa0.txt",
    words="Five-card stud against the dealer, who must hold ace-king to play.",
    cards_per_seat=5,
    cards_for_table=5,
    bets=(
        Bet(
            "ante",
            "Ante",
            "Required. Even money when it wins, and when the dealer has no hand.",
            required=True,
            source="001:103",
        ),
        Bet(
            "bet",
            "Bet",
            "Exactly twice the Ante, to stay in. Paid by the schedule.",
            in_round=True,
            multiples=(2,),
            of="ante",
            source="001:113",
        ),
        Bet(
            "bonus",
            "Caribbean Stud Bonus",
            "A pair of tens or better in the five cards.",
            kind="side",
            source="001:474",
        ),
        Bet(
            "cover-all",
            "Cover All",
            "The highest hand at the table is three of a kind or better.",
            kind="side",
            source="001:506",
            highest=True,
        ),
        Bet(
            "progressive",
            "Progressive",
            "A fixed wager on the sensor; paid by the Game Manager.",
            kind="jackpot",
            source="001:146",
        ),
    ),
    options=(
        Option(
            "bonus_after_fold",
            ("in-action", "lose"),
            "in-action",
            "Whether the Bonus of a folded hand is still settled.",
        ),
        Option(
            "cover_all_after_fold",
            ("in-action", "lose"),
            "in-action",
            "Whether Cover All of a folded hand is still settled.",
        ),
        FOLDED_HANDS_QUALIFY,
        settlement_order(ORDER_IS_FIXED),
    ),
    clauses=(
        Clause(
            1,
            "Ante, and if wanted the progressive, the Bonus and Cover All, are laid before the deal. Five "
            "cards each, the dealer last; the dealer's fifth card is face up. The rest goes to the rack.",
        ),
        Clause(
            2,
            "Each player folds and loses the Ante, or bets exactly twice the Ante. The dealer collects a "
            "folder's Ante, then the cards, and spreads, counts and discards them.",
        ),
        Clause(
            3,
            "The dealer needs ace-king. Without it: “no hand”, every Ante is paid 1 to 1 and every Bet "
            "pushes, at once. With it the higher hand wins: the Ante 1 to 1, the Bet by the schedule. Ties "
            "push.",
        ),
        Clause(
            4,
            "The Bonus pays a pair of tens or better in the player's five cards; it is settled after Ante "
            "and Bet and before the progressive.",
        ),
        Clause(
            5,
            "Cover All pays when the highest hand at the table, the dealer's and folded ones included, is "
            "three of a kind or better, by the number of hands dealt. It is settled last; the best hand "
            "stays exposed.",
        ),
        Clause(6, "A progressive hand stays face up until a supervisor has verified it."),
    ),
    rulings=(
        FOLDED,
        NO_HAND_ANTE,
        NO_HAND_BET,
        ANTE_WINS,
        BET_WINS,
        LOSES,
        TIE,
        BONUS_WINS,
        BONUS_LOSES,
        COVER_ALL_WINS,
        COVER_ALL_LOSES,
    ),
    script=FAMILY.script,
    decisions=("bet", "fold"),
    turns=TURNS,
    telling=Telling(qualifies=lambda cards: strength(cards) >= QUALIFIES),
    printed=lambda options: ("Dealer plays with ace and king or better",),
    checks=lambda options: (
        Check(
            "Which of your five cards lies face up?",
            ("The fifth, the bottom card of your packet", "The first one dealt", "None before the decisions"),
            1,
        ),
        Check(
            "Everybody has five cards. The rest of the deck?",
            ("Into the discard rack", "Back into the shuffler", "Beside you, for the next round"),
            1,
        ),
        Check(
            "Seat {seat} folds. How do you clear the spot?",
            (
                "Take the Ante, then the cards: spread them, count five, discard them",
                "Take the cards first, then the Ante",
                "Take the Ante; the cards go to the rack uncounted",
            ),
            2,
            after="fold",
        ),
    ),
)
