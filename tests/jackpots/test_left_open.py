"""A round that somebody left open for longer than awards are held: it still ends, and pays what it owes."""

from dataclasses import replace

from pitboss.jackpots import Code, encode
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.model import verify
from tests.jackpots.kit import SECOND, Desk

DAY = 24 * 3600 * SECOND


def left_open(kept: bool = True) -> Desk:
    """A paid straight flush in a round at T1, and eight gaming days at T2; 0.1 put such an award away."""
    desk = Desk()
    desk.start("T1", 1, 3, 5)
    desk.pay(desk.win("T1", 3, "straight-flush").award_no)
    for _ in range(8):
        desk.now_us += DAY
        if not kept:
            desk.state = desk.state._replace(tables=_closed(desk, "T1"))
        desk.start("T2", 1)
        if not kept:
            desk.state = desk.state._replace(tables=_opened(desk, "T1"))
        desk.end("T2")
    return desk


def _closed(desk: Desk, table: str) -> dict:  # type: ignore[type-arg]
    return desk.state.tables | {table: replace(desk.state.tables[table], open=False)}


def _opened(desk: Desk, table: str) -> dict:  # type: ignore[type-arg]
    return desk.state.tables | {table: replace(desk.state.tables[table], open=True)}


def test_failure_70_the_award_of_an_open_round_stays_at_hand_and_its_envy_is_paid() -> None:
    desk = left_open()
    assert 1 in desk.state.awards
    assert [event.kept for event in desk.events if isinstance(event, ev.DayBegan)][-2:] == [(1,), (1,)]
    ended = desk.end("T1")
    assert isinstance(ended, ev.RoundEnded)
    assert [(pay.award_no, pay.seat) for pay in ended.envy] == [(1, 1), (1, 5)]
    desk.now_us += DAY
    desk.start("T1", 1)
    assert 1 not in desk.state.awards
    assert verify(desk.events, desk.state) == []


def test_a_ledger_that_put_it_away_ends_the_round_without_envy_and_holds() -> None:
    desk = left_open(kept=False)
    assert 1 not in desk.state.awards
    pair = desk.badge("sue"), desk.badge("eve")
    desk.refuse(cmd.VoidRound("T1", 1, "a jam", *pair), Code.AWARD_CONFIRMED)
    desk.press("T1", 5, "flush")
    desk.press("T1", 5, "flush")
    ended = desk.end("T1")
    assert isinstance(ended, ev.RoundEnded)
    assert ended.envy == ()
    assert verify(desk.events, desk.state) == []


def test_days_that_keep_nothing_are_written_as_ever() -> None:
    desk = Desk()
    assert "kept" not in "".join(encode(event) for event in desk.events)
