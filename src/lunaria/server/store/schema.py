"""The tables of the database: what a game is, its code and its actions, and who plays it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

#: `id` is the key to play, `replay` the public name, which gives no right to. `player` is the
#: SHA-256 of the secret of the player's first device; times are Unix seconds, `played` seconds of
#: play. `study` says that an analysis was asked for before the game was won.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("code", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("played", Float, nullable=False),
    Column("replay", String(32), nullable=False),
    Column("study", Boolean, nullable=False),
    Index("tables_of_player", "player", "touched"),
    Index("tables_replay", "replay", unique=True),
)

#: The primary key is what keeps two writers from storing different actions under one number.
actions = Table(
    "actions",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
)

#: What was agreed of a match, and the seat (1 or 2) that was left and lost by it, else 0. `seeds`
#: are secret until their rounds are over. Times, code and actions are those of the table.
#: `previous` is the match that this is the rematch of. `listed` tells that anyone may sit down and
#: look on; `offered` is when somebody was last there who waits for the other seat to be taken.
matches = Table(
    "matches",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("rounds", Integer, nullable=False),
    Column("first", String(16), nullable=False),
    Column("second", String(16), nullable=False),
    Column("screen", Boolean, nullable=False),
    Column("seeds", Text, nullable=True),
    Column("invitation", String(32), nullable=True),
    Column("gone", Integer, nullable=False),
    Column("previous", String(32), nullable=True),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("offered", Float, nullable=True),
    Index("matches_invitation", "invitation", unique=True),
    Index("matches_previous", "previous", unique=True),
    Index("matches_listed", "listed"),
)

#: The seats that are taken; seat 0 stands for both, at one page. `key` is the key to play.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key", String(32), nullable=False),
    Column("player", String(64), nullable=False),
    Index("seats_key", "key", unique=True),
    Index("seats_of_player", "player"),
)

#: A cache of what came of each game after so many `actions`: it follows from them, and may be
#: thrown away at any time. `won` is the count of moves that the game was first won with.
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("actions", Integer, nullable=False),
    Column("result", String(16), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("won", Integer, nullable=True),
)

#: What the processes that share a database file tell each other; PostgreSQL has NOTIFY for it.
news = Table(
    "news",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("told", Float, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_autoincrement=True,
)

#: The players who took a name. What two names look like, or come to in small letters, is told by
#: `skeleton` and `folded`: neither is there twice.
players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("skeleton", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("since", Float, nullable=False),
    Index("players_skeleton", "skeleton", unique=True),
    Index("players_folded", "folded", unique=True),
)

#: The devices that came to a player later, by the SHA-256 of their secrets. A device that is not
#: here is a player of its own, under the same id. What is `gone` was signed out: it is nobody.
devices = Table(
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("since", Float, nullable=False),
    Column("gone", Boolean, nullable=False),
    Index("devices_of_player", "player"),
)

#: Codes by which another device comes to a player, by their SHA-256; each can be used once.
codes = Table(
    "codes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("until", Float, nullable=False),
    Index("codes_of_player", "player"),
)

#: Passkeys, by their ids in base64; `signs` is the count of signatures that they tell themselves.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("since", Float, nullable=False),
    Index("passkeys_of_player", "player"),
)

#: What a passkey is asked to sign, by its SHA-256, and the device that asked for it.
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("device", String(64), nullable=False),
    Column("until", Float, nullable=False),
    Index("challenges_of_device", "device"),
)
