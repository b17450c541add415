"""What the journal says to PostgreSQL: nothing is lost in the wording, and nothing is read twice."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy import text

from pitboss.ledger import Broken, statements
from pitboss.ledger.opening import open_journal
from pitboss.ledger.statements import KNOWN, NEWS, NEWS_MAX, Statement, records
from pitboss.ledger.verify import verify
from tests.conftest import Place
from tests.ledger.sample import LINK, open_floor, rounds
from tests.ledger.test_failures import connected

ODD = ["", " ", "NULL", "null", "{}", ",", '"', "\\", '\\"', "a\nb", "ä♠", "%s", "{rows}"]

FEW = Statement(NEWS.text.replace(f"LIMIT {NEWS_MAX}", "LIMIT 2"), NEWS.types)
"""The same in small pieces."""


def test_what_goes_in_as_records_comes_out_as_it_was(postgres_place: Place) -> None:
    rows = [(word, number - 5, word.encode() if number % 2 else None) for number, word in enumerate(ODD)]
    there_and_back = Statement("{rows}", ("text", "bigint", "bytea"))
    with psycopg.connect(postgres_place.database) as connection:
        found = connection.execute(there_and_back.for_postgresql.encode(), [records(rows)]).fetchall()
    assert found == rows


def test_a_process_that_was_silent_for_long_catches_up_in_pieces(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, folder = postgres_place.database, postgres_place.folder
    monkeypatch.setattr(statements, "NEWS", FEW)
    with open_floor(database, folder) as first, open_floor(database, folder) as second:
        rounds(first, 5)
        assert second.state(LINK).seq == first.state(LINK).seq - 10
        rounds(second, 1, "T2")
        assert second.state(LINK).seq == first.state(LINK).seq + 2
    verify(database, folder)


def test_processes_take_turns_whatever_isolation_the_database_would_choose(postgres_place: Place) -> None:
    database, folder = postgres_place.database, postgres_place.folder
    with psycopg.connect(database, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = serializable".encode())
    with (
        open_floor(database, folder) as first,
        open_floor(database, folder) as second,
        ThreadPoolExecutor(2) as tables,
    ):
        before = first.state(LINK).seq
        list(tables.map(rounds, (first, second), (20, 20), ("T1", "T2")))
        assert max(first.state(LINK).seq, second.state(LINK).seq) == before + 80
    verify(database, folder)


def test_following_a_long_journal_does_not_read_it_from_the_beginning(postgres_place: Place) -> None:
    """The planner knows many entries of few links and thinks a third of them are new."""
    with open_floor(postgres_place.database, postgres_place.folder):
        pass
    with connected(postgres_place, owner=True) as connection:
        entries = """
            INSERT INTO entries (link, seq, ts_us, body, hash)
            SELECT 'link-' || n % 2, n, n, repeat('body', 75)::bytea, repeat('hash', 8)::bytea
            FROM generate_series(1, 20000) AS numbers (n)
        """
        connection.execute(text(entries))
        connection.execute(text("ANALYZE entries"))
    with psycopg.connect(postgres_place.database) as connection:
        known = [records([("link-0", 19_990), ("link-1", 19_990)])]
        ids = [records([("one",), ("two",)])]
        plan, looking_up = (
            str(connection.execute(f"EXPLAIN {statement.for_postgresql}".encode(), given).fetchall())
            for statement, given in ((NEWS, known), (KNOWN, ids))
        )
        assert len(connection.execute(NEWS.for_postgresql.encode(), known).fetchall()) == 10
    assert "Index Cond: ((link = given.column1) AND (seq > given.column2))" in plan
    assert "Seq Scan" not in plan + looking_up


def test_nothing_is_written_when_a_head_has_moved(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        seq = ledger.state(LINK).seq
    entry = (LINK, seq + 1, 1, "an-id", None, b"body", b"hash")
    posting, balance = (LINK, seq + 1, 0, "METER:mega", 1), (LINK, "METER:mega", 1)
    moved = (LINK, seq - 1, seq + 1, b"hash", 1)
    with (
        open_journal(place.database, place.folder) as journal,
        pytest.raises(Broken, match="moved under its lock"),
        journal.engine.begin() as connection,
    ):
        statements.wording(connection).write([entry], [posting], [balance], [moved])
    verify(place.database, place.folder)
