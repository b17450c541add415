"""Where Caribbean Stud is counted."""

from pitboss.analysis.registry import PROGRESSIVE, Analysis, AnalysisOption, Entry, counts

ANALYSIS = Analysis(
    par={
        "base": Entry("pitboss.analysis.stud.caribbean_stud:base", "bet"),
        "bonus": Entry(
            "pitboss.analysis.stud.caribbean_stud:bonus",
            "bonus",
            (AnalysisOption("bonus_after_fold", "in-action", ("in-action", "lose")),),
        ),
        "cover-all": Entry(
            "pitboss.analysis.stud.cover_all:cover_all",
            "cover-all",
            (
                AnalysisOption(
                    "hands", "2", counts(2, 8), words="How many hands are dealt, the dealer's included."
                ),
                AnalysisOption("cover_all_after_fold", "in-action", ("in-action", "lose")),
            ),
        ),
        "progressive": Entry("pitboss.analysis.progressive:caribbean", "progressive", PROGRESSIVE),
    },
    values="pitboss.analysis.stud.caribbean_stud:values",
    strategy="pitboss.analysis.stud.caribbean_stud:strategy",
)
