"""The failures of the reliability page that need people, pages or HTTP, by number."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.floor.demo import PIN
from pitboss.floor.papers.documents import pdf
from pitboss.floor.records.store import cards
from pitboss.floor.staff import people
from pitboss.floor.staff.sessions import Sessions
from pitboss.web.app import create_app
from tests.floor.house import HEADER, House, fresh_key, open_house

START = "/api/tables/T1/links/caribbean/start"
ROUND = {"round_no": 1, "seats": [3], "base_seats": [3], "wager_cents": "100"}


def test_failure_18_an_award_is_owed_until_it_is_paid_and_a_reprint_says_copy(house: House) -> None:
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    house.win(dealer, "T1", "caribbean", 4, "four-of-a-kind")
    database = house.manager.database
    house.manager.close()
    again = open_house(database, None, house.clock)
    try:
        office = again.desk("A-012")
        (award,) = office.get("/api/links/caribbean/awards").json()
        assert (award["state"], award["amount_cents"]) == ("payable", "50000")
        original = office.post("/api/links/caribbean/awards/1/page").json()
        copy = office.post("/api/links/caribbean/awards/1/page").json()
        assert (original["copy"], copy["copy"], copy["page"]) == (0, 1, original["page"])
        printed = again.manager.pages.get(copy["page"], 1)
        assert (printed.copy, printed.by) == (1, "p.whitlock")
        assert office.get(original["path"]).content != office.get(copy["path"]).content
        assert (
            office.swipe("/api/links/caribbean/awards/1/paid", "A-012", {"method": "cash"}).status_code == 200
        )
        assert office.get("/api/links/caribbean/awards").json()[0]["state"] == "paid"
    finally:
        again.manager.close()
    house.manager = open_house(database, None, house.clock).manager


def test_failure_23_a_floor_that_can_not_write_takes_no_wager_and_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer = house.desk("D-126", "T1")
    monkeypatch.setattr(house.manager.ledger, "revive", lambda: None)
    house.manager.ledger._journal.halted = "the journal stopped: disk full"
    refused = dealer.post(START, ROUND)
    assert (refused.status_code, refused.json()["refusal"]) == (503, "READ_ONLY")
    assert refused.headers["Retry-After"]
    assert house.nobody().get("/api/floor").json()["read_only"] is True
    assert house.rang("only reads")
    house.manager.ledger._journal.halted = ""
    key = fresh_key()
    assert dealer.post(START, ROUND, key).status_code == 200
    assert dealer.post(START, ROUND, key).status_code == 200


def test_failure_26_floats_and_numbers_for_money_are_refused_at_the_border(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    for wager in (1.0, 100, "1.00", "1e2", "+100", "0100", " 100", "١٠٠", True, None):
        answer = dealer.post(START, ROUND | {"wager_cents": wager})
        assert (answer.status_code, answer.json()["refusal"]) == (422, "BAD_REQUEST"), wager
    for round_no in (1.0, "1", True):
        assert dealer.post(START, ROUND | {"round_no": round_no}).status_code == 422
    assert house.manager.state("caribbean").tables["T1"].last_round == 0


def test_failure_39_a_display_shows_a_number_that_only_rises_and_a_meter_that_is_stored(house: House) -> None:
    dealer, display = house.desk("D-126", "T1"), house.nobody()
    shown = []
    for _ in range(3):
        house.start(dealer, "T1", "caribbean", 1, 2)
        shown.append(display.get("/api/displays/caribbean").json())
        house.end(dealer, "T1", "caribbean")
    seqs = [view["seq"] for view in shown]
    assert seqs == sorted(set(seqs))
    assert [view["levels"][0]["shown_cents"] for view in shown] == ["1000140", "1000280", "1000420"]


def test_failure_40_a_supervisors_card_is_refused_at_an_executives_level_and_it_rings(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "royal-flush")
    refused = house.confirm(dealer, "T1", "caribbean", claim, "S-207")
    assert (refused.status_code, refused.json()["refusal"]) == (403, "ROLE")
    assert claim in house.manager.state("caribbean").claims
    assert house.rang("card refused at T1")
    logged = house.desk("S-207").get("/api/journal/~audit").json()["entries"][0]["event"]
    assert (logged["command"], logged["refusal"]["code"]) == ("Confirm", "ROLE")


def test_failure_42_a_swipe_serves_one_action_once_and_for_a_minute(house: House) -> None:
    dealer, other = house.desk("D-126", "T1"), house.desk("D-142", "T5")
    for desk, table in ((dealer, "T1"), (other, "T5")):
        house.start(desk, table, "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    elsewhere = house.press(other, "T5", "caribbean", 3, "flush")
    path = f"/api/tables/T1/links/caribbean/claims/{claim}/confirm"
    body = {"seen_epoch": 0, "swipe": {"challenge": dealer.challenge(path), "card": "S-207", "pin": PIN}}
    for stolen in (
        other.post(f"/api/tables/T5/links/caribbean/claims/{elsewhere}/confirm", body),
        dealer.post(f"/api/tables/T1/links/caribbean/claims/{elsewhere}/confirm", body),
    ):
        assert (stolen.status_code, stolen.json()["refusal"]) == (403, "SWIPE_REPLAYED")
    key = fresh_key()
    assert dealer.post(path, body, key).status_code == 200
    assert dealer.post(path, body, key).status_code == 200, "the same command again, in the same minute"
    replay = dealer.post(path, body)
    assert (replay.status_code, replay.json()["refusal"]) == (403, "SWIPE_REPLAYED")
    assert house.rang("used again")
    late = {"challenge": dealer.challenge(path), "card": "S-207", "pin": PIN}
    house.clock.push(61)
    answer = dealer.post(path, {"seen_epoch": 0, "swipe": late})
    assert (answer.status_code, answer.json()["refusal"]) == (403, "SWIPE_EXPIRED")


def test_failure_42_a_swipe_used_again_rings_even_after_29_days_and_a_restart(house: House) -> None:
    path = "/api/links/caribbean/close"
    supervisor = house.desk("S-207")
    swipe = {"swipe": {"challenge": supervisor.challenge(path), "card": "S-207", "pin": PIN}}
    assert supervisor.post(path, swipe).status_code == 200
    house.clock.push(29 * 24 * 3600)
    Sessions(house.manager.store, house.manager.people, house.clock)  # what a start forgets
    again = house.desk("S-207").post(path, swipe)
    assert (again.status_code, again.json()["refusal"]) == (403, "SWIPE_REPLAYED")
    assert house.rang("a swipe was used again at /api/links/caribbean/close")


def test_failure_43_somebody_who_left_is_refused_from_the_next_request(house: House) -> None:
    desk, dealer, admin = house.desk("S-211"), house.desk("D-126", "T1"), house.desk("M-001")
    assert desk.get("/api/links").status_code == 200
    assert admin.swipe("/api/staff/r.okafor/leave", "M-001").status_code == 204
    assert desk.get("/api/links").status_code == 401
    door = house.nobody()
    assert door.post("/api/sign-in", {"card": "S-211", "pin": PIN}).json()["refusal"] == "NOT_RECOGNISED"
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    refused = house.confirm(dealer, "T1", "caribbean", claim, "S-211")
    assert (refused.status_code, refused.json()["refusal"]) == (403, "NOT_RECOGNISED")
    assert admin.swipe("/api/cards/S-207/revoke", "M-001").status_code == 204
    assert house.confirm(dealer, "T1", "caribbean", claim, "S-207").json()["refusal"] == "NOT_RECOGNISED"


def test_failure_44_a_guessed_pin_locks_the_card_and_only_that_card(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    path = f"/api/tables/T1/links/caribbean/claims/{claim}/confirm"
    wrong = [dealer.swipe(path, "S-207", {"seen_epoch": 0}, pin="999999") for _ in range(5)]
    unknown = dealer.swipe(path, "no such card", {"seen_epoch": 0}, pin="999999")
    assert {answer.content for answer in (*wrong, unknown)} == {wrong[0].content}
    assert dealer.swipe(path, "S-207", {"seen_epoch": 0}).status_code == 403, "right PIN, locked card"
    assert house.rang("S-207 is locked")
    assert house.confirm(dealer, "T1", "caribbean", claim, "S-211").status_code == 200
    house.clock.push(15 * 60 + 1)
    assert house.manager.people.identify("S-207", PIN, "later").person == "t.nakagawa"


def test_failure_44_one_place_can_not_lock_the_whole_staff(house: House) -> None:
    door, cards = house.nobody(), ["S-207", "S-211", "X-031", "X-044", "A-012"]
    answers = [
        door.post("/api/sign-in", {"card": card, "pin": "999999"}).status_code
        for card in cards
        for _ in range(5)
    ]
    assert answers == [403] * 10 + [429] * 15
    for card in ("X-031", "X-044", "A-012"):
        assert house.manager.people.identify(card, PIN, "another place").card == card


def test_failure_44_guesses_at_the_same_time_are_all_counted(house: House) -> None:
    from pitboss.floor.refused import Refused

    def guess(number: int) -> str:
        try:
            house.manager.people.identify("S-207", f"9999{number:02}", f"place {number}")
        except Refused as refused:
            return refused.code
        return "in"

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(guess, range(12))) == {"NOT_RECOGNISED"}
    with pytest.raises(Refused):
        house.manager.people.identify("S-207", PIN, "the holder")


@pytest.mark.spoils_records
def test_failure_44_an_unknown_card_takes_as_long_as_a_wrong_pin(slow_hashes: None, house: House) -> None:
    with house.manager.people.store.writer.begin() as connection:  # its own was hashed lightly
        hashed = cards.update().where(cards.c.label == "S-211").values(pin_hash=people._hash(PIN))
        assert connection.execute(hashed).rowcount == 1

    def seconds(card: str) -> float:
        times = []
        for place in range(5):
            began = time.thread_time()
            with pytest.raises(Exception, match="NOT_RECOGNISED"):
                house.manager.people.identify(card, "999998", f"{card} {place}")
            times.append(time.thread_time() - began)
        return sorted(times)[2]

    known, unknown = seconds("S-211"), seconds("nobody's card")
    assert 0.5 < known / unknown < 2


@pytest.mark.long
def test_failure_48_forged_and_oversized_requests_change_nothing(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    before = house.manager.state("caribbean").seq
    forged = dealer.client.post(START, json=ROUND, headers={"Idempotency-Key": fresh_key()})
    assert forged.json()["refusal"] == "CSRF"
    huge = dealer.post(START, ROUND | {"seats": [3] * 10_000})
    assert (huge.status_code, huge.json()["refusal"]) == (413, "TOO_LARGE")

    def endless() -> object:
        for _ in range(100):
            yield b" " * 1000

    streamed = dealer.client.post(START, content=endless(), headers=HEADER)  # type: ignore[arg-type]
    assert streamed.status_code == 413
    polluted = dealer.post(START + "?wager_cents=1&wager_cents=2", ROUND | {"amount_cents": "1"})
    assert polluted.status_code == 422
    assert dealer.client.post(START, content=b"{", headers=HEADER).status_code == 422
    assert house.manager.state("caribbean").seq == before


def test_failure_48_the_amount_of_an_award_is_never_taken_from_a_request(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    path = f"/api/tables/T1/links/caribbean/claims/{claim}/confirm"
    answer = dealer.swipe(path, "S-207", {"seen_epoch": 0, "amount_cents": "99999999"})
    assert answer.status_code == 422
    assert claim in house.manager.state("caribbean").claims


def test_failure_48_a_claim_of_another_table_can_not_be_confirmed_here(house: House) -> None:
    dealer, other = house.desk("D-126", "T1"), house.desk("D-142", "T5")
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    assert house.confirm(other, "T5", "caribbean", claim, "S-207").json()["refusal"] == "UNKNOWN_CLAIM"
    path = f"/api/tables/T1/links/caribbean/claims/{claim}/confirm"
    assert other.swipe(path, "S-207", {"seen_epoch": 0}).json()["refusal"] == "OTHER_TABLE"


def test_failure_48_a_flood_from_one_place_is_slowed_and_others_are_not(house: House) -> None:
    app = create_app(house.manager, per_s=5)
    house.app = app
    flood, honest = house.desk("D-126", "T1"), house.desk("D-142", "T5")
    began = time.monotonic()
    answers = [flood.get("/api/me").status_code for _ in range(40)]
    welcome = 15 + 5 * (time.monotonic() - began)  # three seconds' worth at once, and what time brings
    assert answers[0] == 200
    assert answers.count(200) <= welcome
    assert answers.count(429) == 40 - answers.count(200)
    assert house.start(honest, "T5", "caribbean", 1).status_code == 200


def test_failure_48_names_can_not_forge_lines_of_the_log(house: House) -> None:
    admin = house.desk("M-001")
    for name in ("A\nsigned in", "A\r\x1b[2J", "\u202e"):
        assert admin.swipe("/api/staff", "M-001", {"person": "x.y", "name": name}).status_code == 422
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 3)
    bad = {"round_no": 1, "seat": 3, "hand": "flush", "cards": "Ah\n"}
    assert dealer.post("/api/tables/T1/links/caribbean/press", bad).status_code == 422


def test_failure_49_the_confirmer_can_not_pay_and_the_page_carries_entry_and_hash(house: House) -> None:
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    number = house.win(dealer, "T1", "caribbean", 4, "flush", "S-207")
    path = f"/api/links/caribbean/awards/{number}/paid"
    refused = office.swipe(path, "S-207", {"method": "cash"})
    assert (refused.status_code, refused.json()["refusal"]) == (403, "SEGREGATION")
    page = office.post(f"/api/links/caribbean/awards/{number}/page").json()
    (award,) = office.get("/api/links/caribbean/awards").json()
    facts = {}

    def catch(template: str, given: dict[str, object], at_us: int) -> bytes:
        facts.update(given)
        return b""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.floor.papers.documents.compile_pdf", catch)
        pdf(house.manager, house.manager.pages.get(page["page"], 0))
    assert str(facts["hash"]).replace(" ", "") == award["hash"]
    assert facts["entry"] == f"caribbean {award['seq']}"


def test_two_confirmations_at_the_same_moment_make_one_award(house: House) -> None:
    """Failure 12 over HTTP: two supervisors, one claim."""
    dealer, office = house.desk("D-126", "T1"), house.desk("S-211")
    house.start(dealer, "T1", "caribbean", 3)
    claim = house.press(dealer, "T1", "caribbean", 3, "flush")
    answers = []
    gate = threading.Barrier(2)

    def confirm(desk: object, card: str) -> None:
        gate.wait()
        answers.append(house.confirm(desk, "T1", "caribbean", claim, card).status_code)  # type: ignore[arg-type]

    both = [threading.Thread(target=confirm, args=pair) for pair in ((dealer, "S-207"), (office, "S-211"))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(answers) == [200, 409]
    assert house.manager.state("caribbean").last_award == 1
