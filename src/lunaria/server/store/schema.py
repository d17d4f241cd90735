"""The tables of the database: what a game is, its code and its actions; beside it only a cache."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

#: `id` is the key to play, `replay` the public name, which gives no right to. `player` is the
#: SHA-256 of the secret in the player's cookie; times are Unix seconds, `played` seconds of play.
#: `study` says that an analysis was asked for before the game was won, `taken_in` that at least
#: a part of it was not played at this server.
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
#: `previous` is the match that this is the rematch of, `listed` tells that anyone may sit down.
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
