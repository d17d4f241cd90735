"""A result is sent to somebody in one line, with the link to the deal and nothing of the cards."""

import re

from playwright.sync_api import expect

from hands import Hands, moment
from lunaria.i18n import catalog
from serving import Server

BLOCKED = moment("half-moon-blocked")
TEXT = catalog().text
LINE = re.compile(
    rf"Half Moon {BLOCKED.code} · {TEXT('result.blocked')} · 17 moves · \d+:\d\d "
    rf"http://\S+/play/half-moon/{BLOCKED.code}"
)


def test_the_result_is_handed_to_the_system(host: Server, calm: Hands) -> None:
    calm.sit(host, BLOCKED)
    calm.page.evaluate(
        "() => { navigator.share = async (told) => { window.shared = told.text; }; }"
    )
    calm.page.get_by_role("button", name=TEXT("end.share")).click()
    assert LINE.fullmatch(calm.page.evaluate("window.shared"))


def test_where_the_system_cannot_it_is_copied(host: Server, calm: Hands) -> None:
    calm.sit(host, BLOCKED)
    calm.page.evaluate(
        """() => {
            navigator.share = undefined;
            navigator.clipboard.writeText = async (words) => { window.copied = words; };
        }"""
    )
    calm.page.get_by_role("button", name=TEXT("end.share")).click()
    expect(calm.page.get_by_text(TEXT("replay.copied"), exact=True).first).to_be_visible()
    assert LINE.fullmatch(calm.page.evaluate("window.copied"))


def test_whoever_changes_their_mind_is_told_nothing(host: Server, calm: Hands) -> None:
    calm.sit(host, BLOCKED)
    calm.page.evaluate(
        """() => {
            navigator.share = async () => { throw new DOMException("no", "AbortError"); };
        }"""
    )
    share = calm.page.get_by_role("button", name=TEXT("end.share"))
    share.click()
    expect(share).to_be_visible()
    expect(calm.page.get_by_text(TEXT("replay.copied"), exact=True)).to_have_count(0)
