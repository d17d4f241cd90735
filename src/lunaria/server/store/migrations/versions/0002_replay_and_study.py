"""The public name of each game's replay, and the mark of games that were studied."""

import hashlib
from base64 import urlsafe_b64encode

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The defaults are for the rows that are there: SQLite adds no other column without null.
    op.add_column("tables", sa.Column("replay", sa.String(32), nullable=False, server_default=""))
    op.add_column(
        "tables", sa.Column("study", sa.Boolean, nullable=False, server_default=sa.false())
    )
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("replay", sa.String))
    connection = op.get_bind()
    for (table_id,) in connection.execute(sa.select(tables.c.id)).all():
        named = tables.update().where(tables.c.id == table_id).values(replay=_name(table_id))
        connection.execute(named)
    op.create_index("tables_replay", "tables", ["replay"], unique=True)


def downgrade() -> None:
    op.drop_index("tables_replay", "tables")
    op.drop_column("tables", "study")
    op.drop_column("tables", "replay")


def _name(table_id: str) -> str:
    """What `store.replay_name` gives, as it was when this step was made."""
    digest = hashlib.sha256(b"replay:" + table_id.encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")
