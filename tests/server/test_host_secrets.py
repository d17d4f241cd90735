"""What a host keeps secret is in no error and no log."""

from pathlib import Path

import pytest

from command_line import run
from lunaria.server import launch, logs
from lunaria.server.store import database


@pytest.mark.parametrize("way", ["option", "variable", "file"])
def test_a_password_of_the_database_is_never_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    url = "postgresql+nothing://lunaria:p%40ss-word@127.0.0.1:1/lunaria"
    options = ["serve", "--port", "0"]
    if way == "option":
        options += ["--database", url]
    elif way == "variable":
        monkeypatch.setenv("LUNARIA_DATABASE", url)
    else:
        file = tmp_path / "database"
        file.write_text(f"{url}\n", "utf-8")
        monkeypatch.setenv("LUNARIA_DATABASE_FILE", str(file))
    monkeypatch.setattr(launch, "listen", lambda *_: Listening())
    monkeypatch.setattr(logs, "write", lambda *_: None)
    ran = run(*options)
    assert ran.code == 2
    assert "database" in ran.err
    for secret in ("p%40ss", "p@ss", "ss-word"):
        assert secret not in ran.err + ran.out


class Listening:
    """Stands for a socket that nobody will ask."""

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 1


@pytest.mark.parametrize(
    "text",
    ["no host at postgresql://u:p%40ss@h/d", "password 'p@ss' is wrong", "u:p%40ss@h"],
)
def test_a_text_that_quotes_the_url_loses_the_password(text: str) -> None:
    told = database.without_password(text, "postgresql://u:p%40ss@h/d")
    assert "p%40ss" not in told
    assert "p@ss" not in told
    assert "***" in told


def test_a_file_that_cannot_be_read_is_told() -> None:
    ran = run("serve", "--database-file", "/nowhere/at/all")
    assert ran.code == 2
    assert "/nowhere/at/all" in ran.err
