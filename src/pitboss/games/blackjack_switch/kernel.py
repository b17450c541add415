"""Blackjack Switch compiled: cards drawn one by one, hands played by the tables of the analysis."""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.blackjack.core import DOUBLE, HIT, Play
from pitboss.analysis.blackjack.hands import kernel_rules, optimal_hands
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, hands
from pitboss.analysis.cache import remembered
from pitboss.analysis.families.written import choose
from pitboss.arrays import Bools, Bytes, Ints, Places, Words
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games import Rules, Wager
from pitboss.games.blackjack_switch import (
    BOUNTY_CARDS,
    bounty_outcome,
    looks_before_switch,
    settle_hand,
    settle_insurance,
    settle_kings_bounty,
    settle_super_match,
)
from pitboss.games.blackjack_switch.analysis import VERSION
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.switch import deals
from pitboss.games.blackjack_switch.features import TURNS, points
from pitboss.games.strategy import parse
from pitboss.hands.blackjack import value
from pitboss.paytables import ranking
from pitboss.simulation.compiled import Compiled, Worth, constant
from pitboss.simulation.dealing import SEATS_MAX, Codes, U, bare, deal, inlined, tally_round, word

KEEP, SWITCH, NO_SWITCH = range(3)
EVEN_NET = 8
"""The code of a dealt hand that ends level; each wager of it that is won or lost is one more or less."""
NO_INSURANCE, INSURANCE_LOSES, INSURANCE_PAYS = range(3)
FIRST_TWO_DEALT, FOUR_CARDS = (list(BOUNTY_CARDS).index(name) for name in ("first-two-dealt", "four-cards"))
COLUMNS = (
    "decision", "hand-1", "hand-2", "insurance-1", "insurance-2", "wagers", "kings-bounty", "super-match",
)  # fmt: skip
BOUNTIES, MATCHES = ranking("kings-bounty").outcomes, ranking("four-cards").outcomes
_SPADES = BOUNTIES.index("kings-of-spades")
_BY_PAIRS = np.array(
    [MATCHES.index(("no-pair", "pair", "two-pair", "three-of-a-kind")[pairs]) for pairs in range(4)]
    + 3 * [MATCHES.index("four-of-a-kind")],
    np.uint8,
)
_HANDS_OF_A_SEAT, _HAND_POINTS = 8, 30
_0, _1, _2, _6, _COLUMNS = map(U, (0, 1, 2, 6, len(COLUMNS)))


class Known(NamedTuple):
    """What a seat plays by, and the rules in plain numbers."""

    two: Places
    following: Places
    """The hand that two classes of cards are, and the one that another card makes of it, or -1."""
    classes: Bytes
    policies: Bytes
    """`[upcard, two cards of the other hand, hand]`: 1 for hit or 0 for stand, plus 2 to double two cards."""
    splits: Bytes
    switches: Bytes
    insures: Bools
    """By the number of tens among the seat's four cards."""
    play: Play
    bounties: Bytes
    hits_soft_17: bool
    looks_first: bool
    switched_blackjack: bool
    beats_blackjack: bool
    naturals_stay: bool
    unlike_tens: bool
    bounty_cards: int
    """The place of the option `kings_bounty_cards` among its values."""


class Hands(NamedTuple):
    """The totals of the hands in play, the wagers on them, `[seat, hand, split]`, and how many there are."""

    totals: Any
    wagers: Any
    counts: Any


def _room() -> tuple[Words, Hands]:
    """Where the shoe stands, and hands without cards."""
    shape = (SEATS_MAX, 2, 4)
    hands = Hands(np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape[:2], np.int64))
    return np.zeros(4, np.uint64), hands


# `place` is where the shoe stands: the next card, the next random word, where the words start, and whether
# the order of the cards is given.
_NEXT, _WORD, _START, _GIVEN = map(U, range(4))


@inlined
def _draw(deck: Bytes, place: Words) -> Any:
    """The next card of a shoe that is shuffled as it is dealt, or lies in a given order."""
    at = place[_NEXT]
    if not place[_GIVEN]:
        deal(deck, at, _1, U(len(deck)), word(place[_START], place[_WORD]))
        place[_WORD] += _1
    place[_NEXT] = at + _1
    return deck[at]


@inlined
def _total(hard: np.int64, aces: np.int64) -> Any:
    return hard + 10 if aces > 0 and hard <= 11 else hard


@inlined
def _natural(first: Any, second: Any) -> Any:
    return first + second == TEN and (first == ACE or second == ACE)


@inlined
def _play_hand(
    first: Any,
    second: Any,
    from_split: Any,
    up: Any,
    low: Any,
    high: Any,
    known: Known,
    deck: Bytes,
    place: Words,
) -> Any:
    """Play two classes of cards to the end: the final total, and `_DOUBLED` more where it was doubled."""
    hand = known.two[first, second]
    hard, aces = np.int64(first) + np.int64(second) + 2, np.int64(first == ACE) + np.int64(second == ACE)
    total = _total(hard, aces)
    if total == 21 or (from_split and first == ACE and not known.play.hit_split_aces):
        return total
    code = known.policies[up, low, high, hand]
    doubles = code & DOUBLE and (
        known.play.double_from == 0 or ((aces == 0 or hard > 11) and known.play.double_from <= hard <= 11)
    )
    if doubles and (known.play.double_after_split or not from_split):
        card = known.classes[_draw(deck, place)]
        return _total(hard + card + 1, aces + np.int64(card == ACE)) + _DOUBLED
    while code & HIT and total < 21:
        card = known.classes[_draw(deck, place)]
        hand = known.following[hand, card]
        hard += card + 1
        aces += np.int64(card == ACE)
        total = _total(hard, aces)
        if total < 21:
            code = known.policies[up, low, high, U(hand)]
    return total


_DOUBLED = 64


@inlined
def _play_dealt(
    one: Any, two: Any, up: Any, low: Any, high: Any, seat: int, number: int, known: Known, deck: Bytes,
    place: Words, hands: Hands,
) -> Any:  # fmt: skip
    """Play a dealt hand and what it is split into; how many wagers are on them."""
    first, second = known.classes[one], known.classes[two]
    pair = first == second and (known.unlike_tens or one >> 2 == two >> 2)
    split = pair and known.play.split_hands > 1 and known.splits[up, low, high, first]
    limit = 2 if first == ACE and not known.play.resplit_aces else known.play.split_hands
    in_all = waiting = 2 if split else 1
    count, wagers = 0, 0
    while waiting > 0:
        waiting -= 1
        if split:
            card = _draw(deck, place)
            second = known.classes[card]
            alike = second == first and (known.unlike_tens or card >> 2 == one >> 2)
            if alike and in_all < limit:
                in_all += 1
                waiting += 2
                continue
        total = _play_hand(first, second, split, up, low, high, known, deck, place)
        wager = 2 if total >= _DOUBLED else 1
        hands.totals[seat, number, count] = total - (_DOUBLED if total >= _DOUBLED else 0)
        hands.wagers[seat, number, count] = wager
        wagers += wager
        count += 1
    hands.counts[seat, number] = count
    return wagers


@inlined
def _bounty(a: Any, b: Any, c: Any, d: Any, dealer_blackjack: Any, known: Known) -> Any:
    """The outcome of King's Bounty: first hand a b, second hand c d."""
    best = known.bounties[a, c] if known.bounty_cards == FIRST_TWO_DEALT else known.bounties[a, b]
    if known.bounty_cards == FOUR_CARDS:
        best = min(best, known.bounties[a, c], known.bounties[a, d])
        best = min(best, known.bounties[b, c], known.bounties[b, d], known.bounties[c, d])
    return best - np.uint8(dealer_blackjack and best == _SPADES)


@inlined
def _match(a: U, b: U, c: U, d: U) -> Any:
    """The outcome of Super Match, by how many two of four ranks are alike."""
    pairs = int(a == b) + int(a == c) + int(a == d) + int(b == c) + int(b == d) + int(c == d)
    return _BY_PAIRS[pairs]


@inlined
def _round(deck: Bytes, place: Words, seats: U, known: Known, hands: Hands, codes: Codes) -> None:
    """Deal and play a round: insurance, the switch and the look, the hands, the dealer, settlement."""
    dealt = U(2) * seats
    cards = U(2) * dealt + U(2)
    first = _0
    while first < cards and not place[_GIVEN]:
        deal(deck, first, min(_6, cards - first), U(len(deck)), word(place[_START], place[_WORD]))
        place[_WORD] += _1
        first += _6
    place[_NEXT] = cards
    up, hole = known.classes[deck[dealt]], known.classes[deck[cards - _1]]
    blackjack = _natural(up, hole)
    played = False
    for seat in range(seats):
        one = U(2) * seat
        a, c = deck[one], deck[one + _1]
        b, d = deck[dealt + one + _1], deck[dealt + one + U(2)]
        codes[seat, 6] = _bounty(a, b, c, d, blackjack, known)
        codes[seat, 7] = _match(a >> 2, b >> 2, c >> 2, d >> 2)
        ka, kb, kc, kd = known.classes[a], known.classes[b], known.classes[c], known.classes[d]
        codes[seat, 3] = codes[seat, 4] = NO_INSURANCE
        if up == ACE and known.insures[int(ka == TEN) + int(kb == TEN) + int(kc == TEN) + int(kd == TEN)]:
            # A natural paid before the dealer looks (version 3) has no wager left to insure.
            paid = known.naturals_stay and known.beats_blackjack
            insured = INSURANCE_PAYS if blackjack else INSURANCE_LOSES
            codes[seat, 3] = NO_INSURANCE if paid and _natural(ka, kb) else insured
            codes[seat, 4] = NO_INSURANCE if paid and _natural(kc, kd) else insured
        fixed = known.naturals_stay and (_natural(ka, kb) or _natural(kc, kd))
        decision = NO_SWITCH
        if not fixed and not (blackjack and known.looks_first):
            decision = SWITCH if known.switches[up, ka, kb, kc, kd] else KEEP
        codes[seat, 0] = decision
        if decision == SWITCH:
            b, d = d, b
            kb, kd = kd, kb
        counted = known.switched_blackjack or decision != SWITCH
        units = 0
        for number in range(_2):
            x, y, kx, ky, ko, kp = (a, b, ka, kb, kc, kd) if number == _0 else (c, d, kc, kd, ka, kb)
            hands.counts[seat, number] = 0
            if counted and _natural(kx, ky):
                codes[seat, _1 + number] = EVEN_NET + (0 if blackjack and not known.beats_blackjack else 1)
                units += 1
            elif blackjack:
                codes[seat, _1 + number] = EVEN_NET - 1
                units += 1
            else:
                codes[seat, _1 + number] = EVEN_NET
                units += _play_dealt(
                    x, y, up, min(ko, kp), max(ko, kp), seat, number, known, deck, place, hands
                )
                played = True
        codes[seat, 5] = units
    if played:
        _settle_hands(np.int64(up), np.int64(hole), seats, known, deck, place, hands, codes)


@inlined
def _settle_hands(
    up: np.int64,
    hole: np.int64,
    seats: U,
    known: Known,
    deck: Bytes,
    place: Words,
    hands: Hands,
    codes: Codes,
) -> None:
    """Draw the dealer's cards and settle what was played."""
    hard, aces = up + hole + 2, np.int64(up == ACE) + np.int64(hole == ACE)
    dealer = _total(hard, aces)
    while dealer < 17 or (dealer == 17 and hard < 17 and known.hits_soft_17):
        card = np.int64(known.classes[_draw(deck, place)])
        hard += card + 1
        aces += np.int64(card == ACE)
        dealer = _total(hard, aces)
    for seat in range(seats):
        for number in range(_2):
            net = np.int64(codes[seat, _1 + number])
            for split in range(U(hands.counts[seat, number])):
                own, wager = hands.totals[seat, number, split], hands.wagers[seat, number, split]
                if own > 21 or own < dealer <= 21:
                    net -= wager
                elif dealer > 22 or (dealer < 22 and own > dealer):
                    net += wager
            codes[seat, _1 + number] = net


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints, place: Words, hands: Hands,
) -> None:  # fmt: skip
    """Deal and count so many rounds, each from a full shoe."""
    place[_START] = start
    for _ in range(rounds):
        _round(deck, place, seats, known, hands, codes)
        tally_round(codes, seats, base, _COLUMNS, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes, place: Words, hands: Hands) -> None:
    """The codes of rounds dealt from given orders."""
    place[_GIVEN] = _1
    for row in range(len(orders)):
        _round(orders[row], place, seats, known, hands, codes[row])


DECISIONS = ("keep", "switch", "no choice")
_INSURANCE, _SWITCH, _PLAY = ("insure", "decline"), ("switch", "keep"), ("hit", "stand", "double", "split")
Tables = tuple[Bytes, Bytes, Bytes, Bools]


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

    found = remembered("blackjack-switch play", rules.options, solve, VERSION)
    shapes = {
        "policies": (CLASSES,) * 3 + (len(hands().total),),
        "splits": (CLASSES,) * 4,
        "switches": (CLASSES,) * 5,
    }
    policies, splits, switches = (_unpack(found[name], shape) for name, shape in shapes.items())
    return policies, splits, switches, np.zeros(5, np.bool_)


def _unpack(text: str, shape: tuple[int, ...]) -> Bytes:
    size = int(np.prod(shape))
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(text), np.uint8), count=2 * size).reshape(size, 2)
    codes: Bytes = (2 * bits[:, 0] + bits[:, 1]).reshape(shape)
    return codes


def _written(strategy: str) -> Tables:
    """The play that rules describe: the insurance, the switch by points, the hands by totals."""
    text = parse(strategy, TURNS)
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

    def take(*without: str) -> Bytes:
        return choose([rule for rule in text["play"] if rule.decision not in without], features, _PLAY)

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
    switches = choose(text["switch"], switch, _SWITCH) == 0
    insures = choose(text["insurance"], {"tens": np.arange(5)}, _INSURANCE) == 0
    return policies.copy(), splits.copy(), switches.astype(np.uint8), insures


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game ready to be simulated."""
    given = SwitchRules.from_options(rules.options)
    _refuse_a_short_shoe(given.decks, seats)
    policies, splits, switches, insures = _optimal(given) if strategy == "optimal" else _written(strategy)
    bounties = [BOUNTIES.index(bounty_outcome(pair)) for pair in product(CARDS, repeat=2)]
    known = Known(
        hands().two,
        hands().following,
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
        list(BOUNTY_CARDS).index(rules.options["kings_bounty_cards"]),
    )
    nets, stakes = _worth(rules, laid)
    return Compiled(
        *(rules, seats, COLUMNS, 5, DECISIONS, nets, stakes, simulate, settle, known),
        given.decks,
        room=_room,
    )


def _refuse_a_short_shoe(decks: int, seats: int) -> None:
    """Refuse so many seats that a round might need more cards than there are.

    A hand of 21 or more, aces counted as one, draws no card, so it has at most 30 points; a seat has up to
    eight hands after splits, and the dealer one. While fewer points are out than the shoe has, cards remain.
    """
    points = sum(min(class_of(card) + 1, 10) for card in CARDS) * decks
    most = (points - _HAND_POINTS) // (_HANDS_OF_A_SEAT * _HAND_POINTS)
    if seats > most:
        shoe = "1 deck has" if decks == 1 else f"{decks} decks have"
        raise BadInput(f"{shoe} cards enough for {most} seat{'s' if most > 1 else ''} only, not for {seats}")


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
