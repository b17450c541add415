"""The journal: entries, postings, balances, and what keeps them as they are."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text, UniqueConstraint

revision = "0001"
down_revision = None


def _link_and_seq() -> tuple[Column[str], Column[int]]:
    return Column("link", Text, primary_key=True), Column("seq", BigInteger, primary_key=True)


def upgrade() -> None:
    op.create_table("ledgers", Column("name", Text, primary_key=True))
    op.create_table(
        "writers",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("opened_us", BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "heads",
        Column("link", Text, primary_key=True),
        Column("seq", BigInteger, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("ts_us", BigInteger, nullable=False),
        Column("fence", Integer, nullable=False),
    )
    op.create_table(
        "entries",
        *_link_and_seq(),
        Column("ts_us", BigInteger, nullable=False),
        Column("command_id", Text, unique=True),
        Column("once", Text),
        Column("body", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        UniqueConstraint("link", "once"),
    )
    op.create_table(
        "postings",
        *_link_and_seq(),
        Column("line", Integer, primary_key=True),
        Column("account", Text, nullable=False),
        Column("units", BigInteger, nullable=False),
    )
    op.create_table(
        "balances",
        Column("link", Text, primary_key=True),
        Column("account", Text, primary_key=True),
        Column("units", BigInteger, nullable=False),
    )
    op.create_table(
        "snapshots",
        *_link_and_seq(),
        Column("body", LargeBinary, nullable=False),
        Column("note", Text, nullable=False),
    )
    op.create_table("horizons", *_link_and_seq())
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _guard_sqlite() -> None:
    for table in ("entries", "postings", "horizons", "ledgers", "writers"):
        archived = "EXISTS (SELECT 1 FROM horizons WHERE link = OLD.link AND seq >= OLD.seq)"
        may_delete = f"WHEN NOT {archived}" if table in ("entries", "postings") else ""
        for action, condition in (("UPDATE", ""), ("DELETE", may_delete)):
            op.execute(
                f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{table} can only be added to'); END"
            )


def _guard_postgres() -> None:
    op.execute(
        """
        CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('entries', 'postings') THEN
                IF EXISTS (SELECT 1 FROM horizons WHERE link = OLD.link AND seq >= OLD.seq) THEN
                    RETURN OLD;
                END IF;
            END IF;
            RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME;
        END $$
        """
    )
    for table in ("entries", "postings", "horizons", "ledgers", "writers"):
        op.execute(
            f"CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION only_added_to()"
        )
        op.execute(
            f"CREATE TRIGGER never_emptied BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION only_added_to()"
        )
