"""The page of a match: how rounds and matches end, and the two who play them (APP-14, APP-15)."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from across import PEOPLE, TABLE, Across, found, leads, numbered, sealed
from hands import Hands
from lunaria import i18n
from lunaria.core.table import Message
from serving import Server

TEXT = i18n.catalog().text


@pytest.fixture
def page(calm: Hands) -> Page:
    """A tab of its own, as the socket leads elsewhere in it."""
    return calm.tab().page


def ended(**result: Any) -> Callable[[Message], Message]:
    """A view whose last round came about so."""

    def bend(view: Message) -> Message:
        return {**view, "results": [{**view["results"][-1], **result}], "totals": [68, 0]}

    return bend


CASES = [
    (
        {"winner": 1, "out": True, "pips": 34, "factor": 2, "why": "held", "points": 68},
        "You went out. Normal held 34 points.",
        "Doubled, because Normal still held the comet: 68.",
    ),
    (
        {"winner": 2, "out": True, "pips": 34, "factor": 2, "why": "held", "points": 68},
        "Normal went out. You held 34 points.",
        "Doubled, because you still held the comet: 68.",
    ),
    (
        {"winner": 2, "out": True, "pips": 1, "factor": 2, "why": "last", "points": 2},
        "Normal went out. You held 1 point.",
        "Doubled, because the last card was the comet: 2.",
    ),
    (
        {"winner": 1, "out": True, "pips": 10, "factor": 4, "why": "nine", "points": 40},
        "You went out. Normal held 10 points.",
        "Quadrupled, because the last card was the comet, played as a 9: 40.",
    ),
    (
        {"winner": 1, "out": False, "pips": 5, "factor": 1, "why": None, "points": 5},
        "Both were stopped. You held 5 points less than Normal.",
        "",
    ),
    (
        {"winner": 0, "out": False, "pips": 0, "factor": 1, "why": None, "points": 0},
        "Both were stopped with equal points in hand. Nobody scores.",
        "",
    ),
]


@pytest.mark.parametrize(("result", "how", "why"), CASES)
def test_the_points_of_a_round_are_spelled_out(
    host: Server, page: Page, result: Message, how: str, why: str
) -> None:
    across = found(page, lambda view: view["turn"] == 0)
    across.bend = ended(**result)
    across.open(host)
    told = page.locator(".account p")
    expect(told.first).to_have_text(how)
    if why:
        expect(told.last).to_have_text(why)
    else:
        expect(told).to_have_count(1)


def test_a_round_ends_with_open_cards_and_goes_on(host: Server, page: Page) -> None:
    across = found(page, lambda view: view["turn"] == 0)
    across.open(host)
    view = across.view()
    for place in ("hand1", "hand2", "aside"):
        cards = page.locator(f'[data-place="{place}"] .card')
        faces = [card.get_attribute("data-card") for card in cards.all()]
        assert sorted(map(str, faces)) == sorted(view["places"][place])
    page.get_by_role("button", name=TEXT("match.next-round")).click()
    expect(page.locator("[data-stat=round]")).to_have_text("2 of 4")
    expect(page.locator('[data-place="hand1"] .card')).to_have_count(18)
    expect(page.locator(".own-line")).to_contain_text(TEXT("match.deals-you"))


def test_the_end_of_a_match_has_its_rounds_and_ways_on(host: Server, page: Page) -> None:
    across = found(page, lambda view: view["outcome"])
    across.bend = lambda view: {**view, "replay": "a-name"}
    across.open(host)
    view = across.view()
    expect(page.locator(".match")).to_have_attribute("data-outcome", view["outcome"])
    expect(page.locator(".rounds tbody tr")).to_have_count(4)
    expect(page.locator(".rounds tfoot td").first).to_have_text(str(view["totals"][0]))
    asked: list[Any] = []

    def made(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=201, json={"table": TABLE, "game": "comet", "code": view["code"]})

    page.route("**/api/tables", made)
    page.get_by_role("button", name=TEXT("match.again")).click()
    page.wait_for_url("**/play/comet/CO1-*")
    assert asked == [{"game": "comet", "variant": "N", "rounds": 4, "against": "normal"}]


def test_at_one_screen_the_hand_is_covered_between_turns(host: Server, page: Page) -> None:
    across = Across(page, numbered(9, PEOPLE, screen=True))
    across.open(host)
    look = page.get_by_role("button", name=TEXT("match.look"))
    expect(page.locator(".cover h2")).to_have_text("Hand the device to Player 1")
    faces = page.locator('[data-card]:not([data-card="??"])')
    expect(faces).to_have_count(0)
    look.click()
    expect(faces).to_have_count(18)
    page.get_by_role("button", name=TEXT("match.cover")).click()
    expect(faces).to_have_count(0)
    across.until(lambda view: view["turn"] == 2)
    across.match.receive("page", {"type": "cover"}, across.now)
    across.tell()
    expect(page.locator(".cover h2")).to_have_text("Hand the device to Player 2")
    expect(page.locator('[data-place="hand2"] [data-card="??"]')).to_have_count(18)
    look.click()
    hidden = page.locator('[data-place="hand1"] .card').evaluate_all(
        "all => all.every(card => card.dataset.card === '??')"
    )
    assert hidden


def test_whoever_invites_sees_the_link_and_the_seal(host: Server, page: Page) -> None:
    across = Across(page, sealed(invitation="bright-lyra"))
    across.open(host)
    expect(page.get_by_label(TEXT("match.invite-link"))).to_have_value(
        f"{host.url}join/bright-lyra"
    )
    commitment = across.view()["sealed"]["commitments"][0]
    expect(page.locator(".over code")).to_have_text(commitment)
    # A refusal draws the table anew, but not under what lies over it.
    across.say({"type": "refused", "reason": {"code": "not-yet"}})
    expect(page.locator(".say")).to_have_text(TEXT("refusal.not-yet"))
    expect(page.locator(".felt")).to_be_hidden()
    expect(page.get_by_text(TEXT("match.offered"))).to_have_count(0)
    across.match.taken()
    across.tell()
    expect(page.locator(".hand .card")).to_have_count(18)


def test_the_seal_is_checked_after_the_round(host: Server, page: Page) -> None:
    across = Across(page, sealed())
    across.until(lambda view: view["turn"] == 0)
    across.open(host)
    expect(page.locator(".seal")).to_have_text(TEXT("match.seal-checked"))
    page.locator("[data-stat=code]").click()
    expect(page.locator(".seals li")).to_have_count(len(across.view()["sealed"]["commitments"]))
    page.keyboard.press("Escape")
    other = "00" * 32

    def bend(view: Message) -> Message:
        return {**view, "sealed": {**view["sealed"], "seeds": [other, None]}}

    across.bend = bend
    across.tell()
    expect(page.locator(".seal")).to_have_text(TEXT("match.seal-wrong"))


def test_other_cards_than_those_of_the_seed_are_noticed(host: Server, page: Page) -> None:
    across = Across(page, sealed())
    across.until(lambda view: view["turn"] == 0)

    def bend(view: Message) -> Message:
        result = view["results"][0]
        aside = [*result["aside"][1:], "KC" if result["aside"][0] != "KC" else "2S"]
        return {**view, "results": [{**result, "aside": aside}]}

    across.bend = bend
    across.open(host)
    expect(page.locator(".seal")).to_have_text(TEXT("match.seal-wrong"))


def test_a_match_can_be_claimed_when_the_other_has_been_gone(host: Server, page: Page) -> None:
    across = Across(page, sealed())
    across.match.leave("other", 0.0)
    across.now = 65.0
    across.open(host)
    expect(page.locator(".away")).to_contain_text("not connected for 65 seconds")
    claim = page.get_by_role("button", name=TEXT("match.claim"))
    expect(claim).to_have_count(0)
    across.now = 121.0
    across.tell()
    claim.click()
    expect(page.locator(".over h2")).to_have_text(TEXT("match.left-other"))
    expect(page.locator(".match")).to_have_attribute("data-outcome", "abandoned2")


def test_a_rematch_is_asked_for_and_leads_to_its_table(host: Server, page: Page) -> None:
    across = Across(page, sealed())
    across.until(lambda view: view["outcome"])
    across.open(host)
    page.get_by_role("button", name=TEXT("match.rematch")).click()
    expect(page.locator(".waits").last).to_have_text(TEXT("match.rematch-asked"))
    across.say({"type": "moved", "table": "another-table", "invitation": "another-name"})
    page.wait_for_function("history.state.table === 'another-table'")
    expect(page).to_have_url(f"{host.url}join/another-name")
    # There is none in this server.
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.no-invitation"))


def test_a_cut_line_is_told_and_comes_back(host: Server, page: Page) -> None:
    across = found(page, leads)
    across.open(host)
    across.cut()
    expect(page.locator(".match")).to_have_attribute("data-connection", "offline")
    expect(page.locator(".match")).to_have_attribute("data-connection", "open")


def test_an_opponent_is_chosen(host: Server, page: Page) -> None:
    asked: list[Any] = []

    def made(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=422, json={"error": {"reason": "request", "params": {}}})

    page.route("**/api/tables", made)
    page.goto(f"{host.url}play/comet")
    page.get_by_label(TEXT("match.with.person")).check()
    page.get_by_label(TEXT("match.rounds")).select_option("10")
    page.locator("[name=variant]").select_option("C")
    page.get_by_role("button", name=TEXT("match.invite")).click()
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.request"))
    assert asked == [{"game": "comet", "variant": "C", "against": "person", "rounds": 10}]
    page.goto(f"{host.url}play/comet/CO1-C-AAAAAAB")
    expect(page.get_by_label(TEXT("match.with.person"))).to_have_count(0)
    page.get_by_label(TEXT("match.level.master")).check()
    page.get_by_role("button", name=TEXT("match.play")).click()
    expect(page.get_by_role("alert")).to_have_text(TEXT("refusal.request"))
    assert asked[1] == {"code": "CO1-C-AAAAAAB", "against": "master", "rounds": 2}
    page.reload()
    expect(page.get_by_label(TEXT("match.level.master"))).to_be_checked()


@pytest.mark.parametrize("free", [True, False])
def test_an_invitation_is_taken_or_gone(host: Server, page: Page, free: bool) -> None:
    told = {"game": "comet", "variant": "N", "rounds": 4, "free": free, "own": None}

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=201, json={"table": TABLE, "game": "comet", "code": None})
        else:
            route.fulfill(json=told)

    page.route("**/api/invitations/*", answer)
    Across(page, sealed(), seat=2).listen()
    page.goto(f"{host.url}play/comet")
    # The server of this test may not know the address yet: the page goes there by itself.
    page.evaluate(
        "history.pushState({}, '', '/join/bright-lyra'); dispatchEvent(new Event('popstate'))"
    )
    if not free:
        expect(page.locator(".lead")).to_have_text(TEXT("match.taken"))
        return
    expect(page.locator(".opening")).to_contain_text("4 rounds")
    page.get_by_role("button", name=TEXT("match.sit-down")).click()
    expect(page.locator('[data-place="hand2"] .card')).to_have_count(18)
    expect(page.locator("[data-stat=score]")).to_have_text("You 0 : 0 Opponent")
