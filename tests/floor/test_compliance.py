"""`floor check`: the example may open, and each rule refuses a floor that breaks it, with the reason."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.floor import floor_text
from pitboss.analysis.progressive import rates_that_fit
from pitboss.errors import BadInput
from pitboss.floor.compliance.advice import wager_on
from pitboss.floor.compliance.cash import prizes
from pitboss.floor.compliance.findings import Severity
from pitboss.floor.compliance.opening import check, may_open
from pitboss.floor.compliance.site import POSTINGS, needed_postings
from pitboss.floor.config.floor_file import (
    STAND_INS,
    Floor,
    example,
    link_config,
    load_floor,
    parse_floor,
)
from pitboss.floor.config.odds import (
    DEALS_5,
    five_card_probabilities,
    line_probabilities,
    royal_probability,
)
from pitboss.floor.demo import demo_floor
from pitboss.jackpots.config import PPM, JackpotType
from pitboss.paytables import paytable
from tests.floor.floors import approved, changed, findings, refused

TRIBAL = """kind = "tribal\""""
PAPERS = """internal_controls = { reference = "on file, no. 1", dated = 2023-06-16 }
equipment_licensed = { reference = "on file, no. 2", dated = 2023-06-12 }
"""
TRIBAL_PAPERS = "".join(
    f'{name} = {{ reference = "on file", dated = 2023-06-16 }}\n'
    for name in (
        "tga_approval",
        "wsgc_concurrence",
        "appendix_a_section_18",
        "equipment_certified",
        "equipment_licensed_by_tribe",
    )
)


def test_the_example_may_open_and_says_what_it_relied_on() -> None:
    floor = parse_floor(approved())
    found = check(floor)
    assert not [f for f in found if f.severity in (Severity.REFUSED, Severity.WARNING)]
    assert all(not may_open(floor, found, table.name) for table in floor.tables)
    words = " ".join(f.sentence for f in found)
    assert "Nexus Command Game Manager" in words
    assert "1/649,740" in words
    assert "$300.00" in words


@pytest.mark.parametrize("floor", [demo_floor(), parse_floor(floor_text(2, 1))], ids=["demo", "benchmark"])
def test_nothing_is_to_be_said_against_the_floors_we_make(floor: Floor) -> None:
    assert not [f for f in check(floor) if f.severity in (Severity.REFUSED, Severity.WARNING)]


@pytest.mark.parametrize("name", ["internal_controls", "equipment_licensed"])
def test_without_its_approvals_no_table_opens(name: str) -> None:
    text = "\n".join(line for line in approved().splitlines() if not line.startswith(name))
    floor = parse_floor(text)
    found = check(floor)
    assert [f.where for f in found if f.severity is Severity.REFUSED] == ["site"]
    assert all(may_open(floor, found, table.name) for table in floor.tables)


def test_the_references_of_the_example_are_nobodys_and_open_nothing() -> None:
    floor = parse_floor(example())
    shut = [f.sentence for f in may_open(floor, check(floor), "CS-1")]
    assert len(shut) == 2
    assert "is made up, IC-2023-0117; write down the reference of yours" in shut[0]


@pytest.mark.parametrize("words", [*STAND_INS, "The  number of your APPROVAL"])
def test_what_the_guide_says_for_a_reference_is_none(words: str) -> None:
    """Who copies the guide's commands as they stand has no approval on record."""
    (sentence,) = refused(("on file, no. 1", words))
    assert f"is made up, {words}; write down the reference of yours" in sentence


def test_the_guide_stands_in_for_references_with_words_that_are_refused() -> None:
    page = (Path(__file__).parents[2] / "docs/deploy.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^sed -i 's/[^/]+/([^/]+)/' floor.toml$", page, flags=re.M)) == STAND_INS


def test_a_tribal_site_needs_other_papers() -> None:
    missing = refused(('kind = "card-room"', TRIBAL))
    assert len(missing) == 5
    assert not refused(('kind = "card-room"', TRIBAL), (PAPERS, TRIBAL_PAPERS))
    extra = findings(('kind = "card-room"', TRIBAL), (PAPERS, TRIBAL_PAPERS + PAPERS))
    assert sum(f.severity is Severity.WARNING for f in extra) == 2


def test_an_approval_later_than_the_opening_does_not_serve() -> None:
    assert "after the opening" in refused(("dated = 2023-06-16", "dated = 2023-06-21"))[0]


REFUSALS: list[tuple[str, str, str]] = [
    ('links = ["pit-1"] ', 'links = ["pit-1", "five-card", "pit-1"] ', "two jackpot options at most"),
    ('links = ["pit-1"] ', 'links = ["pit-1", "pit-1"] ', "two sensors can't belong to one link"),
    (
        '"wager-limits", "prizes", "employee-play"',
        '"wager-limits", "employee-play"',
        "odds-based and fixed prizes",
    ),
    ('"disputes", "rules", "jackpot-amount"', '"disputes", "jackpot-amount"', "not posted: the rules"),
    ('"folded-hands", "cap"', '"folded-hands"', "not posted: the cap"),
    ("seats = 7 ", "seats = 9 ", "1 to 7 seats"),
    ('ante = "$5 to $150"', 'ante = "$5 to $151"', "a raise on it would exceed"),
    ('ante = "$5 to $75", blind = "$5 to $75"', 'ante = "$5 to $76", blind = "$5 to $76"', "a raise on it"),
    (
        'hand-1 = "$10 to $300", hand-2 = "$10 to $300"',
        'hand-1 = "$10 to $300.50", hand-2 = "$10 to $300.50"',
        "it exceeds the limit of $300.00",
    ),
    ('progressive = "$1 to $1"', 'progressive = "$1 to $2"', "must be fixed at $1.00"),
    (
        'bonus = "$1 to $5", cover-all = "$1 to $5", progressive = "$1 to $1"',
        'bonus = "$1 to $5"',
        "no jackpot wager",
    ),
    ('paytables = { bonus = "CPSB-01" }', 'paytables = { progressive = "CSTUD-02" }', "posted as CSTUD-02"),
    ('cover-all = "$1 to $5"', 'cover-all = "$1 to $5", hand-1 = "$1 to $2"', "no bet called 'hand-1'"),
    ('controller = "nexus"                # or "aquarius"', "", "names no controller"),
    ('display = "table monitor" ', 'display = "smart television" ', "without intelligence or network"),
    ('"UTH" }', '"Baccarat" }', "must run in mode UTH (002:173-175)"),
    ("live_meter = true                   # the", "live_meter = false # the", "moves with every wager"),
    ('executive_hands = ["royal-flush"]', 'executive_hands = ["five-aces"]', "has no five-aces"),
    ('rates = { main = "70%" }', 'rates = { main = "100%" }', "over 1,000,000"),
]


@pytest.mark.parametrize(("old", "new", "words"), REFUSALS)
def test_each_rule_refuses_what_breaks_it(old: str, new: str, words: str) -> None:
    assert any(words in sentence for sentence in refused((old, new), once=True)), refused(
        (old, new), once=True
    )


def test_a_progressive_and_a_house_jackpot_never_share_a_table() -> None:
    house = """
[[link]]
name = "house"
type = "house"
paytable = "CSTUD-01"
wager = "$1"
seeds = { main = "$5,000" }
"""
    text = changed(('links = ["pit-1"] ', 'links = ["pit-1", "house"] '), once=True) + house
    floor = parse_floor(text)
    found = [f.sentence for f in check(floor) if f.severity is Severity.REFUSED]
    assert any("of one type" in sentence for sentence in found)
    assert any("holds no player money" in sentence for sentence in found)
    assert any("may be removed" in sentence for sentence in found)
    assert any("no meter to pay from" in sentence for sentence in found), "its fixed pays come off a meter"


def test_the_limit_is_that_of_the_day_of_opening() -> None:
    raised = (
        'hand-1 = "$10 to $300", hand-2 = "$10 to $300"',
        'hand-1 = "$10 to $400", hand-2 = "$10 to $400"',
    )
    assert refused(raised)
    assert not refused(raised, ("opens = 2023-06-20", "opens = 2023-08-19"))
    assert "no wagering limits are known" in refused(("opens = 2023-06-20", "opens = 1999-01-01"))[-1]


def test_aggregates_are_checked_and_posted() -> None:
    seats = "seats = 7 "
    low = refused((seats, 'aggregates = { bonus = "$200" }\n' + seats), once=True)
    assert any("below $250.00" in sentence for sentence in low)
    assert any("aggregate payout limit" in sentence for sentence in low)


def _cash(*changes: tuple[str, str]) -> str:
    notes = [finding for finding in check(parse_floor(changed(*changes))) if finding.rule == "WAC 230-15-050"]
    return notes[0].sentence if notes else ""


def test_the_cash_to_have_at_hand_is_told_by_the_rule_of_the_day() -> None:
    """Five tables; the largest prize is 500 to 1 on a Blind of $75."""
    assert "must hold $42,500.00" in _cash()
    assert "$37,500.00 (blind at UTH-1)" in _cash()
    later = ("opens = 2023-06-20", "opens = 2025-02-13")
    assert "must hold $40,000.00" in _cash(later)
    assert "without receipts" in _cash(later)
    receipts = ('# gross_receipts = "$4,000,000"', 'gross_receipts = "$4,000,000"')
    assert "must hold $50,000.00" in _cash(later, receipts)
    lower = ('blind = "$5 to $75"', 'blind = "$5 to $20"'), ('ante = "$5 to $75"', 'ante = "$5 to $20"')
    assert "bet at CS-1" in _cash(*lower), "a Bet of $300 at 100 to 1"
    assert "$30,000.00" in _cash(*lower)


def test_an_aggregate_bounds_the_largest_prize() -> None:
    floor = parse_floor(changed(("seats = 7 ", 'aggregates = { bonus = "$300" }\nseats = 7 '), once=True))
    assert {prize.bet: prize.cents for prize in prizes(floor, floor.tables[0])}["bonus"] == 300_00


def test_what_a_hand_may_win_is_checked_and_posted_and_bounds_the_largest_prize() -> None:
    limit = ("seats = 7 ", 'payout_limit = "$2,000"\nseats = 7 ')
    assert any("the most that one hand wins" in sentence for sentence in refused(limit, once=True))
    floor = parse_floor(changed(limit, once=True))
    assert max(prize.cents for prize in prizes(floor, floor.tables[0])) == 2_000_00
    low = refused(("seats = 7 ", 'payout_limit = "$5"\nseats = 7 '), once=True)
    assert any("a hand is paid $5.00 at most" in sentence for sentence in low)


def test_a_tribal_house_and_a_day_without_limits_have_no_such_note() -> None:
    assert _cash(('kind = "card-room"', 'kind = "tribal"')) == ""
    lines = [line for line in approved().splitlines() if not line.startswith("limits = ")]
    old = "\n".join(lines).replace("opens = 2023-06-20", "opens = 1999-01-01")
    assert all(finding.rule != "WAC 230-15-050" for finding in check(parse_floor(old)))


def test_a_cap_on_a_players_games_is_posted() -> None:
    floor = parse_floor(changed(("# games_per_player_max = 4", "games_per_player_max = 4")))
    assert all("player-games" in needed_postings(floor, table) for table in floor.tables)
    assert set(POSTINGS) >= set(needed_postings(floor, floor.tables[0]))


def test_a_table_without_limits_takes_the_usual_ones() -> None:
    lines = [line for line in approved().splitlines() if not line.startswith("limits = ")]
    found = check(parse_floor("\n".join(lines)))
    sentences = [f"{f.where}: {f.sentence}" for f in found if f.severity is Severity.REFUSED]
    assert [s[:21] for s in sentences] == ["table CS-3: Cover All"], "which its machine does not count"


def test_the_seven_card_jackpot_can_not_join_five_card_games() -> None:
    swap = ('paytable = "MG-ML01"', 'paytable = "UTH-JP-01"')
    seeds = ('seeds = { mega = "$20,000", major = "$1,000" }', 'seeds = { main = "$20,000" }')
    rates = ('rates = { mega = "12%", major = "6%" }', 'rates = { main = "12%" }')
    reserves = ('reserves = { mega = "1%", major = "0.5%" }', "")
    sentences = refused(swap, seeds, rates, reserves)
    assert any(
        "not printed for caribbean-stud" in s and "1/30,940 in 7 cards" in s and "1/649,740" in s
        for s in sentences
    ), sentences


def test_a_five_card_table_of_one_game_can_not_serve_another() -> None:
    moved = changed(('links = ["five-card"]', 'links = ["pit-1"]'))
    sentences = [f.sentence for f in check(parse_floor(moved)) if f.severity is Severity.REFUSED]
    assert any("CSTUD-01 is not printed for ultimate-texas-holdem" in s for s in sentences)


def test_a_game_without_a_jackpot_can_not_be_on_a_link() -> None:
    sentences = refused(
        (
            'options = { decks = "6", version = "4" }',
            'options = { decks = "6" }\nlinks = ["pit-1"]\ncontroller = "nexus"',
        )
    )
    assert any("blackjack-switch has no jackpot bet" in s for s in sentences)


def test_across_games_one_linked_progressive_for_each_game() -> None:
    second = approved().split("# One progressive over two games")[1].split("\n", 1)[1]
    text = changed(('links = ["five-card"]', 'links = ["five-card", "second"]')) + second.replace(
        "five-card", "second"
    )
    sentences = [f.sentence for f in check(parse_floor(text)) if f.severity is Severity.REFUSED]
    assert sum("may be on one linked progressive" in s for s in sentences) == 2


def test_two_generations_on_one_link_need_an_interoperability_approval() -> None:
    one_old = ('controller = "nexus"                # or "aquarius"', 'controller = "aquarius"')
    assert any("interoperability" in s for s in refused(one_old, once=True))
    agreed = ('paytable = "CSTUD-01"', 'paytable = "CSTUD-01"\ninteroperability = "IT-7"')
    assert not any("interoperability" in s for s in refused(one_old, agreed, once=True))


def test_an_unknown_posting_and_an_empty_link_are_warnings() -> None:
    found = findings(('postings = ["wager-limits"', 'postings = ["menu", "wager-limits"'))
    assert [f.sentence for f in found if f.severity is Severity.WARNING] == [
        "there is no posting called 'menu'"
    ]
    empty = findings(('links = ["five-card"]', "links = []"))
    assert any(f.sentence == "no table is on this link" for f in empty)


# Advice with computed numbers.


RATES = 'rates = { main = "70%" }'
NO_SEED = 'seeds = { main = "$10,000" }', ""


def at_rate(rate: str) -> tuple[str, str]:
    return RATES, f'rates = {{ main = "{rate}" }}'


def advice(*changes: tuple[str, str]) -> str:
    return "\n".join(f.sentence for f in findings(*changes) if f.severity is Severity.ADVICE)


@pytest.mark.kernels
def test_what_fixed_pays_take_decides_whether_a_meter_must_run_dry() -> None:
    chances = five_card_probabilities()
    fixed = 500 * chances["four-of-a-kind"] + 100 * chances["full-house"] + 50 * chances["flush"]
    taken = f"fixed pays take {float(fixed) * 100:.4f}% of a wager from the meter"
    assert f"{taken}, which gets 36%: it must run dry" in advice(at_rate("36%"))
    assert f"{taken}, which gets 37%: it may run dry" in advice(at_rate("37%"))
    assert f"{taken}, which gets 70%: it may run dry; the house makes up less than a billionth" in advice()


def test_a_table_that_also_pays_from_the_tray_is_told_the_same() -> None:
    """CSTUD-09 pays straights and less from the tray, and can run dry all the same."""
    words = advice(('paytable = "CSTUD-01"', 'paytable = "CSTUD-09"'), at_rate("25%"))
    assert "which gets 25%: it must run dry; the house makes up 9.56" in words
    assert (
        "CSTUD-09 is made for its stated house edge of 11%, which takes 66.69% to 68.19% of a wager" in words
    )
    assert "this link gives 25.5000%" in words
    assert "is made for" not in advice()


def test_the_edge_has_what_the_house_makes_up_in_it_and_is_called_what_it_is() -> None:
    words = advice(at_rate("30%"), ('reserves = { main = "0.5%" }', ""))
    found = re.search(r"the house keeps ([\d.]+)% ± ([\d.]+)%, what it makes up counted", words)
    assert found is not None, words
    assert abs(float(found[1]) - 63.3285) < 0.01
    assert float(found[2]) < 0.01
    assert "exact" not in words


@pytest.mark.kernels
def test_the_risk_of_running_dry_is_computed_and_falls_as_the_rate_rises() -> None:
    def risk(rate: str) -> float:
        found = re.search(r"in ([\d.]+)% ± [\d.]+% of [\d,]+ simulated lives", advice(at_rate(rate)))
        return float(found[1]) if found else 0.0

    assert risk("37%") > risk("38%") > risk("40%")
    assert risk("60%") == 0


# What the file leaves out.


def test_a_seed_and_a_rate_left_out_are_taken_from_the_table_and_named() -> None:
    left_out = (NO_SEED, (RATES, ""))
    level = parse_floor(changed(*left_out)).links[0].levels[0]
    assert (level.rate_ppm, level.seed_cents) == (699_600, 1_000_000)
    words = advice(*left_out)
    assert "the seed of main is left out: $10,000.00, as printed" in words
    assert "the rate of main is left out: 69.96%, which with 0.5% to the reserve gives the stated" in words
    assert "left out" not in advice()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([(RATES, 'rates = { main = "0%" }')], "main gets 0%; a progressive grows with each wager"),
        ([('rates = { mega = "12%", major = "6%" }\n', "")], "no rate follows from what MG-ML01 states"),
        ([('seeds = { mega = "$20,000", major = "$1,000" }\n', "")], "MG-ML01 prints no seed for it"),
        (
            [('wager = "$1"  ', 'wager = "$5"  '), NO_SEED],
            "at another wager than the printed one say the seed",
        ),
    ],
)
def test_what_follows_from_nothing_must_be_written(changes: list[tuple[str, str]], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_floor(changed(*changes))


def test_the_demo_and_the_example_give_their_tables_what_they_are_made_for() -> None:
    """Every table with a stated edge keeps it, and no meter of the demo or the example must run dry."""
    for floor in (parse_floor(approved()), demo_floor()):
        words = [one.sentence for one in check(floor) if one.severity is Severity.ADVICE]
        assert not any("must run dry" in sentence or "is made for" in sentence for sentence in words)
        for link in floor.links:
            wager = wager_on(link)
            seeds = {level.name: Fraction(level.seed_cents, 100) for level in link.levels}
            given = sum(Fraction(level.rate_ppm + level.reserve_ppm, PPM) for level in link.levels)
            if stated := link.printed.stated.house_edge:
                fit = rates_that_fit(wager, stated, seeds, 1)
                assert fit is not None
                assert fit[0] <= given <= fit[1], link.name


@pytest.mark.kernels
def test_seeds_are_measured_by_the_printed_one_and_the_largest_fixed_pay() -> None:
    assert "has a seed of $400.00; CSTUD-01 prints $10,000.00" in advice(
        ('main = "$10,000"', 'main = "$400"')
    )
    assert "below the largest fixed pay, $500.00" in advice(('main = "$10,000"', 'main = "$400"'))
    assert "has no seed" in advice(('main = "$10,000"', 'main = "$0"'))
    assert "from its reserve alone" in advice(('main = "$10,000"', 'main = "$0"'))
    assert "prints no seed" in advice()


def test_no_reserve_is_remarked() -> None:
    assert "main has no reserve" in advice(('reserves = { main = "0.5%" }', ""))


def test_only_shares_from_the_meter_show_what_the_house_gives_away() -> None:
    """CSTUD-14 states 23 %; its own rate follows from that, and each point above costs a point."""
    table = paytable("CSTUD-14")
    chances = line_probabilities(table)
    assert chances
    words = advice(
        ('paytable = "CSTUD-01"', 'paytable = "CSTUD-14"'),
        at_rate("30%"),
    )
    tray = (
        200 * chances["four-of-a-kind"]
        + 50 * chances["full-house"]
        + 40 * chances["flush"]
        + 30 * chances["straight"]
        + 9 * chances["three-of-a-kind"]
    )
    edge = 1 - Fraction(305, 1000) - tray - 10_000 * chances["royal-flush"]
    assert f"the house keeps {float(edge):.4%} of the wagers in the long run" in words
    assert f"give {float(Fraction(23, 100) - edge):.4%} of it away" in words


def test_another_wager_scales_pays_and_says_so() -> None:
    words = advice(('paytable = "CSTUD-01"\nwager = "$1"', 'paytable = "CSTUD-01"\nwager = "$5"'))
    assert "fixed pays and envy are scaled, the seed is not" in words
    floor = parse_floor(
        changed(('paytable = "CSTUD-01"\nwager = "$1"', 'paytable = "CSTUD-01"\nwager = "$5"'))
    )
    assert {line.hand: line.cents for line in link_config(floor, floor.links[0]).lines}[
        "full-house"
    ] == 50_000


def test_the_advice_on_a_seven_card_table_waits_for_its_count() -> None:
    assert line_probabilities(paytable("UTH-JP-01")) is None


def test_five_card_probabilities_are_the_well_known_counts() -> None:
    counts = {name: int(chance * DEALS_5) for name, chance in five_card_probabilities().items()}
    assert sum(counts.values()) == 2_598_960
    assert (counts["royal-flush"], counts["straight-flush"], counts["four-of-a-kind"]) == (4, 36, 624)
    assert (counts["full-house"], counts["flush"], counts["straight"]) == (3_744, 5_108, 10_200)
    assert counts["pair-of-aces"] == counts["pair-of-twos"] == 84_480
    assert royal_probability(7) == Fraction(4_324, 133_784_560)


def test_hit_frequencies_are_those_of_the_design_page() -> None:
    def hits(name: str) -> float:
        chances = line_probabilities(paytable(name))
        assert chances
        return round(float(sum(chances.values())) * 100, 3)

    assert (hits("CSTUD-01"), hits("CSTUD-07"), hits("CSTUD-08"), hits("CSTUD-14")) == (
        0.366,
        0.759,
        7.625,
        2.871,
    )


# The file itself.

BROKEN: list[tuple[str, str, str]] = [
    ("[site]", "[site", "line"),
    ('name = "Evergreen Card Room"', "", "name is missing"),
    ('name = "Evergreen Card Room"', 'name = " "', "name is blank"),
    ('name = "Evergreen Card Room"', "name = 7", "must be a text in quotes"),
    ('kind = "card-room"', 'kind = "riverboat"', "choose card-room, tribal"),
    ("opens = 2023-06-20", 'opens = "2023-06-20"', "must be a date"),
    ('day_cut = "03:00"', 'day_cut = "3 o\'clock"', "time of day"),
    ('time_zone = "America/Los_Angeles"', 'time_zone = "Mars/Olympus"', "no time zone"),
    ('wager = "$1" ', 'wager = "1 chip" ', "link 1"),
    ('rates = { main = "70%" }', 'rates = { main = "70.00001%" }', "finer than a part per million"),
    ('rates = { main = "70%" }', 'rates = { grand = "70%" }', "no setting 'grand'"),
    ('paytable = "CSTUD-01"', 'paytable = "CSTUD-99"', "no paytable called"),
    ('game = "caribbean-stud"', 'game = "canasta"', "no game called"),
    ('bonus = "CPSB-01"', 'bonus = "UTH-01"', "is not a table of"),
    ('links = ["pit-1"] ', "links = [1] ", "list of names"),
    ('links = ["pit-1"] ', 'links = ["pit-9"] ', "does not have"),
    ('name = "CS-2"', 'name = "CS-1"', "stands twice"),
    ('name = "five-card"', 'name = "pit-1"', "stands twice"),
    ('ante = "$5 to $150"', 'ante = "$150"', "write it like $5 to $150"),
    ('ante = "$5 to $150"', 'ante = "$150 to $5"', "holds nothing"),
    ("[equipment.nexus]", "[equipment.pneumatic]", "no setting 'pneumatic'"),
    ("live_meter = true                   # the", "live_mter = true # the", "no setting 'live_mter'"),
    ('options = { decks = "6", version = "4" }', 'options = "six"', "a section is expected"),
    (
        'paytables = { bonus = "CPSB-01" }',
        'options = { folded_hands_qualify = "yes" }\npaytables = { bonus = "CPSB-01" }',
        "said once, at the link",
    ),
    ('software = "1.0.114"', 'sofware = "1.0.114"', "table 1, shuffler: there is no setting 'sofware'"),
    (
        "dated = 2023-06-16 }",
        'dated = 2023-06-16, by = "me" }',
        "internal_controls: there is no setting",
    ),
    ('wager = "$1" ', 'wagr = "$1"\nwager = "$1" ', "link 1: there is no setting 'wagr'"),
    ('kind = "card-room"', 'kind = "card-room"\nfloors = 2', "site: there is no setting 'floors'"),
    ('[[pit]]\nname = "Main pit"', '[[pit]]\ncolour = "red"\nname = "Main pit"', "no setting 'colour'"),
]


def test_a_table_follows_its_link_on_folded_hands() -> None:
    floor = parse_floor(changed(("folded_hands_qualify = false", "folded_hands_qualify = true"), once=True))
    said = {table.name: table.rules.options.get("folded_hands_qualify") for table in floor.tables}
    assert said == {"CS-1": "yes", "CS-2": "yes", "CS-3": "no", "UTH-1": "no", "BJS-1": None}


@pytest.mark.parametrize(("old", "new", "words"), BROKEN)
def test_a_file_that_can_not_be_read_says_where(old: str, new: str, words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("$", r"\$")):
        parse_floor(changed((old, new), once=True), "floor.toml")


def test_links_become_the_set_up_of_the_game_manager() -> None:
    floor = parse_floor(approved())
    config = link_config(floor, floor.links[1], version=3)
    assert (config.version, config.type, config.wager_cents) == (3, JackpotType.PROGRESSIVE, 100)
    assert [(level.name, level.rate_ppm, level.reserve_ppm) for level in config.levels] == [
        ("mega", 120_000, 10_000),
        ("major", 60_000, 5_000),
    ]
    assert [table.table for table in config.tables] == ["CS-3", "UTH-1"]
    assert floor.link("pit-1") is floor.links[0]
    assert floor.link("pit-9") is None


# The command line.


def pitboss(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": "", "COLUMNS": "120"},
    )


@pytest.mark.long
def test_init_writes_what_check_accepts_once_the_approvals_are_ones_own(tmp_path: Path) -> None:
    assert pitboss("floor", "init", cwd=tmp_path).returncode == 0
    assert load_floor(tmp_path / "floor.toml").site.name == "Evergreen Card Room"
    (tmp_path / "floor.toml").write_text(approved(), encoding="utf-8")
    shown = pitboss("floor", "check", cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "All 5 tables may open." in shown.stdout
    again = pitboss("floor", "init", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "pitboss: floor.toml exists already; choose another name\n",
    )


@pytest.mark.long
def test_check_gives_json_and_exit_code_1_for_a_floor_that_may_not_open(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(
        changed(("opens = 2023-06-20", "opens = 2023-06-15")), encoding="utf-8"
    )
    shown = pitboss("floor", "check", "--json", cwd=tmp_path)
    assert shown.returncode == 1
    data = json.loads(shown.stdout)
    assert data["verdict"] == "refused"
    assert not any(table["may_open"] for table in data["tables"])
    assert data["findings"][0]["severity"] == "refused"
    plain = pitboss("floor", "check", cwd=tmp_path)
    assert "These tables can't open: CS-1" in plain.stdout


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    shown = pitboss("floor", "check", "nowhere.toml", cwd=tmp_path)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.startswith("pitboss: nowhere.toml can't be read")
    assert "written" in pitboss("floor", "init", "no/such/place.toml", cwd=tmp_path).stderr
