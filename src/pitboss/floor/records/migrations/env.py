"""Alembic's entry: runs the migrations of the floor's records on the connection it is handed."""

from alembic import context

from pitboss.floor.records.store import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    version_table="floor_version",
)
with context.begin_transaction():
    context.run_migrations()
