"""Both generations of keypads play the same link by the same commands."""

import pytest

from pitboss.errors import BadInput
from pitboss.jackpots import Code, Command
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.controllers import AquariusPanel, NexusPanel
from tests.jackpots.kit import ONE, Desk

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
    panel, command = panel.turn_to_jph().j_pot(desk.quote(1), desk.badge("sue"))
    desk.do(command)
    panel, recorded = panel.turn_to_run(desk.badge("sue"))
    assert recorded
    desk.do(recorded)
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


def test_between_j_pot_and_run_wagers_claims_and_corrections_wait() -> None:
    desk = Desk()
    desk.start("T2", 1)
    won = desk.win("T2", 1, "full-house")
    panel, command = AquariusPanel("T1").coin_in("dan", (2, 5), SEATS, 100)
    desk.do(command)
    desk.press("T1", 5, "straight-flush")
    other = desk.press("T1", 2, "flush")
    panel, command = panel.turn_to_jph().j_pot(desk.quote(2), desk.badge("sue"))
    desk.do(command)
    amount = desk.quote(2).amount_cents
    waits: list[Command] = [
        desk.start_command("T3", 1),
        cmd.PressHand("T2", 1, 1, "flush", "dan"),
        desk.confirm_command(other),
        desk.back_out_command(won.award_no),
        desk.adjust_command("main", -1, cmd.AdjustReason.MALFUNCTION),
        desk.void_command("T2", approver=desk.badge("ed")),
        cmd.FixAward("T1", other, desk.badge("sue")),
    ]
    for command in waits:
        desk.refuse(command, Code.AWARD_FIXED)
    _, recorded = panel.turn_to_run(desk.badge("sue"))
    assert recorded
    desk.do(recorded)
    assert desk.state.awards[2].confirmed.amount_cents == amount
    desk.start("T3", 1)


def test_a_fixed_award_can_be_let_go() -> None:
    desk = Desk()
    desk.start("T1", 2)
    claim = desk.press("T1", 2, "royal-flush")
    panel = AquariusPanel("T1", 1, "dan").turn_to_jph()
    panel, command = panel.j_pot(desk.quote(claim), desk.badge("sue"))
    desk.do(command)
    desk.refuse(cmd.ReleaseAward(claim + 1, desk.badge("sue")), Code.NOT_FIXED)
    desk.refuse(cmd.ReleaseAward(claim, desk.badge("dan")), Code.ROLE)
    panel, command = panel.clear(desk.badge("sue"))
    desk.do(command)
    desk.refuse(cmd.ReleaseAward(claim, desk.badge("sue")), Code.NOT_FIXED)
    panel, recorded = panel.turn_to_run(desk.badge("sue"))
    assert recorded is None
    assert claim in desk.state.claims


def test_fixing_asks_for_the_same_authority_and_order_as_confirming() -> None:
    desk = Desk()
    desk.start("T1", 2, 6)
    left, _ = desk.press("T1", 2, "royal-flush"), desk.press("T1", 6, "royal-flush")
    desk.refuse(cmd.FixAward("T1", left, desk.badge("dan")), Code.ROLE)
    desk.refuse(cmd.FixAward("T1", left, desk.badge("sue")), Code.OUT_OF_TURN)
    desk.refuse(cmd.FixAward("T1", 9, desk.badge("sue")), Code.UNKNOWN_CLAIM)


def test_keys_out_of_order_do_nothing() -> None:
    desk = Desk(ONE)
    desk.start("T1", 2)
    shown = desk.quote(desk.press("T1", 2, "royal-flush"))
    sue = desk.badge("sue")
    at_run, at_jph = AquariusPanel("T1", 1, "dan"), AquariusPanel("T1", 1, "dan", at_jph=True)
    fixed, _ = at_jph.j_pot(shown, sue)
    for key in (
        lambda: NexusPanel("T1", 1, "dan").hand("royal-flush"),
        lambda: NexusPanel("T1", 1, "dan").swipe(sue),
        lambda: at_run.j_pot(shown, sue),
        lambda: at_run.turn_to_run(sue),
        lambda: at_run.clear(sue),
        lambda: fixed.j_pot(shown, sue),
        lambda: at_jph.coin_in("dan", (1,), SEATS, 100),
        lambda: at_jph.hand(2, "flush"),
        lambda: at_jph.turn_to_jph(),
        lambda: at_jph.game_over(),
    ):
        with pytest.raises(BadInput):
            key()
