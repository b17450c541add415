"""The failures of the catalogue that the core answers, by number and with exactly the behaviour promised."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pitboss.errors import BadInput
from pitboss.jackpots import Code, Level, LinkConfig, Refusal, State, alarms, decide, decode_command, encode
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import AdjustReason, HaltReason, PayMethod, Role, Target
from pitboss.jackpots.config import PPM, SeatOrder
from pitboss.jackpots.corrections import reasons
from pitboss.jackpots.decide import TEXT_MAX, UNITS_MAX
from pitboss.jackpots.gaming_day import gaming_day
from pitboss.jackpots.people import CLOCK_LEAP_US, CLOCK_TOLERANCE_US
from pitboss.money import UNITS_PER_CENT
from tests.jackpots.kit import DOLLAR, HOUSE, NOON, ONE, SECOND, THREE, Desk, with_level, with_policy


def test_failure_03_a_round_started_twice_under_new_ids_gives_the_original_answer() -> None:
    desk = Desk()
    original = desk.start("T1", 1, 3)
    again = desk.start_command("T1", 5, round_no=1)
    assert desk.refuse(again, Code.ROUND_EXISTS).original == original
    desk.end("T1")
    assert desk.refuse(again, Code.ROUND_EXISTS).original == original


def test_failure_05_a_round_in_play_or_a_gap_in_the_numbers() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.refuse(desk.start_command("T1", 1), Code.ROUND_OPEN)
    desk.end("T1")
    refusal = desk.refuse(desk.start_command("T1", 1, round_no=3), Code.ROUND_GAP)
    assert [type(event) for event in refusal.events] == [ev.TableLocked]
    desk.refuse(desk.start_command("T1", 1, round_no=2), Code.TABLE_LOCKED)
    desk.do(cmd.UnlockTable("T1", 7, desk.badge("sue")))
    assert desk.start("T1", 1).round_no == 7
    desk.end("T1")
    desk.refuse(desk.start_command("T1", 1, round_no=6), Code.ROUND_GAP)
    assert desk.state.tables["T1"].locked
    assert not desk.state.tables["T2"].locked


def test_failure_06_empty_and_wrong_wagers() -> None:
    desk = Desk()
    before = dict(desk.state.balances)
    desk.refuse(desk.start_command("T1", 1, 1), Code.BAD_SEAT)
    desk.refuse(desk.start_command("T1", 8), Code.BAD_SEAT)
    desk.refuse(desk.start_command("T1", 0), Code.BAD_SEAT)
    desk.refuse(desk.start_command("T1", 1, wager_cents=500), Code.BAD_WAGER)
    desk.refuse(desk.start_command("T1", 1, 2, base_seats=(1,)), Code.NO_BASE_WAGER)
    desk.refuse(desk.start_command("T1", 1, 2, together=((1, 2), (2, 3))), Code.BAD_SEAT)
    desk.refuse(desk.start_command("T9", 1), Code.UNKNOWN_TABLE)
    assert desk.start("T1").seats == ()
    assert desk.state.balances == before


def test_failure_07_many_tables_make_the_exact_sum_in_gapless_order() -> None:
    tables = tuple(replace(ONE.tables[0], table=f"T{n}") for n in range(1, 21))
    desk = Desk(replace(ONE, tables=tables))
    first = desk.state.seq
    for table in tables:
        desk.start(table.table, 1, 2, 3)
    assert desk.state.seq == first + 20 == len(desk.events)
    assert desk.meter() == 10_000 * DOLLAR + 20 * 3 * 70 * UNITS_PER_CENT


def test_failure_08_two_tables_hit_everything_at_once() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 4)
    first = desk.press("T2", 4, "royal-flush")
    second = desk.press("T1", 1, "royal-flush")
    desk.refuse(desk.confirm_command(second), Code.EARLIER_CLAIM_OPEN)
    desk.start("T3", 1, 2)
    won = desk.confirm(first)
    assert won.amount_cents == 1_000_000 + 4 * 70
    desk.start_command("T3", 1)
    desk.end("T3")
    desk.start("T3", 7)
    late = desk.confirm(second)
    # The second is paid from seed, reserve and what came later.
    assert late.amount_cents == 1_000_000 + 4 * 5 + 70
    assert desk.meter() == 10_000 * DOLLAR + 5 * UNITS_PER_CENT


def test_failure_08_an_executive_may_go_ahead_and_it_is_on_record() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 4)
    desk.press("T2", 4, "royal-flush")
    second = desk.press("T1", 1, "royal-flush")
    desk.refuse(desk.confirm_command(second, "sue", override=True), Code.ROLE)
    won = desk.confirm(second, "eve", override=True)
    assert won.override
    assert alarms(won) == ("award 1 was confirmed before an earlier claim",)


def test_failure_08_a_cleared_claim_frees_the_next() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 4)
    first = desk.press("T2", 4, "royal-flush")
    second = desk.press("T1", 1, "straight-flush")
    assert desk.press("T2", 4, "royal-flush") == first
    assert desk.confirm(second).amount_cents == 100_014


def test_failure_08_rounds_with_several_hits_never_wait_for_each_other_in_a_circle() -> None:
    desk = Desk()
    desk.start("T1", 3, 5)
    desk.start("T2", 2)
    left = desk.press("T1", 3, "straight-flush")
    other = desk.press("T2", 2, "straight-flush")
    right = desk.press("T1", 5, "straight-flush")
    desk.refuse(desk.confirm_command(other), Code.EARLIER_CLAIM_OPEN)
    desk.refuse(desk.confirm_command(left), Code.OUT_OF_TURN)
    for claim in (right, left, other):
        desk.confirm(claim)


def test_failure_08_the_house_may_order_by_confirmation_instead() -> None:
    from pitboss.jackpots.config import LinkOrder

    desk = Desk(with_policy(ONE, link_order=LinkOrder.CONFIRM))
    desk.start("T1", 1)
    desk.start("T2", 4)
    desk.press("T2", 4, "royal-flush")
    desk.confirm(desk.press("T1", 1, "royal-flush"))


def test_failure_09_the_meter_on_the_screen_is_the_meter_that_pays() -> None:
    desk = Desk()
    desk.start("T1", 1)
    claim = desk.press("T1", 1, "royal-flush")
    drawn = desk.quote(claim)
    desk.start("T2", 1, 2, 3)
    assert desk.state.levels["main"].epoch == drawn.epoch, "wagers do not block"
    desk.do(desk.adjust_command("main", -DOLLAR, AdjustReason.MALFUNCTION))
    refusal = desk.refuse(desk.confirm_command(claim, epoch=drawn.epoch), Code.METER_CHANGED)
    assert "$10,001.80" in refusal.sentence
    desk.confirm(claim)


def test_failure_09_a_voided_round_redraws_the_screen_too() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 1, 2, 3)
    claim = desk.press("T1", 1, "royal-flush")
    drawn = desk.quote(claim)
    desk.do(desk.void_command("T2"))
    desk.refuse(desk.confirm_command(claim, epoch=drawn.epoch), Code.METER_CHANGED)


@pytest.mark.parametrize(
    ("right", "left", "paid"),
    [
        ("straight-flush", "royal-flush", (100_014, 900_126)),
        ("royal-flush", "straight-flush", (1_000_140, 100_001)),
    ],
)
def test_failure_10_awards_of_a_round_go_from_the_right(right: str, left: str, paid: tuple[int, int]) -> None:
    """10 % then 100 % is not 100 % then 10 %: each is taken of what the one before left."""
    desk = Desk()
    desk.start("T1", 2, 6)
    on_left = desk.press("T1", 2, left)
    on_right = desk.press("T1", 6, right)
    desk.refuse(desk.confirm_command(on_left), Code.OUT_OF_TURN)
    assert (desk.confirm(on_right).amount_cents, desk.confirm(on_left).amount_cents) == paid


def test_failure_10_internal_controls_may_turn_the_order_round() -> None:
    desk = Desk(with_policy(ONE, seat_order=SeatOrder.LEFT_TO_RIGHT))
    desk.start("T1", 2, 6)
    on_left = desk.press("T1", 2, "royal-flush")
    on_right = desk.press("T1", 6, "straight-flush")
    desk.refuse(desk.confirm_command(on_right), Code.OUT_OF_TURN)
    desk.confirm(on_left)
    desk.confirm(on_right)


def test_failure_10_pays_from_the_tray_and_of_other_levels_wait_for_nobody() -> None:
    desk = Desk(THREE)
    desk.start("T1", 1, 2, 3)
    low = desk.press("T1", 1, "full-house")
    desk.press("T1", 3, "royal-flush")
    middle = desk.press("T1", 2, "straight-flush")
    desk.confirm(low)
    desk.confirm(middle)


def test_failure_11_the_hand_button_toggles_and_a_new_claim_takes_a_new_place() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 2)
    first = desk.press("T1", 1, "royal-flush")
    other = desk.press("T2", 2, "royal-flush")
    assert desk.press("T1", 1, "royal-flush") == first
    again = desk.press("T1", 1, "royal-flush")
    assert again > other
    desk.refuse(desk.confirm_command(again), Code.EARLIER_CLAIM_OPEN)
    desk.refuse(desk.press_command("T1", 1, "straight-flush"), Code.CLAIM_OPEN)
    desk.confirm(other)
    desk.refuse(desk.press_command("T2", 2, "royal-flush"), Code.USE_ADJUSTMENT)
    desk.refuse(desk.press_command("T2", 2, "flush"), Code.USE_ADJUSTMENT)


def test_failure_12_two_supervisors_make_one_award() -> None:
    desk = Desk()
    desk.start("T1", 1)
    claim = desk.press("T1", 1, "royal-flush")
    swipe = desk.confirm_command(claim, "sue")
    other = desk.confirm_command(claim, "sam")
    desk.do(swipe)
    desk.refuse(swipe, Code.CLAIM_SETTLED)
    desk.refuse(other, Code.CLAIM_SETTLED)
    assert desk.state.last_award == 1


def test_failure_13_a_round_does_not_end_over_an_open_claim() -> None:
    desk = Desk()
    desk.start("T1", 1, 2)
    claim = desk.press("T1", 2, "royal-flush")
    refusal = desk.refuse(cmd.EndRound("T1", 1), Code.OPEN_CLAIMS)
    assert "royal-flush at seat 2" in refusal.sentence
    desk.confirm(claim)
    desk.end("T1")
    desk.refuse(cmd.EndRound("T1", 1), Code.ROUND_CLOSED)


def test_failure_14_messages_out_of_order_change_nothing() -> None:
    desk = Desk()
    desk.refuse(cmd.EndRound("T1", 1), Code.ROUND_CLOSED)
    desk.refuse(cmd.PressHand("T1", 1, 1, "royal-flush", "dan"), Code.ROUND_CLOSED)
    desk.refuse(cmd.EndRound("T8", 1), Code.UNKNOWN_TABLE)
    desk.start("T1", 1)
    desk.end("T1")
    desk.start("T1", 1)
    desk.refuse(cmd.PressHand("T1", 1, 1, "royal-flush", "dan"), Code.ROUND_CLOSED)
    desk.refuse(cmd.EndRound("T1", 1), Code.ROUND_CLOSED)
    desk.refuse(cmd.Confirm("T1", 1, 0, desk.badge("sue")), Code.UNKNOWN_CLAIM)
    desk.refuse(cmd.Confirm("T1", 0, 0, desk.badge("sue")), Code.UNKNOWN_CLAIM)


def test_failure_17_a_confirmed_claim_stays_payable_and_authority_is_never_stored() -> None:
    desk = Desk()
    desk.start("T1", 1)
    claim = desk.press("T1", 1, "royal-flush")
    assert "sue" not in "".join(encode(event) for event in desk.events[3:]), (
        "the open claim holds no authority"
    )
    won = desk.confirm(claim)
    assert desk.state.payable_units(won.award_no) == won.amount_cents * UNITS_PER_CENT
    desk.refuse(cmd.Confirm("T1", claim, 0, desk.badge("sue")), Code.CLAIM_SETTLED)


def test_failure_18_an_award_is_owed_until_paid() -> None:
    desk = Desk()
    desk.start("T1", 1)
    won = desk.win("T1", 1, "royal-flush")
    desk.end("T1")
    for _ in range(12):
        desk.now_us += 86_400 * SECOND
        desk.start("T1", 1)
        desk.end("T1")
    assert desk.state.payable_units(won.award_no) == won.amount_cents * UNITS_PER_CENT
    desk.pay(won.award_no)
    assert desk.state.payable_units(won.award_no) == 0
    assert desk.balance("PAID") == won.amount_cents * UNITS_PER_CENT
    desk.refuse(cmd.RecordPaid(1, PayMethod.CASH, desk.badge("ann")), Code.ALREADY_PAID)


def test_failure_26_floats_are_refused_at_the_border() -> None:
    text = encode(cmd.EndRound("T1", 1))
    with pytest.raises(BadInput, match="float"):
        decode_command(text.replace(":1", ":1.0"))
    with pytest.raises(BadInput, match="float"):
        decode_command(text.replace(":1", ":NaN"))
    with pytest.raises(BadInput, match="not a int"):
        decode_command(text.replace(":1", ":true"))


def test_failure_26_two_million_rounds_lose_nothing() -> None:
    """At 1.37 % a cent rounded off each wager would have lost a thousand dollars."""
    wagered = 100
    assert wagered * 13_700 * 2_000_000 == 2_740_000 * UNITS_PER_CENT
    desk = Desk(with_level(with_level(ONE, "main", rate_ppm=13_700), "main", reserve_ppm=0))
    for _ in range(50):
        desk.start("T1", 1)
        desk.end("T1")
    assert desk.meter() - 10_000 * DOLLAR == 50 * 1_370_000


def test_failure_27_a_share_is_cut_to_cents_and_the_rest_stays() -> None:
    desk = Desk(with_level(with_level(ONE, "main", rate_ppm=13_700), "main", reserve_ppm=0))
    desk.start("T1", 1, 2)
    before = desk.meter()
    assert before % UNITS_PER_CENT == 740_000
    won = desk.win("T1", 2, "royal-flush")
    assert won.amount_cents == before // UNITS_PER_CENT
    assert desk.meter() == 10_000 * DOLLAR + 740_000
    tenth = desk.win("T1", 1, "straight-flush")
    assert tenth.amount_cents == 100_000
    assert desk.meter() == 9_000 * DOLLAR + 740_000


def test_failure_28_amounts_are_strings_and_the_books_have_an_end() -> None:
    desk = Desk()
    assert '"house_units":"25000000"' in encode(desk.start("T1", 1))
    desk.end("T1")
    full = desk.state._replace(balances=desk.state.balances | {"WAGERS": -UNITS_MAX + 99_999_999})
    answer = decide(full, desk.start_command("T1", 1), desk.now_us)
    assert isinstance(answer, Refusal)
    assert answer.code is Code.AMOUNT_TOO_LARGE
    assert answer.events == ()


def test_failure_28_the_books_hold_exactly_what_eight_bytes_do() -> None:
    desk = Desk()
    start = desk.start_command("T1", 1)
    for held, fits in ((-UNITS_MAX + 100_000_000, True), (-UNITS_MAX + 99_999_999, False)):
        full = desk.state._replace(balances=desk.state.balances | {"WAGERS": held})
        assert isinstance(decide(full, start, desk.now_us), Refusal) is not fits, held


@pytest.mark.parametrize(("number", "is_one"), [(UNITS_MAX, True), (UNITS_MAX + 1, False)])
def test_failure_28_the_largest_number_is_still_a_number(number: int, is_one: bool) -> None:
    desk = Desk()
    for signed in (number, -number):
        answer = decide(desk.state, desk.start_command("T1", 1, round_no=signed), desk.now_us)
        assert isinstance(answer, Refusal)
        assert (answer.code is Code.BAD_AMOUNT) is not is_one, answer


@pytest.mark.parametrize(("letters", "taken"), [(TEXT_MAX, True), (TEXT_MAX + 1, False)])
def test_a_text_of_500_letters_is_taken_and_one_more_is_not(letters: int, taken: bool) -> None:
    desk = Desk()
    halt = cmd.HaltLink(HaltReason.OPERATOR, "x" * letters)
    answer = decide(desk.state, halt, desk.now_us)
    assert (isinstance(answer, Refusal) and answer.code is Code.BAD_TEXT) is not taken


def test_failure_28_an_amount_must_be_a_whole_number_in_a_string() -> None:
    text = encode(Desk().start_command("T1", 1))
    for wrong in ("100", '"1e2"', '"1.00"', '""', '"٣"', '"-"', "null", f'"{"9" * 30}"'):
        with pytest.raises(BadInput):
            decode_command(text.replace('"wager_cents":"100"', f'"wager_cents":{wrong}'))


@pytest.mark.parametrize(
    ("rate_ppm", "reserve_ppm"), [(0, 0), (PPM, 0), (0, PPM), (600_000, 400_000), (1, 1)]
)
def test_failure_29_rates_from_nothing_to_all(rate_ppm: int, reserve_ppm: int) -> None:
    level = Level("main", rate_ppm, reserve_ppm, 1_000_000)
    desk = Desk(replace(ONE, levels=(level,)))
    desk.start("T1", 1, 2, 3)
    assert desk.meter() == 10_000 * DOLLAR + 300 * rate_ppm
    assert desk.state.reserve_units("main") == 300 * reserve_ppm
    assert desk.balance("HOUSE:HOLD") == 300 * (PPM - rate_ppm - reserve_ppm)


@pytest.mark.parametrize(("rate_ppm", "reserve_ppm"), [(-1, 0), (PPM + 1, 0), (0, -1), (600_000, 400_001)])
def test_failure_29_rates_outside_are_refused(rate_ppm: int, reserve_ppm: int) -> None:
    with pytest.raises(BadInput, match="ppm"):
        replace(ONE, levels=(Level("main", rate_ppm, reserve_ppm, 1_000_000),))


def test_failure_30_a_meter_that_runs_dry_pays_in_full_and_alarms() -> None:
    desk = Desk(with_level(ONE, "main", seed_cents=30_000))
    desk.start("T1", 1, 2)
    won = desk.win("T1", 2, "four-of-a-kind")
    assert won.amount_cents == 50_000
    assert won.meter_units == 300 * DOLLAR + 140 * UNITS_PER_CENT
    assert desk.balance("HOUSE:SHORTFALL") == -(500 * DOLLAR - won.meter_units)
    assert desk.meter() == 0
    assert "ran dry" in alarms(won)[0]
    assert desk.win("T1", 1, "full-house").meter_units == 0


def test_failure_31_award_and_reseed_are_one_event() -> None:
    desk = Desk(THREE)
    desk.start("T1", 1, 2, 3, 4)
    before = {level: desk.meter(level) for level in ("mega", "minor")}
    reserve = desk.state.reserve_units("major")
    count = len(desk.events)
    claim = desk.press("T1", 2, "straight-flush")
    won = desk.confirm(claim)
    assert len(desk.events) == count + 2, "one claim, one award"
    assert won.reseeded
    assert desk.meter("major") == 1_000 * DOLLAR + reserve
    assert desk.state.reserve_units("major") == 0
    assert {level: desk.meter(level) for level in ("mega", "minor")} == before


def test_failure_32_a_meter_stops_at_its_cap() -> None:
    desk = Desk(with_level(ONE, "main", cap_cents=1_000_100))
    desk.start("T1", 1)
    started = desk.start("T2", 1)
    assert (started.shares[0].meter_units, started.shares[0].overflow_units) == (30_000_000, 40_000_000)
    desk.start("T3", 1)
    assert desk.meter() == 1_000_100 * UNITS_PER_CENT
    assert desk.balance("OVERFLOW:main") == 110_000_000
    desk.do(cmd.CloseLink(desk.badge("sue")))
    for table in ("T1", "T2", "T3"):
        desk.end(table)
    low = replace(with_level(ONE, "main", cap_cents=1_000_099), version=2)
    desk.refuse(cmd.Configure(low, desk.badge("sue"), desk.badge("eve")), Code.CAP_BELOW_METER)


def test_failure_33_envy_goes_to_every_other_wager_at_the_table() -> None:
    desk = Desk()
    desk.start("T1", 1, 3, 5)
    desk.start("T2", 2)
    desk.win("T1", 5, "royal-flush")
    desk.win("T1", 3, "straight-flush")
    meter = desk.meter()
    envy = desk.end("T1").envy
    assert [(pay.seat, pay.cents) for pay in envy] == [(1, 100_000), (3, 100_000), (1, 30_000), (5, 30_000)]
    assert desk.end("T2").envy == ()
    assert desk.meter() == meter
    assert desk.balance("HOUSE:TRAY") == -2_600 * DOLLAR


def test_failure_33_no_envy_from_oneself_on_another_spot() -> None:
    desk = Desk()
    desk.start("T1", 1, 3, 5, together=((5, 3),))
    desk.win("T1", 5, "royal-flush")
    assert [pay.seat for pay in desk.end("T1").envy] == [1]


def test_failure_33_envy_of_an_award_backed_out_before_and_after_the_end() -> None:
    desk = Desk()
    desk.start("T1", 1, 3)
    won = desk.win("T1", 3, "royal-flush")
    desk.back_out(won.award_no)
    assert desk.end("T1").envy == ()
    desk.start("T1", 1, 3)
    won = desk.win("T1", 3, "royal-flush")
    paid = desk.end("T1").envy
    assert desk.back_out(won.award_no).envy_paid == paid != ()


def test_failure_34_a_back_out_is_the_exact_inverse() -> None:
    desk = Desk()
    desk.start("T1", 1, 2)
    before = dict(desk.state.balances)
    won = desk.win("T1", 2, "royal-flush")
    desk.start("T2", 1)
    desk.back_out(won.award_no)
    since = {"METER:main": 70, "RESERVE:main": 5, "HOUSE:HOLD": 25, "WAGERS": -100}
    expected = {account: units + since.get(account, 0) * UNITS_PER_CENT for account, units in before.items()}
    assert desk.state.balances == expected
    desk.refuse(desk.back_out_command(won.award_no), Code.ALREADY_BACKED_OUT)
    desk.refuse(cmd.RecordPaid(won.award_no, PayMethod.CASH, desk.badge("ann")), Code.ALREADY_BACKED_OUT)
    again = desk.win("T1", 2, "royal-flush")
    assert again.award_no == 2


def test_failure_34_an_award_in_between_is_for_people_to_decide() -> None:
    desk = Desk()
    desk.start("T1", 1, 2)
    first = desk.win("T1", 2, "straight-flush")
    second = desk.win("T1", 1, "straight-flush")
    desk.refuse(desk.back_out_command(first.award_no), Code.INTERVENING_AWARD)
    meter = desk.meter()
    desk.refuse(desk.back_out_command(first.award_no, requester="sue", keep_meters=True), Code.ROLE)
    desk.do(desk.back_out_command(first.award_no, keep_meters=True))
    assert desk.meter() == meter
    assert desk.balance("ADJUST") == first.amount_cents * UNITS_PER_CENT
    desk.back_out(second.award_no)


def test_failure_34_awards_are_undone_from_the_last_one_back() -> None:
    desk = Desk()
    desk.start("T1", 1, 2)
    before = dict(desk.state.balances)
    first = desk.win("T1", 2, "royal-flush")
    second = desk.win("T1", 1, "four-of-a-kind")
    desk.back_out(second.award_no)
    desk.back_out(first.award_no)
    assert desk.state.balances == before


def test_failure_34_a_paid_award_backed_out_is_to_be_recovered() -> None:
    desk = Desk()
    desk.start("T1", 1)
    won = desk.win("T1", 1, "flush")
    desk.pay(won.award_no)
    assert desk.back_out(won.award_no).paid_cents == 5_000
    assert desk.balance("RECOVERABLE") == -50 * DOLLAR
    assert desk.balance("PAID") == 50 * DOLLAR


def test_failure_35_a_back_out_never_makes_a_meter_negative() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.do(desk.adjust_command("main", -9_000 * DOLLAR, AdjustReason.MALFUNCTION))
    won = desk.win("T1", 1, "royal-flush")
    desk.do(desk.adjust_command("main", -9_500 * DOLLAR, AdjustReason.SEED_RECOVERY))
    refusal = desk.refuse(desk.back_out_command(won.award_no), Code.NEGATIVE_METER)
    assert "-$8,499.30" in refusal.sentence


def test_failure_36_a_set_up_changes_only_on_a_closed_and_quiet_link() -> None:
    desk = Desk()
    desk.start("T1", 1)
    new = replace(with_level(ONE, "main", seed_cents=2_000_000), version=2)
    desk.refuse(cmd.Configure(new, desk.badge("sue"), desk.badge("eve")), Code.LINK_OPEN)
    desk.do(cmd.CloseLink(desk.badge("sue")))
    desk.refuse(cmd.Configure(new, desk.badge("sue"), desk.badge("eve")), Code.LINK_BUSY)
    claim = desk.press("T1", 1, "royal-flush")
    won = desk.confirm(claim)
    assert (won.version, won.seed_units) == (1, 10_000 * DOLLAR), (
        "the round settles on the version it began with"
    )
    desk.end("T1")
    desk.refuse(cmd.Configure(new, desk.badge("eve"), desk.badge("eve")), Code.SEGREGATION)
    desk.refuse(cmd.Configure(new, desk.badge("eve"), desk.badge("sue")), Code.ROLE)
    desk.refuse(
        cmd.Configure(replace(new, version=3), desk.badge("sue"), desk.badge("eve")), Code.STALE_VERSION
    )
    meter = desk.meter()
    desk.do(cmd.Configure(new, desk.badge("sue"), desk.badge("eve")))
    assert desk.meter() == meter
    desk.refuse(desk.start_command("T1", 1), Code.LINK_CLOSED)
    desk.do(cmd.OpenLink(desk.badge("sue")))
    assert desk.start("T1", 1).version == 2
    assert desk.win("T1", 1, "royal-flush").seed_units == 20_000 * DOLLAR


@pytest.mark.parametrize(
    "changed",
    [
        replace(HOUSE, link=ONE.link, version=2),
        replace(ONE, link="other", version=2),
        replace(THREE, link=ONE.link, version=2),
    ],
)
def test_failure_36_name_type_and_levels_never_change(changed: LinkConfig) -> None:
    desk = Desk(opened=False)
    desk.refuse(cmd.Configure(changed, desk.badge("sue"), desk.badge("eve")), Code.BAD_CONFIG)


def test_failure_37_the_clock_steps_back_and_order_stays() -> None:
    desk = Desk()
    desk.start("T1", 1)
    last = desk.state.last_us
    desk.now_us = NOON - 3600 * SECOND
    desk.end("T1")
    step, ended = desk.events[-2:]
    assert isinstance(step, ev.ClockAnomaly)
    assert step.seen_us == NOON - 3600 * SECOND
    assert (step.at_us, ended.at_us) == (last + 1, last + 2)
    desk.start("T1", 1)
    assert not isinstance(desk.events[-2], ev.ClockAnomaly), "said once, not at every event"
    desk.now_us = desk.state.last_us + SECOND
    desk.end("T1")
    assert isinstance(desk.events[-2], ev.ClockAnomaly)
    assert not desk.state.clock_behind
    assert "the clock stepped" in alarms(desk.events[-2])[0]


@pytest.mark.parametrize(
    ("by_us", "noted"),
    [
        (-CLOCK_TOLERANCE_US, False),
        (-CLOCK_TOLERANCE_US - 1, True),
        (CLOCK_LEAP_US, False),
        (CLOCK_LEAP_US + 1, True),
    ],
)
def test_failure_37_a_step_is_noted_from_a_second_back_or_26_silent_hours_on(by_us: int, noted: bool) -> None:
    assert (CLOCK_TOLERANCE_US, CLOCK_LEAP_US) == (SECOND, 26 * 3600 * SECOND)
    desk = Desk()
    desk.now_us = desk.state.last_us + by_us
    decision = decide(desk.state, desk.start_command("T1", 1), desk.now_us)
    assert any(isinstance(event, ev.ClockAnomaly) for event in decision.events) is noted


def test_failure_37_the_clock_leaps_ahead() -> None:
    desk = Desk()
    desk.now_us += 30 * 3600 * SECOND
    desk.start("T1", 1)
    assert [type(event) for event in desk.events[-3:]] == [ev.ClockAnomaly, ev.DayBegan, ev.RoundStarted]
    assert all(a.at_us < b.at_us for a, b in zip(desk.events, desk.events[1:], strict=False))


@pytest.mark.parametrize("cut_minute", [0, 90, 120, 150, 180])
@pytest.mark.parametrize(
    ("around", "hours"), [("2023-03-12", 23), ("2023-11-05", 25), ("2024-02-29", 24), ("2023-12-31", 24)]
)
def test_failure_38_each_instant_lies_in_exactly_one_gaming_day(
    around: str, hours: int, cut_minute: int
) -> None:
    """Days touch without gap or overlap, also over 23 and 25 hours, in every minute of four days."""
    zone = "America/Los_Angeles"
    noon = datetime.fromisoformat(around).replace(hour=12, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    lengths, seen = set(), []
    for minute in range(-2 * 24 * 60, 2 * 24 * 60, 30):
        at_us = int((noon + timedelta(minutes=minute)).timestamp()) * SECOND
        day = gaming_day(at_us, zone, cut_minute)
        assert day.begins_us <= at_us < day.ends_us
        assert (
            gaming_day(day.begins_us, zone, cut_minute)
            == gaming_day(day.ends_us - 1, zone, cut_minute)
            == day
        )
        assert gaming_day(day.ends_us, zone, cut_minute).begins_us == day.ends_us
        lengths.add((day.ends_us - day.begins_us) // (3600 * SECOND))
        seen.append(day.day)
    assert seen == sorted(seen)
    assert lengths == {24, hours}


def test_failure_38_the_days_sum_to_the_total() -> None:
    desk = Desk()
    desk.now_us = int(datetime(2023, 11, 3, 18, 0, tzinfo=UTC).timestamp()) * SECOND
    for _ in range(60):
        desk.start("T1", 1, 2)
        if desk.state.last_award % 2 == 0:
            desk.win("T1", 1, "straight-flush")
        desk.end("T1")
        desk.now_us += 7 * 3600 * SECOND // 2
    days = []
    while desk.state.unsigned:
        closed = desk.do(cmd.CloseDay(min(desk.state.unsigned), desk.badge("ann")))
        assert isinstance(closed, ev.DayClosed)
        days.append(closed)
    assert len(days) > 8
    total: dict[str, int] = {}
    for day in days:
        for line in day.accounts:
            assert line.opening_units == total.get(line.account, 0)
            assert line.opening_units + sum(move.units for move in line.moves) == line.closing_units
            total[line.account] = line.closing_units
    today = desk.state.day
    assert {account: units for account, units in total.items() if units} == today.opening


def test_failure_38_days_are_signed_off_once_in_order_and_when_over() -> None:
    desk = Desk()
    today = desk.state.day.day
    desk.refuse(cmd.CloseDay(today, desk.badge("ann")), Code.DAY_NOT_OVER)
    desk.now_us += 86_400 * SECOND
    desk.start("T1", 1)
    second = desk.state.day.day
    desk.now_us += 86_400 * SECOND
    desk.end("T1")
    desk.refuse(cmd.CloseDay(second, desk.badge("ann")), Code.DAY_ORDER)
    desk.refuse(cmd.CloseDay(today, desk.badge("dan")), Code.ROLE)
    desk.do(cmd.CloseDay(today, desk.badge("ann")))
    desk.refuse(cmd.CloseDay(today, desk.badge("ann")), Code.DAY_CLOSED)
    desk.do(cmd.CloseDay(second, desk.badge("ann")))


def test_failure_40_the_level_is_that_of_amount_and_hand_at_confirming() -> None:
    desk = Desk(with_policy(ONE, executive_from_cents=1_000_100, executive_hands=("straight-flush",)))
    desk.start("T1", 1, 2)
    claim = desk.press("T1", 2, "royal-flush")
    desk.refuse(desk.confirm_command(claim, "sue"), Code.ROLE)
    desk.refuse(desk.confirm_command(claim, "ann"), Code.ROLE)
    desk.refuse(desk.confirm_command(claim, "dora"), Code.ROLE)
    assert claim in desk.state.claims
    desk.do(desk.adjust_command("main", -DOLLAR, AdjustReason.MALFUNCTION))
    assert desk.quote(claim).role is Role.SUPERVISOR, "below the limit a supervisor will do"
    desk.start("T2", 1)
    assert desk.quote(claim).role is Role.EXECUTIVE, "and wagers may lift it over again"
    desk.confirm(claim, "eve")
    small = desk.press("T1", 1, "straight-flush")
    desk.refuse(desk.confirm_command(small, "sue"), Code.ROLE)
    desk.confirm(small, "eve")


def test_failure_40_the_amount_of_the_level_itself_is_an_executives() -> None:
    for over, role in ((-1, Role.EXECUTIVE), (0, Role.EXECUTIVE), (1, Role.SUPERVISOR)):
        desk = Desk(with_policy(ONE, executive_from_cents=1_000_140 + over))
        desk.start("T1", 1, 2)
        offer = desk.quote(desk.press("T1", 2, "royal-flush"))
        assert (offer.amount_cents, offer.role) == (1_000_140, role)


def test_failure_41_nobody_confirms_what_he_dealt_or_claimed() -> None:
    desk = Desk()
    desk.start("T1", 1, dealer="sue")
    desk.do(cmd.PressHand("T1", 1, 1, "royal-flush", "sam"))
    desk.refuse(desk.confirm_command(1, "sue"), Code.SEGREGATION)
    desk.refuse(desk.confirm_command(1, "sam"), Code.SEGREGATION)
    second_card = replace(desk.badge("sam", Role.EXECUTIVE), card="another card")
    desk.refuse(cmd.Confirm("T1", 1, 0, second_card), Code.SEGREGATION)
    desk.confirm(1, "eve")
    desk.refuse(desk.back_out_command(1, approver=desk.badge("eve")), Code.SEGREGATION)
    desk.do(desk.back_out_command(1, approver=desk.badge("ed")))


def test_failure_42_a_swipe_serves_its_table_for_a_minute() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.start("T2", 1)
    claim = desk.press("T1", 1, "royal-flush")
    swipe = desk.confirm_command(claim)
    desk.refuse(replace(swipe, table="T2"), Code.UNKNOWN_CLAIM)
    desk.now_us = swipe.by.swiped_us + 60 * SECOND + 1
    desk.refuse(swipe, Code.SWIPE_EXPIRED)
    desk.refuse(replace(swipe, by=replace(swipe.by, swiped_us=desk.now_us + 2 * SECOND)), Code.SWIPE_EXPIRED)
    desk.now_us = swipe.by.swiped_us + 60 * SECOND
    desk.do(swipe)


def test_failure_45_adjustments_are_for_two_people_and_listed_reasons() -> None:
    desk = Desk()
    command = desk.adjust_command("main", -DOLLAR, AdjustReason.MALFUNCTION)
    desk.refuse(replace(command, requester=desk.badge("eve")), Code.SEGREGATION)
    desk.refuse(replace(command, approver=desk.badge("sam")), Code.ROLE)
    desk.refuse(replace(command, requester=desk.badge("dan")), Code.ROLE)
    desk.refuse(replace(command, explanation=" "), Code.NO_EXPLANATION)
    desk.now_us = command.requester.swiped_us + 600 * SECOND + 1
    desk.refuse(command, Code.SWIPE_EXPIRED)
    desk.now_us = command.requester.swiped_us + 600 * SECOND
    event = desk.do(command)
    assert isinstance(event, ev.MeterAdjusted)
    assert (event.before_units, event.after_units) == (10_000 * DOLLAR, 9_999 * DOLLAR)
    with pytest.raises(BadInput, match="not one of"):
        decode_command(encode(command).replace('"malfunction"', '"because"'))


def test_failure_45_each_reason_moves_only_what_the_law_lets_it() -> None:
    desk = Desk(with_level(ONE, "main", cap_cents=1_000_100))
    for table in ("T1", "T2", "T3"):
        desk.start(table, 1, 2)
    wrong: list[tuple[int, AdjustReason, Target, Code]] = [
        (DOLLAR, AdjustReason.WIN, Target.METER, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.WIN, Target.METER, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.WIN, Target.RESERVE, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.RESERVE_TO_RECEIPTS, Target.METER, Code.BAD_REASON),
        (DOLLAR, AdjustReason.SEED_RECOVERY, Target.METER, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.HOUSE_ADDITION, Target.METER, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.OVERFLOW_RETURN, Target.METER, Code.BAD_REASON),
        (-DOLLAR, AdjustReason.CAP, Target.METER, Code.BAD_REASON),
        (0, AdjustReason.MALFUNCTION, Target.METER, Code.BAD_AMOUNT),
        (1, AdjustReason.HOUSE_ADDITION, Target.METER, Code.ABOVE_CAP),
        (-1_000_100 * UNITS_PER_CENT - 1, AdjustReason.MALFUNCTION, Target.METER, Code.NEGATIVE_METER),
        (-DOLLAR, AdjustReason.RESERVE_TO_RECEIPTS, Target.RESERVE, Code.NEGATIVE_METER),
        (-10_000 * DOLLAR - 1, AdjustReason.SEED_RECOVERY, Target.METER, Code.MORE_THAN_HELD),
    ]
    for units, reason, target, code in wrong:
        desk.refuse(desk.adjust_command("main", units, reason, target=target), code)
    desk.refuse(desk.adjust_command("mega", 1, AdjustReason.HOUSE_ADDITION), Code.UNKNOWN_LEVEL)
    desk.refuse(desk.adjust_command("main", -1, AdjustReason.MALFUNCTION, seen_epoch=9), Code.METER_CHANGED)
    desk.do(desk.adjust_command("main", -100 * DOLLAR, AdjustReason.SEED_RECOVERY))
    desk.refuse(desk.adjust_command("main", 4 * DOLLAR, AdjustReason.OVERFLOW_RETURN), Code.MORE_THAN_HELD)
    desk.do(desk.adjust_command("main", 3 * DOLLAR, AdjustReason.OVERFLOW_RETURN))
    reserve = desk.state.reserve_units("main")
    desk.do(desk.adjust_command("main", -reserve, AdjustReason.RESERVE_TO_RECEIPTS, target=Target.RESERVE))
    desk.do(desk.adjust_command("main", 5 * DOLLAR, AdjustReason.HOUSE_ADDITION, target=Target.RESERVE))
    desk.do(desk.adjust_command("main", -2 * DOLLAR, AdjustReason.MALFUNCTION))
    assert desk.balance("HOUSE:SEED") == -9_900 * DOLLAR
    assert desk.balance("HOUSE:RECEIPTS") == reserve
    assert desk.balance("ADJUST") == -3 * DOLLAR


def test_failure_45_no_adjustment_is_a_win() -> None:
    """001:157, 270: a win is recorded at its table, with award, page and a place in the pay list."""
    desk = Desk()
    refusal = desk.refuse(desk.adjust_command("main", -8_000 * DOLLAR, AdjustReason.WIN), Code.BAD_REASON)
    assert "a win is recorded at its table" in refusal.sentence
    assert "J-POT or CONFIRM" in refusal.sentence
    assert all(
        reason not in {AdjustReason.WIN, AdjustReason.CAP}
        for target in Target
        for up in (True, False)
        for reason in reasons(target, up)
    ), "no page offers one"


def test_failure_49_the_confirmer_does_not_pay() -> None:
    desk = Desk()
    desk.start("T1", 1)
    won = desk.win("T1", 1, "royal-flush")
    desk.refuse(cmd.RecordPaid(won.award_no, PayMethod.CASH, desk.badge("sue")), Code.SEGREGATION)
    desk.refuse(cmd.RecordPaid(2, PayMethod.CASH, desk.badge("ann")), Code.UNKNOWN_AWARD)
    desk.pay(won.award_no, "dan")


def test_failure_50_a_voided_round_gives_every_wager_back_once() -> None:
    desk = Desk(with_level(ONE, "main", cap_cents=1_000_100))
    before = dict(desk.state.balances)
    desk.start("T1", 1, 2, 3)
    desk.press("T1", 2, "royal-flush")
    desk.refuse(desk.void_command("T1", approver=desk.badge("sue")), Code.SEGREGATION)
    desk.refuse(desk.void_command("T1", requester=desk.badge("dan")), Code.ROLE)
    desk.refuse(desk.void_command("T1", explanation=""), Code.NO_EXPLANATION)
    desk.refuse(desk.void_command("T1", round_no=2), Code.ROUND_CLOSED)
    event = desk.do(desk.void_command("T1"))
    assert isinstance(event, ev.RoundVoided)
    assert (event.refund_cents, event.seats, event.cleared) == (300, (1, 2, 3), (1,))
    assert desk.state.balances == before
    assert not desk.state.claims
    desk.refuse(desk.void_command("T1"), Code.ROUND_CLOSED)
    desk.start("T1", 1)


def test_failure_50_a_confirmed_award_stands_in_the_way_until_backed_out() -> None:
    desk = Desk()
    desk.start("T1", 1, dealer="sam")
    won = desk.win("T1", 1, "flush")
    desk.refuse(desk.void_command("T1"), Code.SEGREGATION)
    desk.refuse(
        desk.void_command("T1", requester=desk.badge("sam"), approver=desk.badge("ed")), Code.SEGREGATION
    )
    desk.refuse(desk.void_command("T1", approver=desk.badge("eve")), Code.AWARD_CONFIRMED)
    desk.back_out(won.award_no)
    desk.do(desk.void_command("T1", approver=desk.badge("eve")))


def test_failure_50_what_an_award_elsewhere_took_the_house_makes_up() -> None:
    desk = Desk(with_level(ONE, "main", seed_cents=0))
    desk.start("T1", 1, 2)
    desk.start("T2", 1)
    desk.win("T2", 1, "royal-flush")
    event = desk.do(desk.void_command("T1"))
    assert isinstance(event, ev.RoundVoided)
    # Reserve and meter went to the winner and to the reseed; the meter holds 15 cents of reserve.
    assert event.shares[0].meter_units == 15 * UNITS_PER_CENT
    assert event.shortfall_units == (140 - 15 + 10) * UNITS_PER_CENT
    assert desk.meter() == 0
    assert "made up" in alarms(event)[0]


def test_refusals_before_any_set_up_and_after_a_failed_check() -> None:
    empty = decide(State(), cmd.EndRound("T1", 1), NOON)
    assert isinstance(empty, Refusal)
    assert empty.code is Code.NOT_CONFIGURED
    desk = Desk()
    desk.start("T1", 1)
    desk.refuse(cmd.HaltLink(cmd.HaltReason.INVARIANT, ""), Code.NO_EXPLANATION)
    halted = desk.do(cmd.HaltLink(cmd.HaltReason.INVARIANT, "I2 at main"))
    assert alarms(halted) == ("the link halted: I2 at main",)
    desk.refuse(cmd.HaltLink(cmd.HaltReason.OPERATOR, "again"), Code.LINK_HALTED)
    desk.refuse(cmd.EndRound("T1", 1), Code.LINK_HALTED)
    desk.refuse(cmd.OpenLink(desk.badge("eve")), Code.LINK_HALTED)
    desk.refuse(cmd.OpenLink(desk.badge("eve"), desk.badge("eve")), Code.SEGREGATION)
    desk.do(cmd.OpenLink(desk.badge("eve"), desk.badge("ann")))
    desk.end("T1")
