"""Where Blackjack Switch is counted."""

from pitboss.analysis.cache import Version
from pitboss.analysis.registry import Analysis, AnalysisOption, Entry, counts

VERSION = Version("blackjack-switch", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
DECKS = AnalysisOption("decks", "6", counts(1, 8))
_YES_NO = ("yes", "no")
RULES = (
    DECKS,
    AnalysisOption("version", "1", counts(1, 4)),
    AnalysisOption("check_before_switch", "by-version", ("by-version", *_YES_NO)),
    AnalysisOption("pay_naturals_at_once", "no", _YES_NO),
    AnalysisOption("split_hands", "4", counts(1, 4)),
    AnalysisOption("resplit_aces", "no", _YES_NO),
    AnalysisOption("hit_split_aces", "no", _YES_NO),
    AnalysisOption("split_unlike_tens", "yes", _YES_NO),
    AnalysisOption("double", "any-two", ("any-two", "nine-to-eleven", "ten-or-eleven")),
    AnalysisOption("double_after_split", "yes", _YES_NO),
)

ANALYSIS = Analysis(
    par={
        "base": Entry(f"{__name__}.sheet:base", None, RULES),
        "kings-bounty": Entry(
            f"{__name__}.side_bets:kings_bounty",
            "kings-bounty",
            (
                DECKS,
                AnalysisOption(
                    "kings_bounty_cards", "first-hand", ("first-hand", "first-two-dealt", "four-cards")
                ),
            ),
            apart=True,
        ),
        "super-match": Entry(f"{__name__}.side_bets:super_match", "super-match", (DECKS,), apart=True),
    },
    values=f"{__name__}.situations:values",
    strategy=f"{__name__}.sheet:strategy",
    version=VERSION,
    optimal=f"{__name__}.sheet:optimal",
    printed={
        "base": tuple({"decks": decks, "version": version} for decks in ("6", "8") for version in "1234")
    },
    per="hand's wager",
    small={"decks": "1"},
    seconds={"decisions": 10.2, "par sheets": 12.0, "simulation": 12.8},
)
