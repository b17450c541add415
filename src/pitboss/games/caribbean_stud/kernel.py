"""Caribbean Stud compiled: five cards each, bet or fold by a table of all hands and upcards."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.stud.five_cards import outcome_classes, strongest
from pitboss.arrays import Bools, Bytes, Ints, Words
from pitboss.games import Rules, Wager
from pitboss.games.caribbean_stud import QUALIFIES, settle_bonus, settle_cover_all
from pitboss.games.caribbean_stud.analysis import counting as analysis
from pitboss.games.strategy import parse
from pitboss.hands.bulk import Tables, strength5, tables
from pitboss.paytables import RANKINGS, Paytable
from pitboss.simulation.compiled import (
    Compiled,
    Worth,
    constant,
    envy_column,
    jackpot_column,
    seeds,
)
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word
from pitboss.simulation.hands import BY_TABLE, CLASSES, HANDS, hand_number, same_by_strength, spread
from pitboss.simulation.rules import choose

FOLD, BET = range(2)
NO_HAND, TIE, LOSE, WINS = range(analysis.WINS + 1)
"""How Ante and Bet end; a win has the class of its hand above `WINS`, and after all of these comes a fold."""
FOLDED = CLASSES
"""The code of a side bet that is lost with the hand."""
COLUMNS = ("decision", "ante", "bet", "bonus", "cover-all", "progressive")
_1, _5, _52, _COLUMNS = U(1), U(5), U(52), U(len(COLUMNS))


class Known(NamedTuple):
    """What a seat plays by, and which bets a fold takes with it."""

    ranking: Tables
    classes: Bytes
    by_strength: Bytes
    """`FOLD`, `BET` or `BY_TABLE` for each strength."""
    upcards: Words
    """For each of the 2,598,960 hands the upcards against which it bets, as bits."""
    qualifies: int
    bonus_folds: bool
    cover_folds: bool
    jackpot_folds: bool


@inlined
def _play(deck: Bytes, seats: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck, in the order of the dealing."""
    at = seats * _5
    dealer = np.int64(
        strength5(deck[at], deck[at + U(1)], deck[at + U(2)], deck[at + U(3)], deck[at + U(4)], known.ranking)
    )
    up = deck[at + U(4)]
    highest = dealer
    for seat in range(seats):
        at = seat * _5
        a, b, c, d, e = deck[at], deck[at + U(1)], deck[at + U(2)], deck[at + U(3)], deck[at + U(4)]
        own = np.int64(strength5(a, b, c, d, e, known.ranking))
        highest = max(highest, own)
        decision = known.by_strength[own]
        if decision == BY_TABLE:
            decision = np.uint8(known.upcards[hand_number(a, b, c, d, e)] >> U(up) & U(1))
        held = known.classes[own]
        codes[seat, 0] = decision
        codes[seat, 3] = held
        codes[seat, 5] = held
        if decision == FOLD:
            end = WINS + CLASSES
            if known.bonus_folds:
                codes[seat, 3] = FOLDED
            if known.jackpot_folds:
                codes[seat, 5] = FOLDED
        elif dealer < known.qualifies:
            end = NO_HAND
        elif own > dealer:
            end = WINS + held
        elif own < dealer:
            end = LOSE
        else:
            end = TIE
        codes[seat, 1] = end
        codes[seat, 2] = end
    for seat in range(seats):
        folded = known.cover_folds and codes[seat, 0] == FOLD
        codes[seat, 4] = FOLDED if folded else known.classes[highest]


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number = U(0)
    for _ in range(rounds):
        for packet in range(seats + _1):
            deal(deck, packet * _5, _5, _52, word(start, number))
            number += U(1)
        _play(deck, seats, known, codes)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, known, codes[row])


DECISIONS = ("fold", "bet")


def policy(rules: Rules, strategy: str) -> Bools:
    """Where to bet, for every hand up to suits and every upcard."""
    counts = analysis.showdowns()
    if strategy == "optimal":
        return analysis.optimal(rules.paytables["bet"])
    ranks = (counts.hands >> 2).astype(np.int64)
    up = np.arange(52)[None, :] >> 2
    features = {
        "hand": counts.strengths.astype(np.int64)[:, None],
        "upcard": up + 2,
        "held": (ranks[:, :, None] == up[None]).any(axis=1),
        "high": ranks.max(axis=1)[:, None] + 2,
    }
    text = parse(strategy, rules.game.turns)["decision"]
    bets: Bools = (choose(text, features, DECISIONS) == BET) & counts.possible
    return bets


def played(rules: Rules, strategy: str, table: Paytable) -> ParSheet:
    """The base game as this strategy plays it, paid by a table."""
    return analysis.sheet_of(table, analysis.tally(policy(rules, strategy)), rules.options)


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    counts = analysis.showdowns()
    bets = policy(rules, strategy)
    bits = (bets.astype(np.uint64) << np.arange(52, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    upcards = np.zeros(HANDS, np.uint64)
    spread(counts.hands, bits, upcards)
    possible = counts.possible
    bounds = np.column_stack([(bets | ~possible).all(axis=1), bets.any(axis=1)])
    folds = {name: rules.options[f"{name}_after_fold"] == "lose" for name in ("bonus", "cover_all")}
    known = Known(
        tables(),
        outcome_classes(),
        same_by_strength(counts.strengths, bounds),
        upcards,
        QUALIFIES,
        folds["bonus"],
        folds["cover_all"],
        rules.options["folded_hands_qualify"] == "no",
    )
    nets, stakes = _worth(rules, laid, seats)
    paid = envy_column(rules.paytables["progressive"], laid.get("progressive", 0), RANKINGS["poker"].outcomes)
    return Compiled(
        rules, seats, COLUMNS, 2, DECISIONS, nets, stakes, simulate, settle, known, envy=[*paid, 0]
    )


def _worth(rules: Rules, laid: Mapping[str, int], seats: int) -> Worth:
    """What each code is worth and what it has laid, as the game settles."""
    hands = strongest()
    bets, folds = analysis.settled_bets(rules, laid["ante"])
    bonus, cover, progressive = (
        Wager(1, name, laid.get(name, 0)) for name in ("bonus", "cover-all", "progressive")
    )
    nets = (
        [0, 0],
        [*bets.by_bet["ante"], *folds.by_bet["ante"]],
        [*bets.by_bet["bet"], 0],
        [*(settle_bonus(bonus, hand, rules).net_cents for hand in hands), -bonus.cents],
        [*(settle_cover_all(cover, hand, seats + 1, rules).net_cents for hand in hands), -cover.cents],
        [
            *jackpot_column(
                rules.paytables["progressive"],
                progressive.cents,
                RANKINGS["poker"].outcomes,
                seeds(rules.paytables["progressive"]),
            ),
            -progressive.cents,
        ],
    )
    stakes = (
        [0, 0],
        constant(laid["ante"], WINS + CLASSES + 1),
        [*constant(bets.units["bet"] * laid["ante"], WINS + CLASSES), 0],
        *(constant(wager.cents, CLASSES + 1) for wager in (bonus, cover, progressive)),
    )
    return nets, stakes
