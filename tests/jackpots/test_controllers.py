"""Both generations of keypads play the same link by the same commands."""

import pytest

from pitboss.errors import BadInput
from pitboss.jackpots import Code
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.controllers import AquariusPanel, NexusPanel
from pitboss.money import UNITS_PER_CENT
from tests.jackpots.kit import BY_PRESS, DOLLAR, ONE, Desk, with_policy

SEATS = (1, 2, 3, 4, 5, 6, 7)


def nexus_round(desk: Desk) -> None:
    panel, command = NexusPanel("T1").start_game("dan", (2, 5), SEATS, 100)
    desk.do(command)
    panel, command = panel.select_spot(5).hand("royal-flush", "AhKhQhJhTh")
    desk.do(command)
    panel, command = panel.confirm(desk.quote(1)).swipe(desk.badge("sue"))
    desk.do(command)
    panel, command = panel.end_game()
    desk.do(command)


def aquarius_round(desk: Desk) -> None:
    panel, command = AquariusPanel("T1").coin_in("dan", (2, 5), SEATS, 100)
    desk.do(command)
    panel, command = panel.hand(5, "royal-flush", "AhKhQhJhTh")
    desk.do(command)
    panel, command = panel.turn_to_jph(desk.badge("sue"))
    desk.do(command)
    panel, command = panel.j_pot(desk.quote(1), desk.badge("sue"))
    desk.do(command)
    panel, command = panel.turn_to_run()
    desk.do(command)
    panel, command = panel.game_over()
    desk.do(command)


def test_the_same_round_on_both_leaves_the_same_books() -> None:
    newer, older = Desk(), Desk()
    nexus_round(newer)
    aquarius_round(older)
    assert newer.state.balances == older.state.balances
    assert (
        newer.state.awards[1].confirmed.amount_cents
        == older.state.awards[1].confirmed.amount_cents
        == 1_000_140
    )


def at_jph(desk: Desk, table: str, seat: int, hand: str) -> int:
    """A claim at a table whose key is at JPH; gives its number."""
    desk.start(table, *SEATS)
    claim = desk.press(table, seat, hand)
    desk.do(cmd.TurnToJph(table, desk.badge("sue")))
    return claim


def j_pot_command(desk: Desk, claim: int, by: str = "sue", override: bool = False) -> cmd.PressJPot:
    shown = desk.quote(claim)
    return cmd.PressJPot(shown.claim.table, claim, shown.epoch, desk.badge(by), override)


def j_pot(desk: Desk, claim: int) -> ev.AwardConfirmed:
    won = desk.do(j_pot_command(desk, claim))
    assert isinstance(won, ev.AwardConfirmed)
    return won


def test_j_pot_records_the_win_and_only_a_back_out_undoes_it() -> None:
    desk = Desk()
    won = j_pot(desk, at_jph(desk, "T1", 5, "royal-flush"))
    assert (won.award_no, won.amount_cents, won.reseeded) == (1, 1_000_490, True)
    assert desk.state.payable_units(1) == 1_000_490 * UNITS_PER_CENT
    assert desk.state.claims == {}
    desk.refuse(desk.press_command("T1", 5, "royal-flush"), Code.USE_ADJUSTMENT)
    desk.refuse(desk.void_command("T1"), Code.AWARD_CONFIRMED)
    desk.back_out(1)
    assert desk.state.payable_units(1) == 0
    assert desk.meter() == won.before_units
    desk.do(cmd.TurnToRun("T1", "dan"))
    desk.end("T1")


def test_the_meter_of_the_table_waits_for_run_and_that_of_every_other_table_does_not() -> None:
    desk = Desk()
    won = j_pot(desk, at_jph(desk, "T1", 5, "royal-flush"))
    assert desk.state.shown_units("main", "T1") == won.before_units
    assert desk.state.shown_units("main", "T2") == desk.meter() == won.after_units
    desk.do(cmd.TurnToRun("T1", "dan"))
    assert desk.state.shown_units("main", "T1") == won.after_units


def test_a_win_backed_out_before_run_leaves_nothing_to_wait_for() -> None:
    desk = Desk()
    won = j_pot(desk, at_jph(desk, "T1", 5, "straight-flush"))
    desk.back_out(won.award_no)
    desk.start("T2", 1)
    assert desk.state.shown_units("main", "T1") == desk.meter() > won.before_units


def test_a_tray_pay_at_j_pot_leaves_the_shown_meter_alone() -> None:
    desk = Desk()
    j_pot(desk, at_jph(desk, "T1", 5, "flush"))
    desk.start("T2", 1)
    assert desk.state.shown_units("main", "T1") == desk.meter()


def test_a_pay_that_is_the_dealer_s_needs_no_key_and_holds_none() -> None:
    desk = Desk(BY_PRESS)
    desk.start("T1", 2, 5)
    desk.press("T1", 2, "flush")
    desk.refuse(cmd.TurnToJph("T1", desk.badge("sue")), Code.NOTHING_CLAIMED)
    desk.press("T1", 5, "royal-flush")
    desk.do(cmd.TurnToJph("T1", desk.badge("sue")))
    desk.press("T1", 5, "royal-flush")
    desk.refuse(cmd.EndRound("T1", 1), Code.KEY_AT_JPH)
    desk.do(cmd.TurnToRun("T1", "dan"))
    desk.end("T1")
    assert [award.confirmed.hand for award in desk.state.awards.values()] == ["flush"]


def test_the_other_tables_of_the_link_go_on_and_are_paid_from_what_is_left() -> None:
    desk = Desk()
    won = j_pot(desk, at_jph(desk, "T1", 5, "royal-flush"))
    desk.start("T2", 1, 2)
    second = desk.win("T2", 2, "royal-flush")
    assert second.before_units == won.after_units + 2 * 100 * 700_000
    desk.end("T2")
    desk.start("T3", 1)
    desk.do(desk.adjust_command("main", DOLLAR, cmd.AdjustReason.HOUSE_ADDITION))
    desk.do(desk.void_command("T3"))
    desk.do(cmd.TurnToRun("T1", "dan"))
    desk.end("T1")


def test_two_tables_in_jph_at_once_are_paid_in_the_order_of_their_claims() -> None:
    desk = Desk()
    first = at_jph(desk, "T1", 5, "royal-flush")
    second = at_jph(desk, "T2", 3, "royal-flush")
    seen = j_pot_command(desk, second)
    desk.refuse(seen, Code.EARLIER_CLAIM_OPEN)
    won = j_pot(desk, first)
    desk.refuse(seen, Code.METER_CHANGED)
    later = j_pot(desk, second)
    assert later.before_units == won.after_units
    assert later.amount_cents < won.amount_cents
    assert desk.state.shown_units("main", "T1") == won.before_units
    assert desk.state.shown_units("main", "T2") == later.before_units
    desk.do(cmd.TurnToRun("T2", "dan"))
    assert desk.state.shown_units("main", "T2") == later.after_units
    assert desk.state.shown_units("main", "T1") == won.before_units
    desk.do(cmd.TurnToRun("T1", "dan"))
    assert desk.state.shown_units("main", "T1") == later.after_units


def test_an_executive_may_press_j_pot_ahead_of_an_earlier_claim() -> None:
    desk = Desk()
    at_jph(desk, "T1", 5, "royal-flush")
    second = at_jph(desk, "T2", 3, "royal-flush")
    desk.refuse(j_pot_command(desk, second, "sue", override=True), Code.ROLE)
    desk.do(j_pot_command(desk, second, "eve", override=True))


def test_several_claims_of_a_round_are_recorded_with_one_turn_of_the_key() -> None:
    desk = Desk()
    right = at_jph(desk, "T1", 6, "straight-flush")
    desk.refuse(desk.press_command("T1", 2, "straight-flush"), Code.KEY_AT_JPH)
    desk.press("T1", 6, "straight-flush")
    desk.do(cmd.TurnToRun("T1", "dan"))
    right, left = desk.press("T1", 6, "straight-flush"), desk.press("T1", 2, "royal-flush")
    desk.do(cmd.TurnToJph("T1", desk.badge("sue")))
    desk.refuse(j_pot_command(desk, left), Code.OUT_OF_TURN)
    won = j_pot(desk, right)
    last = j_pot(desk, left)
    assert last.before_units == won.after_units
    assert desk.state.shown_units("main", "T1") == won.before_units
    desk.do(cmd.TurnToRun("T1", "dan"))
    assert desk.end("T1").envy


def test_the_order_is_jph_then_j_pot_then_run_and_never_confirm() -> None:
    desk = Desk()
    desk.refuse(cmd.TurnToJph("T9", desk.badge("sue")), Code.UNKNOWN_TABLE)
    desk.refuse(cmd.TurnToRun("T9", "dan"), Code.UNKNOWN_TABLE)
    desk.refuse(cmd.TurnToJph("T1", desk.badge("sue")), Code.NOTHING_CLAIMED)
    desk.start("T1", 5)
    desk.refuse(cmd.TurnToJph("T1", desk.badge("sue")), Code.NOTHING_CLAIMED)
    claim = desk.press("T1", 5, "royal-flush")
    desk.refuse(j_pot_command(desk, claim), Code.KEY_AT_RUN)
    desk.refuse(cmd.TurnToRun("T1", "dan"), Code.KEY_AT_RUN)
    desk.do(cmd.TurnToJph("T1", desk.badge("sue")))
    desk.refuse(cmd.TurnToJph("T1", desk.badge("sue")), Code.KEY_AT_JPH)
    desk.refuse(desk.confirm_command(claim), Code.KEY_AT_JPH)
    desk.refuse(cmd.TurnToRun("T1", "dan"), Code.NOT_RECORDED)
    j_pot(desk, claim)
    desk.refuse(cmd.EndRound("T1", 1), Code.KEY_AT_JPH)
    desk.do(cmd.TurnToRun("T1", "dan"))
    desk.end("T1")


def test_a_hand_that_does_not_hold_is_cleared_and_the_key_goes_back() -> None:
    desk = Desk()
    at_jph(desk, "T1", 5, "royal-flush")
    desk.press("T1", 5, "royal-flush")
    desk.do(cmd.TurnToRun("T1", "dan"))
    desk.end("T1")
    assert desk.state.last_award == 0


def test_a_round_voided_at_jph_leaves_the_key_at_run() -> None:
    desk = Desk()
    at_jph(desk, "T1", 5, "royal-flush")
    desk.do(desk.void_command("T1"))
    assert desk.state.tables["T1"].jph is None
    desk.start("T1", 2)


def test_the_key_is_a_supervisor_s_and_j_pot_asks_for_the_authority_of_the_award() -> None:
    desk = Desk(with_policy(ONE, executive_hands=("royal-flush",)))
    desk.start("T1", 2, dealer="sam")
    claim = desk.press("T1", 2, "royal-flush")
    for person, why in (("dan", Code.ROLE), ("ann", Code.ROLE), ("sam", Code.SEGREGATION)):
        desk.refuse(cmd.TurnToJph("T1", desk.badge(person)), why)
    desk.do(cmd.TurnToJph("T1", desk.badge("sue")))
    desk.refuse(j_pot_command(desk, claim), Code.ROLE)
    desk.refuse(cmd.PressJPot("T1", 9, 0, desk.badge("eve")), Code.UNKNOWN_CLAIM)
    desk.refuse(cmd.PressJPot("T9", claim, 0, desk.badge("eve")), Code.UNKNOWN_CLAIM)
    desk.do(j_pot_command(desk, claim, "eve"))


def test_keys_out_of_order_do_nothing() -> None:
    desk = Desk(ONE)
    desk.start("T1", 2)
    shown = desk.quote(desk.press("T1", 2, "royal-flush"))
    sue = desk.badge("sue")
    at_run, turned = AquariusPanel("T1", 1, "dan"), AquariusPanel("T1", 1, "dan", at_jph=True)
    for key in (
        lambda: NexusPanel("T1", 1, "dan").hand("royal-flush"),
        lambda: NexusPanel("T1", 1, "dan").swipe(sue),
        lambda: at_run.j_pot(shown, sue),
        lambda: at_run.turn_to_run(),
        lambda: turned.coin_in("dan", (1,), SEATS, 100),
        lambda: turned.turn_to_jph(sue),
        lambda: turned.game_over(),
    ):
        with pytest.raises(BadInput):
            key()
