"""Solitaire Stud compiled: seven cards each as bits of the two weaves, runs found by shifting them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.families.written import choose
from pitboss.analysis.parallel import in_parts
from pitboss.analysis.parsheet import ParSheet
from pitboss.arrays import Bools, Bytes, Ints, Words
from pitboss.cards import CARDS
from pitboss.games import Rules, Wager
from pitboss.games.solitaire_stud import QUALIFIES, settle_three_plus
from pitboss.games.solitaire_stud.analysis import VERSION
from pitboss.games.solitaire_stud.analysis import counting as analysis
from pitboss.games.solitaire_stud.analysis.counts import (
    DEALER_HANDS,
    ENDS,
    LOST_NO_HAND,
    NO_HAND,
    QUALIFIED,
    TIE,
    hands_within,
    sort_ends,
)
from pitboss.games.solitaire_stud.features import TURNS
from pitboss.games.strategy import parse
from pitboss.hands.runs import Run, longest, number, weave
from pitboss.kernels import kernel
from pitboss.paytables import Paytable
from pitboss.simulation.compiled import Compiled, Worth, constant
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word

FOLD, PLAY = range(2)
BY_TABLE = 9
FOLDED = 0
"""The 3+ has the length of the run, or this; the other bets have the end of the showdown, or `ENDS`."""
COLUMNS = ("decision", "ante", "super-bonus", "play", "3+")
SLOTS = 26
"""Numbers in red, then in black; two cards are alike in each."""
_QUALIFIES = 16 * QUALIFIES.length + QUALIFIES.top
_1, _7, _52, _COLUMNS = U(1), U(7), U(52), U(len(COLUMNS))
_4 = np.uint8(4)
assert 2 < 1 << 2, "two cards alike fit a digit of two bits"
assert 2 * SLOTS + 1 <= 64, "and the decision fits above the digits"
assert 16 * 7 + 13 < 1 << 8, "a run of seven with a king fits a byte"
_DECISION, _KEY = U(2 * SLOTS), U((1 << 2 * SLOTS) - 1)
_SPREAD, _HASH = U(0x9E3779B97F4A7C15), U(64 - 24)
"""A hand's hash is among the upper bits of its product with a number that spreads them."""


class Known(NamedTuple):
    """What a seat plays by: for each run (16 * length + top), and for hands whose other cards decide."""

    places: Words
    """For each card its bit: numbers 1 to 13 of one weave, then from bit 16 those of the other."""
    best: Bytes
    """The best run of each half of a hand's bits, as 16 * length + top."""
    by_run: Bytes
    colours: Words
    """For each card its colour and number as a digit of 2 bits, to count cards alike."""
    hands: Words
    """The hands whose run alone does not decide, as sums of digits with the decision above them: each stands
    where its hash says, or in the next free place."""


def places() -> Words:
    """Each card's bit in the two weaves."""
    return np.array([1 << number(card) - 1 + 16 * weave(card) for card in CARDS], np.uint64)


def colours() -> Words:
    """Each card's digit: red numbers 1 to 13, then black ones."""
    return np.array([1 << 2 * (number(card) - 1 + 13 * (not card.red)) for card in CARDS], np.uint64)


def best_runs() -> Bytes:
    """The best run of each set of numbers in one weave."""
    found = np.zeros(1 << 13, np.uint8)
    for numbers in range(1, 1 << 13):
        length, top = longest(numbers)
        found[numbers] = 16 * min(length, 7) + top
    return found


@inlined
def _run(deck: Bytes, at: U, known: Known) -> Any:
    bits = U(0)
    for card in range(at, at + _7):
        bits |= known.places[deck[card]]
    return max(known.best[bits & U(0x1FFF)], known.best[bits >> U(16)])


@inlined
def _place(key: U, hands: Words) -> Any:
    """Where a hand stands among all, or would have to."""
    last = U(len(hands)) - _1
    place = (key * _SPREAD) >> _HASH & last
    while hands[place] and hands[place] & _KEY != key:
        place = (place + _1) & last
    return place


@bare
def _by_cards(deck: Bytes, at: U, known: Known) -> Any:
    """What a hand does whose run alone does not decide."""
    key = U(0)
    for card in range(at, at + _7):
        key += known.colours[deck[card]]
    return np.uint8(known.hands[_place(key, known.hands)] >> _DECISION)


@bare
def _place_all(keys: Words, plays: Bytes, hands: Words) -> None:
    for row in range(U(len(keys))):
        hands[_place(keys[row], hands)] = keys[row] | U(plays[row]) << _DECISION


@inlined
def _play(deck: Bytes, seats: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck, in packets of seven."""
    dealer = _run(deck, seats * _7, known)
    for seat in range(seats):
        own = _run(deck, seat * _7, known)
        decision = known.by_run[own]
        if decision == BY_TABLE:
            decision = _by_cards(deck, seat * _7, known)
        # Worked out without branches, for which of them comes can't be foreseen; a fold loses all.
        qualified = np.uint8(dealer >= _QUALIFIES)
        won = np.uint8(NO_HAND) + qualified * np.uint8(QUALIFIED) + (own >> _4) - (dealer >> _4)
        lost = np.uint8(TIE) + np.uint8(own < dealer) * (np.uint8(LOST_NO_HAND - TIE) - qualified)
        end = won if own > dealer else lost
        codes[seat, 0] = decision
        codes[seat, 1] = codes[seat, 2] = codes[seat, 3] = end if decision else np.uint8(ENDS)
        codes[seat, 4] = decision * (own >> _4)


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number = U(0)
    for _ in range(rounds):
        for packet in range(seats + _1):
            deal(deck, packet * _7, _7, _52, word(start, number))
            number += _1
        _play(deck, seats, known, codes)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, known, codes[row])


DECISIONS = ("fold", "play")


@kernel
def _decide(lowest: int, best: Bytes, unclear: Bools, pays: Ints, keys: Words, plays: Bytes) -> int:
    """The hands that begin with slot `lowest` and have an unclear run: their keys and what is best; how many.

    A hand is seven slots in rising order, none three times. An array without room is not filled.
    """
    found = 0
    slots = np.zeros(7, np.int64)
    reds, blacks = np.full(14, 2, np.int64), np.full(14, 2, np.int64)
    shorter, ends = np.zeros(8, np.int64), np.zeros(ENDS, np.int64)
    place = 1
    slots[0] = lowest
    slots[1] = lowest - 1
    while place > 0:
        slots[place] += 1
        if slots[place] == SLOTS:
            place -= 1
            continue
        if place > 1 and slots[place] == slots[place - 2]:
            continue
        if place < 6:
            place += 1
            slots[place] = slots[place - 1] - 1
            continue
        # Red odd and black even numbers are one weave; which one does not matter here.
        even, odd, key = np.int64(0), np.int64(0), U(0)
        for slot in slots:
            key += _1 << U(2 * slot)
            if slot % 13 % 2 == (slot >= 13):
                even |= 1 << slot % 13
            else:
                odd |= 1 << slot % 13
        run = max(best[even], best[odd])
        if not unclear[run]:
            continue
        if len(keys):
            keys[found] = key
        if len(plays):
            # Signed as elsewhere: else numba compiles the count once more, for unsigned numbers and floats.
            length, top = np.int64(run >> 4), np.int64(run & 15)
            reds[:], blacks[:] = 2, 2
            for slot in slots:
                if slot < 13:
                    reds[slot + 1] -= 1
                else:
                    blacks[slot - 12] -= 1
            for cap in range(1, length):
                shorter[cap] = hands_within(reds, blacks, cap, 13)
            no_hand = hands_within(reds, blacks, _QUALIFIES >> 4, (_QUALIFIES & 15) - 1)
            below = hands_within(reds, blacks, length, top - 1)
            through = hands_within(reds, blacks, length, top)
            sort_ends(length, top, shorter, no_hand, below, through, DEALER_HANDS, ends)
            worth = -pays[ENDS] * np.int64(DEALER_HANDS)
            for end in range(ENDS):
                worth += pays[end] * ends[end]
            plays[found] = worth >= 0
        found += 1
    return found


def _optimal(rules: Rules) -> tuple[Bytes, Words]:
    """What each run does, and the table of the hands whose run alone does not decide."""
    table = rules.paytables["super-bonus"]
    by_run, unclear = np.zeros(256, np.uint8), np.zeros(256, np.bool_)
    for length, tops in enumerate(analysis.best_play(table)):
        for top, (played, folded) in enumerate(tops):
            by_run[16 * length + top] = BY_TABLE if played and folded else bool(played)
            unclear[16 * length + top] = bool(played and folded)
    play, fold = analysis.settled_by(table)
    pays, best = np.array([*play.cents, *fold.cents]), best_runs()
    no_keys, no_plays = np.zeros(0, np.uint64), np.zeros(0, np.uint8)
    sizes = [_decide(slot, best, unclear, pays, no_keys, no_plays) for slot in range(SLOTS)]
    keys = [np.zeros(size, np.uint64) for size in sizes]
    for slot in range(SLOTS):
        _decide(slot, best, unclear, pays, keys[slot], no_plays)

    def decide() -> str:
        plays = [np.zeros(size, np.uint8) for size in sizes]

        def work(part: slice) -> None:
            _decide(part.start, best, unclear, pays, no_keys, plays[part.start])

        in_parts(SLOTS, work, SLOTS, "Solitaire Stud: hands to look up")
        return np.packbits(np.concatenate(plays)).tobytes().hex()

    packed = bytes.fromhex(remembered("solitaire-stud hands", {"pays": pays.tolist()}, decide, VERSION))
    plays = np.unpackbits(np.frombuffer(packed, np.uint8), count=sum(sizes))
    hands = np.zeros(1 << (2 * sum(sizes)).bit_length(), np.uint64)
    _place_all(np.concatenate(keys), plays, hands)
    return by_run, hands


def by_run(strategy: str) -> Bytes:
    """What written rules do with each run, as 16 * length + top."""
    runs = np.arange(256)
    text = parse(strategy, TURNS)["decision"]
    return choose(text, {"length": runs >> 4, "top": runs & 15}, DECISIONS)


def played(rules: Rules, strategy: str, table: Paytable) -> ParSheet:
    """The base game as this strategy plays it, paid by a table."""
    if strategy == "optimal":
        return analysis.base(table, rules.options, rules.paytables["super-bonus"])
    plays = [divmod(run, 16) for run, plays_it in enumerate(by_run(strategy)) if plays_it]
    return analysis.following(table, rules.options, plays)


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    if strategy == "optimal":
        decisions, hands = _optimal(rules)
    else:
        decisions, hands = by_run(strategy), np.zeros(1, np.uint64)
    known = Known(places(), best_runs(), decisions, colours(), hands)
    nets, stakes = _worth(rules, laid)
    return Compiled(rules, seats, COLUMNS, 3, DECISIONS, nets, stakes, simulate, settle, known)


def _worth(rules: Rules, laid: Mapping[str, int]) -> Worth:
    """What each code is worth and what it has laid, as the game settles."""
    ante, three = laid["ante"], Wager(1, "3+", laid.get("3+", 0))
    play, fold = (taken.by_bet for taken in analysis.settled_bets(rules, ante))
    runs = [Run(length, 13, ()) for length in range(1, 8)]
    nets = (
        [0, 0],
        [*play["ante"], *fold["ante"]],
        [*play["super-bonus"], *fold["super-bonus"]],
        [*play["play"], 0],
        [-three.cents, *(settle_three_plus(three, run, rules).net_cents for run in runs)],
    )
    stakes = (
        [0, 0],
        constant(ante, ENDS + 1),
        constant(ante, ENDS + 1),
        [*constant(2 * ante, ENDS), 0],
        constant(three.cents, 8),
    )
    return nets, stakes
