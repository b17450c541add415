"""Rules, layouts, sensors and dates of a floor against the sentences of the approved texts."""

import pytest

from tests.floor.floors import Change, refused, warned

SWITCH = 'options = { decks = "6", version = "4" }'


def holdem(old: str, new: str) -> Change:
    """Something else in the limits of the Hold'em table."""
    limits = 'limits = { ante = "$5 to $75", blind = "$5 to $75", trips = "$1 to $5", jackpot = "$1 to $1" }'
    assert old in limits
    return limits, limits.replace(old, new)


REFUSED: list[tuple[Change, str, str]] = [
    ((SWITCH, 'options = { double_after_split = "no" }'), "table BJS-1", "003:149"),
    ((SWITCH, 'options = { split_hands = "1" }'), "table BJS-1", "003:149"),
    ((SWITCH, 'options = { settlement_order = "left-to-right" }'), "table BJS-1", "002:215"),
    ((SWITCH, 'options = { decks = "8" }\npaytables = { super-match = "SM-1" }'), "table BJS-1", "003:193"),
    (('hand-2 = "$10 to $300"', 'hand-2 = "$10 to $200"'), "table BJS-1", "003:120"),
    (holdem('blind = "$5 to $75", ', ""), "table UTH-1", "002:133"),
    (holdem('blind = "$5 to $75"', 'blind = "$5 to $50"'), "table UTH-1", "002:133"),
    (holdem('trips = "$1 to $5"', 'bad-beat-bonus = "$1 to $5"'), "table UTH-1", "002:224"),
    (("opens = 2023-06-20", "opens = 2023-06-13"), "site", "2023-06-14"),
    (('links = ["five-card"]\ncontroller = "nexus"\nlive_meter = true\nshuffler = { model = "i-Deal",',
      'shuffler = { model = "i-Deal",'), "table UTH-1", "no link"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "sentence"), REFUSED)
def test_what_is_outside_the_sheet_is_refused_with_the_sentence_that_decides(
    change: Change, where: str, sentence: str
) -> None:
    mine = [s for s in refused(change) if s.startswith(where)]
    assert any(sentence in s for s in mine), refused(change)


def test_holdem_may_settle_seats_and_bets_in_the_order_the_house_wishes() -> None:
    packets = 'options = { procedure = "packets"'
    order = 'bet_order = "trips,bad-beat-bonus,ultimate-pairs,ante,blind,play"'
    assert not refused((packets, f'{packets}, {order}, settlement_order = "left-to-right"'))


def test_on_the_day_of_the_letter_a_floor_may_open() -> None:
    papers = ("dated = 2023-06-16", "dated = 2023-06-14")
    assert not refused(("opens = 2023-06-20", "opens = 2023-06-14"), papers)


# What only Hold'em's text grants


def on_links(table: str, game: str, before: str, after: str) -> Change:
    """Other links for a table."""
    head = f'name = "{table}"\ngame = "{game}"\n'
    return f"{head}links = {before}", f"{head}links = {after}"


SEVEN = """
[[link]]
name = "seven"
type = "progressive"
paytable = "UTH-JP-01"
wager = "$1"
seeds = { main = "$10,000" }
rates = { main = "20%" }
executive_from = "$5,000"

"""
LINKS = "# One progressive over two games"


def second_sensor(wager: str = "$1") -> list[Change]:
    """Two sensors at the Hold'em table, the second with this wager."""
    shuffler = 'controller = "nexus"\nlive_meter = true\nshuffler = { model = "i-Deal", '
    return [
        (f'links = ["five-card"]\n{shuffler}', f'links = ["five-card", "seven"]\n{shuffler}'),
        (LINKS, SEVEN.replace("$1", wager, 1) + LINKS),
    ]


def test_a_house_jackpot_elsewhere_than_at_holdem_is_a_warning() -> None:
    to_house = ('type = "progressive"                # or "house": a fixed prize, no rates', 'type = "house"')
    sentences = warned(to_house)
    assert [s.split(":")[0] for s in sentences] == ["table CS-1", "table CS-2"]
    assert all("001 does not grant a house jackpot; 002:484 does, for Ultimate Texas" in s for s in sentences)


def test_two_sensors_elsewhere_than_at_holdem_are_a_warning() -> None:
    two = on_links("CS-3", "caribbean-stud", '["five-card"]', '["five-card", "pit-1"]')
    assert [s for s in warned(two) if "sensors" in s] == [
        "table CS-3: 001 does not grant two sensors on a layout; 002:479 does, for Ultimate Texas Hold'em"
    ]


def test_another_fixed_wager_elsewhere_than_at_holdem_is_a_warning() -> None:
    fixed = 'cover-all = "$1 to $5", progressive = '
    wager = [
        ('paytable = "CSTUD-01"\nwager = "$1"', 'paytable = "CSTUD-01"\nwager = "$2"'),
        (f'{fixed}"$1 to $1"', f'{fixed}"$2 to $2"'),
    ]
    sentences = warned(*wager)
    assert [s.split(":")[0] for s in sentences] == ["table CS-1", "table CS-2"]
    assert all("another fixed wager than $1.00; 002:504 does" in s for s in sentences)
    assert not refused(*wager)


def test_at_holdem_two_sensors_may_have_different_wagers() -> None:
    assert not warned(*second_sensor())
    assert not refused(*second_sensor())
    limits = holdem('jackpot = "$1 to $1"', 'jackpot = "$1 to $5"')
    assert not warned(*second_sensor("$5"), limits)
    assert not refused(*second_sensor("$5"), limits)
    assert refused(*second_sensor("$5")) == [
        "table UTH-1: jackpot must run from $1.00 to $5.00, the wagers of its links"
    ]


def test_two_sensors_count_as_two_games() -> None:
    """With Trips, Pairs and the base game the second sensor is the fourth that takes more than $5."""
    large = holdem(
        'trips = "$1 to $5", jackpot = "$1 to $1"',
        'trips = "$1 to $25", ultimate-pairs = "$1 to $25", jackpot = "$1 to $10"',
    )
    assert refused(*second_sensor("$10"), large) == ["table UTH-1: 4 games take more than $5.00; 3 may"]
