"""Every other table, cell by cell against a second transcription of the print."""

import re
from pathlib import Path

import pytest

from pitboss.money import format_cents
from pitboss.paytables import Line, OddsByHands, paytable, paytables

PRINT = Path(__file__).with_name("printed_tables.txt")

HANDS = {
    "7 Cards": "seven-card-run",
    "6 Cards": "six-card-run",
    "5 Cards": "five-card-run",
    "4 Cards": "four-card-run",
    "3 Cards": "three-card-run",
    "Other": "win-on-top-card",
    "4 of a Kind": "four-of-a-kind",
    "Quads": "four-of-a-kind",
    "3 of a Kind": "three-of-a-kind",
    "Trips": "three-of-a-kind",
    "One pair or less": "pair-or-less",
    "10s or better": "pair-of-tens-or-better",
    "Tens of Better": "pair-of-tens-or-better",
    "Tens Up": "pair-of-tens-or-better",
    "Royal Flush- First 5 Cards": "royal-flush-first-five",
    "Royal Flush- First 7 Cards": "royal-flush-first-seven",
    "Community Royal": "community-royal-flush",
    "A-A (Player) / A-A (Dealer)": "aces-against-aces",
    "A-A": "pair-of-aces",
    "A-K (Suited)": "ace-king-suited",
    "A-Q or A-J (Suited)": "ace-queen-or-ace-jack-suited",
    "A-K (Unsuited)": "ace-king-unsuited",
    "K-K or Q-Q or J-J (High Pairs)": "pair-of-kings-queens-or-jacks",
    "A-Q or A-J (Unsuited)": "ace-queen-or-ace-jack-unsuited",
    "10-10 Thru 2-2 (Low Pairs)": "pair-of-tens-through-twos",
    "Ace Hearts / Ace Diamonds": "red-aces",
    "Ace / Face Suited": "ace-face-suited",
    "Ace / Face": "ace-face",
    "2 Kings of Spades + Dealer BJ": "kings-of-spades-and-dealer-blackjack",
    "2 Kings of Spades": "kings-of-spades",
    "2 Suited Kings": "suited-kings",
    "2 Suited Queens, Jacks or 10s": "suited-queens-jacks-or-tens",
    "Suited 20": "suited-twenty",
    "2 Kings": "kings",
    "Unsuited 20": "unsuited-twenty",
}
FIGURES = {
    "House Edge": "house_edge",
    "House edge": "house_edge",
    "House edge:": "house_edge",
    "House Advantage": "house_edge",
    "Win Frequency": "hit_frequency",
    "Hit frequency": "hit_frequency",
    "Hit : frequency:": "hit_frequency",
}

Cells = dict[str, tuple[str, str]]


def blocks() -> dict[str, list[tuple[str, Cells]]]:
    """For each designator its printed columns: where, and pay and envy (or figure) by hand."""
    found: dict[str, list[tuple[str, Cells]]] = {}
    for block in PRINT.read_text(encoding="utf-8").split("\n-- ")[1:]:
        head, *rows = block.strip().split("\n")
        place, _, names = head.partition(": ")
        for column, designator in enumerate(names.split(), 1):
            cells: Cells = {}
            for row in rows:
                label, *values = (cell.strip() for cell in row.split("|"))
                once = designator.startswith("RH") and not any(values[1:])
                value = values[0] if once else values[column - 1]
                envy = values[1] if designator.startswith("MG") else ""
                if value:
                    cells[name_of(label, value)] = (value, envy)
            found.setdefault(designator, []).append((place, cells))
    return found


def name_of(label: str, value: str) -> str:
    if value.endswith("%*"):
        return "game_house_edge"
    if label == "":
        return "house_edge"
    return FIGURES.get(label) or HANDS.get(label) or label.lower().replace(" ", "-")


def as_printed(line: Line, designator: str) -> tuple[str, str]:
    envy = format_cents(line.envy_cents).removesuffix(".00") if line.envy_cents else ""
    if isinstance(line.pay, OddsByHands):
        assert [hands for hands, _ in line.pay.odds] == [8, 7, 6, 5, 4, 3, 2]
        assert all(odds.stake_back and odds.denominator == 1 for _, odds in line.pay.odds)
        return ", ".join(str(odds.numerator) for _, odds in line.pay.odds), envy
    text = str(line.pay).removesuffix(" of main")
    if designator.startswith("MG"):
        text = text.replace(" for ", " For ")
        text = re.sub(r" of (\w+)", lambda found: f" {found[1].title()}", text)
    return text, envy


PRINTED = blocks()
MENDED = {"1 to 1 (even money)": "1 to 1", "1000 to 1": "1,000 to 1", "Push": "push", "0.84%*": "0.84%"}
BLANK_BUT_RULED = {("UTH-BLIND", "three-of-a-kind-or-less")}
"""A blank cell that the rules of play fill."""


@pytest.mark.parametrize("designator", PRINTED)
def test_the_product_data_is_what_is_printed(designator: str) -> None:
    table = paytable(designator)
    product = {
        line.hand: as_printed(line, designator)
        for line in table.lines
        if (designator, line.hand) not in BLANK_BUT_RULED
    }
    product |= {figure: (text, "") for figure, text in table.stated.figures().items()}
    for place, cells in PRINTED[designator]:
        printed = {name: (MENDED.get(value, value), envy) for name, (value, envy) in cells.items()}
        figures = table.stated.figures() if "house_edge" not in printed else {}
        assert printed == {
            name: cell for name, cell in product.items() if name in printed or name not in figures
        }
        assert place.split()[0] in {source.file[2] for source in table.source}


def test_every_table_is_transcribed_twice_but_the_one_that_is_a_sentence() -> None:
    tables = {table.designator for table in paytables()}
    progressives = {name for name in tables if name.startswith("CSTUD")}
    assert tables - progressives - set(PRINTED) == {"TWBB-1"}


def test_the_lines_stand_in_printed_order() -> None:
    for designator, columns in PRINTED.items():
        for _, cells in columns:
            printed = [name for name in cells if not name.endswith(("edge", "frequency"))]
            lines = [line.hand for line in paytable(designator).lines if line.hand in printed]
            assert lines == printed, designator


def test_each_printed_block_lies_within_the_place_the_table_names() -> None:
    for designator, columns in PRINTED.items():
        sources = paytable(designator).source
        for place, _ in columns:
            document, first, last = re.fullmatch(r"(\d) (\d+)-(\d+)", place).groups()  # type: ignore[union-attr]
            assert any(
                source.file[2] == document
                and source.first_line <= int(first)
                and int(last) <= source.last_line
                for source in sources
            ), (designator, place)
