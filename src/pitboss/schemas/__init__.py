"""What `--json` prints: every output says its schema by name and version, and `pitboss schema` prints it.

A version keeps its promise: keys may be added, none is taken away and none changes its meaning; otherwise
the number goes up. The files beside this module are made from `shapes.py`.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.errors import unknown

VERSIONS = {
    "games": 1,
    "rules": 1,
    "play": 1,
    "replay": 1,
    "par": 2,
    "target-edge": 1,
    "ev": 1,
    "strategy": 1,
    "audit": 1,
    "simulate": 2,
    "meter": 2,
    "floor-init": 1,
    "floor-check": 1,
    "floor-status": 1,
    "floor-verify": 1,
    "floor-backup": 1,
    "floor-archive": 1,
    "floor-restore": 1,
    "floor-close-day": 1,
    "floor-administrator": 1,
    "check": 1,
    "certificate": 1,
    "warm": 1,
    "bench": 1,
    "bench-topics": 1,
}
"""Every output of the program."""


def identifier(name: str) -> str:
    """The text by which an output names its schema.

    >>> identifier("par")
    'pitboss.par/2'
    """
    return f"pitboss.{name}/{VERSIONS[name]}"


def marked(name: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """An output with its schema on top.

    >>> marked("bench-topics", {"topics": ["hands"]})
    {'schema': 'pitboss.bench-topics/1', 'topics': ['hands']}
    """
    return {"schema": identifier(name), **body}


def quantity(value: Fraction, error: Fraction = Fraction(0)) -> dict[str, Any]:
    """A number for JSON: the fraction in lowest terms and its decimal, or the decimal and its error bound.

    >>> quantity(Fraction(1, 8))
    {'exact': '1/8', 'value': 0.125}
    """
    if error:
        return {"exact": None, "value": float(value), "error": float(error)}
    return {"exact": str(value), "value": float(value)}


def measured(value: float, standard_error: float | None, count: int) -> dict[str, Any]:
    """A number for JSON that was simulated: a share or mean of so many, with its standard error if known.

    >>> measured(0.5, 0.05, 100)
    {'value': 0.5, 'standard_error': 0.05, 'count': 100}
    """
    return {"value": value, "standard_error": standard_error, "count": count}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of an output, by its name or by what the output says itself.

    >>> schema("pitboss.ev/1")["title"] == schema("ev")["title"]
    True
    """
    wanted = name.removeprefix("pitboss.").partition("/")[0]
    if wanted not in VERSIONS:
        raise unknown("there is no schema called", name, VERSIONS)
    found: dict[str, Any] = json.loads(file(wanted).read_text(encoding="utf-8"))
    return found


def file(name: str) -> Path:
    """Where the JSON Schema of an output is kept."""
    return Path(__file__).with_name(f"{name}.json")
