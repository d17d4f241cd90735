"""What messengers show of links: a title, a description, and a picture of the deal or the game."""

import re
import struct
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from hands import moment
from lunaria.core.game import Game
from lunaria.i18n import LANGUAGES, catalog
from lunaria.pictures.preview import HEIGHT, WIDTH
from registry import every_game, numbered
from serving import Server

BLOCKED = moment("half-moon-blocked")


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[httpx.Client]:
    with server.player() as client:
        yield client


def told(page: httpx.Response) -> dict[str, str]:
    """The properties that a page has for messengers."""
    return dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page.text))


def expect_picture(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)


@every_game
def test_a_deal_is_shown_with_its_cards(game: Game[Any], anyone: httpx.Client) -> None:
    first, second = numbered(game, 1), numbered(game, 2)
    properties = told(anyone.get(f"/play/{game.id}/{first}"))
    assert properties["og:title"].startswith(catalog().text(f"game.{game.id}"))
    picture = anyone.get(properties["og:image"])
    expect_picture(picture)
    other = anyone.get(f"/pictures/{second}.png")
    assert other.content != picture.content


def test_a_game_that_is_over_is_shown_as_it_ended_and_another_is_not(
    server: Server, anyone: httpx.Client
) -> None:
    with server.player() as player:
        made = player.post("/api/tables", json={"code": BLOCKED.code, "again": True}).json()
        with server.page(made["table"]) as page:
            for number, token in enumerate(BLOCKED.actions[:-1]):
                replay = page.act(token, number)["replay"]
            assert anyone.get(f"/pictures/replays/{replay}.png").status_code == 404
            page.act(BLOCKED.actions[-1], len(BLOCKED.actions) - 1)
    properties = told(anyone.get(f"/replay/{replay}"))
    assert properties["og:image"].endswith(f"/pictures/replays/{replay}.png")
    ended = anyone.get(properties["og:image"])
    expect_picture(ended)
    assert ended.content != anyone.get(f"/pictures/{BLOCKED.code}.png").content


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_about_games_have_a_picture_too(language: str, anyone: httpx.Client) -> None:
    for path in ("", "crescent/rules", "easy-harp/faq"):
        assert anyone.get(told(anyone.get(f"/{language}/{path}"))["og:image"]).status_code == 200


@pytest.mark.parametrize("code", ["HM1-N-ZZZZZZZ", "nothing", "HM9-N-AAAAAAB"])
def test_what_is_no_deal_has_no_picture(code: str, anyone: httpx.Client) -> None:
    assert anyone.get(f"/pictures/{code}.png").status_code == 422
