"""The page as a release: all of its files as they were at one moment, and a name for just these.

The name stands in the address of every file. So a browser may keep a file for good, and no page
can be put together from the files of two releases: those of another one are not there.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

#: The kinds of files that a browser is given.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wav": "audio/wav",
}
#: Where the page and its worker name a file of the release, and so the release itself is put in.
WEB = "/web/"
PAGE, WORKER, START = "index.html", "sw.js", "start.js"
#: What no page needs to be laid without a network: what has an address that stays, or is only
#: loaded when it is wished for.
BESIDE = (WORKER, START, "icons/", "sounds/", "css/reading.css", "js/reading.js")


def read(folder: Path) -> dict[str, bytes]:
    """The files below a folder that a browser is given, by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES
    }


class Release:
    """Files by path, held in memory, and `data`, which pages are given beside them.

    A package that is replaced under a running server changes nothing until it is started again.
    """

    def __init__(self, files: Mapping[str, bytes], data: bytes) -> None:
        digest = hashlib.sha256(data)
        for path, content in sorted(files.items()):
            digest.update(path.encode() + hashlib.sha256(content).digest())
        self.name = digest.hexdigest()[:16]
        self.root = f"{WEB}{self.name}/"
        self.files = dict(files)
        for path in (PAGE, WORKER):
            self.files[path] = files[path].replace(WEB.encode(), self.root.encode())

    def shell(self) -> list[str]:
        """The addresses of all that a page needs to be laid without a network."""
        return [self.root + path for path in self.files if not path.startswith(BESIDE)]
