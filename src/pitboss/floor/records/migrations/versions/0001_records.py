"""People, cards, sessions, challenges, proposals, alarms, prints, deposits and the audit of people."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text, UniqueConstraint

revision = "0001"
down_revision = None

ONLY_ADDED_TO = ("audit", "deposits", "pages", "prints")
CHANGING = ("people", "cards", "sessions", "challenges", "attempts", "proposals", "alarms")


def _number() -> Column[int]:
    return Column("number", Integer, primary_key=True, autoincrement=True)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _us(name: str, nullable: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "people", Column("id", Text, primary_key=True), _text("name"), _us("left_us", nullable=True)
    )
    op.create_table(
        "cards",
        Column("label", Text, primary_key=True),
        _text("person"),
        _text("role"),
        Column("number_hash", Text, nullable=False, unique=True),
        Column("pin_hash", Text),
        Column("code_hash", Text),
        _us("code_until_us", nullable=True),
        Column("failures", Integer, nullable=False),
        _us("locked_until_us"),
        _us("revoked_us", nullable=True),
    )
    op.create_table(
        "sessions",
        Column("token_hash", Text, primary_key=True),
        _text("card"),
        Column("table_name", Text),
        _us("began_us"),
        _us("seen_us"),
        _us("ended_us", nullable=True),
    )
    op.create_table(
        "challenges",
        Column("id_hash", Text, primary_key=True),
        _text("session"),
        _text("path"),
        _us("made_us"),
        Column("used_for", Text),
    )
    op.create_table(
        "attempts",
        Column("source", Text, primary_key=True),
        _us("since_us"),
        Column("failures", Integer, nullable=False),
    )
    op.create_table(
        "proposals",
        _number(),
        Column("key", Text, nullable=False, unique=True),
        _text("link"),
        _text("command"),
        _us("made_us"),
        _text("state"),
    )
    op.create_table(
        "alarms",
        _number(),
        _us("at_us"),
        Column("cause", Text, nullable=False, unique=True),
        _text("sentence"),
        _us("seen_us", nullable=True),
        Column("seen_by", Text),
    )
    op.create_table("pages", _number(), Column("subject", Text, nullable=False, unique=True))
    op.create_table(
        "prints",
        Column("page", Integer, primary_key=True),
        Column("copy", Integer, primary_key=True),
        _us("at_us"),
        _text("by"),
        Column("seq", BigInteger, nullable=False),
    )
    op.create_table(
        "deposits",
        _number(),
        _text("link"),
        Column("seq", BigInteger, nullable=False),
        _us("at_us"),
        Column("cents", BigInteger, nullable=False),
        _text("reference"),
        _text("by"),
        UniqueConstraint("link", "reference"),
    )
    op.create_table(
        "audit",
        Column("seq", BigInteger, primary_key=True, autoincrement=False),
        _text("body"),
        Column("hash", LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _guard_sqlite() -> None:
    for table in ONLY_ADDED_TO:
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} can only be added to'); END"
            )


def _guard_postgres() -> None:
    op.execute(
        """
        CREATE FUNCTION floor_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME; END $$
        """
    )
    for table in ONLY_ADDED_TO:
        for name, when in (("only_added_to", "UPDATE OR DELETE"), ("never_emptied", "TRUNCATE")):
            each = "STATEMENT" if when == "TRUNCATE" else "ROW"
            op.execute(
                f"CREATE TRIGGER {name} BEFORE {when} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION floor_only_added_to()"
            )
