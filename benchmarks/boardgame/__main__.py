"""Our server beside that of boardgame.io: the same players, one after the other, in one run.

`python -m benchmarks.boardgame [--players 100] [--seconds 20] [--game half-moon]`. Each player has
a table or match of its own, and moves over a WebSocket on the loopback as soon as the move before
is answered. boardgame.io is neither part of this repository nor needed for anything else: npm
fetches it into this folder at the first time. Ends with 1 where there is no Node, where an answer
is another one than that of the move, or where ours has lost a move that it had acknowledged.

Theirs has the easier part. It stores moves in its memory, where ours has each of them on the disk
before it answers. Its game is a counter: a move that is never refused, and an answer that holds a
number and what boardgame.io itself adds; ours goes by the rules of a game, and tells each time all
of 104 cards and what is legal. Its players have no credentials, so that nobody asks for them, take
nothing back, and need no request before a match. The rest is alike: one process, positions with
numbers so that a late move does not count, states kept for taking back, and a new match after so
many moves.
"""

import argparse
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import uvloop

from benchmarks.boardgame.players import Crowd
from benchmarks.figure import Figure
from benchmarks.load import Found, Load, borne, measured, percentile
from benchmarks.machine import machine
from benchmarks.server import Server, new_database
from lunaria.games import SOLITAIRES

FOLDER = Path(__file__).parent
#: The most seconds that npm and the start of the server may take.
INSTALLING, STARTING = 300, 60


def install() -> None:
    """Fetch boardgame.io where it is not there yet; SystemExit where that cannot be done."""
    npm = shutil.which("npm")
    if shutil.which("node") is None or npm is None:
        raise SystemExit("The server of boardgame.io needs Node and npm, which are not here.")
    # npm writes this file when all others are there.
    if (FOLDER / "node_modules" / ".package-lock.json").exists():
        return
    command = (npm, "ci", "--no-audit", "--no-fund")
    try:
        subprocess.run(command, cwd=FOLDER, check=True, timeout=INSTALLING)
    except subprocess.SubprocessError as error:
        raise SystemExit(f"boardgame.io could not be fetched: {error}") from error


@contextmanager
def running() -> Iterator[Server]:
    """Their server in a process of its own, ended afterwards."""
    # Its checks of states and its log are for development; moves stay in its memory.
    settings = {**os.environ, "NODE_ENV": "production", "FLATFILE_DIR": ""}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ("node", "server.js"), cwd=FOLDER, env=settings, stdin=pipe, stdout=pipe
    ) as process:
        try:
            assert process.stdout is not None
            ready, _, _ = select.select([process.stdout], [], [], STARTING)
            port = process.stdout.readline().strip() if ready else b""
            if not port:
                raise SystemExit("The server of boardgame.io has not started.")
            yield Server(f"http://127.0.0.1:{int(port)}/", "", process.pid)
        finally:
            process.kill()


def figures(name: str, found: Found) -> Iterator[Figure]:
    """How fast a server was, and whether its answers were those of the moves."""
    took = sorted(1000 * answer.took for answer in found.answers)
    yield Figure(f"{name}: moves a second", len(took) / found.seconds, "")
    if took:
        yield Figure(f"{name}: answer, median", median(took), "ms")
        yield Figure(f"{name}: answer, slowest of ten", percentile(took, 90), "ms")
        yield Figure(f"{name}: answer, slowest of a hundred", percentile(took, 99), "ms")
        if found.spent is not None:
            cost = 1e6 * found.spent / len(took)
            yield Figure(f"{name}: processor time a move", cost, "µs")
    yield Figure(f"{name}: players, of one processor", 100 * found.spent_here / found.seconds, "%")
    yield Figure(f"{name}: answers of another kind", len(found.faults), "", at_most=0)


def versions() -> str:
    """That of boardgame.io which is measured, and that of the Node it runs on."""
    package = FOLDER / "node_modules" / "boardgame.io" / "package.json"
    theirs = json.loads(package.read_text("utf-8"))["version"]
    node = subprocess.check_output(("node", "--version"), text=True, timeout=STARTING).strip()
    return f"boardgame.io {theirs}, Node {node}"


def main() -> int:
    """Print the figures."""
    names = [game.id for game in SOLITAIRES]
    parser = argparse.ArgumentParser(
        "python -m benchmarks.boardgame", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0, help="on each of the servers")
    parser.add_argument("--game", choices=names, default="half-moon", help="what ours plays")
    given = parser.parse_args()
    install()
    load = Load(
        given.players,
        given.seconds,
        rate=None,
        tables=0,
        actions=0,
        games=(given.game,),
        workers=1,
    )
    print(
        f"{machine()}; {versions()}\n{load.players:,} players, {load.seconds:g} s, {given.game}\n"
    )
    with new_database() as database:
        told, ours = measured(load, database)
    with running() as server:
        theirs = uvloop.run(borne(server, Crowd(server.address, load.games), load, ()))
    # The last figure of a load: the tables whose actions are not those acknowledged.
    shown = [*figures("Lunaria", ours), told[-1], *figures("boardgame.io", theirs)]
    if theirs.answers:
        ratio = len(ours.answers) / ours.seconds * theirs.seconds / len(theirs.answers)
        shown.append(Figure("Lunaria's moves a second, of boardgame.io's", 100 * ratio, "%"))
    for figure in shown:
        print(figure)
    for fault in (*ours.faults[:5], *theirs.faults[:5]):
        print(fault, file=sys.stderr)
    return 1 if any(figure.missed for figure in shown) else 0


if __name__ == "__main__":
    sys.exit(main())
