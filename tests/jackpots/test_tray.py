"""Tray pays: a supervisor confirms them; the dealer's press records small ones where the house says so."""

from dataclasses import replace

import pytest

from pitboss.jackpots import Code, LinkConfig, Policy
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Role
from pitboss.jackpots.config import PayKind, PayLine, TrayPays
from tests.jackpots.kit import BY_PRESS, DOLLAR, HOUSE, ONE, Desk, with_policy


def test_a_tray_pay_waits_for_a_supervisor_unless_the_house_says_otherwise() -> None:
    """001:117, 155-157: a qualifying hand is verified by a supervisor, whether meter or tray pays it."""
    desk = Desk()
    desk.start("T1", 1, 2)
    claim = desk.press("T1", 2, "flush")
    assert desk.quote(claim).role is Role.SUPERVISOR
    desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)
    desk.refuse(desk.confirm_command(claim, by="dora"), Code.ROLE)
    award = desk.confirm(claim)
    desk.end("T1")
    assert (award.by.person, award.house_account) == ("sue", ev.TRAY)
    assert not desk.state.awards[1].paid


def test_a_dealer_without_an_amount_records_nothing_alone() -> None:
    """A set-up that names no amount gives the dealer none: every pay waits for a card."""
    desk = Desk(with_policy(ONE, tray_pays=TrayPays.DEALER))
    desk.start("T1", 1, 2)
    desk.press("T1", 2, "three-of-a-kind")
    desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)


def test_a_dealers_press_records_a_tray_pay_and_the_round_can_end() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2, 3)
    desk.press("T1", 2, "three-of-a-kind")
    desk.end("T1")
    award = desk.state.awards[1]
    assert (award.confirmed.amount_cents, award.confirmed.seat, award.paid) == (900, 2, True)
    assert (award.confirmed.by.person, award.confirmed.by.role) == ("dan", Role.DEALER)
    assert desk.balance("HOUSE:TRAY") == -9 * DOLLAR
    assert desk.balance("PAID") == 9 * DOLLAR
    assert desk.state.payable_units(1) == 0
    assert not desk.state.claims
    assert [type(event) for event in desk.events[-3:]] == [ev.AwardConfirmed, ev.AwardPaid, ev.RoundEnded]


def test_a_second_press_clears_it_until_the_round_ends() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2)
    desk.press("T1", 2, "flush")
    desk.press("T1", 2, "flush")
    desk.end("T1")
    assert not desk.state.awards
    assert desk.balance("HOUSE:TRAY") == 0


def test_a_pay_from_the_meter_still_needs_a_card_and_nothing_is_booked_before() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2)
    desk.press("T1", 1, "flush")
    claim = desk.press("T1", 2, "full-house")
    refusal = desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)
    assert "full-house at seat 2" in refusal.sentence
    assert "flush at seat 1" not in refusal.sentence
    assert not desk.state.awards
    desk.confirm(claim)
    desk.end("T1")
    assert sorted(award.confirmed.hand for award in desk.state.awards.values()) == ["flush", "full-house"]


@pytest.mark.parametrize(
    "config",
    [
        with_policy(BY_PRESS, tray_pays=TrayPays.SUPERVISOR),
        with_policy(BY_PRESS, tray_supervisor_above_cents=5_000),
        with_policy(BY_PRESS, executive_hands=("flush",)),
        with_policy(BY_PRESS, executive_from_cents=5_000),
    ],
    ids=["supervisor", "above", "executive hand", "executive amount"],
)
def test_the_house_may_want_a_card_for_a_tray_pay(config: LinkConfig) -> None:
    desk = Desk(config)
    desk.start("T1", 1, 2)
    claim = desk.press("T1", 2, "flush")
    desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)
    desk.confirm(claim, by="eve")
    desk.end("T1")
    assert not desk.state.awards[1].paid


def test_a_supervisor_is_needed_from_the_amount_on_and_not_below() -> None:
    desk = Desk(with_policy(BY_PRESS, tray_supervisor_above_cents=5_000))
    desk.start("T1", 1, 2)
    desk.press("T1", 2, "three-of-a-kind")
    desk.end("T1")
    assert desk.state.awards[1].paid


def test_a_supervisor_may_confirm_a_tray_pay_all_the_same() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2)
    desk.confirm(desk.press("T1", 2, "flush"))
    desk.end("T1")
    assert desk.state.awards[1].confirmed.by.person == "sue"
    assert not desk.state.awards[1].paid


def test_a_prize_of_a_house_jackpot_is_no_tray_pay() -> None:
    desk = Desk(HOUSE)
    desk.start("T1", 1, 2)
    desk.press("T1", 1, "flush")
    desk.press("T1", 2, "straight-flush")
    desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)


def test_a_tray_pay_brings_its_envy() -> None:
    lines = (*ONE.lines[:-1], PayLine("three-of-a-kind", PayKind.TRAY, cents=900, envy_cents=100))
    desk = Desk(replace(BY_PRESS, lines=lines))
    desk.start("T1", 1, 2, 3)
    desk.press("T1", 2, "three-of-a-kind")
    ended = desk.end("T1")
    assert [(pay.award_no, pay.seat, pay.cents) for pay in ended.envy] == [(1, 1, 100), (1, 3, 100)]


def test_a_mistaken_tray_pay_is_backed_out_by_two_people() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2)
    desk.press("T1", 2, "flush")
    desk.end("T1")
    desk.back_out(1)
    assert desk.balance("HOUSE:TRAY") == 0
    assert desk.balance("RECOVERABLE") == -50 * DOLLAR


def test_a_voided_round_pays_nothing_from_the_tray() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 1, 2)
    desk.press("T1", 2, "flush")
    desk.do(desk.void_command("T1"))
    assert desk.balance("HOUSE:TRAY") == 0


def test_a_setup_written_before_the_setting_existed_wants_a_supervisor() -> None:
    from pitboss.jackpots import encode
    from pitboss.jackpots.codec import decode_command

    old = cmd.Configure(
        with_policy(ONE, tray_pays=TrayPays.SUPERVISOR), Desk().badge("sue"), Desk().badge("eve")
    )
    assert "tray" not in encode(old).replace('"kind":"tray"', "")
    assert decode_command(encode(old)) == old
    assert '"tray_pays":"dealer"' in encode(replace(old, config=BY_PRESS))
    assert Policy().tray_pays is TrayPays.SUPERVISOR
