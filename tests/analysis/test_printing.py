"""On paper: the par sheet a laboratory wants, charts in colour and the pocket card, for any game."""

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis import printing, registry
from pitboss.analysis.audit import audit
from pitboss.analysis.parsheet import Outcome, from_outcomes
from pitboss.analysis.printing import Cover
from pitboss.analysis.results import Chart, Strategy
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.web.lab.setup import SetUp, as_toml
from tests.cli.running import run
from tests.pdf import pages_of, text_of

COVER = Cover(date(2026, 11, 16), "Ann Lee", "PB-7", "B", "The laboratory")
EDITED = SetUp.read(
    [("game", "ultimate-texas-holdem"), ("bet", "trips"), ("paytable", "UTH-01"), ("pay.flush", "6")]
)
A4, LETTER = (595, 842), (612, 792)


def par(bet: str = "trips", cover: Cover = COVER) -> bytes:
    table = registry.resolve_paytable("ultimate-texas-holdem", bet, None, {})
    return printing.of_par(registry.par("ultimate-texas-holdem", bet), cover, table).as_pdf()


def edited(cover: Cover = COVER) -> bytes:
    sheet = registry.par_of(EDITED.game, EDITED.bet, EDITED.table, EDITED.options)
    return printing.of_par(sheet, cover, EDITED.table).as_pdf()


def test_a_par_sheet_says_what_it_is_who_made_it_and_when() -> None:
    said = text_of(par())
    for words in (
        "Par sheet: Ultimate Texas Hold'em Trips, table UTH-01. Approved table. Exact.",
        "Document PB-7 Revision B Date 16 November 2026 Prepared by Ann Lee Prepared for The laboratory",
        "Three of a kind or better in the final hand.",
        "The dealer needs a pair.",
        "Return to player 99.0982% 33144511/33446140",
        "Confidence bands",
        "What is computed agrees.",
    ):
        assert words in said
    assert "NOT APPROVED" not in said
    assert "ultimate-texas-holdem" not in said


def test_a_par_sheet_tells_the_dealer_by_the_options_it_was_counted_with() -> None:
    sheet = registry.par("three-card-poker", "pair-plus", None, {})
    for options, needs in (({}, "queen"), ({"dealer_qualifies": "king-high"}, "king")):
        text = text_of(printing.of_par(replace(sheet, options=options), COVER).as_pdf())
        assert f"The dealer needs {needs} high." in " ".join(text.split())


def test_without_a_number_the_data_gives_one_and_without_a_date_none_is_made_up() -> None:
    digest = registry.par("ultimate-texas-holdem", "trips").as_json()["digest"]
    said = text_of(par(cover=Cover()))
    assert f"Document PB-{digest[:8].upper()} Revision 1 Date not dated" in said


def test_the_same_input_gives_the_same_bytes_and_another_date_others() -> None:
    assert par() == par()
    assert par(cover=replace(COVER, day=date(2026, 11, 17))) != par()
    strategy = registry.strategy("solitaire-stud")
    assert printing.of_card(strategy).as_pdf() == printing.of_card(strategy).as_pdf()


def test_an_edit_is_marked_against_the_printed_table_and_not_approved_stands_across_every_page() -> None:
    made = edited()
    said = text_of(made)
    assert "Changed against the printed table UTH-01" in said
    assert "◆ Flush 7 to 1 6 to 1" in said
    assert "◆ Flush 6 to 1 (printed 7 to 1)" in said
    assert said.count("◆ Flush") == 2
    assert said.count("NOT APPROVED") == len(pages_of(made)) + 1, "across each page, and under the title"


def test_lines_that_were_added_or_taken_out_are_edits_too() -> None:
    printed = game("ultimate-texas-holdem").paytable("UTH-01")
    shorter = replace(printed, designator="own", lines=printed.lines[1:], approved=False)
    (gone,) = printing.edits(shorter, printed)
    assert (gone.hand, gone.here) == ("royal flush", "taken out")
    (added,) = printing.edits(printed, shorter)
    assert added.printed == "no such line"
    assert printing.printed_of("ultimate-texas-holdem", "trips", shorter, {}) == printed


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_paper_is_a4_or_letter(paper: str, size: tuple[int, int]) -> None:
    strategy = registry.strategy("solitaire-stud")
    assert set(pages_of(par(cover=replace(COVER, paper=paper)))) == {size}
    assert pages_of(printing.of_card(strategy, paper).as_pdf()) == [size]
    assert set(pages_of(printing.of_charts(strategy, paper).as_pdf())) == {size}
    with pytest.raises(BadInput, match="paper is a4 or letter"):
        printing.of_card(strategy, "a5")


def test_the_bands_hold_the_mean_and_narrow_with_the_root_of_the_rounds() -> None:
    coin = from_outcomes(
        [Outcome("heads", 1, Fraction(1)), Outcome("tails", 1, Fraction(-1))],
        game="caribbean-stud",
        bet="bonus",
        paytable=None,
        options={},
    )
    found = printing.bands(coin).rows
    assert found[0] == ("100", "+0.0", "−19.6 to +19.6", "80.40 to 119.60", "74.24 to 125.76")
    assert found[2][2] == "−196.0 to +196.0"
    assert printing.bands(coin, 2500).rows[2][:3] == ("2,500", "+0.0", "−98.0 to +98.0")
    with pytest.raises(BadInput, match="1 to 1,000,000,000,000 rounds"):
        Cover(rounds=0)
    rare = replace(coin, outcomes=(Outcome("hit", 1, Fraction(999)), Outcome("miss", 999, Fraction(-1))))
    rare = from_outcomes(rare.outcomes, game=coin.game, bet=coin.bet, paytable=None, options={})
    assert [row[0].endswith("*") for row in printing.bands(rare).rows] == [True, True, False, False] + [
        False
    ] * 2


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_pocket_card_of_one_side_and_charts_with_a_word_in_every_coloured_cell(
    slug: str,
) -> None:
    strategy = registry.strategy(slug)
    card = printing.of_card(strategy)
    made = card.as_pdf()
    assert len(pages_of(made)) == 1
    said = text_of(made)
    assert GAMES[slug].name in said
    assert slug not in said
    assert ("NOT APPROVED" in said) == bool(GAMES[slug].mark)
    for part in card.facts["parts"]:
        for row, shades in zip(part["rows"], part["shades"], strict=True):
            assert all(cell for cell, shade in zip(row, shades, strict=True) if shade and shade != "#ffffff")
    coloured = {shade for part in card.facts["parts"] for row in part["shades"] for shade in row}
    assert len(coloured - {"", "#ffffff"}) > 0


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_par_sheet_with_names_and_its_standing(slug: str) -> None:
    sheet = registry.par(slug)
    table = registry.resolve_paytable(slug, "base", None, {})
    said = text_of(printing.of_par(sheet, COVER, table).as_pdf())
    assert f"Par sheet: {GAMES[slug].name}" in said
    assert "Return to player" in said
    assert "Changed against" not in said
    assert ("NOT APPROVED" in said) == bool(GAMES[slug].mark)
    said = re.sub(r"\bSources Read in .+? Prepared by", "", said, flags=re.DOTALL)
    assert not re.search(rf"\b{re.escape(slug)}\b", said)
    # Names as one says them, and nothing that only we can read: no slugs, no file names, no powers as e-11.
    raw = [*(bet.slug for bet in GAMES[slug].bets), *GAMES[slug].decisions]
    assert not [name for name in raw if "-" in name and re.search(rf"\b{re.escape(name)}\b", said)]
    assert not re.search(r"\.txt|\d[eE]-\d|^\[\d+\]", said, re.MULTILINE)


def test_a_sheet_is_set_a_little_smaller_where_that_saves_a_page() -> None:
    saved = printing.of_par(registry.par("blackjack-switch", "super-match"), COVER)
    as_large = printing.of_par(registry.par("blackjack-switch", "kings-bounty"), COVER)
    assert [len(paper.pages("svg")) for paper in (saved, as_large)] == [1, 2]
    assert as_large._size() == 9.0 > saved._size()


def test_a_chart_longer_than_a_card_stands_in_two_halves_that_say_all_of_it() -> None:
    strategy = registry.strategy("three-card-draw")
    (chart,) = strategy.charts
    first, second = printing.of_card(strategy).facts["parts"][:2]
    assert [row[0] for row in (*first["rows"], *second["rows"])] == [row[0] for row in chart.rows]
    assert second["title"] == f"{first['title']} (continued)"
    one_word = printing.of_card(registry.strategy("flush-rush")).facts["parts"][0]
    assert not one_word["words"]  # each row has one decision: nothing to say of percent


def test_charts_of_one_title_keep_their_own_colours_and_a_decision_has_the_same_on_all() -> None:
    first = Chart(
        "Play or fold?", ("hand", "2", "3"), (("pair", "Play", "Play"), ("less", "Fold", "F60 P40"))
    )
    second = Chart("Play or fold?", ("hand", "2"), (("any", "Fold"), ("one", "–"), ("more", "Play")))
    strategy = Strategy("caribbean-stud", Fraction(-1, 20), (first, second), ())
    one, two = printing.of_charts(strategy).facts["sections"]
    assert [len(one["shades"]), len(two["shades"])] == [2, 3]
    assert one["shades"][0][1] == two["shades"][2][1] != one["shades"][1][1] == two["shades"][0][1] != ""
    assert two["shades"][1][1] == "", "a dash is no decision"
    said = text_of(printing.of_charts(strategy).as_pdf())
    assert "Strategy: Caribbean Stud Poker Best play −0.0500 per Ante" in said


def test_the_command_line_prints_a_sheet_with_its_cover_and_a_card(tmp_path: Path) -> None:
    own, sheet, card = tmp_path / "own.toml", tmp_path / "sheet.pdf", tmp_path / "card.pdf"
    assert EDITED.table is not None
    own.write_text(as_toml(EDITED.table), "utf-8")
    words = ("par", "uth", "--bet", "trips", "--paytable", str(own), "--pdf", str(sheet))
    cover = ("--author", "Ann Lee", "--document", "PB-7", "--revision", "B", "--client", "The laboratory")
    assert run(*words, *cover, "--date", "2026-11-16").exit_code == 0
    assert sheet.read_bytes() == edited()
    assert run(*words, "--date", "16.11.").exit_code == 2
    assert run("strategy", "solitaire-stud", "--card", str(card), "--paper", "letter").exit_code == 0
    assert card.read_bytes() == printing.of_card(registry.strategy("solitaire-stud"), "letter").as_pdf()


def test_the_date_of_the_source_is_taken_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert printing.day_of(None) == date(2023, 11, 14)
    assert printing.day_of("2026-11-16") == date(2026, 11, 16)


def test_the_audit_on_paper_names_games_and_bets_and_no_file_of_ours() -> None:
    paper = printing.of_audit(audit())
    cells = [cell for section in paper.sections for row in section.rows for cell in row]
    assert "Ultimate Texas Hold'em, Bad Beat Bonus" in cells
    slugs = "|".join(map(re.escape, GAMES))
    assert not [cell for cell in cells if re.search(rf"\b({slugs})\b|\.txt", cell)]
    assert re.fullmatch(r"\d+ stated figures\. Differs: \d+; unspecified: \d+; agrees: \d+\.", paper.subtitle)
