"""What waits for a second person says which award, round or meter it is about, and whose card serves."""

from typing import Any

from pitboss.web.floor_console import Console
from pitboss.web.floor_words import Clock
from tests.floor.house import House


def waiting(house: House) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Console(house.manager, Clock("UTC")).adjustments()["waiting"]
    return found


def test_a_back_out_names_the_award_its_table_amount_and_confirmer_and_asks_for_an_executive(
    house: House,
) -> None:
    award = house.win(house.desk("D-126", "T1"), "T1", "caribbean", 4, "flush", "X-044")
    path = f"/api/links/caribbean/awards/{award}/back-out"
    house.desk("S-207").swipe(path, "S-207", {"explanation": "hand misread"})
    (one,) = waiting(house)
    assert one["about"] == "award 1, flush at Table 1, $50.00, confirmed by m.castell"
    assert one["serves"] == "An executive's card"


def test_a_void_names_the_round_and_takes_a_supervisor_too(house: House) -> None:
    house.start(house.desk("D-126", "T1"), "T1", "caribbean", 4)
    body = {"round_no": 1, "explanation": "the shuffler jammed"}
    house.desk("S-207").swipe("/api/links/caribbean/tables/T1/void", "S-207", body)
    (one,) = waiting(house)
    assert (one["about"], one["serves"]) == ("round 1 at Table 1", "A supervisor's or executive's card")
