"""Malfunctions and when they were reported."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "notices",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("at_us", BigInteger, nullable=False),
        Column("cause", Text, nullable=False, unique=True),
        Column("sentence", Text, nullable=False),
        Column("reported_us", BigInteger),
        Column("reported_by", Text),
        Column("reference", Text),
    )
