"""Where Solitaire Stud is counted."""

from pitboss.analysis.cache import Version
from pitboss.analysis.registry import Analysis, Entry

VERSION = Version("solitaire-stud", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
ANALYSIS = Analysis(
    par={
        "base": Entry(f"{__name__}.counting:base", "super-bonus"),
        "3+": Entry(f"{__name__}.counting:three_plus", "3+"),
        "super-bonus": Entry(f"{__name__}.counting:super_bonus", "super-bonus"),
    },
    values=f"{__name__}.counting:values",
    strategy=f"{__name__}.counting:strategy",
    version=VERSION,
    seconds={"decisions": 2.8, "simulation": 7.2},
)
