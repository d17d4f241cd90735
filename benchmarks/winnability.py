"""Writes the figures of censuses into docs/winnability.md.

`python -m benchmarks.winnability DIR [DIR ...]`: one folder for each game. The section of a game
whose folder is not named stays as it is.
"""

import os
import platform
import re
import sys
from pathlib import Path

from lunaria import i18n
from lunaria.census import report, results

PAGE = Path(__file__).parent.parent / "docs" / "winnability.md"
SECTION = re.compile(r"### (?P<name>[^\n]+)\n.*?(?=\n### |\n<!-- end -->)", re.DOTALL)


def section(folder: Path) -> tuple[str, str]:
    """The name of a game and its section, with a picture beside the page."""
    game = results.game_in(folder)
    found = results.read(folder)
    name = i18n.catalog().text(f"game.{game}")
    picture = PAGE.with_name(f"winnability-{game}.svg")
    picture.write_text(report.effort_svg(name, found), "utf-8")
    first, last = found[0].deal, found[-1].deal
    numbers = (
        f"Deals {first:,} to {last:,}."
        if len(found) == last - first + 1
        else (f"{len(found):,} deals between {first:,} and {last:,}; the census goes on.")
    )
    text = report.markdown(name, report.summary(found))
    return name, f"{text}\n{numbers}\n\n![Effort in {name}]({picture.name})\n"


def main(folders: list[str]) -> None:
    """Put the sections into the page."""
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition("<!-- results -->\n")
    body, _, tail = rest.partition("<!-- end -->")
    kept = {match["name"]: match[0] + "\n" for match in SECTION.finditer(f"\n{body}\n<!-- end -->")}
    kept |= dict(section(Path(folder)) for folder in folders)
    python = platform.python_version()
    machine = f"Measured on {os.cpu_count()} cores ({platform.machine()}), Python {python}."
    body = "\n".join(text.strip() + "\n" for text in kept.values())
    PAGE.write_text(f"{head}<!-- results -->\n{machine}\n\n{body}<!-- end -->{tail}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
