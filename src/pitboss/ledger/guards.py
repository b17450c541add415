"""The triggers that keep what was written as it was written, and whether they are all still there."""

from dataclasses import dataclass

from sqlalchemy import Connection, inspect, text

from pitboss.ledger.errors import Unguarded

ARCHIVED = "EXISTS (SELECT 1 FROM horizons WHERE link = OLD.link AND seq >= OLD.seq)"
"""What may be deleted after all: entries that were moved to an archive after their years."""

_ON_SQLITE = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
_ON_POSTGRESQL = text(
    "SELECT concat_ws(' ', relname, tgname), concat_ws(' ', tgenabled, tgtype, prosrc) FROM pg_trigger "
    "JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
)
_KINDS = {
    "only_added_to": ("UPDATE OR DELETE", "ROW", 1 + 2 + 8 + 16),
    "never_emptied": ("TRUNCATE", "STATEMENT", 2 + 32),
}
"""What each of PostgreSQL's triggers stands before, of what, and the number by which it is noted."""


@dataclass(frozen=True, slots=True)
class Guards:
    """Tables that can only be added to; those in `archived` lose what is in an archive."""

    tables: tuple[str, ...]
    function: str
    archived: tuple[str, ...] = ()

    def statements(self, table: str, dialect: str) -> list[str]:
        """What makes the triggers of a table; the function they call on PostgreSQL is there already."""
        if dialect == "sqlite":
            return list(self._on_sqlite(table).values())
        return [
            f"CREATE TRIGGER {name} BEFORE {when} ON {table} "
            f"FOR EACH {each} EXECUTE FUNCTION {self.function}()"
            for name, (when, each, _) in _KINDS.items()
        ]

    def _on_sqlite(self, table: str) -> dict[str, str]:
        may_delete = f"WHEN NOT {ARCHIVED} " if table in self.archived else ""
        return {
            f"{table}_no_{action.lower()}": f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON "
            f"{table} {condition}BEGIN SELECT RAISE(ABORT, '{table} can only be added to'); END"
            for action, condition in (("UPDATE", ""), ("DELETE", may_delete))
        }

    def _on_postgresql(self, table: str) -> dict[str, str]:
        spared = ""
        if self.archived:
            named = ", ".join(f"'{name}'" for name in self.archived)
            spared = (
                f"IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ({named}) THEN IF {ARCHIVED} THEN RETURN OLD; "
                "END IF; END IF; "
            )
        source = f"BEGIN {spared}RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME; END"
        return {f"{table} {name}": f"O {kind} {source}" for name, (_, _, kind) in _KINDS.items()}

    def check(self, connection: Connection) -> None:
        """Refuse a database that lacks one of them, or has one that is not what we made."""
        on_sqlite = connection.dialect.name == "sqlite"
        rows = connection.execute(_ON_SQLITE if on_sqlite else _ON_POSTGRESQL)
        found = {name: " ".join(statement.split()) for name, statement in rows}
        there = inspect(connection).get_table_names()  # an older ledger has fewer
        for table in self.tables:
            wanted = self._on_sqlite(table) if on_sqlite else self._on_postgresql(table)
            for name, statement in wanted.items() if table in there else ():
                if found.get(name) != statement:
                    raise Unguarded(
                        f"the trigger {name} was removed or changed: somebody made the records editable"
                    )


def refuse_damage(connection: Connection) -> None:
    """Refuse a SQLite file whose pages or indexes do not hold together; PostgreSQL has checksums."""
    if connection.dialect.name == "sqlite":
        wrong = connection.execute(text("PRAGMA integrity_check(1)")).scalar_one()
        if wrong != "ok":
            raise Unguarded(f"the file of the database is damaged: {' '.join(wrong.split())}")


JOURNAL = Guards(
    ("entries", "postings", "horizons", "ledgers", "writers", "keys", "losses"),
    "only_added_to",
    ("entries", "postings"),
)
"""Those of the ledger."""
