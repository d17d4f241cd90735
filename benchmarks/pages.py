"""The pages by Lighthouse, in its profile of a phone: `python -m benchmarks.pages`.

Needs Node and Chromium; npx fetches Lighthouse. Each page is measured some times, and the run in
the middle counts.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure
from benchmarks.server import new_database, running

LIGHTHOUSE = "lighthouse@12.8.2"
RUNS = 3
#: Now and then Lighthouse finds no beginning in what it has traced, and asks to be run again.
TRIES = 3
TARGETS = {"performance": 95, "accessibility": 100, "best-practices": 100}
#: Pages that people come to from elsewhere.
FOUND = {**TARGETS, "seo": 100}
#: Each page with its path and what it is to score.
PAGES = {
    "front page": ("", FOUND),
    "table": ("play/crescent/CR1-N-AAAAAAB", TARGETS),
    "calendar": ("days", FOUND),
    "statistics": ("statistics", FOUND),
    "rules": ("en/half-moon/rules", FOUND),
    "examples": ("en/crescent/examples", FOUND),
    "questions": ("ko/easy-harp/faq", FOUND),
    "match in words": ("sv/comet/examples", FOUND),
    "replay": ("replay", FOUND),
    "opponents": ("play/comet", TARGETS),
    "lobby": ("lobby", FOUND),
    "rankings": ("rankings", FOUND),
    "you": ("you", TARGETS),
}
FLAGS = (
    "--headless=new --no-sandbox --disable-background-networking --disable-component-update"
    " --disable-sync"
)


def scores(address: str, categories: Iterable[str]) -> dict[str, float]:
    """The scores of a page, of 100, by category."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            "npx",
            "--yes",
            LIGHTHOUSE,
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(categories)}",
            f"--chrome-flags={FLAGS}",
        ]
        environment = {"CHROME_PATH": shutil.which("chromium") or "", **os.environ}
        for left in reversed(range(TRIES)):
            subprocess.run(command, check=not left, env=environment)
            found = json.loads(report.read_text("utf-8")) if report.exists() else {}
            if "runtimeError" not in found and found:
                break
    return {name: round(100 * (found["categories"][name]["score"] or 0)) for name in categories}


def figures() -> Iterator[Figure]:
    """The scores of each page beside their targets."""
    with new_database() as database, running(database) as server:
        for page, (path, targets) in PAGES.items():
            runs = [scores(server.address + path, targets) for _ in range(RUNS)]
            for name, target in targets.items():
                value = median(run[name] for run in runs)
                yield Figure(f"{page}, {name}", value, "", at_least=target)


if __name__ == "__main__":
    missed = False
    for figure in figures():
        print(figure, flush=True)
        missed |= figure.missed
    sys.exit(missed)
