"""Results as data frames, by whichever library is there: pandas or polars."""

import importlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from pitboss.errors import BadInput

LIBRARIES = ("pandas", "polars")
_DTYPES = {
    "pandas": {"text": "string", "number": "float64", "whole": "int64", "truth": "bool"},
    "polars": {"text": "String", "number": "Float64", "whole": "Int64", "truth": "Boolean"},
}


@dataclass(frozen=True, slots=True)
class Column:
    """Values of one type, whatever they are this time; None where there is none, but for whole and truth."""

    type: str
    values: Iterable[Any]


def texts(values: Iterable[str | None]) -> Column:
    """A column of text; also of exact numbers, of which no library holds all digits otherwise."""
    return Column("text", values)


def numbers(values: Iterable[float | None]) -> Column:
    """A column of numbers with a point."""
    return Column("number", values)


def wholes(values: Iterable[int]) -> Column:
    """A column of whole numbers of at most 63 bits."""
    return Column("whole", values)


def truths(values: Iterable[bool]) -> Column:
    """A column of yes or no."""
    return Column("truth", values)


def kind(error: object) -> str:
    """Of what kind a figure with this error is.

    >>> kind(Fraction(0)), kind(0.001)
    ('exact', 'bounded')
    """
    return "bounded" if error else "exact"


def certainty(found: Iterable[tuple[Fraction, Fraction]], before: str = "") -> dict[str, Column]:
    """The columns beside those of some values: the fraction where it is exact, the error, and the kind."""
    rows = tuple(found)
    return {
        f"{before}exact": texts(None if error else str(value) for value, error in rows),
        f"{before}error": numbers(float(error) for _, error in rows),
        f"{before}kind": texts(kind(error) for _, error in rows),
    }


def frame(columns: Mapping[str, Column]) -> Any:
    """A data frame of these columns: of the library already in use, else of the first that is installed."""
    for name in sorted(LIBRARIES, key=lambda name: name not in sys.modules):
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame({key: _series(library, column) for key, column in columns.items()})
    raise BadInput("a data frame needs pandas or polars; add one with: pip install pandas")


def _series(library: ModuleType, column: Column) -> Any:
    values, dtype = column.values, _DTYPES[library.__name__][column.type]
    values = values if hasattr(values, "dtype") else list(values)
    return library.Series(values, dtype=getattr(library, dtype, dtype))
