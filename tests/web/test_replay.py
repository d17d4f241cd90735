"""A game looked at again: by its link, from a text, by mouse, finger and keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from hands import Hands, Moment, moment
from lunaria import i18n
from lunaria.core import record
from lunaria.core.replay import replay
from lunaria.games import game_of, read_deal
from registry import DATA
from serving import Server

LOST = {path.stem: path.read_text("utf-8") for path in sorted((DATA / "lost").glob("*.record"))}
BLOCKED = moment("half-moon-blocked")
TEXT = i18n.catalog().text


def entry(hands: Hands, server: Server) -> Page:
    """The page that asks for a record."""
    # The page that is there now may have the same address, and keep a record with it.
    hands.page.evaluate("history.replaceState(null, '')")
    hands.page.goto(f"{server.url}replay")
    return hands.page


def paste(hands: Hands, server: Server, text: str) -> Page:
    """Paste a record and look at its game."""
    page = entry(hands, server)
    page.get_by_label(TEXT("replay.record")).fill(text)
    page.get_by_role("button", name=TEXT("replay.open")).click()
    return page


def expect_position(page: Page, text: str, at: int) -> None:
    """The board shows the position after so many of a record's actions."""
    written = next(record.read(text))
    code = read_deal(written.tag("Code") or "")
    line, _ = replay(game_of(code), code, written.actions[:at])
    shown = {place: list(cards) for place, cards in line.view(1).items()}
    page.wait_for_function(
        """wanted => Object.entries(wanted).every(([place, cards]) => {
            const there = document.querySelectorAll(`[data-place="${place}"] [data-card]`);
            const faces = [...there].map(card => card.dataset.card);
            return JSON.stringify(faces) === JSON.stringify(cards);
        })""",
        arg=shown,
    )


def way(page: Page, name: str) -> None:
    page.locator(f"[data-way={name}]").click()


@pytest.mark.parametrize("game", LOST)
def test_a_pasted_record_is_shown_step_by_step(host: Server, calm: Hands, game: str) -> None:
    text = LOST[game]
    last = len(next(record.read(text)).actions)
    page = paste(calm, host, text)
    slider = page.get_by_role("slider", name=TEXT("replay.slider"))
    expect_position(page, text, 0)
    for _ in range(3):
        way(page, "forward")
    expect_position(page, text, 3)
    way(page, "back")
    expect_position(page, text, 2)
    way(page, "last")
    expect_position(page, text, last)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^{last} of {last}: "))
    page.locator("[data-way=forward]").press("Enter")
    expect(page.locator("[data-way=forward]")).to_be_focused()  # though it leads nowhere now
    expect_position(page, text, last)
    way(page, "first")
    expect_position(page, text, 0)
    slider.fill("20")
    expect_position(page, text, 20)
    expect(page.locator(".actions [aria-current=step]")).to_have_count(1)
    page.locator(".actions li").nth(10).get_by_role("button").click()
    expect_position(page, text, 10)
    expect(page).to_have_url(re.compile("#10$"))


def test_keys_alone_lead_through_a_game(host: Server, calm: Hands) -> None:
    text, press = LOST["crescent"], calm.page.keyboard.press
    page = paste(calm, host, text)
    expect(page.locator("h1")).to_be_focused()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 195)):
        press(key)
        expect_position(page, text, at)
    press("Home")
    press("Space")
    expect(page.locator("[data-way=play]")).to_have_accessible_name(TEXT("button.pause"))
    press("Space")
    expect(page.locator("[data-way=play]")).to_have_accessible_name(TEXT("replay.play"))
    page.locator(".actions [aria-current]").focus()
    press("ArrowRight")
    expect(page.locator(".actions [aria-current]")).to_be_focused()


def test_it_plays_at_the_speed_that_was_chosen_and_stops_at_the_end(
    host: Server, calm: Hands
) -> None:
    page = paste(calm, host, LOST["half-moon"])
    page.get_by_label(TEXT("replay.speed")).select_option("fast")
    page.get_by_role("slider").fill("40")
    way(page, "play")
    expect_position(page, LOST["half-moon"], 43)
    expect(page.locator("[data-way=play]")).to_have_accessible_name(TEXT("replay.play"))
    page.reload()
    expect(page.get_by_label(TEXT("replay.speed"))).to_have_value("fast")


def test_each_position_is_told_once(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    way(page, "forward")
    log = page.get_by_role("log").locator("p")
    expect(log).to_have_count(1)
    expect(log).to_have_text(re.compile("^1 of 43: Removed: "))
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator(".said")).to_have_text(re.compile("^2 of 43"))
    expect(log).to_have_count(1)  # the slider tells its value itself


def test_a_game_of_ones_own_is_reached_from_the_list_and_from_its_end(
    host: Server, calm: Hands
) -> None:
    page = calm.page
    calm.sit(host, BLOCKED)
    page.get_by_role("button", name=TEXT("end.replay")).click()
    expect(page.locator("h1")).to_have_text(f"Half Moon, {BLOCKED.code}")
    address = page.url.split("#")[0]
    page.goto(f"{host.url}games")
    page.get_by_role("link", name=f"{TEXT('replay.title')}: {BLOCKED.code}").click()
    expect(page.locator("h1")).to_have_text(f"Half Moon, {BLOCKED.code}")
    assert page.url.split("#")[0] == address
    # Anyone can open the link, at the very position.
    page.context.clear_cookies()
    page.goto(f"{address}#12")
    page.reload()
    expect(page.locator(".said")).to_have_text(re.compile("^12 of 17: "))


def test_a_game_that_goes_on_is_for_its_player_alone(host: Server, calm: Hands) -> None:
    page = calm.page
    calm.sit(host, Moment("CR1-N-AAAAAZA", ("redeal",)))
    page.goto(f"{host.url}games")
    page.get_by_role("link", name=re.compile(TEXT("replay.title"))).click()
    expect(page.locator(".note").first).to_have_text(TEXT("replay.own-only"))
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.no-replay"))


def test_one_plays_on_from_any_position(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    page.get_by_role("slider").fill("5")
    page.get_by_role("button", name=TEXT("replay.on"), exact=True).click()
    calm.ready()
    assert calm.stat("moves") == "5"
    expect(page.locator("[data-stat=code]")).to_contain_text(TEXT("replay.study"))


def test_what_can_be_kept(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    page.get_by_role("slider").fill("7")
    with page.expect_download() as saved:
        page.get_by_role("button", name=TEXT("replay.save")).click()
    assert saved.value.suggested_filename == "HM1-N-AAAAAAD.record"
    kept = next(record.read(Path(saved.value.path()).read_text("utf-8")))
    assert kept.actions == next(record.read(LOST["half-moon"])).actions
    with page.expect_download() as drawn:
        page.get_by_role("button", name=TEXT("replay.picture")).click()
    assert drawn.value.suggested_filename == "HM1-N-AAAAAAD-7.svg"
    assert Path(drawn.value.path()).read_text("utf-8").startswith("<svg")


def test_a_file_is_chosen_or_dropped(host: Server, calm: Hands) -> None:
    page = entry(calm, host)
    file: FilePayload = {
        "name": "a.record",
        "mimeType": "text/plain",
        "buffer": LOST["easy-harp"].encode(),
    }
    page.get_by_label(TEXT("replay.file")).set_input_files(file)
    expect_position(page, LOST["easy-harp"], 0)
    page.go_back()
    expect(page.get_by_label(TEXT("replay.file"))).to_be_visible()
    page.locator("main").evaluate(
        """(main, text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "b.record"));
            const event = { dataTransfer: carried, bubbles: true, cancelable: true };
            main.dispatchEvent(new DragEvent("drop", event));
        }""",
        LOST["crescent"],
    )
    expect_position(page, LOST["crescent"], 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "record-empty"), ("Dear Sir or Madam,", "record-foreign")],
)
def test_what_is_no_record_is_refused_and_nothing_is_lost(
    host: Server, calm: Hands, text: str, code: str
) -> None:
    page = paste(calm, host, text)
    words = TEXT(f"refusal.{code}", **({"example": '[Code "HM1-N-AAAAAAB"]'} if text else {}))
    expect(page.get_by_role("alert")).to_have_text(words)
    expect(page.get_by_label(TEXT("replay.record"))).to_be_focused()
    expect(page.get_by_label(TEXT("replay.record"))).to_have_value(text)
    page.get_by_label(TEXT("replay.record")).fill(LOST["half-moon"])
    page.get_by_role("button", name=TEXT("replay.open")).click()
    expect_position(page, LOST["half-moon"], 0)


def test_a_file_that_is_too_long_is_not_even_read(host: Server, calm: Hands) -> None:
    page = entry(calm, host)
    long: FilePayload = {"name": "x", "mimeType": "text/plain", "buffer": b"x" * 4_000_001}
    page.get_by_label(TEXT("replay.file")).set_input_files(long)
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.request-long", limit=4_000_000))


def test_the_good_part_of_a_bad_record_is_shown(host: Server, calm: Hands) -> None:
    page = paste(calm, host, '[Code "HM1-N-AAAAAAB"]\n2+11 4+5 1+2 undo')
    way(page, "last")
    expect(page.locator(".said")).to_have_text(re.compile("^2 of 2: "))
    note = page.locator("header .note")
    expect(note).to_contain_text(TEXT("refusal.trio"))
    expect(note).to_contain_text("3")


def test_the_page_fits_a_phone(host: Server, phone: Hands) -> None:
    page = paste(phone, host, LOST["easy-harp"])
    expect_position(page, LOST["easy-harp"], 0)
    for width, height in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("[data-way=forward]")).to_be_in_viewport(ratio=0.8)
        wide: int = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
    page.locator("[data-way=forward]").tap()
    expect_position(page, LOST["easy-harp"], 1)


def test_a_language_that_is_chosen_keeps_the_game(host: Server, calm: Hands) -> None:
    page = paste(calm, host, LOST["half-moon"])
    way(page, "last")
    expect(page).to_have_url(re.compile("#43$"))
    calm.choose(language="sv")
    expect(page.locator(".said")).to_have_text(re.compile("^43 av 43: "))


def test_a_reading_page_shows_its_game(host: Server, calm: Hands) -> None:
    page = calm.page
    page.goto(f"{host.url}fr/half-moon/examples")
    page.locator(".replay").hover()  # it comes when somebody is there
    way(page, "forward")
    expect(page.locator(".said")).to_have_text(re.compile(r"^1 sur \d+\u202f: Retirées"))
    page.locator(".viewer input[type=range]").focus()
    page.keyboard.press("End")
    expect(page.locator(".viewer .card")).to_have_count(0)
