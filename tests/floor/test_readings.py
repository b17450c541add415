"""The scaled reading of CSTUD-16 is a house's own decision, named wherever it shows, and not approved."""

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.floor import views
from pitboss.floor.compliance.findings import Severity
from pitboss.floor.compliance.opening import check
from pitboss.floor.config.floor_file import Floor, link_config, load_floor, parse_floor
from pitboss.floor.papers.documents import WinPage, body_of
from pitboss.floor.records.prints import Print
from pitboss.floor.records.store import Store
from pitboss.floor.service import GameManager
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.commands import Badge, Role
from pitboss.jackpots.pays import standing
from pitboss.web.floor.console import display_view
from pitboss.web.floor.keypad import keypad_view
from tests.ledger.test_yesterday import NOON_US
from tests.ledger.yesterday.copied import FLOOR, copied

NAMED = "scaled reading, not approved"
DECIDED = 'reading = "scaled"\ndecision = "memo 5"'


def floor(reading: str = "") -> Floor:
    text = FLOOR.read_text()
    return parse_floor(text.replace('paytable = "CSTUD-16"\n', f'paytable = "CSTUD-16"\n{reading}\n'))


def tray(floor: Floor) -> list[int]:
    return [line.cents for line in link_config(floor, floor.links[0]).lines if line.kind == "tray"]


def test_a_link_pays_what_is_printed_unless_it_says_scaled() -> None:
    assert tray(floor()) == [300_00, 50_00, 40_00, 30_00, 9_00]
    assert tray(floor('reading = "printed"')) == tray(floor())
    scaled = floor('reading = "scaled"')
    assert tray(scaled) == [1_500_00, 250_00, 200_00, 150_00, 45_00]
    config = link_config(scaled, scaled.links[0])
    assert (config.paytable, standing(config)) == ("CSTUD-16 scaled", "not approved")
    config = link_config(floor(), floor().links[0])
    assert (config.paytable, config.paytable_version, standing(config)) == ("CSTUD-16", 2, "")


def test_only_a_table_with_two_readings_can_be_read_otherwise() -> None:
    text = FLOOR.read_text()
    with pytest.raises(BadInput, match="CSTUD-09 has one reading, the printed one"):
        parse_floor(text.replace('paytable = "CSTUD-09"', 'paytable = "CSTUD-09"\nreading = "scaled"'))
    with pytest.raises(BadInput, match="choose printed, scaled"):
        floor('reading = "doubled"')
    with pytest.raises(BadInput, match=r"write paytable = \"CSTUD-16\" and reading = \"scaled\""):
        parse_floor(text.replace('paytable = "CSTUD-16"', 'paytable = "CSTUD-16 scaled"'))


def test_a_table_from_public_texts_does_not_serve_a_game_of_the_approval() -> None:
    text = FLOOR.read_text().replace('paytable = "CSTUD-16"', 'paytable = "MS-PG-01"')
    refusals = [one.sentence for one in check(parse_floor(text)) if one.severity is Severity.REFUSED]
    for why in ("MS-PG-01 is from public texts, not from an approval", "MS-PG-01 is not printed for"):
        assert any(why in sentence for sentence in refusals), refusals


def test_no_table_opens_with_the_scaled_reading_unless_the_house_decides_so() -> None:
    def said(floor: Floor) -> list[tuple[Severity, str]]:
        return [(one.severity, one.rule) for one in check(floor) if "CSTUD-16 scaled" in one.sentence]

    assert said(floor()) == []
    ((severity, rule),) = said(floor('reading = "scaled"'))
    assert severity is Severity.REFUSED
    assert rule == "001:227-241, 339-353"
    assert said(floor(DECIDED)) == [(Severity.WARNING, rule)]


class House:
    """Yesterday's ledger under a floor file of today."""

    def __init__(self, folder: Path, set_up: Floor) -> None:
        database = copied(folder)
        Store(database).close()  # the records of its people, who have not done anything yet
        self.manager = GameManager(set_up, database, clock_us=lambda: NOON_US)
        self.sent = 0

    def badge(self, person: str, role: Role) -> Badge:
        return Badge(person, role, f"card-{person}", self.manager.clock_us())

    @property
    def supervisor(self) -> Badge:
        return self.badge("ada", Role.SUPERVISOR)

    def do(self, command: cmd.Command, link: str = "sixteen") -> None:
        self.sent += 1
        answer = self.manager.execute(link, f"today-{self.sent}", command)
        assert answer.status == 200, answer.content

    def set_up(self) -> None:
        """Close the link, agree on what the floor file says, and open it."""
        self.do(cmd.CloseLink(self.supervisor))
        agreed = self.badge("eve", Role.EXECUTIVE)
        self.do(cmd.Configure(self.manager.next_config("sixteen"), self.supervisor, agreed))
        self.do(cmd.OpenLink(self.supervisor))

    def settle(self) -> None:
        """Confirm what is open at T1 and end the round."""
        state = self.manager.state("sixteen")
        for claim in state.claims.values():
            self.do(cmd.Confirm("T1", claim.claim_no, 0, self.badge("eve", Role.EXECUTIVE)))
        self.do(cmd.EndRound("T1", state.tables["T1"].last_round))

    def shown(self) -> dict[str, str]:
        """What each page calls the paytable of the link."""
        floor = self.manager
        (sensor,) = keypad_view(floor, "T1", dealer=True).sensors
        page = Print(1, 0, f"win sixteen {floor.state('sixteen').last_award}", 0, "ada", 10**6, 0)
        said = body_of(floor, page)
        assert isinstance(said, WinPage)
        return {
            "keypad": sensor.paytable,
            "display": display_view(floor, "sixteen").paytable,
            "console": views.link_view(floor, "sixteen").paytable,
            "win page": dict(said.setting)["Paytable"].partition(";")[0],
        }


def test_a_link_keeps_its_version_until_a_set_up_change_is_approved(tmp_path: Path) -> None:
    house = House(tmp_path, load_floor(FLOOR))
    with house.manager as floor:
        assert floor.config_differs("sixteen")
        assert set(house.shown().values()) == {f"CSTUD-16 version 1, {NAMED}"}
        house.settle()
        assert floor.state("sixteen").awards[5].confirmed.amount_cents == 45_00
        house.set_up()
        assert not floor.config_differs("sixteen")
        house.do(cmd.StartRound("T1", 10, "dan", (1, 2), (1, 2), 500))
        house.do(cmd.PressHand("T1", 10, 1, "three-of-a-kind", "dan"))
        house.settle()
        assert floor.state("sixteen").awards[6].confirmed.amount_cents == 9_00
        assert set(house.shown().values()) == {"CSTUD-16 version 2"}
        assert floor.check_books() == ""


def test_the_scaled_reading_is_named_wherever_it_shows(tmp_path: Path) -> None:
    house = House(tmp_path, floor(DECIDED))
    with house.manager as manager:
        house.settle()
        house.set_up()
        house.do(cmd.StartRound("T1", 10, "dan", (1, 2), (1, 2), 500))
        house.do(cmd.PressHand("T1", 10, 1, "three-of-a-kind", "dan"))
        house.settle()
        assert manager.state("sixteen").awards[6].confirmed.amount_cents == 45_00
        assert set(house.shown().values()) == {
            "CSTUD-16 scaled version 1, not approved, by decision of the house: memo 5"
        }
