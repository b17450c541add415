"""Caribbean Stud's progressives are printed twice, with different holes; merged they are the product data."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pitboss.money import dollars, format_cents
from pitboss.paytables import Line, Paytable, paytable, paytables

PRINT = Path(__file__).with_name("caribbean_progressives.txt")
_HANDS = "Royal Flush|Straight Flush|Four of a Kind|Full House|Flush|Straight|Three of a Kind|Two Pair"
HANDS = tuple(_HANDS.split("|"))
FIGURES = ("House Edge", "Seed", "Hit Frequency")

MENDED = {
    "Three of a Kinc": "Three of a Kind",
    "$300 (not from meter": "$300 (not from meter)",
    "PCSAS": "PCSA5",
}
"""Broken signs whose reading is beyond doubt."""
NOISE = {"2", "1"}
"""Marks that stand where the scan lost a cell: a row label, and a seed."""


@dataclass(frozen=True)
class Column:
    """One table in one copy: its place, code and wager, and label, pay and envy of each row in order."""

    lines: str
    code: str
    wager: str
    rows: tuple[tuple[str, str, str], ...]


def read(cell: str) -> str:
    return "" if cell in NOISE else MENDED.get(cell, cell)


@cache
def copies() -> tuple[dict[str, Column], dict[str, Column]]:
    _, first, second = PRINT.read_text(encoding="utf-8").split("== copy ")
    return columns(first), columns(second)


def columns(text: str) -> dict[str, Column]:
    found: dict[str, Column] = {}
    for block in text.split("-- lines ")[1:]:
        lines = block.split("\n")[0]
        grid = [[read(cell.strip()) for cell in row.split("|")] for row in block.strip().splitlines()[1:]]
        head = " ".join(grid.pop(0)[1:])
        numbers = re.findall(r"[-·] ?(\d\d)", head)
        multi_game = "15" in numbers
        if multi_game:
            head += " " + " ".join(grid.pop(0)[1:])
        wagers = re.findall(r"\$[\d.]+", head)
        codes = [MENDED.get(code, code) for code in re.findall(r"PCS\w\w", head)]
        for place, number in enumerate(numbers):
            pay, envy = ((1, 3), (4, 5))[place] if multi_game else (place + 1, None)
            rows = tuple((row[0], row[pay], row[envy] if envy else "") for row in grid)
            code = codes[place] if place < len(codes) else ""
            found[f"CSTUD-{number}"] = Column(lines, code, wagers[place], rows)
    return found


def origin(first: str, second: str) -> str:
    return {
        (True, True): "both",
        (True, False): "copy 1",
        (False, True): "copy 2",
        (False, False): "neither",
    }[bool(first), bool(second)]


def merged(designator: str) -> dict[str, tuple[str, str, str, str]]:
    """For each row by its label: the pay, the envy, and where label and pay come from."""
    first, second = (copy[designator] for copy in copies())
    assert len(first.rows) == len(second.rows)
    rows = {}
    for place, ((label1, pay1, envy1), (label2, pay2, envy2)) in enumerate(
        zip(first.rows, second.rows, strict=True)
    ):
        label = label1 or label2 or HANDS[place]
        rows[label] = (pay1 or pay2, envy1 or envy2, origin(label1, label2), origin(pay1, pay2))
    return rows


DESIGNATORS = [
    table.designator for table in paytables("caribbean-stud") if table.designator.startswith("CSTUD")
]


def test_both_copies_hold_all_sixteen_tables() -> None:
    first, second = copies()
    assert list(first) == list(second) == DESIGNATORS
    assert len(DESIGNATORS) == 16


def test_the_copies_never_contradict_each_other() -> None:
    first, second = copies()
    for designator in DESIGNATORS:
        one, two = first[designator], second[designator]
        assert (one.code, one.wager) == (two.code, two.wager)
        for row1, row2 in zip(one.rows, two.rows, strict=True):
            for cell1, cell2 in zip(row1, row2, strict=True):
                assert "" in (cell1, cell2) or cell1 == cell2, (designator, row1, row2)


def test_the_rows_stand_in_the_order_of_the_hands() -> None:
    for designator in DESIGNATORS:
        labels = list(merged(designator))
        assert labels == [*HANDS[: len(labels) - len(FIGURES)], *FIGURES], designator


def test_where_each_row_label_comes_from() -> None:
    """Every label but these is legible in both copies."""
    lost = {
        (designator, label): label_from
        for designator in DESIGNATORS
        for label, (_, _, label_from, _) in merged(designator).items()
        if label_from != "both"
    }
    expected: dict[tuple[str, str], str] = {}
    for numbers, label, label_from in (
        (range(1, 5), "Straight Flush", "copy 2"),
        (range(5, 9), "Royal Flush", "copy 1"),
        (range(5, 9), "Four of a Kind", "copy 2"),
        (range(9, 13), "Royal Flush", "neither"),
        (range(9, 13), "Straight Flush", "copy 2"),
        (range(9, 13), "Four of a Kind", "copy 2"),
        (range(13, 15), "Royal Flush", "neither"),
        (range(13, 15), "Straight Flush", "copy 1"),
        (range(13, 15), "Four of a Kind", "copy 2"),
        (range(13, 15), "Straight", "copy 1"),
        (range(15, 17), "Four of a Kind", "copy 2"),
    ):
        expected |= {(f"CSTUD-{number:02}", label): label_from for number in numbers}
    assert lost == expected


def test_where_each_cell_comes_from() -> None:
    """One pay is in the second copy only, one seed in neither; a hand that isn't paid is blank in both."""
    odd = {
        (designator, label): pay_from
        for designator in DESIGNATORS
        for label, (_, _, _, pay_from) in merged(designator).items()
        if pay_from != "both"
    }
    unpaid = {
        (f"CSTUD-{number:02}", label): "neither"
        for numbers, labels in (
            ((5, 6), ("Straight", "Three of a Kind", "Two Pair")),
            ((7,), ("Three of a Kind", "Two Pair")),
            ((14, 15, 16), ("Two Pair",)),
        )
        for number in numbers
        for label in labels
    }
    assert odd == unpaid | {("CSTUD-01", "Straight Flush"): "copy 2", ("CSTUD-15", "Seed"): "neither"}


def printed_pay(line: Line) -> str:
    """The pay as the documents write it."""
    text = str(line.pay)
    if "%" in text:
        return f"{text.removesuffix(' of main')} (from meter)"
    amount, _, place = text.partition(" ")
    return f"{amount} ({place})"


def as_printed(table: Paytable) -> dict[str, tuple[str, str]]:
    rows = {
        line.title.title().replace(" Of A ", " of a "): (
            printed_pay(line),
            format_cents(line.envy_cents).removesuffix(".00") if line.envy_cents else "",
        )
        for line in table.lines
    }
    seed = "" if table.seed_cents is None else format_cents(table.seed_cents).removesuffix(".00")
    return rows | {
        "House Edge": (table.stated.house_edge, ""),
        "Seed": (seed, ""),
        "Hit Frequency": (table.stated.hit_frequency, ""),
    }


@pytest.mark.parametrize("designator", DESIGNATORS)
def test_the_merged_copies_are_the_product_data(designator: str) -> None:
    table = paytable(designator)
    merge = {label: (pay, envy) for label, (pay, envy, _, _) in merged(designator).items()}
    printed = {label: cells for label, cells in merge.items() if cells[0] or label in FIGURES}
    assert as_printed(table) == printed
    column = copies()[0][designator]
    assert table.aliases == ((column.code,) if column.code else ())
    assert table.wager_cents == dollars(column.wager)
    places = [f"{source.first_line}-{source.last_line}" for source in table.source]
    assert places == [copy[designator].lines for copy in copies()]


@pytest.mark.parametrize("designator", DESIGNATORS)
def test_every_reconstructed_line_says_so_and_no_other(designator: str) -> None:
    rows = merged(designator)
    for line, (label, (_, _, label_from, pay_from)) in zip(
        paytable(designator).lines, rows.items(), strict=False
    ):
        reconstructed = label_from != "both" or pay_from != "both"
        assert bool(line.note) == reconstructed, (designator, label)


def test_the_five_dollar_multi_game_table_prints_the_fixed_pays_of_the_one_dollar_table() -> None:
    """Its envy is five times as much, so its other reading is the one-dollar table scaled to five."""
    one, five = paytable("CSTUD-15"), paytable("CSTUD-16")
    assert [line.pay for line in five.lines] == [line.pay for line in one.lines]
    scaled = one.at_wager(500, seed_cents=five.seed_cents)
    assert [(line.hand, line.pay, line.envy_cents) for line in scaled.lines] == [
        (line.hand, line.pay, line.envy_cents) for line in five.scaled().lines
    ]
