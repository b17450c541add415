"""An owed award is not erased by SQL, with or without the signed heads, after a kill or a cut log."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.ledger import Broken, Ledger, RollbackDetected
from pitboss.ledger.errors import Unguarded
from pitboss.ledger.verify import verify
from tests.hostile.kit import edit
from tests.ledger.sample import LINK, Clock, open_floor, rounds

KILLED = """
import os, sys
from tests.ledger.sample import Clock, open_floor, rounds
with open_floor(sys.argv[1], None, Clock()) as ledger:
    rounds(ledger, 20)
    os.kill(os.getpid(), 9)
"""
"""A floor that is killed before its heads are signed: the last ones are those of its beginning."""


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A ledger of 43 entries whose process was killed."""
    database = tmp_path / "floor.db"
    subprocess.run([sys.executable, "-c", KILLED, str(database)], check=False)
    return database


def cut(database: Path, after: int) -> None:
    """Take the end of a link away without a trace in the database itself."""
    where = f"link = '{LINK}' AND seq > {after}"
    last = f"(SELECT {{0}} FROM entries WHERE link = '{LINK}' AND seq = {after})"
    edit(
        database,
        "UPDATE balances SET units = units - (SELECT coalesce(sum(units), 0) FROM postings WHERE "
        f"postings.link = balances.link AND postings.account = balances.account AND {where})",
        f"DELETE FROM postings WHERE {where}",
        f"DELETE FROM entries WHERE {where}",
        f"UPDATE heads SET seq = {after}, hash = {last.format('hash')}, ts_us = {last.format('ts_us')} "
        f"WHERE link = '{LINK}'",
    )


def refused(database: Path, why: type[Exception], match: str) -> None:
    """Neither does it open, nor does `verify` hold."""
    with pytest.raises(why, match=match):
        verify(str(database))
    with pytest.raises(why, match=match), Ledger(str(database), clock_us=Clock()):
        pass


def test_entries_cut_after_a_kill_are_missed_though_no_head_was_signed_since(killed: Path) -> None:
    assert verify(str(killed)).entries[LINK] == 43
    cut(killed, after=8)
    refused(killed, RollbackDetected, "the journal ends here, but entry 43 was signed")


def test_a_log_of_the_database_cut_in_half_is_missed(killed: Path) -> None:
    log = killed.with_name("floor.db-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    refused(killed, Broken, "but entry 43 was signed|remembers entries of")


@pytest.mark.parametrize("name", ["checkpoints", "marks"])
def test_a_ledger_without_its_signed_heads_or_marks_is_refused(killed: Path, name: str) -> None:
    """Deleting them was how an owed award could be erased."""
    killed.with_name(f"floor.db.{name}").unlink()
    wrong = rf"floor\.db\.{name}(:| holds no)"
    refused(killed, Unguarded, wrong)
    cut(killed, after=8)
    refused(killed, Unguarded, wrong)


def test_without_either_it_is_no_ledger_of_yesterday_that_was_opened_before(killed: Path) -> None:
    with Ledger(str(killed), clock_us=Clock()):
        pass
    for name in ("checkpoints", "marks"):
        killed.with_name(f"floor.db.{name}").unlink()
    edit(killed, "DELETE FROM keys")
    with pytest.raises(Unguarded, match="holds no signed head"), Ledger(str(killed), clock_us=Clock()):
        pass


def test_a_mark_of_an_older_evening_put_back_is_no_help(tmp_path: Path) -> None:
    """Marks and heads each hold the other: an old mark beside a newer log names a log that differs."""
    database = tmp_path / "floor.db"
    with open_floor(str(database), None) as ledger:
        rounds(ledger, 2)
    shutil.copy2(tmp_path / "floor.db.marks", tmp_path / "old.marks")
    with open_floor(str(database), None) as ledger:
        rounds(ledger, 2)
    shutil.copy2(tmp_path / "old.marks", tmp_path / "floor.db.marks")
    cut(database, after=7)
    refused(database, RollbackDetected, "was signed")


def test_a_key_that_is_not_the_ledgers_own_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        with open_floor(str(tmp_path / name / "floor.db"), None) as ledger:
            rounds(ledger, 1)
    shutil.copy2(tmp_path / "b" / "floor.db.key", tmp_path / "a" / "floor.db.key")
    with pytest.raises(Broken, match=r"put the right one in its place|was changed, or is not of this"):
        verify(str(tmp_path / "a" / "floor.db"))


def test_a_link_is_marked_before_its_first_entry_is_there(tmp_path: Path) -> None:
    """So that a crash in between leaves no link without a mark, which would be refused."""
    database = tmp_path / "floor.db"
    with open_floor(str(database), None):
        pass
    with sqlite3.connect(database) as connection:
        links = {row[0] for row in connection.execute("SELECT link FROM heads")}
    connection.close()
    marks = (tmp_path / "floor.db.marks").read_bytes()
    assert all(f"/{link}\n".encode() in marks for link in links)
