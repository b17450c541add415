"""One situation of Hold'em, by ranking every hand that can still come."""

from collections.abc import Sequence

import numpy as np

from pitboss.analysis.families.showdowns import Cells, kinds
from pitboss.arrays import Bytes, Shorts
from pitboss.cards import CARDS, Card
from pitboss.games.ultimate_texas_holdem import QUALIFIES
from pitboss.hands import bulk
from pitboss.kernels import kernel


@kernel
def _showdowns(
    hole: Bytes,
    boards: Bytes,
    ranking: bulk.Tables,
    own: Shorts,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
) -> None:
    """On each board, rank the player's hand and each of the dealer's 990."""
    rest = np.zeros(45, np.uint8)
    for number in range(len(boards)):
        key, bits = bulk.START, np.uint64(0)
        for card in boards[number]:
            key += ranking.keys[card]
            bits |= ranking.bits[card]
        size = 0
        for card in range(52):
            if card not in hole and card not in boards[number]:
                rest[size] = card
                size += 1
        assert size == 45
        player = bulk.strength_of(
            key + ranking.keys[hole[0]] + ranking.keys[hole[1]],
            bits | ranking.bits[hole[0]] | ranking.bits[hole[1]],
            ranking,
        )
        own[number] = player
        for one in range(45):
            first_key, first_bits = key + ranking.keys[rest[one]], bits | ranking.bits[rest[one]]
            for two in range(one):
                dealer = bulk.strength_of(
                    first_key + ranking.keys[rest[two]], first_bits | ranking.bits[rest[two]], ranking
                )
                won[number] += dealer < player
                tied[number] += dealer == player
                unqualified[number] += dealer < QUALIFIES


def showdowns(hole: Sequence[Card], boards: Bytes) -> Cells:
    """The showdowns of two hole cards on each board, one row per board and one column."""
    own = np.zeros(len(boards), np.uint16)
    won, tied, unqualified = (np.zeros((len(boards), 1), np.uint16) for _ in range(3))
    cards = np.array(hole, np.uint8)
    _showdowns(cards, boards, bulk.tables(), own, won[:, 0], tied[:, 0], unqualified[:, 0])
    return Cells(kinds()[own][:, None], won, tied, unqualified)


def runouts(hole: Sequence[Card], flop: Sequence[Card]) -> Bytes:
    """All 1,081 boards that can come of a flop."""
    rest = np.array([card for card in CARDS if card not in {*hole, *flop}], np.uint8)
    one, two = np.triu_indices(len(rest), 1)
    boards = np.empty((len(one), 5), np.uint8)
    boards[:, :3] = flop
    boards[:, 3], boards[:, 4] = rest[one], rest[two]
    return boards
