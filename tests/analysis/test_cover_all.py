"""Cover All: inclusion and exclusion against other ways to count, and against chance."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, chain, combinations
from math import comb, factorial

import numpy as np
import pytest

from pitboss.analysis.cache import remembered
from pitboss.analysis.families import highest_five, highest_folds, one_decision, solving
from pitboss.analysis.families.five_cards import (
    canonical_hands,
    multiset_numbers,
    rank_table,
    tables,
)
from pitboss.analysis.families.highest_five import NOTHING_ASIDE, Aside
from pitboss.analysis.families.highest_folds import Folds, deals
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.registry import par, par_of
from pitboss.analysis.side_bets import net_of
from pitboss.games import game
from pitboss.hands import bulk
from pitboss.hands.poker import CATEGORY_FLOOR, Category
from pitboss.money import Odds
from pitboss.paytables import RANKINGS, Line, OddsByHands, Paytable, paytable
from tests.analysis.canonical import bet_on
from tests.games.settled import line_of, strength_of
from tests.oracles.five_cards import five_card_hands

CATEGORIES = ("three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush")


def none_reaches(category: str, hands: int) -> int:
    """Ordered deals of so many hands of which none is of that category or better."""
    excluded = highest_five._excluded()[category]
    marked = highest_five._marked(replace(excluded, holds=()), hands, NOTHING_ASIDE)
    return highest_five._sum_up(marked, excluded.holds, hands)


@cache
def folds() -> Folds:
    rules = game("caribbean-stud").rules()
    assert rules.game.description is not None
    solved = solving.optimal(Pays.of(rules.game.description))
    assert isinstance(solved, one_decision.OneDecisionSolution)
    return Folds(solved)


FLOORS = {kind.name.lower().replace("_", "-"): floor for kind, floor in CATEGORY_FLOOR.items()}


def test_one_hand_is_a_five_card_hand() -> None:
    counts = dict(zip(RANKINGS["poker"].outcomes, five_card_hands(), strict=True))
    found = highest_five.count_highest(1)
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
        assert none_reaches(name, 2) == expected, name


@cache
def highest(hands: int) -> dict[str, int]:
    """Counted anew; of more than five hands as it ships, for that takes a while."""
    count = partial(highest_five.count_highest, hands)
    if hands <= 5:
        return count()
    found: dict[str, int] = remembered("highest-five", {"hands": hands}, count, highest_five.VERSION)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("hands", [6, 7, 8])
def test_many_hands_are_counted_anew_as_they_are_kept(hands: int) -> None:
    assert highest_five.count_highest(hands) == highest(hands)


def test_sets_of_hands_that_all_reach_a_category_are_whole_numbers() -> None:
    """Binomial inversion of the counts for 1 to 8 hands: ordered deals of hands that are alike in kind come
    in multiples of the orders of the hands, which a count that is off by a few deals would break."""
    below: list[dict[str, int]] = [dict.fromkeys(highest_five._excluded(), 1)]
    for hands in range(1, 9):
        names, counts = zip(*highest(hands).items(), strict=True)
        below.append(dict(zip(names[1:], accumulate(counts), strict=False)))
    for hands in range(1, 9):
        for name in below[0]:
            every = sum(
                (-1) ** low * comb(hands, low) * below[low][name] * deals(hands - low, 5 * low)
                for low in range(hands + 1)
            )
            assert every >= 0
            assert every % factorial(hands) == 0, (hands, name)


def test_eight_hands_are_exact_to_the_last_integer() -> None:
    table = paytable("CA-1").for_hands(8)
    pairs = {"pair": "pair-of-aces"}
    returned = sum(count * net_of(table, pairs.get(name, name)) for name, count in highest(8).items())
    right = "783119067743565455015006257268220803/12140901881544726000525525729374996640"
    assert str(-returned / deals(8)) == right


@pytest.mark.parametrize("hands", [3, 8])
def test_royal_flushes_alone_are_plain_inclusion_and_exclusion(hands: int) -> None:
    expected = sum(
        (-1) ** royals
        * comb(4, royals)
        * factorial(hands)
        // factorial(hands - royals)
        * deals(hands - royals, 5 * royals)
        for royals in range(min(4, hands) + 1)
    )
    assert none_reaches("royal-flush", hands) == expected


def test_hands_of_any_ranks_are_all_deals() -> None:
    holds = highest_five._excluded()["straight-flush"].holds
    for hands in (1, 4, 10):
        assert highest_five._dealt(hands, highest_five.FULL, holds) == deals(hands)


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
        line = line_of(rules, "cover-all", 100, CATEGORY_FLOOR[kind], hands=hands)
        assert line.net_cents == 100 * outcome.net
    assert sheet.total == deals(hands)


def test_cards_set_aside_are_dealt_to_nobody() -> None:
    """One hand beside two cards of a suit and one of any suit, against plain enumeration."""
    found = highest_five.below_each(1, {Aside(frozenset({3, 9}), (4,)): 1, Aside(others=(4,)): -2})
    hands = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    strengths = bulk.strengths(hands)
    expected = dict.fromkeys(found, 0)
    for other in range(4):
        for suit, weight in ((0, 1), (1, 1), (2, 1), (3, 1), (None, -2)):
            aside = {16 + other} | (set() if suit is None else {12 + suit, 36 + suit})
            left = strengths[~np.isin(hands, list(aside)).any(axis=1)]
            for name in found:
                expected[name] += weight * int((left < FLOORS[name]).sum())
    assert found == expected


def test_two_hands_of_which_the_first_may_fold_are_exact() -> None:
    lost = par("caribbean-stud", "cover-all", options={"cover_all_after_fold": "lose"})
    assert lost.error == 0
    assert lost.house_edge == Fraction(379486111322, 1245826907325)
    fold = Fraction(lost.outcomes[-1].combinations, lost.total)
    assert fold == par("caribbean-stud").decisions[1].frequency


def sampled_folds(hands: int, tables_dealt: int) -> dict[str, Fraction]:
    """Of tables dealt at random: those whose first player folds while no hand reaches a category."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (tables_dealt, 1))
    dealt = np.random.default_rng(hands).permuted(decks, axis=1)[:, : 5 * hands]
    thrown = ~bet_on(folds().solved, dealt[:, :5], dealt[:, 5].astype(np.int64))
    highest = bulk.strengths(dealt[thrown].reshape(-1, 5)).reshape(-1, hands).max(axis=1)
    return {
        name: Fraction(int((highest < FLOORS[name]).sum()), tables_dealt)
        for name in (*CATEGORIES, "royal-flush")
    }


def check_folds(hands: int, counted: int, tables_dealt: int) -> None:
    bounds = highest_folds.folded_below(folds(), hands, counted)
    total = highest_folds.UPCARDS * deals(hands)
    for name, share in sampled_folds(hands, tables_dealt).items():
        low, high = (float(Fraction(count, total)) for count in bounds[name])
        error = (high * (1 - high) / tables_dealt) ** 0.5
        assert low - 4 * error < share < high + 4 * error, name


@pytest.mark.parametrize("hands", [3, 8])
def test_folds_agree_with_own_dealing_within_four_standard_errors(hands: int) -> None:
    check_folds(hands, 2, 200_000)


def test_bounds_hold_what_is_counted() -> None:
    """Three hands are counted, and lie within the bounds from fewer; more that is counted is closer."""
    exact = highest_folds.folded_below(folds(), 3)
    wide, close = (highest_folds.folded_below(folds(), 3, counted) for counted in (0, 1))
    for name, (count, same) in exact.items():
        assert count == same
        assert wide[name][0] <= count <= wide[name][1]
        assert close[name][0] <= count <= close[name][1]
        assert close[name][1] - close[name][0] < wide[name][1] - wide[name][0]


@pytest.mark.soak
@pytest.mark.parametrize("hands", range(4, 9))
def test_folds_of_more_hands_agree_with_own_dealing(hands: int) -> None:
    check_folds(hands, highest_folds.COUNTED_MAX, 4_000_000)


@pytest.mark.soak
def test_five_hands_lie_within_the_bounds_from_fewer() -> None:
    exact = highest_folds.folded_below(folds(), 5)
    for counted in (2, 3):
        bounds = highest_folds.folded_below(folds(), 5, counted)
        assert all(bounds[name][0] <= count <= bounds[name][1] for name, (count, _) in exact.items())


@pytest.mark.soak
def test_each_figure_of_six_hands_has_an_error_of_its_own() -> None:
    sheet = par("caribbean-stud", "cover-all", options={"hands": "6", "cover_all_after_fold": "lose"})
    told = sheet.as_json()
    assert 0 < told["house_edge"]["error"] < 1e-6
    assert told["hit_frequency"]["error"] < told["house_edge"]["error"] < told["variance"]["error"] < 1e-5
    assert told["average_wagered"] == {"exact": "1", "value": 1.0}
    fold = Fraction(sheet.outcomes[-1].combinations, sheet.total)
    assert fold == par("caribbean-stud").decisions[1].frequency


def own_table(*hands: str) -> Paytable:
    pay = OddsByHands(((3, Odds(2, 1, stake_back=True)),))
    return Paytable("OWN", "Own", "caribbean-stud", "cover-all", "poker", tuple(Line(h, pay) for h in hands))


@pytest.mark.parametrize("hands", ["pair-or-better", "pair-of-aces-or-better"])
def test_a_table_of_ones_own_may_pay_any_pair_or_tell_pairs_apart(hands: str) -> None:
    """Three hands below a pair, or below aces, against own dealing."""
    sheet = par_of("caribbean-stud", "cover-all", own_table(hands), {"hands": "3"})
    floor = strength_of("pair-of-aces" if "aces" in hands else "pair-of-twos")
    deck = np.tile(np.arange(52, dtype=np.uint8), (100_000, 1))
    dealt = np.random.default_rng(5).permuted(deck, axis=1)[:, :15].reshape(-1, 5)
    hits = (bulk.strengths(dealt).reshape(-1, 3).max(axis=1) >= floor).mean()
    assert sheet.hit_frequency is not None
    share = float(sheet.hit_frequency)
    assert abs(hits - share) < 4 * (share * (1 - share) / 100_000) ** 0.5
