"""What else is stored with the action that ends a game: that it counts in the rankings.

All of it comes from the game as the server played it and from the server's clock.
"""

import time
from functools import partial

from lunaria.core.code import Code, Sealed
from lunaria.core.game import WON
from lunaria.core.match import Match
from lunaria.core.replay import UNDO
from lunaria.core.table import Table
from lunaria.server import days
from lunaria.server.store import Job
from lunaria.server.store.finishes import Finish, finish
from lunaria.server.store.ratings import rate

#: What the first seat makes of a match, by its outcome.
SCORES = {"won1": 1.0, "won2": 0.0, "draw": 0.5, "abandoned1": 0.0, "abandoned2": 1.0}


def counting(table_id: str, table: Table | Match, played: float = 0.0) -> Job | None:
    """What is to be stored of a table after its last action, at so many seconds of play.

    None where that has not ended it, or it is nothing that counts.
    """
    if isinstance(table, Match):
        return _rating(table_id, table)
    line = table.line
    if line.outcome != WON or not isinstance(line.code, Code):
        return None
    now = time.time()
    game, code = line.game, line.code
    day = days.day_of(code, now)
    won = Finish(
        game=game.id,
        variant=code.variant,
        code=str(code),
        codes=tuple(str(code._replace(variant=variant)) for variant in game.variants),
        day=None if day is None else day.isoformat(),
        began=0.0 if day is None else days.begin(day),
        moves=line.moves,
        seconds=int(played),
        undone=UNDO in line.actions,
        finished=now,
        by=game.ranked_by,
    )
    return partial(finish, table_id=table_id, won=won)


def _rating(table_id: str, match: Match) -> Job | None:
    """Only matches over the network count: nobody can know their cards, and two people play."""
    outcome = f"abandoned{match.gone}" if match.gone else match.line.outcome
    if outcome is None or match.screen or not isinstance(match.line.code, Sealed):
        return None
    game = match.line.game.id
    return partial(rate, table_id=table_id, game=game, score=SCORES[outcome], now=time.time())
