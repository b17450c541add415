"""Several processes on one PostgreSQL ledger: each hears of the others' commits at once."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from pitboss.floor.demo import PIN
from pitboss.floor.duties.deposits import deposit
from pitboss.jackpots.commands import EndRound, OpenLink, StartRound
from pitboss.ledger import Entry
from tests.conftest import Place
from tests.floor.house import House, open_house, staff_and_links
from tests.ledger.test_failures import connected
from tests.ledger.test_statements import FEW


def soon(what: Callable[[], bool], seconds: float = 15) -> bool:
    """Whether something becomes true within a moment."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture
def two(postgres_place: Place) -> Iterator[tuple[House, House]]:
    one = open_house(postgres_place.database, postgres_place.folder)
    staff_and_links(one)
    other = open_house(postgres_place.database, postgres_place.folder)
    yield one, other
    one.manager.close()
    other.manager.close()


def start(table: str, number: int) -> StartRound:
    return StartRound(table, number, "l.brandt", (1, 2), (1, 2), 100)


def test_what_one_process_commits_the_other_shows_and_tells(two: tuple[House, House]) -> None:
    one, other = two
    heard: set[str] = set()
    other.manager.watcher = lambda *topics: heard.update(topics)
    one.manager.execute("caribbean", "start-t1-1", start("T1", 1))
    assert soon(lambda: other.manager.state("caribbean").tables["T1"].last_round == 1)
    assert soon(lambda: {"link:caribbean", "table:T1"} <= heard)
    assert other.manager.state("caribbean") == one.manager.state("caribbean")


def test_what_changes_beside_the_journal_is_told_too(two: tuple[House, House]) -> None:
    """Alarms, requests, people, prints and deposits: each page of every process shows them."""
    one, other = two
    assert soon(lambda: other.manager.store.hears_all)
    heard: set[str] = set()
    other.manager.watcher = lambda *topics: heard.update(topics)

    one.manager.alarms.ring("a test", "a test")
    assert soon(lambda: "alarms" in heard)
    by = one.manager.people.identify("S-207", PIN, "test")
    one.manager.proposals.add("a-key", "caribbean", OpenLink(by.badge(), by.badge()), by)
    assert soon(lambda: "proposals" in heard)
    one.manager.changed("staff")
    assert soon(lambda: "staff" in heard)
    deposit(one.manager, "caribbean", 100_00, "slip 1", "q.lind")
    assert soon(lambda: "link:caribbean" in heard)
    assert heard == {"alarms", "proposals", "staff", "link:caribbean"}, "and nothing that did not change"


def listeners(place: Place, cut: bool = False) -> int:
    """How many listen, known by what they last asked; `cut` ends their connections."""
    wanted = f"""
        SELECT {"pg_terminate_backend(pid)" if cut else "pid"} FROM pg_stat_activity
        WHERE query LIKE '%AS told CROSS JOIN%' AND datname = current_database() AND pid <> pg_backend_pid()
    """
    with connected(place, owner=True) as connection:
        return len(connection.execute(text(wanted)).all())


def test_after_a_silence_everything_is_looked_at_again(
    two: tuple[House, House], postgres_place: Place
) -> None:
    _, other = two
    assert soon(lambda: other.manager.store.hears_all)
    heard: set[str] = set()
    other.manager.watcher = lambda *topics: heard.update(topics)
    assert soon(lambda: listeners(postgres_place) == 2)
    assert listeners(postgres_place, cut=True) == 2
    assert soon(lambda: {"alarms", "proposals", "staff", "claims:caribbean", "link:five-card"} <= heard)


def test_a_floor_that_closes_just_when_notices_were_gathered_does_close(two: tuple[House, House]) -> None:
    """The wait for more notices runs out, and the floor closes before those that came are taken."""
    follower = two[0].manager.follower
    assert follower is not None
    outbox = follower._outbox

    class Late(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.set()
            outbox.put(set())
            return False

    follower._closing = Late()
    follower.announce({"caribbean"})
    for thread in follower._threads:
        thread.join(20)
    alive = [thread.name for thread in follower._threads if thread.is_alive()]
    follower._closing = threading.Event()
    assert not alive


def test_much_that_was_missed_is_taken_in_piece_by_piece(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr("pitboss.floor.follow.NEWS", FEW)
    monkeypatch.setattr("pitboss.floor.follow.NEWS_MAX", 2)
    for number in range(1, 6):
        for name, command in (("start", start("T1", number)), ("end", EndRound("T1", number))):
            assert one.manager.execute("caribbean", f"{name}-{number}", command).status == 200
    assert soon(lambda: other.manager.state("caribbean") == one.manager.state("caribbean"))


def test_both_write_to_one_link_in_turn_and_neither_misses_anything(two: tuple[House, House]) -> None:
    one, other = two
    for number in range(1, 11):
        for house, table in ((one, "T1"), (other, "T5")):
            name = f"{table}-{number}"
            assert house.manager.execute("caribbean", f"start-{name}", start(table, number)).status == 200
            assert house.manager.execute("caribbean", f"end-{name}", EndRound(table, number)).status == 200
    seq = other.manager.ledger.entries("caribbean")[-1].seq
    assert soon(lambda: one.manager.state("caribbean").seq == other.manager.state("caribbean").seq == seq)
    assert one.manager.state("caribbean") == other.manager.state("caribbean")
    assert one.manager.check_books() == ""


def test_a_command_answered_here_has_the_same_answer_there(two: tuple[House, House]) -> None:
    one, other = two
    first = one.manager.execute("caribbean", "start-t1-1", start("T1", 1))
    again = other.manager.execute("caribbean", "start-t1-1", start("T1", 1))
    assert (first.status, first.content, first.hash) == (again.status, again.content, again.hash)


def test_a_card_revoked_here_is_refused_there_at_once(two: tuple[House, House]) -> None:
    one, other = two
    token, session = other.manager.sessions.sign_in("S-207", "271828", None, "test")
    assert other.manager.sessions.find(token) == session
    one.manager.people.revoke("S-207", "q.lind")
    with pytest.raises(Exception, match="SIGN_IN"):
        other.manager.sessions.find(token)


def test_a_card_revoked_here_ends_there_a_session_that_was_at_hand(two: tuple[House, House]) -> None:
    one, other = two
    token, session = other.manager.sessions.sign_in("S-207", "271828", None, "test")
    assert soon(lambda: bool(other.manager.sessions.find(token) and other.manager.sessions.known(token)))
    assert other.manager.sessions.known(token) == session
    one.manager.people.revoke("S-207", "q.lind")
    assert soon(lambda: other.manager.sessions.known(token) is None), "long before what is at hand runs out"


def test_no_session_is_remembered_while_nothing_is_heard(two: tuple[House, House]) -> None:
    _, other = two
    token, _ = other.manager.sessions.sign_in("S-207", "271828", None, "test")
    assert soon(lambda: bool(other.manager.sessions.find(token) and other.manager.sessions.known(token)))
    follower = other.manager.follower
    assert follower is not None
    follower.close()
    assert other.manager.sessions.find(token)
    assert other.manager.sessions.known(token) is None


def test_what_fails_while_listening_rings_and_the_next_commit_is_heard(two: tuple[House, House]) -> None:
    one, other = two
    heard: set[str] = set()

    def fail_once(*topics: str) -> None:
        other.manager.watcher = lambda *topics: heard.update(topics)
        raise KeyError("a bug")

    other.manager.watcher = fail_once
    one.manager.execute("caribbean", "start-t1-1", start("T1", 1))
    assert other.rang("could not take in")
    one.manager.execute("caribbean", "end-t1-1", EndRound("T1", 1))
    assert soon(lambda: "table:T1" in heard)
    assert other.manager.state("caribbean") == one.manager.state("caribbean")


class Dawdling(dict[tuple[str, int], bytes]):
    """A dictionary that lets another thread go first whenever it is looked through."""

    def __iter__(self) -> Iterator[tuple[str, int]]:
        found = super().__iter__()
        time.sleep(0.001)
        return found


def test_own_commits_and_those_of_others_may_be_seen_at_the_same_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.floor.service.RECENT_MAX", 3)
    house.manager._recent = Dawdling()
    body = b'{"table":"T1","type":"RoundEnded"}\n{}'
    own, others = (
        [Entry(link, seq, 1, None, None, body, b"") for seq in range(50)] for link in ("own", "other")
    )
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(house.manager._seen, (own, others))) == [[], []]
    assert len(house.manager._recent) == 3
