"""What a rematch follows, whether a seat is open to all, and news between processes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("previous", sa.String(32), nullable=True))
    op.add_column(
        "matches", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("matches", sa.Column("offered", sa.Float, nullable=True))
    op.create_index("matches_previous", "matches", ["previous"], unique=True)
    op.create_index("matches_listed", "matches", ["listed"])
    op.create_table(
        "news",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("told", sa.Float, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("news")
    op.drop_index("matches_listed", "matches")
    op.drop_index("matches_previous", "matches")
    op.drop_column("matches", "offered")
    op.drop_column("matches", "listed")
    op.drop_column("matches", "previous")
