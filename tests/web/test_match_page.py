"""The page of a match: the hand and how it is played, by hand and by keys (APP-8, APP-14)."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from across import (
    ALONE,
    PEOPLE,
    Across,
    Wanted,
    a_set,
    found,
    group,
    leads,
    may_pass,
    numbered,
    own,
    rank_of_set,
    sealed,
    tokens,
)
from complaints import findings, speak
from hands import Hands
from lunaria import i18n
from lunaria.i18n import LANGUAGES
from serving import Server

TEXT = i18n.catalog().text
FACE = re.compile(r"\b(?:10|[2-9JQK])[SHDC]\b")


@pytest.fixture
def page(calm: Hands) -> Page:
    """A tab of its own, as the socket leads elsewhere in it."""
    return calm.tab().page


def test_the_hand_is_whole_and_nothing_else_is_known(host: Server, page: Page) -> None:
    across = Across(page, numbered(3, ALONE))
    across.open(host)
    hand = across.view()["places"]["hand1"]
    cards = page.locator('[data-place="hand1"] .card')
    expect(cards).to_have_count(18)
    shown = [card.get_attribute("data-card") for card in page.locator("[data-card]").all()]
    assert Counter(shown) == Counter([*hand, *["??"] * 18])
    html = page.locator("#page").evaluate("each => each.outerHTML")
    assert set(FACE.findall(html)) <= set(hand)
    expect(page.locator("[data-stat=round]")).to_have_text("1 of 4")
    expect(page.locator("[data-stat=score]")).to_have_text("You 0 : 0 Normal")
    expect(page.locator("[data-stat=code]")).to_have_text("CO1-N-AAAAAAD")
    expect(page.locator(".match")).to_have_attribute("data-turn", "1")


def test_equal_ranks_are_one_group_and_those_that_go_are_lifted(host: Server, page: Page) -> None:
    across = found(page, lambda view: own(view) and view["due"])
    across.open(host)
    view = across.view()
    ranks = Counter(card[:-1] for card in view["places"]["hand1"] if card != "9D")
    for rank, count in ranks.items():
        each = group(page, rank)
        expect(each.locator(".card")).to_have_count(count)
        expect(each).to_have_attribute("aria-disabled", str(rank not in view["legal"]).lower())
    assert page.locator(".hand .open").count() < len(ranks)
    expect(page.locator(".due")).to_have_text(TEXT("match.next", rank=view["due"]))


def test_a_tap_plays_at_once_and_nothing_more_until_it_is_answered(
    host: Server, page: Page
) -> None:
    across = found(page, leads)
    across.quick = False
    across.open(host)
    ranks = [token for token in across.view()["legal"] if re.fullmatch(r"\d+|[JQK]", token)]
    held = [token for token in ranks if f"{token}x4" not in across.view()["legal"]]
    group(page, held[0]).click()
    expect(page.locator('[data-place="pile"] .last')).to_have_attribute(
        "data-card", re.compile(f"^{held[0]}[SC]$")
    )
    group(page, held[1]).click(force=True)
    page.keyboard.press("p")
    assert tokens(across) == [held[0]]
    across.answer()
    expect(page.locator(".turns li").last).to_contain_text(f"You {held[0]}")


@pytest.mark.parametrize(("motion", "lasts"), [("normal", 180), ("none", 80)])
def test_a_card_travels_to_the_run_or_fades(
    host: Server, page: Page, motion: str, lasts: int
) -> None:
    across = Across(page, numbered(3, ALONE))
    page.add_init_script(f"""localStorage["lunaria.settings"] = '{{"motion": "{motion}"}}'""")
    across.open(host)
    group(page, "2").click()
    expect(page.locator('[data-place="pile"] .card')).to_have_count(1)
    motions = page.evaluate("motions.filter(({ place }) => place === 'pile')")
    assert [each["duration"] for each in motions] == [lasts]


def test_a_set_or_a_single_card_is_asked_for(host: Server, page: Page) -> None:
    across = found(page, a_set)
    across.open(host)
    token, rank = rank_of_set(across.view())
    choice = page.locator(".choice")
    group(page, rank).click()
    items = choice.get_by_role("menuitem")
    expect(items).to_have_count(2)
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(items.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(choice).to_have_count(0)
    expect(group(page, rank)).to_be_focused()
    group(page, rank).click()
    page.locator(".middle").click(position={"x": 4, "y": 4})
    expect(choice).to_have_count(0)
    group(page, rank).focus()
    page.keyboard.press("Enter")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(group(page, rank)).to_have_count(0)
    assert tokens(across) == [token]


def test_the_comet_is_raised_before_it_is_played(host: Server, page: Page) -> None:
    across = found(page, may_pass)
    across.open(host)
    due = across.view()["due"]
    comet = page.locator(".hand .wild")
    comet.click()
    expect(page.locator(".choice p")).to_have_text(TEXT("match.ask-wild", rank=due))
    expect(comet).to_have_attribute("aria-expanded", "true")
    assert tokens(across) == []
    comet.click()
    expect(comet).to_have_count(0)
    last = page.locator('[data-place="pile"] .last')
    expect(last).to_have_attribute("data-card", "9D")
    expect(last).to_have_attribute("data-as", due)
    assert tokens(across) == ["comet"]


def test_a_pass_has_a_button_only_where_it_is_legal(host: Server, page: Page) -> None:
    across = found(page, may_pass)
    across.open(host)
    button = page.get_by_role("button", name=TEXT("match.keep-pass"))
    button.click()
    assert tokens(across) == ["pass"]
    across.until(leads)
    expect(button).to_have_count(0)


def test_what_does_not_go_is_explained(host: Server, page: Page) -> None:
    across = found(page, lambda view: own(view) and view["due"])
    across.open(host)
    view = across.view()
    other = next(c[:-1] for c in view["places"]["hand1"] if c[:-1] not in view["legal"])
    group(page, other).click(force=True)
    expect(page.locator(".say")).to_have_text(TEXT("match.next", rank=view["due"]))
    across.until(lambda view: view["turn"] == 2)
    page.locator(".hand .group").first.click(force=True)
    expect(page.locator(".say")).to_have_text(TEXT("match.not-yet", name="Normal"))
    assert tokens(across) == []


def test_a_card_is_dragged_to_the_run(host: Server, page: Page) -> None:
    across = found(page, leads)
    across.open(host)
    legal = across.view()["legal"]
    rank = next(
        token
        for token in legal
        if re.fullmatch(r"\d+|[JQK]", token) and not {f"{token}x4", f"{token}x3"} & set(legal)
    )
    card = group(page, rank).locator(".card").last
    run = page.locator('[data-place="pile"] .card')
    for height, count in ((760, 0), (300, 1)):
        card.hover()
        page.mouse.down()
        page.mouse.move(600, height, steps=4)
        page.mouse.up()
        expect(run).to_have_count(count)
        assert tokens(across) == [rank] * count


def test_a_whole_turn_by_keys(host: Server, page: Page) -> None:
    across = found(page, a_set)
    across.open(host)
    token, rank = rank_of_set(across.view())
    log = page.get_by_role("log")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text(TEXT("keys.play-wild"))
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(log).to_contain_text("18 cards in hand")
    page.keyboard.press("s")
    expect(log).to_contain_text("You 0 : 0 Normal.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand :focus")).to_have_count(1)
    digit = {"10": "1"}.get(rank, rank)
    page.keyboard.press(f"Shift+{f'Digit{digit}' if digit.isdigit() else digit}")
    expect(page.locator(".turns li").last).to_contain_text(f"{rank} × ")
    assert tokens(across) == [token]
    expect(log).to_contain_text("rank")
    page.keyboard.press("r")
    expect(log).to_contain_text("Run:")
    across.until(lambda view: own(view) and view["legal"])
    choices = [each for each in across.view()["legal"] if re.fullmatch(r"\d+|[JQK]", each)]
    if choices:
        page.keyboard.press({"10": "0"}.get(choices[0], choices[0].lower()))
        assert tokens(across)[-1] == choices[0]


def test_the_comet_and_the_pass_by_keys(host: Server, page: Page) -> None:
    across = found(page, may_pass)
    across.open(host)
    page.keyboard.press("c")
    expect(page.locator(".choice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".choice")).to_have_count(0)
    page.keyboard.press("p")
    assert tokens(across) == ["pass"]


SIZES = [(320, 568), (360, 740), (740, 360), (1280, 800)]


@pytest.mark.parametrize("large", [False, True], ids=["text", "large-text"])
def test_a_match_fits_on_every_screen(host: Server, page: Page, large: bool) -> None:
    across = Across(page, numbered(3, ALONE))
    across.open(host)
    if large:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        scroll, cards, widths = page.evaluate(
            """() => {
                const cards = [...document.querySelectorAll('.hand .card')]
                    .map(card => card.getBoundingClientRect());
                const root = document.documentElement;
                return [
                    [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight],
                    cards.every(({ left, top, right, bottom }) =>
                        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight),
                    Math.min(...cards.map(({ width }) => width)),
                ];
            }"""
        )
        where = f"{width}x{height}"
        assert max(scroll) <= 0, where
        assert cards, where
        assert widths >= (34 if not large and width >= 360 else 24), where


def test_axe_finds_nothing_at_a_match(host: Server, calm: Hands) -> None:
    tab = calm.tab()
    page = tab.page
    reports: list[str] = []
    states: dict[str, Wanted] = {
        "hand": a_set,
        "comet": may_pass,
        "round": lambda view: view["turn"] == 0,
        "end": lambda view: view["outcome"],
    }
    for state, wanted in states.items():
        across = found(page, wanted)
        across.open(host)
        if state == "hand":
            group(page, rank_of_set(across.view())[1]).click()
        if state == "comet":
            page.locator(".wild").click()
        reports += findings(tab, state)
    covered = Across(page, numbered(9, PEOPLE, screen=True))
    covered.open(host)
    reports += findings(tab, "covered")
    invites = Across(page, sealed(invitation="bright-lyra"))
    invites.open(host)
    reports += findings(tab, "invitation")
    page.evaluate("history.replaceState({}, '')")
    page.goto(f"{host.url}play/comet")
    for language in LANGUAGES:
        speak(tab, language)
        expect(page.locator(".opening")).to_be_visible()
        reports += findings(tab, "opening")
    page.emulate_media(color_scheme="null")
    assert reports == []
