"""Solitaire Stud: the longer run of seven cards, red on black, ace low."""

from pathlib import Path

from pitboss.games.against_dealer import AgainstDealer, Decision, Showdown, SideBet, Stage, never
from pitboss.games.common import settlement_order
from pitboss.games.contract import Bet, Check, Clause, Game, Line, Rules, Ruling, Wager
from pitboss.games.layout import Layout, Spot
from pitboss.games.settlement import by_table, compared, no_hand
from pitboss.games.solitaire_stud.features import TURNS
from pitboss.games.telling import Telling
from pitboss.hands.runs import Run, best_run
from pitboss.money import Odds
from pitboss.paytables.rankings import NUMBERS

SLUG = "solitaire-stud"
QUALIFIES = Run(2, 5, ())
"""Five-four, the lowest hand with which the dealer plays."""
RUN_OUTCOMES = ("", *(f"{number}-card-run" for number in NUMBERS))


def _ruling(clause: int, words: str) -> Ruling:
    return Ruling(SLUG, clause, words)


FOLDED = _ruling(4, "Folded: every bet is lost, the 3+ included.")
REFUND = _ruling(5, "The dealer has a {dealer}, less than five-four: the Ante goes back.")
WINS = _ruling(6, "The {player}, beats the dealer's {dealer}: paid {odds}.")
LOSES = _ruling(6, "The dealer's {dealer}, beats the {player}.")
COPY = _ruling(6, "Copy, both have a {dealer}: push.")
MARGIN_PAYS = _ruling(
    6, "The {player}, is longer than the dealer's {dealer}: the Super Bonus is paid {odds}."
)
MARGIN_PUSHES = _ruling(
    6, "The {player}, beats the dealer's {dealer}, on the top card alone: the Super Bonus pushes."
)
RUN_PAYS = _ruling(7, "3+: the {player}, is paid {odds}.")
RUN_LOSES = _ruling(7, "3+: the {player}, is shorter than three cards.")


def _margin_pays(player: Run, dealer: Run, rules: Rules) -> Odds | None:
    margin = player.length - dealer.length
    return rules.pays["super-bonus"].get(f"win-by-{margin}" if margin else "win-on-top-card")


settle_play = compared(WINS, LOSES, COPY)
"""The Play bet: even money for the better run, whether or not the dealer qualifies."""
settle_ante = no_hand(QUALIFIES, REFUND, settle_play)
"""The Ante: goes back when the dealer has less than five-four, else even money."""
settle_super_bonus = compared(MARGIN_PAYS, LOSES, COPY, _margin_pays, MARGIN_PUSHES)
"""The Super Bonus: by how many cards the player's run is longer."""


def settle_three_plus(wager: Wager, player: Run, rules: Rules) -> Line:
    """The 3+: the length of the player's run, whatever the dealer has."""
    return by_table(wager, rules.pays["3+"].get(RUN_OUTCOMES[player.length]), RUN_PAYS, RUN_LOSES, player)


def _deal(layout: Layout) -> None:
    for spot in layout.spots:
        layout.deal(spot, "hand", 7)
    layout.deal_dealer(7)


def _player(layout: Layout, spot: Spot) -> Run:
    return best_run(spot.hands[0].cards)


def _dealer(layout: Layout) -> Run:
    return best_run(layout.dealer.cards)


def _three_plus(wager: Wager, at: Showdown) -> Line:
    return settle_three_plus(wager, at.player, at.rules)


FAMILY = AgainstDealer(
    deal=_deal,
    stages=(
        Stage(
            "decision",
            "Play twice the Ante, or fold?",
            (Decision("play", "Play", (("play", 2),)), Decision("fold", "Fold", folds=True)),
        ),
    ),
    folded=FOLDED,
    player=_player,
    dealer=_dealer,
    qualifies=lambda dealer: not dealer < QUALIFIES,
    base={"ante": settle_ante, "play": settle_play, "super-bonus": settle_super_bonus},
    first_if_no_hand=("ante",),
    sides=(SideBet("3+", _three_plus, never),),
)

GAME = Game(
    slug=SLUG,
    folder=Path(__file__).parent,
    package=__name__,
    name="Solitaire Stud",
    source="000_5f29a4e4a4bbe50f.txt",
    words="Build the longest red-black run from seven cards and beat the dealer's.",
    cards_per_seat=7,
    cards_for_table=7,
    bets=(
        Bet(
            "ante",
            "Ante",
            "Required. Goes back when the dealer has less than five-four.",
            required=True,
            source="000:153",
        ),
        Bet(
            "super-bonus",
            "Super Bonus",
            "Required, equal to the Ante. Pays by the margin in cards.",
            required=True,
            equals="ante",
            source="000:153",
        ),
        Bet(
            "play",
            "Play",
            "Exactly twice the Ante, to stay in.",
            in_round=True,
            multiples=(2,),
            of="ante",
            source="000:165",
        ),
        Bet("3+", "3+", "A run of three cards or more.", kind="side", source="000:153"),
    ),
    options=(settlement_order("hands are compared from right to left (000:173)"),),
    clauses=(
        Clause(
            1, "Seven cards to each player and the dealer, in packets of seven. Ace is low, king is high."
        ),
        Clause(2, "Ante and an equal Super Bonus before the deal; the 3+ is optional."),
        Clause(
            3,
            "A run goes down by one, red and black in turn, without going round from ace to king. The "
            "longest run counts, then its top card; without two cards that join, the highest card.",
        ),
        Clause(
            4,
            "Each player folds and loses every bet, the 3+ included, or plays exactly twice the Ante and "
            "keeps the best run.",
        ),
        Clause(
            5,
            "The dealer needs five-four. Without it every Ante goes back first; the other bets have action.",
        ),
        Clause(
            6,
            "The better run wins: Ante and Play 1 to 1, the Super Bonus by how many cards it is longer; on "
            "the top card alone the Super Bonus pushes. The dealer's win takes all three; a copy pushes.",
        ),
        Clause(7, "The 3+ pays a run of three cards or more, whatever the dealer has."),
    ),
    rulings=(
        FOLDED,
        REFUND,
        WINS,
        LOSES,
        COPY,
        MARGIN_PAYS,
        MARGIN_PUSHES,
        RUN_PAYS,
        RUN_LOSES,
    ),
    script=FAMILY.script,
    decisions=("play", "fold"),
    turns=TURNS,
    telling=Telling(qualifies=lambda cards: not best_run(cards) < QUALIFIES),
    printed=lambda options: ("Ante pushes if dealer has less than five-four",),
    checks=lambda options: (
        Check(
            "How do the cards come?",
            ("In packets of seven", "One by one, seven times round", "Two cards, then five for everybody"),
            1,
        ),
        Check(
            "Seat {seat} plays. Which cards stay?",
            ("Those of its longest run; the rest are discarded", "All seven", "Any five the player likes"),
            4,
            after="play",
        ),
    ),
)
