"""A clock that was wrong and is right again: order stays by number, time and gaming days follow the clock."""

import pytest

from pitboss.jackpots import Code, decode_state, encode
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import HaltReason
from pitboss.jackpots.people import CLOCK_LEAP_US
from tests.jackpots.kit import NOON, SECOND, Desk

DAY = 24 * 3600 * SECOND


def right(desk: Desk, *signed: str, by: str = "sue") -> cmd.ConfirmClock:
    return cmd.ConfirmClock(signed, desk.badge(by))


def leapt(days: int) -> Desk:
    """A link that played a round under a clock that was days ahead, which is corrected now."""
    desk = Desk()
    desk.start("T1", 1, 2)
    desk.end("T1")
    desk.now_us += days * DAY
    desk.start("T1", 1, 2, 3)
    desk.end("T1")
    desk.now_us = NOON + 60 * SECOND
    return desk


def test_without_a_word_a_leap_freezes_the_time() -> None:
    desk = leapt(400)
    desk.start("T1", 1)
    assert desk.state.last_us > NOON + 399 * DAY
    assert desk.state.day.day == "2024-07-18"


@pytest.mark.parametrize("days", [2, 400])
def test_failure_65_a_supervisors_word_brings_time_and_gaming_day_back(days: int) -> None:
    desk = leapt(days)
    said = desk.do(right(desk))
    assert isinstance(said, ev.ClockConfirmed)
    assert desk.state.last_us == NOON + 60 * SECOND
    assert (desk.state.day.day, list(desk.state.unsigned)) == ("2023-06-14", [])
    assert desk.state.clock_set == (desk.state.seq,)
    desk.start("T1", 1)
    assert desk.events[-1].at_us == NOON + 61 * SECOND
    assert not any(isinstance(event, ev.ClockAnomaly) for event in desk.events[-2:])
    desk.end("T1")
    desk.now_us += DAY
    desk.start("T1", 1)
    assert (desk.state.day.day, list(desk.state.unsigned)) == ("2023-06-15", ["2023-06-14"])
    closed = desk.do(cmd.CloseDay("2023-06-14", desk.badge("ann")))
    assert isinstance(closed, ev.DayClosed)
    wagers = next(line for line in closed.accounts if line.account == "WAGERS")
    assert wagers.closing_units == -6 * 100 * 1_000_000  # of the right clock and of the wrong one


def test_a_day_signed_off_ahead_of_its_time_does_not_come_again() -> None:
    desk = leapt(2)
    desk.now_us = NOON + 2 * DAY + 60 * SECOND
    desk.do(cmd.CloseDay("2023-06-14", desk.badge("ann")))
    desk.now_us = NOON + 120 * SECOND
    desk.do(right(desk, "2023-06-14"))
    assert desk.state.day.day == "2023-06-15"
    desk.start("T1", 1)
    desk.end("T1")
    desk.now_us = NOON + DAY
    desk.start("T1", 1)
    assert desk.state.day.day == "2023-06-15"
    desk.end("T1")
    desk.now_us = NOON + 2 * DAY
    desk.start("T1", 1)
    assert (desk.state.day.day, list(desk.state.unsigned)) == ("2023-06-16", ["2023-06-15"])


def test_a_later_day_that_was_signed_off_in_the_leap_is_passed_over() -> None:
    desk = leapt(400)
    desk.do(right(desk, "2023-06-15"))
    desk.now_us = NOON + DAY
    desk.start("T1", 1)
    assert desk.state.day.day == "2023-06-14"
    desk.end("T1")
    desk.now_us = NOON + 2 * DAY
    desk.start("T1", 1)
    assert desk.state.day.day == "2023-06-16"


def test_a_leap_ahead_that_is_right_is_said_in_one_event() -> None:
    desk = Desk()
    desk.now_us = desk.state.last_us + CLOCK_LEAP_US + 1
    desk.do(right(desk, by="eve"))
    assert isinstance(desk.events[-1], ev.ClockConfirmed)
    desk.start("T1", 1)
    assert [type(event) for event in desk.events[-2:]] == [ev.DayBegan, ev.RoundStarted]
    assert desk.state.clock_set == ()


def test_a_clock_that_agrees_needs_no_word_and_a_dealers_card_gives_none() -> None:
    desk = Desk()
    desk.refuse(right(desk), Code.CLOCK_AGREES)
    desk.now_us += 30 * DAY
    desk.refuse(cmd.ConfirmClock((), desk.badge("dan")), Code.ROLE)
    desk.refuse(cmd.ConfirmClock((), desk.badge("ann")), Code.ROLE)


def test_the_word_is_taken_while_a_failed_check_holds_the_link() -> None:
    desk = leapt(400)
    desk.do(cmd.HaltLink(HaltReason.INVARIANT, "drill"))
    desk.do(right(desk))
    assert desk.state.halted is HaltReason.INVARIANT


def test_a_state_of_before_reads_as_one_whose_clock_was_never_set() -> None:
    desk = leapt(2)
    assert '"clock_set"' not in encode(desk.state)
    desk.do(right(desk))
    assert decode_state(encode(desk.state)) == desk.state
