"""The report: what was decided in this session, what it cost, and what to practise."""

from dataclasses import replace
from fractions import Fraction

from pitboss.web.play.history import PAUSE_US, blocks, by_day, session, worst
from pitboss.web.play.pictures import curve_svg
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
    assert [(kind.times, kind.cost, kind.stage) for kind in found] == [
        (2, 500, ""),
        (1, 375, "river"),
    ]


def test_the_worst_is_shown_in_cards() -> None:
    (kind,) = worst([ONE])
    assert sum(cards.count("<svg") for cards in kind.cards) == 5


def test_the_worst_is_told_in_the_words_of_the_buttons() -> None:
    asked = replace(ONE, game="blackjack-switch", situation="Ah9d 8s8c/Ad")
    insured = replace(asked, decision="insure", best="decline")
    (kind,) = worst([insured])
    assert (kind.decision, kind.best) == ("insurance", "no insurance")


def test_days_tell_how_many_were_right_and_what_a_hundred_decisions_cost() -> None:
    day = 24 * 3600 * 1_000_000
    right = replace(ONE, decision="play", cost=Fraction(0))
    uncounted = replace(ONE, cost=None)
    first, second = by_day([replace(right, at_us=day), replace(ONE, at_us=day), uncounted, ONE])
    assert (first.day, first.decisions, first.percent, first.cost) == ("1970-01-01", 1, 0, 250_00)
    assert (second.day, second.decisions, second.percent, second.cost) == ("1970-01-02", 2, 50, 125_00)


def test_the_course_is_drawn_from_the_first_stretches_to_the_last_with_what_they_cost() -> None:
    right = replace(ONE, decision="play", cost=Fraction(0))
    course = blocks([*[right] * 15, *[ONE] * 10])
    assert [(one.decisions, one.percent, one.cost) for one in course] == [(10, 0, 250_00), (15, 100, 0)]
    drawn = curve_svg(course)
    assert "right 0 percent at first and 100 at last" in drawn
    assert "$250.00" in drawn
    assert curve_svg(blocks([right] * 12)) == "", "one stretch is no course"
    assert sum(one.decisions for one in blocks([ONE] * 4999)) == 4999
    assert len(blocks([ONE] * 4999)) <= 30
    assert blocks([]) == []
