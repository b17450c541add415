"""The progressives of games from public texts: linked where an approved rule sheet prints them."""

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.floor.compliance.findings import Finding, Severity
from pitboss.floor.compliance.opening import check
from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.games import GAMES
from pitboss.jackpots.pays import paytable_words
from pitboss.paytables import Paytable
from tests.floor.floors import approved
from tests.floor.house import House, open_house, refused, staff_and_links

PUBLIC = [
    table
    for game in GAMES.values()
    for bet in game.bets
    if bet.kind == "jackpot" and game.rules_from == "public"
    for table in game.paytables(bet.slug)
]
SEED, RATE = "$5,000", "4%"


def floor(game: str, paytable: str, sheet: str = "RS-2023-7", left_out: str = "") -> Floor:
    """The example with a table of a game from public texts, on a link of its own."""
    table = (
        f'name = "P-1"\ngame = "{game}"\nlinks = ["public"]\ncontroller = "nexus"\nlive_meter = true\n'
        'postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules", "jackpot-amount", '
        '"jackpot-restrictions", "folded-hands"]\n'
    )
    levels = next((one.levels for one in PUBLIC if one.designator == paytable), ("main",))
    amounts = {"seeds": SEED, "rates": RATE}
    said = [
        f'{part}.{level} = "{"$100" if part == "seeds" and level != levels[0] else amount}"'
        for part, amount in amounts.items()
        for level in levels
        if part != left_out
    ]
    link = f'[[link]]\nname = "public"\ntype = "progressive"\npaytable = "{paytable}"\nwager = "$1"\n'
    link += 'executive_from = "$5,000"\n'
    first, gear = "[[pit.table]]\n", "[equipment.nexus]"
    paper = f'[site.rule_sheets]\n{game} = {{ reference = "{sheet}", dated = 2023-06-15 }}\n\n{gear}'
    text = approved().replace(first, f"{first}{table}\n{first}", 1).replace(gear, paper if sheet else gear, 1)
    return parse_floor("\n".join((text, link, *said)))


def said(at: Floor, severity: Severity) -> list[Finding]:
    places = ("table P-1", "link public")
    return [one for one in check(at) if one.severity is severity and one.where in places]


@pytest.mark.parametrize("table", PUBLIC, ids=lambda table: table.designator)
def test_a_public_progressive_is_linked_by_the_rule_sheet_and_warned_of(table: Paytable) -> None:
    at = floor(table.game, table.designator)
    assert said(at, Severity.REFUSED) == []
    system, sheet = said(at, Severity.WARNING)
    assert sheet.sentence.startswith(f"{table.label} is from public texts, not from an approval")
    assert "RS-2023-7 of 2023-06-15 must print its lines, wager, seed and rates" in sheet.sentence
    assert system.sentence.startswith(f"no approved text names a jackpot system for {table.game}")
    advice = " ".join(one.sentence for one in said(at, Severity.ADVICE))
    assert f"{table.designator} prints no seed; $5,000.00" in advice
    assert "the house keeps" in advice


def test_without_the_rule_sheet_table_and_link_stay_shut() -> None:
    where = {one.where for one in said(floor("three-card-poker", "TCP-PG-02", sheet=""), Severity.REFUSED)}
    assert where == {"table P-1", "link public"}


def test_with_the_rule_sheet_of_the_example_they_do_too() -> None:
    at = floor("three-card-poker", "TCP-PG-02", sheet="RS-2023-0044")
    assert {one.where for one in said(at, Severity.REFUSED)} == {"table P-1", "link public"}


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("seeds", "main is missing, and TCP-PG-01 prints no seed for it"),
        ("rates", "main is missing, and no rate follows from what TCP-PG-01 states"),
    ],
)
def test_what_public_texts_leave_open_the_house_must_say(part: str, why: str) -> None:
    with pytest.raises(BadInput, match=f"{part}: {why}"):
        floor("three-card-poker", "TCP-PG-01", left_out=part)


def test_a_game_whose_progressive_has_no_public_pays_is_told_so() -> None:
    refusals = " ".join(one.sentence for one in said(floor("let-it-ride", "MS-PG-01"), Severity.REFUSED))
    assert "no text that was read gives let-it-ride a jackpot with its pays" in refusals
    other = " ".join(one.sentence for one in said(floor("caribbean-stud", "MS-PG-01"), Severity.REFUSED))
    assert "not printed for caribbean-stud: it is for mississippi-stud alone, one table or several" in other
    assert "()" not in refusals + other


@pytest.fixture
def spades(tmp_path: Path) -> House:
    house = open_house(str(tmp_path / "pit.db"), None, floor=floor("three-card-poker", "TCP-PG-02"))
    staff_and_links(house)
    return house


def test_a_round_with_a_mini_royal_in_spades_from_start_to_envy(spades: House) -> None:
    dealer, where = spades.desk("D-126", "P-1"), ("P-1", "public")
    assert spades.start(dealer, *where, 1, 4).status_code == 200
    press = f"/api/tables/{where[0]}/links/{where[1]}/press"
    for hand, cards, why in (
        ("mini-royal-in-spades", "AhKhQh", "make a mini royal, not a mini royal in spades"),
        ("mini-royal", "AsKsQs", "make a mini royal in spades, not a mini royal"),
        ("mini-royal-in-spades", "AsKsQsJsTs", "5 cards show no hand: enter all three cards, or none"),
        ("three-of-a-kind", "AsKsJd", "make no three of a kind"),
    ):
        answer = dealer.post(press, {"round_no": 1, "seat": 4, "hand": hand, "cards": cards})
        assert refused(answer) == (422, "BAD_CARDS")
        assert why in answer.json()["sentence"]
    body = {"round_no": 1, "seat": 4, "hand": "mini-royal-in-spades", "cards": "AsKsQs"}
    claim = dealer.post(press, body).json()["claim_no"]
    won = spades.confirm(dealer, *where, claim, "X-031").json()
    assert (won["amount_cents"], won["reseeded"]) == ("500008", True)
    envy = spades.end(dealer, *where).json()["envy"]
    assert [(pay["seat"], pay["cents"]) for pay in envy] == [(1, "10000")]
    config = spades.manager.state("public").config
    assert config is not None
    assert paytable_words(config) == "TCP-PG-02 version 1, from public texts"
    spades.manager.close()
