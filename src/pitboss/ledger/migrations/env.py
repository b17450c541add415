"""Alembic's entry: runs the migrations on the connection the ledger hands over, all or nothing."""

from alembic import context

from pitboss.ledger.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
