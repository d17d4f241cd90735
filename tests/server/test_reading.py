"""The reading pages as a browser without scripts is given them."""

import gzip
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from lunaria import i18n
from lunaria.core import record
from lunaria.games import GAMES
from lunaria.reading.html import RECORDS
from lunaria.reading.sources import PAGES, has
from serving import Server

GAME_IDS = [game.id for game in GAMES]
INDICES = [f"/{language}/" for language in i18n.LANGUAGES]
ARTICLES = ["/".join(("", *parts)) for parts in product(i18n.LANGUAGES, GAME_IDS, PAGES)]
ADDRESSES = [*INDICES, *ARTICLES]
each_address = pytest.mark.parametrize("address", ADDRESSES)

#: The most that a page may weigh with all that it loads, in bytes.
MOST = 200_000
READER = {"accept": "text/html,application/xhtml+xml"}


class Document(HTMLParser):
    """What a page holds."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.title = ""
        self._in_title = False
        self.feed(answer.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        # A drawing may have a title of its own.
        self._in_title = tag == "title" and not self.title

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every element of that kind with those values."""
        return [
            attrs
            for name, attrs in self.elements
            if name == tag and all(attrs.get(key) == value for key, value in wanted.items())
        ]

    def content(self, name: str) -> str:
        """What the page says of itself."""
        (found,) = self.all("meta", name=name)
        return found["content"]

    def ids(self) -> set[str]:
        """The places of the page that can be pointed at."""
        return {attrs["id"] for _, attrs in self.elements if "id" in attrs}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with Server(tmp_path_factory.mktemp("reading")) as server, server.player() as client:
        client.headers.update(READER)
        yield client


@pytest.fixture(scope="module")
def documents(reader: httpx.Client) -> dict[str, Document]:
    """Every page."""
    found = {}
    for address in ADDRESSES:
        answer = reader.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        found[address] = Document(answer)
    return found


@each_address
def test_a_page_says_what_it_is(documents: dict[str, Document], address: str) -> None:
    page = documents[address]
    language = address.split("/")[1]
    (html,) = page.all("html")
    assert html["lang"] == language
    (main,) = page.all("main")
    shown = main.get("lang", language)
    if address in ARTICLES:
        _, _, game, name = address.split("/")
        assert shown == (language if has(language, game, name) else i18n.DEFAULT)
    assert len(page.all("h1")) == 1
    assert page.title.endswith(" – Lunaria")
    assert 25 <= len(page.content("description")) <= 220
    told = {
        attrs["property"]: attrs["content"] for attrs in page.all("meta") if "property" in attrs
    }
    assert told["og:title"] in page.title
    assert told["og:description"] == page.content("description")


def test_titles_are_those_of_one_page(documents: dict[str, Document]) -> None:
    own = [
        (address.split("/")[1], page.title)
        for address, page in documents.items()
        if address in INDICES or has(*address[1:].split("/"))
    ]
    assert len(own) == len(set(own))


@each_address
def test_a_page_names_itself_in_every_language(
    documents: dict[str, Document], reader: httpx.Client, address: str
) -> None:
    page = documents[address]
    site = str(reader.base_url).rstrip("/")
    (canonical,) = page.all("link", rel="canonical")
    assert canonical["href"] == site + address
    alternates = {each["hreflang"]: each["href"] for each in page.all("link", rel="alternate")}
    assert set(alternates) == {*i18n.LANGUAGES, "x-default"}
    for language in i18n.LANGUAGES:
        other = alternates[language].removeprefix(site)
        assert other.startswith(f"/{language}/")
        back = {each["href"] for each in documents[other].all("link", rel="alternate")}
        assert back == set(alternates.values())
    links = {each["hreflang"]: each["href"] for each in page.all("a") if "hreflang" in each}
    assert {name: site + where for name, where in links.items()} == {
        name: where for name, where in alternates.items() if name != "x-default"
    }


def test_no_link_is_dead(documents: dict[str, Document], reader: httpx.Client) -> None:
    known = {}
    dead = set()
    for address, page in documents.items():
        for link in (*page.all("a"), *page.all("link"), *page.all("script"), *page.all("img")):
            where = urlsplit(urljoin(address, link.get("href") or link.get("src") or ""))
            assert where.netloc in ("", urlsplit(str(reader.base_url)).netloc)
            if where.path not in known:
                known[where.path] = reader.get(where.path, follow_redirects=True)
            if known[where.path].status_code != 200:
                dead.add((address, where.path))
            elif where.fragment and where.path in ADDRESSES:
                named = documents[where.path].ids()
                dead |= {(address, where.geturl())} if where.fragment not in named else set()
    assert dead == set()
    assert {f"/play/{game}" for game in GAME_IDS} | {"/", *ADDRESSES} <= set(known)


@each_address
def test_a_page_leads_to_the_table_and_to_every_other_page_of_its_language(
    documents: dict[str, Document], address: str
) -> None:
    linked = {link["href"] for link in documents[address].all("a")}
    language = address.split("/")[1]
    own = {each for each in ADDRESSES if each.startswith(f"/{language}/")}
    assert own | {f"/play/{game}" for game in GAME_IDS} <= linked


@each_address
def test_a_page_obeys_the_policy_that_nothing_is_inline(
    documents: dict[str, Document], address: str
) -> None:
    for tag, attrs in documents[address].elements:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        if tag == "script":
            assert attrs["src"].startswith("/web/")
    assert len(documents[address].ids()) == len(
        [attrs for _, attrs in documents[address].elements if "id" in attrs]
    )


@each_address
def test_a_page_is_little_to_load(reader: httpx.Client, address: str) -> None:
    answer = reader.get(address)
    assert answer.headers["content-encoding"] == "gzip"
    page = Document(answer)
    loaded = len(gzip.compress(answer.content))
    for link in (*page.all("link", rel="stylesheet"), *page.all("script"), *page.all("img")):
        loaded += len(gzip.compress(reader.get(link.get("href") or link["src"]).content))
    assert loaded < MOST


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", GAME_IDS)
def test_an_address_without_a_language_leads_to_that_of_the_reader(
    reader: httpx.Client, language: str, game: str
) -> None:
    wish = {"accept-language": f"{language}-XX,en;q=0.5"}
    for short, page in ((f"/{game}", "rules"), *((f"/{game}/{page}", page) for page in PAGES)):
        answer = reader.get(short, headers=wish)
        assert answer.is_redirect
        assert answer.headers["location"] == f"/{language}/{game}/{page}"
        assert "accept-language" in answer.headers["vary"].lower()


def test_a_language_or_a_game_alone_leads_on(reader: httpx.Client) -> None:
    for language in i18n.LANGUAGES:
        answer = reader.get(f"/{language}", follow_redirects=True)
        assert (answer.status_code, answer.url.path) == (200, f"/{language}/")
        answer = reader.get(f"/{language}/crescent", follow_redirects=True)
        assert (answer.status_code, answer.url.path) == (200, f"/{language}/crescent/rules")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(
    "address",
    [
        "/{}/half-moon/nonsense",
        "/{}/chess/rules",
        "/{}/half-moon/rules/more",
        "/{}/%E2%98%83/%00",
        "/tlh/half-moon/rules",
        "/half-moon/nonsense",
        "/chess/rules",
        "/nowhere",
        "/examples/chess.record",
        "/../../etc/passwd",
    ],
)
def test_what_is_not_there_is_said_in_the_readers_language_with_ways_on(
    reader: httpx.Client, language: str, address: str
) -> None:
    asked = reader.get(address.format(language), headers={"accept-language": language})
    assert asked.status_code == 404
    page = Document(asked)
    text = i18n.catalog(language).text
    assert page.all("html")[0]["lang"] == language
    assert text("refusal.not-found").rstrip(".") in page.title
    assert page.content("robots") == "noindex"
    linked = {link["href"] for link in page.all("a")}
    assert {"/", f"/{language}/", f"/{language}/half-moon/rules"} <= linked


def test_the_language_of_an_address_goes_before_that_of_the_browser(reader: httpx.Client) -> None:
    swedish = {"accept-language": "sv"}
    for address in ("/ko/half-moon/rules", "/ko/half-moon/nonsense"):
        assert Document(reader.get(address, headers=swedish)).all("html")[0]["lang"] == "ko"


def test_programs_are_answered_in_json(reader: httpx.Client) -> None:
    for address, accept in (("/nowhere", "*/*"), ("/api/nowhere", READER["accept"])):
        answer = reader.get(address, headers={"accept": accept})
        assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "not-found")


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_record_of_the_example_is_there_and_holds(reader: httpx.Client, game: str) -> None:
    answer = reader.get(RECORDS.format(game=game))
    assert answer.headers["content-type"].startswith("text/plain")
    line, fault = record.verify(next(record.read(answer.text)), GAMES)
    assert line is not None
    assert (fault, line.game.id) == (None, game)
    assert str(line.outcome).startswith("won")
    page = Document(reader.get(f"/en/{game}/examples"))
    (replay,) = page.all("div", **{"class": "replay"})
    assert replay["data-record"] == RECORDS.format(game=game)


def test_a_page_can_be_asked_for_without_its_text(reader: httpx.Client) -> None:
    for address in ("/en/", "/en/half-moon/rules", "/half-moon/rules"):
        answer = reader.head(address)
        assert (answer.status_code, answer.content) in ((200, b""), (307, b""))
