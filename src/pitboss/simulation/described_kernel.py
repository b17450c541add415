"""The kernel that plays any described game, told by tables what is dealt, decided and paid."""

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.families.boards import FIRST5, MASK_NUMBER, OTHERS, RANK_PAIRS, TYPE_PAIRS
from pitboss.arrays import Bools, Bytes, Ints, Shorts, Words
from pitboss.hands.bulk import FLUSH, START, Tables, unsuited
from pitboss.hands.kinds import MARGINS, kind
from pitboss.hands.poker import STRENGTH_MAX
from pitboss.hands.sums import Sums, of_sums, place_of
from pitboss.hands.wild import Bug, bug_strength
from pitboss.kernels import kernel
from pitboss.simulation import boards
from pitboss.simulation.dealing import (
    SEATS_MAX,
    Codes,
    U,
    bare,
    count_code,
    deal,
    inlined,
    net_of,
    tally_code,
    tally_nets,
    tally_round,
    word,
)

BY_TABLE = 255
"""The choice of a strength whose hands don't all choose alike."""
CARDS_MAX = 54
"""A deck and two jokers."""
LARGE_MAX = 7
"""Of sets up to so many cards a table has one bit each."""
_NO_CARD = U(63)
WHOSE = {"own": 1, "dealer": 2, "community": 4, "dealt": 8, "kept": 16, "first": 32, "beaten": 64}
"""The bit of each place that a bet can read cards from, and of the beaten hand."""
_OWN, _DEALER, _COMMUNITY, _DEALT, _KEPT, _FIRST, _BEATEN = map(U, WHOSE.values())
SEVERAL = U(1 << 32)
"""Stands for several slots."""
CLASSES = U(32)
"""Room for the classes of a ranking."""
_CLUBS = U(0x1111111111111)
_JOKER = U(52)
_0, _1, _2, _3, _4, _5, _6, _7, _8 = map(U, range(9))
_13, _52 = U(13), U(52)
_FOLD, _WIN, _LOSE, _AGAIN = map(U, range(4))
"""Where the ends of a card against a card stand; those of the second deal follow, from a win to a loss."""
_CAME, _BASE, _ALL = _0, _1, _2
"""What is known of a state."""
_FLOP_NUMBER = U(0xFFFF)
_VIEW_BITS, _VIEW = U(boards.VIEW_BITS), U((1 << boards.VIEW_BITS) - 1)
_63 = U(63)
_TO_THREE = FLUSH >> _2
"""A key counts each suit so that its fifth card sets a bit of `FLUSH`; with this the third does."""
_FIRST_SUIT = U((int(FLUSH) & -int(FLUSH)).bit_length() - 1)
_PLAIN_CELLS = U((STRENGTH_MAX + 1) * RANK_PAIRS)
_MARGIN_MAX = U(len(MARGINS) - 1)
_PARTS = np.zeros((LARGE_MAX, 64), np.uint32)
"""What a card adds to the number of its set, by its place in it from the lowest up; no card adds nothing."""
_PARTS[:, :CARDS_MAX] = [
    [comb(card, place) for card in range(CARDS_MAX)] for place in range(1, LARGE_MAX + 1)
]
BUG = kind("five-card-bug")
NO_BUG = Bug(np.zeros(1, np.uint16), np.zeros(1, np.uint16), U(0))
BY_OWNER, BY_SUIT, BY_PLACE, BY_COLOUR = U(2), U(3), U(4), U(5)
"""Looked up by the player's cards and the dealer's, each apart; by the ranks in each suit, or in each colour;
or by where cards of a hand lie."""
_MASKS, _SUIT, _KEY = U(1 << 13), U((1 << 13) - 1), U((1 << 52) - 1)
_MIXES = U(0x9E3779B97F4A7C15)
"""Multiplied with it, keys that differ little differ in every bit."""


PART: tuple[bool, ...] = (True,)
"""Says that a rare part of the kernel is asked for; an empty tuple is of another type.

So the kernel is compiled once for all games that ask for the same parts, and without the code of others.
"""


class Known(NamedTuple):
    """What the kernel knows of a game; all games have the same types, but for the parts that few ask for."""

    sums: Sums
    """The kinds that are ranked by ranks and flushes; where hands are, theirs is the first."""
    ranking: Tables
    bug: Bug
    joker: bool
    """Whether hands are ranked as five-card poker with a joker as a bug."""
    player: np.uint64
    packet: np.uint64
    """How many cards a seat is dealt: its own, and one that it may take besides."""
    own_from: np.uint64
    """Which of them is the first of its own."""
    burned: np.uint64
    """How many cards are burnt before the dealer's."""
    first: np.uint64
    """How many of the player's cards come before the first stage."""
    dealer: np.uint64
    community: np.uint64
    looked_up: bool
    """Whether hands are found in `strengths`."""
    width: np.uint64
    """Hands go by their suits: how many second numbers a suit can have; 0 where hands don't go by suits."""
    lanes: Words
    """[by suit or by colour, card]: the bit of a card."""
    coloured: np.uint64
    """Whether the hands that go by suits go by colours instead."""
    digits: Words
    """[card]: what it adds to the key of a hand of which only colours and ranks matter."""
    hashed: Words
    """Choices of hands, whatever their suits are called: where another hand is found, look behind it."""
    hashed_else: np.uint64
    """The choice of most hands, which are not among them."""
    strengths: Shorts
    """By number of a set: the player's hands from 0 on, the dealer's from `dealer_from` on, then others."""
    dealer_from: np.uint64
    places: Bytes
    """The class of a hand by its strength."""
    qualifies: np.int64
    always: Bools
    """By class: whether the dealer plays against it with any hand."""
    decides: bool
    """Whether the seat has the bet without which it is not asked."""
    staged: bool
    """Whether choices go by sets of cards and the money at risk, or by hand and upcard."""
    boarded: bool
    """Whether choices go by hole cards and the board, which the dealer has too."""
    flops: npt.NDArray[np.uint32]
    """By number of three cards: which flop stands for them, from bit 16 how hole cards are seen with suits
    renamed for it, from bit 24 the renaming."""
    boards: npt.NDArray[np.uint32]
    """Of no board, of a flop, or of a flop and a card: how hole cards are seen with it, and above that where
    its choices begin."""
    boards_from: Words
    """[slot]: where its boards begin."""
    views: Shorts
    """[view, hole cards]."""
    choice_bits: np.uint64
    rivers: Bytes
    """The choices with the whole board in view: by strength of the board's ranks and ranks held, then, where
    three of a suit lie there, by suited board and types."""
    rivers_from: Words
    """[slot]: where its choices begin."""
    river_bits: np.uint64
    by_strength: Bytes
    """[strength, rank of the upcard]: the choice of the only stage, or `BY_TABLE`."""
    upcards: Words
    """[set, bit]: the bits of its choice, one for each upcard."""
    unseen: Bytes
    """By number of a set of up to five cards: its choice, where no card of the dealer's lies open."""
    large: Words
    """By number of a set of more than five cards a bit: whether it takes the second choice, not the first."""
    shown: bool
    several: bool
    """Whether the choice of the only stage goes by three upcards."""
    up_classes: Shorts
    """By number of three cards: which upcards up to suits they are."""
    fold_bounds: Shorts
    """[upcards, 2]: below the first strength every hand is folded, from the second on none."""
    fold_rows: Shorts
    """By place of the ranks held among those of `sums`: their row."""
    fold_which: Shorts
    """[upcards, row]: the word that tells what is folded."""
    fold_words: Words
    """A bit for each set of the ranks held that are of the upcards' suit."""
    fold_choice: np.uint64
    """Which of two choices is the fold."""
    opens: Words
    """[stage]: how many cards of the board are opened first."""
    deals: Words
    """[stage]: how many cards the player is dealt first."""
    policy: Bytes
    policy_from: Words
    """[stage]: where its choices begin in the policy, by number of a set and slot."""
    slots: Words
    """[stage]: how many amounts can be at risk."""
    slot: Words
    """[node]: which of these amounts it is."""
    lone_slot: Words
    """[stage]: the slot of all its nodes, or `SEVERAL`: so choices are looked up before the node is known."""
    asks: Words
    """[node]: the stage that is next."""
    after: Bytes
    """[node, choice]: where a choice leads."""
    folds: Bools
    """[node]."""
    takes: Bools
    """[node]: whether the hand is that of the whole packet."""
    word: np.uint64
    """How many cards a random word deals."""
    by_held: Bytes
    """[node, strength of what is seen]: the node that follows, where stages are decided so."""
    draws: np.uint64
    """How many cards a seat can exchange."""
    throws: Words
    """[node]: which card was exchanged, counted from the lowest up; 0 is none."""
    by_margin: bool
    """Whether bets are paid by the margin: then its ends are there once for each margin."""
    ends: np.uint64
    classes: np.uint64
    """How many ends of a round, and classes of a hand, are told apart."""
    codes: Codes
    """[state, column]: a state is a node, an end and a class."""
    by_state: Words
    by_cards: Words
    """The columns whose codes go by the state, and those that other cards tell."""
    reads: Words
    """[bet]: of a bet on other cards its column, whose cards they are as bits, whether they are looked up or
    even `BY_OWNER`, where its strengths, classes and codes begin, and the strengths of what an exchange
    leaves, how many hands the player can have, or the number of its kind in `sums`; then whether it reads
    what the bet before it reads, by the same ranking, and how many cards of the board it reads, or of one by
    where cards lie the strength of the hand below which none lies so."""
    apart: np.uint64
    """How many of them are read seat by seat; behind these are those on the highest hand at the table."""
    lying: Ints
    """[part of a test]: the class that it is a test of, which cards of the hand as bits, the strength they
    must reach, the one they must stay below, and whether they must or must not."""
    read_places: Bytes
    read_codes: Bytes
    """[folded, class] of each bet one behind the other."""
    highest: Words
    """[bet, 3]: which of the bets on other cards than the hand reads a player's hand, and the dealer's, where
    the highest hand at the table is meant; and whether that is the highest of the hands as compared."""
    seeks_highest: tuple[bool, ...]
    """A part: whether there are such bets."""
    twice: tuple[bool, ...]
    """A part: whether a seat has one card against one, and another after a tie that is not surrendered."""
    burned_twice: np.uint64
    """How many cards are burnt before those."""
    burned_each: bool
    """Whether they are burnt before every one of them."""
    pairs: Codes
    """[the seat's first card, the dealer's, column]: the side bets on them."""


@inlined
def _put(a: U, b: U, c: U, d: U, e: U, card: U) -> Any:
    """Put a card among at most four sorted ones."""
    a, card = min(a, card), max(a, card)
    b, card = min(b, card), max(b, card)
    c, card = min(c, card), max(c, card)
    d, card = min(d, card), max(d, card)
    return a, b, c, d, min(e, card)


@inlined
def _number(a: U, b: U, c: U, d: U, e: U) -> Any:
    """The number of a sorted set among those of its size."""
    return U(_PARTS[0, a]) + U(_PARTS[1, b]) + U(_PARTS[2, c]) + U(_PARTS[3, d]) + U(_PARTS[4, e])


@inlined
def _number_of_two(deck: Bytes, at: U) -> Any:
    """The number of the set of two cards."""
    one, two = U(deck[at]), U(deck[at + _1])
    return U(_PARTS[0, min(one, two)]) + U(_PARTS[1, max(one, two)])


@inlined
def _number_of(deck: Bytes, at: U, count: U, board: U, more: U) -> Any:
    """The number of the set of `count` cards and `more` of the board."""
    if count == _2 and not more:
        return _number_of_two(deck, at)
    a = b = c = d = e = _NO_CARD
    for place in range(at, at + count):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    for place in range(board, board + more):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    return _number(a, b, c, d, e)


@inlined
def _number_of_three(deck: Bytes, at: U) -> Any:
    """The number of the set of three cards."""
    a, b, c = U(deck[at]), U(deck[at + _1]), U(deck[at + _2])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return U(_PARTS[0, a]) + U(_PARTS[1, b]) + U(_PARTS[2, c])


@inlined
def _joined(deck: Bytes, at: U, count: U, key: U, bits: U, number: U, sums: Sums) -> Any:
    """The key and bits of more cards, in a kind that goes by ranks and flushes; of five without a loop."""
    if count == _5:
        a, b, c, d, e = deck[at], deck[at + _1], deck[at + _2], deck[at + _3], deck[at + _4]
        key += sums.keys[number, a] + sums.keys[number, b] + sums.keys[number, c]
        key += sums.keys[number, d] + sums.keys[number, e]
        bits |= sums.bits[a] | sums.bits[b] | sums.bits[c] | sums.bits[d] | sums.bits[e]
        return key, bits
    for place in range(at, at + count):
        key += sums.keys[number, deck[place]]
        bits |= sums.bits[deck[place]]
    return key, bits


@inlined
def _looked_up(deck: Bytes, at: U, count: U, board: U, more: U, strengths: Shorts, start: U) -> Any:
    """The strength of a set in a table."""
    return strengths[start + _number_of(deck, at, count, board, more)]


@inlined
def _held(deck: Bytes, at: U, count: U, lanes: Words, coloured: U) -> Any:
    """The cards of a hand as bits, those of a suit or colour side by side; seven without a loop."""
    if count == _7:
        a, b, c, d = deck[at], deck[at + _1], deck[at + _2], deck[at + _3]
        e, f, g = deck[at + _4], deck[at + _5], deck[at + _6]
        held = lanes[coloured, a] | lanes[coloured, b] | lanes[coloured, c] | lanes[coloured, d]
        return held | lanes[coloured, e] | lanes[coloured, f] | lanes[coloured, g]
    held = U(0)
    for place in range(at, at + count):
        held |= lanes[coloured, deck[place]]
    return held


@inlined
def _masks(held: U) -> Any:
    """The ranks that a hand has in each suit, as bits."""
    return held & _SUIT, held >> _13 & _SUIT, held >> U(26) & _SUIT, held >> U(39)


@inlined
def _by_suit(held: U, strengths: Shorts, start: U, width: U) -> Any:
    """The strength of a hand that goes by its suits: two numbers of each, of which the most count."""
    a, b, c, d = _masks(held)
    first = max(strengths[start + a], strengths[start + b], strengths[start + c], strengths[start + d])
    second, most = start + _MASKS, np.uint16(0)
    if width > _1:
        most = max(strengths[second + a], strengths[second + b], strengths[second + c], strengths[second + d])
    return strengths[second + _MASKS + U(first) * width + U(most)]


@inlined
def _key(held: U) -> Any:
    """A hand whatever its suits are called."""
    a, b, c, d = _masks(held)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << U(13) | c << U(26) | d << U(39)


@inlined
def _found(key: U, hashed: Words, otherwise: U) -> Any:
    """The choice that is known for a hand, or the one of all others."""
    last = U(len(hashed)) - _1
    at = key * _MIXES >> U(40) & last
    while hashed[at]:
        if hashed[at] & _KEY == key:
            return hashed[at] >> U(56)
        at = at + _1 & last
    return otherwise


@inlined
def _coloured_key(deck: Bytes, at: U, count: U, digits: Words) -> Any:
    """A hand of which only colours and ranks matter."""
    key = U(0)
    for place in range(at, at + count):
        key += digits[deck[place]]
    return key


@kernel
def keys_of(hands: Bytes, lanes: Words, keys: Words) -> None:
    """The keys of hands whatever their suits are called."""
    for row in range(len(hands)):
        keys[row] = _key(_held(hands[row], _0, U(hands.shape[1]), lanes, _0))


@kernel
def hash_choices(keys: Words, choices: Words, hashed: Words) -> None:
    """Write the choices of hands, each behind those that came to its place before."""
    last = U(len(hashed)) - _1
    for row in range(len(keys)):
        at = keys[row] * _MIXES >> U(40) & last
        while hashed[at]:
            at = at + _1 & last
        hashed[at] = keys[row] | U(choices[row]) << U(56)


@inlined
def _strength(deck: Bytes, at: U, count: U, board: U, start: U, key: U, bits: U, known: Known) -> Any:
    """The strength of a hand with the board, whose key and bits are known."""
    if known.coloured:
        held = _held(deck, at, count, known.lanes, _1)
        return np.int64(max(known.strengths[start + (held & _SUIT)], known.strengths[start + (held >> _13)]))
    if known.width:
        held = _held(deck, at, count, known.lanes, _0)
        return np.int64(_by_suit(held, known.strengths, start, known.width))
    if known.looked_up:
        return np.int64(_looked_up(deck, at, count, board, known.community, known.strengths, start))
    if known.joker:
        return np.int64(bug_strength(deck, at, count, known.bug, known.ranking))
    key, bits = _joined(deck, at, count, key, bits, _0, known.sums)
    return np.int64(of_sums(key, bits, _0, known.sums))


@bare
def _large_number(deck: Bytes, at: U, count: U) -> Any:
    """The number of a set of up to seven cards, which lie in any order."""
    number = U(0)
    for place in range(at, at + count):
        lower = U(0)
        for other in range(at, at + count):
            lower += U(deck[other] < deck[place])
        number += U(_PARTS[lower, U(deck[place])])
    return number


@inlined
def _folds_seeing(deck: Bytes, at: U, board: U, up: U, known: Known) -> Any:
    """Whether a hand is folded with the dealer's last three cards in view, where its strength doesn't say."""
    first = board - _3
    suit, last = U(deck[first]) & _3, U(deck[board - _1]) & _3
    if U(deck[first + _1]) & _3 == last or suit == last:
        suit = last
    elif U(deck[first + _1]) & _3 != suit:
        suit = _4
    key, bits = _joined(deck, at, known.player, known.sums.starts[_0], _0, _0, known.sums)
    a, b, c, d = _masks(bits)
    held, suited = a | b | c | d, bits >> suit * _13 & _SUIT
    chosen, ranks = U(0), U(0)
    for rank in range(_13):
        chosen |= (suited >> rank & _1) << ranks
        ranks += held >> rank & _1
    row = known.fold_rows[place_of(key, _0, known.sums)]
    return known.fold_words[known.fold_which[up, row]] >> chosen & _1


@inlined
def _choice_of_cards(deck: Bytes, at: U, board: U, up: U, known: Known) -> Any:
    """The choice of the only stage of a hand whose strength doesn't say it."""
    if known.coloured:
        return _found(_coloured_key(deck, at, known.player, known.digits), known.hashed, known.hashed_else)
    if known.width and not known.shown:
        key = _key(_held(deck, at, known.player, known.lanes, _0))
        return _found(key, known.hashed, known.hashed_else)
    if known.player > _5:
        number = _large_number(deck, at, known.player)
        return known.large[number >> _6] >> (number & _63) & _1
    if not known.shown:
        return U(known.unseen[_number_of(deck, at, known.player, board, _0)])
    number = _number_of(deck, at, known.player, board, known.community)
    choice = U(0)
    for bit in range(U(known.upcards.shape[1])):
        choice |= (known.upcards[number, bit] >> up & _1) << bit
    return choice


@inlined
def _decided_once(deck: Bytes, at: U, board: U, own: int, known: Known) -> Any:
    """The node after the choice of the only stage."""
    if known.several:
        up = U(known.up_classes[_number_of_three(deck, board - _3)])
        folds = U(own < known.fold_bounds[up, _0])
        if folds != U(own < known.fold_bounds[up, _1]):
            folds = _folds_seeing(deck, at, board, up, known)
        return U(known.after[_0, known.fold_choice ^ _1 ^ folds])
    up = U(deck[board - _1]) if known.shown else U(0)
    choice = U(known.by_strength[U(own), up >> _2])
    if choice == BY_TABLE:
        choice = _choice_of_cards(deck, at, board, up, known)
    return U(known.after[_0, choice])


@inlined
def _decided(deck: Bytes, at: U, board: U, known: Known) -> Any:
    """The node after the choices of all stages."""
    a = b = c = d = e = _NO_CARD
    for place in range(at, at + known.first):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    at += known.first
    node = U(0)
    for stage in range(U(len(known.opens))):
        for place in range(at, at + known.deals[stage]):
            a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
        for place in range(board, board + known.opens[stage]):
            a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
        at += known.deals[stage]
        board += known.opens[stage]
        if known.asks[node] == stage:
            number = _number(a, b, c, d, e)
            choice = known.policy[known.policy_from[stage] + number * known.slots[stage] + known.slot[node]]
            node = U(known.after[node, U(choice)])
            if known.folds[node]:
                break
    return node


@inlined
def _decided_by_strength(deck: Bytes, at: U, known: Known) -> Any:
    """The node after the choices of all stages, which go by the strength of the suits seen."""
    node, end = _0, at + known.first
    held = _held(deck, at, known.first, known.lanes, _0)
    for stage in range(U(len(known.opens))):
        held |= _held(deck, end, known.deals[stage], known.lanes, _0)
        end += known.deals[stage]
        if known.asks[node] == stage:
            node = U(known.by_held[node, _by_suit(held, known.strengths, _0, known.width)])
    return node


@inlined
def _exchanged(deck: Bytes, at: U, count: U, place: U, drawn: U) -> None:
    """Put the card that is the `place`-th lowest of a hand where the drawn one lay, and that one last."""
    for card in range(at, at + count):
        below = U(0)
        for other in range(at, at + count):
            below += U(deck[other] < deck[card])
        if below + _1 == place:
            last = at + count - _1
            deck[card], deck[last] = deck[last], deck[card]
            deck[last], deck[drawn] = deck[drawn], deck[last]
            return


@inlined
def _pair(one: U, two: U) -> Any:
    """The number of an unordered pair of ranks or types."""
    low, high = min(one, two), max(one, two)
    return high * (high + _1) // _2 + low


@inlined
def _suited_river(deck: Bytes, at: U, board: U, suit: U) -> Any:
    """The cell of hole cards on a board with three cards or more of a suit."""
    mask = outside = highest = total = U(0)
    for place in range(board, board + _5):
        card = U(deck[place])
        away = U(card & _3 != suit)
        rank = card >> _2
        mask |= (_1 - away) << rank
        outside += away
        total += away * rank
        highest = max(highest, away * rank)
    # Two ranks are numbered as a pair, one by itself.
    other = total if outside < _2 else highest * (highest + _1) // _2 + total - highest
    number = U(FIRST5[outside]) + U(MASK_NUMBER[mask]) * U(OTHERS[outside]) + other
    one, two = U(deck[at]), U(deck[at + _1])
    one = (one >> _2) + _13 * U(one & _3 != suit)
    two = (two >> _2) + _13 * U(two & _3 != suit)
    return number * U(TYPE_PAIRS) + _pair(one, two)


@inlined
def _river_choice(deck: Bytes, at: U, board: U, start: U, known: Known) -> Any:
    """The choice with the whole board in view."""
    key = START
    for place in range(board, board + _5):
        key += known.ranking.keys[deck[place]]
    suits = (key + _TO_THREE) & FLUSH
    if suits:
        suits >>= _FIRST_SUIT
        suit = (suits >> _4 & _1) + (suits >> _8 & _1) * _2 + (suits >> U(12)) * _3
        cell = _PLAIN_CELLS + _suited_river(deck, at, board, suit)
    else:
        pair = _pair(U(deck[at]) >> _2, U(deck[at + _1]) >> _2)
        cell = U(unsuited(key, known.ranking)) * U(RANK_PAIRS) + pair
    bit = (start + cell) * known.river_bits
    return U(known.rivers[bit >> _3]) >> (bit & _7) & ((_1 << known.river_bits) - _1)


@inlined
def _decided_on_board(deck: Bytes, at: U, board: U, known: Known) -> Any:
    """The node after the choices of all stages, looked up by hole cards and board."""
    node, opened, word = _0, _0, _0
    hole = _number_of_two(deck, at)
    for stage in range(U(len(known.opens))):
        opened += known.opens[stage]
        if known.asks[node] != stage:
            continue
        slot = known.lone_slot[stage]
        if slot == SEVERAL:
            slot = known.slot[node]
        if opened == _5:
            choice = _river_choice(deck, at, board, known.rivers_from[slot], known)
        else:
            shown = _0
            if opened:
                if not word:
                    word = U(known.flops[_number_of_three(deck, board)])
                    hole = U(known.views[word >> U(16) & _63, hole])
                shown = word & _FLOP_NUMBER
            if opened > _3:
                card = U(deck[board + _3])
                shown = shown * _52 + (card - (card & _3)) + (word >> (U(24) + _2 * (card & _3)) & _3)
            seen = U(known.boards[known.boards_from[slot] + shown])
            bit = (seen >> _VIEW_BITS) + U(known.views[seen & _VIEW, hole])
            bit *= known.choice_bits
            choice = U(known.policy[bit >> _3]) >> (bit & _7) & ((_1 << known.choice_bits) - _1)
        node = U(known.after[node, choice])
    return node


@bare
def _by_place(deck: Bytes, at: U, board: U, own: Any, row: U, end: U, known: Known) -> Any:
    """The strength of a hand, or above all of them the class that its cards make by where they lie."""
    while row < end:
        place, holds = known.lying[row, 0], True
        while row < end and known.lying[row, 0] == place:
            key, bits = known.sums.starts[_0], _0
            for column in range(known.player + known.community):
                if known.lying[row, 1] >> np.int64(column) & 1:
                    card = deck[at + column] if column < known.player else deck[board + column - known.player]
                    key += known.sums.keys[_0, card]
                    bits |= known.sums.bits[card]
            strength = np.int64(of_sums(key, bits, _0, known.sums))
            within = known.lying[row, 2] <= strength and strength < known.lying[row, 3]
            if within != (known.lying[row, 4] > 0):
                holds = False
            row += _1
        if holds:
            return U(len(known.places)) + U(place)
    return U(own)


@inlined
def _strength_apart(
    deck: Bytes, at: U, dealer_at: U, board: U, thrown: U, own: Any, dealer: Any, bet: U, known: Known
) -> Any:
    """The strength of the cards that a bet on other cards than the hand reads, or on the beaten hand."""
    whose = known.reads[bet, _1]
    first, count = at, known.player
    second, more = board, U(0)
    if whose & _COMMUNITY:
        more = known.reads[bet, _8]
    start = known.reads[bet, _3]
    if whose & (_DEALT | _KEPT):
        if thrown:
            count -= _1
            if whose & _DEALT:
                second, more = thrown, _1
            else:
                start = known.reads[bet, _6]
    elif whose & _FIRST:
        count = known.first
    elif not whose & _OWN:
        first, count = dealer_at, known.dealer
        if not whose & _DEALER:
            count = U(0)
    elif whose & _DEALER:
        second, more = dealer_at, known.dealer + more  # the board lies behind the dealer's cards
    if known.reads[bet, _2] == BY_PLACE:
        if own < known.reads[bet, _8]:
            return U(own)
        return _by_place(deck, at, board, own, start, known.reads[bet, _6], known)
    if whose & _BEATEN:
        return U(min(own, dealer)) * U(own != dealer)
    if known.reads[bet, _2] == BY_OWNER:
        row = U(known.strengths[start + _number_of(deck, at, known.player, board, _0)])
        others = start + known.reads[bet, _6]
        column = U(known.strengths[others + _number_of(deck, dealer_at, known.dealer, board, _0)])
        return U(known.strengths[start + row + column])
    if known.reads[bet, _2] == BY_SUIT or known.reads[bet, _2] == BY_COLOUR:
        coloured = U(known.reads[bet, _2] == BY_COLOUR)
        held = _held(deck, first, count, known.lanes, coloured)
        held |= _held(deck, second, more, known.lanes, coloured)
        return U(_by_suit(held, known.strengths, start, known.reads[bet, _6]))
    if known.reads[bet, _2]:
        return U(_looked_up(deck, first, count, second, more, known.strengths, start))
    number = known.reads[bet, _6]
    key, bits = _joined(deck, first, count, known.sums.starts[number], _0, number, known.sums)
    key, bits = _joined(deck, second, more, key, bits, number, known.sums)
    return U(of_sums(key, bits, number, known.sums))


@inlined
def _read_apart(
    deck: Bytes,
    at: U,
    dealer_at: U,
    board: U,
    folded: Any,
    thrown: U,
    own: Any,
    dealer: Any,
    known: Known,
    codes: Codes,
) -> None:
    """The codes of a seat's bets on other cards than its hand; a card that was thrown lies at `thrown`."""
    strength = U(0)
    for bet in range(known.apart):
        if not known.reads[bet, _7]:
            strength = _strength_apart(deck, at, dealer_at, board, thrown, own, dealer, U(bet), known)
        held = U(known.read_places[known.reads[bet, _4] + strength])
        codes[known.reads[bet, _0]] = known.read_codes[known.reads[bet, _5] + U(folded) * CLASSES + held]


@inlined
def _play(deck: Bytes, seats: U, known: Known, states: Words, codes: Codes) -> Any:
    """Play the round that lies in the deck: the seats' packets, the dealer's, the board.

    Write the state of each seat, and give the strength of the highest hand.
    """
    dealer_at = seats * known.packet + known.burned
    board = dealer_at + known.dealer
    drawn = board + known.community
    key, bits = _joined(deck, board, known.community, known.sums.starts[_0], _0, _0, known.sums)
    dealer = np.int64(0)
    if known.dealer:
        dealer = _strength(deck, dealer_at, known.dealer, board, known.dealer_from, key, bits, known)
    best = dealer
    for seat in range(seats):
        at = seat * known.packet + known.own_from
        own = _strength(deck, at, known.player, board, _0, key, bits, known)
        held = U(known.places[own])
        node = U(0)
        if known.decides:
            if known.boarded:
                node = _decided_on_board(deck, at, board, known)
            elif known.by_held.shape[0]:
                node = _decided_by_strength(deck, at, known)
            elif known.staged:
                node = _decided(deck, at, board, known)
            else:
                node = _decided_once(deck, at, board, own, known)
        folded = known.folds[node]
        thrown = U(0)
        if known.draws and known.throws[node]:
            thrown = drawn
            _exchanged(deck, at, known.player, known.throws[node], drawn)
            drawn += _1
            own = _strength(deck, at, known.player, board, _0, key, bits, known)
            held = U(known.places[own])
        if known.takes[node]:
            own = _strength(deck, seat * known.packet, known.packet, board, _0, key, bits, known)
            held = U(known.places[own])
        best = max(best, own)
        # Counted without a branch: which way one goes at a fold or a showdown can't be foreseen.
        end = U(0)
        if known.dealer:
            # The ends without a dealer's hand come first, each by win, tie and loss.
            plays = U(dealer >= known.qualifies) | U(known.always[held])
            end = _3 * plays + U(own == dealer) + _2 * U(own < dealer)
            if known.by_margin:
                ahead = max(np.int64(known.places[dealer]) - np.int64(held), np.int64(0))
                end += _6 * min(U(ahead), _MARGIN_MAX)
        end = (end + _1) * U(not folded)
        states[seat] = (node * known.ends + end) * known.classes + held
        if known.apart:
            _read_apart(deck, at, dealer_at, board, folded, thrown, own, dealer, known, codes[seat])
    return U(best)


@inlined
def _highest(deck: Bytes, seats: U, own: U, dealers: U, known: Known) -> Any:
    """The strength of the highest hand at the table."""
    dealer_at = seats * known.packet + known.burned
    board = dealer_at + known.dealer
    best = _0
    if known.dealer:
        best = _strength_apart(deck, _0, dealer_at, board, _0, 0, 0, dealers, known)
    for seat in range(seats):
        at = seat * known.packet + known.own_from
        best = max(best, _strength_apart(deck, at, dealer_at, board, _0, 0, 0, own, known))
    return best


@inlined
def _settle_highest(deck: Bytes, seats: U, compared: U, known: Known, states: Words, codes: Codes) -> None:
    """The codes of the bets on the highest hand of a round; `compared` is the best of those compared."""
    for bet in range(U(known.highest.shape[0])):
        own = known.highest[bet, _0]
        best = compared
        if not known.highest[bet, _2]:
            best = _highest(deck, seats, own, known.highest[bet, _1], known)
        held = U(known.read_places[known.reads[own, _4] + best])
        for seat in range(seats):
            folded = U(known.folds[known.codes[states[seat], _0]])
            code = known.reads[own, _5] + folded * CLASSES + held
            codes[seat, known.reads[own, _0]] = known.read_codes[code]


@inlined
def _node_at_tie(rank: U, known: Known) -> Any:
    """The node after a tie of two cards of a rank."""
    return U(known.after[_0, U(known.by_strength[rank, _0])])


@inlined
def _dealt_twice(deck: Bytes, seats: U, known: Known) -> Any:
    """How many seats get a second card."""
    found = _0
    for seat in range(seats):
        rank = U(deck[seat]) >> _2
        found += U(rank == U(deck[seats]) >> _2 and not known.folds[_node_at_tie(rank, known)])
    return found


@inlined
def _second(place: U, first: U, known: Known) -> Any:
    """Where the card of that number in the second deal lies."""
    if known.burned_each:
        return first + place * (known.burned_twice + _1) + known.burned_twice
    return first + known.burned_twice + place


@inlined
def _play_twice(deck: Bytes, seats: U, again: U, known: Known, states: Words, codes: Codes) -> None:
    """Play the round that lies in the deck: a card for each seat, the dealer's, then the second deal."""
    dealer, first = U(deck[seats]) >> _2, seats + _1
    fought, base = _0, U(known.codes.shape[1])
    for seat in range(seats):
        own = U(deck[seat]) >> _2
        end = _WIN if own > dealer else _LOSE
        if own == dealer:
            end = _FOLD
            if not known.folds[_node_at_tie(own, known)]:
                mine = U(deck[_second(fought, first, known)]) >> _2
                theirs = U(deck[_second(again, first, known)]) >> _2
                end = _AGAIN + U(mine == theirs) + _2 * U(mine < theirs)
                fought += _1
        states[seat] = end
        for side in range(U(known.pairs.shape[2])):
            codes[seat, base + side] = known.pairs[deck[seat], deck[seats], side]


def room(states: int) -> tuple[Words, Ints]:
    """The state of each seat, and by state how often it came and what it is worth."""
    return np.zeros(SEATS_MAX, np.uint64), np.zeros((states, 3), np.int64)


@inlined
def _deal(deck: Bytes, first: U, cards: U, each: U, start: U, number: U) -> Any:
    """Deal the cards of a round from the first on, by words of the stream; the word that is next."""
    while first < cards:
        deal(deck, first, min(each, cards - first), U(len(deck)), word(start, number))
        first += each
        number += _1
    return number


@inlined
def _round(deck: Bytes, seats: U, again: U, known: Known, states: Words, codes: Codes) -> None:
    """Play and settle the round that lies in the deck: the states, and the codes that go by cards."""
    if len(known.twice):
        _play_twice(deck, seats, again, known, states, codes)
    else:
        best = _play(deck, seats, known, states, codes)
        if len(known.seeks_highest):
            _settle_highest(deck, seats, best, known, states, codes)


@inlined
def _write_states(states: Words, seats: U, known: Known, codes: Codes) -> None:
    """Write the codes that go by the state."""
    for seat in range(seats):
        for column in known.by_state:
            codes[seat, column] = known.codes[states[seat], column]


@inlined
def _tally_one(
    state: U, known: Known, nets: Ints, codes: Codes, worth: Ints,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Count a round of one seat."""
    worth[state, _CAME] += 1
    net = worth[state, _ALL]
    for column in known.by_cards:
        net += tally_code(column, codes[_0, column], nets, totals)
    tally_nets(worth[state, _BASE], net, net, totals, ends, lows, hours)


@inlined
def _weigh_states(known: Known, base: U, nets: Ints, worth: Ints) -> None:
    """Write what each state is worth."""
    for state in range(U(len(worth))):
        for column in known.by_state:
            net = net_of(column, known.codes[state, column], nets)
            worth[state, _ALL] += net
            if column <= base:
                worth[state, _BASE] += net


@inlined
def _count_states(known: Known, worth: Ints, totals: Ints) -> None:
    """Count the codes of all states that came."""
    for state in range(U(len(worth))):
        for column in known.by_state:
            count_code(column, known.codes[state, column], worth[state, _CAME], totals)


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints, states: Words, worth: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number, again = U(0), U(0)
    cards = seats * (known.packet + known.draws) + known.burned + known.dealer + known.community
    columns = U(codes.shape[1])
    _weigh_states(known, base, nets, worth)
    for _ in range(rounds):
        number = _deal(deck, _0, cards, known.word, start, number)
        if len(known.twice):
            again = _dealt_twice(deck, seats, known)
            if again:
                number = _deal(deck, cards, _second(again, cards, known) + _1, known.word, start, number)
        _round(deck, seats, again, known, states, codes)
        if seats == _1:
            _tally_one(states[_0], known, nets, codes, worth, totals, ends, lows, hours)
        else:
            _write_states(states, seats, known, codes)
            tally_round(codes, seats, base, columns, nets, totals, ends, lows, hours)
    _count_states(known, worth, totals)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes, states: Words, worth: Ints) -> None:
    """The codes of rounds dealt from given orders."""
    again = _0
    for row in range(U(len(orders))):
        if len(known.twice):
            again = _dealt_twice(orders[row], seats, known)
        _round(orders[row], seats, again, known, states, codes[row])
        _write_states(states, seats, known, codes[row])


@kernel
def spread(hands: Bytes, words: Words, names: Words, out: Words) -> None:
    """Write the bits of each hand up to suits to all hands it stands for, with suits renamed in both."""
    for row in range(len(hands)):
        a = b = c = d = e = _NO_CARD
        for card in hands[row]:
            renamed = U(card) if card >= _JOKER else U(card & 0xFC) | names[card & 3]
            a, b, c, d, e = _put(a, b, c, d, e, renamed)
        number = _number(a, b, c, d, e)
        for bit in range(words.shape[1]):
            renamed = words[row, bit] & _3 << _JOKER
            for suit in range(4):
                renamed |= (words[row, bit] >> U(suit) & _CLUBS) << names[suit]
            out[number, bit] = renamed


@kernel
def spread_large(hands: Bytes, names: Bytes, out: Words) -> None:
    """Set the bit of each hand with its suits renamed."""
    renamed = np.zeros(hands.shape[1], np.uint8)
    for row in range(len(hands)):
        for at in range(hands.shape[1]):
            card = hands[row, at]
            renamed[at] = card if card >= _JOKER else (card & 0xFC) | names[card & 3]
        number = _large_number(renamed, _0, U(len(renamed)))
        out[number >> _6] |= _1 << (number & _63)
