"""The cases of a hold'em game, stage by stage, by the rows of its charts.

Before the flop every starting hand has a cell. Later a row takes together what the player's two cards make of
the board: their own pairs by where they stand on it, else a flush draw, else the higher card.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from pitboss.analysis.families.boards import RANKS
from pitboss.analysis.families.charts import Cases, Readout
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.community.playing import Policy
from pitboss.analysis.families.community.solution import HoldemSolution, choice_worth
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.showdowns import KINDS
from pitboss.arrays import Bytes, Choices, Ints, Words
from pitboss.cards import RANK_CHARS
from pitboss.kernels import kernel
from pitboss.paytables.rankings import title

_ROWS = (
    "straight or better",
    "three of a kind",
    "two pair",
    "pair above the board",
    "pair with the board's highest card",
    "pair with its second card",
    "lower pair",
    "four to a flush",
    "ace high",
    "king high",
    "queen high",
    "jack high",
    "ten high",
    "nine high or less",
)
"""What the player's own cards make, best first; what lies on the board alone is everybody's."""
_PAIRED, _DRAWING, _HIGH = 3, 7, 8


@kernel
def _rows(boards: Ints, holes: Ints, masks: Words, hole_masks: Words, found: Bytes) -> None:
    """The row of each board with all hole cards, given as places in the deck of all ranks."""
    counts, suits = np.zeros(RANKS, np.int64), np.zeros(4, np.int64)
    for board in range(len(boards)):
        counts[:] = 0
        suits[:] = 0
        held = 0
        for card in boards[board]:
            counts[card >> 2] += 1
            suits[card & 3] += 1
            held |= 1 << (card >> 2)
        for hole in range(len(holes)):
            if masks[board] & hole_masks[hole]:
                continue
            one, two = holes[hole, 0], holes[hole, 1]
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            suits[one & 3] += 1
            suits[two & 3] += 1
            suited = max(suits[one & 3], suits[two & 3])
            suits[one & 3] -= 1
            suits[two & 3] -= 1
            found[board, hole] = _row(counts, held, high, low, suited)


@kernel
def _row(counts: Ints, board: int, high: int, low: int, suited: int) -> int:
    """The row of a hand: what the own ranks make with those of the board."""
    ranks = board | 1 << high | 1 << low
    stretch = ranks << 1 | ranks >> 12  # the ace lies below the two as well
    for _ in range(4):
        stretch &= stretch << 1
    most, second = counts[high] + 1 + (high == low), counts[low] + 1
    if high == low:
        second = 0
    if second > most:
        most, second = second, most
    others = 0  # the most cards of another rank on the board
    for rank in range(RANKS):
        if rank not in (high, low):
            others = max(others, counts[rank])
    others = max(others, second)
    if suited >= 5 or stretch or most == 4 or (most >= 2 and most + others >= 5):
        return 0
    if most == 3:
        return 1
    if second == 2:
        return 2
    if most == 2:
        paired = high if counts[high] or high == low else low
        on_board: bool = counts[paired] > 0
        above = 0
        for rank in range(paired + 1, RANKS):
            above += counts[rank] > 0
        if above == 0:
            return _PAIRED + on_board
        return _PAIRED + 2 + (above > 1 or not on_board)
    if suited == 4:
        return _DRAWING
    return _HIGH + min(12 - high, 5)


def rows_of(deck: Deck, level: int) -> Bytes:
    """[board, hole]: the row of each."""
    known, held = boards(deck, level), holes(deck)
    cards = np.array(deck.cards, np.int64)
    found = np.zeros((len(known.places), len(held.places)), np.uint8)
    _rows(cards[known.places], cards[held.places], known.masks, held.masks, found)
    return found


@kernel
def _sums_by_row(worth: Ints, rows: Bytes, alike: Ints, taken: Choices, found: Ints) -> None:
    """Add what is worth so much to the sum of its row; `taken` is negative where a card is there twice."""
    for board in range(len(rows)):
        for hole in range(rows.shape[1]):
            if taken[board, hole] >= 0:
                found[rows[board, hole]] += worth[board, hole] * alike[board]


def _by_row(solved: HoldemSolution, nodes: Sequence[int], rows: Bytes) -> Cases:
    """A stage at a flop or turn by what own cards make of the board, over all hands, come they or not."""
    stage, level = solved.plan.nodes[nodes[0]].stage, solved.plan.nodes[nodes[0]].level
    alike = boards(solved.counts.deck, level).alike
    taken, worth = np.zeros((2, len(stage.choices), len(_ROWS)), np.int64)
    for number, choice in product(nodes, range(len(stage.choices))):
        best = solved.best[number]
        _sums_by_row((best == choice).astype(np.int64), rows, alike, best, taken[choice])
        _sums_by_row(choice_worth(solved, number, choice), rows, alike, best, worth[choice])
    return Cases(stage, _ROWS, taken.T, worth.T, heading="own cards", better="or better")


def _starting_hands(solved: HoldemSolution, number: int) -> tuple[Cases, Ints]:
    """The first stage, and the row of all hole cards."""
    deck, stage, names = solved.counts.deck, solved.plan.nodes[number].stage, []
    for places in holes(deck).places.tolist():
        low, high = sorted((deck.cards[place] for place in places), key=lambda card: card.rank)
        suits = "" if low.rank == high.rank else "s" if low.suit == high.suit else "o"
        names.append(f"{RANK_CHARS[high.rank]}{RANK_CHARS[low.rank]}{suits}")
    best_first = [*reversed(dict.fromkeys(names))]
    stand = [names.index(name) for name in best_first]
    cases = Cases(
        stage,
        best_first,
        np.eye(len(stage.choices), dtype=np.int64)[solved.best[number][stand]],
        solved.before_the_flop().T[stand],
        solved.counts.ways(0) * solved.columns.scale,
        square=True,
    )
    return cases, np.array([best_first.index(name) for name in names])


def readout(solved: HoldemSolution) -> Readout:
    """Each stage that is reached: starting hands, what own cards make of the board, classes of hands."""
    planned, read = solved.plan, list[Cases]()
    asked: list[tuple[list[int], Ints | Bytes]] = []
    for row in planned.game.stages:
        nodes = [number for number, node in enumerate(planned.nodes) if node.stage.name == row.name]
        if not nodes:  # nobody reaches it
            continue
        stage, level = planned.nodes[nodes[0]].stage, planned.nodes[nodes[0]].level
        if level == 5:
            taken = np.sum([solved.played.rivers[number] for number in nodes], axis=0)
            read.append(Cases(stage, [*map(title, reversed(KINDS))], taken.T[::-1]))
            continue
        nodes = [number for number in nodes if number in solved.best]
        rows: Ints | Bytes
        if level:
            rows = rows_of(solved.counts.deck, level)
            cases = _by_row(solved, nodes, rows)
        else:
            cases, rows = _starting_hands(solved, nodes[0])
        read.append(cases)
        asked.append((nodes, rows))

    def worth_of(chosen: Sequence[Ints]) -> Fraction:
        policy: Policy = {}
        for best, (nodes, rows) in zip(chosen, asked, strict=True):
            for number in nodes:
                policy[number] = np.where(solved.best[number] < 0, -1, best[rows]).astype(np.int8)
        return worth_of_policy(solved, policy)

    notes = []
    if solved.played.equal:
        notes.append(f"In {solved.played.equal:,} situations two decisions are worth exactly the same.")
    if planned.at(5):
        notes.append("The rule takes decisions with the whole board in view as they are worth most.")
    return Readout(tuple(read), worth_of, tuple(notes), staged=True)


def worth_of_policy(solved: HoldemSolution, policy: Policy) -> Fraction:
    """What play by a policy is worth, exactly."""
    return replace(solved, best=policy, last=None).sheet().expected_value
