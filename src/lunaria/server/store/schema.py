"""The tables of the database: what a game is (its code and its actions) and nothing derived."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table

metadata = MetaData()

#: `player` is the SHA-256 of the secret in the player's cookie; times are Unix seconds, `played`
#: seconds of play.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("code", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("played", Float, nullable=False),
    Index("tables_of_player", "player", "touched"),
)

#: The primary key is what keeps two writers from storing different actions under one number.
actions = Table(
    "actions",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
)
