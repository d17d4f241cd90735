"""Names of players, further devices of a player, and the ways to bring one: codes and passkeys."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("players_skeleton", "players", ["skeleton"], unique=True)
    op.create_index("players_folded", "players", ["folded"], unique=True)
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_index("devices_of_player", "devices", ["player"])
    op.create_table(
        "codes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("codes_of_player", "codes", ["player"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signs", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("passkeys_of_player", "passkeys", ["player"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("challenges_of_device", "challenges", ["device"])


def downgrade() -> None:
    for table in ("challenges", "passkeys", "codes", "devices", "players"):
        op.drop_table(table)
