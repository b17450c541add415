"""Rules of links beyond the failure catalogue: set-up, house jackpots, levels, roles, texts, tampering."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.errors import BadInput
from pitboss.jackpots import (
    Code,
    Event,
    Level,
    LinkConfig,
    PayKind,
    PayLine,
    Refusal,
    alarms,
    decide,
    decode_event,
    encode,
    postings,
)
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import HaltReason, PayMethod, Role, Run
from pitboss.jackpots.gaming_day import gaming_day
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.model import Model, verify
from pitboss.jackpots.pays import pay_lines
from pitboss.jackpots.state import apply
from pitboss.money import UNITS_PER_CENT, Odds
from pitboss.paytables import Line, MeterShare, paytable, paytables
from tests.jackpots.kit import DOLLAR, HOUSE, NOON, ONE, SECOND, THREE, Desk, with_level, with_policy


def test_each_winner_of_a_house_jackpot_gets_all_of_it() -> None:
    desk = Desk(HOUSE)
    started = desk.start("T1", 1, 2, 3)
    assert started.house_units == 300 * UNITS_PER_CENT, "nothing accrues"
    desk.start("T2", 1)
    other = desk.press("T2", 1, "royal-flush")
    prizes = [desk.win("T1", seat, "royal-flush").amount_cents for seat in (1, 3)]
    assert prizes == [500_000, 500_000]
    assert desk.confirm(other).amount_cents == 500_000
    assert desk.win("T1", 2, "straight-flush").amount_cents == 50_000
    assert desk.balance("HOUSE:PRIZE") == -15_500 * DOLLAR
    assert desk.meter() == 0
    assert not desk.state.awards[1].confirmed.reseeded
    desk.refuse(desk.adjust_command("main", DOLLAR, cmd.AdjustReason.HOUSE_ADDITION), Code.BAD_REASON)
    desk.back_out(1)
    assert desk.balance("HOUSE:PRIZE") == -10_500 * DOLLAR


def test_three_levels_take_their_own_shares_of_one_wager() -> None:
    desk = Desk(THREE)
    started = desk.start("T1", 1, 2)
    shares = [(s.level, s.meter_units, s.reserve_units) for s in started.shares]
    assert shares == [
        ("mega", 60 * UNITS_PER_CENT, 4 * UNITS_PER_CENT),
        ("major", 40 * UNITS_PER_CENT, 2 * UNITS_PER_CENT),
        ("minor", 20 * UNITS_PER_CENT, 0),
    ]
    assert started.house_units == 74 * UNITS_PER_CENT


def test_what_the_cap_leaves_no_room_for_waits_in_the_reserve() -> None:
    level = Level("main", 0, 1_000_000, 1_000_000, 1_000_150)
    desk = Desk(replace(ONE, levels=(level,)))
    desk.start("T1", 1, 2, 3)
    desk.win("T1", 3, "royal-flush")
    assert desk.meter() == 1_000_150 * UNITS_PER_CENT
    assert desk.state.reserve_units("main") == 150 * UNITS_PER_CENT


def test_a_reserve_fills_what_is_left_of_a_cent_up_to_the_cap_and_no_more() -> None:
    desk = Desk(with_level(ONE, "main", cap_cents=1_000_100, rate_ppm=33_333, reserve_ppm=800_000))
    desk.start("T1", 1, 2, 3)
    desk.win("T1", 3, "royal-flush")
    assert desk.meter() == 1_000_100 * UNITS_PER_CENT
    assert desk.state.reserve_units("main") == 240 * UNITS_PER_CENT - 99_000_100


def test_a_back_out_over_the_cap_spills_into_overflow() -> None:
    desk = Desk(with_level(ONE, "main", cap_cents=1_000_100))
    desk.start("T1", 1, 2)
    won = desk.win("T1", 2, "straight-flush")
    desk.start("T2", 1)
    event = desk.back_out(won.award_no)
    assert event.after_units == desk.meter() == 1_000_100 * UNITS_PER_CENT
    assert desk.balance("OVERFLOW:main") == event.overflow_units + 40 * UNITS_PER_CENT


def test_folded_hands_qualify_only_where_the_house_says_so() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.refuse(desk.press_command("T1", 1, "flush", folded=True), Code.FOLDED_HAND)
    kind = Desk(with_policy(ONE, folded_hands_qualify=True))
    kind.start("T1", 1)
    kind.do(kind.press_command("T1", 1, "flush", folded=True))


def test_claims_need_a_wager_and_a_line() -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.refuse(desk.press_command("T1", 2, "flush"), Code.NO_WAGER)
    desk.refuse(desk.press_command("T1", 1, "two-pair"), Code.UNKNOWN_HAND)


def test_links_open_close_and_halt() -> None:
    desk = Desk(opened=False)
    desk.refuse(desk.start_command("T1", 1), Code.LINK_CLOSED)
    desk.refuse(cmd.CloseLink(desk.badge("sue")), Code.LINK_CLOSED)
    desk.refuse(cmd.OpenLink(desk.badge("dan")), Code.ROLE)
    desk.do(cmd.OpenLink(desk.badge("sue")))
    desk.refuse(cmd.OpenLink(desk.badge("sue")), Code.LINK_OPEN)
    desk.refuse(cmd.CloseLink(desk.badge("dan")), Code.ROLE)
    desk.start("T1", 1)
    desk.do(cmd.HaltLink(HaltReason.SEIZURE, "order of the court"))
    desk.refuse(desk.start_command("T2", 1), Code.LINK_HALTED)
    desk.win("T1", 1, "flush")
    desk.end("T1")
    desk.refuse(cmd.HaltLink(HaltReason.SEIZURE, "again"), Code.LINK_HALTED)
    desk.do(cmd.HaltLink(HaltReason.FUNDS_SHORT, "deposit late"))
    desk.do(cmd.OpenLink(desk.badge("eve"), desk.badge("sue")))
    desk.start("T2", 1)


def test_only_a_supervisor_frees_a_locked_table_and_never_to_a_used_number() -> None:
    desk = Desk()
    desk.refuse(cmd.UnlockTable("T1", 1, desk.badge("sue")), Code.TABLE_NOT_LOCKED)
    desk.refuse(cmd.UnlockTable("T9", 1, desk.badge("sue")), Code.UNKNOWN_TABLE)
    desk.start("T1", 1)
    desk.end("T1")
    locked = desk.refuse(desk.start_command("T1", 1, round_no=9), Code.ROUND_GAP).events[0]
    assert "round 2 was due" in alarms(locked)[0]
    desk.refuse(cmd.UnlockTable("T1", 9, desk.badge("dan")), Code.ROLE)
    desk.refuse(cmd.UnlockTable("T1", 1, desk.badge("sue")), Code.ROUND_EXISTS)
    desk.do(cmd.UnlockTable("T1", 2, desk.badge("sue")))
    desk.start("T1", 1)


def test_a_loss_of_every_entry_can_be_accepted_and_one_of_entries_to_come_can_not() -> None:
    desk = Desk()
    two = desk.badge("ann"), desk.badge("eve")
    for kept in (-1, desk.state.seq + 1):
        desk.refuse(cmd.AcceptLoss(kept, "unknown", *two), Code.NOTHING_LOST)
    desk.do(cmd.AcceptLoss(0, "a new link, of which only paper is left", *two))
    desk.refuse(cmd.AcceptLoss(0, "once more", *two), Code.NOTHING_LOST)


def renumber(desk: Desk, number: int, *played: Run, **changes: Any) -> cmd.RenumberTable:
    two = desk.badge("ann"), desk.badge("eve")
    return replace(cmd.RenumberTable("T1", number, played, "typed 900 for 9", *two), **changes)


@pytest.fixture
def ran_away() -> Desk:
    """Table T1 has played rounds 1 and 2, then 900, where it was unlocked by mistake."""
    desk = Desk()
    for _ in (1, 2):
        desk.start("T1", 1)
        desk.end("T1")
    desk.refuse(desk.start_command("T1", 1, round_no=9), Code.ROUND_GAP)
    desk.do(cmd.UnlockTable("T1", 900, desk.badge("sue")))
    desk.start("T1", 1)
    desk.end("T1")
    return desk


def test_a_table_whose_numbers_ran_wrong_goes_on_where_two_people_say(ran_away: Desk) -> None:
    desk, played = ran_away, (Run(1, 2), Run(900, 900))
    asked = renumber(desk, 3, *played)
    event = desk.do(asked)
    two = asked.requester, asked.approver
    assert event == ev.TableRenumbered(event.at_us, "T1", 900, 3, played, "typed 900 for 9", *two)
    assert alarms(event) == ("table T1 goes on at round 3, not 901: ann and eve, typed 900 for 9",)
    assert desk.start("T1", 1).round_no == 3


def test_no_number_that_a_table_has_played_is_given_again(ran_away: Desk) -> None:
    desk, played = ran_away, (Run(1, 2), Run(900, 900))
    for number in (1, 2, 900):
        desk.refuse(renumber(desk, number, *played), Code.ROUND_EXISTS)
    desk.refuse(renumber(desk, 850), Code.ROUND_EXISTS)  # what is not told of is taken as played
    desk.do(renumber(desk, 898, *played))
    for _ in (898, 899):
        desk.start("T1", 1)
        desk.end("T1")
    desk.refuse(desk.start_command("T1", 1), Code.NUMBERS_USED)
    desk.refuse(renumber(desk, 900), Code.ROUND_EXISTS)  # the table knows by itself from now on
    desk.refuse(renumber(desk, 899), Code.ROUND_EXISTS)
    desk.do(renumber(desk, 901))
    assert desk.start("T1", 1).round_no == 901
    desk.end("T1")
    desk.refuse(desk.start_command("T1", 1, round_no=5), Code.ROUND_GAP)
    desk.do(renumber(desk, 902))  # also frees a table that is locked
    desk.start("T1", 1)


def test_a_locked_table_is_not_freed_at_a_number_it_played_before_it_was_renumbered(ran_away: Desk) -> None:
    desk = ran_away
    desk.do(renumber(desk, 3, Run(1, 2), Run(900, 900)))
    desk.refuse(desk.start_command("T1", 1, round_no=9), Code.ROUND_GAP)
    desk.refuse(cmd.UnlockTable("T1", 900, desk.badge("sue")), Code.ROUND_EXISTS)
    desk.do(cmd.UnlockTable("T1", 899, desk.badge("sue")))
    desk.start("T1", 1)
    desk.end("T1")
    desk.refuse(desk.start_command("T1", 1), Code.NUMBERS_USED)


def test_renumbering_takes_an_executive_a_reason_and_a_table_at_rest(ran_away: Desk) -> None:
    desk = ran_away
    desk.refuse(renumber(desk, 3, approver=desk.badge("sue")), Code.ROLE)
    desk.refuse(renumber(desk, 3, requester=desk.badge("eve")), Code.SEGREGATION)
    desk.refuse(renumber(desk, 3, explanation=" "), Code.NO_EXPLANATION)
    desk.refuse(renumber(desk, 3, table="T9"), Code.UNKNOWN_TABLE)
    desk.refuse(renumber(desk, 0), Code.BAD_AMOUNT)
    desk.refuse(renumber(desk, 901), Code.BAD_AMOUNT)
    desk.start("T1", 1)
    desk.refuse(renumber(desk, 3), Code.ROUND_OPEN)


def test_a_gap_at_the_turn_of_the_day_keeps_the_day_and_the_lock() -> None:
    desk = Desk()
    desk.now_us += 86_400 * SECOND
    refusal = desk.refuse(desk.start_command("T1", 1, round_no=4), Code.ROUND_GAP)
    assert [type(event) for event in refusal.events] == [ev.DayBegan, ev.TableLocked]


def test_settled_awards_are_archived_after_a_week() -> None:
    desk = Desk()
    desk.start("T1", 1)
    won = desk.win("T1", 1, "flush")
    desk.pay(won.award_no)
    desk.end("T1")
    for _ in range(8):
        desk.now_us += 86_400 * SECOND
        desk.start("T1", 1)
        desk.end("T1")
    assert not desk.state.awards
    desk.refuse(desk.back_out_command(won.award_no), Code.AWARD_ARCHIVED)
    desk.refuse(cmd.RecordPaid(won.award_no, PayMethod.CASH, desk.badge("ann")), Code.AWARD_ARCHIVED)
    desk.refuse(desk.back_out_command(7), Code.UNKNOWN_AWARD)


def test_back_outs_need_two_people_and_a_reason() -> None:
    desk = Desk()
    desk.start("T1", 1)
    won = desk.win("T1", 1, "flush")
    desk.refuse(desk.back_out_command(won.award_no, approver=desk.badge("ann")), Code.ROLE)
    desk.refuse(desk.back_out_command(won.award_no, explanation="  "), Code.NO_EXPLANATION)


def test_after_a_later_cut_the_day_goes_on_until_its_name_moves() -> None:
    desk = Desk(opened=False)
    day = desk.state.day
    later = replace(with_policy(ONE, day_cut_minute=360), version=2)
    desk.do(cmd.Configure(later, desk.badge("sue"), desk.badge("eve")))
    desk.now_us = day.ends_us + SECOND
    desk.do(cmd.OpenLink(desk.badge("sue")))
    assert desk.state.day.day == day.day
    desk.now_us = day.ends_us + 3 * 3600 * SECOND
    desk.start("T1", 1)
    assert desk.state.day.day > day.day


WRONG: list[tuple[str, Callable[[], LinkConfig]]] = [
    ("versions count from 1", lambda: replace(ONE, version=0)),
    ("at least one cent", lambda: replace(ONE, wager_cents=0)),
    ("levels are main", lambda: replace(ONE, levels=(Level("grand", 1, 0, 100),))),
    ("hand flush stands twice", lambda: replace(ONE, lines=(*ONE.lines, ONE.lines[4]))),
    ("table T1 stands twice", lambda: replace(ONE, tables=(*ONE.tables, ONE.tables[0]))),
    ("seats are 1 to 9", lambda: replace(ONE, tables=(replace(ONE.tables[0], seats=10),))),
    ("0 to 1439", lambda: with_policy(ONE, day_cut_minute=1440)),
    ("not negative", lambda: with_level(ONE, "main", seed_cents=-1)),
    ("above the seed", lambda: with_level(ONE, "main", cap_cents=1_000_000)),
    ("no rate, reserve or cap", lambda: with_level(HOUSE, "main", rate_ppm=1)),
    ("no level 'mega'", lambda: replace(ONE, lines=(PayLine("flush", PayKind.SHARE, "mega", 1),))),
    ("up to 100 %", lambda: replace(ONE, lines=(PayLine("flush", PayKind.SHARE, "main", 1_000_001),))),
    ("more than nothing", lambda: replace(ONE, lines=(PayLine("flush", PayKind.TRAY),))),
    ("no meter to pay", lambda: replace(HOUSE, lines=(PayLine("flush", PayKind.METER, "main", cents=5),))),
    ("envy is not negative", lambda: replace(ONE, lines=(replace(ONE.lines[0], envy_cents=-1),))),
]


@pytest.mark.parametrize(("words", "config"), WRONG)
def test_a_wrong_set_up_is_refused_with_a_reason(words: str, config: Callable[[], LinkConfig]) -> None:
    with pytest.raises(BadInput, match=words):
        config()


def test_codes_fall_into_three_classes() -> None:
    assert {code.status for code in Code} == {403, 409, 422}
    assert Code.BAD_SEAT.status == 422
    assert Code.SEGREGATION.status == 403
    assert Code.ROUND_EXISTS.status == 409


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        '{"type":"Nothing"}',
        '{"type":"LinkHalted","at_us":7}',
        '{"type":"LinkHalted","at_us":7,"explanation":"x","reason":"operator","more":1}',
        '{"type":"LinkHalted","at_us":7,"explanation":"x","reason":"weather"}',
        '{"type":"LinkHalted","at_us":7,"explanation":"x","reason":"operator"} ',
        '{"type":"LinkHalted","at_us":"7","explanation":"x","reason":"operator"}',
        '{"type":"RoundEnded","at_us":7,"table":"T1","round_no":1,"envy":"none"}',
        '{"at_us":7,"envy":[],"round_no":01,"table":"T1","type":"RoundEnded"}',
        '{"at_us":7,"envy":[],"round_no":"1","table":"T1","type":"RoundEnded"}',
        '{"type":"RoundEnded","at_us":7,"table":"T1","round_no":1,"envy":[7]}',
    ],
)
def test_only_the_exact_fields_of_a_type_are_read(text: str) -> None:
    with pytest.raises(BadInput):
        decode_event(text)


def test_every_seat_is_a_number() -> None:
    desk = Desk(THREE)
    desk.start("T1", 1, 2)
    text = encode(desk.events[-1])
    assert decode_event(text) == desk.events[-1]
    with pytest.raises(BadInput, match="seats: True is not a int"):
        decode_event(text.replace('"seats":[1,', '"seats":[true,'))


def test_a_snapshot_holds_lists_of_pairs() -> None:
    from pitboss.jackpots import State, decode_state

    with pytest.raises(BadInput, match="list of pairs"):
        decode_state(encode(State()).replace('"balances":[]', '"balances":{}'))


def test_texts_are_canonical() -> None:
    desk = Desk(THREE)
    desk.start("T1", 1, 2)
    for event in desk.events:
        text = encode(event)
        assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("text", ["two\nlines", "\ud800", "bell\a", "x" * 501])
def test_texts_are_one_printable_line_wherever_they_stand(text: str) -> None:
    desk = Desk()
    for command in (
        desk.start_command("T1", 1, dealer=text),
        desk.adjust_command("main", 1, cmd.AdjustReason.HOUSE_ADDITION, explanation=text),
        cmd.CloseLink(replace(desk.badge("sue"), card=text)),
    ):
        answer = decide(desk.state, command, desk.now_us)
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.events) == (Code.BAD_TEXT, ())


def test_numbers_fit_eight_bytes() -> None:
    desk = Desk()
    desk.refuse(desk.start_command("T1", 1, round_no=2**63), Code.BAD_AMOUNT)
    desk.refuse(desk.start_command("T1", -(2**63)), Code.BAD_AMOUNT)
    assert not desk.state.tables["T1"].locked


def test_the_gaming_day_of_new_year_before_the_cut_is_the_old_one() -> None:
    assert gaming_day(1_704_099_599 * SECOND, "America/Los_Angeles", 180).day == "2023-12-31"
    assert gaming_day(NOON, "America/Los_Angeles", 180).day == "2023-06-14"


# What the guards catch when an event is tampered with.

TAMPERED: list[tuple[str, str, Callable[[Any], Event]]] = [
    ("RoundStarted", "I1", lambda e: replace(e, house_units=e.house_units + 1)),
    ("RoundStarted", "I3", lambda e: replace(e, house_units=e.house_units + 1)),
    ("RoundStarted", "I6", lambda e: replace(e, at_us=1)),
    ("AwardConfirmed", "I4", lambda e: replace(e, amount_cents=e.amount_cents + 1)),
    ("AwardConfirmed", "I8", lambda e: replace(e, seed_units=0)),
    (
        "AwardConfirmed",
        "I8",
        lambda e: replace(e, reserve_units=0, after_units=e.after_units - e.reserve_units),
    ),
    ("AwardConfirmed", "I8", lambda e: replace(e, before_units=e.before_units * 2)),
    ("AwardConfirmed", "I9", lambda e: replace(e, by=replace(e.by, person=e.dealer))),
    ("AwardConfirmed", "I9", lambda e: replace(e, by=replace(e.by, role=Role.DEALER))),
    ("AwardConfirmed", "I2", lambda e: replace(e, meter_units=10**15)),
    ("AwardConfirmed", "I7", lambda e: replace(e, claim_no=1)),
    ("AwardPaid", "I9", lambda e: replace(e, by=replace(e.by, person="sue"))),
    ("AwardPaid", "I4", lambda e: replace(e, award_no=1)),
    ("AwardBackedOut", "I7", lambda e: replace(e, award_no=1)),
    ("AwardBackedOut", "I9", lambda e: replace(e, requester=e.approver)),
    ("RoundStarted", "I10", lambda e: replace(e, shares=(replace(e.shares[0], meter_units=-5),))),
    ("RoundStarted", "I2", lambda e: replace(e, shares=(replace(e.shares[0], meter_units=10**13),))),
]


def whole_story() -> Desk:
    """A capped link: a full award backed out, another one paid, and a share backed out after it."""
    desk = Desk(with_level(ONE, "main", cap_cents=2_000_000))
    desk.start("T1", 1, 2)
    first = desk.win("T1", 2, "royal-flush")
    desk.back_out(first.award_no)
    desk.end("T1")
    desk.start("T1", 3, 4)
    second = desk.win("T1", 4, "royal-flush")
    desk.pay(second.award_no)
    third = desk.win("T1", 3, "straight-flush")
    desk.back_out(third.award_no)
    desk.end("T1")
    return desk


@pytest.mark.parametrize(("kind", "number", "tamper"), TAMPERED)
def test_the_auditor_names_the_broken_invariant(
    kind: str, number: str, tamper: Callable[[Any], Event]
) -> None:
    desk = whole_story()
    victim = max(i for i, event in enumerate(desk.events) if type(event).__name__ == kind)
    if kind == "AwardConfirmed":
        victim = [i for i, e in enumerate(desk.events) if isinstance(e, ev.AwardConfirmed) and e.reseeded][-1]
    auditor, state, breaches = Auditor(), type(desk.state)(), []
    for i, event in enumerate(desk.events):
        event = tamper(event) if i == victim else event
        if i > victim:
            break
        after = apply(state, event)
        found = auditor.observe(state, event, after)
        assert i == victim or not found
        breaches += found
        state = after
    assert any(breach.startswith(number + " ") for breach in breaches), breaches


@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("METER:main", "I2 meter main is not"),
        ("PAYABLE:1", "I4 what is payable"),
        ("PAID", "I4 what is paid"),
    ],
)
def test_the_auditor_sees_a_balance_that_no_event_explains(account: str, words: str) -> None:
    desk = Desk()
    desk.start("T1", 1)
    desk.win("T1", 1, "full-house")
    event = desk.start("T2", 1)
    before = desk.state._replace(last_us=event.at_us - 1, seq=desk.state.seq - 1)
    changed = desk.state.balances | {account: desk.balance(account) + 5, "WAGERS": desk.balance("WAGERS") - 5}
    breaches = desk.auditor.observe(before, event, desk.state._replace(balances=changed))
    assert any(breach.startswith(words) for breach in breaches), breaches


def test_a_house_jackpot_with_a_rising_meter_is_a_breach() -> None:
    desk = Desk(HOUSE)
    event = desk.start("T1", 1)
    wrong = replace(event, shares=(replace(event.shares[0], meter_units=event.house_units),), house_units=0)
    before = desk.state._replace(last_us=event.at_us - 1)
    breaches = Auditor().observe(before, wrong, apply(before, wrong))
    assert "I10 the house jackpot main has a meter" in breaches


def test_the_model_names_the_event_whose_figures_it_can_not_confirm() -> None:
    desk = whole_story()
    assert verify(desk.events, desk.state) == []
    wrong: dict[type, dict[str, Any]] = {
        ev.AwardConfirmed: {"amount_cents": 7},
        ev.AwardPaid: {"amount_cents": 7},
        ev.AwardBackedOut: {"after_units": 7},
        ev.RoundEnded: {"envy": (ev.EnvyPay(1, "flush", 3, 1),)},
    }
    for kind, changes in wrong.items():
        model = Model()
        for event in desk.events:
            model.take(replace(event, **changes) if isinstance(event, kind) else event)
        assert model.faults, kind
        assert model.faults[0].startswith("event ")
    fiddled = desk.state._replace(balances=desk.state.balances | {"METER:main": 1})
    assert verify(desk.events, fiddled)[0].startswith("METER:main: the books hold 1/1000000 cents")


def test_every_jackpot_paytable_of_the_approval_becomes_lines() -> None:
    tables = [*paytables("caribbean-stud", "progressive"), *paytables("ultimate-texas-holdem", "jackpot")]
    assert len({table.designator for table in tables}) == 20
    for table in tables:
        assert table.wager_cents
        levels = tuple(Level(name, 0, 0, 0) for name in table.levels)
        config = replace(
            ONE,
            levels=levels,
            lines=pay_lines(table),
            wager_cents=table.wager_cents,
            paytable=table.designator,
        )
        assert [line.hand for line in config.lines] == [line.hand for line in table.lines]
        pays, tray = [str(line.pay) for line in table.lines], (" not from meter", " for 1")
        assert [line.kind for line in config.lines] == [
            PayKind.SHARE if "%" in pay else PayKind.TRAY if pay.endswith(tray) else PayKind.METER
            for pay in pays
        ]


def test_for_one_pays_and_envy_grow_with_the_wager() -> None:
    lines = {line.hand: line for line in pay_lines(paytable("MG-01").at_wager(500, None))}
    assert lines["four-of-a-kind"].cents == 150_000
    assert lines["royal-flush"].envy_cents == 500_000


def test_a_table_that_is_no_jackpot_is_refused() -> None:
    with pytest.raises(BadInput, match="no fixed wager"):
        pay_lines(paytable("UTH-01"))
    table = paytable("MG-01")
    with pytest.raises(BadInput, match="keeps the wager"):
        pay_lines(replace(table, lines=(Line("flush", Odds(3, 1, stake_back=True)),)))
    with pytest.raises(BadInput, match="parts per million"):
        pay_lines(replace(table, lines=(Line("flush", MeterShare.parse("0.00001% of main")),)))


def test_postings_of_an_event_without_money_are_none() -> None:
    assert postings(ev.LinkHalted(1, HaltReason.OPERATOR, "drill")) == ()
    assert alarms(ev.AwardReleased(1, 1, Desk().badge("sue"))) == ()
