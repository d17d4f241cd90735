"""What a browser is given to run: all of one release, under addresses that no other one has."""

import re
import struct
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin

import httpx
import pytest

from lunaria import i18n
from lunaria.games import GAMES
from lunaria.server.pages import release
from lunaria.server.parts import parts
from lunaria.server.release import Release
from serving import Server

FILES = {"index.html": b"<link href='/web/a.css'>", "sw.js": b"'/web/'", "a.css": b"a {}"}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser without a cookie, at a server of its own."""
    with Server(tmp_path_factory.mktemp("server")) as server, server.player() as client:
        yield client


def root(browser: httpx.Client) -> str:
    """Where the files of the server's release are."""
    return f"/web/{browser.get('/api/release').json()['release']}/"


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/games",
        "/days",
        "/days/2026-11",
        "/statistics",
        "/you",
        "/replay",
        "/lobby",
        "/watch/a-name",
        "/play/crescent",
        "/play/crescent/CR1-N-AAAAAAB",
    ],
)
def test_a_page_names_files_of_one_release_which_may_be_kept_for_good(
    browser: httpx.Client, address: str
) -> None:
    page = browser.get(address)
    assert page.headers["cache-control"] == "no-cache"
    named = re.findall(r"[\"'](/web/[^\"']+)", page.text)
    assert len(named) > 5
    for file in named:
        assert file.startswith(root(browser))
        answer = browser.get(file)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_what_a_page_needs_without_a_network_is_listed_and_there(browser: httpx.Client) -> None:
    listed = browser.get(f"{root(browser)}shell").json()
    assert f"{root(browser)}index.html" in listed
    assert len(listed) > 20
    for file in listed:
        assert browser.get(file).status_code == 200, file
    kept = browser.get(f"{root(browser)}index.html")
    # What messengers are told names the server, which the page that is kept does not know.
    site = str(browser.base_url).rstrip("/")
    assert kept.text == browser.get("/").text.replace(site, "")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_is_kept_speaks_the_language_that_the_browser_wishes_for(
    browser: httpx.Client, language: str
) -> None:
    wish = {"accept-language": language}
    listed = browser.get(f"{root(browser)}shell", headers=wish).json()
    kept = browser.get(f"{root(browser)}index.html", headers=wish).text
    assert f'<html lang="{language}">' in kept
    for named in (file for file in listed if "/texts/" in file):
        assert named == f"{root(browser)}texts/{language}"
        assert named in kept
        assert browser.get(named).json()["language"] == language


@pytest.mark.parametrize(
    ("address", "shown_by"),
    [
        ("/", "front"),
        ("/days/2026-11", "days"),
        ("/play/odd", "table"),
        ("/play/comet", "opponents"),
    ],
)
def test_a_page_names_its_own_modules_and_wears_its_own_styles(
    browser: httpx.Client, address: str, shown_by: str
) -> None:
    needs = parts(release().files, shown_by)
    page = browser.get(address).text
    assert f"js/{shown_by}.js" in needs.modules
    assert re.findall(r'modulepreload" href="/web/\w+/([^"]+)', page) == list(needs.modules)
    worn = set(re.findall(r'stylesheet" href="/web/\w+/([^"]+)', page))
    assert worn == {"css/base.css", *needs.styles}
    assert needs.styles <= set(re.findall(r"css/\w+\.css", page))
    assert ("cards.svg" in page) == ("js/faces.js" in needs.modules)


@pytest.mark.parametrize("path", ["shell", "js/main.js", "index.html", "games", "texts/sv"])
def test_nothing_of_another_release_is_there(browser: httpx.Client, path: str) -> None:
    assert browser.get(root(browser) + path).status_code == 200
    answer = browser.get(f"/web/0123456789abcdef/{path}")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "open_to_all"),
    [("texts/sv", "texts"), ("texts/sv-FI", "texts"), ("texts/xx,sv", "texts"), ("games", "games")],
)
def test_data_of_the_release_is_what_programs_are_given(
    browser: httpx.Client, path: str, open_to_all: str
) -> None:
    own = browser.get(root(browser) + path)
    asked = browser.get(f"/api/{open_to_all}", headers={"accept-language": "sv"})
    assert own.json() == asked.json()
    assert "immutable" in own.headers["cache-control"]


def test_the_worker_is_of_the_release_and_asked_for_again(browser: httpx.Client) -> None:
    worker = browser.get("/sw.js")
    assert f'"{root(browser)}"' in worker.text
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("files", "data"),
    [
        ({**FILES, "a.css": b"b {}"}, b"data"),
        ({**FILES, "b.css": b""}, b"data"),
        ({"index.html": FILES["index.html"], "sw.js": b"", "b.css": b"a {}"}, b"data"),
        (FILES, b"other data"),
    ],
    ids=["content", "one more", "name", "data"],
)
def test_whatever_changes_makes_another_release(files: dict[str, bytes], data: bytes) -> None:
    release = Release(FILES, b"data")
    assert release.name == Release(dict(reversed(FILES.items())), b"data").name
    assert release.name != Release(files, data).name
    assert release.files["index.html"] == f"<link href='{release.root}a.css'>".encode()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_manifest_tells_the_app_in_the_players_language(
    browser: httpx.Client, language: str
) -> None:
    answer = browser.get("/manifest.webmanifest", headers={"accept-language": language})
    assert answer.headers["content-type"] == "application/manifest+json"
    told, text = answer.json(), i18n.catalog(language).text
    assert told["name"] == told["short_name"] == text("page.title")
    assert told["description"] == text("page.motto")
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    assert told["background_color"] in browser.get("/").text  # the colour that the page names too
    shortcuts = {each["name"]: each["url"] for each in told["shortcuts"]}
    assert list(shortcuts) == [text(f"game.{game.id}") for game in GAMES]
    for url in (told["start_url"], *shortcuts.values()):
        assert browser.get(url).status_code == 200


def test_every_icon_is_there_in_the_size_that_is_told(browser: httpx.Client) -> None:
    icons = browser.get("/manifest.webmanifest").json()["icons"]
    sizes = {(each["sizes"], each.get("purpose", "any")) for each in icons}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in icons:
        answer = browser.get(urljoin("/manifest.webmanifest", icon["src"]))
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    named = re.findall(r"href=\"(/icons/[^\"]+)", browser.get("/").text)
    assert len(named) == 2
    assert all(browser.get(icon).status_code == 200 for icon in named)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_page_says_what_it_is_in_the_language_that_is_wished_for(
    browser: httpx.Client, language: str
) -> None:
    text = i18n.catalog(language).text
    heads = set()
    for address, name in {
        "/": "",
        "/games": "page.own",
        "/days": "page.days",
        "/statistics": "page.statistics",
        "/you": "page.you",
        "/replay": "replay.title",
        "/lobby": "page.lobby",
        "/watch/a-name": "head.watch-title",
        "/play/crescent": "game.crescent",
        "/play/half-moon/HM1-N-AAAAAAB": "game.half-moon",
    }.items():
        answer = browser.get(address, headers={"accept-language": language})
        assert "accept-language" in answer.headers["vary"].lower()
        page = unescape(answer.text)
        assert f'<html lang="{language}">' in page
        title = f"{text(name)} · {text('page.title')}" if name else text("page.title")
        assert f"<title>{title}</title>" in page
        heads |= set(re.findall(r'<meta name="description" content="([^"]{20,})">', page))
    assert len(heads) == 10
    odd = browser.get("/play/<script>", headers={"accept-language": language})
    assert "<script>" not in odd.text
