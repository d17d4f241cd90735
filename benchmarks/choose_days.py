"""Chooses the deals of the day: for each day the first candidate that is proved winnable.

`python -m benchmarks.choose_days [GAME ...]` decides the days of the years named there and rewrites
`src/lunaria/games/days.py`. Games whose days are settled there keep them: each is proved again.
"""

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from tqdm import tqdm

from lunaria.core.code import Code
from lunaria.core.deal import daily_candidates
from lunaria.core.game import Game
from lunaria.games import GAMES, days, game_named, start
from lunaria.solvers import known, solve
from lunaria.solvers.verdict import UNKNOWN, WINNABLE, Limits

SECONDS = 120.0


def calendar() -> Iterator[date]:
    """Every day of the years."""
    length = (days.LAST - days.FIRST).days + 1
    return (days.FIRST + timedelta(days=at) for at in range(length))


def outcome(game: Game[Any], number: int) -> str:
    """What is known of a deal, or what the solver finds."""
    table = known.known(game.id)
    found = table.outcome(number) if table is not None else UNKNOWN
    if found == UNKNOWN:
        code = Code(game.prefix, game.version, game.variants[0], number)
        found = solve(start(code).state, Limits(seconds=SECONDS)).outcome
    return found


def choice(game: Game[Any], day: date) -> int:
    """The first candidate of a day that is proved winnable, counted from 0."""
    candidates = list(islice(daily_candidates(game, day), 100))
    settled = days.LATER_CHOICES[game.id]
    first = settled.get(day.isoformat(), 0)
    found = next(
        at for at in range(first, len(candidates)) if outcome(game, candidates[at]) == WINNABLE
    )
    if settled and found != first:
        sys.exit(f"{game.id}: the settled deal of {day} is not proved any more")
    return found


def main(names: list[str]) -> None:
    """Decide and write."""
    chosen = dict(days.LATER_CHOICES)
    for game in [game_named(name) for name in names] or GAMES:
        later = {}
        for day in tqdm(list(calendar()), desc=game.id, mininterval=5):
            if at := choice(game, day):
                later[day.isoformat()] = at
        chosen[game.id] = later
    path = Path(days.__file__)
    head = path.read_text("utf-8").partition("LATER_CHOICES")[0]
    rows = [f"{head}LATER_CHOICES: dict[str, dict[str, int]] = {{"]
    for name, later in chosen.items():
        rows.append(f'    "{name}": {{' if later else f'    "{name}": {{}},')
        rows += [f'        "{day}": {at},' for day, at in later.items()]
        rows += ["    },"] * bool(later)
    path.write_text("\n".join([*rows, "}", ""]), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
