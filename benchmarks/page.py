"""Parts of docs/winnability.md that commands write: each between a marker and the next end."""

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "winnability.md"
_END = "<!-- end -->"


def part(name: str) -> str:
    """What stands in a part; raises ValueError where the page has no such part."""
    return _split(name)[1]


def put(name: str, text: str) -> None:
    """Write another text into a part; raises ValueError where the page has no such part."""
    before, _, after = _split(name)
    PAGE.write_text(f"{before}{text.strip()}\n{after}", "utf-8")


def _split(name: str) -> tuple[str, str, str]:
    page = PAGE.read_text("utf-8")
    marker = f"<!-- {name} -->\n"
    begins = page.index(marker) + len(marker)
    ends = page.index(_END, begins)
    return page[:begins], page[begins:ends], page[ends:]
