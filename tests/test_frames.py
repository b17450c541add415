"""Data frames keep every digit, and one type for each column whatever is asked for."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas
import polars
import pytest

import pitboss
from pitboss import frames
from pitboss.analysis.parsheet import ParSheet
from tests.record import shipped

SHEET = [
    *("name", "pays", "combinations", "probability", "probability_error"),
    *("net", "net_exact", "net_error", "net_kind", "return"),
]
NUMBERS = ("probability", "probability_error", "net", "net_error", "return")
TEXTS = tuple(name for name in SHEET if name not in NUMBERS)
TYPES: dict[Any, dict[str, Any]] = {
    polars: dict.fromkeys(NUMBERS, polars.Float64) | dict.fromkeys(TEXTS, polars.String),
    pandas: {name: pandas.Float64Dtype().numpy_dtype for name in NUMBERS}
    | {name: pandas.StringDtype() for name in TEXTS},
}


@pytest.fixture(params=[pandas, polars], ids=["pandas", "polars"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(frames, "LIBRARIES", (request.param.__name__,))
    return request.param


def assert_exact(sheet: ParSheet, library: Any) -> None:
    made = sheet.to_frame()
    assert dict(zip(made.columns, made.dtypes, strict=True)) == TYPES[library]
    assert list(made.columns) == SHEET
    assert list(map(int, made["combinations"])) == [row.combinations for row in sheet.outcomes]
    assert list(map(Fraction, made["net_exact"])) == [row.net for row in sheet.outcomes]


def sheets() -> Iterator[ParSheet]:
    for _, ask in shipped():
        answer = ask()
        if isinstance(answer, ParSheet):
            yield answer
            if answer.joint is not None:
                yield answer.joint


def test_every_sheet_is_exact_in_a_data_frame_of_one_schema(library: Any) -> None:
    count = 0
    for sheet in sheets():
        assert_exact(sheet, library)
        count += 1
    assert count > 150


@pytest.mark.parametrize("hands", [4, 8])
def test_counts_beyond_64_bits_keep_every_digit(library: Any, hands: int) -> None:
    sheet = pitboss.par("caribbean", "cover-all", options={"hands": hands})
    assert max(row.combinations for row in sheet.outcomes) > 1 << 63 or hands == 4
    assert_exact(sheet, library)


def test_a_sheet_without_outcomes_has_the_same_columns(library: Any) -> None:
    assert_exact(replace(pitboss.par("solitaire-stud", "3+"), outcomes=()), library)


def test_columns_with_nothing_in_them_keep_their_type(library: Any) -> None:
    found = pitboss.simulate("rabbit-hunter", 1000, strategy="simple")
    unknown = replace(found, bets=tuple(replace(row, exact=None, standard_error=0.0) for row in found.bets))
    assert list(unknown.to_frame().dtypes) == list(found.to_frame().dtypes)
