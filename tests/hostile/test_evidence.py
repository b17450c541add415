"""The cards of a claim are printed as evidence: they make the hand, and lie in one claim only."""

from typing import Any

import pytest

from tests.floor.house import Desk, House, refused

CARIBBEAN, HOLDEM = ("T1", "caribbean"), ("T4", "holdem")
ROYAL, QUADS = "AhKhQhJhTh", "9c9d9h9s2c"


def press(desk: Desk, where: tuple[str, str], seat: int, hand: str, cards: str = "") -> Any:
    body = {"round_no": 1, "seat": seat, "hand": hand, "cards": cards}
    return desk.post(f"/api/tables/{where[0]}/links/{where[1]}/press", body)


@pytest.fixture
def dealer(house: House) -> Desk:
    """A dealer at T1 with a round in play."""
    dealer = house.desk("D-126", "T1")
    assert house.start(dealer, *CARIBBEAN, 3, 5).status_code == 200
    return dealer


@pytest.mark.parametrize(
    ("hand", "cards", "why"),
    [
        ("four-of-a-kind", "2c3d4h5s7c", "2c 3d 4h 5s 7c make no four of a kind"),
        ("royal-flush", "2c3d", "2 cards show no hand: enter all five cards, or none"),
        ("royal-flush", "AhKhQhJhTh9h", "6 cards show no hand"),
        ("flush", ROYAL, "make a royal flush, not a flush"),
        ("royal-flush", QUADS, "make a four of a kind, not a royal flush"),
        ("straight-flush", ROYAL, "make a royal flush, not a straight flush"),
        ("flush", "AhAh3h4h5h", "Ah appears 2 times"),
        ("flush", "AhXx", "is not a card"),
    ],
)
def test_failure_51_cards_that_make_another_hand_are_refused_and_claim_nothing(
    house: House, dealer: Desk, hand: str, cards: str, why: str
) -> None:
    answer = press(dealer, CARIBBEAN, 3, hand, cards)
    assert refused(answer) == (422, "BAD_CARDS")
    assert why in answer.json()["sentence"]
    assert not house.manager.state("caribbean").claims


def test_cards_that_make_the_hand_are_taken_and_so_is_a_claim_without(house: House, dealer: Desk) -> None:
    assert press(dealer, CARIBBEAN, 3, "royal-flush", ROYAL).status_code == 200
    assert press(dealer, CARIBBEAN, 5, "flush").status_code == 200
    assert [claim.cards for claim in house.manager.state("caribbean").claims.values()] == [ROYAL, ""]


def test_failure_52_two_players_of_a_round_can_not_both_hold_a_card(house: House, dealer: Desk) -> None:
    assert press(dealer, CARIBBEAN, 3, "royal-flush", ROYAL).status_code == 200
    twice = press(dealer, CARIBBEAN, 5, "flush", "Ah2h3h4h9h")
    assert refused(twice) == (422, "BAD_CARDS")
    assert "the claim of spot 3 has Ah too" in twice.json()["sentence"]
    claim = next(iter(house.manager.state("caribbean").claims))
    assert house.confirm(dealer, *CARIBBEAN, claim, "X-031").status_code == 200
    assert refused(press(dealer, CARIBBEAN, 5, "flush", "Ah2h3h4h9h")) == (422, "BAD_CARDS"), "also when won"
    assert press(dealer, CARIBBEAN, 5, "flush", "2h3h4h8h9h").status_code == 200


def test_the_cards_of_an_award_that_was_backed_out_may_be_claimed_for_the_right_spot(
    house: House, dealer: Desk
) -> None:
    assert press(dealer, CARIBBEAN, 3, "royal-flush", ROYAL).status_code == 200
    claim = next(iter(house.manager.state("caribbean").claims))
    award = house.confirm(dealer, *CARIBBEAN, claim, "X-031").json()["award_no"]
    office, why = house.desk("S-207"), {"explanation": "it was spot 5"}
    asked = office.swipe(f"/api/links/caribbean/awards/{award}/back-out", "S-207", why).json()
    assert office.swipe(f"/api/proposals/{asked['number']}/approve", "X-044").status_code == 200
    assert press(dealer, CARIBBEAN, 5, "royal-flush", ROYAL).status_code == 200


def test_a_claim_is_cleared_whatever_stands_in_the_field_of_its_cards(house: House, dealer: Desk) -> None:
    assert press(dealer, CARIBBEAN, 3, "royal-flush", ROYAL).status_code == 200
    assert press(dealer, CARIBBEAN, 3, "royal-flush", "2c").status_code == 200
    assert not house.manager.state("caribbean").claims


def test_the_same_press_sent_again_gets_the_same_answer(house: House, dealer: Desk) -> None:
    body = {"round_no": 1, "seat": 3, "hand": "royal-flush", "cards": ROYAL}
    path = "/api/tables/T1/links/caribbean/press"
    first, again = (dealer.post(path, body, "one-and-the-same") for _ in range(2))
    assert (first.status_code, first.content) == (again.status_code, again.content) == (200, again.content)


def test_players_share_the_board_and_nothing_else(house: House) -> None:
    dealer = house.desk("D-126", "T4")
    for link in ("five-card", "holdem"):
        assert house.start(dealer, "T4", link, 2, 3, 4).status_code == 200
    # The flop is Qh Jh Th: with a link of several games a hand is two own cards and the flop.
    flop = "T4", "five-card"
    assert press(dealer, flop, 2, "royal-flush", ROYAL).status_code == 200
    assert press(dealer, flop, 3, "straight-flush", "QhJhTh9h8h").status_code == 200
    assert refused(press(dealer, flop, 4, "straight-flush", "KhQhJhTh9h")) == (422, "BAD_CARDS")
    # With seven cards all five of the board may be the hand, and five cards don't say where they lay.
    assert press(dealer, HOLDEM, 2, "community-royal-flush", ROYAL).status_code == 200
    assert press(dealer, HOLDEM, 3, "community-royal-flush", f"{ROYAL}2c3d").status_code == 200
    assert refused(press(dealer, HOLDEM, 4, "community-royal-flush", QUADS)) == (422, "BAD_CARDS")
