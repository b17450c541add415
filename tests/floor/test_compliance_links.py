"""Which jackpot tables a link may use: by generation of the equipment, and for one game or several."""

import pytest

from pitboss.floor.compliance.findings import Severity
from pitboss.paytables import paytable, paytables
from tests.floor.floors import Change, refused, said, warned

ONE_LEVEL = [
    ('seeds = { mega = "$20,000", major = "$1,000" }', 'seeds = { main = "$20,000" }'),
    ('rates = { mega = "12%", major = "6%" }', 'rates = { main = "12%" }'),
    ('reserves = { mega = "1%", major = "0.5%" }', 'reserves = { main = "1%" }'),
]
AQUARIUS = """[equipment.aquarius]
game-manager = "6.6 build 520"
aquarius-controller = "6.5.6SP"
coin-spot = "6.0"
display = "ViPS 1.2.0"

[[pit]]
name = "Main pit"
"""


def five_card(designator: str) -> list[Change]:
    """The link over two games with another table of one level."""
    return [('paytable = "MG-ML01"', f'paytable = "{designator}"'), *ONE_LEVEL]


def on_aquarius(table: str) -> list[Change]:
    old = f'name = "{table}"\ngame = "caribbean-stud"\nlinks = ["five-card"]\ncontroller = "nexus"'
    return [
        (old, old.replace('"nexus"', '"aquarius"')),
        ('[[pit]]\nname = "Main pit"\n', AQUARIUS),
        ('name = "five-card"\ntype', 'name = "five-card"\ninteroperability = "IT-7"\ntype'),
    ]


@pytest.mark.parametrize("designator", ["MG-01", "MG-ML01"])
def test_a_multi_game_table_is_refused_on_aquarius(designator: str) -> None:
    table = five_card(designator) if designator == "MG-01" else []
    sentences = refused(*table, *on_aquarius("CS-3"), once=True)
    assert sentences == [
        f"table CS-3: {designator} is printed for nexus only (001:395, 002:555); this table has aquarius"
    ]


def test_the_multi_game_tables_of_caribbean_stud_serve_both_generations() -> None:
    assert not refused(*five_card("CSTUD-15"), *on_aquarius("CS-3"), once=True)


def without(table: str) -> list[Change]:
    """The five-card link without one of its two tables."""
    if table == "UTH-1":
        linked = (
            'links = ["five-card"]\ncontroller = "nexus"\nlive_meter = true\nshuffler = { model = "i-Deal", '
        )
        return [(linked, 'shuffler = { model = "i-Deal", '), (', jackpot = "$1 to $1"', "")]
    linked = 'name = "CS-3"\ngame = "caribbean-stud"\nlinks = ["five-card"]'
    return [
        (linked, linked.replace('["five-card"]', "[]")),
        ('bonus = "$1 to $5", progressive = "$1 to $1"', 'bonus = "$1 to $5"'),
    ]


@pytest.mark.parametrize("designator", ["MG-01", "MG-ML01"])
def test_a_multi_game_table_on_one_game_is_a_warning(designator: str) -> None:
    table = five_card(designator) if designator == "MG-01" else []
    assert not warned(*table)
    assert warned(*table, *without("UTH-1")) == [
        f"link five-card: {designator} is printed for connecting several five-card games (001:397, 002:557); "
        "only caribbean-stud is on this link"
    ]


@pytest.mark.parametrize("designator", ["CSTUD-15", "CSTUD-16"])
def test_the_tables_headed_multi_game_may_join_holdem_on_hole_cards_and_flop(designator: str) -> None:
    wager = [('"$1"', '"$5"'), ('"$1 to $1"', '"$5 to $5"')] if designator == "CSTUD-16" else []
    changes = [*five_card(designator), *wager]
    mine = [s for s in refused(*changes) + warned(*changes) if "five-card" in s]
    assert not mine
    notes = said(Severity.NOTE, *changes)
    assert any("win a royal-flush with probability 1/649,740, both on five cards" in s for s in notes)


def test_a_table_of_caribbean_stud_on_holdem_alone_is_a_warning() -> None:
    assert warned(*five_card("CSTUD-15"), *without("CS-3")) == [
        "link five-card: CSTUD-15 is printed with caribbean-stud (001:228, 340); only ultimate-texas-holdem "
        "is on this link"
    ]
    assert not warned(*five_card("CSTUD-15"), *without("UTH-1"))


def test_the_reason_why_a_table_of_one_game_can_not_serve_another_is_true() -> None:
    """Hold'em can play five cards, so the number of cards is no reason; the heading of the page is."""
    (reason,) = [s for s in refused(*five_card("CSTUD-01")) if "not printed for" in s]
    assert reason == (
        "link five-card: CSTUD-01 is not printed for ultimate-texas-holdem: it is for caribbean-stud alone, "
        "one table or several (001:166, 278)"
    )
    (reason,) = [s for s in refused(*five_card("UTH-JP-01")) if "not printed for" in s]
    assert "ultimate-texas-holdem alone, one table or several (002:491, 511)" in reason
    assert "1/30,940 in 7 cards" in reason
    assert "1/649,740 in 5" in reason


def test_every_jackpot_table_says_what_it_is_printed_for() -> None:
    uses = {table.designator: table.use for table in paytables() if table.wager_cents}
    assert {name for name, use in uses.items() if use == "several-games"} == {"MG-01", "MG-ML01", "MG-ML03"}
    assert {name for name, use in uses.items() if use == "either"} == {"CSTUD-15", "CSTUD-16"}
    assert all(paytable(name).generations == ("nexus",) for name in ("MG-01", "MG-ML01", "MG-ML03"))
    assert not any(table.generations for table in paytables() if not table.designator.startswith("MG-"))
