"""Rabbit Hunter: five cards against the dealer's five, and a sixth card for sale, face down."""

from pathlib import Path

from pitboss.cards import Card
from pitboss.games.against_dealer import AgainstDealer, Decision, Showdown, SideBet, Stage, never
from pitboss.games.common import settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Line, Option, Rules, Ruling, Wager
from pitboss.games.layout import ALL, DOWN, Hand, Layout, Spot
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.games.rabbit_hunter.features import TURNS
from pitboss.games.settlement import bad_beat, by_table, compared, no_hand
from pitboss.games.telling import Telling
from pitboss.hands.poker import describe, strength

SLUG = "rabbit-hunter"
QUALIFIES = strength([Card(48), Card(17), Card(8), Card(4), Card(0)])
"""Ace high with 6-4-3-2, the lowest hand with which the dealer plays (5-4-3-2 would be a straight)."""


def _ruling(clause: int, words: str) -> Ruling:
    return Ruling(SLUG, clause, words, describe)


FOLDED = _ruling(3, "Folded: Ante, Tens Up and Two Way Bad Beat are lost.")
PRICE = _ruling(3, "The price of the rabbit card, collected at once and never returned.")
REFUND = _ruling(5, "The dealer has {dealer}, less than ace high: the Ante goes back.")
WINS = _ruling(6, "{player} beats the dealer's {dealer}: paid {odds}.")
LOSES = _ruling(6, "The dealer's {dealer} beats {player}.")
TIE = _ruling(6, "Both have {dealer}: push.")
TENS_UP_WINS = _ruling(7, "Tens Up: {player} is paid {odds}.")
TENS_UP_LOSES = _ruling(7, "Tens Up: {player} is less than a pair of tens.")
BAD_BEAT = (
    _ruling(8, "Two Way Bad Beat: {dealer} was beaten by {player}, paid {odds}."),
    _ruling(8, "No bad beat: the beaten hand, {dealer}, is less than a pair of tens."),
    _ruling(8, "No bad beat: both have {dealer}, so nobody was beaten."),
)
"""A bad beat, none, and a tie."""


settle_play = compared(WINS, LOSES, TIE)
"""The Play bet: even money for the higher hand, whether or not the dealer qualifies."""
settle_ante = no_hand(QUALIFIES, REFUND, settle_play)
"""The Ante: goes back when the dealer has less than ace high, else even money."""


def settle_tens_up(wager: Wager, hand: int, rules: Rules) -> Line:
    """Tens Up: the hand the option `tens_up_cards` names, whatever the dealer has."""
    return by_table(wager, rules.pays["tens-up"].get(POKER_OUTCOMES[hand]), TENS_UP_WINS, TENS_UP_LOSES, hand)


def settle_two_way_bad_beat(wager: Wager, player: int, dealer: int, rules: Rules) -> Line:
    """Two Way Bad Beat: the beaten hand, as played, is a pair of tens or better."""
    return bad_beat(wager, player, dealer, rules.pays["two-way-bad-beat"], *BAD_BEAT)


def _deal(layout: Layout) -> None:
    for spot in layout.spots:
        rabbit, *hand = layout.draw(6)
        spot.hands.append(Hand(spot.seat, "hand", hand, DOWN, ALL))
        spot.hands.append(Hand(spot.seat, "rabbit-card", [rabbit], DOWN, DOWN))
    layout.draw(1)
    layout.deal_dealer(5)


def _player(layout: Layout, spot: Spot) -> int:
    hand, rabbit = spot.hands
    if "rabbit-card" in spot.staked:
        rabbit.up = ALL
        return strength([*hand.cards, *rabbit.cards])
    return strength(hand.cards)


def _dealer(layout: Layout) -> int:
    return strength(layout.dealer.cards)


def _tens_up(wager: Wager, at: Showdown) -> Line:
    first_five = at.rules.options["tens_up_cards"] == "first-five"
    return settle_tens_up(wager, strength(at.spot.hands[0].cards) if first_five else at.player, at.rules)


def _two_way_bad_beat(wager: Wager, at: Showdown) -> Line:
    return settle_two_way_bad_beat(wager, at.player, at.dealer, at.rules)


FAMILY = AgainstDealer(
    deal=_deal,
    stages=(
        Stage(
            "decision",
            "Play, play and buy the rabbit card, or fold?",
            (
                Decision("play", "Play", (("play", 1),)),
                Decision("play-and-buy", "Play and buy the card", (("play", 1), ("rabbit-card", 1))),
                Decision("fold", "Fold", folds=True),
            ),
        ),
    ),
    folded=FOLDED,
    player=_player,
    dealer=_dealer,
    qualifies=lambda dealer: bool(dealer >= QUALIFIES),
    base={"ante": settle_ante, "play": settle_play},
    first_if_no_hand=("ante",),
    collected={"rabbit-card": PRICE},
    sides=(
        SideBet("tens-up", _tens_up, never),
        SideBet("two-way-bad-beat", _two_way_bad_beat, never),
    ),
)

GAME = Game(
    slug=SLUG,
    folder=Path(__file__).parent,
    package=__name__,
    name="Rabbit Hunter",
    source="004_96c96a42152cac70.txt",
    words="Five-card stud against the dealer; you may buy a sixth card.",
    cards_per_seat=6,
    cards_for_table=6,
    bets=(
        Bet(
            "ante",
            "Ante",
            "Required. Goes back when the dealer has less than ace high.",
            required=True,
            source="004:103",
        ),
        Bet(
            "play",
            "Play",
            "Equal to the Ante, to stay in.",
            in_round=True,
            multiples=(1,),
            of="ante",
            source="004:112",
        ),
        Bet(
            "rabbit-card",
            "Rabbit card",
            "The price of the sixth card, equal to the Ante; never returned.",
            in_round=True,
            multiples=(1,),
            of="ante",
            pays=None,
            source="004:113",
        ),
        Bet(
            "tens-up",
            "Tens Up",
            "A pair of tens or better; never more than the Ante.",
            kind="side",
            at_most="ante",
            source="004:104",
        ),
        Bet(
            "two-way-bad-beat",
            "Two Way Bad Beat",
            "The beaten hand is a pair of tens or better.",
            kind="side",
            source="004:105",
        ),
    ),
    options=(
        Option(
            "tens_up_cards",
            ("as-played", "first-five"),
            "as-played",
            "Whether Tens Up counts a bought card, or only the first five.",
        ),
        settlement_order("the action is reconciled from right to left (004:122)"),
    ),
    clauses=(
        Clause(
            1,
            "Packets of six. A player's first card is set aside face down, the rabbit card; five are the "
            "hand. The dealer burns the top card of the dealer's packet.",
        ),
        Clause(2, "Ante before the deal; Tens Up, up to the Ante, and Two Way Bad Beat are optional."),
        Clause(
            3,
            "Each player folds and loses every bet, plays the Ante once more, or plays and buys the rabbit "
            "card for the Ante: a price collected at once. The card stays face down until settlement; an "
            "unbought one is discarded unseen.",
        ),
        Clause(4, "The hand is the best five of five cards, or of six when the rabbit card was bought."),
        Clause(
            5, "The dealer needs ace high. Without it every Ante goes back first; the other bets have action."
        ),
        Clause(6, "The higher hand wins: Ante and Play 1 to 1. Ties push."),
        Clause(7, "Tens Up pays a pair of tens or better, whatever the dealer has."),
        Clause(
            8,
            "Two Way Bad Beat pays when one side beats the other and the beaten hand, as played, is a pair "
            "of tens or better. A tie loses.",
        ),
    ),
    rulings=(
        FOLDED,
        PRICE,
        REFUND,
        WINS,
        LOSES,
        TIE,
        TENS_UP_WINS,
        TENS_UP_LOSES,
        *BAD_BEAT,
    ),
    script=FAMILY.script,
    decisions=("play", "play-and-buy", "fold"),
    turns=TURNS,
    telling=Telling(qualifies=lambda cards: strength(cards) >= QUALIFIES),
    printed=lambda options: (
        "Ante pushes if dealer has less than ace high",
        "Rabbit card costs the Ante, never returned",
    ),
    checks=lambda options: (
        Check(
            "A player's packet of six: where does the top card go?",
            ("Back towards you, face down in its marked area", "To the player, with the other five", "Away"),
            1,
        ),
        Check(
            "And the top card of your own packet?",
            ("You burn it and keep five", "You keep it: six cards", "It is for sale, like the others"),
            1,
        ),
        Check(
            "Seat {seat} plays and does not buy. Its sixth card?",
            ("Into the discard rack, unseen", "It stays until the showdown", "You turn it over"),
            3,
            after="play",
        ),
        Check(
            "The price is in the tray. Seat {seat}'s rabbit card?",
            (
                "It stays face down until you settle the seat",
                "You turn it over now",
                "The player looks at it now",
            ),
            3,
            after="play-and-buy",
        ),
    ),
)
