"""Rabbit Hunter compiled: six-card packets, the first card set aside; fold, play, or play and buy."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pitboss.analysis.families.five_cards import outcome_classes, strongest
from pitboss.analysis.families.written import choose
from pitboss.analysis.parsheet import ParSheet
from pitboss.arrays import Bytes, Ints
from pitboss.games import Rules, Wager
from pitboss.games.rabbit_hunter import (
    QUALIFIES,
    settle_tens_up,
    settle_two_way_bad_beat,
)
from pitboss.games.rabbit_hunter.analysis import counting as analysis
from pitboss.games.rabbit_hunter.analysis.counts import LOST, LOST_NO_HAND, TIED, WON, WON_NO_HAND, showdowns
from pitboss.games.rabbit_hunter.features import TURNS
from pitboss.games.strategy import parse
from pitboss.hands.bulk import Tables, strength5, strength6, tables
from pitboss.hands.poker import STRAIGHTS, STRENGTH_MAX
from pitboss.simulation.compiled import Compiled, Worth, constant
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word
from pitboss.simulation.hands import BY_TABLE, CLASSES, HANDS, hand_number, same_by_strength, spread

FOLD, PLAY, BUY = range(3)
NOT_SHOWN = TIED + 1
"""Ante and Play have the end of the showdown, or this after a fold."""
TIE, FOLDED = CLASSES, CLASSES + 1
"""Codes of a side bet that is no class of a hand."""
COLUMNS = ("decision", "ante", "play", "rabbit-card", "tens-up", "two-way-bad-beat")
_1, _6, _52, _COLUMNS = U(1), U(6), U(52), U(len(COLUMNS))


class Known(NamedTuple):
    """What a seat plays by, and which cards Tens Up counts."""

    ranking: Tables
    classes: Bytes
    by_strength: Bytes
    decisions: Bytes
    """For each of the 2,598,960 hands what it does."""
    qualifies: int
    first_five: bool


@inlined
def _play(deck: Bytes, seats: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck; the dealer's first card is burnt."""
    at = seats * _6 + _1
    dealer = np.int64(
        strength5(deck[at], deck[at + U(1)], deck[at + U(2)], deck[at + U(3)], deck[at + U(4)], known.ranking)
    )
    for seat in range(seats):
        at = seat * _6 + _1
        a, b, c, d, e = deck[at], deck[at + U(1)], deck[at + U(2)], deck[at + U(3)], deck[at + U(4)]
        own = np.int64(strength5(a, b, c, d, e, known.ranking))
        decision = known.by_strength[own]
        if decision == BY_TABLE:
            decision = known.decisions[hand_number(a, b, c, d, e)]
        codes[seat, 0] = decision
        codes[seat, 3] = decision == BUY
        if decision == FOLD:
            codes[seat, 1] = NOT_SHOWN
            codes[seat, 2] = NOT_SHOWN
            codes[seat, 4] = FOLDED
            codes[seat, 5] = FOLDED
            continue
        final = own
        if decision == BUY:
            final = np.int64(strength6(a, b, c, d, e, deck[at - _1], known.ranking))
        codes[seat, 4] = known.classes[own if known.first_five else final]
        qualified = dealer >= known.qualifies
        if final > dealer:
            end, beaten = WON if qualified else WON_NO_HAND, known.classes[dealer]
        elif final < dealer:
            end, beaten = LOST if qualified else LOST_NO_HAND, known.classes[final]
        else:
            end, beaten = TIED, np.uint8(TIE)
        codes[seat, 1] = end
        codes[seat, 2] = end
        codes[seat, 5] = beaten


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number = U(0)
    for _ in range(rounds):
        for packet in range(seats + _1):
            deal(deck, packet * _6, _6, _52, word(start, number))
            number += _1
        _play(deck, seats, known, codes)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, known, codes[row])


DECISIONS = ("fold", "play", "play-and-buy")


def policy(strategy: str) -> Bytes:
    """What every hand up to suits does."""
    counts = showdowns()
    if strategy == "optimal":
        return analysis.best_decisions(analysis.base_worth(counts))
    suits, ranks = counts.hands & 3, (counts.hands >> 2).astype(np.int64)
    masks = np.bitwise_or.reduce(1 << ranks, axis=1)
    completing = np.zeros_like(masks)
    for run in STRAIGHTS:
        missing = sum(1 << rank for rank in run) & ~masks
        completing |= np.where((missing & (missing - 1)) == 0, missing, 0)
    features = {
        "hand": counts.strengths.astype(np.int64),
        "high": ranks.max(axis=1) + 2,
        "suited": np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0),
        "completing": np.bitwise_count(completing).astype(np.int64),
    }
    text = parse(strategy, TURNS)["decision"]
    return choose(text, features, DECISIONS)


def played(rules: Rules, strategy: str, table: None) -> ParSheet:
    """The base game as this strategy plays it; no table pays it."""
    return analysis.base_sheet(analysis.tally(showdowns(), policy(strategy)), rules.options)


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    counts = showdowns()
    chosen = policy(strategy)
    decisions = np.zeros(HANDS, np.uint8)
    spread(counts.hands, chosen, decisions)
    known = Known(
        tables(),
        outcome_classes(),
        same_by_strength(counts.strengths, chosen),
        decisions,
        QUALIFIES,
        rules.options["tens_up_cards"] == "first-five",
    )
    nets, stakes = _worth(rules, laid)
    return Compiled(rules, seats, COLUMNS, 3, DECISIONS, nets, stakes, simulate, settle, known)


def _worth(rules: Rules, laid: Mapping[str, int]) -> Worth:
    """What each code is worth and what it has laid, as the game settles."""
    hands = strongest()
    ante = laid["ante"]
    fold, play, buy = (taken.by_bet for taken in analysis.settled_bets(rules, ante))
    tens, beat = (Wager(1, name, laid.get(name, 0)) for name in ("tens-up", "two-way-bad-beat"))
    # A royal flush is never beaten, so its code never comes.
    beaten = [settle_two_way_bad_beat(beat, STRENGTH_MAX, hand, rules).net_cents for hand in hands[1:]]
    nets = (
        [0, 0, 0],
        [*play["ante"], fold["ante"][0]],
        [*play["play"], 0],
        [0, buy["rabbit-card"][0]],
        [*(settle_tens_up(tens, hand, rules).net_cents for hand in hands), -tens.cents, -tens.cents],
        [0, *beaten, settle_two_way_bad_beat(beat, 1, 1, rules).net_cents, -beat.cents],
    )
    stakes = (
        [0, 0, 0],
        constant(ante, NOT_SHOWN + 1),
        [*constant(ante, NOT_SHOWN), 0],
        [0, ante],
        constant(tens.cents, CLASSES + 2),
        constant(beat.cents, CLASSES + 2),
    )
    return nets, stakes
