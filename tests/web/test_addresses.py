"""Links, back and forward, and addresses that lead nowhere (APP-4)."""

import pytest
from playwright.sync_api import Route, WebSocket, expect

from hands import Hands, Moment
from serving import Server

START = Moment("CR1-N-AAAAAAB")


def test_app4_a_link_with_a_code_is_that_deal(host: Server, calm: Hands) -> None:
    calm.open(f"{host.url}play/crescent/CR1-N-AAAAAAB")
    assert calm.top("3") == "10H"
    calm.open(f"{host.url}play/easy-harp/hm1naaaaaab")
    assert calm.page.url == f"{host.url}play/half-moon/HM1-N-AAAAAAB"
    assert calm.stat("code") == "HM1-N-AAAAAAB"


def test_app4_an_address_without_a_code_is_a_new_deal_that_a_reload_keeps(
    host: Server, calm: Hands
) -> None:
    calm.open(f"{host.url}play/crescent")
    address = calm.page.url
    assert address.startswith(f"{host.url}play/crescent/CR1-N-")
    calm.page.reload()
    calm.ready()
    assert calm.page.url == address


def test_app9_a_link_opened_again_takes_up_the_game(host: Server, calm: Hands) -> None:
    calm.sit(host, Moment(START.code, ("3>7",)))
    calm.page.goto(host.url)
    calm.open(f"{host.url}play/crescent/{START.code}")
    calm.expect_moves(1)


def test_back_and_forward(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    calm.page.get_by_role("textbox").fill(START.code)
    calm.page.get_by_role("textbox").press("Enter")
    calm.ready()
    calm.touch("3")
    calm.expect_moves(1)
    calm.page.go_back()
    expect(calm.page.locator("main.front")).to_be_visible()
    expect(calm.page.locator(".table")).to_have_count(0)
    expect(calm.page.locator(".own [data-result]")).to_have_count(1)
    calm.page.go_forward()
    calm.ready()
    calm.expect_moves(1)
    calm.touch("15")
    calm.expect_moves(2)


def test_back_closes_the_new_game_dialog(host: Server, calm: Hands) -> None:
    calm.page.goto(host.url)
    calm.page.locator(".game a").first.click()
    calm.ready()
    calm.press("new")
    expect(calm.page.locator("dialog[open]")).to_be_visible()
    calm.page.go_back()
    expect(calm.page.locator("main.front")).to_be_visible()
    expect(calm.page.locator("dialog")).to_have_count(0)


def test_back_before_the_table_is_there_stays_back(host: Server, tab: Hands) -> None:
    """The answer to a question that nobody asks any more is not shown."""
    tab.page.goto(host.url)
    expect(tab.page.locator("main.front")).to_be_visible()
    waiting: list[Route] = []
    tab.page.route(
        "**/api/tables",
        lambda route: (
            waiting.append(route) if route.request.method == "POST" else route.continue_()
        ),
    )
    tab.page.locator(".game a").first.click()
    while not waiting:
        tab.page.wait_for_timeout(10)
    tab.page.go_back()
    with tab.page.expect_response(lambda answer: answer.request.method == "POST"):
        waiting[0].continue_()
    tab.page.wait_for_timeout(100)
    assert tab.page.url == host.url
    expect(tab.page.locator("main.front")).to_be_visible()
    expect(tab.page.locator(".table")).to_have_count(0)


def test_a_click_twice_on_a_new_deal_opens_one_table(host: Server, tab: Hands) -> None:
    sockets: list[WebSocket] = []
    tab.page.on("websocket", lambda socket: sockets.append(socket))
    tab.page.goto(host.url)
    tab.page.locator(".game a").first.dblclick()
    tab.ready()
    tab.page.wait_for_timeout(100)
    assert len([socket for socket in sockets if not socket.is_closed()]) == 1
    expect(tab.page.locator(".table")).to_have_count(1)
    assert tab.page.url.endswith(tab.stat("code"))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("play/nonsense", "There is no game “nonsense”. The games are half-moon, crescent"),
        ("play/half-moon/nonsense", "“NO” is not the beginning of a deal code."),
        ("play/half-moon/HM1-N-ZZZZZZZ", "Deals have the numbers 1 to 999,999."),
        ("play/half-moon/%E2%82%AC", "A deal code has no “€” in it."),
        ("play/half-moon/%FF", "There is nothing at this address."),
        ("play/half-moon/" + "A" * 501, "This request cannot be read."),
    ],
    ids=["game", "code", "number", "character", "no text", "long"],
)
def test_an_address_that_names_nothing_says_so_and_leads_home(
    host: Server, calm: Hands, address: str, said: str
) -> None:
    calm.page.goto(host.url + address)
    notice = calm.page.locator("main.notice")
    expect(notice).to_contain_text(said)
    notice.get_by_role("link", name="All games").click()
    expect(calm.page.locator("main.front")).to_be_visible()
    assert calm.page.url == host.url
