"""The PostgreSQL roles a floor works in: each database has its own, and houses on one server stay apart."""

from collections.abc import Mapping
from hashlib import sha256

from sqlalchemy import Connection, Engine, text

from pitboss.errors import BadInput

LEDGER, FLOOR = "pitboss_ledger", "pitboss_floor"
NAME_BYTES_MAX = 63
_LOCK = text("SELECT pg_advisory_xact_lock(7078741703)")
_HERE = text("SELECT current_database(), current_user")
_EXISTS = text("SELECT 1 FROM pg_roles WHERE rolname = :role")
_MAKES_ROLES = text("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user")
_WORKS = text(
    "SELECT pg_has_role(current_user, :role, 'MEMBER') AND has_table_privilege(:role, :probe, 'INSERT')"
)
_MAY_READ = text("SELECT has_table_privilege(:role, :probe, 'SELECT')")


def role_of(kind: str, database: str) -> str:
    """The role of a kind in a database.

    >>> role_of(LEDGER, "north"), len(role_of(FLOOR, "x" * 63))
    ('pitboss_ledger_north', 63)
    """
    name = f"{kind}_{database}"
    if len(name.encode()) <= NAME_BYTES_MAX:
        return name
    digest = sha256(database.encode()).hexdigest()
    return f"{kind}_{digest}"[:NAME_BYTES_MAX]


def quoted(name: str) -> str:
    """A name as it stands in a statement."""
    return '"' + name.replace('"', '""') + '"'


def work_as(kind: str, connection: object) -> None:
    """Put a new connection of the driver into the role of its database."""
    role = role_of(kind, connection.info.dbname)  # type: ignore[attr-defined]
    connection.execute(f"SET ROLE {quoted(role)}")  # type: ignore[attr-defined]
    connection.commit()  # type: ignore[attr-defined]


def ensure_role(engine: Engine, kind: str, grants: Mapping[str, str], probe: str) -> None:
    """See to it that the role of this database is there with its rights, and that nobody else has them.

    `grants` says what may be done to which tables and sequences. Databases of 0.1 knew one role for the whole
    server; here its rights end. A copy of a database, or a renamed one, gets roles of its own.
    """
    with engine.begin() as connection:
        connection.execute(_LOCK)
        database, user = connection.execute(_HERE).one()
        role = role_of(kind, database)
        there = connection.execute(_EXISTS, {"role": role}).scalar() is not None
        if there and connection.execute(_WORKS, {"role": role, "probe": probe}).scalar():
            return
        if not connection.execute(_MAKES_ROLES).scalar():
            raise BadInput(
                f"the user {user} may not make roles, and a floor needs two of its own; "
                f"let an administrator of PostgreSQL say: ALTER ROLE {quoted(user)} CREATEROLE"
            )
        if not there:
            connection.exec_driver_sql(f"CREATE ROLE {quoted(role)} NOLOGIN")
        connection.exec_driver_sql(f"GRANT {quoted(role)} TO CURRENT_USER")
        connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA public TO {quoted(role)}")
        for what, where in grants.items():
            connection.exec_driver_sql(f"GRANT {what} ON {where} TO {quoted(role)}")
        _shut_others_out(connection, kind, probe, database)


def _shut_others_out(connection: Connection, kind: str, probe: str, database: str) -> None:
    shared = connection.execute(_EXISTS, {"role": kind}).scalar() is not None
    if shared and connection.execute(_MAY_READ, {"role": kind, "probe": probe}).scalar():
        for what in ("TABLES", "SEQUENCES"):
            connection.exec_driver_sql(f"REVOKE ALL ON ALL {what} IN SCHEMA public FROM {kind}")
    connection.exec_driver_sql(f"GRANT CONNECT ON DATABASE {quoted(database)} TO CURRENT_USER")
    connection.exec_driver_sql(f"REVOKE CONNECT ON DATABASE {quoted(database)} FROM PUBLIC")
