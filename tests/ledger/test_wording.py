"""What the journal says to PostgreSQL: nothing is lost in the wording, and nothing is read twice."""

import psycopg
import pytest
from sqlalchemy import text

from pitboss.ledger import Unavailable, wording
from pitboss.ledger.opening import open_journal
from pitboss.ledger.verify import verify
from pitboss.ledger.wording import NEWS, NEWS_MAX, Statement, arrays
from tests.conftest import Place
from tests.ledger.sample import LINK, open_floor, rounds
from tests.ledger.test_failures import connected

ODD = ["", " ", "NULL", "null", "{}", ",", '"', "\\", '\\"', "a\nb", "ä♠", "%s", "{rows}"]

FEW = Statement(NEWS.text.replace(f"LIMIT {NEWS_MAX}", "LIMIT 2"), NEWS.types)
"""The same in small pieces."""


def test_what_goes_in_as_an_array_comes_out_as_it_was(postgres_place: Place) -> None:
    rows = [(word, number - 5, word.encode() if number % 2 else None) for number, word in enumerate(ODD)]
    there_and_back = Statement("{rows}", ("text", "bigint", "bytea"))
    with psycopg.connect(postgres_place.database) as connection:
        found = connection.execute(there_and_back.for_postgresql.encode(), arrays(rows)).fetchall()
    assert found == rows


def test_a_process_that_was_silent_for_long_catches_up_in_pieces(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, folder = postgres_place.database, postgres_place.folder
    monkeypatch.setattr(wording, "NEWS", FEW)
    with open_floor(database, folder) as first, open_floor(database, folder) as second:
        rounds(first, 5)
        assert second.state(LINK).seq == first.state(LINK).seq - 10
        rounds(second, 1, "T2")
        assert second.state(LINK).seq == first.state(LINK).seq + 2
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
        known = arrays([("link-0", 19_990), ("link-1", 19_990)])
        plan = str(connection.execute(f"EXPLAIN {NEWS.for_postgresql}".encode(), known).fetchall())
        assert len(connection.execute(NEWS.for_postgresql.encode(), known).fetchall()) == 10
    assert "Index Cond: ((link = given.column1) AND (seq > given.column2))" in plan
    assert "Seq Scan" not in plan


def test_a_commit_that_the_database_turned_into_a_rollback_is_no_answer(postgres_place: Place) -> None:
    with (
        open_journal(postgres_place.database, postgres_place.folder) as journal,
        journal.engine.connect() as connection,
    ):
        with pytest.raises(psycopg.errors.DivisionByZero):
            connection.connection.cursor().execute("SELECT 1 / 0")
        with pytest.raises(Unavailable, match="answered a commit with ROLLBACK"):
            wording.wording(connection).write([], [])
