"""Any described game compiled: one kernel for each family, told by tables what is dealt, decided and paid.

A seat's round comes down to a *state*: the decisions taken, how the round ended, and the class of the hand. A
table has the code of each bet in each state, made from the very cells that the script settles by. Bets that
read other cards than the player's hand are read apart.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.families import community, exchange, margins, one_decision, stages
from pitboss.analysis.families.deals import CHOOSE, Deck, cards_of, every, ids, sets
from pitboss.analysis.families.registry import pays_of
from pitboss.analysis.families.solving import optimal
from pitboss.errors import BadInput
from pitboss.games import Line, Rules, Wager
from pitboss.games.described import outcomes, settled
from pitboss.games.description import AGAINST_DEALER, ENDS, BetRow, ChoiceRow, Description, StageRow
from pitboss.games.features import Sight, boarded, readers, sight_size
from pitboss.games.strategy import parse
from pitboss.hands.bulk import Tables, tables
from pitboss.hands.kinds import MARGINS, Hands, Kind, Strengths, kind
from pitboss.hands.sums import Sums, of_sums, summed
from pitboss.hands.wild import Bug, bug_strength, bug_tables
from pitboss.kernels import kernel
from pitboss.money import Odds
from pitboss.simulation import boards
from pitboss.simulation.compiled import Column, Compiled, envy_column, jackpot_column, seeds
from pitboss.simulation.dealing import (
    CODES,
    COLUMNS_MAX,
    SEATS_MAX,
    Codes,
    U,
    bare,
    deal,
    inlined,
    tally_round,
    word,
)
from pitboss.simulation.job import without_best_play
from pitboss.simulation.rules import choose

FOLD = "fold"
BY_TABLE = 255
"""The choice of a strength whose hands don't all choose alike."""
LOOKED_UP_MAX = 5
"""Sets of so many cards at most are found in a table."""
LARGE_MAX = 7
"""Of sets up to so many cards a table has one bit each."""
_WORD_CARDS = U(9)
"""A random word deals so many cards."""
_NO_CARD = U(63)
_OWN, _DEALER, _COMMUNITY, _DEALT, _KEPT = U(1), U(2), U(4), U(8), U(16)
_CLASSES = U(32)
"""Room for the classes of a ranking."""
_CLUBS = U(0x1111111111111)
_JOKER = U(52)
_0, _1, _2, _3, _4, _5, _6, _7 = map(U, range(8))
_13, _52 = U(13), U(52)
_NODE, _HOLE, _FLOP = _0, _1, _2
"""Where a lot of rounds has, by round and seat: the node, the hole cards, and the flop."""
_FLOP_NUMBER = U(0xFFFF)
LOT = 16
"""So many rounds are dealt before any is decided, where choices go by the board."""
_VIEW_BITS, _VIEW = U(boards.VIEW_BITS), U((1 << boards.VIEW_BITS) - 1)
_63 = U(63)
_MARGIN_MAX = U(len(MARGINS) - 1)
_PARTS = np.zeros((LARGE_MAX, 64), np.uint32)
"""What a card adds to the number of its set, by its place in it from the lowest up; no card adds nothing."""
_PARTS[:, :53] = [[comb(card, place) for card in range(53)] for place in range(1, LARGE_MAX + 1)]
_FIVE, _BUG = kind("five-card"), kind("five-card-bug")
_NO_BUG = Bug(np.zeros(1, np.uint16), np.zeros(1, np.uint16), U(0))
_BY_OWNER, _BY_SUIT = U(2), U(3)
"""Looked up by the player's cards and the dealer's, each apart; or by the ranks in each suit."""
_MASKS, _SUIT, _KEY = U(1 << 13), U((1 << 13) - 1), U((1 << 52) - 1)
_MIXES = U(0x9E3779B97F4A7C15)
"""Multiplied with it, keys that differ little differ in every bit."""


class Known(NamedTuple):
    """What the kernel knows of a game; every game has the same types, so it is compiled once."""

    sums: Sums
    """The kinds that are ranked by ranks and flushes; where hands are, theirs is the first."""
    ranking: Tables
    bug: Bug
    joker: bool
    """Whether hands are ranked as five-card poker with a joker as a bug."""
    player: np.uint64
    dealer: np.uint64
    community: np.uint64
    looked_up: bool
    """Whether hands are found in `strengths`."""
    width: np.uint64
    """Hands go by their suits: how many second numbers a suit can have; 0 where hands don't go by suits."""
    hashed: npt.NDArray[np.uint64]
    """Choices of hands, whatever their suits are called: where a hand is not found, look behind it."""
    strengths: npt.NDArray[np.uint16]
    """By number of a set: the player's hands from 0 on, the dealer's from `dealer_from` on, then others."""
    dealer_from: np.uint64
    places: npt.NDArray[np.uint8]
    """The class of a hand by its strength."""
    qualifies: np.int64
    always: npt.NDArray[np.bool_]
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
    boards_from: npt.NDArray[np.uint64]
    """[slot]: where its boards begin."""
    views: npt.NDArray[np.uint16]
    """[view, hole cards]."""
    choice_bits: np.uint64
    by_strength: npt.NDArray[np.uint8]
    """[strength, rank of the upcard]: the choice of the only stage, or `BY_TABLE`."""
    upcards: npt.NDArray[np.uint64]
    """[set, bit]: the bits of its choice, one for each upcard."""
    large: npt.NDArray[np.uint64]
    """By number of a set of more than five cards a bit: whether it takes the second choice, not the first."""
    shown: bool
    opens: npt.NDArray[np.uint64]
    """[stage]: how many cards of the board are opened first."""
    policy: npt.NDArray[np.uint8]
    policy_from: npt.NDArray[np.uint64]
    """[stage]: where its choices begin in the policy, by number of a set and slot."""
    slots: npt.NDArray[np.uint64]
    """[stage]: how many amounts can be at risk."""
    slot: npt.NDArray[np.uint64]
    """[node]: which of these amounts it is."""
    asks: npt.NDArray[np.uint64]
    """[node]: the stage that is next."""
    after: npt.NDArray[np.uint8]
    """[node, choice]: where a choice leads."""
    folds: npt.NDArray[np.bool_]
    """[node]."""
    draws: np.uint64
    """How many cards a seat can exchange."""
    throws: npt.NDArray[np.uint64]
    """[node]: which card was exchanged, counted from the lowest up; 0 is none."""
    by_margin: bool
    """Whether bets are paid by the margin: then its ends are there once for each margin."""
    codes: npt.NDArray[np.uint8]
    """[node, end, class, column]."""
    reads: npt.NDArray[np.uint64]
    """[bet]: of a bet on other cards its column, whose cards they are as bits, whether they are looked up or
    even `_BY_OWNER`, where its strengths, classes and codes begin, and the strengths of what an exchange
    leaves, how many hands the player can have, or the number of its kind in `sums`."""
    read_places: npt.NDArray[np.uint8]
    read_codes: npt.NDArray[np.uint8]
    """[folded, class] of each bet one behind the other."""


@inlined
def _put(a: Any, b: Any, c: Any, d: Any, e: Any, card: Any) -> Any:
    """Put a card among at most four sorted ones."""
    a, card = min(a, card), max(a, card)
    b, card = min(b, card), max(b, card)
    c, card = min(c, card), max(c, card)
    d, card = min(d, card), max(d, card)
    return a, b, c, d, min(e, card)


@inlined
def _number(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The number of a sorted set among those of its size."""
    return U(_PARTS[0, a]) + U(_PARTS[1, b]) + U(_PARTS[2, c]) + U(_PARTS[3, d]) + U(_PARTS[4, e])


@inlined
def _number_of(deck: Any, at: Any, count: Any, board: Any, more: Any) -> Any:
    """The number of the set of `count` cards and `more` of the board."""
    a = b = c = d = e = _NO_CARD
    for place in range(at, at + count):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    for place in range(board, board + more):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    return _number(a, b, c, d, e)


@inlined
def _joined(deck: Any, at: Any, count: Any, key: Any, bits: Any, number: Any, sums: Sums) -> Any:
    """The key and bits of more cards, in a kind that goes by ranks and flushes."""
    for place in range(at, at + count):
        key += sums.keys[number, deck[place]]
        bits |= sums.bits[deck[place]]
    return key, bits


@inlined
def _looked_up(deck: Any, at: Any, count: Any, board: Any, more: Any, strengths: Any, start: Any) -> Any:
    """The strength of a set in a table."""
    return strengths[start + _number_of(deck, at, count, board, more)]


@inlined
def _masks(deck: Any, at: Any, count: Any) -> Any:
    """The ranks that a hand has in each suit, as bits."""
    bits = U(0)
    for place in range(at, at + count):
        card = U(deck[place])
        bits |= _1 << ((card & _3) * _13 + (card >> _2))
    return bits & _SUIT, bits >> _13 & _SUIT, bits >> U(26) & _SUIT, bits >> U(39)


@inlined
def _by_suit(deck: Any, at: Any, count: Any, strengths: Any, start: Any, width: Any) -> Any:
    """The strength of a hand that goes by its suits: two numbers of each, of which the most count."""
    a, b, c, d = _masks(deck, at, count)
    first = max(strengths[start + a], strengths[start + b], strengths[start + c], strengths[start + d])
    second = start + _MASKS
    most = max(strengths[second + a], strengths[second + b], strengths[second + c], strengths[second + d])
    return strengths[second + _MASKS + U(first) * width + U(most)]


@inlined
def _key(deck: Any, at: Any, count: Any) -> Any:
    """A hand whatever its suits are called."""
    a, b, c, d = _masks(deck, at, count)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a | b << U(13) | c << U(26) | d << U(39)


@inlined
def _found(key: Any, hashed: Any) -> Any:
    """The choice that is known for a hand."""
    last = U(len(hashed)) - _1
    at = key * _MIXES >> U(40) & last
    while hashed[at] & _KEY != key:
        at = at + _1 & last
    return hashed[at] >> U(56)


@kernel
def _hash(hands: Any, choices: Any, hashed: Any) -> None:
    """Write the choices of hands, each behind those that came to its place before."""
    last = U(len(hashed)) - _1
    for row in range(len(hands)):
        key = _key(hands[row], _0, U(hands.shape[1]))
        at = key * _MIXES >> U(40) & last
        while hashed[at]:
            at = at + _1 & last
        hashed[at] = key | U(choices[row]) << U(56)


@inlined
def _strength(
    deck: Any, at: Any, count: Any, board: Any, start: Any, key: Any, bits: Any, known: Known
) -> Any:
    """The strength of a hand with the board, whose key and bits are known."""
    if known.width:
        return np.int64(_by_suit(deck, at, count, known.strengths, start, known.width))
    if known.looked_up:
        return np.int64(_looked_up(deck, at, count, board, known.community, known.strengths, start))
    if known.joker:
        return np.int64(bug_strength(deck, at, count, known.bug, known.ranking))
    key, bits = _joined(deck, at, count, key, bits, _0, known.sums)
    return np.int64(of_sums(key, bits, _0, known.sums))


@bare
def _large_number(deck: Any, at: Any, count: Any) -> Any:
    """The number of a set of up to seven cards, which lie in any order."""
    number = U(0)
    for place in range(at, at + count):
        lower = U(0)
        for other in range(at, at + count):
            lower += U(deck[other] < deck[place])
        number += U(_PARTS[lower, U(deck[place])])
    return number


@inlined
def _decided_once(deck: Any, at: Any, board: Any, own: Any, known: Known) -> Any:
    """The node after the choice of the only stage."""
    up = U(deck[board - _1]) if known.shown else U(0)
    choice = U(known.by_strength[U(own), up >> _2])
    if choice == BY_TABLE and known.width:
        choice = _found(_key(deck, at, known.player), known.hashed)
    elif choice == BY_TABLE and known.player > _5:
        number = _large_number(deck, at, known.player)
        choice = known.large[number >> _6] >> (number & _63) & _1
    elif choice == BY_TABLE:
        number = _number_of(deck, at, known.player, board, known.community)
        bits = U(known.upcards.shape[1])
        choice = U(0)
        for bit in range(bits):
            choice |= (known.upcards[number, bit] >> up & _1) << bit
    return U(known.after[_0, choice])


@inlined
def _decided(deck: Any, at: Any, board: Any, known: Known) -> Any:
    """The node after the choices of all stages."""
    a = b = c = d = e = _NO_CARD
    for place in range(at, at + known.player):
        a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
    node = U(0)
    for stage in range(U(len(known.opens))):
        for place in range(board, board + known.opens[stage]):
            a, b, c, d, e = _put(a, b, c, d, e, U(deck[place]))
        board += known.opens[stage]
        if known.asks[node] == stage:
            number = _number(a, b, c, d, e)
            choice = known.policy[known.policy_from[stage] + number * known.slots[stage] + known.slot[node]]
            node = U(known.after[node, U(choice)])
            if known.folds[node]:
                break
    return node


@inlined
def _exchanged(deck: Any, at: Any, count: Any, place: Any, drawn: Any) -> None:
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
def _decided_on_boards(dealt: Any, lot: Any, seats: Any, known: Known, room: Any) -> None:
    """The nodes after the choices of all stages, looked up by hole cards and board, for a lot of rounds.

    Each stage is decided in all of them before the next, so that the memory is asked for many at once.
    """
    board = seats * known.player + known.dealer
    for place in range(lot * seats):
        deck, at = dealt[place // seats], place % seats * known.player
        one, two = U(deck[at]), U(deck[at + _1])
        room[_NODE, place] = _0
        room[_HOLE, place] = U(_PARTS[0, min(one, two)]) + U(_PARTS[1, max(one, two)])
    opened = U(0)
    for stage in range(U(len(known.opens))):
        flop, opened = opened < _3, opened + known.opens[stage]
        if flop and opened >= _3:
            for place in range(lot * seats):
                word = U(known.flops[_number_of(dealt[place // seats], board, _3, board, _0)])
                room[_FLOP, place] = word
                room[_HOLE, place] = U(known.views[word >> U(16) & _63, room[_HOLE, place]])
        for place in range(lot * seats):
            node = room[_NODE, place]
            if known.asks[node] == stage:
                shown = U(0)
                if opened:
                    shown = room[_FLOP, place] & _FLOP_NUMBER
                if opened > _3:
                    card = U(dealt[place // seats, board + _3])
                    suit = room[_FLOP, place] >> (U(24) + _2 * (card & _3)) & _3
                    shown = shown * _52 + (card - (card & _3)) + suit
                word = U(known.boards[known.boards_from[known.slot[node]] + shown])
                bit = (word >> _VIEW_BITS) + U(known.views[word & _VIEW, room[_HOLE, place]])
                bit *= known.choice_bits
                choice = U(known.policy[bit >> _3]) >> (bit & _7) & ((_1 << known.choice_bits) - _1)
                room[_NODE, place] = U(known.after[node, choice])


@inlined
def _read_apart(
    deck: Any, at: Any, dealer_at: Any, board: Any, folded: Any, thrown: Any, known: Known, codes: Any
) -> None:
    """The codes of a seat's bets on other cards than its hand; a card that was thrown lies at `thrown`."""
    for bet in range(U(known.reads.shape[0])):
        whose = known.reads[bet, _1]
        first, count = at, known.player
        second, more = board, U(0)
        if whose & _COMMUNITY:
            more = known.community
        start = known.reads[bet, _3]
        if whose & (_DEALT | _KEPT):
            if thrown:
                count -= _1
                if whose & _DEALT:
                    second, more = thrown, _1
                else:
                    start = known.reads[bet, _6]
        elif not whose & _OWN:
            first, count = dealer_at, known.dealer
            if not whose & _DEALER:
                count = U(0)
        elif whose & _DEALER:
            second, more = dealer_at, known.dealer + more  # the board lies behind the dealer's cards
        if known.reads[bet, _2] == _BY_OWNER:
            row = U(known.strengths[start + _number_of(deck, at, known.player, board, _0)])
            others = start + known.reads[bet, _6]
            column = U(known.strengths[others + _number_of(deck, dealer_at, known.dealer, board, _0)])
            strength = U(known.strengths[start + row + column])
        elif known.reads[bet, _2] == _BY_SUIT:
            strength = U(_by_suit(deck, first, count, known.strengths, start, known.reads[bet, _6]))
        elif known.reads[bet, _2]:
            strength = U(_looked_up(deck, first, count, second, more, known.strengths, start))
        else:
            number = known.reads[bet, _6]
            key, bits = _joined(deck, first, count, known.sums.starts[number], _0, number, known.sums)
            key, bits = _joined(deck, second, more, key, bits, number, known.sums)
            strength = U(of_sums(key, bits, number, known.sums))
        held = U(known.read_places[known.reads[bet, _4] + strength])
        codes[known.reads[bet, _0]] = known.read_codes[known.reads[bet, _5] + U(folded) * _CLASSES + held]


@inlined
def _play(deck: Any, seats: Any, known: Known, nodes: Any, codes: Any) -> None:
    """Play the round that lies in the deck: the seats' packets, the dealer's, the board.

    Where choices go by the board, `nodes` has where each seat stands after them.
    """
    dealer_at = seats * known.player
    board = dealer_at + known.dealer
    drawn = board + known.community
    key, bits = _joined(deck, board, known.community, known.sums.starts[_0], _0, _0, known.sums)
    dealer = np.int64(0)
    if known.dealer:
        dealer = _strength(deck, dealer_at, known.dealer, board, known.dealer_from, key, bits, known)
    for seat in range(seats):
        at = seat * known.player
        own = _strength(deck, at, known.player, board, _0, key, bits, known)
        held = U(known.places[own])
        node = U(0)
        if known.decides:
            if known.boarded:
                node = nodes[seat]
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
        end = U(0)
        if not folded:
            end = _1
            if known.dealer:
                # The ends without a dealer's hand come first, each by win, tie and loss.
                plays = dealer >= known.qualifies or known.always[held]
                end += _3 * U(plays) + U(own == dealer) + _2 * U(own < dealer)
                if known.by_margin:
                    ahead = max(np.int64(known.places[dealer]) - np.int64(held), np.int64(0))
                    end += _6 * min(U(ahead), _MARGIN_MAX)
        for column in range(U(known.codes.shape[3])):
            codes[seat, column] = known.codes[node, end, held, column]
        if known.reads.shape[0]:
            _read_apart(deck, at, dealer_at, board, folded, thrown, known, codes[seat])


@bare
def _simulate(
    deck: Any, start: Any, rounds: Any, seats: Any, base: Any, nets: Any, codes: Codes, known: Known,
    totals: Any, ends: Any, lows: Any, hours: Any, dealt: Any, room: Any,
) -> None:  # fmt: skip
    number, played = U(0), U(0)
    cards, deck_cards = seats * (known.player + known.draws) + known.dealer + known.community, U(len(deck))
    columns = U(codes.shape[1])
    most = U(LOT) if known.boarded else _1
    while played < rounds:
        lot = min(most, rounds - played)
        for place in range(lot):
            first = U(0)
            while first < cards:
                deal(deck, first, min(_WORD_CARDS, cards - first), deck_cards, word(start, number))
                first += _WORD_CARDS
                number += _1
            if known.boarded:
                for card in range(cards):
                    dealt[place, card] = deck[card]
        if known.boarded:
            _decided_on_boards(dealt, lot, seats, known, room)
        for place in range(lot):
            table = dealt[place] if known.boarded else deck
            _play(table, seats, known, room[_NODE, place * seats :], codes)
            tally_round(codes, seats, base, columns, nets, totals, ends, lows, hours)
        played += lot


@kernel
def simulate(
    deck: Any, start: Any, rounds: int, seats: Any, base: Any, nets: Any, codes: Codes, known: Known,
    totals: Any, ends: Any, lows: Any, hours: Any,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    dealt, room = np.zeros((LOT, len(deck)), np.uint8), np.zeros((3, LOT * SEATS_MAX), np.uint64)
    _simulate(deck, start, U(rounds), seats, base, nets, codes, known, totals, ends, lows, hours, dealt, room)


@bare
def _settle(orders: Codes, seats: Any, known: Known, codes: Codes, room: Any) -> None:
    for row in range(U(len(orders))):
        if known.boarded:
            _decided_on_boards(orders[row : row + _1], _1, seats, known, room)
        _play(orders[row], seats, known, room[_NODE], codes[row])


@kernel
def settle(orders: Codes, seats: Any, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    _settle(orders, seats, known, codes, np.zeros((3, SEATS_MAX), np.uint64))


# What is decided: the tree of decisions, and a choice for all that a seat can see at each stage.


@dataclass(frozen=True, slots=True)
class Node:
    """Where a seat stands after some decisions: what lies out, and which stage asks next."""

    decisions: tuple[tuple[str, str], ...]
    """Each by the name of its stage."""
    out: Mapping[str, int]
    """The base bets that are out, in units of the first one."""
    stage: int
    folded: bool = False
    throws: int = 0
    """The card that was exchanged, counted from the lowest up."""

    @property
    def risk(self) -> int:
        """What is at risk, in units of the first bet."""
        return sum(self.out.values())

    def then(self, game: Description, choice: ChoiceRow) -> "Node":
        """Where a choice leads."""
        out = {slug: units for slug, units in self.out.items() if slug not in choice.takes_back}
        for slug, multiple in choice.bets.items():
            out[slug] = out.get(slug, 0) + multiple
        taken = (*self.decisions, (game.stages[self.stage].name, choice.name))
        throws = choice.exchanges[0] if choice.exchanges else self.throws
        return Node(taken, out, _next_stage(game, self.stage + 1, out), choice.folds, throws)


def _next_stage(game: Description, first: int, out: Mapping[str, int]) -> int:
    """The next stage that asks: one that makes a bet is passed over when all its bets are made."""
    for number in range(first, len(game.stages)):
        makes = {slug for choice in game.stages[number].choices for slug in choice.bets}
        if not makes or not makes <= out.keys():
            return number
    return len(game.stages)


def tree(game: Description) -> tuple[list[Node], npt.NDArray[np.uint8]]:
    """Every node, the first one first, and where each choice leads."""
    if game.draws > 1:
        raise refused(game, "more than one card is exchanged")
    out = {bet.slug: 1 for bet in game.base if not bet.in_round}
    nodes = [Node((), out, _next_stage(game, 0, out))]
    width = max(len(stage.choices) for stage in game.stages)
    after: list[list[int]] = []
    for node in nodes:  # grows as it goes
        after.append([0] * width)
        if not node.folded and node.stage < len(game.stages):
            for place, choice in enumerate(game.stages[node.stage].choices):
                after[-1][place] = len(nodes)
                nodes.append(node.then(game, choice))
        if len(nodes) > CODES:
            raise refused(game, f"there are more than {CODES} ways to decide")
    return nodes, np.array(after, np.uint8)


def refused(game: Description, reason: str) -> BadInput:
    return BadInput(f"{game.name} can't be simulated: {reason}")


class Features(Mapping[str, Any]):
    """The features of many cases at once, each read when it is first named."""

    def __init__(self, game: Description, stage: int, sight: Sight, read: Mapping[str, Any] = {}) -> None:
        self._readers, self._sight, self._read = readers(game, stage), sight, dict(read)

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = self._readers[name](self._sight)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)

    @property
    def of_hand(self) -> dict[str, Any]:
        """What was read so far and has nothing to do with the upcard or the money."""
        return {name: value for name, value in self._read.items() if name not in ("upcard", "held", "risk")}


@dataclass(frozen=True, slots=True, eq=False)
class Player:
    """How a seat plays: `optimal`, or by rules."""

    rules: Rules
    game: Description
    strategy: str

    @property
    def deck(self) -> Deck:
        """The cards that are dealt."""
        return Deck(self.game.cards.deck)

    def hands(self, size: int) -> npt.NDArray[np.uint8]:
        """The sets of so many cards, one for all that differ only in the names of suits."""
        return cards_of(self.deck, sets(self.deck, size).places)

    def best(self) -> Any:
        """Optimal play with the paytables of the table."""
        reason = without_best_play(self.game)
        if reason:
            raise refused(self.game, f"{reason}; choose its simple strategy, or give rules")
        return optimal(pays_of(self.rules))

    def once(self) -> npt.NDArray[np.int8]:
        """[set, upcard]: the choice of the only stage, -1 where the upcard is one of the set."""
        if self.strategy == "optimal":
            found: one_decision.Solved | margins.Solved = self.best()
            return found.best if isinstance(found, one_decision.Solved) else found.best[:, None]
        hands, shown = self.hands(self.game.cards.player), self.game.cards.dealer_up == 1
        ups = np.array(self.deck.cards, np.uint8) if shown else np.zeros(1, np.uint8)
        chosen = np.zeros((len(hands), len(ups)), np.int8)
        read: dict[str, Any] = {}
        for column, up in enumerate(ups):
            upcards = np.full((len(hands), int(shown)), up)
            chosen[:, column], read = self.written(0, hands, upcards, 1, read)
            if shown:
                chosen[(hands == up).any(axis=1), column] = -1
        return chosen

    def exchanging(self) -> npt.NDArray[np.int64]:
        """The choice of the only stage for every set of cards, in the order of their numbers."""
        if self.strategy == "optimal":
            found: exchange.Solved = self.best()
            return found.best
        hands = cards_of(self.deck, every(self.deck, self.game.cards.player))
        chosen, _ = self.written(0, hands, np.zeros((len(hands), 0), np.uint8), 1, {})
        return chosen.astype(np.int64)

    def at_stage(self, stage: int, risks: Sequence[int]) -> npt.NDArray[np.uint8]:
        """[set, risk]: the choice at a stage, whatever is seen."""
        size = sight_size(self.game, stage)
        if self.strategy == "optimal":
            found: stages.Solved = self.best()
            return found.choices[size][:, list(risks)].astype(np.uint8)
        hands = self.hands(size)
        columns = []
        read: dict[str, Any] = {}
        for risk in risks:
            column, read = self.written(stage, hands, np.zeros((len(hands), 0), np.uint8), risk, read)
            columns.append(column)
        return np.stack(columns, axis=1)

    def on_boards(self, stage: int, nodes: "Sequence[Node]") -> list[tuple[int, boards.Choices]]:
        """The choices of the nodes of a stage by board and hole cards, and what they are known by."""
        if self.strategy == "optimal":
            found: community.Solved = self.best()
            return [boards.best(found, stage, node.out) for node in nodes]
        named = "risk" in self.strategy
        risks = [node.risk if named else 0 for node in nodes]
        return [(risk, _by_rules(_Asked(self, self.game.play, self.strategy, stage, risk))) for risk in risks]

    def written(
        self, stage: int, hands: Any, ups: Any, risk: int, read: dict[str, Any]
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """What the rules choose, and what was read of the hands."""
        row = self.game.stages[stage]
        sight = Sight(self.game.cards.ranking, hands, ups, np.full(len(hands), risk))
        features = Features(self.game, stage, sight, read)
        text = parse(self.strategy, self.rules.game.turns)[row.name]
        names = [choice.name for choice in row.choices]
        return choose(text, features, names, (len(hands),), self._open(row, hands)), features.of_hand

    def _open(self, stage: StageRow, hands: Any) -> dict[str, npt.NDArray[np.bool_]]:
        """Of the choices that need a hand: which hands may take them."""
        ranking = self.game.cards.ranking
        needing = [choice for choice in stage.choices if choice.needs_hand]
        strengths = ranking.strengths(hands) if needing else None
        names = outcomes(ranking)
        return {
            choice.name: np.array([choice.open_to(hand, at) for at, hand in enumerate(names)])[strengths]
            for choice in needing
        }


@dataclass(frozen=True, slots=True)
class _Asked:
    """What rules are asked at a stage, the same wherever a game is played alike."""

    player: Player = field(compare=False)
    play: tuple[object, ...]
    strategy: str
    stage: int
    risk: int


@lru_cache(maxsize=6)  # of at most 22 MB each
def _by_rules(asked: _Asked) -> boards.Choices:
    """What rules choose at a stage for every board up to suits with all hole cards."""
    player, stage = asked.player, asked.stage

    def rule(rows: Any) -> Any:
        return player.written(stage, rows, np.zeros((len(rows), 0), np.uint8), asked.risk, {})[0]

    return boards.by_rule(player.deck, boards.size_at(player.game, stage), rule)


@kernel
def _spread(hands: Any, words: Any, names: Any, out: Any) -> None:
    """Write the bits of each hand up to suits to all hands it stands for, with suits renamed in both."""
    for row in range(len(hands)):
        a = b = c = d = e = _NO_CARD
        for card in hands[row]:
            renamed = _JOKER if card == _JOKER else U(card & 0xFC) | names[card & 3]
            a, b, c, d, e = _put(a, b, c, d, e, renamed)
        number = _number(a, b, c, d, e)
        for bit in range(words.shape[1]):
            renamed = words[row, bit] & _1 << _JOKER
            for suit in range(4):
                renamed |= (words[row, bit] >> U(suit) & _CLUBS) << names[suit]
            out[number, bit] = renamed


@kernel
def _spread_large(hands: Any, names: Any, out: Any) -> None:
    """Set the bit of each hand with its suits renamed."""
    renamed = np.zeros(hands.shape[1], np.uint8)
    for row in range(len(hands)):
        for at in range(hands.shape[1]):
            card = hands[row, at]
            renamed[at] = card if card == _JOKER else (card & 0xFC) | names[card & 3]
        number = _large_number(renamed, _0, U(len(renamed)))
        out[number >> _6] |= _1 << (number & _63)


def _once(player: Player) -> dict[str, Any]:
    """What the kernel knows about the choice of the only stage."""
    game, chosen = player.game, player.once()
    kind, hands = game.cards.ranking, player.hands(game.cards.player)
    strengths = kind.strengths(hands)
    ups = np.array(player.deck.cards, np.uint64) if game.cards.dealer_up == 1 else np.zeros(1, np.uint64)
    by_strength = _by_strength(kind, strengths, chosen, ups >> _2)
    bits = max(1, (len(game.stages[0].choices) - 1).bit_length())
    upcards = np.zeros((1, bits), np.uint64)
    mixed = (by_strength[strengths] == BY_TABLE).any(axis=1)
    if mixed.any() and kind.by_suit:
        hashed = np.zeros(1 << int(2 * mixed.sum()).bit_length(), np.uint64)
        _hash(hands[mixed], chosen[mixed, 0].astype(np.uint64), hashed)
        return {"by_strength": by_strength, "hashed": hashed, "staged": False}
    large = np.zeros(1, np.uint64)
    if mixed.any() and game.cards.player > LOOKED_UP_MAX:
        if game.cards.dealer_up or len(game.stages[0].choices) > 2:
            raise refused(game, f"more than two choices or an upcard, and {game.cards.player} cards")
        large = np.zeros(_sets(player.deck, game.cards.player) // 64 + 1, np.uint64)
        for names in permutations(range(4)):
            _spread_large(hands[mixed & (chosen[:, 0] == 1)], np.array(names, np.uint8), large)
    elif mixed.any():
        upcards = np.zeros((_sets(player.deck, game.cards.player), bits), np.uint64)
        words = np.zeros((len(hands), bits), np.uint64)
        for bit in range(bits):
            set_bits = (np.maximum(chosen, 0).astype(np.uint64) >> U(bit)) & _1
            words[:, bit] = (set_bits << ups).sum(axis=1, dtype=np.uint64)
        if not game.cards.dealer_up:
            words *= U(0xF)  # of the four suits any may come to stand first
        for names in permutations(range(4)):
            _spread(hands, words, np.array(names, np.uint64), upcards)
    return {"by_strength": by_strength, "upcards": upcards, "large": large, "staged": False}


def _by_strength(kind: Kind, strengths: Strengths, chosen: Any, ranks: Any) -> npt.NDArray[np.uint8]:
    """[strength, rank of the upcard]: what all such hands choose, or `BY_TABLE`."""
    found = np.full((kind.strength_max + 1, int(ranks.max()) + 1), BY_TABLE, np.uint8)
    for rank in np.unique(ranks):
        of_rank = chosen[:, ranks == rank].astype(np.int64)
        least, most = np.full(len(found), BY_TABLE), np.zeros(len(found), np.int64)
        np.minimum.at(least, strengths, np.where(of_rank < 0, BY_TABLE, of_rank).min(axis=1))
        np.maximum.at(most, strengths, of_rank.max(axis=1))
        found[:, rank] = np.where(least == most, most, BY_TABLE)
    return found


def _once_exchanging(player: Player) -> dict[str, Any]:
    """The same where cards may be exchanged: which is the lowest of a pair goes by the names of suits."""
    game, chosen = player.game, player.exchanging()
    _lookable(game, game.cards.player, "the player has")
    bits = max(1, (len(game.stages[0].choices) - 1).bit_length())
    table = np.zeros((comb(52, game.cards.player), bits), np.uint64)
    for bit in range(bits):
        table[_numbers(player.deck, game.cards.player), bit] = chosen >> bit & 1
    kind, hands = game.cards.ranking, np.array(player.deck.cards, np.uint8)
    strengths = kind.strengths(hands[every(player.deck, game.cards.player)])
    by_strength = _by_strength(kind, strengths, chosen[:, None], np.zeros(1, np.uint64))
    return {"by_strength": by_strength, "upcards": table, "staged": False}


def _lookable(game: Description, size: int, who: str) -> None:
    if size > LOOKED_UP_MAX:
        raise refused(game, f"{who} {size} cards, and sets of more than {LOOKED_UP_MAX} are not looked up")


def _by_stages(player: Player, nodes: Sequence[Node]) -> dict[str, Any]:
    """What the kernel knows about the choices of several stages."""
    game, deck = player.game, player.deck
    slot, tables, starts, slots = np.zeros(len(nodes), np.uint64), [], [], []
    start = 0
    for stage in range(len(game.stages)):
        asked = [place for place, node in enumerate(nodes) if node.stage == stage and not node.folded]
        risks = sorted({nodes[place].risk for place in asked})
        for place in asked:
            slot[place] = risks.index(nodes[place].risk)
        size = sight_size(game, stage)
        table = np.zeros((_sets(deck, size), len(risks)), np.uint8)
        if risks:
            table[_numbers(deck, size)] = player.at_stage(stage, risks)[ids(deck, size)]
        tables.append(table.reshape(-1))
        starts.append(start)
        slots.append(len(risks))
        start += table.size
    return {
        "staged": True,
        "policy": np.concatenate(tables),
        "policy_from": np.array(starts, np.uint64),
        "slots": np.array(slots, np.uint64),
        "slot": slot,
    }


def _sets(deck: Deck, size: int) -> int:
    """How many numbers the sets of a deck have, which may lack ranks and have a joker."""
    return comb(53 if deck.joker else 52, size)


def _numbers(deck: Deck, size: int) -> npt.NDArray[np.int64]:
    """The numbers, among sets of all 52 or 53 cards, of all sets of a deck."""
    if deck.whole:
        return np.arange(comb(deck.size, size))
    cards = np.array(deck.cards, np.int64)[every(deck, size)]
    found: npt.NDArray[np.int64] = CHOOSE[cards, np.arange(1, size + 1)].sum(axis=1)
    return found


# What is paid: the codes of every bet, and what they are worth.


@dataclass(slots=True)
class Coding:
    """The codes of a bet: one for each net result and stake that it can have."""

    game: Description
    bet: str
    known: dict[tuple[int, int, int], int] = field(default_factory=lambda: {(0, 0, 0): 0})

    def code(self, net_cents: int, staked_cents: int, envy_cents: int = 0) -> int:
        """The code of a result, and of what it brings every other seat."""
        found = self.known.setdefault((net_cents, staked_cents, envy_cents), len(self.known))
        if found >= CODES:
            raise refused(self.game, f"{self.bet} can end in more than {CODES} ways")
        return found

    @property
    def nets(self) -> Column:
        """Net results by code."""
        return [net for net, _, _ in self.known]

    @property
    def stakes(self) -> Column:
        """Stakes by code."""
        return [staked for _, staked, _ in self.known]

    @property
    def envy(self) -> Column:
        """What every other seat gets, by code."""
        return [envy for _, _, envy in self.known]


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """What each bet is worth at each end, with these wagers, as the script settles them."""

    rules: Rules
    game: Description
    laid: Mapping[str, int]
    rounded: dict[tuple[str, Odds, int], int] = field(default_factory=dict)
    """What was paid where that is less than the odds say: the house keeps parts of a cent."""

    def line(self, wager: Wager, odds: Odds | None, rounds: str = "exact") -> Line:
        """A wager settled at these odds, None being a loss."""
        line = settled(wager, odds, rounds=rounds)
        if odds is not None and odds.net * wager.cents > line.net_cents and rounds == "exact":
            self.rounded[wager.bet, odds, wager.cents] = line.paid_cents
        return line

    def table(self, name: str) -> Mapping[str, Any]:
        """What a table of the game pays by class."""
        return self.rules.pays[self.game.chooses(name)] if name else {}

    def base(self, bet: BetRow, node: Node, end: str, hand: str, margin: int = 0) -> tuple[int, int]:
        """Net result and stake of a base bet, with its bonus."""
        cents = node.out.get(bet.slug, 0) * self.laid.get(
            self.game.unit.slug if bet.in_round else bet.slug, 0
        )
        if not cents:
            return 0, 0
        wager = Wager(1, bet.slug, cents)
        odds = bet.settles[end].pays(hand, self.table(bet.table), margin)
        net = self.line(wager, odds, bet.rounds).net_cents
        taken = [name for _, name in node.decisions]
        if bet.bonus is not None and end != FOLD and bet.bonus.paid_after(taken):
            odds = self.table(bet.bonus.table).get(hand)
            net += self.line(wager, odds).paid_cents  # besides: of a loss nothing more is taken
        return net, cents

    def lost_with_fold(self, bet: BetRow) -> bool:
        """Whether a fold loses the bet, or keeps the hand from claiming a jackpot."""
        if bet.kind == "jackpot":
            return self.rules.options["folded_hands_qualify"] == "no"
        return bet.after_fold == "lose"

    def side(self, bet: BetRow, folded: bool, hand: str) -> tuple[int, int, int]:
        """Net result, stake and envy of a side bet or a jackpot's wager with a hand of this class."""
        cents = self.laid.get(bet.slug, 0)
        if not cents:
            return 0, 0, 0
        if folded and self.lost_with_fold(bet):
            return -cents, cents, 0
        if bet.kind == "jackpot":
            table = self.rules.paytables[bet.slug]
            net, envy = jackpot_column(table, cents, [hand], seeds(table)), envy_column(table, cents, [hand])
            return net[0], cents, envy[0]
        wager = Wager(1, bet.slug, cents)
        return self.line(wager, self.table(bet.table).get(hand)).net_cents, cents, 0


@lru_cache(maxsize=4)  # of at most 131 kB each
def _owned(kind: Kind, deck: Deck, player: int, dealer: int) -> npt.NDArray[np.uint16]:
    """The strengths of all that player and dealer can hold, first by the number of each one's cards.

    Hands that are worth the same with whatever the other has are one row or column. The player's lead to a
    row, the dealer's on to the column.
    """
    own, theirs = (cards_of(deck, every(deck, size)) for size in (player, dealer))
    table = np.zeros((len(own), len(theirs)), np.uint16)
    for row, held in zip(table, own, strict=True):
        row[:] = kind.strengths(
            np.concatenate([np.broadcast_to(held, (len(theirs), len(held))), theirs], axis=1)
        )
    table, rows = np.unique(table, axis=0, return_inverse=True)
    table, columns = np.unique(table, axis=1, return_inverse=True)
    leads = [np.zeros(comb(52, size), np.uint16) for size in (player, dealer)]
    leads[0][_numbers(deck, player)] = rows * table.shape[1]
    leads[1][_numbers(deck, dealer)] = columns + sum(map(len, leads))
    assert table.size + sum(map(len, leads)) < 1 << 16
    return np.concatenate([*leads, table.reshape(-1)])


@dataclass(slots=True)
class Lookups:
    """Strengths, classes and codes that are laid one behind the other."""

    game: Description
    strengths: list[npt.NDArray[np.uint16]] = field(default_factory=list)
    summed: dict[Kind, set[int]] = field(default_factory=dict)
    """The kinds that go by ranks and flushes, with the sizes of their hands."""

    def number(self, kind: Kind, *sizes: int) -> int:
        """The number of such a kind, of which there are hands of these sizes."""
        self.summed.setdefault(kind, set()).update(sizes)
        return list(self.summed).index(kind)

    def kept(self, kind: Kind, size: int) -> int:
        """Where the strengths begin that sets of so many cards, one short of a hand, have at the least."""
        return self._add(size, kind.surely)

    def by_suit(self, kind: Kind) -> int:
        """Where the numbers of suits begin, and the strengths that follow from them."""
        start = sum(map(len, self.strengths))
        assert kind.by_suit is not None
        parts = (kind.by_suit.flushes, kind.by_suit.runs, kind.by_suit.strengths.reshape(-1))
        self.strengths.append(np.concatenate(parts).astype(np.uint16))
        return start

    def by_owner(self, kind: Kind) -> int:
        """Where a kind begins to which it matters who holds the cards."""
        cards = self.game.cards
        start = sum(map(len, self.strengths))
        self.strengths.append(_owned(kind, Deck(cards.deck), cards.player, cards.dealer))
        return start

    def start(self, kind: Kind, size: int, who: str) -> int:
        """Where the strengths of all sets of so many cards begin."""
        _lookable(self.game, size, who)
        return self._add(size, kind.strengths)

    def _add(self, size: int, strengths: Callable[[Hands], Strengths]) -> int:
        start = sum(map(len, self.strengths))
        deck = Deck(self.game.cards.deck)
        table = np.zeros(_sets(deck, size), np.uint16)
        cards = cards_of(deck, every(deck, size))
        table[_numbers(deck, size)] = strengths(cards)
        self.strengths.append(table)
        return start


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game of a description ready to be simulated."""
    game = rules.game.description
    assert game is not None
    _refuse(game)
    nodes, after = tree(game)
    bets = [*game.base, *(bet for bet in game.bets if bet.kind == "side")]
    bets += [bet for bet in game.bets if bet.kind == "jackpot"]
    cards, ranking = game.cards, game.cards.ranking
    worth = Worth(rules, game, laid)
    lookups = Lookups(game)
    looked_up = not ranking.flush and ranking is not _BUG
    player_from = dealer_from = 0
    if ranking.flush:
        theirs = (cards.dealer + cards.community,) if cards.dealer else ()
        lookups.number(ranking, cards.player + cards.community, *theirs)
    elif ranking.by_suit:
        player_from = lookups.by_suit(ranking)
    elif looked_up:
        player_from = lookups.start(ranking, cards.player + cards.community, "a hand has")
        if cards.dealer and cards.dealer != cards.player:
            dealer_from = lookups.start(ranking, cards.dealer + cards.community, "the dealer's hand has")
    assert player_from == 0
    codings = [Coding(game, bet.name) for bet in bets]
    # A fold first, then the ends of a showdown: once, or once for each margin.
    fold, *shown = ENDS[game.family]
    by = range(len(MARGINS) if game.by_margin else 1)
    ends = [(fold, 0), *((end, margin) for margin in by for end in shown)]
    codes = np.zeros((len(nodes), len(ends), len(ranking.classes), len(bets) + 1), np.uint8)
    for place, node in enumerate(nodes):
        codes[place, :, :, 0] = place
        for at, (end, margin) in enumerate(ends):
            if (end == FOLD) == node.folded:
                for held, hand in enumerate(ranking.classes):
                    for column, (bet, coding) in enumerate(zip(bets, codings, strict=True), 1):
                        if bet.kind == "base":
                            net = worth.base(bet, node, end, hand, margin)
                            codes[place, at, held, column] = coding.code(*net)
                        elif _of_hand(game, bet):
                            found = worth.side(bet, node.folded, hand)
                            codes[place, at, held, column] = coding.code(*found)
    apart = _apart(worth, bets, codings, lookups)
    if any(any(coding.envy) for coding in codings[:-1]):
        raise refused(game, "more than one of its bets pays envy")
    decides = game.unit.slug in laid
    player = Player(rules, game, strategy)
    known = {
        "sums": summed([*lookups.summed.items()] or [(_FIVE, ())]),
        "ranking": tables(),
        "bug": bug_tables() if ranking is _BUG else _NO_BUG,
        "joker": ranking is _BUG,
        "player": U(cards.player),
        "dealer": U(cards.dealer),
        "community": U(cards.community),
        "looked_up": looked_up,
        "width": U(ranking.by_suit.strengths.shape[1] if ranking.by_suit else 0),
        "hashed": np.zeros(1, np.uint64),
        "dealer_from": U(dealer_from),
        "places": ranking.places(),
        "qualifies": np.int64(game.qualifying_strength),
        "always": np.array([hand in game.always_against for hand in ranking.classes]),
        "decides": decides,
        "boarded": False,
        **dict.fromkeys(("flops", "boards"), np.zeros(1, np.uint32)),
        "boards_from": np.zeros(1, np.uint64),
        "views": np.zeros((1, 1), np.uint16),
        "choice_bits": _1,
        "by_strength": np.zeros((1, 1), np.uint8),
        "upcards": np.zeros((1, 1), np.uint64),
        "large": np.zeros(1, np.uint64),
        "shown": cards.dealer_up == 1,
        "opens": np.array([stage.opens for stage in game.stages], np.uint64),
        "policy": np.zeros(1, np.uint8),
        **dict.fromkeys(("policy_from", "slots", "slot"), np.zeros(1, np.uint64)),
        "asks": np.array([len(game.stages) if node.folded else node.stage for node in nodes], np.uint64),
        "after": after,
        "folds": np.array([node.folded for node in nodes]),
        "draws": U(game.draws),
        "throws": np.array([node.throws for node in nodes], np.uint64),
        "by_margin": game.by_margin,
        "codes": codes,
        **apart,
        **(_choices(player, nodes) if decides else {"staged": False}),
        "strengths": np.concatenate([*lookups.strengths, np.zeros(1, np.uint16)]),
    }
    jackpots = [bet for bet in bets if bet.kind == "jackpot"]
    return Compiled(
        rules,
        seats,
        ("decision", *(bet.slug for bet in bets)),
        len(game.base),
        tuple(" ".join(name for _, name in node.decisions) or "no decision" for node in nodes),
        ([0] * len(nodes), *(coding.nets for coding in codings)),
        ([0] * len(nodes), *(coding.stakes for coding in codings)),
        simulate,
        settle,
        Known(**known),
        cards=tuple(cards.deck),
        decided=decided_names(game, nodes),
        envy=codings[-1].envy if jackpots else (),
    )


def _refuse(game: Description) -> None:
    """Say why this kernel can't play a game, if it can't."""
    kinds = [game.cards.ranking, *(table.ranking for table in game.tables)]
    bonuses = [bet.bonus for bet in game.base if bet.bonus]
    reasons = {
        f"it has more than {COLUMNS_MAX - 1} bets": len(game.bets) >= COLUMNS_MAX,
        "it has a joker and a board": game.cards.ranking is _BUG and bool(game.cards.community),
        "its hands are ranked by the names of suits": not game.cards.ranking.suits_alike,
        f"a ranking has more than {_CLASSES} classes": any(len(kind.classes) > _CLASSES for kind in kinds),
        "a bonus is paid on other cards than the hand": any(
            bonus.reads != game.reads_hand or game.tables_of(bonus.table)[0].ranking is not game.cards.ranking
            for bonus in bonuses
        ),
    }
    for reason, holds in reasons.items():
        if holds:
            raise refused(game, reason)


def _choices(player: Player, nodes: Sequence[Node]) -> dict[str, Any]:
    """What the kernel knows about the choices: by the hand and upcard, or by sets of cards at each stage."""
    game = player.game
    if len(game.stages) == 1 and game.family == AGAINST_DEALER and not game.cards.community:
        return _once_exchanging(player) if game.draws else _once(player)
    if game.draws:
        raise refused(game, "it exchanges cards, and has several stages or a board")
    if boarded(game):
        return _on_boards(player, nodes)
    if game.cards.dealer_up:
        raise refused(game, "it has several stages, or a board, and a card of the dealer's face up")
    for number, stage in enumerate(game.stages):
        _lookable(game, sight_size(game, number), f"at {stage.name} a player sees")
    return _by_stages(player, nodes)


def _on_boards(player: Player, nodes: Sequence[Node]) -> dict[str, Any]:
    """What the kernel knows about choices that go by hole cards and board."""
    game = player.game
    reason = boards.refusal(game)
    if reason:
        raise refused(game, reason)
    slot, slots = np.zeros(len(nodes), np.uint64), 0
    tables: list[list[boards.Choices]] = []
    for stage in range(len(game.stages)):
        known: dict[int, tuple[int, boards.Choices]] = {}
        asked = [place for place, node in enumerate(nodes) if node.stage == stage and not node.folded]
        found = player.on_boards(stage, [nodes[place] for place in asked])
        for place, (number, choices) in zip(asked, found, strict=True):
            slot[place] = slots + known.setdefault(number, (len(known), choices))[0]
        slots += len(known)
        tables.append([choices for _, choices in known.values()])
    sizes = [boards.size_at(game, stage) for stage in range(len(game.stages))]
    return {
        "staged": True,
        "boarded": True,
        "slot": slot,
        **boards.lookups(player.deck, sizes, tables),
    }


def decided_names(game: Description, nodes: Sequence[Node]) -> dict[str, tuple[int, ...]]:
    """Each decision, as par sheets name it, with the nodes that come after it."""
    found: dict[str, tuple[int, ...]] = {}
    for stage in game.stages:
        for choice in stage.choices:
            taken = (stage.name, choice.name)
            after = tuple(place for place, node in enumerate(nodes) if taken in node.decisions)
            found[choice.name if len(game.stages) == 1 else f"{stage.name}: {choice.name}"] = after
    return found


def _of_hand(game: Description, bet: BetRow) -> bool:
    """Whether a side bet goes by the class of the player's hand."""
    return bet.reads == game.reads_hand and game.tables_of(bet.table)[0].ranking is game.cards.ranking


def _apart(
    worth: Worth, bets: Sequence[BetRow], codings: Sequence[Coding], lookups: Lookups
) -> dict[str, Any]:
    """What the kernel knows about bets on other cards than the player's hand."""
    game = worth.game
    reads, places, codes = [], [np.zeros(1, np.uint8)], [np.zeros(1, np.uint8)]
    whose = {"own": _OWN, "dealer": _DEALER, "community": _COMMUNITY, "dealt": _DEALT, "kept": _KEPT}
    for column, (bet, coding) in enumerate(zip(bets, codings, strict=True), 1):
        if bet.kind == "base" or _of_hand(game, bet) or bet.slug not in worth.laid:
            continue
        kind, size = game.tables_of(bet.table)[0].ranking, 0
        for who in bet.reads.split("+"):
            size += game.cards.sizes()[who]
        looked_up = int(_BY_OWNER) if kind.own else 1
        kept = bet.reads == "kept"
        start, more = 0, lookups.kept(kind, size - 1) if kept else 0
        if kind.flush and not kept:
            looked_up, more = 0, lookups.number(kind, size)
        elif kind.own:
            start, more = lookups.by_owner(kind), comb(52, game.cards.player)
        elif kind.by_suit and "+" not in bet.reads:
            looked_up = int(_BY_SUIT)
            start, more = lookups.by_suit(kind), kind.by_suit.strengths.shape[1]
        else:
            start = lookups.start(kind, size, f"{bet.name} reads")
        found = np.zeros((2, int(_CLASSES)), np.uint8)
        for folded in (False, True):
            for place, hand in enumerate(kind.classes):
                found[int(folded), place] = coding.code(*worth.side(bet, folded, hand))
        bits = sum(int(whose[who]) for who in bet.reads.split("+"))
        reads.append((column, bits, looked_up, start, sum(map(len, places)), sum(map(len, codes)), more))
        places.append(kind.places())
        codes.append(found.reshape(-1))
    return {
        "reads": np.array(reads, np.uint64).reshape(-1, 7),
        "read_places": np.concatenate(places),
        "read_codes": np.concatenate(codes),
    }
