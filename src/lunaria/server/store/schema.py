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
#: play. `study` says that an analysis was asked for before the game was won, `taken_in` that at
#: least a part of it was not played at this server.
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
    Column("taken_in", Boolean, nullable=False, server_default=false()),
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

#: The games that rank: won here, by a player who did not know the deal. `day` is the date whose
#: deal of the day it was, on that day; `seconds` are whole; `best` marks the player's best game of
#: the rule set.
finishes = Table(
    "finishes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("player", String(64), nullable=False),
    Column("game", String(16), nullable=False),
    Column("variant", String(1), nullable=False),
    Column("code", String(16), nullable=False),
    Column("day", String(10), nullable=True),
    Column("moves", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("undone", Boolean, nullable=False),
    Column("finished", Float, nullable=False),
    Column("best", Boolean, nullable=False),
    Index("finishes_of_player", "player"),
    Index("finishes_of_day", "game", "day"),
    Index("finishes_of_game", "game", "variant", "best", "moves", "seconds"),
)
Index(
    "finishes_best",
    finishes.c.player,
    finishes.c.game,
    finishes.c.variant,
    unique=True,
    sqlite_where=finishes.c.best,
    postgresql_where=finishes.c.best,
)

#: The deals of which a player has looked at a game that is not their own; `code` is that of the
#: standard rule set, as the others have the same cards.
known_deals = Table(
    "known_deals",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("code", String(16), primary_key=True),
)

#: Those who were rated, by game (`server.glicko`), after `matches` matches; `last` is the last one,
#: which ended at `changed`.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Column("last", String(32), ForeignKey("tables.id"), nullable=True),
    Index("ratings_of_game", "game", "rating"),
)

#: The matches that were rated, so that none is twice; who played them, in the order of their ids.
rated_matches = Table(
    "rated_matches",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("one", String(64), nullable=False),
    Column("other", String(64), nullable=False),
    Column("rated", Float, nullable=False),
    Index("rated_matches_of_two", "one", "other", "rated"),
)
