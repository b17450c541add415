"""Money is whole numbers: what is printed reads back, and nothing that isn't exact gets in."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadInput
from pitboss.money import (
    CENTS_PER_DOLLAR,
    UNITS_PER_CENT,
    Odds,
    dollars,
    format_cents,
    format_percent,
    format_units,
    percent,
)

AMOUNTS = st.integers(-(10**14), 10**14)
ODDS = st.builds(Odds, st.integers(0, 10**9), st.integers(1, 10**6), st.booleans())


@given(AMOUNTS)
def test_printed_cents_read_back(cents: int) -> None:
    assert dollars(format_cents(cents)) == cents


@given(AMOUNTS)
def test_printed_units_are_exact(units: int) -> None:
    printed = Fraction(format_units(units).replace("$", "").replace(",", ""))
    assert printed * CENTS_PER_DOLLAR * UNITS_PER_CENT == units


@given(AMOUNTS)
def test_cents_and_units_print_alike(cents: int) -> None:
    assert format_units(cents * UNITS_PER_CENT) == format_cents(cents)


@given(ODDS)
def test_printed_odds_read_back_with_the_same_worth(odds: Odds) -> None:
    read = Odds.parse(str(odds))
    assert (read.fraction, read.stake_back) == (odds.fraction, odds.stake_back)


@given(st.integers(0, 10**10))
def test_printed_percentages_read_back(hundred_millionths: int) -> None:
    share = Fraction(hundred_millionths, 10**10)
    assert percent(format_percent(share)) == share


@given(ODDS, st.integers(0, 10**9))
def test_a_pay_is_exact_or_refused_and_rounding_down_loses_less_than_a_cent(odds: Odds, stake: int) -> None:
    exact = odds.fraction * stake
    assert 0 <= exact - odds.pays_rounded_down(stake) < 1
    if exact.denominator == 1:
        assert odds.pays(stake) == exact
    else:
        with pytest.raises(BadInput, match="not a whole number of cents"):
            odds.pays(stake)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$1,000", 100_000),
        ("7.50", 750),
        ("0.05", 5),
        ("-$3", -300),
        (" $2.5 ", 250),
        ("1 dollar", 100),
        ("0", 0),
    ],
)
def test_amounts_people_write(text: str, cents: int) -> None:
    assert dollars(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$",
        "1.005",
        "1.005 dollars",
        "1,00",
        "1.",
        ".5",
        "1e3",
        "ten",
        "$1 000",
        "+1",
        "--1",
        "١",
        "9" * 5000,
    ],
)
def test_what_is_no_amount_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        dollars(text)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("reader", [dollars, percent, Odds.parse])
@pytest.mark.parametrize("value", [1.5, 1, None, True, b"1"])
def test_readers_take_text_only(reader: object, value: object) -> None:
    with pytest.raises(BadInput, match="must be written as text"):
        reader(value)  # type: ignore[operator]


def test_floats_are_refused_wherever_money_is_a_number() -> None:
    three_to_two = Odds.parse("3 to 2")
    for wrong in (
        lambda: format_cents(1.5),  # type: ignore[arg-type]
        lambda: format_units(1.0),  # type: ignore[arg-type]
        lambda: three_to_two.pays(10.0),  # type: ignore[arg-type]
        lambda: three_to_two.pays_rounded_down(10.0),  # type: ignore[arg-type]
        lambda: Odds(1.5, 1, stake_back=True),  # type: ignore[arg-type]
        lambda: Odds(3, 2.0, stake_back=True),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize(
    "text", ["", "3:2", "3 to 0", "-1 to 1", "1.5 to 1", "3 To 2", "to 1", "1 to 1 to 1"]
)
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Odds.parse(text)


@pytest.mark.parametrize("many", ["1" + 18 * "0", "1" + 6 * ",000", 5000 * "9"])
def test_a_number_too_long_to_be_read_is_called_that(many: str) -> None:
    """It may well be odds, an amount or a percentage; so it is not called none."""
    for reader, text in ((Odds.parse, f"{many} to 1"), (dollars, f"${many}"), (percent, f"{many}%")):
        with pytest.raises(BadInput, match="a number of more than 18 digits"):
            reader(text)


def test_for_keeps_the_stake_and_to_gives_it_back() -> None:
    assert Odds.parse("9 for 1").net == Odds.parse("8 to 1").net == 8
    assert Odds.parse("push").pays(500) == 0
    assert Odds.parse("push").net == 0
    assert str(Odds.parse("3,000 for 1")) == "3,000 for 1"


def test_a_negative_stake_is_refused() -> None:
    with pytest.raises(BadInput, match="negative"):
        Odds.parse("1 to 1").pays(-1)


def test_a_third_prints_as_the_fraction_it_is() -> None:
    assert format_percent(Fraction(1, 3)) == "100/3%"
    assert format_percent(Fraction(-1, 8)) == "-12.5%"
