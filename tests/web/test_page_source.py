"""What the page is made of: no rule and no game in it, words for everything, little to load."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import lunaria
from hands import Hands
from lunaria.core.cards import RANKS, SUITS
from lunaria.core.table import game_data
from lunaria.games import GAMES
from lunaria.i18n import catalog
from lunaria.solvers.verdict import LOST, MEMORY, TIME, UNKNOWN, WINNABLE, WORK
from serving import Server

WEB = Path(lunaria.__file__).parent / "web"
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted((WEB / "js").glob("*.js"))}
LAYOUTS = Path(lunaria.__file__).parent / "layouts"

#: The settings with what each may be; those that are chosen from a list, and those that are ticked.
CHOICES = {
    name: re.findall(r'"(\w+)"', values)
    for name, values in re.findall(r"^  (\w+): \[(.+)\],$", SCRIPTS["settings.js"], re.MULTILINE)
}
LISTS = re.findall(r'"(\w+)"', SCRIPTS["options.js"].split("LISTS =")[1].split(";")[0])
SWITCHES = re.findall(r"(\w+):", SCRIPTS["options.js"].split("SWITCHES =")[1].split(";")[0])
KEYS = SCRIPTS["keys.js"]
#: The buttons of a replay.
ICONS = re.findall(r'button\("(\w+)"', SCRIPTS["viewer.js"])

#: An example of what a code looks like stands in an empty field.
EXAMPLES = {("dialogs.js", "HM1")}

#: The families of texts whose keys the page puts together, with what may stand in the gap.
FAMILIES: dict[str, set[str]] = {
    "game.": {game.id for game in GAMES},
    "about.": {game.id for game in GAMES},
    "bar.": {"time", "score", "moves", "redeals", "code"},
    "button.": {"undo", "redo", "pause", "new", *(t for g in GAMES for t in g.undo.barriers)},
    "rank.": set(RANKS),
    "suit.": set(SUITS),
    "result.": {"blocked", "stuck"},
    "state.": {"offline", "busy", "restart", "gone"},
    "place.": {
        name
        for path in LAYOUTS.glob("*.json")
        for name in json.loads(path.read_text("utf-8"))["names"]
    },
    "label.": {"hand-one", "hand-two"},
    "replay.": {*ICONS, *(f"speed.{value}" for value in CHOICES["replay"])},
    "analysis.": {WINNABLE, LOST, UNKNOWN, *(f"limit.{each}" for each in (TIME, WORK, MEMORY))},
    "options.": {
        *LISTS,
        *SWITCHES,
        *(f"{name}.{value}" for name in LISTS for value in CHOICES[name]),
        *(f"{game.id}.{manner}" for game in GAMES for manner in game_data(game)["manners"]),
    },
    "variant.": {f"{g.id}.{letter}" for g in GAMES if len(g.variants) > 1 for letter in g.variants},
    "keys.": set(re.findall(r'does: "([\w-]+)"', KEYS)),
    "key.": {"arrows", "digits", "Home", "End", "Enter", "Space", "Escape", "Shift"},
    "day.": {"won", "begun", "none", "before", "after"},
    "moon.": {"new", "first", "full", "last", "waxing", "waning"},
    "statistics.": {
        *("period", "played", "won", "time", "moves", "median-time"),
        *("time-distribution", "moves-distribution"),
    },
    "ranking.": {
        *("before", "after", "by-time", "by-moves", "by-rating"),
        *(f"{kind}-{whose}" for kind in ("replay", "last") for whose in ("of", "own")),
        *(f"none-{kind}" for kind in ("day", "over", "all", "rating")),
        *set(re.findall(r'"(how-\w+)"', SCRIPTS["rankings.js"])),
    },
    "refusal.": set(),  # tests/test_texts.py holds them all against the reasons
    "said.": {"undo", "redo", "draw", "recycle", *(t for g in GAMES for t in g.undo.barriers)},
}


def test_no_game_is_named_in_the_scripts() -> None:
    names = [game.id for game in GAMES] + [f"{game.prefix}{game.version}" for game in GAMES]
    found = {
        (script, name) for script, source in SCRIPTS.items() for name in names if name in source
    }
    assert found - EXAMPLES == set()


def test_no_style_is_made_for_one_game() -> None:
    for path in (WEB / "css").glob("*.css"):
        assert not [game.id for game in GAMES if game.id in path.read_text("utf-8")], path.name


def test_every_text_that_the_page_asks_for_is_there() -> None:
    keys = catalog().for_pages()
    asked = {
        key for source in SCRIPTS.values() for key in re.findall(r'\btext\(\s*"([^"]+)"', source)
    }
    chosen = {
        key
        for source in SCRIPTS.values()
        for key in re.findall(r'[?:]\s*"([a-z]+\.[a-z.-]+)"', source)
    }
    assert len(asked) > 30
    assert asked | chosen <= set(keys)


def test_every_family_of_texts_that_the_page_puts_together_is_there() -> None:
    keys = catalog().for_pages()
    composed = {
        begins for source in SCRIPTS.values() for begins in re.findall(r"[`]([a-z]+\.)\$\{", source)
    }
    assert composed - {"end."} <= set(FAMILIES)
    wanted = {f"{family}{name}" for family, names in FAMILIES.items() for name in names}
    assert wanted <= set(keys)
    for outcome in ("won", "blocked", "stuck"):
        assert {f"end.{outcome}.title", f"end.{outcome}.text"} <= set(keys)
    for token in {token for game in GAMES for token in game.undo.barriers}:
        assert {f"{token}.left", f"{token}.none"} <= set(keys)


#: Pages, with how many files of the release and how many bytes of all each may load.
SIZES = {
    "": (32, 110_000),
    "days": (26, 100_000),
    "statistics": (24, 80_000),
    "rankings": (26, 90_000),
    "you": (26, 90_000),
    "lobby": (22, 80_000),
    "replay": (48, 150_000),
    "play/comet": (26, 90_000),
    "play/easy-harp/EH1-N-AAAAAAB": (50, 150_000),
}


@pytest.mark.parametrize(("address", "most"), SIZES.items(), ids=[name or "/" for name in SIZES])
def test_a_page_loads_what_it_shows_and_all_of_it_is_named_in_its_head(
    host: Server, tab: Hands, address: str, most: tuple[int, int]
) -> None:
    """Nothing is found late: that would cost a phone on a slow line a way there and back each."""
    asked: dict[str, str] = {}
    loaded: list[float] = []
    session = tab.page.context.new_cdp_session(tab.page)

    def ask(event: dict[str, Any]) -> None:
        asked[event["request"]["url"]] = event["initiator"]["type"]

    session.on("Network.requestWillBeSent", ask)
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    tab.page.add_init_script("navigator.serviceWorker.register = async () => null")
    tab.page.goto(host.url + address)
    tab.page.locator("main").wait_for()
    tab.page.wait_for_load_state("networkidle")
    assert all(url.startswith((host.url, "data:")) for url in asked)
    of_release = {url: by for url, by in asked.items() if "/web/" in url}
    shown = re.findall(r"/(\w+)\.js", " ".join(of_release))
    assert ("board" in shown) == (address.startswith(("play/easy", "replay")))
    assert ("cards.svg" in " ".join(of_release)) == ("board" in shown)
    assert {url for url, by in of_release.items() if by != "parser"} == set()
    files, size = most
    assert len(of_release) <= files
    assert sum(loaded) < size


def test_without_a_worker_what_other_pages_need_comes_after_the_first_one(
    host: Server, tab: Hands
) -> None:
    tab.page.add_init_script("delete Navigator.prototype.serviceWorker")
    with tab.page.expect_response("**/js/table.js"):
        tab.page.goto(host.url)


def test_a_page_looks_the_same_from_whichever_page_it_is_come_to(host: Server, tab: Hands) -> None:
    worn = """() => [...document.querySelectorAll("link[rel=stylesheet]")]
        .filter(link => link.sheet && !link.sheet.disabled)
        .map(link => link.href.split("/").at(-1))"""
    tab.page.goto(f"{host.url}rankings")
    tab.page.locator("main.rankings").wait_for()
    alone = tab.page.evaluate(worn)
    assert "rankings.css" in alone
    tab.page.goto(host.url)
    for address, shown in (("/days", ".calendar"), ("/rankings", "main.rankings")):
        tab.page.locator("main.front").wait_for()
        tab.page.locator(f'nav a[href="{address}"]').click()
        tab.page.locator(shown).wait_for()
        tab.page.wait_for_function(f"!({worn})().includes('keys.css')")
        last = tab.page.evaluate(worn)
        tab.page.go_back()
    assert last == alone
