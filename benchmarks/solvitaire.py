"""Easy Harp beside Solvitaire: the same deals, one after the other, in one run.

`python -m benchmarks.solvitaire BINARY [--deals 1-50] [--time 10] [--page]`. BINARY is the program
`solvitaire` of Charlie Blake and Ian Gent, a solver for patience games whose rules are a JSON
file; it is neither part of this repository nor needed for anything else. With `--page` the table
goes into docs/winnability.md.

Its rules can say all of Easy Harp but EH-6: that a run moves as a whole where a king heads it and
a column is empty, and nowhere else. So it is given two games with Easy Harp between them. Where
no run moves there are fewer moves: what is won there is won in Easy Harp. Where every run moves
there are more: what is lost there is lost in Easy Harp. The limit and the times are seconds of the
processor.
"""

import argparse
import json
import resource
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks import page
from benchmarks.machine import machine
from benchmarks.solving import compile_kernels, timed
from benchmarks.starting import of_children
from lunaria.core.cards import Card
from lunaria.games import EASY_HARP, read_deal, start
from lunaria.games.easy_harp import COLUMNS, State
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE

NO_RUN, EVERY_RUN = "no", "yes"
_OUTCOMES = {"solved": WINNABLE, "unsolvable": LOST}


class Run(NamedTuple):
    """What a solver made of one deal, in how many seconds; Lunaria replays its win in them."""

    outcome: str
    took: float


def rules(runs: str) -> dict[str, Any]:
    """Easy Harp as Solvitaire can say it, with the runs that move."""
    return {
        "two decks": True,
        "tableau piles": {
            "count": COLUMNS,  # EH-1
            "face up cards": "top",
            "build policy": "red-black",  # EH-2
            "move built group": runs,  # EH-5
            "spaces policy": "kings",  # EH-6
        },
        "foundations": {"removable": True},  # EH-8
        "stock": {"size": 59, "deal count": 1, "redeal": True},  # EH-9
    }


def layout(state: State) -> dict[str, Any]:
    """A deal as Solvitaire reads it: top cards last, the suit of a hidden card a small letter."""
    columns = zip(state.columns, state.hidden, strict=True)
    return {
        "tableau piles": [
            [*map(_hidden, column[:hidden]), *column[hidden:]] for column, hidden in columns
        ],
        "stock": list(state.stock),
    }


def _hidden(card: Card) -> str:
    return card[:-1] + card[-1].lower()


def theirs(binary: Path, state: State, runs: str, seconds: int) -> Run:
    """What Solvitaire makes of a deal; the system ends it after the seconds."""
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds + 1))
    with tempfile.TemporaryDirectory() as folder:
        game, deal = Path(folder) / "game.json", Path(folder) / "deal.json"
        game.write_text(json.dumps(rules(runs)), "utf-8")
        deal.write_text(json.dumps(layout(state)), "utf-8")
        command = (str(binary.resolve()), "--classify", "--custom-rules", str(game), str(deal))
        before = of_children()
        ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
        took = of_children() - before
    if ended.returncode not in (0, -signal.SIGXCPU):
        raise SystemExit(f"{binary} ended with {ended.returncode}: {ended.stderr.strip()}")
    said = ended.stdout.rpartition(",")[2].strip()
    return Run(_OUTCOMES.get(said, UNKNOWN), took)


def row(name: str, found: Sequence[Run]) -> str:
    """A line of the table."""
    took = [run.took for run in found]
    outcomes = [run.outcome for run in found]
    counts = (str(outcomes.count(outcome)) for outcome in (WINNABLE, LOST, UNKNOWN))
    return (
        f"| {name} | {' | '.join(counts)} "
        f"| {median(took):.3f} s | {max(took):.2f} s | {sum(took):.1f} s |"
    )


def table(binary: Path, deals: str, seconds: int) -> str:
    """Measure, and tell it as Markdown."""
    first, _, last = deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    compile_kernels(EASY_HARP)
    mine, none, every = [], [], []
    for number in numbers:
        state = start(read_deal(f"{EASY_HARP.id}:{number}")).state
        verdict, took = timed(state, seconds)
        mine.append(Run(verdict.outcome, took))
        none.append(theirs(binary, state, NO_RUN, seconds))
        every.append(theirs(binary, state, EVERY_RUN, seconds))
    decided = sum(run.outcome != UNKNOWN for run in mine)
    by_them = sum(
        few.outcome == WINNABLE or many.outcome == LOST
        for few, many in zip(none, every, strict=True)
    )
    rows = (
        f"Easy Harp, deals {deals}, at most {seconds} s a deal; {machine()}.",
        "",
        "| solver, game | won | lost | open | median | longest | all deals |",
        "|---|---|---|---|---|---|---|",
        row("Lunaria, Easy Harp", mine),
        row("Solvitaire, no run moves", none),
        row("Solvitaire, every run moves", every),
        "",
        f"Of the {len(numbers)} deals of Easy Harp, Lunaria decides {decided}, and Solvitaire, by "
        f"the two games around it, {by_them}.",
    )
    return "\n".join(rows)


def main() -> None:
    """Print the table, and put it into the page where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("--deals", default="1-50", metavar="A-B", help="their numbers")
    parser.add_argument("--time", type=int, default=10, help="seconds a deal")
    parser.add_argument("--page", action="store_true", help="write the table into the page")
    given = parser.parse_args()
    text = table(given.binary, given.deals, given.time)
    print(text)
    if given.page:
        page.put("solvitaire", text)


if __name__ == "__main__":
    main()
