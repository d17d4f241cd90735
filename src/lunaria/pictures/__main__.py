"""Draws the files that the page shows cards by: `python -m lunaria.pictures`."""

from pathlib import Path

from lunaria.pictures import faces

WEB = Path(__file__).parent.parent / "web"


def files() -> dict[Path, str]:
    """Each drawn file with its content."""
    return {
        WEB / "cards.svg": faces.sprite() + "\n",
        WEB / "css" / "faces.css": "/* Drawn by python -m lunaria.pictures. */\n"
        + faces.stylesheet()
        + "\n",
    }


if __name__ == "__main__":
    for path, content in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8")
