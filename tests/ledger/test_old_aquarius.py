"""A ledger that version 0.1 left between J-POT and RUN; how it was made: `old/make_aquarius.py`."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from pitboss.floor.demo import demo_floor
from pitboss.floor.journal import JournalReader, entry_view
from pitboss.floor.records.store import Store
from pitboss.floor.service import GameManager
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import encode, quote
from pitboss.jackpots import events as ev
from pitboss.jackpots.awards import Quote
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.ledger import AUDIT, Answer, Ledger
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.migrate import migrate
from pitboss.ledger.schema import metadata
from pitboss.ledger.verify import verify
from pitboss.ledger.witness import Keepsakes
from tests.conftest import Place

OLD = Path(__file__).parent / "old"
LINK, TABLE = "aquarius-2", "T2"
NOW_US = 1_686_772_800_000_000
"""An hour after it stopped."""


@pytest.fixture
def stopped(place: Place, tmp_path: Path) -> Place:
    """The old ledger on each of the two databases, with its key and its signed heads."""
    file = tmp_path / "old.db"
    target = Path(place.database) if place.on_sqlite else file
    connection = sqlite3.connect(target)
    connection.executescript((OLD / "aquarius.sql").read_text())
    if not place.on_sqlite:
        _copy_to_postgresql(connection, place)
    connection.close()
    kept = Keepsakes.beside(database_url(place.database), place.folder)
    shutil.copy(OLD / "aquarius.checkpoints", kept.checkpoints)
    shutil.copy(OLD / "aquarius.key", kept.key)
    kept.key.chmod(0o600)
    return place


def _copy_to_postgresql(old: sqlite3.Connection, place: Place) -> None:
    owner = make_engine(database_url(place.database), owner=True)
    migrate(owner)
    old.row_factory = sqlite3.Row
    with owner.begin() as connection:
        known = {row["name"] for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in metadata.sorted_tables:
            if table.name not in known:
                continue
            rows = [dict(row) for row in old.execute(f"SELECT * FROM {table.name}")]
            if rows:
                connection.execute(insert(table), rows)
        connection.execute(text("SELECT setval('writers_number_seq', (SELECT max(number) FROM writers))"))
    owner.dispose()


class Desk:
    """The old ledger under today's code."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.sent = ledger, 0

    def send(self, command: Command) -> Answer:
        self.sent += 1
        return self.ledger.execute(LINK, f"new-command-{self.sent}", command)

    def j_pot(self, claim_no: int) -> cmd.PressJPot:
        shown = quote(self.ledger.state(LINK), claim_no)
        assert isinstance(shown, Quote)
        return cmd.PressJPot(TABLE, claim_no, shown.epoch, badge("eve", Role.EXECUTIVE))


def badge(person: str, role: Role) -> Badge:
    return Badge(person, role, f"card-{person}", NOW_US)


def test_it_verifies_as_it_lies_and_each_entry_would_be_written_the_same(stopped: Place) -> None:
    found = verify(stopped.database, stopped.folder, processes=0)
    assert (found.entries, found.snapshots) == ({LINK: 13, AUDIT: 1}, 0)
    with Ledger(stopped.database, stopped.folder, clock_us=lambda: NOW_US) as ledger:
        entries = ledger.entries(LINK)
        assert [type(entry.event) for entry in entries].count(ev.AwardFixed) == 3
        assert [encode(entry.event) for entry in entries] == [entry.event_text for entry in entries]


def test_the_award_that_was_only_held_is_recorded_by_jph_j_pot_and_run(stopped: Place) -> None:
    with Ledger(stopped.database, stopped.folder, clock_us=lambda: NOW_US) as ledger:
        desk = Desk(ledger)
        assert [claim.hand for claim in ledger.state(LINK).claims.values()] == ["royal-flush"]
        held = ledger.state(LINK).meter_units("main")
        assert desk.send(desk.j_pot(2)).status == 409
        assert desk.send(cmd.TurnToJph(TABLE, badge("sue", Role.SUPERVISOR))).status == 200
        won = json.loads(desk.send(desk.j_pot(2)).content)
        assert (won["award_no"], won["before_units"], won["reseeded"]) == (2, str(held), True)
        assert desk.send(cmd.EndRound(TABLE, 2)).status == 409
        assert desk.send(cmd.TurnToRun(TABLE, "dan")).status == 200
        assert desk.send(cmd.EndRound(TABLE, 2)).status == 200
        assert desk.send(cmd.StartRound(TABLE, 3, "dan", (1,), (1,), 100)).status == 200
    verify(stopped.database, stopped.folder, processes=0)


def test_what_was_refused_then_is_told_as_it_was(stopped: Place) -> None:
    repeated = cmd.PressHand(TABLE, 2, 1, "flush", "dan", "AhKhQhJhTh")
    with Ledger(stopped.database, stopped.folder, clock_us=lambda: NOW_US) as ledger:
        answer = ledger.execute(LINK, "old-command-13", repeated)
        assert (answer.status, json.loads(answer.content)["code"]) == (409, "AWARD_FIXED")
        (line,) = ledger.entries(AUDIT)
    assert entry_view(line).event["refusal"]["code"] == "AWARD_FIXED"


def test_the_floor_opens_on_it_and_shows_the_claim_on_its_keypad(stopped: Place) -> None:
    from pitboss.web.floor.keypad import keypad_view
    from pitboss.web.floor.phrases import told

    Store(stopped.database).close()  # the records of its people, who have not done anything yet
    old_times = {"clock_us": lambda: NOW_US, "clock_is_right": True}
    with GameManager(demo_floor(), stopped.database, stopped.folder, **old_times) as floor:  # type: ignore[arg-type]
        view = keypad_view(floor, TABLE, dealer=True)
        assert view.state.first == "Claim open: seat 6, royal flush"
        assert view.jph == []
    reader = JournalReader(stopped.database)
    found, _ = reader.search(LINK)
    reader.close()
    assert all(told(entry.event) for entry in found)
