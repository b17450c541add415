"""Bring a database to the schema of this version."""

from pathlib import Path

from sqlalchemy import Engine, Text, select
from sqlalchemy.sql import column, table

from pitboss.errors import BadInput
from pitboss.ledger.roles import LEDGER, ensure_role

SCHEMA_VERSION = "0002"
"""The newest migration; a database at this version needs none."""

_GRANTS = {
    "SELECT": "alembic_version",
    "SELECT, INSERT": (
        "entries, postings, balances, heads, snapshots, horizons, ledgers, writers, keys, losses"
    ),
    "UPDATE": "heads, balances",
    "DELETE": "snapshots, balances",
    "USAGE": "SEQUENCE writers_number_seq, keys_number_seq",
}
"""What the role of the ledger may do: add entries, and change or delete none."""

_VERSION = select(column("version_num", Text)).select_from(table("alembic_version"))


def schema_version(engine: Engine) -> str | None:
    """The version a database is at, or None for an empty one."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return None
        return connection.execute(_VERSION).scalar()


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing, in one transaction; a database of a newer product is refused."""
    version = schema_version(engine)
    if version != SCHEMA_VERSION:
        _upgrade(engine, version)
    if engine.dialect.name != "sqlite":
        ensure_role(engine, LEDGER, _GRANTS, "entries")


def _upgrade(engine: Engine, version: str | None) -> None:
    if version is not None and version > SCHEMA_VERSION:
        raise BadInput(f"the database is at schema {version}, newer than this product's {SCHEMA_VERSION}")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
