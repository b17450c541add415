"""Ultimate Texas Hold'em solved: the best decision at each stage, and the result of any way to play.

There are 2,781,381,002,400 deals of hole cards, board and dealer's cards, and each board comes in ten flops:
all counts are integers over these ten times as many.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.analysis.families import sums
from pitboss.analysis.families.boards import (
    FIRST3,
    FIRST4,
    HOLE_RANKS,
    HOLE_TYPES,
    HOLES,
    MASKS,
    PLAIN3,
    PLAIN4,
    PLAIN5,
    RANK_PAIRS,
    SUITED3,
    SUITED4,
    TYPE_PAIRS,
    flops,
)
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS, Showdowns
from pitboss.analysis.parallel import in_parts
from pitboss.analysis.side_bets import scaled_nets
from pitboss.arrays import Bools, Bytes, Ints, Small
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.paytables import Paytable
from tests.oracles.five_cards import strongest
from tests.oracles.holdem import kernels
from tests.oracles.holdem.kernels import DEALER_PAIRS, HOLE_CLASS, WON, WON_UNQUALIFIED
from tests.oracles.holdem.script import FAMILY, GAME, QUALIFIES
from tests.oracles.settled import Ends, settled

FLOP_WAYS, RIVER_WAYS = comb(50, 3), comb(47, 2)
DEALS = len(HOLES) * FLOP_WAYS * RIVER_WAYS * DEALER_PAIRS
SCALE_MAX = 100
"""Pays with larger denominators than this could overflow the sums of a flop."""
PAY_MAX = 10**8
"""Pays above this, over the scale, could overflow the sums of a starting hand."""

STAGES = ("play-4x", "play-3x", "play-2x", "play-1x", "fold")


_ENDS: Ends = [(QUALIFIES + 1, QUALIFIES), (QUALIFIES, 1), (1, 1), (1, QUALIFIES), (1, 2)]
"""Hands that meet at each result; what the Blind wins goes by the player's."""


@dataclass(frozen=True, slots=True)
class Blind:
    """What the Blind wins with each kind of hand, as integers over `scale`."""

    pays: tuple[int, ...]
    scale: int

    def __post_init__(self) -> None:
        if self.scale > SCALE_MAX:
            raise BadInput(
                f"the Blind's odds need a common denominator of {self.scale}, more than {SCALE_MAX}"
            )
        if not all(0 <= pay <= PAY_MAX for pay in self.pays):
            raise BadInput(f"the Blind must win nothing or up to {PAY_MAX // self.scale:,} to 1")

    def nets(self, stage: str) -> dict[str, Ints]:
        """What each bet is ahead after a decision [kind, result], times the scale."""
        by_bet = settled(FAMILY, stage, GAME.rules(), 1, _ENDS).by_bet
        found = {bet: np.tile(self.scale * np.array(nets), (len(KINDS), 1)) for bet, nets in by_bet.items()}
        if stage != "fold":
            found["blind"][:, [WON, WON_UNQUALIFIED]] = np.array(self.pays)[:, None]
        return found


_NO_PAIR = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, DEALER_PAIRS], [-1, -1, 1, 0]])
_PAIR = np.array([[1, 0, -1, 0], [0, 0, 1, 0], [0, 1, 0, 0], [-1, -1, 0, DEALER_PAIRS], [0, 0, 0, 0]])
"""How many of the dealer's pairs come to each result, from how many are beaten, tied, unqualified and dealt:
against a player without a pair, the lowest kind, and against one with a pair."""


@lru_cache(maxsize=8)
def worths(blind: Blind) -> tuple[Ints, int]:
    """What the kernels take for `worth`, and what a fold is worth over the dealer's pairs."""
    nets, fold = blind.nets("play-1x"), sum(int(net[0, 0]) for net in blind.nets("fold").values())
    parts = nets["play"], nets["ante"] + nets["blind"]
    worth = np.hstack([np.vstack([part[:1] @ _NO_PAIR, part[1:] @ _PAIR]) for part in parts])
    return worth, DEALER_PAIRS * fold


def blind_of(table: Paytable) -> Blind:
    """What a Blind table pays each kind of hand; a win that no line covers pushes."""
    _, scale = scaled_nets(table, otherwise=Fraction(0))
    rules, wins = Rules(GAME, {}, {"blind": table}), [(hand, 1) for hand in reversed(strongest())]
    return Blind(tuple(settled(FAMILY, "play-1x", rules, scale, wins).by_bet["blind"]), scale)


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play: the Play bet before the flop (0 is check) for each hole cards, and where to bet later.

    `flop[flop, hole]` is 2x, `plain` and `suited` are 1x at the river for each cell of the showdowns.
    """

    preflop: Bytes
    flop: Bools
    plain: Bools
    suited: Bools


@dataclass(frozen=True, slots=True)
class Dear:
    """Cells where a fold costs more than Ante and Blind: ascending numbers, and how much, times the scale."""

    plain: Ints
    plain_penalty: Ints
    suited: Ints
    suited_penalty: Ints


_none = np.zeros(0, np.int64)
NOT_DEAR = Dear(_none, _none, _none, _none)


@dataclass(frozen=True, slots=True)
class Solution:
    """The optimum for one Blind table and the raises allowed before the flop.

    For each hole cards, summed over all deals and times the scale: `ahead` and `rest` (a raise of m is worth
    m * ahead + rest) and `check`. `margins[flop, hole]` is what 2x is worth above a check.
    """

    scale: int
    ahead: Ints
    rest: Ints
    check: Ints
    margins: Small
    policy: Policy

    @property
    def equal_flops(self) -> int:
        """Flops with hole cards that check, in which 2x and a check are worth the same."""
        checks = self.policy.preflop == 0
        # Hole cards that share a card with the flop have a margin of 0 as well, and are no deal.
        shared = (flops().cards[:, :, None, None] == HOLES[checks][None, None]).any(axis=(1, 3))
        return int(((self.margins[:, checks] == 0) & ~shared).sum(axis=1) @ flops().alike)

    def raised(self, multiple: int | Ints) -> Ints:
        """The value of a raise before the flop, for each hole cards."""
        return multiple * self.ahead + self.rest

    @property
    def expected_value(self) -> Fraction:
        """Of the whole game under this policy, in Antes."""
        preflop = self.policy.preflop
        best = np.where(preflop > 0, self.raised(preflop.astype(np.int64)), self.check)
        return Fraction(sum(best.tolist()), DEALS * self.scale)


def solve(
    counted: Showdowns, blind: Blind, raises: tuple[int, ...] = (4, 3), dear: Dear = NOT_DEAR
) -> Solution:
    """The optimum; where a bet and a check are equal the player bets."""
    worth, fold = worths(blind)
    plain, suited = counted.plain, counted.suited
    ahead, rest = np.zeros(plain.kind.size, np.int64), np.zeros(plain.kind.size, np.int64)
    kernels.values(*plain.flat, worth, ahead, rest)
    folds = np.full(plain.kind.size, fold)
    folds[dear.plain] -= dear.plain_penalty
    margins = np.minimum(ahead, 2 * ahead + rest - folds)
    margins[plain.flat[0] == IMPOSSIBLE] = 0

    plain_turns, plain_flops = (
        np.zeros((PLAIN4, RANK_PAIRS), np.int64),
        np.zeros((PLAIN3, RANK_PAIRS), np.int64),
    )
    sums.plain_sums(5, margins.reshape(PLAIN5, RANK_PAIRS), plain_turns)
    sums.plain_sums(4, plain_turns, plain_flops)
    turns, suited_flops = np.zeros((SUITED4, TYPE_PAIRS), np.int32), np.zeros((SUITED3, TYPE_PAIRS), np.int32)
    types_ahead, types_rest = np.zeros(TYPE_PAIRS, np.int64), np.zeros(TYPE_PAIRS, np.int64)
    suited_bet = np.zeros(suited.kind.size, np.bool_)
    for outside in range(3):
        kernels.turn_sums(
            outside,
            MASKS[5 - outside],
            *suited.flat,
            worth,
            fold,
            dear.suited,
            dear.suited_penalty,
            ahead,
            rest,
            margins,
            FIRST4,
            turns,
            types_ahead,
            types_rest,
            suited_bet,
        )
    for outside in range(3):
        sums.flop_sums(outside, MASKS[4 - outside], FIRST4[outside], turns, FIRST3, suited_flops)
    known = flops()
    flop_margins = np.zeros((len(known.cards), len(HOLES)), np.int32)
    sums.at_flops(known.cards, known.plain, known.suited, plain_flops, suited_flops, flop_margins)
    # A flop is three of the five cards of the board, so each board is counted ten times.
    totals = np.zeros((2, RANK_PAIRS), np.int64)
    kernels.plain_totals(ahead, rest, totals)
    hole_ahead = 10 * (totals[0, HOLE_RANKS] + types_ahead[HOLE_TYPES].sum(axis=0))
    hole_rest = 10 * (totals[1, HOLE_RANKS] + types_rest[HOLE_TYPES].sum(axis=0))
    assert hole_ahead.sum() == 0  # player and dealer are alike
    check = (
        2 * hole_ahead + hole_rest + _by_class(known.alike @ np.maximum(-flop_margins.astype(np.int64), 0))
    )
    raised = np.stack([multiple * hole_ahead + hole_rest for multiple in raises])
    best = raised.argmax(axis=0)
    preflop = np.where(raised.max(axis=0) >= check, np.array(raises)[best], 0).astype(np.uint8)
    policy = Policy(preflop, flop_margins >= 0, ahead + rest >= folds, suited_bet)
    return Solution(blind.scale, hole_ahead, hole_rest, check, flop_margins, policy)


def _by_class(sums: Ints) -> Ints:
    """The mean over all hole cards alike: flops stand for others, so only sums over a class are whole."""
    totals = np.zeros(HOLE_CLASS.max() + 1, np.int64)
    np.add.at(totals, HOLE_CLASS, sums)
    means, rest = np.divmod(totals, np.maximum(np.bincount(HOLE_CLASS), 1))
    assert not rest.any()
    result: Ints = means[HOLE_CLASS]
    return result


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How often each stage ends how: `counts[stage, kind, result]`; of a fold, the showdown it missed."""

    counts: Ints

    def __post_init__(self) -> None:
        assert int(self.counts.sum()) == DEALS

    def expected_by_bet(self, blind: Blind) -> dict[str, Fraction]:
        """The mean net result of each bet, in Antes."""
        sums: dict[str, int] = {}
        for stage, counts in zip(STAGES, self.counts.astype(object), strict=True):
            for bet, nets in blind.nets(stage).items():
                sums[bet] = sums.get(bet, 0) + int((counts * nets).sum())
        return {bet: Fraction(total, blind.scale * DEALS) for bet, total in sums.items()}

    def expected_value(self, blind: Blind) -> Fraction:
        """The mean net result, in Antes."""
        return sum(self.expected_by_bet(blind).values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class Weights:
    """How many (hole cards, flop, turn and river) of those chosen each cell stands for."""

    plain: Small
    suited: Small


def weigh(counted: Showdowns, chosen: Bools) -> Weights:
    """Spread the chosen `[flop, hole]` over all turns and rivers."""
    known = flops()
    plain_flops = np.zeros((PLAIN3, RANK_PAIRS), np.int64)
    suited_flops = np.zeros((SUITED3, TYPE_PAIRS), np.int32)
    kernels.spread_flops(
        chosen, known.cards, known.alike, known.plain, known.suited, plain_flops, suited_flops
    )
    plain_turns = np.zeros((PLAIN4, RANK_PAIRS), np.int64)
    plain_rivers = np.zeros((PLAIN5, RANK_PAIRS), np.int64)
    sums.plain_spread(4, plain_flops, plain_turns)
    sums.plain_spread(5, plain_turns, plain_rivers)
    turns = np.zeros((SUITED4, TYPE_PAIRS), np.int32)
    for outside in range(3):
        sums.flop_spread(outside, MASKS[4 - outside], FIRST4[outside], FIRST3, suited_flops, turns)
    plain = (plain_rivers.reshape(-1) // 2).astype(np.int32)
    suited = np.zeros(counted.suited.kind.size, np.int32)
    for outside in range(3):
        sums.river_spread(
            outside, MASKS[5 - outside], FIRST4, turns, suited, plain, counted.suited.flat[0], 1
        )
    return Weights(plain, suited)


def waiting(counted: Showdowns, policy: Policy) -> Weights:
    """The cells of the river reached without a bet."""
    return weigh(counted, ~policy.flop & (policy.preflop == 0))


def equal_rivers(counted: Showdowns, blind: Blind, weights: Weights) -> int:
    """Rivers of these weights, each with its flop, in which 1x and a fold are worth the same."""
    worth, fold = worths(blind)
    return int(
        kernels.equal_to_fold(*counted.plain.flat, worth, fold, weights.plain)
        + kernels.equal_to_fold(*counted.suited.flat, worth, fold, weights.suited)
    )


def play(counted: Showdowns, policy: Policy, waited: Weights | None = None) -> Outcomes:
    """Count every deal under a policy; `waited` is what `waiting` gives, where that is known."""
    counts = np.zeros((len(STAGES), len(KINDS), 5), np.int64)
    before, anywhere = policy.preflop > 0, np.ones_like(policy.flop)
    earlier = [(policy.preflop == 4) & anywhere, (policy.preflop == 3) & anywhere, policy.flop & ~before]

    def end(part: slice) -> None:
        for stage in range(part.start, part.stop):
            ended = np.zeros((2, len(KINDS), 5), np.int64)
            if stage == len(earlier):
                weights = waited or waiting(counted, policy)
            elif earlier[stage].any():
                weights = weigh(counted, earlier[stage])
            else:
                continue
            kernels.tally(*counted.plain.flat, weights.plain, policy.plain, ended)
            kernels.tally(*counted.suited.flat, weights.suited, policy.suited, ended)
            if stage == len(earlier):
                counts[stage], counts[stage + 1] = ended[1], ended[0]
            else:
                counts[stage] = ended.sum(axis=0)

    in_parts(len(earlier) + 1, end, len(earlier) + 1, "Ultimate Texas Hold'em: stages of a deal")
    return Outcomes(counts)
