"""The kernel of described games where a bet on the highest hand at the table is laid.

It deals and plays as the kernel of all described games does, from the same random words, and then looks at
all hands once more. Only whoever lays such a bet waits for that.
"""

from typing import Any, NamedTuple

from pitboss.arrays import Bytes, Ints, Words
from pitboss.simulation.dealing import Codes, U, bare, inlined, tally_round
from pitboss.simulation.described_kernel import (
    CLASSES,
    Known,
    deal_round,
    decided_on_boards,
    play,
    strength_apart,
)

_0, _1, _4, _5 = map(U, (0, 1, 4, 5))


class Table(NamedTuple):
    """What the kernel knows of a game, and of its bets on the highest hand."""

    known: Known
    highest: Words
    """[bet, 2]: which of the bets on other cards than the hand reads a player's hand, and the dealer's."""


@inlined
def _highest(deck: Bytes, seats: U, own: U, dealers: U, known: Known) -> Any:
    """The strength of the highest hand at the table."""
    dealer_at = seats * known.packet + known.burned
    board = dealer_at + known.dealer
    best = _0
    if known.dealer:
        best = strength_apart(deck, _0, dealer_at, board, _0, 0, 0, dealers, known)
    for seat in range(seats):
        at = seat * known.packet + known.own_from
        best = max(best, strength_apart(deck, at, dealer_at, board, _0, 0, 0, own, known))
    return best


@inlined
def _play(deck: Bytes, seats: U, table: Table, nodes: Words, codes: Codes) -> None:
    """Play the round that lies in the deck, and settle the bets on its highest hand last."""
    known = table.known
    play(deck, seats, known, nodes, codes)
    for bet in range(U(table.highest.shape[0])):
        own = table.highest[bet, _0]
        best = _highest(deck, seats, own, table.highest[bet, _1], known)
        held = U(known.read_places[known.reads[own, _4] + best])
        for seat in range(seats):
            folded = U(known.folds[codes[seat, _0]])
            code = known.reads[own, _5] + folded * CLASSES + held
            codes[seat, known.reads[own, _0]] = known.read_codes[code]


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, table: Table,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints, dealt: Bytes, room: Words,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number, columns, known = _0, U(codes.shape[1]), table.known
    cards = seats * (known.packet + known.draws) + known.burned + known.dealer + known.community
    for _ in range(rounds):
        number = deal_round(deck, cards, start, number)
        if known.boarded:
            for card in range(cards):
                dealt[_0, card] = deck[card]
            decided_on_boards(dealt, _1, seats, known, room)
        _play(deck, seats, table, room[_0], codes)
        tally_round(codes, seats, base, columns, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, table: Table, codes: Codes, dealt: Bytes, room: Words) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(U(len(orders))):
        if table.known.boarded:
            decided_on_boards(orders[row : row + _1], _1, seats, table.known, room)
        _play(orders[row], seats, table, room[_0], codes[row])
