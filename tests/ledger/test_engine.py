"""Which databases are taken and which are refused."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pitboss.errors import BadInput
from pitboss.ledger import LeaseTaken, Ledger, Unavailable, engine
from pitboss.ledger.engine import (
    database_url,
    exclusive_use,
    file_system,
    library_loses_commits,
    make_engine,
)
from pitboss.ledger.migrate import SCHEMA_VERSION, migrate, schema_version
from pitboss.ledger.opening import open_journal
from pitboss.ledger.schema import metadata
from tests.cli.running import run
from tests.conftest import Place
from tests.ledger.sample import open_floor


@pytest.mark.parametrize("given", ["mysql://h/x", "sqlite://", "sqlite:///:memory:", "://"])
def test_a_database_is_a_sqlite_file_or_postgresql(given: str) -> None:
    with pytest.raises(BadInput):
        database_url(given)


def test_libraries_with_the_lost_commit_bug_are_known() -> None:
    bad = [(3, 7, 0), (3, 44, 5), (3, 45, 3), (3, 50, 6), (3, 51, 2)]
    good = [(3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 53, 4)]
    assert [library_loses_commits(version) for version in bad + good] == [True] * 5 + [False] * 4


def test_without_pysqlite3_pythons_own_library_keeps_play_chips(tmp_path: Path) -> None:
    """On systems for which there is no wheel; whether it may keep money depends on its version."""
    script = (
        "import sys; sys.modules['pysqlite3'] = None\n"
        "import sqlite3\n"
        "from pitboss.ledger import Ledger, UnsafeDatabase, engine\n"
        "assert engine.sqlite is sqlite3\n"
        "with Ledger('play.db', money=False) as ledger: print(ledger.links)\n"
        "try:\n"
        "    with Ledger('money.db'): pass\n"
        "except UnsafeDatabase as refusal: safe = False\n"
        "else: safe = True\n"
        "assert safe is not engine.library_loses_commits(sqlite3.sqlite_version_info)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_file_system_of_a_path_is_that_of_its_deepest_mount() -> None:
    mounts = "a / ext4 rw 0 0\nb /srv nfs4 rw 0 0\nc /srv/my\\040disk xfs rw 0 0\n"
    assert file_system(Path("/var/x.db"), mounts) == "ext4"
    assert file_system(Path("/srv/x.db"), mounts) == "nfs4"
    assert file_system(Path("/srv/my disk/x.db"), mounts) == "xfs"
    assert file_system(Path("/x"), "") == "unknown"


def test_a_journal_mode_that_is_not_wal_is_dangerous(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database_url(sqlite_place.database)
    found = make_engine(url)
    with found.connect() as connection:
        connection.rollback()
        driver = connection.connection.driver_connection
        assert driver
        driver.execute("PRAGMA journal_mode = DELETE")
        assert engine.dangers(connection, url) == ["journal mode is delete, not WAL"]
        monkeypatch.setattr(Path, "exists", lambda path: False)
        assert len(engine.dangers(connection, url)) == 1
    found.dispose()


def test_an_asynchronous_standby_or_a_user_who_may_delete_is_dangerous(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_floor(postgres_place.database, postgres_place.folder):
        pass
    url = database_url(postgres_place.database)
    owner = make_engine(url, owner=True)
    with owner.begin() as connection:
        found = engine.dangers(connection, url)
        assert [sentence.split(" the journal")[0] for sentence in found] == [
            f"this user may {right}" for right in ("UPDATE", "DELETE", "TRUNCATE")
        ]
        connection.execute(text("CREATE TEMP TABLE standbys AS SELECT 1"))
        monkeypatch.setattr(engine, "_STANDBYS", text("SELECT count(*) FROM standbys"))
        assert "asynchronously" in engine.dangers(connection, url)[0]
    owner.dispose()


def test_an_unreachable_server_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="the database does not answer"):
        Ledger(f"postgresql:///nothing?host={tmp_path}", tmp_path)


def test_a_server_that_accepts_and_stays_silent_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PGCONNECT_TIMEOUT", raising=False)
    monkeypatch.setattr(engine, "CONNECT_S", 2)  # the driver knows no less
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/pit"
        done = run("serve", "--port", "0", "--database", address, "--keys", str(tmp_path))
    assert done.exit_code == 1
    assert done.stderr.startswith("pitboss: the database does not answer: ")
    assert done.stderr.count("\n") == 1
    assert time.monotonic() - began < 40


def test_who_says_how_long_a_server_may_take_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGCONNECT_TIMEOUT", raising=False)
    assert database_url("postgresql://h/pit").query == {"connect_timeout": "10"}
    given = database_url("postgresql://h/pit?connect_timeout=60&sslmode=require")
    assert given.query == {"connect_timeout": "60", "sslmode": "require"}
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "60")
    assert database_url("postgresql://h/pit").query == {}


def test_postgresql_needs_a_folder_for_the_key() -> None:
    with pytest.raises(BadInput, match="needs a folder outside it"):
        Ledger("postgresql://h/x")


def test_a_sqlite_ledger_keeps_its_key_beside_it(tmp_path: Path) -> None:
    with open_journal(str(tmp_path / "floor.db")):
        pass
    assert (tmp_path / "floor.db.key").exists()


def test_migrations_lead_to_the_schema_that_is_asked(place: Place) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    found = make_engine(database_url(place.database), owner=True)
    assert schema_version(found) is None
    migrate(found)
    migrate(found)
    assert schema_version(found) == SCHEMA_VERSION
    with found.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    config = Config()
    config.set_main_option("script_location", str(Path(engine.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA_VERSION
    with found.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadInput, match="newer than this product"):
        migrate(found)
    found.dispose()


def test_a_reader_cannot_write(place: Place) -> None:
    with open_floor(place.database, place.folder):
        pass
    found = make_engine(database_url(place.database), read_only=True)
    with pytest.raises(DBAPIError), found.begin() as connection:
        connection.execute(text("DELETE FROM entries"))
    found.dispose()


def test_the_holder_of_a_ledger_is_named_by_its_own_number_alone(tmp_path: Path) -> None:
    """A lock that a process with a longer number left behind says nothing of that one any more."""
    (tmp_path / "floor.db.lock").write_text("12345678901\n")
    with exclusive_use(tmp_path / "floor.db"):
        second = exclusive_use(tmp_path / "floor.db")
        with pytest.raises(LeaseTaken, match=rf"\(pid {os.getpid()}\)$"):
            second.__enter__()
