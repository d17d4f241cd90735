"""The server speaks the language that a request or a page wishes for."""

import html
import re
from collections.abc import Iterator

import httpx
import pytest

from lunaria import i18n
from lunaria.core.errors import Reason
from serving import Server


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("languages")) as running:
        yield running


def wishing(language: str) -> dict[str, str]:
    return {"accept-language": language}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_texts_come_in_the_language_that_is_wished_for(host: Server, language: str) -> None:
    answer = httpx.get(f"{host.url}api/texts", headers=wishing(f"xx, {language};q=0.5"))
    assert answer.status_code == 200
    assert answer.headers["vary"].lower().startswith("accept-language")
    told = answer.json()
    assert told["language"] == language
    assert told["texts"] == i18n.catalog(language).for_pages()
    assert list(told["languages"]) == list(i18n.LANGUAGES)
    assert told["languages"]["ko"] == "한국어"


def test_an_unknown_language_gets_english_and_no_complaint(host: Server) -> None:
    for wish in ("xx", "", "*", "tlh-Piqd;q=1", ";;q=,", "ko" * 1000):
        answer = httpx.get(f"{host.url}api/texts", headers=wishing(wish))
        assert (answer.status_code, answer.json()["language"]) == (200, "en"), wish


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_refusals_are_in_the_language_that_is_wished_for(host: Server, language: str) -> None:
    catalog = i18n.catalog(language)
    asked = {"code": "CR1-X-AAAAAAB"}
    answer = httpx.post(f"{host.url}api/tables", json=asked, headers=wishing(language))
    error = answer.json()["error"]
    assert error["message"] == catalog.reason(Reason.of(error["reason"], **error["params"]))
    missing = httpx.get(f"{host.url}nowhere", headers=wishing(language)).json()
    assert missing["error"]["message"] == catalog.text("refusal.not-found")
    long = {"content": b"x" * 100_000, "headers": wishing(language)}
    told = httpx.post(f"{host.url}api/tables", **long).json()  # type: ignore[arg-type]
    assert told["error"]["message"] == catalog.text("refusal.request-long", limit=65_536)


def test_a_page_at_a_table_is_refused_in_its_language(host: Server) -> None:
    table = host.new_table("CR1-N-AAAAAAB")
    with (
        host.page(table, additional_headers=wishing("sv")) as swedish,
        host.page(table, additional_headers=wishing("fr")) as french,
    ):
        for page, language in ((swedish, "sv"), (french, "fr")):
            refused = page.act("S+>1")
            catalog = i18n.catalog(language)
            assert refused["message"] == catalog.text(f"refusal.{refused['reason']['code']}")


def test_what_is_said_before_there_is_a_catalog_is_said_in_every_language(host: Server) -> None:
    page = httpx.get(host.url).text
    for key in ("page.no-script", "page.unreachable"):
        part = re.search(rf'id="{key}">(.*?)</(div|template)>', page)
        assert part is not None
        said = dict(re.findall(r'<p lang="(\w+)">(.*?)</p>', part[1]))
        assert {language: html.unescape(words) for language, words in said.items()} == {
            language: i18n.catalog(language).text(key) for language in i18n.LANGUAGES
        }
