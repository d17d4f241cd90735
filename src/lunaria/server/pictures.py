"""Pictures of deals and games, as the player at the table sees them."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from lunaria.core.frames import SEAT
from lunaria.core.replay import Line
from lunaria.games import read_deal, start
from lunaria.pictures.faces import LETTERS
from lunaria.pictures.layout import fitting
from lunaria.pictures.position import CELL_HEIGHT, CELL_WIDTH, position_svg
from lunaria.pictures.preview import preview_png
from lunaria.server.asking import Player
from lunaria.server.replays import PICTURE, Source, read

router = APIRouter(include_in_schema=False)

#: A deal never changes, but the drawing of its cards may become better.
CACHING = {"cache-control": "public, max-age=604800"}
#: The frame of a picture on a page, 8 to 5, in cells of a table.
FRAME = (8 / CELL_WIDTH, 5 / CELL_HEIGHT)

#: How the player wishes to see cards.
Letters = Annotated[str, Query(max_length=4)]
Colours = Literal["two", "four"]


@router.get("/pictures/{code}.svg")
async def deal_picture(code: str, letters: Letters = "JQK", colours: Colours = "two") -> Response:
    """A deal before the first move."""
    drawn = _drawn(start(read_deal(code)), letters, colours)
    headers = {**PICTURE, **CACHING}
    return Response(drawn, headers=headers, media_type="image/svg+xml")


@router.get("/pictures/{code}.png")
async def deal_preview(code: str) -> Response:
    """A deal as messengers show it."""
    return await _preview(start(read_deal(code)), CACHING)


@router.get("/pictures/replays/{name}.png")
async def game_preview(name: str, request: Request) -> Response:
    """A game that is over as messengers show it, who are no player; it may yet go on by undo."""
    found = await read(Source(replay=name[:64], record=None), request, None)
    return await _preview(found.line, {})


async def _preview(line: Line[Any], caching: Mapping[str, str]) -> Response:
    drawn = await asyncio.to_thread(preview_png, line.game.id, tuple(line.view(SEAT).items()))
    return Response(drawn, headers=caching, media_type="image/png")


@router.get("/pictures/replays/{name}.svg")
async def game_picture(
    name: str,
    request: Request,
    player: Player,
    letters: Letters = "JQK",
    colours: Colours = "two",
) -> Response:
    """A game as it stands, where it is over or the player's own."""
    found = await read(Source(replay=name[:64], record=None), request, player)
    drawn = await asyncio.to_thread(_drawn, found.line, letters, colours)
    return Response(drawn, headers=PICTURE, media_type="image/svg+xml")


def _drawn(line: Line[Any], letters: str, colours: str) -> str:
    """The position with faces that can be read on small cards."""
    return position_svg(
        line.game.id,
        line.view(SEAT),
        layout=fitting(line.game.id, *FRAME),
        letters=letters if letters in LETTERS else "JQK",
        small=True,
        four_colours=colours == "four",
    )
