"""CSTUD-16 pays what is printed; the scaled reading is another table, named so and not approved."""

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.money import format_cents
from pitboss.paytables import FixedPay, Paytable, load_file, paytable, paytables


def fixed(table: Paytable) -> list[str]:
    return [format_cents(line.pay.cents) for line in table.lines if isinstance(line.pay, FixedPay)]


def test_cstud_16_pays_what_is_printed() -> None:
    """001:340-349, and the same in the other copy, 001:228-237."""
    table = paytable("CSTUD-16")
    assert fixed(table) == ["$300.00", "$50.00", "$40.00", "$30.00", "$9.00"]
    assert [line.envy_cents for line in table.lines[:2]] == [500_000, 150_000]
    assert (table.wager_cents, table.seed_cents, table.approved) == (500, 1_000_000, True)


def test_the_scaled_reading_is_a_table_of_its_own_that_is_not_approved() -> None:
    printed, scaled = paytable("CSTUD-16"), paytable("cstud-16  Scaled")
    assert scaled == printed.scaled()
    assert scaled.designator == "CSTUD-16 scaled"
    assert fixed(scaled) == ["$1,500.00", "$250.00", "$200.00", "$150.00", "$45.00"]
    assert [line.printed for line in scaled.lines][1:3] == ["", "$300 not from meter"]
    assert [line.envy_cents for line in scaled.lines] == [line.envy_cents for line in printed.lines]
    assert (scaled.wager_cents, scaled.seed_cents) == (printed.wager_cents, printed.seed_cents)
    assert not scaled.approved
    assert scaled.serves("ultimate-texas-holdem", "jackpot")
    assert scaled not in paytables()
    rules = game("caribbean-stud").rules(None, {"progressive": "CSTUD-16 scaled"})
    assert not rules.approved
    assert "CSTUD-16 scaled" in rules.departures[0]


def test_no_other_table_has_a_second_reading() -> None:
    assert [table.designator for table in paytables() if table.scaled_from_cents] == ["CSTUD-16"]
    with pytest.raises(BadInput, match="CSTUD-15 has one reading, the printed one"):
        paytable("CSTUD-15").scaled()
    with pytest.raises(BadInput, match="no paytable called 'CSTUD-15 scaled'"):
        paytable("CSTUD-15 scaled")


def test_a_reading_serves_only_the_bets_of_its_table() -> None:
    with pytest.raises(BadInput, match="CSTUD-16 scaled is not a table of"):
        game("caribbean-stud").rules(None, {"bonus": "CSTUD-16 scaled"})


def test_a_paytable_has_a_version_and_says_what_the_earlier_ones_were() -> None:
    assert {table.designator: table.version for table in paytables() if table.version > 1} == {"CSTUD-16": 2}
    assert paytable("CSTUD-16").earlier == ("scaled reading, not approved",)
    data = paytable("CSTUD-16").as_json()
    assert (data["table_version"], data["earlier"]) == (2, ["scaled reading, not approved"])


def test_a_table_that_changes_gets_a_new_version() -> None:
    """`versions.txt` has the pays of each designator and version for good; a new version adds a line."""
    kept = (Path(__file__).parent / "versions.txt").read_text().splitlines()
    assert len({line.rpartition(" ")[0] for line in kept}) == len(kept)
    now = [f"{table.designator} {table.version} {table.fingerprint}" for table in paytables()]
    assert [line for line in now if line not in kept] == []


def test_a_users_table_may_have_two_readings_as_well(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = """[[table]]
designator = "OWN"
game = "caribbean-stud"
bet = "progressive"
wager = "$5"
scaled_from = "$SCALED"
lines = [{ hand = "royal-flush", pays = "100% of main" }, { hand = "flush", pays = "$40 not from meter" }]
"""
    file.write_text(text.replace("SCALED", "1"))
    assert fixed(load_file(file).scaled()) == ["$200.00"]
    file.write_text(text.replace("SCALED", "0"))
    with pytest.raises(BadInput, match=r"own.toml:6: .*scaled_from"):
        load_file(file)
