"""Where Ultimate Texas Hold'em is counted."""

from pitboss.analysis.cache import Version
from pitboss.analysis.registry import PROGRESSIVE, Analysis, AnalysisOption, Entry

VERSION = Version("ultimate-texas-holdem", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
ANALYSIS = Analysis(
    par={
        "base": Entry(
            f"{__name__}.base:base",
            "blind",
            (
                AnalysisOption(
                    "preflop_raise",
                    "3x-or-4x",
                    ("3x-or-4x", "3x-only"),
                    words="What may be raised before the flop; 3x-only is for analysis only.",
                ),
            ),
        ),
        "bad-beat-bonus": Entry(
            f"{__name__}.base:bad_beat_bonus",
            "bad-beat-bonus",
            (AnalysisOption("bad_beat_after_fold", "in-action", ("in-action", "lose")),),
            apart=True,
        ),
        "trips": Entry(f"{__name__}.side_bets:trips", "trips", apart=True),
        "ultimate-pairs": Entry(f"{__name__}.side_bets:ultimate_pairs", "ultimate-pairs", apart=True),
        "jackpot": Entry(
            f"{__name__}.jackpot:jackpot", "jackpot", PROGRESSIVE, hands=f"{__name__}.jackpot:hands"
        ),
    },
    values=f"{__name__}.play:values",
    strategy=f"{__name__}.play:strategy",
    version=VERSION,
    optimal=f"{__name__}.play:optimal",
    compare=f"{__name__}.play:compare_all",
    readings=f"{__name__}.readings:readings",
    seconds={"decisions": 10.1, "simulation": 8.1},
)
