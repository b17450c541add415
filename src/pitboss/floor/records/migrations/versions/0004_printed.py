"""What each printing said."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "printed",
        Column("page", Integer, primary_key=True),
        Column("copy", Integer, primary_key=True),
        Column("facts", Text, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER printed_no_{action.lower()} BEFORE {action} ON printed "
                "BEGIN SELECT RAISE(ABORT, 'printed can only be added to'); END"
            )
        return
    for name, when, each in (
        ("only_added_to", "UPDATE OR DELETE", "ROW"),
        ("never_emptied", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {when} ON printed "
            f"FOR EACH {each} EXECUTE FUNCTION floor_only_added_to()"
        )
