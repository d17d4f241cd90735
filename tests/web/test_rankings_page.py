"""The page of the rankings: the lists, the own line, and the ways to them."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hands import Hands, moment
from lunaria import i18n
from lunaria.games import GAMES
from lunaria.i18n import LANGUAGES
from lunaria.server.asking import PLAYER_COOKIE, digest
from lunaria.server.store.finishes import LINES
from serving import Server

TEXT = i18n.catalog().text
TODAY = datetime.now().astimezone().date()
MANY = LINES + 3
ODD = ("שרה", "<b>Bo</b>", "Marie-Thérèse de la Fontaine-aux-Bois", "x" * 40)
NAMES = [*ODD, *(f"Player {at}" for at in range(MANY - len(ODD)))]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with many players who have won today's deals and played matches."""
    with Server(tmp_path_factory.mktemp("club")) as server:
        server.new_table()  # its database is ready
        fill(server.database)
        yield server


def fill(database: Path) -> None:
    now = time.time()
    with closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        for at, name in enumerate(NAMES):
            player = f"player-{at}"
            named = (player, name, name, name, now)
            connection.execute("insert into players values (?, ?, ?, ?, ?)", named)
            for game in ("half-moon", "crescent", "easy-harp"):
                table = f"{game}-{at}"
                row = (table, player, "HM1-N-AAAAAAB", now, now, 0, f"replay-{table}", 0, 0)
                connection.execute(f"insert into tables values ({', '.join('?' * 9)})", row)
                figures = (48 + at, 100 + at, at % 2, now + at, 1)
                won = (table, player, game, "N", "HM1-N-AAAAAAB", TODAY.isoformat(), *figures)
                connection.execute(f"insert into finishes values ({', '.join('?' * 11)})", won)
            rating = (player, "comet", 1900 - at, 50 + 2 * at, 0.06, 9, now, f"half-moon-{at}")
            connection.execute(f"insert into ratings values ({', '.join('?' * 8)})", rating)


def open_at(server: Server, page: Page, address: str = "") -> Page:
    page.goto(f"{server.url}rankings{address}")
    expect(page.get_by_role("heading", level=1)).to_have_text(TEXT("page.rankings"))
    return page


def rows(page: Page) -> list[str]:
    return page.locator("tbody [scope=row]").all_inner_texts()


def test_a_list_is_a_table_with_a_name_and_a_replay_for_each_line(
    club: Server, calm: Hands
) -> None:
    page = open_at(club, calm.page, "/easy-harp")
    table = page.get_by_role("table", name=re.compile(TEXT("new.daily")))
    heads = ["ranking.place", "ranking.name", "statistics.moves", "statistics.time", "replay.title"]
    expect(table.get_by_role("columnheader")).to_have_text([TEXT(key) for key in heads])
    assert rows(page) == NAMES[:LINES]
    second = table.get_by_role("row").nth(2)
    expect(second.get_by_role("cell")).to_have_text(
        ["2", f"49 {TEXT('ranking.undone')}", "1:41", ""]
    )
    link = second.get_by_role("link", name=TEXT("ranking.replay-of", name=NAMES[1]))
    assert link.get_attribute("href") == "/replay/replay-easy-harp-1"
    page.get_by_role("button", name=TEXT("page.more")).click()
    expect(page.locator("tbody tr")).to_have_count(MANY)
    assert rows(page) == NAMES
    expect(page.locator("tbody tr").nth(LINES).get_by_role("link")).to_be_focused()
    expect(page.get_by_role("button", name=TEXT("page.more"))).to_be_hidden()


def test_the_lists_are_reached_by_keys_and_have_addresses(club: Server, calm: Hands) -> None:
    page = open_at(club, calm.page)
    game = page.get_by_role("link", name=TEXT("game.crescent"), exact=True)
    game.press("Enter")
    expect(game).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name=TEXT("ranking.all"), exact=True).press("Enter")
    expect(page).to_have_url(f"{club.url}rankings/crescent/all")
    page.get_by_role("link", name=TEXT("variant.crescent.F")).press("Enter")
    expect(page).to_have_url(f"{club.url}rankings/crescent/F")
    expect(page.get_by_text(TEXT("ranking.none-all"))).to_be_visible()
    page.get_by_role("link", name=TEXT("ranking.by-day")).press("Enter")
    expect(page).to_have_url(f"{club.url}rankings/crescent/{TODAY}")
    # There is no way to tomorrow; the way to the day before keeps the focus.
    expect(page.locator("[data-step]")).to_have_count(1)
    page.locator("[data-step=before]").press("Enter")
    expect(page).to_have_url(f"{club.url}rankings/crescent/{TODAY - timedelta(days=1)}")
    expect(page.locator("[data-step=before]")).to_be_focused()
    page.go_back()
    expect(page.locator("tbody tr")).to_have_count(LINES)


def test_ratings_that_are_not_sure_have_a_question_mark(club: Server, calm: Hands) -> None:
    page = open_at(club, calm.page, "/comet")
    sure = page.locator("tbody tr").first.get_by_role("cell").nth(1)
    expect(sure).to_have_text("1900 ± 50")
    page.get_by_role("button", name=TEXT("page.more")).click()
    unsure = page.locator("tbody tr").last.get_by_role("cell").nth(1)
    expect(unsure).to_have_text(
        f"{1900 - MANY + 1}? {TEXT('ranking.provisional')} ± {48 + 2 * MANY}"
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/chess", "chess"),
        ("/half-moon/2025-12-31", "2025-12-31"),
        ("/half-moon/tomorrow", "tomorrow"),
        (f"/half-moon/{TODAY + timedelta(days=3)}", TEXT("day.future")),
    ],
)
def test_a_list_that_there_is_not_is_told_in_words(
    club: Server, calm: Hands, address: str, said: str
) -> None:
    calm.page.goto(f"{club.url}rankings{address}")
    expect(calm.page.get_by_role("alert")).to_contain_text(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_fits_a_small_phone(club: Server, phone: Hands, language: str) -> None:
    page = open_at(club, phone.page)
    phone.choose(language=language)
    text = i18n.catalog(language).text
    for game in GAMES:
        page.goto(f"{club.url}rankings/{game.id}")
        expect(page.get_by_role("heading", level=1)).to_have_text(text("page.rankings"))
        expect(page.locator("tbody tr")).to_have_count(LINES)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("main").inner_text().count("ranking.") == 0


def test_who_wins_todays_deal_is_told_their_place_and_that_a_name_shows_it(
    club: Server, calm: Hands
) -> None:
    won = moment("half-moon")
    page = calm.page
    calm.sit(club, won._replace(actions=won.actions[:-1]), played=True)
    name = page.context.request.get(f"{club.url}api/tables").json()[0]["replay"]
    # The deal of the day cannot be chosen here: the answer comes as if this were it.
    own = {"place": 3, "name": None, "replay": name}
    told = {"code": won.code, "total": 41, "own": own}
    page.route("**/api/rankings/half-moon?day=*", lambda route: route.fulfill(json=told))
    with club.page(calm.table) as line:
        line.act(won.actions[-1])
    link = page.get_by_role("link", name=TEXT("ranking.today", place="3", total="42"))
    expect(link).to_be_visible()
    page.unroute_all()
    # In truth it is a game that counts for all time, and its player has no name.
    open_at(club, page, "/half-moon/all")
    shown = page.locator(".own-line")
    expect(shown).to_contain_text(TEXT("ranking.unnamed"))
    expect(shown.get_by_role("link", name=TEXT("ranking.replay-own"))).to_be_visible()
    secret = next(each for each in page.context.cookies() if each["name"] == PLAYER_COOKIE)
    row = (digest(secret["value"]), "Ada", "ada", "ada", 0.0)
    with closing(sqlite3.connect(club.database, timeout=10)) as connection, connection:
        connection.execute("insert into players values (?, ?, ?, ?, ?)", row)
    page.reload()
    expect(shown).not_to_contain_text(TEXT("ranking.unnamed"))
    expect(page.locator("tr.mine")).to_have_text(re.compile(rf"Ada \({TEXT('ranking.you')}\)"))


def test_the_calendar_and_the_front_page_lead_to_the_lists(club: Server, calm: Hands) -> None:
    page = calm.page
    page.goto(f"{club.url}days")
    link = page.get_by_role("link", name=f"{TEXT('page.rankings')}: {TEXT('game.crescent')}")
    assert link.get_attribute("href") == f"/rankings/crescent/{TODAY}"
    page.goto(club.url)
    page.get_by_role("link", name=TEXT("page.rankings")).click()
    expect(page.locator("tbody tr")).to_have_count(LINES)
