"""Where Rabbit Hunter is counted."""

from pitboss.analysis.registry import Analysis, AnalysisOption, Entry

ANALYSIS = Analysis(
    par={
        "base": Entry("pitboss.analysis.stud.rabbit_hunter:base"),
        "tens-up": Entry(
            "pitboss.analysis.stud.rabbit_hunter:tens_up",
            "tens-up",
            (AnalysisOption("tens_up_cards", "as-played", ("as-played", "first-five")),),
        ),
        "two-way-bad-beat": Entry("pitboss.analysis.stud.rabbit_hunter:two_way_bad_beat", "two-way-bad-beat"),
    },
    values="pitboss.analysis.stud.rabbit_hunter:values",
    strategy="pitboss.analysis.stud.rabbit_hunter:strategy",
)
