"""Results as data frames, by whichever library is there: pandas or polars."""

import importlib
import sys
from collections.abc import Mapping
from typing import Any

from pitboss.errors import BadInput

LIBRARIES = ("pandas", "polars")


def frame(columns: Mapping[str, Any]) -> Any:
    """A data frame of these columns: of the library already in use, else of the first that is installed."""
    for name in sorted(LIBRARIES, key=lambda name: name not in sys.modules):
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame(dict(columns))
    raise BadInput("a data frame needs pandas or polars; add one with: pip install pandas")
