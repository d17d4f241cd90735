"""Runs the migrations on the connection that `lunaria.server.store` hands over."""

from alembic import context

from lunaria.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
