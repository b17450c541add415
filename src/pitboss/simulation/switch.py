"""Blackjack Switch compiled: cards drawn one by one, hands played by the tables of the analysis."""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from pitboss.analysis.blackjack_core import DOUBLE, HIT, Play
from pitboss.analysis.blackjack_hands import kernel_rules, optimal_hands
from pitboss.analysis.blackjack_rules import SwitchRules
from pitboss.analysis.blackjack_switch import deals
from pitboss.analysis.blackjack_tables import ACE, CLASSES, TEN, Hands, hands
from pitboss.analysis.cache import remembered
from pitboss.cards import CARDS, Card
from pitboss.games import Rules, Wager
from pitboss.games.blackjack_switch import (
    bounty_outcome,
    looks_before_switch,
    settle_hand,
    settle_insurance,
    settle_kings_bounty,
    settle_super_match,
)
from pitboss.hands.blackjack import value
from pitboss.paytables import RANKINGS
from pitboss.simulation import rules as written
from pitboss.simulation.compiled import Compiled, Worth, constant
from pitboss.simulation.dealing import SEATS_MAX, Codes, U, deal, tally_round, word
from pitboss.table.simple_switch import points

KEEP, SWITCH, NO_SWITCH = range(3)
EVEN_NET = 8
"""The code of a dealt hand that ends level; each wager of it that is won or lost is one more or less."""
NO_INSURANCE, INSURANCE_LOSES, INSURANCE_PAYS = range(3)
COLUMNS = (
    "decision", "hand-1", "hand-2", "insurance-1", "insurance-2", "wagers", "kings-bounty", "super-match",
)  # fmt: skip
BOUNTIES, MATCHES = RANKINGS["kings-bounty"].outcomes, RANKINGS["four-cards"].outcomes
_SPADES = BOUNTIES.index("kings-of-spades")
_BY_PAIRS = np.array(
    [MATCHES.index(name) for name in ("no-pair", "pair", "two-pair", "three-of-a-kind")], np.uint8
)
_FOUR = MATCHES.index("four-of-a-kind")
_0, _1, _6, _COLUMNS = map(U, (0, 1, 6, len(COLUMNS)))


class Known(NamedTuple):
    """What a seat plays by, and the rules in plain numbers."""

    table: Hands
    classes: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.uint8]
    """`[upcard, two cards of the other hand, hand]`: 1 for hit or 0 for stand, plus 2 to double two cards."""
    splits: npt.NDArray[np.uint8]
    switches: npt.NDArray[np.uint8]
    insures: npt.NDArray[np.bool_]
    """By the number of tens among the seat's four cards."""
    play: Play
    bounties: npt.NDArray[np.uint8]
    hits_soft_17: bool
    looks_first: bool
    switched_blackjack: bool
    beats_blackjack: bool
    naturals_stay: bool
    unlike_tens: bool
    four_card_bounty: bool


class Shoe(NamedTuple):
    """A shoe that is shuffled as it is dealt, or lies in a given order."""

    cards: Any
    at: Any
    """The next place, the next random word, where the words start, and whether the order is given."""


@njit(cache=True, nogil=True, forceinline=True)
def _draw(shoe: Shoe) -> Any:
    place = shoe.at[_0]
    if not shoe.at[U(3)]:
        deal(shoe.cards, place, _1, U(len(shoe.cards)), word(shoe.at[U(2)], shoe.at[_1]))
        shoe.at[_1] += _1
    shoe.at[_0] = place + _1
    return shoe.cards[place]


@njit(cache=True, nogil=True, forceinline=True)
def _total(hard: Any, aces: Any) -> Any:
    return hard + 10 if aces > 0 and hard <= 11 else hard


@njit(cache=True, nogil=True)
def _play_hand(
    first: Any, second: Any, from_split: Any, up: Any, low: Any, high: Any, known: Known, shoe: Shoe
) -> Any:
    """Play two classes of cards to the end: the final total and the wagers on the hand."""
    hand = known.table.two[first, second]
    hard, aces = np.int64(first) + np.int64(second) + 2, np.int64(first == ACE) + np.int64(second == ACE)
    if from_split and first == ACE and not known.play.hit_split_aces:
        return _total(hard, aces), 1
    if _total(hard, aces) == 21:
        return 21, 1
    allowed = known.play.double_from == 0 or (
        (aces == 0 or hard > 11) and known.play.double_from <= hard <= 11
    )
    doubles = known.policies[up, low, high, hand] & DOUBLE and allowed
    if doubles and (known.play.double_after_split or not from_split):
        card = known.classes[_draw(shoe)]
        return _total(hard + card + 1, aces + np.int64(card == ACE)), 2
    while hand >= 0 and known.policies[up, low, high, hand] & HIT and _total(hard, aces) < 21:
        card = known.classes[_draw(shoe)]
        hand = known.table.following[hand, card]
        hard += card + 1
        aces += np.int64(card == ACE)
    return _total(hard, aces), 1


@njit(cache=True, nogil=True)
def _play_dealt(
    one: Any, two: Any, up: Any, low: Any, high: Any, known: Known, shoe: Shoe, totals: Any, wagers: Any
) -> Any:
    """Play a dealt hand and what it is split into; how many hands it became."""
    first, second = known.classes[one], known.classes[two]
    if (
        first != second
        or known.play.split_hands < 2
        or not known.splits[up, low, high, first]
        or not (known.unlike_tens or one >> 2 == two >> 2)
    ):
        totals[0], wagers[0] = _play_hand(first, second, False, up, low, high, known, shoe)
        return 1
    limit = 2 if first == ACE and not known.play.resplit_aces else known.play.split_hands
    in_all = waiting = 2
    count = 0
    while waiting > 0:
        waiting -= 1
        card = _draw(shoe)
        second = known.classes[card]
        alike = known.unlike_tens or card >> 2 == one >> 2
        if second == first and alike and in_all < limit:
            in_all += 1
            waiting += 2
            continue
        totals[count], wagers[count] = _play_hand(first, second, True, up, low, high, known, shoe)
        count += 1
    return count


@njit(cache=True, nogil=True, forceinline=True)
def _natural(first: Any, second: Any) -> Any:
    return (first == ACE and second == TEN) or (first == TEN and second == ACE)


@njit(cache=True, nogil=True)
def _side_bets(a: Any, b: Any, c: Any, d: Any, dealer_blackjack: Any, known: Known, row: Any) -> None:
    """King's Bounty and Super Match on the dealt cards: first hand a b, second hand c d."""
    bounty = known.bounties[a, b]
    if known.four_card_bounty:
        for one, two in ((a, c), (a, d), (b, c), (b, d), (c, d)):
            bounty = min(bounty, known.bounties[one, two])
    row[6] = bounty - np.uint8(dealer_blackjack and bounty == _SPADES)
    a, b, c, d = a >> 2, b >> 2, c >> 2, d >> 2
    pairs = int(a == b) + int(a == c) + int(a == d) + int(b == c) + int(b == d) + int(c == d)
    row[7] = _FOUR if pairs == 6 else _BY_PAIRS[pairs]


@njit(cache=True, nogil=True)
def _round(shoe: Shoe, seats: Any, known: Known, codes: Any, totals: Any, wagers: Any, counts: Any) -> None:
    """Deal and play a round: insurance, the switch and the look, the hands, the dealer, settlement."""
    dealt = U(2) * seats
    first = U(0)
    cards = U(2) * dealt + U(2)
    while first < cards and not shoe.at[U(3)]:
        deal(shoe.cards, first, min(_6, cards - first), U(len(shoe.cards)), word(shoe.at[U(2)], shoe.at[_1]))
        shoe.at[_1] += _1
        first += _6
    shoe.at[_0] = cards
    up, hole = known.classes[shoe.cards[dealt]], known.classes[shoe.cards[cards - _1]]
    blackjack = _natural(up, hole)
    standing = False
    for seat in range(seats):
        row = codes[seat]
        one, two = U(2) * seat, U(2) * seat + _1
        a, c = shoe.cards[one], shoe.cards[two]
        b, d = shoe.cards[dealt + _1 + one], shoe.cards[dealt + _1 + two]
        _side_bets(a, b, c, d, blackjack, known, row)
        ka, kb, kc, kd = known.classes[a], known.classes[b], known.classes[c], known.classes[d]
        row[3] = row[4] = NO_INSURANCE
        if up == ACE and known.insures[int(ka == TEN) + int(kb == TEN) + int(kc == TEN) + int(kd == TEN)]:
            # A natural paid before the dealer looks (version 3) has no wager left to insure.
            paid = known.naturals_stay and known.beats_blackjack
            insured = INSURANCE_PAYS if blackjack else INSURANCE_LOSES
            row[3] = NO_INSURANCE if paid and _natural(ka, kb) else insured
            row[4] = NO_INSURANCE if paid and _natural(kc, kd) else insured
        fixed = known.naturals_stay and (_natural(ka, kb) or _natural(kc, kd))
        row[0] = NO_SWITCH
        switched = False
        if not fixed and not (blackjack and known.looks_first):
            switched = known.switches[up, ka, kb, kc, kd] > 0
            row[0] = SWITCH if switched else KEEP
        if switched:
            b, d = d, b
            kb, kd = kd, kb
        counted = known.switched_blackjack or not switched
        units = 0
        for number in range(2):
            hand = (a, b) if number == 0 else (c, d)
            x, y = known.classes[hand[0]], known.classes[hand[1]]
            net = EVEN_NET
            counts[seat, number] = 0
            if counted and _natural(x, y):
                net += 1 if not blackjack or known.beats_blackjack else 0
                units += 1
            elif blackjack:
                net -= 1
                units += 1
            else:
                other = (kc, kd) if number == 0 else (ka, kb)
                low, high = min(other[0], other[1]), max(other[0], other[1])
                many = _play_dealt(
                    hand[0], hand[1], up, low, high, known, shoe, totals[seat, number], wagers[seat, number]
                )
                counts[seat, number] = many
                for split in range(many):
                    units += wagers[seat, number, split]
                    standing = standing or totals[seat, number, split] <= 21
            row[1 + number] = net
        row[5] = units
    if standing:
        _settle_hands(np.int64(up), np.int64(hole), seats, known, shoe, codes, totals, wagers, counts)
    else:
        for seat in range(seats):
            for number in range(2):
                for split in range(counts[seat, number]):
                    codes[seat, 1 + number] -= np.uint8(wagers[seat, number, split])


@njit(cache=True, nogil=True)
def _settle_hands(
    up: Any,
    hole: Any,
    seats: Any,
    known: Known,
    shoe: Shoe,
    codes: Any,
    totals: Any,
    wagers: Any,
    counts: Any,
) -> None:
    """Draw the dealer's cards and settle what was played."""
    hard, aces = up + hole + 2, np.int64(up == ACE) + np.int64(hole == ACE)
    while True:
        dealer = _total(hard, aces)
        if dealer > 17 or (dealer == 17 and (dealer == hard or not known.hits_soft_17)):
            break
        card = np.int64(known.classes[_draw(shoe)])
        hard += card + 1
        aces += np.int64(card == ACE)
    for seat in range(seats):
        for number in range(2):
            net = np.int64(codes[seat, 1 + number])
            for split in range(counts[seat, number]):
                own, wager = totals[seat, number, split], wagers[seat, number, split]
                if own > 21 or (own < dealer <= 21):
                    net -= wager
                elif dealer > 22 or own > dealer:
                    net += wager
            codes[seat, 1 + number] = net


@njit(cache=True, nogil=True)
def simulate(
    deck: Any, start: Any, rounds: int, seats: Any, base: Any, nets: Any, codes: Codes, known: Known,
    totals: Any, ends: Any, lows: Any, hours: Any,
) -> None:  # fmt: skip
    """Deal and count so many rounds, each from a full shoe."""
    shoe = Shoe(deck, np.array([0, 0, start, 0], np.uint64))
    hand_totals = np.zeros((SEATS_MAX, 2, 4), np.int64)
    hand_wagers = np.zeros((SEATS_MAX, 2, 4), np.int64)
    counts = np.zeros((SEATS_MAX, 2), np.int64)
    for _ in range(rounds):
        _round(shoe, seats, known, codes, hand_totals, hand_wagers, counts)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@njit(cache=True, nogil=True)
def settle(orders: Codes, seats: Any, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    hand_totals = np.zeros((SEATS_MAX, 2, 4), np.int64)
    hand_wagers = np.zeros((SEATS_MAX, 2, 4), np.int64)
    counts = np.zeros((SEATS_MAX, 2), np.int64)
    for row in range(len(orders)):
        shoe = Shoe(orders[row], np.array([0, 0, 0, 1], np.uint64))
        _round(shoe, seats, known, codes[row], hand_totals, hand_wagers, counts)


DECISIONS = ("keep", "switch", "no choice")
_STAGES = {
    "insurance": ("insure", "decline"),
    "switch": ("switch", "keep"),
    "play": ("hit", "stand", "double", "split"),
}
Tables = tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.bool_]]


def class_of(card: Card) -> int:
    """The class of a card: 0 for an ace, 9 for every ten."""
    return value(card) - 1


_CARD_OF = [next(card for card in CARDS if class_of(card) == place) for place in range(CLASSES)]


def _optimal(rules: SwitchRules) -> Tables:
    """The reference play of the analysis; insurance never pays with six or eight decks."""

    def solve() -> dict[str, str]:
        tables = optimal_hands(rules.play)
        parts = {
            "policies": np.stack([of_upcard.policy for of_upcard in tables]),
            "splits": np.stack([of_upcard.splits for of_upcard in tables]),
            "switches": np.stack([deals(rules, of_upcard).switched for of_upcard in tables]),
        }
        bits = {name: np.unpackbits(part[..., None], axis=-1)[..., 6:] for name, part in parts.items()}
        return {name: np.packbits(part).tobytes().hex() for name, part in bits.items()}

    found = remembered("blackjack-switch-play", rules.options, solve)
    shapes = {
        "policies": (CLASSES,) * 3 + (len(hands().total),),
        "splits": (CLASSES,) * 4,
        "switches": (CLASSES,) * 5,
    }
    policies, splits, switches = (_unpack(found[name], shape) for name, shape in shapes.items())
    return policies, splits, switches, np.zeros(5, np.bool_)


def _unpack(text: str, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    size = int(np.prod(shape))
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(text), np.uint8), count=2 * size).reshape(size, 2)
    codes: npt.NDArray[np.uint8] = (2 * bits[:, 0] + bits[:, 1]).reshape(shape)
    return codes


def _written(strategy: str) -> Tables:
    """The play that rules describe: the insurance, the switch by points, the hands by totals."""
    text = written.parse(strategy, _STAGES, {"insurance": "decline"})
    table = hands()
    counts = table.counts.astype(np.int64)
    paired = np.where((table.cards == 2) & (counts.max(axis=1) == 2), counts.argmax(axis=1) + 1, 0)
    features = {
        "total": table.total.astype(np.int64)[None, :],
        "soft": table.soft[None, :],
        "pair": paired[None, :],
        "cards": table.cards.astype(np.int64)[None, :],
        "upcard": np.arange(1, CLASSES + 1)[:, None],
    }

    def take(*without: str) -> npt.NDArray[np.uint8]:
        return written.choose(
            [rule for rule in text["play"] if rule.decision not in without], features, _STAGES["play"]
        )

    of_hand = np.where(take("split", "double") == 0, HIT, 0) + np.where(take("split") == 2, DOUBLE, 0)
    policies = np.broadcast_to(of_hand.astype(np.uint8)[:, None, None, :], (CLASSES,) * 3 + of_hand.shape[1:])
    pairs = table.two[np.arange(CLASSES), np.arange(CLASSES)]
    splits = np.broadcast_to((take()[:, pairs] == 3).astype(np.uint8)[:, None, None, :], (CLASSES,) * 4)
    worth = np.array([[points(one, two) for two in _CARD_OF] for one in _CARD_OF])
    a, b, c, d = np.indices((CLASSES,) * 4)
    before, after = worth[a, b] + worth[c, d], worth[a, d] + worth[c, b]
    switch = {
        "points_before": before[None],
        "points_after": after[None],
        "upcard": np.arange(1, CLASSES + 1)[:, None, None, None, None],
    }
    switches = written.choose(text["switch"], switch, _STAGES["switch"]) == 0
    insures = written.choose(text["insurance"], {"tens": np.arange(5)}, _STAGES["insurance"]) == 0
    return policies.copy(), splits.copy(), switches.astype(np.uint8), insures


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    given = SwitchRules.from_options(rules.options)
    policies, splits, switches, insures = _optimal(given) if strategy == "optimal" else _written(strategy)
    bounties = [BOUNTIES.index(bounty_outcome(pair)) for pair in product(CARDS, repeat=2)]
    known = Known(
        hands(),
        np.array([class_of(card) for card in CARDS], np.uint8),
        policies,
        splits,
        switches,
        insures,
        kernel_rules(given.play),
        np.array(bounties, np.uint8).reshape(52, 52),
        given.play.hits_soft_17,
        looks_before_switch(rules.options),
        given.switched_blackjack,
        given.blackjack_beats_blackjack,
        given.pay_naturals_at_once,
        given.split_unlike_tens,
        rules.options["kings_bounty_cards"] == "four-cards",
    )
    nets, stakes = _worth(rules, laid)
    decks = int(rules.options["decks"])
    return Compiled(rules, seats, COLUMNS, 5, DECISIONS, nets, stakes, simulate, settle, known, decks)


def _worth(rules: Rules, laid: Mapping[str, int]) -> Worth:
    """What each code is worth and what it has laid, as the game settles; a split or a double adds wagers."""
    hand = Wager(1, "hand-1", laid["hand-1"])
    lost, won = (settle_hand(hand, own, 18, rules).net_cents for own in (17, 19))
    by_net = [abs(net) * (won if net > 0 else lost) for net in range(-EVEN_NET, EVEN_NET + 1)]
    half = Wager(1, "insurance-1", hand.cents // 2)
    insurance = [0, *(settle_insurance(half, blackjack).net_cents for blackjack in (False, True))]
    bounty, match = (Wager(1, name, laid.get(name, 0)) for name in ("kings-bounty", "super-match"))
    nets = (
        [0] * 3,
        by_net,
        by_net,
        insurance,
        insurance,
        [0] * 17,
        [settle_kings_bounty(bounty, outcome, rules).net_cents for outcome in BOUNTIES],
        [settle_super_match(match, outcome, rules).net_cents for outcome in MATCHES],
    )
    stakes = (
        [0] * 3,
        [0] * 17,
        [0] * 17,
        [0, half.cents, half.cents],
        [0, half.cents, half.cents],
        [count * hand.cents for count in range(17)],
        constant(bounty.cents, len(BOUNTIES)),
        constant(match.cents, len(MATCHES)),
    )
    return nets, stakes
