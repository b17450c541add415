"""A metered sheet says of which wager its figures are; those of the long run are what meters really do."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.progressive import HOUSE_VARIANCE, Wager, metered
from pitboss.analysis.registry import par
from pitboss.arrays import Floats
from pitboss.errors import BadInput
from pitboss.money import Odds
from pitboss.paytables import FixedPay, Line, MeterShare, paytable

LIVES = 2_500
TABLES = (
    ("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%"}),
    ("caribbean-stud", "progressive", "CSTUD-01", {"rate": "60%"}),
    ("caribbean-stud", "progressive", "CSTUD-01", {"rate": "55%", "reserve": "10%"}),
    ("caribbean-stud", "progressive", "CSTUD-02", {"rate": "50%"}),
    ("caribbean-stud", "progressive", "CSTUD-03", {"rate": "60%"}),
    ("caribbean-stud", "progressive", "CSTUD-05", {"rate": "40%"}),
    ("caribbean-stud", "progressive", "CSTUD-08", {"rate": "45%"}),
    ("caribbean-stud", "progressive", "CSTUD-11", {"rate": "50%"}),
    ("caribbean-stud", "progressive", "CSTUD-12", {"rate": "60%"}),
    ("caribbean-stud", "progressive", "CSTUD-16", {"rate": "30%", "reserve": "5%", "seed": "100000"}),
    ("caribbean-stud", "progressive", "MG-01", {"rate": "20%", "seed": "5000"}),
    ("caribbean-stud", "progressive", "MG-ML03", {"rate": "mega:10%,major:8%,minor:6%"}),
    ("ultimate-texas-holdem", "jackpot", "UTH-JP-01", {"rate": "20%"}),
)


def _shares(text: str, levels: tuple[str, ...]) -> dict[str, float]:
    """Shares of a wager by level, as they are typed."""
    parts = dict(part.split(":") for part in text.split(",")) if ":" in text else dict.fromkeys(levels, text)
    return {level: float((parts[level] or "0").rstrip("%")) / 100 for level in levels}


def _taken(line: Line, meters: Floats) -> tuple[Floats, Floats]:
    """What a line pays from the meter, and what it leaves there."""
    if isinstance(line.pay, MeterShare):
        paid = float(line.pay.percent) * meters
        return paid, meters - paid
    assert isinstance(line.pay, FixedPay)
    paid = np.full(len(meters), line.pay.cents / 100)
    return paid, np.maximum(meters - paid, 0)


def _lives(random: np.random.Generator, full: float) -> Floats:
    """How many wagers lives take, drawn evenly spread over their law."""
    even = (np.arange(LIVES) + random.random(LIVES)) / LIVES
    found: Floats = np.ceil(np.log1p(-even) / np.log1p(-full)).clip(1)
    return found


def _sums(amounts: Floats) -> Floats:
    """Their sum, and that of their squares."""
    return np.array([amounts.sum(), (amounts**2).sum()])


def _level(wager: Wager, level: str, rate: float, reserve: float, seed: float) -> Floats:
    """What a meter pays for each wager and the house adds, and their squares: many lives, award by award.

    All lives go on together, each to its next award, until the meter is won.
    """
    random, dollars = np.random.default_rng(7), float(wager.dollars)
    first = level == wager.levels[0]
    lines = [
        (hit.line, float(hit.probability))
        for hit in wager.hits
        if (isinstance(hit.line.pay, MeterShare) and hit.line.pay.level == level)
        or (first and isinstance(hit.line.pay, FixedPay) and hit.line.pay.from_meter)
    ]
    won = [(line, chance) for line, chance in lines if line.pay == MeterShare(Fraction(1), level)]
    others = [(line, chance) for line, chance in lines if line.pay != MeterShare(Fraction(1), level)]
    full = sum(chance for _, chance in won)
    any_other = sum(chance for _, chance in others) / (1 - full)
    left = _lives(random, full)
    wagers = left.sum()
    odds = np.cumsum([chance for _, chance in others])
    meters = seed + reserve * dollars * random.permutation(_lives(random, full))
    paid, house = _sums(np.full(LIVES, 0.0)), _sums(np.full(LIVES, seed))
    while len(left):
        gaps = random.geometric(any_other, len(left)).astype(float) if others else left
        ends = gaps >= left
        final = meters[ends] + rate * dollars * left[ends]
        paid += _sums(final)
        left, gaps, meters = (values[~ends] for values in (left, gaps, meters))
        left, meters = left - gaps, meters + rate * dollars * gaps
        if others:
            drawn = np.searchsorted(odds, random.random(len(left)) * odds[-1])
            for place, (line, _) in enumerate(others):
                hit = np.flatnonzero(drawn == place)
                pays, rest = _taken(line, meters[hit])
                paid, house = paid + _sums(pays), house + _sums(pays - meters[hit] + rest)
                meters[hit] = rest
    each: Floats = np.array([paid, house]) / wagers / dollars ** np.array([1, 2])
    return each


def played(game: str, bet: str, name: str, options: dict[str, str]) -> tuple[float, float, float]:
    """Mean and deviation of the net result of a wager, and the variance of what the house itself pays."""
    table = paytable(name)
    wager = metered(table)
    rates = _shares(options["rate"], wager.levels)
    reserves = _shares(options.get("reserve", ""), wager.levels)
    seed = float(options.get("seed", (table.seed_cents or 0) / 100))
    sums = np.zeros((2, 2))
    for level in wager.levels:
        start = seed if level == wager.levels[0] else 0.0
        sums += _level(wager, level, rates[level], reserves[level], start)
    for hit in wager.hits:
        pay = hit.line.pay
        if isinstance(pay, Odds) or (isinstance(pay, FixedPay) and not pay.from_meter):
            worth = float(pay.net + 1) if isinstance(pay, Odds) else pay.cents / 100 / float(wager.dollars)
            sums += float(hit.probability) * np.array([worth, worth**2])
    variance, house = sums[:, 1] - sums[:, 0] ** 2
    return float(sums[0, 0] - 1), float(variance**0.5), float(house)


@pytest.mark.parametrize(
    ("game", "bet", "name", "options"), TABLES, ids=[f"{row[2]} {row[3]['rate']}" for row in TABLES]
)
def test_mean_and_spread_of_the_long_run_are_those_of_meters_that_are_played(
    game: str, bet: str, name: str, options: dict[str, str]
) -> None:
    sheet = par(game, bet, name, options)
    mean, deviation, _ = played(game, bet, name, options)
    assert sheet.standard_deviation == pytest.approx(deviation, rel=0.01)
    assert float(sheet.expected_value) == pytest.approx(mean, abs=0.01)
    assert sheet.deviation_error < Fraction(1, 100) * Fraction(sheet.standard_deviation or 0)


def test_the_long_run_is_not_the_next_wager() -> None:
    """A meter is on average far above its seed, so that a wager's result spreads ten times as far."""
    for name, rate, spread in (("CSTUD-14", "25%", 135.3), ("CSTUD-01", "60%", 128.9)):
        sheet = par("caribbean-stud", "progressive", name, {"rate": rate})
        assert sheet.standard_deviation == pytest.approx(spread, rel=0.005)
        assert sheet.next_wager is not None
        assert sheet.next_wager.standard_deviation is not None
        assert sheet.next_wager.standard_deviation < 16


@pytest.mark.parametrize(("name", "rate"), [("CSTUD-01", "30%"), ("CSTUD-01", "20%"), ("CSTUD-02", "25%")])
def test_where_a_meter_runs_dry_the_spread_lies_between_true_bounds(name: str, rate: str) -> None:
    sheet = par("caribbean-stud", "progressive", name, {"rate": rate})
    _, deviation, house = played("caribbean-stud", "progressive", name, {"rate": rate})
    (paid,) = (figure for figure in sheet.figures if figure.name == HOUSE_VARIANCE)
    assert 0 < abs(house - float(paid.value)) < float(paid.error or 0)
    assert sheet.variance is not None
    error = sheet.error_in("variance")
    assert error > 0
    assert abs(deviation**2 - float(sheet.variance)) < error
    assert abs(deviation - (sheet.standard_deviation or 0)) < sheet.deviation_error


def test_the_figures_of_a_metered_sheet_are_exact_where_no_fixed_pay_comes_from_the_meter() -> None:
    sheet = par("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%"})
    assert sheet.error == sheet.error_in("variance") == sheet.deviation_error == 0
    assert not any(row.error or row.square_error for row in sheet.outcomes)
    bounded = par("caribbean-stud", "progressive", "CSTUD-01", {"rate": "60%"})
    assert bounded.error > 0
    assert bounded.error_in("variance") > 0
    assert all(bool(row.error) == row.moves for row in bounded.outcomes)


def blocks(sheet: ParSheet) -> list[ParSheet]:
    """A sheet, and those that stand on it beside its own figures."""
    return [sheet, *filter(None, (sheet.next_wager, sheet.joint))]


@pytest.mark.parametrize("players", ["1", "5"])
@pytest.mark.parametrize(("game", "bet", "name", "options"), TABLES)
def test_the_outcomes_of_each_block_add_up_to_its_figures(
    game: str, bet: str, name: str, options: dict[str, str], players: str
) -> None:
    """Net results are those of one's own hand; what others' hands pay it in envy comes besides."""
    envy = metered(paytable(name)).envy(int(players))
    for block in blocks(par(game, bet, name, {**options, "players": players})):
        mean = sum((row.net * row.combinations for row in block.outcomes), Fraction(0)) / block.total
        square = sum((row.mean_square * row.combinations for row in block.outcomes), Fraction(0))
        assert mean + envy == block.expected_value
        assert block.process is not None
        assert block.variance is not None
        off = abs(square / block.total - mean**2 - block.variance)
        assert off <= (block.error_in("variance") if envy else 0)


def test_each_block_says_of_which_wager_it_is() -> None:
    both = par("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%", "meter": "50000"})
    assert both.process is not None
    assert (both.process.kind, both.process.words) == ("long-run", "the long run at main 25%")
    assert both.next_wager is not None
    assert both.next_wager.process is not None
    assert both.next_wager.process.words == "the next wager at main $50,000.00"
    alone = par("caribbean-stud", "progressive", "CSTUD-14", {"meter": "50000"})
    assert alone.process == both.next_wager.process
    assert alone.next_wager is None
    for name in ("expected_value", "variance", "hit_frequency", "outcomes"):
        assert getattr(alone, name) == getattr(both.next_wager, name)


def test_envy_moves_the_spread_between_bounds() -> None:
    """Hands of one deck are not independent: what envy adds to the variance is not counted, only bounded."""
    options = {"rate": "mega:10%,major:8%,minor:6%"}
    one, five = (
        par("caribbean-stud", "progressive", "MG-ML03", {**options, "players": players})
        for players in ("1", "5")
    )
    assert one.variance is not None
    assert five.variance is not None
    error = five.error_in("variance")
    assert one.error_in("variance") == 0 < error
    independent = 4 * sum(
        hit.probability * Fraction(hit.line.envy_cents, 100) ** 2 for hit in metered(paytable("MG-ML03")).hits
    )
    assert abs(one.variance + independent - five.variance) < error


def test_a_reserve_that_no_award_brings_back_is_refused() -> None:
    from pitboss.analysis.bounds import Bounds
    from pitboss.analysis.long_run import Flow, long_run
    from pitboss.analysis.progressive import Hit

    wager = Wager(
        (Hit(Line("royal-flush", MeterShare(Fraction(1, 2), "main")), Fraction(1, 100)),),
        Fraction(1),
        ("main",),
    )
    nothing = Bounds(Fraction(0), Fraction(0))
    share, none = {"main": Fraction(1, 10)}, {"main": Fraction(0)}
    assert long_run(wager, Flow(share, none, none), nothing).variance.least > 0
    with pytest.raises(BadInput, match="no line wins all of the main meter"):
        long_run(wager, Flow(share, share, none), nothing)
