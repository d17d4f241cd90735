"""Writes the figures of censuses into docs/winnability.md.

`python -m benchmarks.winnability DIR [DIR ...]`: one folder for each game, measured on this
machine. The section of a game whose folder is not named stays as it is.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks import page
from benchmarks.machine import machine
from lunaria import i18n
from lunaria.census import report, results
from lunaria.census.results import Result
from lunaria.games import GAMES
from lunaria.solvers.verdict import LOST, UNKNOWN

SECTION = re.compile(r"### (?P<name>[^\n]+)\n.*?(?=\n### |\Z)", re.DOTALL)
#: More deals than these are not named one by one.
NAMED = 12


def section(folder: Path, name: str, game: str) -> str:
    """The section of a game; draws the picture beside the page."""
    found = results.read(folder)
    picture = page.PAGE.with_name(f"winnability-{game}.svg")
    picture.write_text(report.effort_svg(name, found), "utf-8")
    parts = [report.markdown(name, report.summary(found)), f"{numbers(found)}; {machine()}."]
    lost = [row.deal for row in found if row.verdict == LOST]
    if lost:
        file = f"`src/lunaria/solvers/tables/{game}-lost.jsonl.xz`"
        parts.append(f"Lost: {listed(lost)}; the certificates are in {file}.")
    left_open = [row.deal for row in found if row.verdict == UNKNOWN]
    if left_open:
        parts.append(f"Open: {listed(left_open)}.")
    lengths = [row.length for row in found if row.length is not None]
    if lengths:
        parts.append(
            f"The wins that were found take {median(lengths):.0f} actions in the median, "
            f"{max(lengths)} at most."
        )
    parts.append(f"![Effort in {name}]({picture.name})")
    return "\n\n".join(part.strip() for part in parts) + "\n"


def numbers(found: Sequence[Result]) -> str:
    """Which deals were looked at, and the command that does it."""
    first, last = found[0].deal, found[-1].deal
    if len(found) == last - first + 1:
        return f"Deals {first:,} to {last:,}"
    return f"{len(found):,} deals between {first:,} and {last:,}, the census goes on"


def listed(deals: Sequence[int]) -> str:
    """The deals by their numbers, where they are few."""
    if len(deals) <= NAMED:
        return f"deal{'s' * (len(deals) > 1)} {', '.join(map(str, deals))}"
    return f"{len(deals):,} deals, the first of them {', '.join(map(str, deals[:NAMED]))}"


def main(folders: list[str]) -> None:
    """Put the sections into the page, in the order of the games."""
    names = {game.id: i18n.catalog().text(f"game.{game.id}") for game in GAMES}
    sections = {match["name"]: match[0] for match in SECTION.finditer(page.part("results"))}
    for folder in map(Path, folders):
        game = results.game_in(folder)
        sections[names[game]] = section(folder, names[game], game)
    page.put("results", "\n".join(sections[name] for name in names.values() if name in sections))


if __name__ == "__main__":
    main(sys.argv[1:])
