"""Five cards against the dealer's five, one of which lies open, in a whole deck: dealer hands by their ranks.

What inclusion and exclusion finds hand by hand follows here from sums over rank multisets. The dealer hands
that hold the upcard and none of the player's cards are those that avoid the player's five cards, less those
that avoid the upcard too. Both depend on ranks alone, but for flushes, which `five_cards` corrects suit by
suit; only the upcard's suit differs between the two.
"""

from collections.abc import Sequence

import numpy as np

from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.five_cards import (
    hands_below,
    hands_below_each,
    rank_table,
    tables,
    unsuited_without_one,
)
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bytes, Ints, Places, Shorts, Small
from pitboss.cards import CARDS, Card
from pitboss.games.description import Description
from pitboss.hands.poker import CATEGORY_FLOOR, Category, strength
from pitboss.kernels import kernel

DEALER_HANDS = 163_185
"""C(46, 4): the dealer's other cards for a player who sees five cards and the upcard."""


def fits(game: Description, deck: Deck) -> bool:
    """Whether a game is played so."""
    cards = game.cards
    dealt = cards.player, cards.dealer, cards.dealer_up, cards.community
    return cards.ranking.name == "five-card" and dealt == (5, 5, 1, 0) and tuple(deck.cards) == CARDS


def fits_unseen(game: Description, deck: Deck) -> bool:
    """Whether none of the dealer's cards lies open, and all else is so."""
    cards = game.cards
    dealt = cards.player, cards.dealer, cards.dealer_up, cards.community
    return cards.ranking.name == "five-card" and dealt == (5, 5, 0, 0) and tuple(deck.cards) == CARDS


@kernel
def _count(
    hands: Bytes,
    weights: Ints,
    five: Ints,
    six: Ints,
    qualifies: int,
    full_house: int,
    unsuited5: Places,
    suited: Places,
    unsuited_place: Places,
    suited_place: Places,
    suited_below: Places,
    choose: Ints,
    found: Small,
) -> int:
    """Fill `found` [hand, upcard, 3]: dealer hands that don't qualify, are below the player's, are not above.

    `five` and `six` are `rank_table`s: the hands below each strength when five or six cards are gone. Over
    all deals as many hands must be above as below, so the balance that comes back is 0.
    """
    ranks, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    balance = 0
    q = unsuited_place[qualifies]
    for row in range(len(hands)):
        masks[:] = 0
        number = 0
        for card in range(5):
            ranks[card] = hands[row, card] >> 2
            masks[hands[row, card] & 3] |= 1 << ranks[card]
            number += choose[ranks[card] + card, card + 1]
        strength = unsuited5[number]
        for suit in range(4):
            if suited[masks[suit]] > 0:
                strength = suited[masks[suit]]
        low, low_next = unsuited_place[strength], unsuited_place[strength + 1]
        high, high_next = suited_place[strength], suited_place[strength + 1]
        for up in range(52):
            rank, mask = up >> 2, masks[up & 3]
            if mask >> rank & 1:
                continue
            at, number6 = 0, 0
            while at < 5 and ranks[at] < rank:
                number6 += choose[ranks[at] + at, at + 1]
                at += 1
            number6 += choose[rank + at, at + 1]
            for card in range(at, 5):
                number6 += choose[ranks[card] + card + 1, card + 2]
            # By ranks alone; from a flush up a hand stands above or below all hands of mixed suits alike.
            if high_next == 0 or (strength >= full_house and high == high_next):
                below, through = five[number, 0] - six[number6, at], five[number, 1] - six[number6, 6 + at]
            elif strength < full_house:
                below = five[number, 3] - six[number6, 13]
                through = below
            else:
                below, through = 163_185, 163_185
            both = mask | 1 << rank
            below += suited_below[mask, high] - suited_below[both, high]
            below -= suited_below[mask, low] - suited_below[both, low]
            through += suited_below[mask, high_next] - suited_below[both, high_next]
            through -= suited_below[mask, low_next] - suited_below[both, low_next]
            no = five[number, 2] - six[number6, 12] - suited_below[mask, q] + suited_below[both, q]
            balance += weights[row] * (below + through - 163_185)
            found[row, up, 0] = no
            found[row, up, 1] = below
            found[row, up, 2] = through
    return balance


def below_one(game: Description, hand: Sequence[Card], up: Card) -> tuple[int, int, int]:
    """The same for one hand and upcard: hands that don't qualify, are below the player's, are not above."""
    own = strength(hand)
    places = [game.qualifying_strength, own, own + 1]
    apart, from_upcard = hands_below(hand, places), hands_below([*hand, up], places)
    no, below, through = (one - other for one, other in zip(apart, from_upcard, strict=True))
    return no, below, through


def below_of(game: Description, hands: Bytes, weights: Ints) -> Small:
    """For hands with the low cards first: the dealer hands as in `one_decision.OneDecisionCounts`."""
    known, qualifies = tables(), game.qualifying_strength
    full_house = CATEGORY_FLOOR[Category.FULL_HOUSE]
    fixed = [int(known.place[qualifies]), int(known.place[full_house])]
    five = rank_table(5, [known.unsuited5], fixed)
    six = rank_table(6, unsuited_without_one(), fixed)
    found = np.zeros((len(hands), 52, 3), np.int32)
    balances: list[int] = []
    in_parts(
        len(hands),
        lambda part: balances.append(
            _count(
                hands[part], weights[part], five, six, qualifies, full_house, known.unsuited5, known.suited,
                known.unsuited_place, known.suited_place, known.suited_below, known.choose, found[part],
            )
        ),
        16,
        f"{game.name}: hands against the dealer's",
    )  # fmt: skip
    assert sum(balances) == 0
    return found


def below_unseen(game: Description, hands: Bytes, own: Shorts) -> Small:
    """The same where none of the dealer's cards lies open, for five cards of the player's or more."""
    targets = np.stack([np.full(len(own), game.qualifying_strength, own.dtype), own, own + 1], axis=1)
    return hands_below_each(hands, targets)[:, None]
