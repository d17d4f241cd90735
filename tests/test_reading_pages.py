"""The texts of the reading pages: complete, the same in every language, and true of the games."""

import inspect
import re
from itertools import product

import pytest

from command_line import run
from lunaria.games import GAMES, SOLITAIRES, game_named
from lunaria.i18n import DEFAULT, LANGUAGES, catalog
from lunaria.reading import diagrams, moments, plain
from lunaria.reading.html import article, render
from lunaria.reading.sources import PAGES, Source, has, source
from lunaria.reading.words import Words
from lunaria.solvers import known, solve
from lunaria.solvers.verdict import LOST, WINNABLE, Limits

#: Languages whose pages are being translated: what they lack is skipped by name instead of failing.
MAY_LACK: set[str] = set()

GAME_IDS = [game.id for game in GAMES]
each_page = pytest.mark.parametrize(("game", "page"), list(product(GAME_IDS, PAGES)))
each_language = pytest.mark.parametrize("language", LANGUAGES)
#: A page of a game, with the language that may lack it.
every_page = pytest.mark.parametrize(
    ("language", "game", "page"), list(product(LANGUAGES, GAME_IDS, PAGES))
)

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\{#([\w-]+)\}")


def written(language: str, game: str, page: str) -> str:
    """A page's text; skips, or fails, where the language does not have the page of today."""
    text = source(language, game, page).text
    if has(language, game, page) and NAME.search(text):
        return text
    lack = f"{language} lacks {game}/{page}"
    if language in MAY_LACK:
        pytest.skip(lack)
    pytest.fail(lack)


def prose(text: str) -> str:
    """What a reader reads of a page, without what names or asks."""
    shown = BLOCK.sub(lambda block: block[2].partition("caption:")[2], text)
    return re.sub(r"`[^`]*`|\]\([^)]*\)|\{[^}]*\}", "x", shown)


def blocks(text: str) -> list[tuple[str, list[str]]]:
    """The diagrams of a page as they are asked for, without their words."""
    return [
        (kind, [row.strip() for row in content.partition("caption:")[0].splitlines()])
        for kind, content in BLOCK.findall(text)
    ]


def rules_of(game: str) -> set[str]:
    """The anchors of a game's numbered rules, of which its file's head tells each number."""
    prefix = game_named(game).prefix
    doc = inspect.getdoc(inspect.getmodule(type(game_named(game)))) or ""
    last = max(int(number) for number in re.findall(rf"\b{prefix}-(\d+)", doc))
    return {f"{prefix.lower()}-{number}" for number in range(1, last + 1)}


# Every rule is one that a player meets. Those on places and diagrams (HM-3, HM-4, CR-2) are seen;
# those on covered cards (HM-22, CR-22) and on what nothing is ranked by (EH-11) are asked about.
@each_language
@pytest.mark.parametrize("game", GAME_IDS)
def test_the_rules_page_tells_every_numbered_rule(language: str, game: str) -> None:
    named = NAME.findall(written(language, game, "rules"))
    assert rules_of(game) - set(named) == set()
    assert len(named) == len(set(named))


@every_page
def test_a_page_can_be_shown_and_says_what_it_is(language: str, game: str, page: str) -> None:
    written(language, game, page)
    shown = article(language, game, page)
    assert shown.language == language
    assert catalog(language).text(f"game.{game}") in shown.title
    assert 25 <= len(shown.description) <= 220
    assert not re.search(r"[{}]", re.sub("<[^>]*>", "", shown.body))


@every_page
def test_a_page_has_what_the_english_one_has(language: str, game: str, page: str) -> None:
    text, english = written(language, game, page), source(DEFAULT, game, page).text
    assert sorted(NAME.findall(text)) == sorted(NAME.findall(english))
    assert blocks(text) == blocks(english)
    for part in (r"^## ", r"^### ", r"^\|"):
        assert len(re.findall(part, text, re.MULTILINE)) == len(
            re.findall(part, english, re.MULTILINE)
        )
    codes = [re.findall(r"`[^`{}\n]+`", BLOCK.sub("", each)) for each in (text, english)]
    assert sorted(codes[0]) == sorted(codes[1])


@every_page
def test_a_page_is_written_as_pages_are(language: str, game: str, page: str) -> None:
    text = prose(written(language, game, page))
    assert "!" not in text
    assert "<" not in text
    if language == "fr":
        assert not re.findall(r"[^\u202f][;?»]|[^\u202f{]:(?!\s*$)|«[^\u202f]|\w'\w", text)


@each_page
def test_titles_and_descriptions_are_those_of_one_page(game: str, page: str) -> None:
    own = article(DEFAULT, game, page)
    others = [
        article(DEFAULT, *other) for other in product(GAME_IDS, PAGES) if other != (game, page)
    ]
    assert own.title not in {other.title for other in others}
    assert own.description not in {other.description for other in others}


@each_page
@each_language
def test_every_diagram_and_answer_is_there_in_every_language(
    language: str, game: str, page: str
) -> None:
    english = source(DEFAULT, game, page)
    shown = render(english._replace(language=language))
    figures = shown.body.count('<div role="img"')
    assert figures == len([kind for kind, _ in blocks(english.text) if kind == diagrams.FENCE])
    letters = "".join(catalog(language).text("letters").split())
    for symbol in set(re.findall(r'<use href="#([^"]+)"', shown.body)):
        assert f'id="{symbol}"' in shown.sprite
        found = re.fullmatch(r"([A-Z]n?)[SHDC](-s)?", symbol)
        assert found is None or found[1] == "A" or found[1] in letters


@pytest.mark.parametrize("game", GAME_IDS)
def test_an_examples_page_walks_through_a_won_game(game: str) -> None:
    won = moments.example(game)
    assert str(won.outcome).startswith("won")
    kinds = [kind for kind, _ in blocks(source(DEFAULT, game, "examples").text)]
    assert kinds.count("replay") == 1
    assert kinds.count("diagram") >= 8
    assert str(won.code) in article(DEFAULT, game, "examples").body


def test_the_tempting_pair_of_half_moon_loses_and_what_was_played_wins() -> None:
    before = moments.moment("half-moon", 2)
    (trap,) = re.findall(r"^move: (R1\+R7)$", source("en", "half-moon", "examples").text, re.M)
    lost = before.game.apply(before.state, trap)
    assert solve(lost, Limits(seconds=60)).outcome == LOST
    played = moments.moment("half-moon", 3).state
    assert solve(played, Limits(seconds=60)).outcome == WINNABLE


def test_eh5_the_refused_run_is_refused_for_its_number_alone() -> None:
    page = article("en", "easy-harp", "examples").body
    assert page.count(catalog("en").text("refusal.one-card")) >= 1
    line = moments.moment("easy-harp", 535)
    assert moments.refusal(line.game, line.state, "1>2", 3) == line.game.manners.too_many
    assert moments.refusal(line.game, line.state, "1>2").code == "one-higher"


@pytest.mark.parametrize("game", [game.id for game in SOLITAIRES])
def test_what_is_said_of_the_deals_is_what_is_known(game: str) -> None:
    table = known.known(game)
    assert table is not None
    body = article("en", game, "faq").body
    for outcome in (WINNABLE, LOST):
        assert f"{table.total(outcome):,}" in body


SOURCE = """# A title

What it is about.

{text}
"""


def shown(text: str, game: str = "easy-harp") -> str:
    """A page with only that text."""
    return render(Source(game, "rules", "en", SOURCE.format(text=text))).body


def diagram(**told: str) -> str:
    rows = "\n".join(f"{key}: {value}" for key, value in {**told, "caption": "Here."}.items())
    return f"```diagram\n{rows}\n```"


@pytest.mark.parametrize(
    "text",
    [
        "{nothing 12}",
        "{card 10Z}",
        "{card 0}",
        "{card 1000}",
        "{turned 1000}",
        "{turned 1}",
        "{onto 1}",
        "{redeals 3}",
        "{refusal 5>1 305}",
        "{refusal draw 0}",
        "{text no.such.key}",
        "{known best}",
        diagram(after="1000"),
        diagram(after="-1"),
        diagram(places="10"),
        diagram(deal="EH1-N-AAAAAAB", actions="1>2"),
        diagram(after="305", move="1>2"),
        diagram(after="305", refused="5>1", reason="one-higher"),
        diagram(after="535", refused="1>2", reason="one-card"),
        diagram(after="535", refused="1>2", reason="one-higher", run="3"),
        diagram(after="535", refused="1>2", reason="one-card", run="2"),
        diagram(after="583", refused="9>3", reason="one-card", run="2"),
        diagram(cards="1 = 10Z"),
        diagram(colour="red"),
        "```diagram\nafter: 0\n```",
        "```python\n1\n```",
    ],
)
def test_what_the_game_contradicts_is_a_fault_of_the_page(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        shown(text)


def test_markup_in_a_text_stays_text() -> None:
    assert "<b" not in shown('<b onclick="x">bold</b> <script>1</script>')


def test_a_card_is_marked_where_its_letter_may_change() -> None:
    assert '<span data-card="QH">Q♥</span>' in shown("{card QH}")
    assert "data-card" not in shown("{card 10H}")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "pile 1, 8 cards, top: ten of diamonds; pile 2, 8 cards, top: ace of hearts"),
        ("sv", "hög 1"),
        ("ko", "더미"),
        ("fr", "dix de carreau"),
    ],
)
def test_hm4_a_diagram_is_told_place_by_place(language: str, told: str) -> None:
    drawn = diagrams.read("after: 0\ncaption: Here.", "half-moon")
    words = Words(catalog(language), "half-moon").told(drawn.view)
    assert told in words
    assert words.count(";") == len(drawn.view) - 1


def test_covered_cards_are_neither_drawn_nor_told_unless_they_are_asked_for() -> None:
    words = Words(catalog(), "crescent")
    closed = diagrams.read("after: 32\nplaces: 9\ncaption: Here.", "crescent")
    opened = diagrams.read("after: 32\nplaces: 9\nopen: yes\ncaption: Here.", "crescent")
    assert diagrams.figure(closed, words).html.count("<use") == 1
    assert diagrams.figure(opened, words).html.count("<use") == 6
    assert "two of diamonds" not in diagrams.figure(closed, words).html
    assert "two of diamonds" in diagrams.figure(opened, words).html


@pytest.mark.parametrize("game", GAME_IDS)
def test_hm4_cr2_names_and_counts_stand_under_the_places(game: str) -> None:
    drawn = diagrams.read("after: 9\ncaption: Here.", game)
    html = diagrams.figure(drawn, Words(catalog(), game)).html
    for pictures in html.split("<svg")[1:]:
        labels = re.findall(r'class="label"[^>]*>(.*?)</text>', pictures)
        told = re.sub("<[^>]*>", "", " · ".join(labels)).split(" · ")
        names = Words(catalog(), game).labels()
        counts = {names.get(place, place): str(len(cards)) for place, cards in drawn.view.items()}
        assert dict(zip(told[::2], told[1::2], strict=True)) == counts


@each_page
def test_a_page_for_the_terminal_is_readable(game: str, page: str) -> None:
    text = plain.text(DEFAULT, game, page)
    assert text.startswith("# ")
    assert not re.search(r"[{}]|```|\]\(", text)


@each_language
@pytest.mark.parametrize("game", GAME_IDS)
def test_the_command_line_prints_the_rules(language: str, game: str) -> None:
    ran = run("--language", language, "rules", game)
    assert ran.code == 0
    assert ran.out == plain.text(language, game, "rules")
    assert catalog(language).text(f"game.{game}") in ran.out
