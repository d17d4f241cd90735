"""Matches of two: what was agreed, and the secret key of each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("first", sa.String(16), nullable=False),
        sa.Column("second", sa.String(16), nullable=False),
        sa.Column("screen", sa.Boolean, nullable=False),
        sa.Column("seeds", sa.Text, nullable=True),
        sa.Column("invitation", sa.String(32), nullable=True),
        sa.Column("gone", sa.Integer, nullable=False),
    )
    op.create_index("matches_invitation", "matches", ["invitation"], unique=True)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
    )
    op.create_index("seats_key", "seats", ["key"], unique=True)
    op.create_index("seats_of_player", "seats", ["player"])


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("matches")
