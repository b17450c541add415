"""Readings of the signs."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "readings",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("key", Text, nullable=False, unique=True),
        Column("link", Text, nullable=False),
        Column("level", Text, nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("at_us", BigInteger, nullable=False),
        Column("sign_cents", BigInteger, nullable=False),
        Column("meter_cents", BigInteger, nullable=False),
        Column("by", Text, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER readings_no_{action.lower()} BEFORE {action} ON readings "
                "BEGIN SELECT RAISE(ABORT, 'readings can only be added to'); END"
            )
        return
    for name, when, each in (
        ("only_added_to", "UPDATE OR DELETE", "ROW"),
        ("never_emptied", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {when} ON readings "
            f"FOR EACH {each} EXECUTE FUNCTION floor_only_added_to()"
        )
