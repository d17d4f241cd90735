"""What counts in the rankings: won games, ratings, and the deals that players know already."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("taken_in", sa.Boolean, nullable=False, server_default=sa.false())
    )
    # Of the games that are there nobody can tell whether they were played here.
    tables = sa.table("tables", sa.column("taken_in", sa.Boolean))
    op.execute(tables.update().values(taken_in=sa.true()))
    op.create_table(
        "finishes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(1), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=True),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("best", sa.Boolean, nullable=False),
    )
    op.create_index("finishes_of_player", "finishes", ["player"])
    op.create_index("finishes_of_day", "finishes", ["game", "day"])
    op.create_index("finishes_of_game", "finishes", ["game", "variant", "best", "moves", "seconds"])
    best = sa.column("best", sa.Boolean)
    op.create_index(
        "finishes_best",
        "finishes",
        ["player", "game", "variant"],
        unique=True,
        sqlite_where=best,
        postgresql_where=best,
    )
    op.create_table(
        "known_deals",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(16), primary_key=True),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("last", sa.String(32), sa.ForeignKey("tables.id"), nullable=True),
    )
    op.create_index("ratings_of_game", "ratings", ["game", "rating"])
    op.create_table(
        "rated_matches",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("one", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("rated", sa.Float, nullable=False),
    )
    op.create_index("rated_matches_of_two", "rated_matches", ["one", "other", "rated"])


def downgrade() -> None:
    for name in ("rated_matches", "ratings", "known_deals", "finishes"):
        op.drop_table(name)
    op.drop_column("tables", "taken_in")
