"""Ultimate Texas Hold'em's bets on cards alone: Trips on seven cards, Ultimate Pairs on the hole cards."""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.side_bets import side_bet
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands import bulk
from pitboss.hands.poker import suited_strength
from pitboss.paytables import RANKINGS, Paytable, ranking
from tests.oracles.holdem import VERSION
from tests.oracles.holdem.script import SLUG


def _unsuited_ways(counts: tuple[int, ...]) -> int:
    """The ways to give suits to ranks held so often, without five cards of one suit."""
    holding = [1]
    for count in counts:
        without, within = comb(3, count), comb(3, count - 1)
        holding = [
            without * (holding[place] if place < len(holding) else 0)
            + within * (holding[place - 1] if place else 0)
            for place in range(len(holding) + 1)
        ]
    return prod(comb(4, count) for count in counts) - 4 * sum(holding[5:])


def seven_card_hands() -> dict[str, int]:
    """How many of the seven-card hands are each outcome of the ranking `poker`.

    Ranks that make no flush are counted by rank multisets, less the ways that give a flush; flushes by the
    ranks of their suit and any cards beside them. Together they are C(52, 7).
    """
    ranks = np.array(list(combinations_with_replacement(range(13), 7)), np.uint8)
    held = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    ranks, held = ranks[held.max(axis=1) <= 4], held[held.max(axis=1) <= 4]
    # Suits in turn give each rank different ones, and no suit more than twice: a hand of these ranks alone.
    strengths = bulk.strengths(4 * ranks + np.arange(7, dtype=np.uint8) % 4)
    # How often ranks are held, whatever ranks: the number of ones, twos, threes and fours as digits of three
    # bits, for seven cards have at most seven ranks.
    assert held.sum(axis=1).max() < 8
    patterns, which = np.unique(
        (held[:, :, None] == (1, 2, 3, 4)).sum(axis=1) @ (1, 8, 64, 512), return_inverse=True
    )
    ways = [
        _unsuited_ways(tuple(count for count in (1, 2, 3, 4) for _ in range(pattern >> 3 * (count - 1) & 7)))
        for pattern in patterns.tolist()
    ]
    counts: Counter[str] = Counter(dict.fromkeys(RANKINGS["poker"].outcomes, 0))
    for strength, pattern in zip(strengths.tolist(), which.tolist(), strict=True):
        counts[POKER_OUTCOMES[strength]] += ways[pattern]
    for suited in (5, 6, 7):
        for flush in combinations(range(13), suited):
            counts[POKER_OUTCOMES[suited_strength(flush)]] += 4 * comb(39, 7 - suited)
    assert counts.total() == comb(52, 7)
    return dict(counts)


def seven_card_histogram() -> dict[str, int]:
    """`seven_card_hands`, from the result cache where it is there."""
    histogram: dict[str, int] = remembered("seven-card-hands", {}, seven_card_hands, VERSION)
    return histogram


def trips(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Trips, which a fold leaves in action."""
    return side_bet(
        SLUG,
        "trips",
        table,
        options,
        seven_card_histogram(),
        method="All seven-card hands, by rank multisets and by the ranks of the flush suit.",
    )


def hole_card_hands() -> dict[str, int]:
    """The player's and the dealer's hole cards by outcome of the ranking `hole-cards`."""
    others = comb(50, 2)
    counts = dict.fromkeys(ranking("hole-cards").outcomes, 6 * others)
    # A pair of aces leaves the dealer one pair of aces; one of the six pairs is red.
    counts |= {
        "red-aces-against-aces": 1,
        "aces-against-aces": 5,
        "red-aces": others - 1,
        "aces": 5 * (others - 1),
    }
    for face in ("king", "queen", "jack"):
        counts |= {f"ace-{face}-suited": 4 * others, f"ace-{face}-unsuited": 12 * others}
    counts["no-pair"] = comb(52, 2) * others - (sum(counts.values()) - counts["no-pair"])
    return counts


def ultimate_pairs(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Ultimate Pairs, which a fold leaves in action."""
    return side_bet(
        SLUG,
        "ultimate-pairs",
        table,
        options,
        hole_card_hands(),
        method="All hole cards of the player, and of the dealer where a line asks for them.",
    )


def folded_hands(cards: int, names: Collection[str]) -> dict[str, int]:
    """Of all deals, those in which optimal play of the base game folds one of the named hands.

    The hand is that of all seven cards, or of the first five (hole cards and flop).
    """

    from tests.oracles.holdem import base

    blind = base.approved_blind()

    def count() -> dict[str, int]:
        from pitboss.analysis.families import showdowns
        from tests.oracles.holdem import kernels, rules, solve

        kinds = {name: kind for kind, name in enumerate(showdowns.KINDS)}
        counted = base.counted()
        policy = base.optimum(blind).policy
        if cards == 7:
            folds = base.optimal_outcomes(blind).counts[solve.STAGES.index("fold")]
            return {name: int(folds[kinds[name]].sum()) for name in names}
        waiting = ~policy.flop & (policy.preflop == 0)
        held = showdowns.kinds()[rules.flop_strengths()]
        folded = {}
        for name in names:
            ended = np.zeros((2, len(kinds), 5), np.int64)
            chosen = waiting & (held == kinds[name])
            if chosen.any():
                weights = solve.weigh(counted, chosen)
                kernels.tally(*counted.plain.flat, weights.plain, policy.plain, ended)
                kernels.tally(*counted.suited.flat, weights.suited, policy.suited, ended)
            folded[name] = int(ended[0].sum())
        return folded

    inputs = {"cards": cards, "names": sorted(names)} | base.blind_key(blind, base.RAISES["3x-or-4x"])
    found: dict[str, int] = remembered("ultimate-texas-holdem folded", inputs, count, VERSION)
    return found
