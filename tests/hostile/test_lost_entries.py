"""After a restore with loss there is a procedure at the console, in the journal, and tables follow it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import BadInput
from pitboss.floor.demo import PIN
from pitboss.floor.duties.losses import pending
from pitboss.floor.records import backups
from pitboss.floor.records.proof import verify_floor
from pitboss.jackpots.commands import AcceptLoss, HaltReason
from pitboss.ledger import Broken, RollbackDetected
from tests.floor.house import Desk, House, open_house
from tests.hostile.kit import closed, edit

LINK, START = "caribbean", "/api/tables/T1/links/caribbean/start"


def start(house: House, dealer: Desk, seen: str = "") -> Any:
    """START GAME of the next round, with what the table remembers."""
    body = {
        "round_no": house.manager.state(LINK).tables["T1"].last_round + 1,
        "seats": [1],
        "base_seats": [1],
        "wager_cents": "100",
    }
    return dealer.post(START, body, **({"Pitboss_Seen": seen} if seen else {}))


@pytest.fixture
def rolled_back(house: House, tmp_path: Path) -> tuple[House, str]:
    """A floor that was restored from a backup three rounds and an award ago, and what T1 saw last."""
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", LINK, 4, "four-of-a-kind")
    house.end(dealer, "T1", LINK)
    backups.backup(house.manager.database, tmp_path / "monday.db")
    office = house.desk("S-207")
    seen = ""
    for _ in range(3):
        seen = start(house, dealer).headers["Pitboss-Entry"]
        house.end(dealer, "T1", LINK)
    assert house.win(dealer, "T1", LINK, 4, "full-house") == 2
    assert office.post(f"/api/links/{LINK}/awards/2/page").json()["page"] == 1
    with closed(house):
        with pytest.raises(RollbackDetected, match="was signed"):
            backups.restore(tmp_path / "monday.db", house.manager.database)
        lost = backups.restore(tmp_path / "monday.db", house.manager.database, accept_loss=True).lost
        assert lost[LINK][0] < lost[LINK][1]  # type: ignore[operator]
    return house, seen


def accept(house: House) -> Any:
    """A supervisor asks, an executive agrees."""
    office, head = house.desk("S-207"), house.desk("X-031")
    told = {"explanation": "three rounds at T1, award 2 paid from its win page"}
    asked = office.swipe(f"/api/links/{LINK}/accept-loss", "S-207", told)
    assert asked.status_code == 200, asked.text
    return head.swipe(f"/api/proposals/{asked.json()['number']}/approve", "X-031")


def test_a_link_stays_shut_until_two_people_have_accepted_the_loss(rolled_back: tuple[House, str]) -> None:
    house, _ = rolled_back
    assert house.manager.state(LINK).halted is HaltReason.LOSS
    assert house.rang("are lost: an older backup was restored")
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    assert start(house, dealer).json()["refusal"] == "LINK_HALTED"
    assert office.swipe(f"/api/links/{LINK}/open", "S-207").json()["refusal"] == "ENTRIES_LOST"
    assert office.swipe(f"/api/links/{LINK}/reopen", "S-207").json()["refusal"] == "ENTRIES_LOST"
    assert accept(house).status_code == 200
    told = office.get(f"/api/journal/{LINK}").json()["entries"][0]["event"]
    assert (told["type"], told["requester"]["person"], told["approver"]["person"]) == (
        "LossAccepted",
        "t.nakagawa",
        "h.aldana",
    )
    assert office.swipe(f"/api/links/{LINK}/open", "S-207").status_code == 200
    view = dealer.get("/api/tables/T1").json()["sensors"][0]
    assert view["losses"] == 1  # by which a table knows to forget what it saw
    assert start(house, dealer).status_code == 200
    again = office.swipe(f"/api/links/{LINK}/accept-loss", "S-207", {"explanation": "once more"})
    assert again.json()["refusal"] == "NOTHING_LOST"
    assert house.manager.check_books() == ""


def test_failure_71_numbers_of_awards_and_pages_are_never_given_twice(rolled_back: tuple[House, str]) -> None:
    house, _ = rolled_back
    accept(house)
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    office.swipe(f"/api/links/{LINK}/open", "S-207")
    assert house.win(dealer, "T1", LINK, 4, "full-house") == 1001
    assert office.post(f"/api/links/{LINK}/awards/1001/page").json()["page"] == 1001


def test_failure_71_after_a_long_loss_numbers_go_on_above_all_that_may_have_been_given(
    rolled_back: tuple[House, str],
) -> None:
    """Among 2,500 lost entries more than a thousand awards may hide."""
    house, _ = rolled_back
    loss = pending(house.manager, LINK)
    assert loss is not None
    assert loss.known is not None
    assert loss.known > loss.kept
    one, other = (house.manager.people.identify(card, PIN, "test").badge() for card in ("S-207", "X-031"))
    accepted = AcceptLoss(loss.kept, "a month", one, other, loss.kept + 2_500)
    assert house.manager.execute(LINK, "long-loss", accepted).status == 200
    assert house.manager.state(LINK).last_award == house.manager.state(LINK).last_claim == 3_000


def test_failure_71_a_page_printed_since_the_backup_keeps_its_number_though_no_entry_is_lost(
    house: House, tmp_path: Path
) -> None:
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    for seat in (4, 5):
        house.win(dealer, "T1", LINK, seat, "full-house")
        house.end(dealer, "T1", LINK)
    backups.backup(house.manager.database, tmp_path / "monday.db")
    assert office.post(f"/api/links/{LINK}/awards/1/page").json()["page"] == 1
    with closed(house):
        restored = backups.restore(tmp_path / "monday.db", house.manager.database)
        assert restored.lost == {}
        assert restored.lines_lost == 2  # printed, kept
    page = house.desk("S-207").post(f"/api/links/{LINK}/awards/2/page").json()
    assert page["page"] == 1001


def test_a_dealer_whose_table_remembers_more_is_told_to_call_a_supervisor(house: House) -> None:
    """A whole machine put back to yesterday, marks and all: only the tables know."""
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    refused = start(house, dealer, f"{house.manager.state(LINK).seq + 20}:{'ab' * 32}")
    assert refused.status_code == 409
    assert refused.json()["sentence"].endswith("call a supervisor, and start no round")
    assert house.rang("two people accept that under Links")
    assert accept(house).status_code == 200
    assert dealer.get("/api/tables/T1").json()["sensors"][0]["losses"] == 1
    assert start(house, dealer).status_code == 200
    assert office.swipe(f"/api/links/{LINK}/accept-loss", "S-207", {"explanation": "x"}).status_code == 409


def test_one_person_alone_or_without_a_word_accepts_no_loss(rolled_back: tuple[House, str]) -> None:
    house, _ = rolled_back
    office = house.desk("X-031")
    path = f"/api/links/{LINK}/accept-loss"
    assert office.swipe(path, "X-031", {"explanation": " "}).json()["refusal"] == "NO_EXPLANATION"
    asked = office.swipe(path, "X-031", {"explanation": "all mine"}).json()["number"]
    alone = office.swipe(f"/api/proposals/{asked}/approve", "X-031")
    assert (alone.status_code, alone.json()["refusal"]) == (403, "SEGREGATION")


def test_a_note_of_a_loss_that_is_gone_is_missed_at_the_start_and_before_a_backup(
    rolled_back: tuple[House, str], tmp_path: Path
) -> None:
    house, _ = rolled_back
    with closed(house):
        database = Path(house.manager.database)
        whole = database.read_bytes()
        edit(database, "DELETE FROM losses")
        for use in (open_house, verify_floor):
            with pytest.raises(Broken, match="the note of it is gone"):
                use(str(database), None)
        with pytest.raises(Broken, match="the note of it is gone"):
            backups.backup(str(database), tmp_path / "tuesday.db")
        database.write_bytes(whole)


@pytest.fixture
def broken_off(house: House, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A floor whose restore can be broken off, and its backup of three rounds and a printed page ago."""
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", LINK, 4, "four-of-a-kind")
    house.end(dealer, "T1", LINK)
    backups.backup(house.manager.database, tmp_path / "monday.db")
    for _ in range(3):
        start(house, dealer)
        house.end(dealer, "T1", LINK)
    assert house.desk("S-207").post(f"/api/links/{LINK}/awards/1/page").json()["page"] == 1
    with closed(house):
        yield Path(house.manager.database), tmp_path / "monday.db"


@pytest.mark.parametrize(
    "step",
    [
        "pitboss.ledger.backups._amended",  # marks and heads are set aside
        "pitboss.ledger.backups.put_in_place",  # the heads of the backup are signed
        "pitboss.floor.records.backups._strip",  # the ledger is in place
        "pitboss.floor.records.backups._fill",
        "pitboss.floor.records.backups._resume",  # the staff is in place
    ],
)
def test_failure_74_a_restore_that_broke_off_anywhere_still_knows_the_loss_when_it_is_repeated(
    broken_off: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    database, backup = broken_off

    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(step, power_cut)
        with pytest.raises(KeyboardInterrupt):
            backups.restore(backup, str(database), accept_loss=True)
    for use in (open_house, verify_floor):
        with pytest.raises(BadInput, match="a restore broke off here; repeat it"):
            use(str(database), None)
    with pytest.raises(BadInput, match="a restore broke off here"):
        backups.backup(str(database), backup.with_name("tuesday.db"))
    with pytest.raises(RollbackDetected, match="before the restore that broke off"):
        backups.restore(backup, str(database))
    again = backups.restore(backup, str(database), accept_loss=True)
    assert again.lost[LINK][1] == again.lost[LINK][0] + 6
    assert again.lines_lost > 0
    house = open_house(str(database), None)
    with house.manager:
        assert house.manager.state(LINK).halted is HaltReason.LOSS
        loss = pending(house.manager, LINK)
        assert loss is not None
        assert loss.known == again.lost[LINK][1]
    verify_floor(str(database), None, processes=0)
