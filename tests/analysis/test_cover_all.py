"""Cover All: inclusion and exclusion against other ways to count, and against chance."""

from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, factorial, prod

import numpy as np
import pytest

from pitboss.analysis.registry import par
from pitboss.analysis.side_bets import net_of
from pitboss.analysis.stud import cover_all
from pitboss.analysis.stud.caribbean_stud import five_card_hands
from pitboss.analysis.stud.five_cards import canonical_hands, multiset_numbers, rank_table, tables
from pitboss.games import game
from pitboss.games.caribbean_stud import settle_cover_all
from pitboss.games.contract import Wager
from pitboss.hands import bulk
from pitboss.hands.poker import CATEGORY_FLOOR, Category
from pitboss.paytables import RANKINGS, paytable

CATEGORIES = ("three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush")
FLOORS = {kind.name.lower().replace("_", "-"): floor for kind, floor in CATEGORY_FLOOR.items()}


def test_one_hand_is_a_five_card_hand() -> None:
    counts = dict(zip(RANKINGS["poker"].outcomes, five_card_hands(), strict=True))
    found = cover_all.highest_hands(1)
    for name in (*CATEGORIES, "royal-flush"):
        assert found[name] == counts[name]
    assert sum(found.values()) == comb(52, 5)


def test_two_hands_agree_with_the_count_by_ranks_and_suits() -> None:
    """A first hand below the category, and second hands below it from the other 47 cards."""
    known = tables()
    hands, weights = canonical_hands()
    numbers = multiset_numbers((hands >> 2).astype(np.uint8))
    bits = 1 << (hands >> 2).astype(np.int64)
    masks = [np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)]
    strengths = np.max([known.unsuited5[numbers], *(known.suited[mask] for mask in masks)], axis=0)
    floors = [FLOORS[name] for name in (*CATEGORIES, "royal-flush")]
    by_ranks = rank_table(5, [], [int(known.place[floor]) for floor in floors])[numbers]
    for column, (name, floor) in enumerate(zip((*CATEGORIES, "royal-flush"), floors, strict=True)):
        below = by_ranks[:, column].copy()
        for mask in masks:
            below += known.suited_below[mask, known.suited_place[floor]]
            below -= known.suited_below[mask, known.unsuited_place[floor]]
        expected = int((below * weights)[strengths < floor].sum())
        assert cover_all.none_reaches(name, 2) == expected, name


@cache
def highest(hands: int) -> dict[str, int]:
    return cover_all.highest_hands(hands)


def deals(hands: int, dealt: int = 0) -> int:
    """Ordered deals of so many hands once some are dealt."""
    return prod(comb(52 - 5 * before, 5) for before in range(dealt, dealt + hands))


def test_sets_of_hands_that_all_reach_a_category_are_whole_numbers() -> None:
    """Binomial inversion of the counts for 1 to 8 hands: ordered deals of hands that are alike in kind come
    in multiples of the orders of the hands, which a count that is off by a few deals would break."""
    below: list[dict[str, int]] = [dict.fromkeys(cover_all._excluded(), 1)]
    for hands in range(1, 9):
        names, counts = zip(*highest(hands).items(), strict=True)
        below.append(dict(zip(names[1:], accumulate(counts), strict=False)))
    for hands in range(1, 9):
        for name in below[0]:
            every = sum(
                (-1) ** low * comb(hands, low) * below[low][name] * deals(hands - low, low)
                for low in range(hands + 1)
            )
            assert every >= 0
            assert every % factorial(hands) == 0, (hands, name)


def test_eight_hands_are_exact_to_the_last_integer() -> None:
    table = paytable("CA-1").for_hands(8)
    returned = sum(count * net_of(table, name) for name, count in highest(8).items())
    right = "783119067743565455015006257268220803/12140901881544726000525525729374996640"
    assert str(-returned / deals(8)) == right


@pytest.mark.parametrize("hands", [3, 8])
def test_royal_flushes_alone_are_plain_inclusion_and_exclusion(hands: int) -> None:
    expected = sum(
        (-1) ** royals
        * comb(4, royals)
        * factorial(hands)
        // factorial(hands - royals)
        * deals(hands - royals, royals)
        for royals in range(min(4, hands) + 1)
    )
    assert cover_all.none_reaches("royal-flush", hands) == expected


def test_hands_of_any_ranks_are_all_deals() -> None:
    holds = cover_all._excluded()["straight-flush"].holds
    for hands in (1, 4, 10):
        assert cover_all._dealt(hands, cover_all.FULL, holds) == deals(hands)


def test_eight_hands_agree_with_own_dealing_within_four_standard_errors() -> None:
    tables_dealt = 120_000
    decks = np.tile(np.arange(52, dtype=np.uint8), (tables_dealt, 1))
    dealt = np.random.default_rng(2).permuted(decks, axis=1)[:, :40]
    strengths = bulk.strengths(np.ascontiguousarray(dealt.reshape(-1, 5))).reshape(-1, 8).max(axis=1)
    total = deals(8)
    found = highest(8)
    reached = Fraction(0)
    for name in reversed(CATEGORIES):
        reached += Fraction(found[name], total)
        share = float(reached + Fraction(found["royal-flush"], total))
        error = (share * (1 - share) / tables_dealt) ** 0.5
        assert abs((strengths >= FLOORS[name]).mean() - share) < 4 * error, name


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_the_sheet_pays_as_settlement_does(hands: int) -> None:
    sheet = par("caribbean-stud", "cover-all", options={"hands": str(hands)})
    rules = game("caribbean-stud").rules()
    kinds = [kind for kind in reversed(Category) if kind >= Category.THREE_OF_A_KIND]
    for outcome, kind in zip(sheet.outcomes, kinds, strict=False):
        line = settle_cover_all(Wager(1, "cover-all", 100), CATEGORY_FLOOR[kind], hands, rules)
        assert line.net_cents == 100 * outcome.net
    assert sheet.total == deals(hands)


def test_a_bet_lost_by_folding_carries_its_error() -> None:
    kept = par("caribbean-stud", "cover-all")
    lost = par("caribbean-stud", "cover-all", options={"cover_all_after_fold": "lose"})
    assert lost.total == kept.total
    assert 0 < lost.error < Fraction(1, 50)
    assert lost.as_json()["house_edge"]["exact"] is None
    folds = Fraction(lost.outcomes[-1].combinations, lost.total)
    share = par("caribbean-stud").decisions[1].frequency
    assert abs(folds - share) < 4 * Fraction(1, 2000)
    assert lost.expected_value < kept.expected_value - 4 * lost.error
