"""Where Caribbean Stud is counted."""

from pitboss.analysis.registry import PROGRESSIVE, Analysis, AnalysisOption, Entry, counts

ANALYSIS = Analysis(
    par={
        "base": Entry(f"{__name__}.counting:base", "bet"),
        "bonus": Entry(
            f"{__name__}.counting:bonus",
            "bonus",
            (AnalysisOption("bonus_after_fold", "in-action", ("in-action", "lose")),),
            apart=True,
        ),
        "cover-all": Entry(
            f"{__name__}.cover_all:cover_all",
            "cover-all",
            (
                AnalysisOption(
                    "hands", "2", counts(2, 8), words="How many hands are dealt, the dealer's included."
                ),
                AnalysisOption("cover_all_after_fold", "in-action", ("in-action", "lose")),
            ),
            apart=True,
        ),
        "progressive": Entry(
            f"{__name__}.progressive:progressive",
            "progressive",
            PROGRESSIVE,
            hands=f"{__name__}.progressive:hands",
        ),
    },
    values=f"{__name__}.counting:values",
    strategy=f"{__name__}.counting:strategy",
    printed={"cover-all": tuple({"hands": hands} for hands in counts(2, 8))},
    seconds={"decisions": 1.5, "simulation": 7.4},
)
