"""The written procedure of a round, over HTTP, on both databases."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.floor.house import House, fresh_key


@pytest.fixture(params=["house", "postgres_house"])
def any_house(request: pytest.FixtureRequest) -> House:
    found: House = request.getfixturevalue(request.param)
    return found


def test_a_round_with_a_full_award_from_start_to_paid(any_house: House) -> None:
    """Wagers, a claim that is cleared, a supervisor refused, an executive accepted, reseed, envy, paid."""
    house = any_house
    dealer, cage = house.desk("D-126", "T3"), house.desk("A-012")
    started = house.start(dealer, "T3", "five-card", 1, 4, 7)
    assert started.status_code == 200
    assert started.json()["seats"] == [1, 4, 7]
    house.press(dealer, "T3", "five-card", 1, "flush")
    house.press(dealer, "T3", "five-card", 1, "flush")
    claim = house.press(dealer, "T3", "five-card", 4, "royal-flush")
    (shown,) = dealer.get("/api/tables/T3").json()["sensors"][0]["claims"]
    assert (shown["claim_no"], shown["amount_cents"], shown["role"]) == (claim, "2000036", "executive")
    refused = house.confirm(dealer, "T3", "five-card", claim, "S-207")
    assert (refused.status_code, refused.json()["refusal"]) == (403, "ROLE")
    open_claims = house.end(dealer, "T3", "five-card")
    assert (open_claims.status_code, open_claims.json()["refusal"]) == (409, "OPEN_CLAIMS")
    won = house.confirm(dealer, "T3", "five-card", claim, "X-031").json()
    assert (won["amount_cents"], won["reseeded"]) == ("2000036", True)
    assert house.nobody().get("/api/displays/five-card").json()["levels"][0]["shown_cents"] == "2000003"
    ended = house.end(dealer, "T3", "five-card").json()
    assert [(pay["seat"], pay["cents"]) for pay in ended["envy"]] == [(1, "100000"), (7, "100000")]
    paid = cage.swipe("/api/links/five-card/awards/1/paid", "A-012", {"method": "check"})
    assert paid.status_code == 200, paid.text
    (award,) = cage.get("/api/links/five-card/awards").json()
    assert (award["state"], award["seat"], award["envy"][0]["cents"]) == ("paid", 4, "100000")


def test_the_same_key_gives_the_same_bytes_and_a_reused_one_is_refused(any_house: House) -> None:
    house, key = any_house, fresh_key()
    dealer = house.desk("D-126", "T1")
    first = house.start(dealer, "T1", "caribbean", 2, key=key)
    body = {"round_no": 1, "seats": [2], "base_seats": [2], "wager_cents": "100"}
    path = "/api/tables/T1/links/caribbean/start"
    again = dealer.post(path, body, key)
    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["Pitboss-Entry"] == first.headers["Pitboss-Entry"]
    other = dealer.post(path, body | {"seats": [2, 3], "base_seats": [2, 3]}, key)
    assert (other.status_code, other.json()["refusal"]) == (409, "ID_REUSED")
    doubled = dealer.post(path, body)
    assert doubled.json()["refusal"] == "ROUND_EXISTS"
    assert doubled.json()["original"]["seats"] == [2]


AQUARIUS = "/api/tables/T2/links/aquarius-2"


def refusal(answer: Any) -> str:
    assert answer.status_code in (403, 409), answer.text
    return str(answer.json()["refusal"])


def test_the_older_keypad_records_the_win_at_j_pot_and_the_table_goes_on_at_run(any_house: House) -> None:
    house = any_house
    dealer, cage = house.desk("D-126", "T2"), house.desk("A-012")
    house.start(dealer, "T2", "aquarius-2", 3, 5)
    claim = house.press(dealer, "T2", "aquarius-2", 3, "royal-flush")
    j_pot = f"{AQUARIUS}/claims/{claim}/j-pot"
    shown = {"seen_epoch": 0}
    assert refusal(house.confirm(dealer, "T2", "aquarius-2", claim, "X-031")) == "OTHER_KEYPAD"
    assert refusal(dealer.swipe(j_pot, "X-031", shown)) == "KEY_AT_RUN"
    assert refusal(dealer.post(f"{AQUARIUS}/run", {})) == "KEY_AT_RUN"
    assert refusal(dealer.swipe(f"{AQUARIUS}/jph", "D-126")) == "ROLE"
    assert dealer.swipe(f"{AQUARIUS}/jph", "S-207").status_code == 200
    assert refusal(house.confirm(dealer, "T2", "aquarius-2", claim, "X-031")) == "OTHER_KEYPAD"
    assert refusal(dealer.post(f"{AQUARIUS}/run", {})) == "NOT_RECORDED"
    assert refusal(dealer.swipe(j_pot, "S-207", shown)) == "ROLE"
    won = dealer.swipe(j_pot, "X-031", shown)
    assert (won.status_code, won.json()["award_no"], won.json()["amount_cents"]) == (200, 1, "1000135")
    (award,) = cage.get("/api/links/aquarius-2/awards").json()
    assert (award["state"], award["amount_cents"]) == ("payable", "1000135")
    page = cage.post("/api/links/aquarius-2/awards/1/page", {})
    assert page.status_code == 200, page.text
    assert refusal(house.end(dealer, "T2", "aquarius-2")) == "KEY_AT_JPH"
    again = dealer.swipe(j_pot, "X-031", shown)
    assert (refusal(again), again.json()["award"]["award_no"]) == ("CLAIM_SETTLED", 1)
    over_the_table = "/api/displays/aquarius-2?table=T2"
    (level,) = house.nobody().get(over_the_table).json()["levels"]
    assert level["shown_cents"] == "1000135"
    assert house.nobody().get(over_the_table).json()["last_awards"] == []
    assert dealer.post(f"{AQUARIUS}/run", {}).status_code == 200
    (level,) = house.nobody().get(over_the_table).json()["levels"]
    assert level["shown_cents"] == "1000000"
    assert house.end(dealer, "T2", "aquarius-2").status_code == 200
    nexus = house.desk("D-142", "T1")
    house.start(nexus, "T1", "caribbean", 3)
    house.press(nexus, "T1", "caribbean", 3, "flush")
    for path, body in (("jph", {}), ("claims/1/j-pot", shown)):
        assert refusal(nexus.swipe(f"/api/tables/T1/links/caribbean/{path}", "S-207", body)) == "OTHER_KEYPAD"
    assert refusal(nexus.post("/api/tables/T1/links/caribbean/run", {})) == "KEY_AT_RUN"
    assert house.nobody().get("/api/displays/caribbean?table=T2").status_code == 404


@pytest.mark.long
def test_two_sensors_of_one_table_are_two_links(house: House) -> None:
    dealer = house.desk("D-126", "T4")
    assert house.start(dealer, "T4", "five-card", 1, 2).status_code == 200
    assert house.start(dealer, "T4", "holdem", 2).status_code == 200
    sensors = dealer.get("/api/tables/T4").json()["sensors"]
    assert [(s["link"], s["seats"]) for s in sensors] == [("five-card", [1, 2]), ("holdem", [2])]
    wrong = dealer.post("/api/tables/T4/links/caribbean/end", {"round_no": 1})
    assert (wrong.status_code, wrong.json()["refusal"]) == (404, "UNKNOWN_LINK")


def test_two_linked_tables_hit_together_and_the_second_is_paid_from_the_reseeded_meter(
    house: House,
) -> None:
    one, two = house.desk("D-126", "T1"), house.desk("D-142", "T5")
    for dealer, table in ((one, "T1"), (two, "T5")):
        house.start(dealer, table, "caribbean", 3)
    first = house.press(one, "T1", "caribbean", 3, "royal-flush")
    second = house.press(two, "T5", "caribbean", 3, "royal-flush")
    early = house.confirm(two, "T5", "caribbean", second, "X-044")
    assert (early.status_code, early.json()["refusal"]) == (409, "EARLIER_CLAIM_OPEN")
    assert house.confirm(one, "T1", "caribbean", first, "X-031").json()["amount_cents"] == "1000140"
    later = house.confirm(two, "T5", "caribbean", second, "X-044").json()
    assert later["amount_cents"] == "1000001"


def test_a_settled_claim_answers_with_its_award(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", "caribbean", 4, "flush")
    again = house.confirm(dealer, "T1", "caribbean", 1, "S-207")
    assert (again.status_code, again.json()["refusal"]) == (409, "CLAIM_SETTLED")
    assert again.json()["award"]["award_no"] == 1


def test_a_table_that_remembers_more_than_the_journal_refuses_to_play(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    seen = house.start(dealer, "T1", "caribbean", 1).headers["Pitboss-Entry"]
    house.end(dealer, "T1", "caribbean")
    body = {"round_no": 2, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    path = "/api/tables/T1/links/caribbean/start"
    seq, _, digest = seen.partition(":")
    for forged in (f"{int(seq) + 50}:{digest}", f"{seq}:{'0' * 64}"):
        refused = dealer.post(path, body, Pitboss_Seen=forged)
        assert (refused.status_code, refused.json()["refusal"]) == (409, "ROLLBACK_DETECTED")
    assert house.rang("otherwise than the journal: entries were lost")
    assert dealer.post(path, body, Pitboss_Seen=seen).status_code == 200


def test_a_table_the_rules_keep_shut_takes_no_wagers(house: House) -> None:
    from pitboss.floor.compliance.findings import Finding, Severity

    house.manager.shut["T1"] = [Finding(Severity.REFUSED, "WAC 230-15-060", "table T1", "no postings")]
    dealer = house.desk("D-126", "T1")
    refused = house.start(dealer, "T1", "caribbean", 1)
    assert (refused.status_code, refused.json()["refusal"]) == (409, "TABLE_SHUT")


def test_pages_of_claims_hear_of_claims_and_not_of_every_wager(house: House) -> None:
    heard: list[set[str]] = []
    house.manager.watcher = lambda *topics: heard.append(set(topics))
    dealer = house.desk("D-126", "T1")

    def told(act: Callable[[], object]) -> set[str]:
        heard.clear()
        act()
        deadline = time.monotonic() + 15
        while not any("link:caribbean" in topics for topics in heard) and time.monotonic() < deadline:
            time.sleep(0.005)
        return {topic for topics in heard for topic in topics if topic.partition(":")[1]}

    wagers = {"link:caribbean", "table:T1"}
    assert told(lambda: house.start(dealer, "T1", "caribbean", 3)) == wagers
    assert told(lambda: house.press(dealer, "T1", "caribbean", 3, "flush")) == wagers | {"claims:caribbean"}


def test_what_a_table_can_not_have_seen_is_refused_in_words_and_starts_nothing(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    body = {"round_no": 1, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    for seen in ("nonsense", "1:", "12:xyz", "-1:" + "ab" * 32):
        refused = dealer.post("/api/tables/T1/links/caribbean/start", body, Pitboss_Seen=seen)
        assert refused.status_code == 422, seen
        assert refused.json()["refusal"] == "BAD_REQUEST"
    assert house.manager.state("caribbean").tables["T1"].last_round == 0
