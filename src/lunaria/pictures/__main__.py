"""Draws the files that the page shows: cards and icons; `python -m lunaria.pictures`."""

from pathlib import Path

from lunaria.pictures import faces, icons

WEB = Path(__file__).parent.parent / "web"
DRAWN = "/* Drawn by python -m lunaria.pictures. */\n"


def files() -> dict[Path, bytes]:
    """Each drawn file with its content."""
    return {
        WEB / "cards.svg": f"{faces.sprite()}\n".encode(),
        WEB / "css" / "faces.css": f"{DRAWN}{faces.stylesheet()}\n".encode(),
        WEB / "icons" / "icon.svg": f"{icons.svg()}\n".encode(),
        WEB / "icons" / "maskable.svg": f"{icons.svg(maskable=True)}\n".encode(),
        WEB / "icons" / "icon-192.png": icons.png(192),
        WEB / "icons" / "icon-512.png": icons.png(512),
        WEB / "icons" / "maskable-512.png": icons.png(512, maskable=True),
        # Apple's systems round the corners themselves, and show what is clear as black.
        WEB / "icons" / "apple-touch-icon.png": icons.png(180, maskable=True),
    }


if __name__ == "__main__":
    for path, content in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
