"""What waits for a second person says which award, round or meter it is about, and whose card serves."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from pitboss import web
from pitboss.floor.staff.people import StaffRole
from pitboss.floor.staff.sessions import Session
from pitboss.web.floor.console import Console
from pitboss.web.floor.panels import Waiting
from pitboss.web.floor.phrases import Clock
from pitboss.web.floor.prompts import PROMPTS
from pitboss.web.floor.routes import FloorPages
from tests.floor.house import House


def waiting(house: House) -> Sequence[Waiting]:
    return Console(house.manager, Clock("UTC")).adjustments().waiting


def test_a_back_out_names_the_award_its_table_amount_and_confirmer_and_asks_for_an_executive(
    house: House,
) -> None:
    award = house.win(house.desk("D-126", "T1"), "T1", "caribbean", 4, "flush", "X-044")
    path = f"/api/links/caribbean/awards/{award}/back-out"
    house.desk("S-207").swipe(path, "S-207", {"explanation": "hand misread"})
    (one,) = waiting(house)
    assert one.about == "award 1, flush at Table 1, $50.00, confirmed by m.castell"
    assert one.serves == "An executive's card"


def test_a_void_names_the_round_and_takes_a_supervisor_too(house: House) -> None:
    house.start(house.desk("D-126", "T1"), "T1", "caribbean", 4)
    body = {"round_no": 1, "explanation": "the shuffler jammed"}
    house.desk("S-207").swipe("/api/links/caribbean/tables/T1/void", "S-207", body)
    (one,) = waiting(house)
    assert (one.about, one.serves) == ("round 1 at Table 1", "A supervisor's or executive's card")


class Asks(HTMLParser):
    """The forms of a page that ask for a card: for each press, what its prompt says and whose card serves."""

    def __init__(self) -> None:
        super().__init__()
        self.form: dict[str, str | None] = {}
        self.presses: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "form":
            self.form = named if "data-swipe" in named else {}
        elif tag == "button" and self.form and named.get("type") != "button":
            words = named if "data-tell" in named else self.form
            path = named.get("formaction") or self.form.get("action") or self.form.get("aria-labelledby")
            self.presses.append((str(path), words.get("data-tell") or "", words.get("data-whose") or ""))


def every_prompt(house: House) -> dict[str, tuple[str, str]]:
    """What every card prompt of every page says, by the end of its address, for everybody who sees one."""
    pages, found = FloorPages(house.manager), {}
    views: dict[str, Any] = {name: read() for name, read in pages.console.pages.items()}
    views["award"] = pages.console.award("caribbean", 1)
    for role in StaffRole:
        session = Session("", "p", "P", role, "P-001", None)
        for page, view in views.items():
            asks = Asks()
            asks.feed(pages.part(f"floor/_{page}.html", view=view, session=session))
            for path, tell, whose in asks.presses:
                found["day" if "/days/" in path else path.rpartition("/")[2]] = tell, whose
    return found


def test_every_card_prompt_says_what_for_how_much_where_and_whose_card_serves(house: House) -> None:
    dealer, boss = house.desk("D-126", "T1"), house.desk("S-207")
    award = house.win(dealer, "T1", "caribbean", 4, "flush", "X-044")
    house.end(dealer, "T1", "caribbean")
    house.start(dealer, "T1", "caribbean", 1)
    other = house.desk("D-142", "T5")
    gap = {"round_no": 9, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    assert other.post("/api/tables/T5/links/caribbean/start", gap).status_code == 409
    boss.swipe("/api/links/holdem/close", "S-207")
    boss.swipe("/api/links/five-card/halt", "S-207", {"reason": "operator", "explanation": "a leak"})
    people = house.manager.people
    people.hire("n.new", "N. New", "q.lind")
    people.issue("n.new", "S-300", "S-300", StaffRole.SUPERVISOR, "q.lind", hold=True)
    house.clock.push(2 * 24 * 3600)
    back_out = f"/api/links/caribbean/awards/{award}/back-out"
    asked = house.desk("S-207").swipe(back_out, "S-207", {"explanation": "misread"})
    assert asked.status_code == 200, asked.text
    found = every_prompt(house)
    assert set(found) == {
        "approve", "adjust", "void", "back-out", "paid", "open", "close", "reopen", "unlock", "renumber",
        "halt", "deposits", "day", "code", "revoke", "release", "name", "leave", "staff", "issue",
    }  # fmt: skip
    for path, (tell, whose) in found.items():
        assert tell, path
        assert re.search(r"card\b", whose), path
    assert "$50.00" in found["paid"][0]
    assert "Table 1 spot 4" in found["paid"][0]
    assert "not that of m.castell, who confirmed" in found["paid"][1]
    assert "$50.00" in found["back-out"][0]
    assert found["void"][0] == "round 2 at Table 1, Caribbean: its jackpot wagers go back"
    assert found["open"][1] == "A supervisor's or an executive's card."
    assert found["deposits"] == ("[cents] in the bank for Hold'em, slip [reference]", "Accounting's card.")
    assert found["release"] == (
        "card S-300 of supervisor rank for N. New",
        "An executive's card, not that of who asked or gets it.",
    )
    assert found["unlock"][0] == "Table 5, Caribbean, goes on at round [next_round_no]"
    assert found["halt"][0].endswith("no wagers at T4 from now on")


def test_every_prompt_of_the_table_is_asked_somewhere_and_no_form_asks_without_one() -> None:
    sources = [
        page.read_text(encoding="utf-8") for page in (Path(web.__file__).parent / "templates/floor").iterdir()
    ]
    used = {name for source in sources for name in re.findall(r'prompt\("([a-z-]+)"', source)}
    assert used == set(PROMPTS)
    for form in (
        form for source in sources for form in re.findall(r"<form[^>]*data-swipe.*?</form>", source, re.S)
    ):
        assert 'prompt("' in form, form[:200]
