"""Ultimate Texas Hold'em: two cards each and a common board; the earlier the raise, the larger it may be."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pitboss.cards import Card
from pitboss.games.common import FOLDED_HANDS_QUALIFY, settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Line, Option, Rules, Ruling, Wager
from pitboss.games.layout import DEALER, DOWN, Hand, Layout, Spot
from pitboss.games.outcomes import POKER_OUTCOMES, RANK_PLURALS
from pitboss.games.settlement import by_table, compared, lose, no_hand
from pitboss.hands.poker import CATEGORY_FLOOR, Category, best_five, describe, strength
from pitboss.money import Odds
from pitboss.paytables import spots
from tests.oracles.against_dealer import (
    AgainstDealer,
    Decision,
    Jackpot,
    Showdown,
    SideBet,
    Stage,
    always,
)
from tests.oracles.holdem.features import TURNS

SLUG = "ultimate-texas-holdem"
QUALIFIES = CATEGORY_FLOOR[Category.PAIR]
_ACE, _FACES = 12, {11: "king", 10: "queen", 9: "jack"}


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


def after_fold(option: str) -> Callable[[Rules], bool]:
    """The house says by this option whether the bet stays in action."""
    return lambda rules: rules.options[option] == "in-action"


def _ruling(clause: int, words: str) -> Ruling:
    return Ruling(SLUG, clause, words, describe)


FOLDED = _ruling(6, "Folded: Ante and Blind are lost, and so is any bet that ends with the hand.")
REFUND = _ruling(4, "The dealer has {dealer}, less than a pair: the Ante goes back.")
WINS = _ruling(5, "{player} beats the dealer's {dealer}: paid {odds}.")
BLIND_WINS = _ruling(5, "{player} beats the dealer's {dealer}: the Blind is paid {odds}.")
BLIND_PUSHES = _ruling(
    5, "{player} beats the dealer's {dealer}, but is less than a straight: the Blind pushes."
)
LOSES = _ruling(5, "The dealer's {dealer} beats {player}.")
TIE = _ruling(5, "Both have {dealer}: push.")
TRIPS_WIN = _ruling(7, "Trips: {player} is paid {odds}.")
TRIPS_LOSE = _ruling(7, "Trips: {player} is less than three of a kind.")
BAD_BEAT = (
    _ruling(7, "Bad beat: {dealer} was beaten by {player}, paid {odds}."),
    _ruling(7, "No bad beat: the beaten hand, {dealer}, is less than three of a kind."),
    _ruling(7, "No bad beat: both have {dealer}, so nobody was beaten."),
)
"""A bad beat, none, and a tie."""
PAIRS_WIN = Ruling(SLUG, 7, "Ultimate Pairs: {player} is paid {odds}.", lambda name: name.replace("-", " "))
PAIRS_LOSE = Ruling(SLUG, 7, "Ultimate Pairs: the hole cards make no paying hand.")


def _blind_pays(player: int, dealer: int, rules: Rules) -> Odds | None:
    return rules.pays["blind"].get(POKER_OUTCOMES[player])


settle_play = compared(WINS, LOSES, TIE)
"""The Play bet: even money for the higher hand, whether or not the dealer qualifies."""
settle_ante = no_hand(QUALIFIES, REFUND, settle_play)
"""The Ante: goes back when the dealer has less than a pair, else even money."""
settle_blind = compared(BLIND_WINS, LOSES, TIE, _blind_pays, BLIND_PUSHES)
"""The Blind: by its table for a winning straight or better, and back for any other win."""


def settle_trips(wager: Wager, player: int, rules: Rules) -> Line:
    """Trips: the player's final hand against its table, whatever the dealer has."""
    return by_table(wager, rules.pays["trips"].get(POKER_OUTCOMES[player]), TRIPS_WIN, TRIPS_LOSE, player)


def settle_bad_beat_bonus(wager: Wager, player: int, dealer: int, rules: Rules) -> Line:
    """The Bad Beat Bonus: pays by the rank of the beaten hand, whoever held it."""
    return bad_beat(wager, player, dealer, rules.pays["bad-beat-bonus"], *BAD_BEAT)


def settle_ultimate_pairs(wager: Wager, hole: Sequence[Card], dealer: Sequence[Card], rules: Rules) -> Line:
    """Ultimate Pairs: the two hole cards, and for one line the dealer's as well."""
    outcome = hole_outcome(hole, dealer)
    return by_table(wager, rules.pays["ultimate-pairs"].get(outcome), PAIRS_WIN, PAIRS_LOSE, outcome)


def hole_outcome(hole: Sequence[Card], dealer: Sequence[Card]) -> str:
    """The outcome of the ranking `hole-cards`.

    >>> from pitboss.cards import parse_cards
    >>> hole_outcome(parse_cards("AhAd"), parse_cards("AcAs")), hole_outcome(parse_cards("KsAs"), ())
    ('red-aces-against-aces', 'ace-king-suited')
    """
    low, high = sorted(card.rank for card in hole)
    if low == high == _ACE:
        red = "red-aces" if all(card.red for card in hole) else "aces"
        return f"{red}-against-aces" if dealer and all(card.rank == _ACE for card in dealer) else red
    if low == high:
        return f"pair-of-{RANK_PLURALS[low]}"
    if high == _ACE and low in _FACES:
        return f"ace-{_FACES[low]}-{'suited' if hole[0].suit == hole[1].suit else 'unsuited'}"
    return "no-pair"


def jackpot_outcome(hole: Sequence[Card], board: Sequence[Card]) -> str:
    """The outcome of the ranking `holdem-jackpot`: where a royal flush lies decides its pay.

    >>> from pitboss.cards import parse_cards
    >>> jackpot_outcome(parse_cards("AhKh"), parse_cards("QhJhTh2c2d"))
    'royal-flush-first-five'
    """
    royal = CATEGORY_FLOOR[Category.ROYAL_FLUSH]
    whole = strength([*hole, *board])
    if whole < royal:
        return POKER_OUTCOMES[whole]
    if strength([*hole, *board[:3]]) == royal:
        return "royal-flush-first-five"
    return "community-royal-flush" if strength(board) == royal else "royal-flush-first-seven"


def _deal(layout: Layout) -> None:
    packets = layout.rules.options["procedure"] == "packets"
    if packets:
        layout.lay(Hand(DEALER, "board", layout.draw(5), DOWN, DOWN), dealers=False)
    for spot in layout.spots:
        layout.deal(spot, "hand", 2)
    layout.deal_dealer(2)


def _open_board(layout: Layout, up_to: int) -> None:
    cards = layout.board.cards
    if len(cards) < up_to:
        cards = [*cards, *layout.draw(up_to - len(cards))]
        layout.boards[:] = [Hand(DEALER, "board", cards, DOWN, DOWN)]
    layout.board.up = (1 << up_to) - 1


def _player(layout: Layout, spot: Spot) -> int:
    return strength([*spot.hands[0].cards, *layout.board.cards])


def _dealer(layout: Layout) -> int:
    return strength([*layout.dealer.cards, *layout.board.cards])


def _trips(wager: Wager, at: Showdown) -> Line:
    return settle_trips(wager, at.player, at.rules)


def _bad_beat_bonus(wager: Wager, at: Showdown) -> Line:
    return settle_bad_beat_bonus(wager, at.player, at.dealer, at.rules)


def _ultimate_pairs(wager: Wager, at: Showdown) -> Line:
    return settle_ultimate_pairs(wager, at.spot.hands[0].cards, at.layout.dealer.cards, at.rules)


def _jackpot(at: Showdown) -> tuple[str, tuple[Card, ...]]:
    """Seven cards on a link of this game alone; hole cards and flop on a link with other games."""
    hole, board = at.spot.hands[0].cards, at.layout.board.cards
    if at.rules.paytables["jackpot"].ranking == "holdem-jackpot":
        outcome = jackpot_outcome(hole, board)
        cards = [*hole, *board[:3]] if outcome == "royal-flush-first-five" else [*hole, *board]
    else:
        cards = [*hole, *board[:3]]
        outcome = POKER_OUTCOMES[strength(cards)]
    return outcome, best_five(cards)


def _checks(options: Mapping[str, str]) -> tuple[Check, ...]:
    first = [
        "Two cards each, from your left, your own last",
        "The five community cards, face down in the middle",
    ]
    if options["procedure"] == "packets":
        first.reverse()
    return (Check("The bets are down. What do you deal first?", (*first, "The flop, face up"), 3),)


FAMILY = AgainstDealer(
    deal=_deal,
    stages=(
        Stage(
            "preflop",
            "Check, or play three or four times the Ante?",
            (
                Decision("check", "Check"),
                Decision("play-3x", "Play 3x", (("play", 3),)),
                Decision("play-4x", "Play 4x", (("play", 4),)),
            ),
        ),
        Stage(
            "flop",
            "Check, or play twice the Ante?",
            (Decision("check", "Check"), Decision("play-2x", "Play 2x", (("play", 2),))),
            opens=lambda layout: _open_board(layout, 3),
        ),
        Stage(
            "river",
            "Play the Ante once more, or fold?",
            (Decision("play-1x", "Play 1x", (("play", 1),)), Decision("fold", "Fold", folds=True)),
            opens=lambda layout: _open_board(layout, 5),
        ),
    ),
    folded=FOLDED,
    player=_player,
    dealer=_dealer,
    qualifies=lambda dealer: bool(dealer >= QUALIFIES),
    base={"ante": settle_ante, "blind": settle_blind, "play": settle_play},
    first_if_no_hand=("ante",),
    sides=(
        SideBet("trips", _trips, always),
        SideBet("bad-beat-bonus", _bad_beat_bonus, after_fold("bad_beat_after_fold")),
        SideBet("ultimate-pairs", _ultimate_pairs, always),
    ),
    jackpots=(Jackpot("jackpot", _jackpot),),
)

GAME = Game(
    slug=SLUG,
    folder=Path(spots.__file__).parents[1] / "games/ultimate_texas_holdem",
    package=__name__,
    name="Ultimate Texas Hold'em",
    source="002_f4a0a5900c8377c7.txt",
    words="Hold'em against the dealer: one raise, of four, three, two or one times the Ante.",
    cards_per_seat=2,
    cards_for_table=7,
    bets=(
        Bet(
            "ante",
            "Ante",
            "Required. Goes back when the dealer has less than a pair.",
            required=True,
            source="002:133",
        ),
        Bet(
            "blind",
            "Blind",
            "Required, equal to the Ante. Pays a winning straight or better.",
            required=True,
            equals="ante",
            source="002:133",
        ),
        Bet(
            "play",
            "Play",
            "One raise: 3 or 4 times the Ante before the flop, 2 after it, 1 at the river.",
            in_round=True,
            multiples=(1, 2, 3, 4),
            of="ante",
            source="002:138",
        ),
        Bet("trips", "Trips", "Three of a kind or better in the final hand.", kind="side", source="002:133"),
        Bet(
            "bad-beat-bonus",
            "Bad Beat Bonus",
            "The beaten hand is three of a kind or better.",
            kind="side",
            needs=("ante", "blind", "trips"),
            source="002:224",
        ),
        Bet("ultimate-pairs", "Ultimate Pairs", "The two hole cards.", kind="side", source="002:236"),
        Bet(
            "jackpot",
            "Jackpot",
            "A fixed wager on the sensor; paid by the Game Manager.",
            kind="jackpot",
            source="002:456",
        ),
    ),
    options=(
        Option(
            "procedure",
            ("hand-held", "packets"),
            "hand-held",
            "The board is dealt in its turn from the hand, or dispensed first, face down.",
        ),
        Option(
            "bad_beat_after_fold",
            ("in-action", "lose"),
            "in-action",
            "Whether the Bad Beat Bonus of a folded hand is still settled.",
        ),
        FOLDED_HANDS_QUALIFY,
        settlement_order(),
        Option(
            "bet_order",
            (
                "ante,blind,play,trips,bad-beat-bonus,ultimate-pairs",
                "trips,bad-beat-bonus,ultimate-pairs,ante,blind,play",
            ),
            "ante,blind,play,trips,bad-beat-bonus,ultimate-pairs",
            "The order in which the dealer settles the bets of a seat; the house may choose any.",
            any_order=True,
        ),
    ),
    clauses=(
        Clause(
            1,
            "Ante and an equal Blind are required; Trips, Ultimate Pairs and the jackpot are optional, and "
            "the Bad Beat Bonus goes with Ante, Blind and Trips. Two cards each, five community cards.",
        ),
        Clause(
            2,
            "Before the flop: check, or play 3 or 4 times the Ante. After the flop, without a Play bet: "
            "check, or play twice. After turn and river, without a Play bet: play once, or fold. One Play "
            "bet, never changed.",
        ),
        Clause(
            3,
            "Dealt from the hand, the board comes in its turn; from packets it is dispensed first, face "
            "down. The odds are the same.",
        ),
        Clause(
            4, "The dealer needs a pair. Without it every Ante goes back first; Play and Blind have action."
        ),
        Clause(
            5,
            "The higher hand wins: Ante and Play 1 to 1, the Blind by its table from a straight up, and "
            "back below. The dealer's win takes all three; a tie pushes.",
        ),
        Clause(6, "A fold loses Ante and Blind; Trips and Ultimate Pairs stay in action."),
        Clause(
            7,
            "Trips pays three of a kind or better. The Bad Beat Bonus pays by the beaten hand, three of a "
            "kind or better, whoever held it; a tie loses. Ultimate Pairs pays the two hole cards.",
        ),
        Clause(
            8,
            "The jackpot counts all seven cards; on a link with other games only hole cards and flop. A "
            "royal flush pays a share of the meter only with a hole card in it.",
        ),
        Clause(9, "Cover All is printed with this game, but only for Caribbean Stud; here it isn't offered."),
    ),
    rulings=(
        FOLDED,
        REFUND,
        WINS,
        BLIND_WINS,
        BLIND_PUSHES,
        LOSES,
        TIE,
        TRIPS_WIN,
        TRIPS_LOSE,
        *BAD_BEAT,
        PAIRS_WIN,
        PAIRS_LOSE,
    ),
    script=FAMILY.script,
    decisions=("check", "play-3x", "play-4x", "play-2x", "play-1x", "fold"),
    turns=TURNS,
    printed=lambda options: ("Ante pushes if dealer has less than a pair",),
    checks=_checks,
)
