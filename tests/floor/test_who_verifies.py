"""Whose card a win needs: a supervisor's, an executive's from an amount on, none for small pays by press."""

import pytest

from pitboss.floor.compliance.findings import Severity
from pitboss.floor.config.floor_file import example, link_config, parse_floor
from pitboss.floor.demo import demo_floor
from pitboss.jackpots.config import TrayPays
from tests.floor.floors import Change, changed, refused, said, warned

FIVE_CARD = 'paytable = "MG-ML01"\n'
DEALER = 'tray_pays = "dealer"\n'
ABOVE = 'tray_supervisor_above = "$50"\n'


def five_card(lines: str) -> Change:
    """The example's link whose small hands the tray pays, with more lines."""
    return FIVE_CARD, FIVE_CARD + lines


def test_a_supervisor_confirms_tray_pays_where_a_floor_file_says_nothing() -> None:
    """001:117: a supervisor verifies every qualifying hand, whether meter or tray pays it."""
    floor = parse_floor(example())
    for link in floor.links:
        policy = link_config(floor, link).policy
        assert (policy.tray_pays, policy.dealer_pays_below_cents) == (TrayPays.SUPERVISOR, 0)
    notes = said(Severity.NOTE)
    assert "link five-card: a pay from the tray waits for a card, as every other win does" in notes
    assert not any(note.startswith("link pit-1: a pay from the tray") for note in notes), "it has none"


def test_a_dealer_without_an_amount_opens_no_table() -> None:
    """A floor file of before, with `tray_pays = "dealer"` alone, is told what to add."""
    (sentence,) = refused(five_card(DEALER))
    assert 'link five-card: tray_pays = "dealer" needs tray_supervisor_above' in sentence
    assert "leave tray_pays out" in sentence
    assert refused(five_card(DEALER + 'tray_supervisor_above = "$0"\n')) == [sentence]
    assert not refused(five_card(DEALER + ABOVE))


def test_the_check_names_the_hands_a_dealer_records_alone() -> None:
    below = "the dealer's press alone records a pay from the tray"
    (sentence,) = [line for line in said(Severity.ADVICE, five_card(DEALER + ABOVE)) if below in line]
    assert "below $50.00" in sentence
    assert "(flush $40.00, straight $30.00, three-of-a-kind $9.00)" in sentence, "not the full house's $50"
    assert "the internal controls must say so" in sentence


def test_an_amount_without_the_dealer_is_told_that_it_counts_for_nothing() -> None:
    """A file of before meant by it that the dealer records what lies below."""
    assert not warned()
    (sentence,) = warned(five_card(ABOVE))
    assert 'tray_supervisor_above counts only with tray_pays = "dealer"' in sentence
    floor = parse_floor(changed(five_card(ABOVE)))
    assert floor.links[1].policy.dealer_pays_below_cents == 0


def test_no_dealer_of_the_demo_records_a_large_pay_alone() -> None:
    floor = demo_floor()
    below = {link.name: link.policy.dealer_pays_below_cents for link in floor.links}
    assert below == {"caribbean": 0, "aquarius-2": 0, "five-card": 100_00, "holdem": 0}


@pytest.mark.parametrize("line", ['executive_from = "$5,000"\n', 'executive_from = "$10,000" '])
def test_executive_from_left_out_is_told(line: str) -> None:
    """001:270: a Supervisor or Executive card, depending on the jackpot's level."""
    (sentence,) = warned((line, "# "))
    assert "executive_from is left out: a supervisor's card confirms any amount" in sentence
