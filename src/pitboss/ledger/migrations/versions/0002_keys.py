"""The keys that ever signed for this ledger, and what restores may have lost."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

from pitboss.ledger.guards import JOURNAL

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "keys",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("at_us", BigInteger, nullable=False),
        Column("verifier", Text, nullable=False),
        Column("note", Text, nullable=False),
    )
    op.create_table(
        "losses",
        Column("link", Text, primary_key=True),
        Column("kept", BigInteger, primary_key=True),
        Column("at_us", BigInteger, primary_key=True),
        Column("known", BigInteger),
    )
    dialect = op.get_bind().dialect.name
    for table in ("keys", "losses"):
        for statement in JOURNAL.statements(table, dialect):
            op.execute(statement)
