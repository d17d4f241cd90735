"""Players who took a name. STAND-IN of branch `ranks`: branch `names` has the real one."""

from sqlalchemy import Column, Float, String, Table

from lunaria.server.store.schema import metadata

players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("skeleton", String(256), nullable=False, unique=True),
    Column("since", Float, nullable=False),
)
