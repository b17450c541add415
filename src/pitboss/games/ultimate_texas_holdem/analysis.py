"""Where Ultimate Texas Hold'em is counted."""

from pitboss.analysis.registry import PROGRESSIVE, Analysis, AnalysisOption, Entry

ANALYSIS = Analysis(
    par={
        "base": Entry(
            "pitboss.analysis.holdem.base:base",
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
            "pitboss.analysis.holdem.base:bad_beat_bonus",
            "bad-beat-bonus",
            (AnalysisOption("bad_beat_after_fold", "in-action", ("in-action", "lose")),),
        ),
        "trips": Entry("pitboss.analysis.holdem.side_bets:trips", "trips"),
        "ultimate-pairs": Entry("pitboss.analysis.holdem.side_bets:ultimate_pairs", "ultimate-pairs"),
        "jackpot": Entry("pitboss.analysis.progressive:holdem", "jackpot", PROGRESSIVE),
    },
    values="pitboss.analysis.holdem.play:values",
    strategy="pitboss.analysis.holdem.play:strategy",
)
