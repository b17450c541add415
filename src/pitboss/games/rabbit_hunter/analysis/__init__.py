"""Where Rabbit Hunter is counted."""

from pitboss.analysis.cache import Version
from pitboss.analysis.registry import Analysis, AnalysisOption, Entry

VERSION = Version("rabbit-hunter", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
ANALYSIS = Analysis(
    par={
        "base": Entry(f"{__name__}.counting:base"),
        "tens-up": Entry(
            f"{__name__}.counting:tens_up",
            "tens-up",
            (AnalysisOption("tens_up_cards", "as-played", ("as-played", "first-five")),),
        ),
        "two-way-bad-beat": Entry(f"{__name__}.counting:two_way_bad_beat", "two-way-bad-beat"),
    },
    values=f"{__name__}.counting:values",
    strategy=f"{__name__}.counting:strategy",
    version=VERSION,
    seconds={"decisions": 1.0},
)
