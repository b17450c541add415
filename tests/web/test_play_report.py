"""The report: what was decided in this session, what it cost, and what to practise."""

from dataclasses import replace
from fractions import Fraction

from pitboss.web.play.history import PAUSE_US, session, worst
from pitboss.web.play.store import Decided

ONE = Decided(
    *(1, "p", 0, "r", "rabbit-hunter", "3cKc2dAd8s", {}, "decision"), "fold", 500, "play", Fraction(1, 2)
)


def test_a_session_goes_back_to_the_last_pause_of_an_hour() -> None:
    times = (5 * PAUSE_US + 2, 5 * PAUSE_US, 4 * PAUSE_US, 2 * PAUSE_US, 0)
    decided = [replace(ONE, id=9 - place, at_us=at_us) for place, at_us in enumerate(times)]
    assert session(decided) == decided[:3]
    assert session([]) == []
    assert session(decided[:3]) == decided[:3]


def test_what_cost_most_together_comes_first() -> None:
    rare = replace(ONE, stage="river", cost=Fraction(3, 4))
    often = [replace(ONE, id=number) for number in (1, 2)]
    right = replace(ONE, decision="play", cost=Fraction(0))
    found = worst([rare, *often, right])
    assert [(kind["times"], kind["cost"], kind["stage"]) for kind in found] == [
        (2, 500, ""),
        (1, 375, "river"),
    ]
