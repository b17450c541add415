"""Where Solitaire Stud is counted."""

from pitboss.analysis.registry import Analysis, Entry

ANALYSIS = Analysis(
    par={
        "base": Entry("pitboss.analysis.stud.solitaire_stud:base", "super-bonus"),
        "3+": Entry("pitboss.analysis.stud.solitaire_stud:three_plus", "3+"),
        "super-bonus": Entry("pitboss.analysis.stud.solitaire_stud:super_bonus", "super-bonus"),
    },
    values="pitboss.analysis.stud.solitaire_stud:values",
    strategy="pitboss.analysis.stud.solitaire_stud:strategy",
)
