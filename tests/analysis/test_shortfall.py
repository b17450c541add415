"""What the house makes up when a meter runs dry lies between two bounds, and they are true."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.bounds import Bounds
from pitboss.analysis.progressive import Hit, Wager, metered
from pitboss.analysis.shortfall import NONE, shortfall
from pitboss.paytables import FixedPay, Line, MeterShare, paytable

ROYAL, STRAIGHT_FLUSH = Fraction(1, 40), Fraction(1, 60)


def toy(*fixed: tuple[int, Fraction], share: Fraction | None = None) -> Wager:
    """A wager of a dollar with frequent awards: whole dollars from the meter, and all of it now and then."""
    hits = [Hit(Line("royal-flush", MeterShare(Fraction(1), "main")), ROYAL)]
    hits += [Hit(Line("flush", FixedPay(100 * pay, True)), chance) for pay, chance in fixed]
    if share:
        hits.append(Hit(Line("straight-flush", MeterShare(share, "main")), STRAIGHT_FLUSH))
    return Wager(tuple(hits), Fraction(1), ("main",))


def found(wager: Wager, rate: Fraction, reserve: Fraction = Fraction(0), seed: int = 0) -> Bounds:
    return shortfall(wager, {"main": rate}, {"main": reserve}, {"main": Fraction(seed)})


def counted(wager: Wager, steps: int, seed: int, reserve_steps: int = 0, top: int = 2_000) -> float:
    """The same on a lattice of so many steps a dollar, a wager adding one of them: every state solved for."""
    matrix, made_up = np.eye(top), np.zeros(top)
    for at in range(top):
        after = min(at + 1, top - 1)
        for hit in wager.hits:
            pay, chance = hit.line.pay, float(hit.probability)
            if isinstance(pay, FixedPay):
                taken = pay.cents * steps // 100
                made_up[at] += chance * max(taken - after, 0) / steps
                matrix[at, max(after - taken, 0)] -= chance
            elif isinstance(pay, MeterShare) and pay.percent < 1:
                matrix[at, int(after * (1 - pay.percent))] -= chance
        matrix[at, after] -= 1 - float(wager.hit_frequency)
    by_meter = np.linalg.solve(matrix, made_up)
    full = float(wager.reseeds("main"))
    wagers = np.arange(1, top)
    odds = full * (1 - full) ** (wagers - 1)
    starts = np.minimum(seed * steps + reserve_steps * wagers, top - 1)
    return float(full * (odds @ by_meter[starts]))


@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("seed", [0, 10, 40])
def test_the_bounds_hold_and_are_close(rate: Fraction, seed: int) -> None:
    """Two fixed pays that take 40 % of a wager: below that rate the meter must run dry, above it may."""
    wager = toy((2, Fraction(1, 10)), (10, Fraction(1, 50)))
    assert wager.fixed_from_meter == Fraction(2, 5)
    bounds, true = found(wager, rate, seed=seed), counted(wager, rate.denominator, seed)
    assert float(bounds.least) <= true + 1e-12
    assert float(bounds.most) >= true - 1e-12
    assert bounds.error < Fraction(1, 1000)


def test_a_reserve_that_comes_with_the_seed_counts() -> None:
    wager = toy((2, Fraction(1, 10)), (10, Fraction(1, 50)))
    bounds = found(wager, Fraction(1, 4), Fraction(1, 2), seed=5)
    true = counted(wager, 4, 5, reserve_steps=2)
    assert float(bounds.least) <= true <= float(bounds.most)
    assert found(wager, Fraction(1, 4), seed=5).least > bounds.most, "a reserve helps"


def test_shares_of_the_meter_count() -> None:
    """A share of ten steps of a lattice is none of its steps, so the count itself is rounded a little."""
    wager = toy((2, Fraction(1, 10)), share=Fraction(1, 2))
    bounds = found(wager, Fraction(1, 8), seed=20)
    true = counted(wager, 8, 20)
    assert float(bounds.least) - 2e-3 <= true <= float(bounds.most) + 2e-3


@pytest.mark.parametrize(
    ("name", "rate"), [("CSTUD-01", "30%"), ("CSTUD-12", "46%"), ("CSTUD-02", "50%"), ("CSTUD-09", "25%")]
)
def test_the_bounds_of_printed_tables_are_narrow(name: str, rate: str) -> None:
    table = paytable(name)
    seed = Fraction(table.seed_cents or 0, 100)
    bounds = shortfall(
        metered(table), {"main": Fraction(int(rate[:-1]), 100)}, {"main": Fraction(0)}, {"main": seed}
    )
    assert 0 < bounds.least < bounds.most
    assert bounds.error < Fraction(1, 20_000), "a two-hundredth of a point of the edge"


def test_more_points_only_narrow_the_bounds() -> None:
    wager = metered(paytable("CSTUD-12"))
    terms = {"main": Fraction(46, 100)}, {"main": Fraction(1, 100)}, {"main": Fraction(50_000)}
    coarse, fine = (shortfall(wager, *terms, points=points) for points in (300, 900))
    assert coarse.least <= fine.least <= fine.most <= coarse.most


def test_what_flows_in_and_out_sets_a_bound_too() -> None:
    """A meter that gets far less than its fixed pays take: the house makes up at least the difference."""
    wager = metered(paytable("CSTUD-01"))
    bounds = shortfall(
        wager, {"main": Fraction(1, 100)}, {"main": Fraction(1, 20)}, {"main": Fraction(10_000)}
    )
    flow = wager.fixed_from_meter - Fraction(6, 100) - 10_000 * wager.reseeds("main")
    assert flow <= bounds.least <= bounds.most < wager.fixed_from_meter


def test_a_table_without_fixed_pays_from_the_meter_leaves_nothing_to_make_up() -> None:
    wager = metered(paytable("CSTUD-14"))
    found_ = shortfall(wager, {"main": Fraction(1, 4)}, {"main": Fraction(0)}, {"main": Fraction(10_000)})
    assert found_ is NONE
    assert NONE.least == NONE.most == NONE.error == 0


def test_a_meter_that_nobody_wins_whole_has_only_the_plain_bounds() -> None:
    hits = (
        Hit(Line("royal-flush", MeterShare(Fraction(1, 2), "main")), ROYAL),
        Hit(Line("flush", FixedPay(200, True)), Fraction(1, 10)),
    )
    bounds = found(Wager(hits, Fraction(1), ("main",)), Fraction(1, 10))
    assert (bounds.least, bounds.most) == (Fraction(1, 10), Fraction(1, 5))
