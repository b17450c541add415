"""What the floor's pages show is what the ledger says: keypads, charts, variance and journal."""

import inspect
import typing
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.floor.demo import PIN, demo_floor, demo_text, hire_demo_staff, open_links
from pitboss.floor.service import GameManager
from pitboss.jackpots import JackpotType, events
from pitboss.jackpots.commands import Badge, Command, Confirm, EndRound, PressHand, Role, StartRound
from pitboss.ledger.opening import wall_clock_us
from pitboss.money import UNITS_PER_CENT
from pitboss.web.app import create_app
from pitboss.web.floor.charts import History, chart, spark
from pitboss.web.floor.console import Console, display_view
from pitboss.web.floor.keypad import keypad_facts, keypad_view
from pitboss.web.floor.phrases import Clock, told
from pitboss.web.live import LOAD_ANEW
from pitboss.web.play.jackpot import schedule

DAY_US = 24 * 3600 * 1_000_000


class Pit:
    """A demo floor without pages, whose clock is moved by hand."""

    def __init__(self, folder: Path, floor: Floor | None = None) -> None:
        self.ahead_us = -3 * DAY_US
        floor, database = floor or demo_floor(), str(folder / "pit.db")
        self.manager = GameManager(
            floor, database, demo=True, clock_us=lambda: wall_clock_us() + self.ahead_us
        )
        open_links(self.manager)
        self.sent = 0

    def now_us(self) -> int:
        """The wall clock, moved."""
        return wall_clock_us() + self.ahead_us

    def do(self, link: str, command: Command) -> None:
        """Hand a command in and see that it is accepted."""
        self.sent += 1
        answer = self.manager.execute(link, f"command-{self.sent}", command)
        assert answer.status == 200, answer.content

    def start(self, table: str, link: str, number: int, *seats: int) -> None:
        self.do(link, StartRound(table, number, "l.brandt", seats, seats, 100))

    def claim(self, table: str, link: str, number: int, seat: int, hand: str) -> None:
        self.do(link, PressHand(table, number, seat, hand, "l.brandt"))

    def confirm(self, table: str, link: str, level: str) -> None:
        state = self.manager.state(link)
        by = Badge("h.aldana", Role.EXECUTIVE, "X-031", self.manager.clock_us())
        epoch = state.levels[level].epoch if level else 0
        self.do(link, Confirm(table, max(state.claims), epoch, by))


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    pit = Pit(tmp_path)
    with pit.manager:
        yield pit


def house_jackpot() -> Floor:
    """The demo's Hold'em table with a house jackpot instead of its two progressives."""
    text = demo_text()
    before, _, link = text.rpartition("[[link]]")
    link = "\n".join(line for line in link.splitlines() if not line.startswith(("rates", "reserves")))
    before = before.replace('links = ["five-card", "holdem"]', 'links = ["holdem"]')
    return parse_floor(
        f"{before}[[link]]{link}".replace('"holdem"\ntype = "progressive"', '"holdem"\ntype = "house"')
    )


def test_the_page_of_a_house_jackpot_says_that_it_is_one(tmp_path: Path) -> None:
    """WAC 230-15-671 by 002:484: the casino's property until won, no player money, may be removed."""
    pit = Pit(tmp_path, house_jackpot())
    with pit.manager, TestClient(create_app(pit.manager)) as client:
        page = client.get("/floor/displays/holdem").text
        assert "<h2>House jackpot" in page
        assert JackpotType.HOUSE.notice in page
        assert "No player money is in it" in page
        assert "removed without notice" in page
        assert "$10,000.00" in page
        progressive = client.get("/floor/displays/five-card").text
        assert "House jackpot" not in progressive
        pays = schedule(pit.manager, "holdem")
        assert JackpotType.HOUSE.notice in pays.words
        assert pays.rows[0].pays == "100% of the prize"


def live_keys(pit: Pit, table: str) -> list[str]:
    return [key.press for key in keypad_view(pit.manager, table, dealer=True).keys if key.live]


def test_one_key_is_live_at_every_step(pit: Pit) -> None:
    assert live_keys(pit, "T3") == ["start"]
    pit.start("T3", "five-card", 1, 1, 2)
    assert live_keys(pit, "T3") == ["end"]
    pit.claim("T3", "five-card", 1, 2, "royal-flush")
    assert live_keys(pit, "T3") == ["confirm"]
    pit.confirm("T3", "five-card", "mega")
    assert live_keys(pit, "T3") == ["end"]
    pit.do("five-card", EndRound("T3", 1))
    assert live_keys(pit, "T3") == ["start"]
    watched = keypad_view(pit.manager, "T3", dealer=False).keys
    assert not any(key.live for key in watched)


def test_a_small_tray_pay_of_the_dealers_waits_for_no_card_and_is_on_the_pay_list(pit: Pit) -> None:
    """The demo's house lets the dealer record what MG-ML01 pays from the tray below $100."""
    pit.start("T3", "five-card", 1, 1, 2)
    pit.claim("T3", "five-card", 1, 2, "three-of-a-kind")
    view = keypad_view(pit.manager, "T3", dealer=True)
    assert live_keys(pit, "T3") == ["end"]
    assert (view.claims, view.turn) == ([], None)
    assert view.state.first == "Pay from the tray, then END GAME"
    assert [(line.seat, line.tray, line.total) for line in view.paylist] == [(2, 900, 900)]
    assert [cell.word for spot in view.spots for cell in spot.cells if cell.word] == ["IN", "PAY"]
    assert keypad_facts(view)["five-card"].claims == {"2": "three-of-a-kind"}, "a second press clears it"
    glance = Console(pit.manager, Clock("UTC")).glance()
    assert glance.claims == []
    pit.claim("T3", "five-card", 1, 1, "four-of-a-kind")
    view = keypad_view(pit.manager, "T3", dealer=True)
    assert [(claim.seat, claim.paid_from, claim.role) for claim in view.claims] == [(1, "tray", "supervisor")]
    assert [line.seat for line in view.paylist] == [2]


def test_a_tray_pay_waits_for_the_key_and_a_card_where_the_house_says_nothing(pit: Pit) -> None:
    """CSTUD-09 pays three of a kind from the tray: 001:155-157 ask a supervisor for every winner."""
    pit.start("T2", "aquarius-2", 1, 1, 2)
    pit.claim("T2", "aquarius-2", 1, 2, "three-of-a-kind")
    view = keypad_view(pit.manager, "T2", dealer=True)
    assert live_keys(pit, "T2") == [], "not GAME OVER, and J-POT only at JPH"
    assert [claim.seat for claim in view.claims] == [2]
    assert view.face_up == "Face up: seat 2 until verified. Lock up the rest."
    assert len(Console(pit.manager, Clock("UTC")).glance().claims) == 1


def test_a_community_royal_stays_face_up_until_a_supervisor_has_verified_it(pit: Pit) -> None:
    """UTH-JP-01 pays it $3,000 from the tray; no dealer books that alone."""
    pit.start("T4", "holdem", 1, 3, 5)
    pit.claim("T4", "holdem", 1, 5, "community-royal-flush")
    view = keypad_view(pit.manager, "T4", dealer=True)
    assert view.face_up == "Face up: spot 5 until verified. Lock up the rest."
    assert [(claim.role, claim.amount_cents) for claim in view.claims] == [("supervisor", 3_000_00)]
    assert live_keys(pit, "T4") == ["confirm"]


def test_the_pay_list_is_the_envy_and_the_awards_of_the_ledger(pit: Pit) -> None:
    pit.start("T3", "five-card", 1, 1, 4, 6)
    pit.claim("T3", "five-card", 1, 4, "royal-flush")
    before = pit.manager.state("five-card").meter_units("mega") // UNITS_PER_CENT
    pit.confirm("T3", "five-card", "mega")
    expected = [(6, 100_000), (4, before), (1, 100_000)]
    for _ in range(2):  # as it would be paid, and as it was
        view = keypad_view(pit.manager, "T3", dealer=True)
        assert [(line.seat, line.total) for line in view.paylist] == expected
        if view.in_round:
            pit.do("five-card", EndRound("T3", 1))


def demo_with(**changes: str) -> Floor:
    """The demo floor with lines of its file replaced, each by what is said for it."""
    text = demo_text()
    head, _, holdem = text.rpartition('name = "holdem"')
    t4 = 'name = "T4"\ngame = "ultimate-texas-holdem"\n'
    assert t4 in head
    head = head.replace(t4, f"{t4}{changes['table']}\n")
    return parse_floor(f'{head}name = "holdem"\n{changes["link"]}{holdem}')


def test_the_keypad_says_whom_to_pay_first_by_each_link_and_the_number_of_seats(tmp_path: Path) -> None:
    pit = Pit(tmp_path, demo_with(table="seats = 5", link='seat_order = "left-to-right"'))
    with pit.manager:
        order = "Five-Card: dealer's right first, 5 to 1; Hold'em: dealer's left first, 1 to 5"
        assert keypad_view(pit.manager, "T4", dealer=True).order == order
        assert keypad_view(pit.manager, "T3", dealer=True).order == "dealer's right first, 7 to 1"
        for link in ("five-card", "holdem"):
            pit.start("T4", link, 1, 2, 4)
            best = pit.manager.in_file(link).printed.lines[0].hand
            for seat in (2, 4):
                pit.claim("T4", link, 1, seat, best)
        claims = keypad_view(pit.manager, "T4", dealer=True).claims
        seats = {
            link: [claim.seat for claim in claims if claim.link == link] for link in ("five-card", "holdem")
        }
        assert seats == {"five-card": [4, 2], "holdem": [2, 4]}


def test_the_headline_of_a_table_that_pays_follows_its_link(tmp_path: Path) -> None:
    text = demo_text()
    turned = text.replace('name = "five-card"\n', 'name = "five-card"\nseat_order = "left-to-right"\n')
    turned = turned.replace('name = "T3"\n', 'name = "T3"\nseats = 6\n')
    pit = Pit(tmp_path, parse_floor(turned))
    with pit.manager:
        pit.start("T3", "five-card", 1, 1, 2)
        pit.claim("T3", "five-card", 1, 2, "royal-flush")
        pit.confirm("T3", "five-card", "mega")
        state = keypad_view(pit.manager, "T3", dealer=True).state
        assert state.second == "Dealer's left first, 1 to 6; envy last."


def test_two_links_on_one_layout_each_say_whether_folded_hands_qualify(tmp_path: Path) -> None:
    pit = Pit(tmp_path, demo_with(table="", link="folded_hands_qualify = true"))
    with pit.manager:
        said = "Five-Card: a folded hand does not qualify; Hold'em: a folded hand qualifies."
        assert keypad_view(pit.manager, "T4", dealer=True).folded == said
        assert keypad_view(pit.manager, "T3", dealer=True).folded == "A folded hand does not qualify."
        assert display_view(pit.manager, "holdem").folded
        assert not display_view(pit.manager, "five-card").folded


def test_the_keypad_says_which_hand_stays_face_up(pit: Pit) -> None:
    """001:117 a qualifying hand until a supervisor has verified it; 001:390 one that pays envy to the end.

    One that the dealer alone pays from the tray is booked by the end, and stays up until then.
    """

    def face_up() -> str:
        return str(keypad_view(pit.manager, "T3", dealer=True).face_up)

    assert face_up() == ""
    pit.start("T3", "five-card", 1, 1, 4, 6)
    assert face_up() == ""
    pit.claim("T3", "five-card", 1, 1, "flush")
    assert face_up() == "Face up: spot 1 until END GAME. Lock up the rest."
    pit.claim("T3", "five-card", 1, 4, "royal-flush")
    assert face_up() == "Face up: spot 4 until verified; spot 1 until END GAME. Lock up the rest."
    pit.claim("T3", "five-card", 1, 1, "flush")
    assert face_up() == "Face up: spot 4 until verified. Lock up the rest."
    pit.confirm("T3", "five-card", "mega")
    assert face_up() == "Face up: spot 4 until END GAME (envy). Lock up the rest."
    pit.claim("T3", "five-card", 1, 6, "straight-flush")
    both = "Face up: spot 6 until verified; spot 4 until END GAME (envy). Lock up the rest."
    assert face_up() == both
    pit.confirm("T3", "five-card", "major")
    assert face_up() == "Face up: spots 6 and 4 until END GAME (envy). Lock up the rest."
    pit.do("five-card", EndRound("T3", 1))
    assert face_up() == ""


def test_a_hand_that_pays_nobody_envy_is_locked_up(pit: Pit) -> None:
    pit.start("T3", "five-card", 1, 4)
    pit.claim("T3", "five-card", 1, 4, "royal-flush")
    pit.confirm("T3", "five-card", "mega")
    assert keypad_view(pit.manager, "T3", dealer=True).face_up == "Lock up the cards of every hand."


def test_a_course_ends_at_the_meter_and_falls_where_it_was_won(pit: Pit) -> None:
    first = pit.manager.state("caribbean").meter_units("main")
    for number in range(1, 4):
        pit.start("T1", "caribbean", number, 1, 2, 3)
        if number == 2:
            pit.claim("T1", "caribbean", 2, 3, "straight-flush")
            pit.confirm("T1", "caribbean", "main")
        pit.do("caribbean", EndRound("T1", number))
        pit.ahead_us += DAY_US
    course = History(pit.manager).courses("caribbean")["main"]
    now = pit.manager.state("caribbean").meter_units("main")
    gained = 3 * 100 * 700_000
    award = int(Fraction(first + 2 * gained, 10 * UNITS_PER_CENT)) * UNITS_PER_CENT
    assert course.points[-1][1] == now == first + 3 * gained - award
    assert {units for _, units in course.points} >= {first + gained, first + 2 * gained - award, now}
    assert [(hit.before_units, hit.after_units) for hit in course.hits] == [
        (first + 2 * gained, first + 2 * gained - award)
    ]
    for drawn in (spark(course, "main"), chart(course, "main", Clock("America/Los_Angeles"))):
        assert drawn.count('class="hit"') == 1


def test_the_books_show_no_variance_while_awards_wait_for_payment(pit: Pit) -> None:
    pit.start("T3", "five-card", 1, 1, 2)
    pit.claim("T3", "five-card", 1, 1, "royal-flush")
    pit.confirm("T3", "five-card", "mega")
    glance = Console(pit.manager, Clock("America/Los_Angeles")).glance()
    assert (glance.variance, len(glance.unpaid)) == (0, 1)


def test_the_console_sees_books_that_do_not_add_up(pit: Pit) -> None:
    console = Console(pit.manager, Clock("America/Los_Angeles"))
    state = pit.manager.state("holdem")
    wrong = state._replace(balances=state.balances | {"METER:main": state.meter_units("main") + 7})
    pit.manager.state = lambda link: wrong  # type: ignore[method-assign]
    assert console._variance("holdem") == 7


def test_a_display_names_the_top_hand_of_each_level(pit: Pit) -> None:
    view = display_view(pit.manager, "five-card")
    assert [(level.level, level.top) for level in view.meters] == [
        ("mega", "Royal flush"),
        ("major", "Straight flush"),
    ]
    assert view.tables == "Tables 3 and 4"


@pytest.mark.long
def test_a_live_page_needs_its_session_and_its_own_site(pit: Pit) -> None:
    with TestClient(create_app(pit.manager)) as client:
        for path, origin in (
            ("/floor/live/console/floor", "http://testserver"),
            ("/floor/live/tables/T1", "http://testserver"),
            ("/floor/live/tables/T1", "http://elsewhere.example"),
        ):
            with client.websocket_connect(path, headers={"origin": origin}) as page:
                with pytest.raises(WebSocketDisconnect) as closed:
                    page.receive_text()
                assert closed.value.code == LOAD_ANEW
        for path in ("/floor/live/displays/nowhere", "/floor/live/tables/T99"):
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(path) as page:
                page.receive_text()
        with client.websocket_connect("/floor/live/displays/holdem") as page:
            assert "$10,000.00" in page.receive_text()


def test_a_print_is_counted_on_every_open_page_with_its_award(pit: Pit) -> None:
    pit.start("T3", "five-card", 1, 1, 2)
    pit.claim("T3", "five-card", 1, 1, "royal-flush")
    pit.confirm("T3", "five-card", "mega")
    hire_demo_staff(pit.manager.people)
    headers = {"X-Pitboss": "1", "Idempotency-Key": "print-1", "origin": "http://testserver"}
    with TestClient(create_app(pit.manager)) as client, ExitStack() as stack:
        client.post("/api/sign-in", json={"card": "X-031", "pin": PIN}, headers=headers)
        open_pages = [
            stack.enter_context(client.websocket_connect(f"/floor/live/console/{page}", headers=headers))
            for page in ("floor", "awards")
        ]
        for page in open_pages:
            assert "Copy 1" not in page.receive_text()
        printed = client.post("/api/links/five-card/awards/1/page", json={}, headers=headers)
        assert printed.status_code == 200, printed.text
        for page in open_pages:
            assert any("Copy 1" in page.receive_text() for _ in range(3)), "heartbeats come every two seconds"


def test_every_kind_of_entry_can_be_told(pit: Pit) -> None:
    """A new event without words would break the journal's page; mypy says so of every kind."""
    for link in pit.manager.floor.links:
        found, _ = pit.manager.journal.search(link.name)
        assert all(all(told(entry.event)) for entry in found)
    for kind in typing.get_args(events.Event):
        assert f"case ev.{kind.__name__}(" in inspect.getsource(told)
