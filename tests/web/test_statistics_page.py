"""Statistics, and the player's data as a file: saved, taken in, deleted (APP-10)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hands import Hands, moment
from lunaria import i18n
from lunaria.i18n import LANGUAGES
from serving import Server

TEXT = i18n.catalog().text
CODE, ACTIONS = moment("half-moon")
BEGUN = 1_790_000_000.25
EMPTY = {"lunaria": 1, "games": []}

Game = dict[str, Any]


def game(number: int = 0, **other: Any) -> Game:
    """A won game as a file has it, begun so many days after the first."""
    at = BEGUN + number * 24 * 3600
    return {
        "code": CODE,
        "created": at,
        "touched": at + 600,
        "played": 300 + 7 * number,
        "study": False,
        "actions": list(ACTIONS),
        **other,
    }


def begun(code: str, number: int) -> Game:
    """A game that was left after a move, long ago."""
    return game(number, code=code, actions=["draw"])


HISTORY = [*(game(number) for number in range(12)), begun("EH1-N-AAAAAAB", 3)]


@pytest.fixture
def reader(host: Server, calm: Hands) -> Page:
    """Somebody without a game."""
    calm.page.goto(f"{host.url}statistics")
    expect(calm.page.get_by_role("heading", level=1)).to_be_visible()
    return calm.page


@pytest.fixture
def keeper(host: Server, reader: Page) -> Page:
    """The same, on the page where the data is kept."""
    reader.goto(f"{host.url}you")
    expect(reader.get_by_label(TEXT("data.import"))).to_be_visible()
    return reader


@pytest.fixture
def played(host: Server, reader: Page) -> Page:
    """The same with some games behind them."""
    data = {"lunaria": 1, "games": HISTORY}
    assert reader.context.request.post(f"{host.url}api/import", data=data).json()["taken"] == 13
    reader.reload()
    expect(reader.locator("[data-game]")).to_have_count(2)
    return reader


def offer(page: Page, content: bytes | str | object, name: str = "lunaria.json") -> None:
    """Choose a file with that content."""
    if not isinstance(content, bytes | str):
        content = json.dumps(content)
    raw = content.encode() if isinstance(content, str) else content
    page.get_by_label(TEXT("data.import")).set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": raw}
    )


def report(page: Page, said: str | re.Pattern[str]) -> None:
    expect(page.locator(".report p").first).to_have_text(said)


def facts(page: Page, name: str) -> dict[str, str]:
    """The figures of a game, as they are shown."""
    told = page.locator(f"[data-game={name}] .facts div")
    pairs = [(each.locator("dt"), each.locator("dd")) for each in told.all()]
    return {str(term.inner_text()): str(value.inner_text()) for term, value in pairs}


def test_who_never_played_finds_kind_words_and_a_way_to_play(reader: Page) -> None:
    expect(reader.get_by_text(TEXT("statistics.none"))).to_be_visible()
    reader.get_by_role("link", name=TEXT("statistics.play")).click()
    expect(reader.locator(".games")).to_be_visible()


def test_each_game_has_its_figures(played: Page) -> None:
    assert facts(played, "half-moon") == {
        TEXT("statistics.played"): "12",
        TEXT("statistics.won"): "12",
        TEXT("statistics.share"): "100%",
        TEXT("statistics.streak"): "12",
        TEXT("statistics.longest"): "12",
        TEXT("statistics.best-time"): "5:00",
        TEXT("statistics.median-time"): "5:38",
        TEXT("statistics.fewest-moves"): str(len(ACTIONS)),
        TEXT("statistics.median-moves"): str(len(ACTIONS)),
    }
    left = facts(played, "easy-harp")
    assert (left[TEXT("statistics.played")], left[TEXT("statistics.share")]) == ("1", "0%")
    assert TEXT("statistics.best-time") not in left


def test_each_plot_has_its_numbers_as_a_table(played: Page) -> None:
    plots = played.locator("[data-game=half-moon] figure")
    expect(plots).to_have_count(4)
    for plot in plots.all():
        title = plot.locator("figcaption").inner_text()
        expect(plot.get_by_role("img", name=title)).to_be_visible()
        assert plot.locator("svg rect").count() > 0
        plot.locator("summary").focus()
        played.keyboard.press("Enter")
        expect(plot.get_by_role("table", name=title)).to_be_visible()
    course = plots.first.get_by_role("table")
    expect(course.get_by_role("columnheader")).to_have_text(
        [TEXT(f"statistics.{name}") for name in ("period", "played", "won")]
    )
    rows = course.get_by_role("row")
    expect(rows).to_have_count(13)
    times = plots.nth(2).get_by_role("table").locator("td").all_inner_texts()
    assert sum(map(int, times)) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_phone_in_every_language(host: Server, phone: Hands, language: str) -> None:
    page = phone.page
    page.goto(f"{host.url}statistics")
    page.context.request.post(f"{host.url}api/import", data={"lunaria": 1, "games": HISTORY})
    phone.choose(language=language)
    page.reload()
    text = i18n.catalog(language).text
    expect(page.get_by_role("heading", level=1)).to_have_text(text("page.statistics"))
    expect(page.locator("figure")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    share = page.locator("[data-game=half-moon] dd").nth(2)
    expect(share).to_have_text({"en": "100%", "ko": "100%"}.get(language, "100\u00a0%"))


def test_what_is_saved_is_taken_in_elsewhere_with_the_same_statistics(
    host: Server, server: Server, played: Page, visitor: Hands, tmp_path: Path
) -> None:
    played.evaluate("localStorage.setItem('lunaria.settings', JSON.stringify({contrast: 'more'}))")
    played.goto(f"{host.url}you")
    with played.expect_download() as saving:
        played.get_by_role("button", name=TEXT("data.export")).click()
    assert re.fullmatch(r"lunaria-\d{4}-\d\d-\d\d\.json", saving.value.suggested_filename)
    file = tmp_path / "file.json"
    saving.value.save_as(file)
    saved = json.loads(file.read_text("utf-8"))
    begun_first = sorted(HISTORY, key=lambda each: (each["created"], each["code"]))
    assert (saved["lunaria"], saved["games"]) == (2, begun_first)
    assert saved["settings"] == {"contrast": "more"}
    other = visitor.page
    other.goto(f"{server.url}you")
    for said in (
        TEXT("data.taken", count=13),
        f"{TEXT('data.taken', count=0)} {TEXT('data.there', count=13)}",
    ):
        offer(other, file.read_bytes())
        report(other, said)
    expect(other.locator("html[data-contrast=more]")).to_be_attached()
    for page, at in ((played, host), (other, server)):
        page.goto(f"{at.url}statistics")
        expect(page.locator("[data-game]")).to_have_count(2)
    for name in ("half-moon", "easy-harp"):
        assert facts(other, name) == facts(played, name)


def test_settings_of_a_file_do_not_change_what_was_chosen_here(keeper: Page) -> None:
    keeper.evaluate("localStorage.setItem('lunaria.settings', JSON.stringify({theme: 'light'}))")
    keeper.reload()
    offer(keeper, {**EMPTY, "settings": {"theme": "dark", "hand": "left", "size": {"x": 1}}})
    report(keeper, TEXT("data.taken", count=0))
    kept = keeper.evaluate("JSON.parse(localStorage.getItem('lunaria.settings'))")
    assert kept == {"theme": "light", "hand": "left"}


def test_bad_games_are_told_by_number_and_the_others_taken_in(host: Server, keeper: Page) -> None:
    games = [game(number) for number in range(70)]
    games[3]["actions"][5] = "1+1"
    games[60] = {"code": "HM9-N-AAAAAAB"}
    games[61] = game(61, code="HM9-N-AAAAAAB")
    offer(keeper, {"lunaria": 1, "games": games})
    report(keeper, f"{TEXT('data.taken', count=67)} {TEXT('data.refused', count=3)}")
    told = keeper.locator(".report li")
    expect(told).to_have_count(3)
    expect(told.nth(0)).to_contain_text("Game 4, move 6: ")
    expect(told.nth(1)).to_have_text(f"Game 61: {TEXT('refusal.data-game')}")
    expect(told.nth(2)).to_contain_text("Game 62: HM9 ")
    keeper.goto(f"{host.url}statistics")
    expect(keeper.locator("[data-game]")).to_have_count(1)
    assert facts(keeper, "half-moon")[TEXT("statistics.won")] == "67"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", TEXT("data.unreadable")),
        (b"\x89PNG\r\n\x1a\n\x00\xff", TEXT("data.unreadable")),
        ('{"lunaria": 1, "games": [{"code"', TEXT("data.unreadable")),
        ("null", TEXT("data.foreign")),
        ("[1, 2]", TEXT("data.foreign")),
        ('{"games": []}', TEXT("data.foreign")),
        ('{"lunaria": 1, "games": {}}', TEXT("data.foreign")),
        ('{"lunaria": 3, "games": []}', TEXT("refusal.data-version", given=3, known=2)),
    ],
    ids=["empty", "picture", "cut", "null", "list", "no version", "no games", "newer"],
)
def test_a_file_that_is_none_is_refused_in_words(
    keeper: Page, content: bytes | str, said: str
) -> None:
    offer(keeper, content)
    report(keeper, said)
    # The same file may be chosen again.
    offer(keeper, EMPTY)
    report(keeper, TEXT("data.taken", count=0))


def test_a_file_of_100_megabytes_is_refused_before_it_is_read(keeper: Page) -> None:
    keeper.evaluate(
        """() => {
            const parts = Array(100).fill("x".repeat(1024 * 1024));
            const file = new File(parts, "large.json");
            file.text = () => { throw new Error("read"); };
            const transfer = new DataTransfer();
            transfer.items.add(file);
            const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true });
            document.querySelector(".drop").dispatchEvent(drop);
        }"""
    )
    report(keeper, TEXT("data.too-large", size="100", most="50"))


def test_a_file_may_be_dropped(keeper: Page) -> None:
    keeper.evaluate(
        """content => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], "lunaria.json"));
            const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true });
            document.querySelector(".drop").dispatchEvent(drop);
        }""",
        json.dumps({"lunaria": 1, "games": [game()]}),
    )
    report(keeper, TEXT("data.taken", count=1))


def test_an_import_that_is_cut_tells_how_far_it_came_and_goes_on_later(
    host: Server, keeper: Page
) -> None:
    games = [game(number) for number in range(60)]
    sent = []

    def cut(route: Any) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.continue_()
        else:
            route.abort()

    keeper.route("**/api/import", cut)
    offer(keeper, {"lunaria": 1, "games": games})
    report(keeper, TEXT("data.stopped", count=50, why=TEXT("refusal.unanswered")))
    keeper.unroute_all()
    offer(keeper, {"lunaria": 1, "games": games})
    report(keeper, f"{TEXT('data.taken', count=10)} {TEXT('data.there', count=50)}")


def test_all_is_deleted_after_one_clear_question_that_offers_the_file(
    host: Server, played: Page
) -> None:
    played.get_by_role("link", name=TEXT("data.title")).click()
    delete = played.get_by_role("button", name=TEXT("data.delete"))
    delete.focus()
    played.keyboard.press("Enter")
    dialog = played.get_by_role("dialog")
    expect(dialog).to_contain_text(TEXT("data.delete-about"))
    # What has the focus first deletes nothing.
    expect(dialog.get_by_role("button", name=TEXT("data.export-first"))).to_be_focused()
    with played.expect_download():
        played.keyboard.press("Enter")
    played.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert len(played.request.get(f"{host.url}api/tables").json()) == 13
    delete.click()
    dialog.get_by_role("button", name=TEXT("data.delete-all")).click()
    report(played, TEXT("data.deleted"))
    assert played.context.cookies() == []
    assert played.request.get(f"{host.url}api/tables").json() == []
    assert played.evaluate("localStorage.getItem('lunaria.settings')") is None
