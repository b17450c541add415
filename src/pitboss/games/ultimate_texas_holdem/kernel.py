"""Ultimate Texas Hold'em compiled: decisions from the tables of the analysis, all bets settled."""

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.families.boards import (
    FIRST5,
    HOLES,
    MASK_NUMBER,
    OTHERS,
    RANK_PAIRS,
    TYPE_PAIRS,
    flops,
)
from pitboss.analysis.families.five_cards import outcome_classes, strongest
from pitboss.analysis.families.five_cards import tables as five_cards
from pitboss.analysis.families.written import choose
from pitboss.analysis.parsheet import ParSheet
from pitboss.arrays import Bytes, Ints
from pitboss.cards import CARDS
from pitboss.games import Rules, Wager
from pitboss.games.strategy import parse
from pitboss.games.ultimate_texas_holdem import (
    FAMILY,
    QUALIFIES,
    hole_outcome,
    settle_bad_beat_bonus,
    settle_trips,
    settle_ultimate_pairs,
)
from pitboss.games.ultimate_texas_holdem.analysis import base as analysis
from pitboss.games.ultimate_texas_holdem.analysis.rules import (
    flop_strengths,
    hidden_pair,
    river_features,
    three_on_flop,
)
from pitboss.games.ultimate_texas_holdem.analysis.solve import Policy, blind_of, play
from pitboss.hands.bulk import FLUSH, START, Tables, strength5, strength_of, tables, unsuited
from pitboss.hands.poker import CATEGORY_FLOOR, STRENGTH_MAX, Category
from pitboss.kernels import kernel
from pitboss.paytables import RANKINGS, Paytable, ranking
from pitboss.simulation.compiled import (
    Compiled,
    Worth,
    constant,
    envy_column,
    jackpot_column,
    seeds,
)
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word
from pitboss.simulation.hands import CLASSES

FOLDED, LOSE, TIE, WIN, NO_HAND = range(5)
"""How the Ante ends, and the Blind, whose win has the class of its hand above `WIN`. A Play bet of m ends as
`LOSE + 3 * (m - 1)` and the result above it."""
BEAT_TIE, BEAT_FOLDED = CLASSES, CLASSES + 1
HOLE_OUTCOMES = ranking("hole-cards").outcomes
ACES_AGAINST = 2
"""Two aces against the dealer's two come so many outcomes before two aces."""
JACKPOT_OUTCOMES = ranking("holdem-jackpot").outcomes
JACKPOT_FOLDED = len(JACKPOT_OUTCOMES)
FIRST_FIVE, FIRST_SEVEN, COMMUNITY = range(3)
_LATER = 2
"""Outcomes below the royal flush come so much later where three kinds of it are told apart."""
_ROYAL = CATEGORY_FLOOR[Category.ROYAL_FLUSH]
COLUMNS = ("decision", "ante", "blind", "play", "trips", "bad-beat-bonus", "ultimate-pairs", "jackpot")
_1, _2, _3, _4, _5, _9, _52, _COLUMNS = map(U, (1, 2, 3, 4, 5, 9, 52, len(COLUMNS)))
_HOLES = U(len(HOLES))
_TO_THREE = FLUSH >> _2
"""A key counts each suit so that its fifth card sets a bit of `FLUSH`; with this the third does."""
_FIRST_SUIT = U((int(FLUSH) & -int(FLUSH)).bit_length() - 1)


class Known(NamedTuple):
    """What a seat plays by, and how its bets are read."""

    ranking: Tables
    classes: Bytes
    preflop: Bytes
    flop: Bytes
    plain: Bytes
    suited: Bytes
    """Where to bet on the flop and at the river, one bit each, as the analysis numbers the cases; but a board
    without three of a suit is numbered by the strength of its ranks."""
    flop_places: npt.NDArray[np.uint32]
    """For each of the 22,100 flops its number up to suits, and from bit 16 the new names of the suits."""
    hole_outcomes: Bytes
    packets: bool
    beat_folds: bool
    jackpot_folds: bool
    first_five: bool
    """Whether the jackpot reads hole cards and flop only."""


@inlined
def _bit(table: Bytes, number: U) -> Any:
    return table[number >> _3] >> (number & U(7)) & _1


@inlined
def _hole(one: Any, two: Any) -> Any:
    low, high = U(min(one, two)), U(max(one, two))
    return low * (U(103) - low) // _2 + high - low - _1


@inlined
def _pair(one: U, two: U) -> Any:
    """The number of an unordered pair, as the analysis has it."""
    low, high = min(one, two), max(one, two)
    return high * (high + _1) // _2 + low


@inlined
def _flop(one: Any, two: Any, three: Any) -> Any:
    """The place of three cards among all flops."""
    low, high = U(min(one, two, three)), U(max(one, two, three))
    middle = U(one) + U(two) + U(three) - low - high
    return high * (high - _1) * (high - _2) // U(6) + middle * (middle - _1) // _2 + low


@kernel
def _name_flops(cards: Bytes, places: Any) -> Any:
    """Number every flop up to suits: its suits are named from 3 down by the ranks they hold in it."""
    numbers = np.zeros(22_100, np.uint32)
    for number in range(len(cards)):
        numbers[_flop(cards[number, 0], cards[number, 1], cards[number, 2])] = number
    held, names = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for one in range(52):
        for two in range(one):
            for three in range(two):
                held[:] = 0
                for card in (one, two, three):
                    held[card & 3] |= 1 << (card >> 2)
                packed = 0
                for suit in range(4):
                    ahead = 0
                    for other in range(4):
                        if held[other] > held[suit] or (held[other] == held[suit] and other < suit):
                            ahead += 1
                    names[suit] = 3 - ahead
                    packed |= names[suit] << (16 + 2 * suit)
                a, b, c = (
                    (one & 60) | names[one & 3],
                    (two & 60) | names[two & 3],
                    (three & 60) | names[three & 3],
                )
                places[_flop(one, two, three)] = numbers[_flop(a, b, c)] | packed


@inlined
def _plays_flop(deck: Bytes, hole: U, board: U, known: Known) -> Any:
    place = U(known.flop_places[_flop(deck[board], deck[board + _1], deck[board + _2])])
    one, two = U(deck[hole]), U(deck[hole + _1])
    one = (one & U(60)) | (place >> (U(16) + _2 * (one & _3)) & _3)
    two = (two & U(60)) | (place >> (U(16) + _2 * (two & _3)) & _3)
    return _bit(known.flop, (place & U(0xFFFF)) * _HOLES + _hole(one, two))


@inlined
def _plays_suited(deck: Bytes, hole: U, board: U, suits: U, bits: U, suited: Bytes) -> Any:
    """Whether to bet at the river where `suits` has the bit of a suit that the board holds three times."""
    suit = (suits >> _4 & _1) + (suits >> U(8) & _1) * _2 + (suits >> U(12)) * _3
    mask = bits >> (U(13) * suit) & U(0x1FFF)
    outside = highest = total = U(0)
    for place in range(board, board + _5):
        card = U(deck[place])
        away = U(card & _3 != suit)
        rank = away * (card >> _2)
        outside += away
        total += rank
        highest = max(highest, rank)
    # Two ranks are numbered as a pair, one by itself.
    lower = total - highest
    other = total if outside < _2 else highest * (highest + _1) // _2 + lower
    number = U(FIRST5[outside]) + U(MASK_NUMBER[mask]) * U(OTHERS[outside]) + other
    one, two = U(deck[hole]), U(deck[hole + _1])
    one = (one >> _2) + U(13) * U(one & _3 != suit)
    two = (two >> _2) + U(13) * U(two & _3 != suit)
    return _bit(suited, number * U(TYPE_PAIRS) + _pair(one, two))


@inlined
def _plays_river(deck: Bytes, hole: U, board: U, key: U, bits: U, known: Known) -> Any:
    """Whether to bet at the river; key and bits are the board's."""
    suits = (key + _TO_THREE) & FLUSH
    if suits:
        return _plays_suited(deck, hole, board, suits >> _FIRST_SUIT, bits, known.suited)
    pair = _pair(U(deck[hole]) >> _2, U(deck[hole + _1]) >> _2)
    return _bit(known.plain, U(unsuited(key, known.ranking)) * U(RANK_PAIRS) + pair)


@bare
def _royal(deck: Bytes, hole: U, board: U, ranking: Tables) -> Any:
    """Where a royal flush lies."""
    a, b, c = deck[board], deck[board + _1], deck[board + _2]
    if strength5(deck[hole], deck[hole + _1], a, b, c, ranking) == _ROYAL:
        return FIRST_FIVE
    if strength5(a, b, c, deck[board + _3], deck[board + _4], ranking) == _ROYAL:
        return COMMUNITY
    return FIRST_SEVEN


@inlined
def _play(deck: Bytes, seats: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck, dealt from the hand or in packets, the board first."""
    hands = _5 if known.packets else U(0)
    at = hands + _2 * seats
    board = U(0) if known.packets else at + _2
    key, bits = START, U(0)
    for place in range(board, board + _5):
        key += known.ranking.keys[deck[place]]
        bits |= known.ranking.bits[deck[place]]
    one, two = deck[at], deck[at + _1]
    dealer = np.int64(
        strength_of(
            key + known.ranking.keys[one] + known.ranking.keys[two],
            bits | known.ranking.bits[one] | known.ranking.bits[two],
            known.ranking,
        )
    )
    dealer_aces = U(one >> 2 == 12) & U(two >> 2 == 12)
    qualified = dealer >= QUALIFIES
    for seat in range(seats):
        hole = hands + _2 * seat
        one, two = deck[hole], deck[hole + _1]
        pair = _hole(one, two)
        times = U(known.preflop[pair])
        if times == U(0):
            times = U(_2 * _plays_flop(deck, hole, board, known))
            if times == U(0):
                times = U(_plays_river(deck, hole, board, key, bits, known))
        own = np.int64(
            strength_of(
                key + known.ranking.keys[one] + known.ranking.keys[two],
                bits | known.ranking.bits[one] | known.ranking.bits[two],
                known.ranking,
            )
        )
        # Worked out without branches, for which of them comes can't be foreseen.
        held, wins = known.classes[own], U(own > dealer)
        result = U(LOSE) + U(own >= dealer) + wins
        beaten = known.classes[min(own, dealer)] if own != dealer else np.uint8(BEAT_TIE)
        aces = U(one >> 2 == 12) & U(two >> 2 == 12) & dealer_aces
        if known.first_five:
            a, b, c = deck[board], deck[board + _1], deck[board + _2]
            jackpot = known.classes[strength5(one, two, a, b, c, known.ranking)]
        else:
            jackpot = held
        reads = jackpot + np.uint8(_LATER)
        if jackpot == 0:
            reads = np.uint8(FIRST_FIVE if known.first_five else _royal(deck, hole, board, known.ranking))
        plays = U(times > 0)
        codes[seat, 0] = times
        codes[seat, 1] = plays * (result if qualified else U(NO_HAND))
        codes[seat, 2] = plays * (result + wins * U(held))
        codes[seat, 3] = plays * (_3 * times + result - _3)
        codes[seat, 4] = held
        codes[seat, 5] = beaten if plays or not known.beat_folds else np.uint8(BEAT_FOLDED)
        codes[seat, 6] = U(known.hole_outcomes[pair]) - aces * U(ACES_AGAINST)
        codes[seat, 7] = reads if plays or not known.jackpot_folds else np.uint8(JACKPOT_FOLDED)


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number = U(0)
    cards = _2 * seats + U(7)
    for _ in range(rounds):
        first = U(0)
        while first < cards:
            deal(deck, first, min(_9, cards - first), _52, word(start, number))
            first += _9
            number += _1
        _play(deck, seats, known, codes)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, known, codes[row])


DECISIONS = ("fold", "play-1x", "play-2x", "play-3x", "play-4x")
_PREFLOP, _FLOP, _RIVER = ("check", "play-3x", "play-4x"), ("check", "play-2x"), ("fold", "play-1x")


def policy(rules: Rules, strategy: str) -> Policy:
    """What is done at each stage, as the analysis writes it."""
    if strategy == "optimal":
        return analysis.optimum(blind_of(rules.paytables["blind"])).policy
    text = parse(strategy, rules.game.turns)
    ranks, suits = (HOLES // 4).astype(np.int64) + 2, HOLES % 4
    holes = {"high": ranks.max(axis=1), "low": ranks.min(axis=1), "suited": suits[:, 0] == suits[:, 1]}
    preflop = np.array([0, 3, 4], np.uint8)[choose(text["preflop"], holes, _PREFLOP)]
    on_flop = {
        "hand": flop_strengths().astype(np.int64),
        "paired": hidden_pair(),
        "draw": _draws(),
        "three_on_flop": three_on_flop(),
        **{name: values[None, :] for name, values in holes.items()},
    }
    flop = choose(text["flop"], on_flop, _FLOP) > 0
    plain, suited = (
        choose(text["river"], {"outs": outs, "better": better}, _RIVER) > 0
        for outs, better in river_features()
    )
    return Policy(preflop, flop, plain, suited)


def _draws() -> Ints:
    """The highest hole card among four of a suit, 0 without such a draw: `[flop, hole]`."""
    drawn = np.zeros((len(flops().cards), len(HOLES)), np.int64)
    for suit in range(4):
        held = np.equal(HOLES % 4, suit)
        four = (flops().cards % 4 == suit).sum(axis=1)[:, None] + held.sum(axis=1)[None, :] == 4
        highest = np.where(held, HOLES // 4 + 2, 0).max(axis=1)
        drawn = np.maximum(drawn, np.where(four, highest[None, :], 0))
    return drawn


def played(rules: Rules, strategy: str, table: Paytable) -> ParSheet:
    """The base game as this strategy plays it, paid by a table."""
    return analysis.sheet_of(table, play(analysis.counted(), policy(rules, strategy)), rules.options)


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    chosen = policy(rules, strategy)
    plain = np.zeros((STRENGTH_MAX + 1, RANK_PAIRS), np.bool_)
    plain[five_cards().unsuited5] = chosen.plain.reshape(-1, RANK_PAIRS)
    assert len(flops().cards) <= 1 << 16, "a flop's number fits below the names of its suits"
    places = np.zeros(comb(52, 3), np.uint32)
    _name_flops(flops().cards, places)
    outcomes = [HOLE_OUTCOMES.index(hole_outcome([CARDS[a], CARDS[b]], ())) for a, b in HOLES.tolist()]
    known = Known(
        tables(),
        outcome_classes(),
        chosen.preflop,
        np.packbits(chosen.flop, bitorder="little"),
        np.packbits(plain, bitorder="little"),
        np.packbits(chosen.suited, bitorder="little"),
        places,
        np.array(outcomes, np.uint8),
        rules.options["procedure"] == "packets",
        rules.options["bad_beat_after_fold"] == "lose",
        rules.options["folded_hands_qualify"] == "no",
        rules.paytables["jackpot"].ranking == "poker",
    )
    nets, stakes = _worth(rules, laid)
    table = rules.paytables["jackpot"]
    paid = envy_column(table, laid.get("jackpot", 0), _jackpot_outcomes(table))
    return Compiled(
        rules, seats, COLUMNS, 3, DECISIONS, nets, stakes, simulate, settle, known, envy=[*paid, 0]
    )


def _jackpot_outcomes(table: Paytable) -> Sequence[str]:
    """The outcome of each code of the jackpot, of seven cards or of the first five."""
    if table.ranking == "poker":
        return [*["royal-flush"] * (_LATER + 1), *RANKINGS["poker"].outcomes[1:]]
    return JACKPOT_OUTCOMES


def _worth(rules: Rules, laid: Mapping[str, int]) -> Worth:
    """What each code is worth and what it has laid, as the game settles."""
    hands = strongest()
    ante, blind = Wager(1, "ante", laid["ante"]), Wager(1, "blind", laid["blind"])
    plays = [Wager(1, "play", times * laid["ante"]) for times in range(1, 5)]
    trips, beat, pairs, jackpot = (
        Wager(1, name, laid.get(name, 0)) for name in ("trips", "bad-beat-bonus", "ultimate-pairs", "jackpot")
    )
    settle_ante, settle_blind, settle_play = (FAMILY.base[bet] for bet in ("ante", "blind", "play"))
    meets = (1, QUALIFIES), (QUALIFIES, QUALIFIES), (QUALIFIES + 1, QUALIFIES)
    # A royal flush is never beaten, so its code never comes.
    beaten = [settle_bad_beat_bonus(beat, STRENGTH_MAX, hand, rules).net_cents for hand in hands[1:]]
    by_outcome = {outcome: hole for hole in _holes() for outcome in [hole_outcome(*hole)]}
    table = rules.paytables["jackpot"]
    outcomes = _jackpot_outcomes(table)
    nets = (
        [0] * 5,
        [-ante.cents, *(settle_ante(ante, *both, rules).net_cents for both in (*meets, (2, 1)))],
        [
            -blind.cents,
            *(settle_blind(blind, *both, rules).net_cents for both in meets[:2]),
            *(settle_blind(blind, hand, 0, rules).net_cents for hand in hands),
        ],
        [0, *(settle_play(play, *both, rules).net_cents for play in plays for both in meets)],
        [settle_trips(trips, hand, rules).net_cents for hand in hands],
        [0, *beaten, settle_bad_beat_bonus(beat, 1, 1, rules).net_cents, -beat.cents],
        [settle_ultimate_pairs(pairs, *by_outcome[outcome], rules).net_cents for outcome in HOLE_OUTCOMES],
        [*jackpot_column(table, jackpot.cents, outcomes, seeds(table)), -jackpot.cents],
    )
    stakes = (
        [0] * 5,
        constant(ante.cents, 5),
        constant(blind.cents, CLASSES + WIN),
        [0, *(play.cents for play in plays for _ in meets)],
        *(
            constant(wager.cents, codes)
            for wager, codes in (
                (trips, CLASSES),
                (beat, CLASSES + 2),
                (pairs, len(HOLE_OUTCOMES)),
                (jackpot, JACKPOT_FOLDED + 1),
            )
        ),
    )
    return nets, stakes


def _holes() -> list[tuple[list[Any], list[Any]]]:
    """Hole cards with the dealer's, enough of them to meet every outcome."""
    aces = [CARDS[card] for card in range(48, 52)]
    pairs: list[tuple[list[Any], list[Any]]] = [([CARDS[a], CARDS[b]], []) for a, b in HOLES.tolist()]
    return [*pairs, *(([a, b], [c for c in aces if c not in (a, b)]) for a in aces for b in aces if a != b)]
